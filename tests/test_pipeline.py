from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from checker import pipeline
from checker.config import Settings
from checker.model import Answer, Event, Finding, Page, Reason, Report, Rule, Verdict
from examples import pretend_web
from tests.sites import serve


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settings(web: pretend_web.Web | None = None, *ports: int, **given: object) -> Settings:
    """Settings that lead to the pretend web, and past it to what listens on ``ports``."""
    basis = Settings(timeout=2.0, retries=1)
    if web is not None:
        own = tuple(f"127.0.0.1:{port}:127.0.0.1:{port}" for port in ports)
        basis = replace(basis, ca_file=web.ca_file, connect_to=(*own, *web.connect_to()))
    return replace(basis, **given)  # type: ignore[arg-type]


def check(
    chosen: Settings, *targets: str, emit: Callable[[Event], None] = lambda event: None
) -> tuple[Report, pipeline.Run]:
    run = pipeline.Run(chosen, emit)
    return run.check(targets), run


def told(report: Report) -> dict[str, tuple[str, str]]:
    return {
        str(answer.target.http): (answer.judgement.verdict.value, answer.judgement.reason.value)
        for answer in report.answers
    }


def links(*urls: str) -> str:
    return "".join(f"[x]({url})\n\n" for url in urls)


# --- files ----------------------------------------------------------------------------------------------------------


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


def test_each_target_is_asked_once_however_often_it_occurs(web: pretend_web.Web) -> None:
    url = web.url("same-page").replace("same-page", "once.same-page")
    Path("a.md").write_text(links(*[f"{url}#{number}" for number in range(30)]))
    report, _ = check(settings(web), "a.md")
    assert report.summary.requests == 2
    assert [report.counts[answer.target.http] for answer in report.answers] == [30]


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


def test_a_body_that_targets_of_a_host_share_is_doubted_whoever_came_first(web: pretend_web.Web) -> None:
    first, second = web.url("soft-untold"), web.url("soft-untold", "/guide")
    for order in ((first, second), (second, first)):
        Path("a.md").write_text(links(*order))
        report, _ = check(settings(web, workers=1), "a.md")
        assert told(report) == dict.fromkeys(order, ("review", "soft-not-found"))


# --- gates ----------------------------------------------------------------------------------------------------------


def test_no_host_that_answers_is_the_networks_fault_and_nothing_is_dead() -> None:
    Path("a.md").write_text(links("http://a.pretend/", "http://b.pretend/", "http://c.pretend/"))
    with serve({}) as site:
        closed = site.port
    report, _ = check(settings(connect_to=(f"::127.0.0.1:{closed}",)), "a.md")
    assert set(told(report).values()) == {("unknown", "unreachable")}
    assert [(problem.code, problem.what) for problem in report.problems] == [
        (3, "none of 3 hosts answered: is this machine offline?")
    ]
    assert not report.complete
    assert report.findings == ()


def test_two_silent_hosts_do_not_make_the_network_suspect() -> None:
    Path("a.md").write_text(links("http://a.pretend/", "http://b.pretend/"))
    with serve({}) as site:
        closed = site.port
    report, _ = check(settings(connect_to=(f"::127.0.0.1:{closed}",)), "a.md")
    assert set(told(report).values()) == {("keep", "refused")}
    assert report.complete


def test_a_trust_store_that_trusts_nobody_is_told(web: pretend_web.Web) -> None:
    Path("a.md").write_text(links(*[f"http://h{number}.same-page.pretend/page" for number in range(5)]))
    report, _ = check(settings(web, ca_file=""), "a.md")
    assert set(told(report).values()) == {("keep", "tls-untrusted")}
    assert [problem.code for problem in report.problems] == [3]
    assert not report.complete


def test_where_nobody_answers_over_http_https_only_proves_nothing(web: pretend_web.Web) -> None:
    url = web.url("http-refused")
    Path("a.md").write_text(links(url))
    report, _ = check(settings(web), "a.md")
    assert told(report)[url][0] != "upgrade"
    Path("a.md").write_text(links(url, web.url("same-page")))
    report, _ = check(settings(web), "a.md")
    assert told(report)[url] == ("upgrade", "https-only")


# --- the board, over real sockets -------------------------------------------------------------------------------------


def test_fast_hosts_finish_as_if_the_slow_one_were_not_there_and_no_host_is_crowded() -> None:
    def latency(host: str) -> float:
        return 0.15 if host.startswith("slow") else 0.0

    slow = [f"http://slow.same-page.pretend/page/{number}" for number in range(60)]
    fast = [f"http://f{number}.same-page.pretend/page" for number in range(60)]
    Path("a.md").write_text(links(*slow, *fast))
    finished: dict[str, float] = {}

    def note(event: Event) -> None:
        if isinstance(event, Answer):
            finished[str(event.target.http)] = time.monotonic()

    with pretend_web.start(latency) as web:
        report, _ = check(settings(web, workers=16, per_host=3, timeout=10.0), "a.md", emit=note)
        peaks = {name: host.peak_connections for name, host in web.hosts.items()}
    # Any of the fast ones would come after the slow ones if it waited for them: 60 x 2 x 0.15 s / 3.
    order = sorted(finished, key=lambda url: finished[url])
    assert Counter(url.startswith("http://slow") for url in order[-30:]) == {True: 30}
    assert len(told(report)) == 120
    assert {url: verdict for url, (verdict, _) in told(report).items() if verdict != "upgrade"} == {}
    assert max(peaks.values()) <= 3


# --- crawling ---------------------------------------------------------------------------------------------------------


def page(*hrefs: str) -> str:
    return "<!doctype html><title>x</title>" + "".join(f'<a href="{href}">x</a>\n' for href in hrefs)


def test_every_page_once_and_what_they_link_to(web: pretend_web.Web) -> None:
    same, expired = web.url("same-page"), web.url("expired")
    pages: dict[str, str | tuple[int, dict[str, str], str]] = {
        "/": page("/a", "b.html", "/a#x", "mailto:x", "https://other.pretend/", same),
        "/a": page("/", "/c/", "/gone", same),
        "/b.html": page("/moved", expired),
        "/c/": page("../a", "/image.png", "/private/x"),
        "/moved": (301, {"Location": "/d"}, ""),
        "/d": page("/"),
        "/image.png": (200, {"Content-Type": "image/png"}, "png"),
        "/robots.txt": (200, {"Content-Type": "text/plain"}, "User-agent: *\nDisallow: /private/\n"),
        "/private/x": page(),
    }
    events: list[Event] = []
    with serve(pages) as site:
        report, _ = check(settings(web, site.port), site.url, emit=events.append)
    assert dict(site.asked) == dict.fromkeys(
        ["/", "/a", "/b.html", "/c/", "/moved", "/d", "/image.png", "/gone", "/robots.txt"], 1
    )
    assert {p.url.removeprefix(site.url): (p.status, p.depth, p.problem) for p in report.pages} == {
        "": (200, 0, ""),
        "a": (200, 1, ""),
        "b.html": (200, 1, ""),
        "c/": (200, 2, ""),
        "gone": (404, 2, "answers 404"),
        "moved": (301, 2, ""),
        "d": (200, 2, ""),
        "image.png": (200, 3, ""),
    }
    assert told(report) == {same: ("upgrade", "same-page"), expired: ("keep", "tls-expired")}
    assert [(f.occurrence.document, f.occurrence.line, f.pages) for f in report.findings] == [
        (site.url, 6, (site.url,)),
        (f"{site.url}a", 4, (f"{site.url}a",)),
    ]
    assert [problem.what for problem in report.problems] == ["robots.txt forbids 1 pages, which were not crawled"]
    assert len([event for event in events if isinstance(event, Page)]) == 8


def test_depth_counts_from_the_start_and_max_pages_is_told() -> None:
    pages = {f"/{number or ''}": page(f"/{number + 1}", f"/{number + 100}") for number in range(10)}
    with serve(pages) as site:
        report, _ = check(settings(depth=2), site.url)
    assert {p.depth for p in report.pages} == {0, 1, 2}
    assert "/3" not in site.asked
    with serve(pages) as site:
        report, _ = check(settings(max_pages=3), site.url)
    assert len(report.pages) == 3
    assert "pages over --max-pages were not crawled" in report.problems[-1].what


def test_a_slow_page_that_has_links_while_the_queue_is_empty() -> None:
    pages = {"/": page("/slow"), "/slow": page("/late"), "/late": page()}
    with serve(pages, {"/slow": 0.4}) as site:
        report, _ = check(settings(), site.url)
    assert len(report.pages) == 3


def test_a_link_found_on_two_pages_at_once_is_asked_about_once(web: pretend_web.Web) -> None:
    same = f"http://twice.{web.url('same-page').removeprefix('http://')}"
    pages = {"/": page(*[f"/{number}" for number in range(20)]), **{f"/{number}": page(same) for number in range(20)}}
    with serve(pages) as site:
        report, _ = check(settings(web, site.port), site.url)
    assert [report.counts[answer.target.http] for answer in report.answers] == [20]
    assert len(report.findings) == 20
    assert web.hosts["twice.same-page.pretend"].requests == 2


def test_a_place_found_later_can_make_a_target_stricter(web: pretend_web.Web) -> None:
    dynamic = web.url("dynamic")
    pages = {"/": page("/late", dynamic), "/late": f"<script src='{dynamic}'></script>"}
    with serve(pages, {"/late": 0.3}) as site:
        report, _ = check(settings(web, site.port), site.url)
    assert told(report)[dynamic][0] != "upgrade"
    assert {f.rule for f in report.findings} == {Rule.ACTIVE_MIXED_CONTENT, Rule.REVIEW_LINK}


@pytest.mark.parametrize(
    ("pages", "code", "what"),
    [
        ({"/": (500, {}, "")}, 2, "answers 500"),
        ({"/": (200, {"Content-Type": "image/png"}, "")}, 2, "is no HTML page"),
        ({"/": (301, {"Location": "https://elsewhere.pretend/"}, "")}, 2, "redirects out of scope"),
        ({"/robots.txt": (503, {}, ""), "/": page()}, 3, "cannot be crawled: robots.txt answers 503"),
        ({"/robots.txt": "User-agent: *\nDisallow: /\n", "/": page()}, 2, "robots.txt forbids crawling it"),
    ],
)
def test_a_start_that_cannot_be_crawled_is_told(
    pages: dict[str, str | tuple[int, dict[str, str], str]], code: int, what: str
) -> None:
    with serve(pages) as site:
        report, _ = check(settings(retries=0), site.url)
    assert [(problem.where, problem.code) for problem in report.problems] == [(site.url, code)]
    assert what in report.problems[0].what


def test_a_start_that_is_down() -> None:
    with serve({}) as site:
        pass
    report, _ = check(settings(retries=0, ignore_robots=True), site.url)
    assert [problem.code for problem in report.problems] == [3]
    assert "refused" in report.problems[0].what


def test_robots_can_be_ignored_for_ones_own_site() -> None:
    with serve({"/robots.txt": "User-agent: *\nDisallow: /\n", "/": page("/a"), "/a": page()}) as site:
        report, _ = check(settings(ignore_robots=True), site.url)
    assert len(report.pages) == 2
    assert "/robots.txt" not in site.asked


def test_links_to_ones_own_host_are_own_site_http(web: pretend_web.Web) -> None:
    report, _ = check(settings(web), "https://site.pretend/")
    own = [f for f in report.findings if f.rule is Rule.OWN_SITE_HTTP]
    assert {f.occurrence.url for f in own} >= {"http://site.pretend/links.html"}
    assert not any(f.rule is Rule.UPGRADABLE_LINK and "//site.pretend" in f.occurrence.url for f in report.findings)


# --- stopping ---------------------------------------------------------------------------------------------------------


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
