"""The rung ``downgrade``: whatever way https sends the reader to http."""

from __future__ import annotations

import pytest

from checker.model import Outcome
from tests.worlds import REFUSED, conclude, html, page, redirect, reply, verdict


@pytest.mark.parametrize(
    "https",
    [
        redirect("http://a.org/p"),
        redirect("http://a.org/other", 302),
        reply(200, "short", headers=[("refresh", "0;URL=http://a.org/p")]),
        reply(200, '<meta http-equiv="refresh" content="0; url=http://a.org/p">'),
        reply(200, "<META CONTENT='3;http://a.org/p' HTTP-EQUIV=Refresh>moved"),
        reply(200, '<script>window.location.href = "http://a.org/p";</script>'),
        reply(200, "<script>location.replace('http://a.org/p')</script>"),
    ],
)
def test_https_that_ends_on_http(https: Outcome) -> None:
    world = {"http://a.org": html(), "https://a.org": https}
    assert verdict("http://a.org/p", world) == "keep redirects-to-http"
    assert verdict("http://a.org/p", {**world, "http://a.org": REFUSED}) == "keep redirects-to-http"


@pytest.mark.parametrize(
    "head",
    [
        '<noscript><meta http-equiv="refresh" content="0; url=http://a.org/plain"></noscript>',
        '<!-- <meta http-equiv="refresh" content="0; url=http://a.org/old"> -->',
        '<meta http-equiv="refresh" content="300; url=http://a.org/p">',
        '<meta http-equiv="refresh" content="5">',
        "<script>function leave() { location.href = 'http://a.org/' }</script>",
    ],
)
def test_pages_that_only_look_as_if_they_left(head: str) -> None:
    same = html(page(head=head))
    assert verdict("http://a.org/p", {"http://a.org": same, "https://a.org": same}) == "upgrade same-page"


def test_http_leads_to_another_https_url() -> None:
    world = {
        "http://a.org": redirect("https://b.org/p"),
        "https://a.org": redirect("http://a.org/p"),
        "https://b.org": html(),
    }
    assert (
        verdict("http://a.org/p", {**world, "https://a.org/p": redirect("http://c.org/"), "http://c.org/": html()})
        == "review moved"
    )


def test_the_detail_names_where_https_leads() -> None:
    judgement = conclude("http://a.org/p", {"http://a.org": html(), "https://a.org": redirect("http://a.org/q")})
    assert judgement.detail == "https leads to http://a.org/q"


@pytest.mark.parametrize(
    ("script", "bounces"),
    [
        ('if(location.protocol=="https:")location.protocol="http:"', True),
        ("location.href = location.href.replace('https:', 'http:')", True),
        ("window.location = window.location.href.replace(/^https:/, 'http:')", True),
        ('if(location.protocol=="http:")location.protocol="https:"', False),
        ("location.href = location.href.replace('http:', 'https:')", False),
        ("if (location.protocol == 'http:') warn()", False),
        ("text.replace('https:', 'http:')", False),
    ],
)
def test_a_script_that_sends_back_to_http(script: str, bounces: bool) -> None:
    body = page(head=f"<script>{script}</script>")
    world = {"http://a.org": html(body), "https://a.org": html(body)}
    assert verdict("http://a.org/p", world) == ("keep redirects-to-http" if bounces else "upgrade same-page")
