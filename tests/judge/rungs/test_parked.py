"""The rung ``parked``."""

from __future__ import annotations

import pytest

from tests.worlds import html, page, redirect, verdict

PARKED = [
    "<title>a.org</title><p>The domain a.org is for sale. Make an offer.",
    "<title>Buy this domain</title>",
    "<title>x</title><h1>This domain has been registered and parked</h1>",
    '<html data-adblockkey="MFww"><title>a.org</title><p>Related searches</p></html>',
    '<title>a.org</title><script src="//img.sedoparking.com/js/x.js"></script>',
    '<script>window.onload=function(){window.location.href="/lander"}</script>',
]


@pytest.mark.parametrize("body", PARKED)
def test_parked(body: str) -> None:
    world = {"http://a.org": html(body), "https://a.org": html(body)}
    assert verdict("http://a.org/p", world) == "review parked"
    assert verdict("http://a.org/p", {**world, "http://a.org": html()}) == "keep different-page"


def test_the_host_of_a_parking_service() -> None:
    away = redirect("https://www.hugedomains.com/domain_profile.cfm?d=a.org")
    world = {"http://a.org": away, "https://a.org": away, "https://www.hugedomains.com": html("<title>x</title>y")}
    assert verdict("http://a.org/p", world) == "review parked"


@pytest.mark.parametrize(
    "innocent",
    [
        page(text="They told me that this domain is for sale and I bought it from sedoparking.com. " * 20),
        page(head='<link rel=x href="https://sedoparking.com/">', text="see https://sedoparking.com and the rest " * 9),
        page("Parking in Utrecht", "The car park is for sale and the domain of bats " * 6),
    ],
)
def test_pages_about_parking_are_not_parked(innocent: str) -> None:
    world = {"http://a.org": html(innocent), "https://a.org": html(innocent)}
    assert verdict("http://a.org/p", world) == "upgrade same-page"
