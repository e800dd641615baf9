from __future__ import annotations

from dataclasses import replace

import pytest

from checker.model import Judgement, Reason, Source, Verdict
from checker.report import words
from tests.report import sample


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("docs/a.md", Source.FILE, True),
        ("..a.md", Source.FILE, True),
        ("-", Source.FILE, False),
        ("/etc/a.md", Source.FILE, False),
        ("../a.md", Source.FILE, False),
        ("C:/a.md", Source.FILE, False),
        ("https://site.example/", Source.PAGE, False),
    ],
)
def test_what_lies_in_the_tree(name: str, source: Source, expected: bool) -> None:
    assert words.in_tree(sample.place("http://a.example/", name, source=source)) is expected


@pytest.mark.parametrize(
    ("judgement", "says"),
    [
        (Judgement(Verdict.UPGRADE, Reason.SAME_PAGE), "change to https://a.example/"),
        (Judgement(Verdict.REVIEW, Reason.SIMILAR_PAGE), "look at https://a.example/"),
        (Judgement(Verdict.REVIEW, Reason.MOVED, "", "https://b.example/"), "look at https://b.example/"),
        (Judgement(Verdict.KEEP, Reason.REFUSED), "https does not work: host it elsewhere or remove it"),
        (Judgement(Verdict.DEAD, Reason.GONE), "gone: remove it"),
    ],
)
def test_what_to_do(judgement: Judgement, says: str) -> None:
    found = sample.finding(sample.place("http://a.example/"), sample.SAME.judgement)
    assert words.to_do(replace(found, judgement=judgement)) == says


def test_conclusions() -> None:
    whole = sample.whole()
    some_known = replace(
        whole, findings=tuple(replace(found, known=True) for found in whole.findings[:3]) + whole.findings[3:]
    )
    all_known = replace(whole, findings=tuple(replace(found, known=True) for found in whole.findings))
    mixed = replace(whole, findings=whole.findings + sample.crawled().findings)
    assert [words.conclusion(report) for report in (whole, sample.crawled(), some_known, all_known, mixed)] == [
        "3 links can become https in 2 files; 1 needs a look; 1 cannot be mended by https; 1 URL could not be told.",
        "1 link can become https on 1 page; 1 needs a look.",
        "1 link can become https in 1 file; 1 cannot be mended by https; 3 known from before; 1 URL could not be told.",
        "No link to change; 5 known from before; 1 URL could not be told.",
        "4 links can become https in 2 files and on 1 page; 2 need a look; 1 cannot be mended by https; 1 URL could not be told.",
    ]


def test_nothing_matched() -> None:
    assert words.conclusion(sample.empty(1)) == "No http links in 1 document."
    assert words.conclusion(sample.empty(1200)) == "No http links in 1,200 documents."
    assert words.conclusion(sample.empty(0)) == "Nothing to read: no document was found."


def test_untold_targets_are_counted_by_reason_and_the_first_named() -> None:
    timeouts = [
        sample.answer(
            Judgement(Verdict.UNKNOWN, Reason.TIMEOUT),
            sample.chain((f"http://s{number}.example/", sample.SILENT)),
            sample.chain((f"https://s{number}.example/", sample.SILENT)),
        )
        for number in range(5)
    ]
    one = replace(sample.REDIRECTS, judgement=Judgement(Verdict.UNKNOWN, Reason.RATE_LIMITED))
    assert list(words.untold(sample.report([one, *timeouts], sample.PLACES))) == [
        "5 timeout: the host stays silent",
        "  http://s0.example/",
        "  http://s1.example/",
        "  http://s2.example/",
        "  and 2 more",
        "1 rate-limited: the host says that it was asked too often",
        "  http://libre.example/start?a=1&b=2",
    ]


def test_totals() -> None:
    assert list(words.totals(sample.whole())) == [
        (Verdict.UPGRADE, 2, "1 redirects-to-https, 1 same-page"),
        (Verdict.REVIEW, 1, "1 moved"),
        (Verdict.KEEP, 1, "1 tls-expired"),
        (Verdict.UNKNOWN, 1, "1 timeout"),
        (Verdict.SKIPPED, 1, "1 special-use"),
    ]


def test_messages_of_a_line_are_joined_up_to_a_limit() -> None:
    assert words.joined(["a", "b"], 100) == "a\nb"
    assert words.joined(["a" * 50, "b" * 50, "c" * 50], 100) == "a" * 50 + "\nand 2 more links on this line"
    assert words.joined(["a" * 200], 100) == "a" * 99 + "…"
