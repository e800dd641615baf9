"""The rung ``wall``: turned away."""

from __future__ import annotations

import pytest

from checker.model import Outcome
from tests.worlds import html, page, redirect, reply, verdict

CHALLENGE = (
    "<html><head><title>Just a moment...</title></head><body><noscript>Enable JavaScript</noscript></body></html>"
)
COOKIE = '<html><body><script>document.cookie="k=1";location.reload();</script></body></html>'


@pytest.mark.parametrize(
    "wall",
    [
        reply(401, headers=[("www-authenticate", "Basic realm=x")]),
        reply(403, "no"),
        reply(407),
        reply(451),
        reply(999),
        reply(503, CHALLENGE),
        reply(200, CHALLENGE),
        reply(200, COOKIE),
        reply(202, "", headers=[("x-amzn-waf-action", "challenge")]),
    ],
)
def test_walls(wall: Outcome) -> None:
    assert verdict("http://a.org/p", {"http://a.org": wall, "https://a.org": wall}) == "review blocked-alike"
    assert verdict("http://a.org/p", {"http://a.org": html(), "https://a.org": wall}) == "unknown blocked"
    assert not verdict("http://a.org/p", {"http://a.org": wall, "https://a.org": html()}).startswith("upgrade")


def test_different_walls_are_not_alike() -> None:
    assert verdict("http://a.org/p", {"http://a.org": reply(401), "https://a.org": reply(403)}) == "unknown blocked"


@pytest.mark.parametrize(
    "innocent",
    [
        page("Just a moment in time"),
        page(text="Cloudflare says just a moment... and checks the browser. " * 5),
        page(head='<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>'),
        '<html><head><title>App</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>',
        page(head='<script>document.cookie="theme=dark"</script>'),
    ],
)
def test_pages_that_are_no_wall(innocent: str) -> None:
    same = html(innocent)
    assert verdict("http://a.org/p", {"http://a.org": same, "https://a.org": same}) == "upgrade same-page"


def test_a_wall_behind_a_redirect_to_the_twin_changes_nothing() -> None:
    world = {"http://a.org": redirect("https://a.org/p"), "https://a.org": reply(403)}
    assert verdict("http://a.org/p", world) == "upgrade redirects-to-https"
