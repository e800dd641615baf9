"""The rung ``odd_status``."""

from __future__ import annotations

import pytest

from tests.worlds import html, redirect, reply, verdict


@pytest.mark.parametrize("odd", [reply(300, "choose"), reply(304), reply(302), redirect("", 302), redirect("#f", 302)])
def test_neither_success_nor_redirect(odd: object) -> None:
    for world in (
        {"http://a.org": odd, "https://a.org": odd},
        {"http://a.org": html(), "https://a.org": odd},
        {"http://a.org": odd, "https://a.org": html()},
    ):
        assert verdict("http://a.org/p", world) == "review odd-status"  # type: ignore[arg-type]


def test_other_errors() -> None:
    assert verdict("http://a.org/p", {"http://a.org": html(), "https://a.org": reply(400)}) == "keep https-error"
    assert verdict("http://a.org/p", {"http://a.org": reply(405), "https://a.org": reply(405)}) == "review odd-status"
    assert verdict("http://a.org/p", {"http://a.org": reply(426), "https://a.org": html()}) == "review odd-status"


def test_a_location_beside_200_is_no_redirect() -> None:
    same = reply(200, "same", headers=[("location", "http://b.org/")])
    assert verdict("http://a.org/p", {"http://a.org": same, "https://a.org": same}) == "upgrade same-page"
