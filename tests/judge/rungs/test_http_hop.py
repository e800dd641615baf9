"""The rung ``http_hop``."""

from __future__ import annotations

from tests.worlds import World, html, redirect, reply, verdict

WORLD: World = {
    "http://a.org": redirect("https://a.org/p"),
    "https://a.org/p": redirect("http://b.org/p"),
    "http://b.org/p": redirect("https://b.org/p"),
    "https://b.org/p": html(),
}


def test_readers_may_pass_through_http() -> None:
    assert verdict("http://a.org/p", WORLD) == "review http-hop"


def test_parts_of_a_page_may_not() -> None:
    assert verdict("http://a.org/p", WORLD, navigation=False) == "keep redirects-to-http"


def test_hops_over_https_alone_are_no_matter() -> None:
    world: World = {**WORLD, "https://a.org/p": redirect("https://b.org/p")}
    assert verdict("http://a.org/p", world) == "upgrade redirects-to-https"


def test_a_wall_behind_an_http_hop_is_no_upgrade() -> None:
    assert verdict("http://a.org/p", {**WORLD, "https://b.org/p": reply(403)}) == "review blocked-alike"
