"""The rung ``loop``: circles, and what only looks like one."""

from __future__ import annotations

from checker.model import Outcome, Request
from tests.worlds import Net, conclude, html, redirect, url, verdict


def test_https_that_redirects_to_itself() -> None:
    world = {"http://a.org": html(), "https://a.org": redirect("https://a.org/p")}
    assert verdict("http://a.org/p", world) == "keep redirect-loop"


def test_schemes_that_send_to_each_other() -> None:
    world = {"http://a.org": redirect("https://a.org/p"), "https://a.org": redirect("http://a.org/p")}
    assert verdict("http://a.org/p", world) == "dead redirect-loop"


def test_http_leads_elsewhere() -> None:
    world = {
        "http://a.org": redirect("https://b.org/p"),
        "https://a.org": redirect("https://a.org/p"),
        "https://b.org/p": html(),
    }
    judgement = conclude("http://a.org/p", world)
    assert (judgement.verdict.value, judgement.suggestion) == ("review", "https://b.org/p")


def test_a_thousand_redirects_end_after_twenty() -> None:
    def onward(request: Request) -> Outcome:
        return redirect(f"{request.url}x")

    net = Net({"http://a.org": html(), "https://a.org": onward})
    judgement = conclude("http://a.org/p", {}, net=net)
    assert judgement.detail == "21 requests, the last to https://a.org/p" + "x" * 20
    assert len(net.asked) == 22


def test_a_cookie_that_opens_the_door_is_no_loop() -> None:
    def door(request: Request) -> Outcome:
        return html() if request.cookies == "seen=1" else redirect("/p", 302, "seen=1")

    assert verdict("http://a.org/p", {"http://a.org": door, "https://a.org": door}) == "upgrade same-page"


def test_http_alone_in_a_circle_is_no_reason_to_upgrade() -> None:
    world = {"http://a.org": redirect("http://a.org/p"), "https://a.org": html()}
    assert verdict("http://a.org/p", world) == "unknown no-evidence"
    assert url("http://a.org/p").scheme == "http"
