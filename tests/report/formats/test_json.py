from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from typing import Any

import jsonschema
import pytest

from checker import report
from checker.model import Ending, Fault, Mixed, Reason, Report, Rule, Severity, Usage, Verdict
from tests.report import sample


def rendered(of: Report) -> str:
    return "".join(report.render(of, "json"))


def errors(content: object) -> list[str]:
    validator = jsonschema.Draft202012Validator(report.schema())
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(content)]


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(report.schema())


@pytest.mark.parametrize("made", [sample.whole(), sample.crawled(), sample.empty(), sample.empty(0)])
def test_reports_are_as_the_schema_says(made: Report) -> None:
    assert errors(json.loads(rendered(made))) == []


def test_the_top_of_a_report() -> None:
    content = json.loads(rendered(sample.whole()))
    assert list(content) == [
        "schema", "tool", "complete", "summary", "findings", "targets", "invalid", "pages", "problems",
    ]  # fmt: skip
    assert content["schema"] == "https-ready/1"
    assert content["tool"] == {"name": "https-ready", "version": "0.1.0"}
    assert content["complete"] is True
    assert [(target["url"], target["occurrences"]) for target in content["targets"]] == [
        ("http://cdn.example/jquery.js", 1),
        ("http://libre.example/start?a=1&b=2", 2),
        ("http://localhost:8000/", 1),
        ("http://old.example/", 1),
        ("http://pictures.example/cat.jpg", 1),
        ("http://silent.example/", 1),
    ]
    assert [(found["file"], found["line"]) for found in content["findings"]] == [
        ("docs/guide.md", 3),
        ("docs/guide.md", 3),
        ("site/index.html", 7),
        ("site/index.html", 12),
        ("site/index.html", 14),
    ]


def test_a_partial_report_says_so_and_what_went_wrong() -> None:
    content = json.loads(rendered(sample.crawled()))
    assert content["complete"] is False
    assert [page["url"] for page in content["pages"] if page["problem"]] == ["https://site.example/gone"]
    assert [problem["code"] for problem in content["problems"]] == [0, 2]
    assert [place["url"] for place in content["invalid"]] == ["http://[::1/"]


def test_an_undecodable_byte_of_a_name_is_a_lone_surrogate() -> None:
    at = sample.place("http://libre.example/", "caf\udce9.md")
    made = replace(sample.whole(), findings=(sample.finding(at, sample.SAME.judgement),))
    assert '"file": "caf\\udce9.md"' in rendered(made)
    content = json.loads(rendered(made))
    assert content["findings"][0]["file"].encode("utf-8", "surrogateescape") == b"caf\xe9.md"
    assert errors(content) == []


def test_one_finding_and_one_target_a_line() -> None:
    starts = [line.strip()[:9] for line in rendered(sample.whole()).splitlines()]
    assert starts.count('{"rule": ') == 5
    assert starts.count('{"url": "') == 6


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("findings/0/extra", 1),
        ("findings/0/line", 0),
        ("findings/0/page", "https://site.example/"),
        ("findings/0/fix/safety", "perhaps"),
        ("findings/0/reason", "because"),
        ("targets/0/evidence/http/0/fault", "refused"),
        ("targets/0/evidence/ending/http", "somehow"),
        ("summary/verdicts/maybe", 0),
        ("problems", None),
        ("extra", 1),
        ("schema", "https-ready/2"),
    ],
)
def test_the_schema_refuses(path: str, value: object) -> None:
    content = json.loads(rendered(sample.whole()))
    *parents, last = path.split("/")
    at: Any = content
    for name in parents:
        at = at[int(name)] if name.isdigit() else at[name]
    at[last] = value
    assert errors(content) != []


def _enumerations(schema: object) -> Iterator[frozenset[str]]:
    match schema:
        case {"enum": list(values)}:
            yield frozenset(map(str, values))
        case dict():
            for part in schema.values():
                yield from _enumerations(part)
        case list():
            for part in schema:
                yield from _enumerations(part)


@pytest.mark.parametrize("kind", [Verdict, Reason, Rule, Usage, Mixed, Ending, Fault])
def test_the_schema_knows_every_word(kind: type[Enum]) -> None:
    assert frozenset(word.value for word in kind) in set(_enumerations(report.schema()))


def test_the_schema_knows_every_count() -> None:
    summary = report.schema()["$defs"]["summary"]["properties"]
    assert (
        set(summary["verdicts"]["required"])
        == set(summary["verdicts"]["properties"])
        == {verdict.value for verdict in Verdict}
    )
    assert set(summary["rules"]["required"]) == set(summary["rules"]["properties"]) == {rule.value for rule in Rule}
    assert report.schema()["$defs"]["finding"]["properties"]["severity"]["enum"] == [
        severity.slug for severity in reversed(Severity)
    ]
