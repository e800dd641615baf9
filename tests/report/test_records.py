"""The fields one by one; that they are the schema's is tested with the json format."""

from __future__ import annotations

from dataclasses import replace

from checker.model import (
    Edit,
    Ending,
    Failure,
    Fault,
    Fix,
    Judgement,
    Page,
    Problem,
    Reason,
    Reply,
    Source,
    Stage,
    Verdict,
)
from checker.report import records
from tests.report import sample


def test_a_finding_in_a_file() -> None:
    found = sample.finding(sample.place("http://old.example/", line=3, column=80, start=119), sample.MOVED.judgement)
    assert records.finding(found) == {
        "rule": "review-link",
        "severity": "note",
        "url": "http://old.example/",
        "https": "https://old.example/",
        "verdict": "review",
        "reason": "moved",
        "usage": "navigation",
        "mixed": "none",
        "file": "docs/guide.md",
        "line": 3,
        "column": 80,
        "end_line": 3,
        "end_column": 99,
        "fix": {"edits": [{"start": 119, "end": 138, "text": "https://new.example/home"}], "safety": "unsafe"},
        "suggestion": "https://new.example/home",
        "pages": [],
        "known": False,
        "changed": True,
    }


def test_a_finding_on_a_page_names_the_page_and_no_file() -> None:
    at = sample.place("http://u:p@old.example/", "https://me:pw@site.example/", source=Source.PAGE)
    record = records.finding(
        replace(sample.finding(at, sample.MOVED.judgement), pages=("https://me:pw@site.example/",))
    )
    assert "file" not in record
    assert (record["page"], record["pages"]) == ("https://***@site.example/", ["https://***@site.example/"])
    assert (record["url"], record["https"]) == ("http://***@old.example/", "https://***@old.example/")


def test_no_fix() -> None:
    assert records.fix(None) is None
    assert records.fix(Fix((Edit(4, 4, "s"),), safe=True)) == {
        "edits": [{"start": 4, "end": 4, "text": "s"}],
        "safety": "safe",
    }


def test_evidence_has_every_request_and_how_each_chain_ended() -> None:
    answer = sample.answer(
        Judgement(Verdict.REVIEW, Reason.REDIRECT_INVALID, "to http://u:p@x.example/ from here"),
        sample.chain(("http://a.example/", Reply(302, ())), ("https://a.example/x", sample.OK)),
        sample.chain(
            ("https://a.example/", Reply(301, ())), ending=Ending.INVALID, location="http://u:p@x.example:99999/"
        ),
        sibling=sample.chain(("https://a.example/nothing", Reply(404, (), length=7))),
        http_again=sample.chain(("http://a.example/", Failure(Fault.RESET, Stage.HTTP, "reset by peer"))),
    )
    assert records.answer(answer) == {
        "url": "http://a.example/",
        "https": "https://a.example/",
        "verdict": "review",
        "reason": "redirect-invalid",
        "evidence": {
            "detail": "to http://***@x.example/ from here",
            "http": [
                {"url": "http://a.example/", "status": 302},
                {
                    "url": "https://a.example/x",
                    "status": 200,
                    "type": "text/html",
                    "digest": "ab12cd34",
                    "length": 5120,
                },
            ],
            "https": [{"url": "https://a.example/", "status": 301, "location": "http://***@x.example:99999/"}],
            "sibling": [{"url": "https://a.example/nothing", "status": 404, "length": 7}],
            "http_again": [{"url": "http://a.example/", "fault": "reset", "detail": "reset by peer"}],
            "ending": {"http": "arrived", "https": "invalid", "sibling": "arrived", "http_again": "failed"},
        },
        "suggestion": None,
    }


def test_what_was_never_asked_has_no_exchanges() -> None:
    assert records.answer(sample.LOCAL)["evidence"] == {"detail": ""}


def test_pages_problems_and_places_without_a_url() -> None:
    assert records.page(Page("https://u:p@s.example/", None, 2, 0, "timeout at https://u:p@s.example/")) == {
        "url": "https://***@s.example/",
        "status": None,
        "same_as": None,
        "depth": 2,
        "links": 0,
        "problem": "timeout at https://***@s.example/",
    }
    assert records.problem(Problem("https://u:p@s.example/", "no", 3)) == {
        "where": "https://***@s.example/",
        "what": "no",
        "code": 3,
    }
    assert records.invalid(*sample.INVALID[0]) == {
        "url": "http://[::1/",
        "reason": "invalid-url",
        "file": "docs/guide.md",
        "line": 20,
        "column": 4,
        "end_line": 20,
        "end_column": 16,
    }


def test_the_summary() -> None:
    assert records.summary(sample.whole().summary) == {
        "documents": 2,
        "occurrences": 7,
        "targets": 6,
        "hosts": 6,
        "requests": 12,
        "seconds": 1.25,
        "verdicts": {"upgrade": 2, "review": 1, "keep": 1, "dead": 0, "unknown": 1, "skipped": 1},
        "rules": {
            "active-mixed-content": 1,
            "insecure-form": 0,
            "own-site-http": 0,
            "passive-mixed-content": 1,
            "insecure-metadata": 0,
            "upgradable-link": 2,
            "review-link": 1,
        },
    }
