"""The rung ``login``."""

from __future__ import annotations

import pytest

from tests.worlds import World, html, redirect, verdict


@pytest.mark.parametrize(
    "place", ["/login?next=/p", "/users/sign_in", "/wp-login.php", "/Account/LogIn", "https://login.b.org/x"]
)
def test_a_page_behind_a_login(place: str) -> None:
    final = place if place.startswith("https") else f"https://a.org{place}"
    world: World = {"http://a.org/p": redirect(final), "https://a.org/p": redirect(final), final: html()}
    assert verdict("http://a.org/p", world) == "review login"


def test_the_login_page_itself() -> None:
    world: World = {"http://a.org/login": html(), "https://a.org/login": html()}
    assert verdict("http://a.org/login", world) == "upgrade same-page"


@pytest.mark.parametrize("place", ["/catalogue/p", "/blogging/p", "/authors/p"])
def test_words_that_hold_a_login_are_none(place: str) -> None:
    away = redirect(f"https://a.org{place}")
    world: World = {"http://a.org/p": away, "https://a.org/p": away, f"https://a.org{place}": html()}
    assert verdict("http://a.org/p", world) == "upgrade same-page"
