"""The rung ``https_only``: http gives nothing any more."""

from __future__ import annotations

import pytest

from checker.model import Fault, Outcome
from tests.worlds import REFUSED, Net, conclude, failure, html, page, redirect, reply, verdict


@pytest.mark.parametrize("http", [REFUSED, failure(Fault.RESET), reply(404), reply(410)])
def test_https_gives_the_page_and_a_sibling_does_not(http: Outcome) -> None:
    assert verdict("http://a.org/p", {"http://a.org": http, "https://a.org/p": html()}) == "upgrade https-only"
    www = {"http://a.org": http, "https://a.org/p": redirect("https://www.a.org/p/"), "https://www.a.org/p/": html()}
    assert verdict("http://a.org/p", www) == "upgrade https-only"


@pytest.mark.parametrize(
    ("https", "expected"),
    [
        (redirect("/"), "review front-page"),
        (redirect("/login?next=/p"), "review login"),
        (redirect("https://other.org/p"), "review similar-page"),
        (redirect("/q"), "review similar-page"),
        (html("<title>a.org</title>This domain is for sale"), "review parked"),
        (
            html("<title>Welcome to nginx!</title>the nginx web server is successfully installed"),
            "review soft-not-found",
        ),
        (html(page("Page not found")), "review soft-not-found"),
        (reply(200, ""), "review similar-page"),
    ],
)
def test_what_casts_doubt(https: Outcome, expected: str) -> None:
    world = {"http://a.org": REFUSED, "https://a.org/p": https}
    rest = {f"https://a.org{path}": html() for path in ("/", "/login?next=/p", "/q")}
    assert verdict("http://a.org/p", {**world, **rest, "https://other.org/p": html()}) == expected


def test_a_host_that_gives_one_page_for_everything() -> None:
    net = Net({"http://a.org": REFUSED, "https://a.org": html()})
    judgement = conclude("http://a.org/f/p", {}, net=net)
    assert judgement.reason.value == "soft-not-found"
    assert [request.url.path.rpartition("/")[0] for request in net.asked] == ["/f", "/f", "/f"]


def test_a_host_that_gives_one_page_with_the_path_in_it() -> None:
    def echo(request: object) -> Outcome:
        return html(page(text=f"{request} " + "we have everything you look for right here " * 12))

    world = {"http://a.org": REFUSED, "https://a.org": echo}
    assert verdict("http://a.org/p", world) == "review soft-not-found"


def test_a_sibling_that_cannot_be_asked_leaves_a_doubt() -> None:
    world = {"http://a.org": REFUSED, "https://a.org/p": html(), "https://a.org": failure(Fault.TIMEOUT)}
    assert verdict("http://a.org/p", world) == "review similar-page"


def test_the_gate_where_nobody_answers_on_port_80() -> None:
    world = {"http://a.org": REFUSED, "https://a.org/p": html()}
    assert verdict("http://a.org/p", world, port_80_seen=False) == "unknown no-evidence"


def test_a_script_needs_more_proof() -> None:
    world = {"http://a.org": REFUSED, "https://a.org/p": reply(200, "f()", "text/javascript")}
    assert verdict("http://a.org/p", world, strict=True) == "review similar-page"


def test_a_page_about_errors_is_not_taken_for_one() -> None:
    about = html(page("Why servers answer 500"))
    assert verdict("http://a.org/p", {"http://a.org": REFUSED, "https://a.org/p": about}) == "upgrade https-only"


@pytest.mark.parametrize(
    ("body", "other"),
    [
        ("<title>App</title><div id=root></div>", "<title>App</title><div id=root data-path=x></div>"),
        (page("Results for p"), page("Results for another")),
        ('{"error": "none", "path": "/p"}', '{"error": "none", "path": "/q"}'),
    ],
)
def test_a_host_that_answers_every_path_is_not_proven(body: str, other: str) -> None:
    media = "application/json" if body[0] == "{" else "text/html"
    world = {
        "http://a.org": REFUSED,
        "https://a.org/docs/p": reply(200, body, media),
        "https://a.org": reply(200, other, media),
    }
    assert verdict("http://a.org/docs/p", world).startswith("review")


def test_a_query_that_is_dropped_is_another_place() -> None:
    world = {"http://a.org": REFUSED, "https://a.org/p?id=5": redirect("/p"), "https://a.org/p": html(page())}
    assert verdict("http://a.org/p?id=5", world).startswith("review")
