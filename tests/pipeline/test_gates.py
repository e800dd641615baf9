from __future__ import annotations

from pathlib import Path

from examples import pretend_web
from tests.pipeline.runs import check, links, settings, told
from tests.sites import serve


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
