"""The rung ``gone``: 404 and 410."""

from __future__ import annotations

import pytest

from tests.worlds import REFUSED, conclude, html, redirect, reply, verdict


@pytest.mark.parametrize(("status", "reason"), [(404, "not-found"), (410, "gone")])
def test_gone_both_ways(status: int, reason: str) -> None:
    missing = reply(status, "gone")
    assert verdict("http://a.org/p", {"http://a.org": missing, "https://a.org": missing}) == f"dead {reason}"
    led = {"http://a.org": redirect("https://a.org/p"), "https://a.org": missing}
    assert verdict("http://a.org/p", led) == f"dead {reason}"


@pytest.mark.parametrize("http", [html(), REFUSED, reply(403), reply(500)])
def test_gone_on_https_alone(http: object) -> None:
    world = {"http://a.org": http, "https://a.org": reply(404)}
    assert verdict("http://a.org/p", world) == "keep https-error"  # type: ignore[arg-type]


def test_the_detail_tells_both_sides() -> None:
    judgement = conclude("http://a.org/p", {"http://a.org": html(), "https://a.org": reply(404)})
    assert judgement.detail == "https answers 404, http answers 200"


def test_a_pretty_page_with_404_is_gone_all_the_same() -> None:
    assert verdict("http://a.org/p", {"http://a.org": reply(404, "x"), "https://a.org": reply(410, "y")}) == "dead gone"
