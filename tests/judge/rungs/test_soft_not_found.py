"""The rung ``soft_not_found``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker import judge
from checker.model import Fault, Question
from tests.worlds import Net, conclude, failure, html, observe, page, redirect, target, verdict

MISSING = html(page("Page not found", "Sorry, what you look for is not here. " * 8))


def test_a_page_that_says_so_and_a_sibling_that_says_the_same() -> None:
    net = Net({"http://a.org": MISSING, "https://a.org": MISSING})
    judgement = conclude("http://a.org/d/p", {}, net=net)
    assert (judgement.verdict.value, judgement.reason.value) == ("review", "soft-not-found")
    assert net.asked[2].url.path.startswith("/d/https-ready-")


@pytest.mark.parametrize(
    "title", ["404", "Error 404", "404 Not Found", "Seite nicht gefunden", "Page introuvable", "ページが見つかりません"]
)
def test_titles(title: str) -> None:
    missing = html(page(title))
    assert verdict("http://a.org/p", {"http://a.org": missing, "https://a.org": missing}) == "review soft-not-found"


@pytest.mark.parametrize("title", ["Error 404 explained", "The page not found: a novel", "HTTP 404 Not Found on MDN"])
def test_a_page_about_it_is_saved_by_its_sibling(title: str) -> None:
    world = {"http://a.org/p": html(page(title)), "https://a.org/p": html(page(title))}
    assert verdict("http://a.org/p", world) == "upgrade same-page"


def test_a_sibling_that_cannot_be_asked() -> None:
    world = {"http://a.org/p": MISSING, "https://a.org/p": MISSING, "https://a.org": failure(Fault.TIMEOUT)}
    assert verdict("http://a.org/p", world) == "review soft-not-found"


def test_a_host_where_everything_leads_to_one_page() -> None:
    away = redirect("https://b.org/welcome")
    world = {"http://a.org": away, "https://a.org": away, "https://b.org/welcome": html()}
    assert verdict("http://a.org/p", world) == "review soft-not-found"


def test_a_site_that_moved_as_a_whole() -> None:
    world = {
        "http://a.org/p": redirect("https://b.org/p"),
        "https://a.org/p": redirect("https://b.org/p"),
        "https://b.org/p": html(),
    }
    assert verdict("http://a.org/p", world) == "upgrade same-page"


def test_a_language_prefix_asks_no_sibling() -> None:
    away = redirect("https://a.org/de/p")
    net = Net({"http://a.org/p": away, "https://a.org/p": away, "https://a.org/de/p": html()})
    assert conclude("http://a.org/p", {}, net=net).verdict.value == "upgrade"
    assert len(net.asked) == 3


def test_an_app_that_gives_its_shell_for_everything_is_not_asked_about() -> None:
    shell = html("<title>App</title><div id=root></div><script src=/app.js></script>")
    assert verdict("http://a.org/p", {"http://a.org": shell, "https://a.org": shell}) == "upgrade same-page"


def test_two_targets_that_share_a_body_are_a_reason_to_ask() -> None:
    seen = observe(target("http://a.org/p"), {"http://a.org": html(), "https://a.org": html()})
    assert judge.judge(replace(seen, shared_body=True)) is Question.SIBLING
    assert judge.judge(seen) is not Question.SIBLING
