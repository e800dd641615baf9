"""The rung ``broken_body``."""

from __future__ import annotations

from checker.model import Fault
from tests.worlds import html, reply, verdict

BROKEN = reply(200, "<p>half a pa", broken=Fault.BAD_RESPONSE)
DRIP = reply(200, "<p>", broken=Fault.TIMEOUT)


def test_bodies_that_break() -> None:
    assert verdict("http://a.org/p", {"http://a.org": BROKEN, "https://a.org": BROKEN}) == "review similar-page"
    assert verdict("http://a.org/p", {"http://a.org": html(), "https://a.org": BROKEN}) == "unknown bad-response"
    assert verdict("http://a.org/p", {"http://a.org": BROKEN, "https://a.org": html()}) == "unknown bad-response"


def test_bodies_that_drip() -> None:
    assert verdict("http://a.org/p", {"http://a.org": DRIP, "https://a.org": DRIP}) == "unknown timeout"
    assert verdict("http://a.org/p", {"http://a.org": html(), "https://a.org": DRIP}) == "unknown timeout"


def test_a_tag_does_not_mend_a_broken_body() -> None:
    tagged = reply(200, "", broken=Fault.BAD_RESPONSE, headers=[("etag", '"constant-tag"')])
    assert verdict("http://a.org/p", {"http://a.org": tagged, "https://a.org": tagged}) == "review similar-page"
