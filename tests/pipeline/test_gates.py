from __future__ import annotations

import socket
import time
from pathlib import Path
from typing import Any

import pytest

from checker.wire import guard
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


def _look_ups_fail(monkeypatch: pytest.MonkeyPatch, seconds: float = 0.0) -> list[str]:
    asked: list[str] = []

    def getaddrinfo(name: str, port: int) -> Any:
        asked.append(name)
        time.sleep(seconds)
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(guard, "_system", getaddrinfo)
    return asked


@pytest.mark.parametrize("seconds", [0.0, 5.0], ids=["answers nothing", "is silent"])
def test_a_dead_resolver_is_told_once_and_soon(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """300 hosts, of which no more are waited for than it takes to see that it is dead."""
    asked = _look_ups_fail(monkeypatch, seconds)
    Path("a.md").write_text(links(*[f"http://h{number}.org/" for number in range(300)]))
    began = time.monotonic()
    report, _ = check(settings(timeout=1.0, retries=2), "a.md")
    assert time.monotonic() - began < 10
    assert len(asked) < 150
    assert set(told(report).values()) == {("unknown", "unreachable")}
    assert [(problem.code, problem.what) for problem in report.problems] == [
        (3, "none of 300 names could be looked up: is the resolver dead, or this machine offline?")
    ]
    assert (report.complete, report.findings) == (False, ())


def test_two_names_that_cannot_be_looked_up_are_enough_and_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    _look_ups_fail(monkeypatch)
    for places, codes in ((["http://a.org/"], []), (["http://a.org/", "http://a.org/x", "http://b.org/"], [3])):
        Path("a.md").write_text(links(*places))
        report, _ = check(settings(retries=0), "a.md")
        assert set(told(report).values()) == {("unknown", "unreachable")}
        assert [problem.code for problem in report.problems] == codes


def test_a_proxy_that_is_not_there_is_told_for_one_host_too() -> None:
    with serve({}) as site:
        closed = site.port
    Path("a.md").write_text(links("http://a.org/"))
    report, _ = check(settings(proxy=f"http://user:s3cret@127.0.0.1:{closed}"), "a.md")
    assert set(told(report).values()) == {("unknown", "unreachable")}
    assert [(problem.code, problem.what) for problem in report.problems] == [
        (3, "nothing came through the proxy: the proxy cannot be reached: Connection refused")
    ]


def test_names_that_are_private_here_are_no_sign_of_a_dead_network(monkeypatch: pytest.MonkeyPatch) -> None:
    row = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 0))
    monkeypatch.setattr(guard, "_system", lambda name, port: [row])
    Path("a.md").write_text(links("http://a.org/", "http://b.org/", "http://c.org/"))
    report, _ = check(settings(), "a.md")
    assert set(told(report).values()) == {("skipped", "private-address")}
    assert (report.complete, report.problems) == (True, ())
