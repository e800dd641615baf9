from __future__ import annotations

import threading
import time
from pathlib import Path

from checker.model import Answer, Event, Finding, Reason, Rule, Verdict
from examples import pretend_web
from tests.pipeline.runs import check, links, settings, told


def test_files_are_checked_and_each_place_is_told(web: pretend_web.Web) -> None:
    same, bounces = web.url("same-page"), web.url("bounces-back")
    Path("a.md").write_text(links(same, bounces, same))
    Path("b.html").write_text(f'<img srcset="{bounces} 2x"><a href="{same}#part">x</a>')
    events: list[Event] = []
    report, _ = check(settings(web), ".", emit=events.append)
    assert told(report) == {same: ("upgrade", "same-page"), bounces: ("keep", "redirects-to-http")}
    assert [(f.occurrence.document, f.occurrence.line, f.rule) for f in report.findings] == [
        ("a.md", 1, Rule.UPGRADABLE_LINK),
        ("a.md", 5, Rule.UPGRADABLE_LINK),
        ("b.html", 1, Rule.ACTIVE_MIXED_CONTENT),
        ("b.html", 1, Rule.UPGRADABLE_LINK),
    ]
    assert report.complete
    assert report.summary.documents == 2
    assert report.summary.occurrences == 5
    assert (report.summary.targets, report.summary.hosts) == (2, 2)
    assert report.summary.verdicts[Verdict.UPGRADE] == 1
    assert {type(event) for event in events} == {Answer, Finding}
    assert sorted(
        (e for e in events if isinstance(e, Finding)), key=lambda f: (f.occurrence.document, f.occurrence.start)
    ) == list(report.findings)


def test_nothing_is_asked_about_what_is_skipped(web: pretend_web.Web) -> None:
    Path("a.md").write_text(links("http://localhost/", "http://10.0.0.1/", "http://a.ignored.org/", "http://[bad/"))
    report, _ = check(settings(web, ignore=("ignored.org",)), "a.md")
    assert told(report) == {
        "http://localhost/": ("skipped", "special-use"),
        "http://10.0.0.1/": ("skipped", "private-address"),
        "http://a.ignored.org/": ("skipped", "ignored"),
    }
    assert [(place.url, judgement.reason) for place, judgement in report.invalid] == [
        ("http://[bad/", Reason.INVALID_URL)
    ]
    assert report.summary.requests == 0


def test_out_of_time_gives_a_partial_report() -> None:
    Path("a.md").write_text(links(*[f"http://h{number}.same-page.pretend/page" for number in range(40)]))
    with pretend_web.start(lambda host: 0.2) as web:
        began = time.monotonic()
        report, run = check(settings(web, workers=4, max_time=1.5), "a.md")
        assert time.monotonic() - began < 4
    assert not report.complete
    assert not run.interrupted
    assert 0 < len(report.answers) < 40
    assert report.problems[-1].what.endswith("URLs were not asked about")


def test_an_interruption_keeps_what_was_learned_and_leaves_no_worker(web: pretend_web.Web) -> None:
    same = web.url("same-page")
    Path("a.md").write_text(links(same, *[web.url("silent", f"/{number}") for number in range(10)]))

    def interrupt(event: Event) -> None:
        if isinstance(event, Answer):
            raise KeyboardInterrupt

    began = time.monotonic()
    report, run = check(settings(web, timeout=30.0), "a.md", emit=interrupt)
    assert time.monotonic() - began < 5
    assert run.interrupted
    assert not report.complete
    assert told(report) == {same: ("upgrade", "same-page")}
    assert report.problems[-1].what == "interrupted: 10 URLs were not asked about"
    deadline = time.monotonic() + 3
    while any(thread.name.startswith("exchange") for thread in threading.enumerate()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
