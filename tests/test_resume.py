from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from checker import report, resume
from checker.model import Answer, Event, Held, Mixed, Occurrence, Page, Source, Span, Usage
from checker.resume import ResumeError
from tests.report import sample

LINK = Occurrence(
    "https://s.example/", Source.PAGE, 9, 25, 1, 10, 1, 26, "http://x.example/", Usage.NAVIGATION, Mixed.NONE,
    "http://x.example", Span(30, 46), "http://x.example",
)  # fmt: skip
PAGE = Page(
    "https://s.example/",
    200,
    0,
    3,
    "",
    "",
    Held((LINK,), (("page", "https://s.example/a", 1),), "https://s.example/", "c"),
)


def lines(*events: Event) -> str:
    line = report.named("jsonl").line
    assert line is not None
    return "".join(map(line, events))


def test_pages_and_answers_come_back_as_they_were(tmp_path: Path) -> None:
    answers = [answer for answer in sample.whole().answers if answer.observation is not None]
    path = tmp_path / "run.jsonl"
    path.write_text(lines(PAGE, Page("https://s.example/b", None, 1, 0, "timeout"), *answers, sample.whole().summary))
    page, silent, *back = resume.read(str(path))
    assert page == PAGE
    assert silent == Page("https://s.example/b", None, 1, 0, "timeout")
    assert lines(*back) == lines(*answers)
    for before, after in zip(answers, back, strict=True):
        assert isinstance(after, Answer)
        assert (after.target.http, after.judgement) == (before.target.http, before.judgement)


def test_a_torn_last_line_counts_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    for cut in (1, 10, 100):
        path.write_text(lines(PAGE, PAGE)[:-cut])
        assert list(resume.read(str(path))) == [PAGE]


def changed(change: dict[str, Any]) -> str:
    record = json.loads(lines(PAGE))
    for key, value in change.items():
        (record["held"] if key in record["held"] else record)[key] = value
    return json.dumps(record)


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "{}",
        "null",
        '{"type": "other"}',
        "[" * 5_000,
        changed({"url": "ftp://x/"}),
        changed({"status": "200"}),
        changed({"depth": -1}),
        changed({"links": [1]}),
        changed({"queued": [["page", 1, 1]]}),
        changed({"held": None}),
        '{"type": "answer", "url": "http://x/", "verdict": "sure", "reason": "gone", "evidence": {"detail": ""}, "suggestion": null}',
        '{"type": "answer", "url": "https://x/", "verdict": "dead", "reason": "gone", "evidence": {"detail": ""}, "suggestion": null}',
        '{"type": "answer", "url": "http://x/", "verdict": "dead", "reason": "gone", "evidence": [], "suggestion": null}',
    ],
)
def test_what_is_no_run_of_ours_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(lines(PAGE) + line + "\n")
    with pytest.raises(ResumeError, match=r"run\.jsonl:2: is no line that `check` writes as jsonl"):
        list(resume.read(str(path)))


def test_a_line_without_end_is_not_read_into_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume, "MAX_LINE", 100)
    path = tmp_path / "run.jsonl"
    path.write_text("x" * 1_000)
    with pytest.raises(ResumeError, match="is longer than 100 characters"):
        list(resume.read(str(path)))


@pytest.mark.parametrize(
    ("evidence", "spoke"),
    [
        ({"http": [{"url": "http://x/", "status": 200}]}, True),
        ({"http": [{"url": "http://x/", "fault": "refused"}]}, False),
        ({"http": [{"url": "https://x/", "status": 200}]}, False),
        ({"http": "nonsense"}, False),
        ({"http": [1]}, False),
        ({}, False),
    ],
)
def test_whether_a_host_answered_over_http(evidence: dict[str, Any], spoke: bool) -> None:
    assert resume.spoke_over_http(Answer(sample.LOCAL.target, sample.LOCAL.judgement, evidence=evidence)) is spoke
