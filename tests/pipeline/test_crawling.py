from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from checker import pipeline
from checker import report as report_formats
from checker.inputs import frontier
from checker.model import Event, Page, Reason, Report, Rule
from checker.report import records
from examples import pretend_web
from tests.pipeline.runs import check, settings, told
from tests.sites import serve


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
        ["/", "/a", "/b.html", "/c/", "/moved", "/d", "/image.png", "/gone", "/robots.txt", "/sitemap.xml"], 1
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


def test_pages_of_sitemaps_are_crawled_though_nothing_leads_to_them(web: pretend_web.Web) -> None:
    same = web.url("same-page")
    pages: dict[str, str | tuple[int, dict[str, str], str]] = {
        "/": page(),
        "/robots.txt": "Sitemap: /maps/index.xml\nSitemap: /maps/gone.xml\n",
        "/island": page(same),
    }
    maps = {
        "/maps/index.xml": (
            200,
            {"Content-Type": "application/xml"},
            "<sitemapindex><sitemap><loc>{0}maps/a.xml</loc></sitemap></sitemapindex>",
        ),
        "/maps/a.xml": (200, {"Content-Type": "text/xml"}, "<urlset><url><loc>{0}island</loc></url></urlset>"),
    }
    with serve(pages) as site:
        for path, (status, headers, body) in maps.items():
            pages[path] = (status, headers, body.format(site.url))
        report, _ = check(settings(web, site.port), site.url)
    assert [(p.url.removeprefix(site.url), p.depth) for p in report.pages] == [("", 0), ("island", 1)]
    assert list(told(report)) == [same]
    assert [problem.what for problem in report.problems] == [
        f"sitemap {site.url}maps/gone.xml could not be read: answers 404"
    ]
    with serve(pages) as site:
        report, _ = check(settings(web, site.port, no_sitemap=True), site.url)
    assert [p.url for p in report.pages] == [site.url]


def test_style_sheets_of_the_site_are_read_and_each_once(web: pretend_web.Web) -> None:
    same = web.url("same-page")
    css = (200, {"Content-Type": "text/css"}, f"@import 'b.css';\na {{ background: url({same}) }}")
    pages: dict[str, str | tuple[int, dict[str, str], str]] = {
        "/": page("/a") + "<link rel=stylesheet href=/a.css>",
        "/a": page() + "<link rel=stylesheet href=/a.css>",
        "/a.css": css,
        "/b.css": (200, {"Content-Type": "text/css"}, ""),
    }
    with serve(pages) as site:
        report, _ = check(settings(web, site.port), site.url)
    assert (site.asked["/a.css"], site.asked["/b.css"]) == (1, 1)
    assert [(f.rule, f.occurrence.document, f.occurrence.line) for f in report.findings] == [
        (Rule.PASSIVE_MIXED_CONTENT, f"{site.url}a.css", 2)
    ]


def test_nofollow_is_obeyed_unless_robots_are_ignored() -> None:
    pages = {
        "/": page("/a") + "<a rel=nofollow href=/b>b</a>",
        "/a": page("/c") + "<meta name=robots content=nofollow>",
    }
    pages |= {"/b": page(), "/c": page()}
    with serve(pages) as site:
        report, _ = check(settings(), site.url)
        assert {p.url.removeprefix(site.url) for p in report.pages} == {"", "a"}
        report, _ = check(settings(ignore_robots=True), site.url)
        assert {p.url.removeprefix(site.url) for p in report.pages} == {"", "a", "b", "c"}


def test_a_crawl_delay_is_kept_and_told() -> None:
    pages = {"/": page("/a", "/b"), "/a": page(), "/b": page(), "/robots.txt": "User-agent: *\nCrawl-delay: 0.05\n"}
    with serve(pages) as site:
        report, _ = check(settings(no_sitemap=True), site.url)
    assert len(report.pages) == 3
    assert [problem.what for problem in report.problems] == [
        "robots.txt asks for 0.05 seconds between requests (see --ignore-robots)"
    ]


def test_one_page_under_two_urls_is_reported_once(web: pretend_web.Web) -> None:
    same = web.url("same-page")
    text = page("/?view=1", "/?view=2", same) + "<link rel=canonical href=/>"
    with serve({"/": text, "/?view=1": text, "/?view=2": text}) as site:
        report, _ = check(settings(web, site.port), site.url)
    assert [(p.url.removeprefix(site.url), p.same_as) for p in report.pages if not p.same_as] == [("", "")]
    assert len(report.pages) == 3
    assert len(report.findings) == 1


def test_endless_pages_end_and_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "PER_SHAPE", 5)
    pages = {"/": page("/q?n=0")} | {f"/q?n={number}": page(f"/q?n={number + 1}") for number in range(50)}
    with serve(pages) as site:
        report, _ = check(settings(), site.url)
    assert len(report.pages) == 6
    assert [problem.what for problem in report.problems] == [
        "1 more URLs like /q?n were not crawled: they look endless"
    ]


def test_a_site_that_stays_on_http_too_is_told_once(web: pretend_web.Web) -> None:
    same = web.url("same-page")
    Path("a.md").write_text(f"[x]({same})\n\n[y]({same}#y)\n")
    report, _ = check(settings(web), "a.md", same.replace("http:", "https:"))
    own = [f for f in report.findings if f.rule is Rule.OWN_SITE_HTTP]
    assert {f.judgement.reason for f in own} == {Reason.SAME_PAGE}
    said = [problem.what for problem in report.problems if "without redirecting" in problem.what]
    assert len(said) == 1
    assert said[0].startswith("the site answers over http without redirecting to https, for example http://same-page.")


def a_site(web: pretend_web.Web) -> dict[str, str]:
    """Forty pages, some of which name one URL more strictly than those before."""
    links = [web.url(name) for name in ("same-page", "expired", "redirects", "dynamic", "gone", "parked-https")]
    pages = {"/": page(*[f"/{number}" for number in range(1, 8)], links[0])}
    for number in range(1, 40):
        pages[f"/{number}"] = page(f"/{number + 7}", f"/{number + 5}", links[number % len(links)])
    pages["/39"] = f"<script src='{links[3]}'></script>" + page("/1")
    return pages


def into(lines: list[str]) -> Callable[[Event], None]:
    line = report_formats.named("jsonl").line
    assert line is not None
    return lambda event: lines.append(line(event))


def final(report: Report) -> tuple[object, object, object]:
    """What must not depend on how often a run was stopped."""
    targets = [{**records.answer(answer), "evidence": None} for answer in report.answers]
    return targets, list(map(records.finding, report.findings)), sorted(p.url for p in report.pages)


def test_a_run_that_was_stopped_anywhere_goes_on_and_ends_as_if_it_had_not_been(
    web: pretend_web.Web, tmp_path: Path
) -> None:
    lines: list[str] = []
    with serve(a_site(web)) as site:
        chosen = settings(web, site.port, workers=8)
        whole, _ = check(chosen, site.url, emit=into(lines))
        fetched = site.asked.copy()
        for kept in (0, 1, 2, len(lines) // 4, len(lines) // 2, len(lines) - 3, len(lines)):
            stopped = tmp_path / "stopped.jsonl"
            stopped.write_text("".join(lines[:kept]) + '{"type": "pa')
            site.asked.clear()
            again: list[str] = []
            report, _ = check(replace(chosen, resume=str(stopped)), site.url, emit=into(again))
            assert final(report) == final(whole), kept
            pages = [json.loads(text)["url"] for text in lines[:kept] if '"type": "page"' in text]
            assert not {url.removeprefix(site.url) for url in pages} & {path[1:] for path in site.asked}
            assert all(site.asked[path] <= count for path, count in fetched.items())
            assert len([text for text in again if '"type": "page"' in text]) == len(whole.pages)


def test_a_file_to_resume_from_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text("nonsense\n")
    with pytest.raises(pipeline.ResumeError, match=r"x\.jsonl:1: is no line"):
        check(settings(resume=str(tmp_path / "x.jsonl")), ".")
    with pytest.raises(pipeline.ResumeError, match="no such file"):
        check(settings(resume=str(tmp_path / "y.jsonl")), ".")
