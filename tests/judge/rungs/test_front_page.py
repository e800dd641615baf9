"""The rung ``front_page``."""

from __future__ import annotations

import pytest

from tests.worlds import World, html, redirect, verdict


@pytest.mark.parametrize(
    "front", ["https://a.org/", "https://www.a.org/en/", "https://a.org/index.html", "https://b.org/?utm_source=a"]
)
def test_a_deep_url_that_leads_home(front: str) -> None:
    world: World = {"http://a.org": redirect(front), "https://a.org/deep/p": redirect(front), front: html()}
    assert verdict("http://a.org/deep/p", world) == "review front-page"


@pytest.mark.parametrize(
    "asked", ["http://a.org/", "http://a.org/index.html", "http://a.org/home", "http://a.org/?utm_source=b"]
)
def test_a_front_page_may_lead_to_a_front_page(asked: str) -> None:
    home = redirect("https://a.org/en/")
    world: World = {"http://a.org": home, "https://a.org": home, "https://a.org/en/": html()}
    assert verdict(asked, world) == "upgrade same-page"


def test_a_page_named_by_its_query_may_not() -> None:
    world: World = {
        "http://a.org": redirect("https://a.org/"),
        "https://a.org/?p=12": redirect("/"),
        "https://a.org/": html(),
    }
    assert verdict("http://a.org/?p=12", world) == "review front-page"
