"""The rung ``redirect``: the owner's word."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from checker.model import Outcome, Request
from tests.worlds import World, html, page, redirect, reply, verdict

TWIN = {"http://a.org": redirect("https://a.org/p")}


@pytest.mark.parametrize(
    ("https", "expected"),
    [
        (html(), "upgrade redirects-to-https"),
        (reply(403, "no bots"), "upgrade redirects-to-https"),
        (html(page("404 Not Found")), "upgrade redirects-to-https"),
        (html(page(head='<script src="http://cdn.org/x.js"></script>')), "upgrade redirects-to-https"),
        (reply(404), "dead not-found"),
        (reply(429), "unknown rate-limited"),
        (reply(500), "unknown server-error"),
        (redirect("https://a.org/login?next=/p"), "dead not-found"),
        (redirect("http://127.0.0.1/"), "review redirects-to-private"),
        (redirect("javascript:alert(1)"), "review redirect-invalid"),
    ],
)
def test_what_the_twin_answers(https: Outcome, expected: str) -> None:
    assert verdict("http://a.org/p", {**TWIN, "https://a.org/p": https}) == expected


@pytest.mark.parametrize(
    "location", ["https://www.a.org/p", "https://a.org/p/", "https://a.org/p?x", "https://a.org/P"]
)
def test_only_exactly_the_twin_counts(location: str) -> None:
    other = html(page("Other", "quite another text " * 20))
    world: World = {"http://a.org": redirect(location), "https://a.org/p": html(), location: other}
    assert verdict("http://a.org/p", world).split()[0] in ("keep", "review")


def test_the_twin_may_come_after_hops_over_http() -> None:
    world: World = {
        "http://a.org/p": redirect("http://www.a.org/p"),
        "http://www.a.org/p": redirect("https://a.org/p"),
        "https://a.org/p": redirect("https://a.org/s/0123/p"),
        "https://a.org/s/0123/p": html(),
    }
    assert verdict("http://a.org/p", world) == "upgrade redirects-to-https"
    assert verdict("http://a.org/p", world, strict=True, navigation=False) == "upgrade redirects-to-https"
    assert verdict("http://a.org/p", world, form=True, strict=True) == "review similar-page"


def test_a_cookie_that_changes_the_type_is_no_proof() -> None:
    def twin(request: Request) -> Outcome:
        return html() if request.cookies else reply(200, "{}", "application/json")

    world: World = {"http://a.org": redirect("https://a.org/p", 302, "c=1"), "https://a.org": twin}
    assert verdict("http://a.org/p", world) == "keep different-page"


COOKIE = redirect("https://a.org/p", 301, "session=1")


def answers_by_cookie(without: Outcome) -> Callable[[Request], Outcome]:
    return lambda request: html("Welcome") if request.cookies else without


@pytest.mark.parametrize(
    "without", [reply(403, "no"), html("<title>Session required</title>"), redirect("https://a.org/login", 302)]
)
def test_a_twin_that_needs_the_cookie_that_http_set_is_no_upgrade(without: Outcome) -> None:
    world = {
        "http://a.org/p": COOKIE,
        "https://a.org/p": answers_by_cookie(without),
        "https://a.org/login": html("Sign in"),
    }
    assert not verdict("http://a.org/p", world).startswith("upgrade")


def test_a_cookie_that_changes_nothing_does_no_harm() -> None:
    world = {"http://a.org/p": COOKIE, "https://a.org/p": html("Welcome")}
    assert verdict("http://a.org/p", world) == "upgrade redirects-to-https"
