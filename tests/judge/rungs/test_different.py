"""The rung ``different``: two pages that differ."""

from __future__ import annotations

from checker.model import Outcome, Request
from tests.worlds import Net, World, conclude, html, page, redirect, verdict

ORIGINAL = page("The project", "what it is and how to build it from its source with care and patience " * 5)
EMPTY = page("Hello", "nothing here")


def test_another_page() -> None:
    net = Net({"http://a.org": html(ORIGINAL), "https://a.org": html(EMPTY)})
    judgement = conclude("http://a.org/p", {}, net=net)
    assert (judgement.verdict.value, judgement.reason.value) == ("keep", "different-page")
    assert judgement.detail.startswith("title 'Hello' instead of 'The project'")
    assert [request.again for request in net.asked] == [0, 0, 1]


def test_another_canonical() -> None:
    pages = [
        page(head=f'<link rel=canonical href="{at}">', text=f"{at} " * 40)
        for at in ("http://a.org/p", "https://a.org/q")
    ]
    assert (
        verdict("http://a.org/p", {"http://a.org": html(pages[0]), "https://a.org": html(pages[1])})
        == "keep different-page"
    )


def test_a_page_that_never_gives_the_same_twice() -> None:
    def fresh(request: Request) -> Outcome:
        seed = f"{request.url.scheme}{request.again}"
        return html(page(f"Quote {seed}", " ".join(f"{seed}x{number}" for number in range(40))))

    assert verdict("http://a.org/p", {"http://a.org": fresh, "https://a.org": fresh}) == "review similar-page"


def test_an_ab_test_over_http() -> None:
    def tested(request: Request) -> Outcome:
        return html(ORIGINAL if request.again == 0 else EMPTY)

    assert verdict("http://a.org/p", {"http://a.org": tested, "https://a.org": html(EMPTY)}) == "review similar-page"


def test_pages_that_are_neither_alike_nor_another() -> None:
    http, https = (
        page("T", "one two three four five six seven " * 3),
        page("T", "one two three four five six eight " * 3),
    )
    assert (
        verdict("http://a.org/p", {"http://a.org": html(http), "https://a.org": html(https)}) == "review similar-page"
    )


def test_http_leads_to_another_https_url_with_the_page() -> None:
    world: World = {
        "http://a.org": redirect("https://b.org/p"),
        "https://a.org/p": html(EMPTY),
        "https://b.org/p": html(ORIGINAL),
    }
    judgement = conclude("http://a.org/p", world)
    assert (judgement.reason.value, judgement.suggestion) == ("moved", "https://b.org/p")
