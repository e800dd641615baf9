"""The rung ``empty``."""

from __future__ import annotations

from tests.worlds import html, reply, verdict


def test_nothing_where_something_was() -> None:
    assert verdict("http://a.org/p", {"http://a.org": html(), "https://a.org": reply(200)}) == "keep different-page"


def test_something_where_nothing_was() -> None:
    assert verdict("http://a.org/p", {"http://a.org": reply(200), "https://a.org": html()}) == "review similar-page"
