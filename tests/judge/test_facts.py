from __future__ import annotations

import pytest

from checker.judge import facts
from checker.judge.facts import Facts, Same
from checker.model import Fault, Observation, Outcome, Reading, Reply
from tests.worlds import chain, failure, html, observe, page, redirect, reply, target, url

HTTP, HTTPS = "http://x.org/docs/page", "https://x.org/docs/page"


def seen(http: Outcome, https: Outcome, **world: Outcome) -> Facts:
    return Facts(observe(target(HTTP), {HTTP: http, HTTPS: https, **world}))


def test_where_chains_lead() -> None:
    led = seen(redirect(HTTPS), html())
    assert led.led_to_twin
    assert led.both_fine
    assert led.same_end
    assert led.http_hop is None
    hop = Facts(observe(target(HTTP), {HTTPS: redirect("http://x.org/mid"), "http://x.org/mid": redirect(f"{HTTPS}2")}))
    assert str(hop.http_hop) == "http://x.org/mid"
    assert not hop.ends_on_http
    assert not seen(failure(Fault.REFUSED), html()).http_answered


@pytest.mark.parametrize(
    ("final", "place", "front", "elsewhere"),
    [
        (HTTPS, True, False, False),
        ("https://www.x.org/docs/page/", True, False, False),
        ("https://x.org/en/docs/page.html", False, False, False),
        ("https://x.org/", False, True, True),
        ("https://x.org/en/index.html?utm_source=a", False, True, True),
        ("https://y.org/docs/page", False, False, True),
    ],
)
def test_where_https_ended(final: str, place: bool, front: bool, elsewhere: bool) -> None:
    found = Facts(Observation(target(HTTP), chain((HTTP, html())), chain((HTTPS, redirect(final)), (final, html()))))
    assert (found.same_place, found.to_front, found.elsewhere) == (place, front, elsewhere)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (reply(200, b"ab"), reply(200, b"ab"), Same.YES),
        (reply(200, b"ab"), reply(200, b"ac"), Same.NO),
        (reply(200, b""), reply(200, b""), Same.NO),
        (reply(200, b"ab"), reply(200, b"ab", "text/plain"), Same.NO),
        (reply(200, b"ab", cut=True), reply(200, b"ab"), Same.NO),
        (reply(200, b"ab", cut=True), reply(200, b"ab", cut=True), Same.UNTOLD),
        (reply(200, b"ab", cut=True, length=9), reply(200, b"ab", cut=True, length=9), Same.YES),
        (reply(200, b"ab", cut=True, length=9), reply(200, b"ab", cut=True, length=8), Same.NO),
        (reply(200, b"ab", broken=Fault.BAD_RESPONSE), reply(200, b"ab"), Same.UNTOLD),
    ],
)
def test_same_bytes(one: Reply, other: Reply, expected: Same) -> None:
    assert facts.same_bytes(one, other) is expected


@pytest.mark.parametrize(
    ("tag", "strong"),
    [('"5f3c2a1b9d"', True), ('W/"5f3c2a1b9d"', False), ('"1"', False), ("5f3c2a1b9d", False), ("", False)],
)
def test_entity_tags_that_are_strong_and_long(tag: str, strong: bool) -> None:
    assert (facts.strong_etag(reply(200, headers=(("etag", tag),))) is not None) is strong


@pytest.mark.parametrize(
    ("status", "wall"), [(403, True), (401, True), (999, True), (451, True), (200, False), (429, False), (503, False)]
)
def test_walls(status: int, wall: bool) -> None:
    assert bool(facts.wall(reply(status, page()))) is wall


def reading(title: str = "t", canonical: str = "", words: str = "", heading: str = "h") -> Reading:
    counted = dict.fromkeys(words.split(), 1)
    return Reading(title, heading, canonical, counted, counted)


MANY = " ".join(f"word{number}" for number in range(100))


@pytest.mark.parametrize(
    ("one", "other", "proven"),
    [
        (reading(words=MANY), reading(words=MANY + " more"), True),
        (reading(words=MANY), reading(words=MANY, title="u"), False),
        (reading(words=MANY), reading(words=MANY, heading="i"), False),
        (reading(words=MANY, canonical="http://x/"), reading(words=MANY, canonical="https://x"), True),
        (reading(words=MANY, canonical="http://x/"), reading(words=MANY, canonical="https://y"), False),
        (reading(words="few words"), reading(words="few words"), False),
        (reading(words=MANY), reading(words=MANY + "".join(f" other{n}" for n in range(16))), False),
    ],
)
def test_what_proves_two_pages_alike(one: Reading, other: Reading, proven: bool) -> None:
    assert bool(facts.proven_alike(one, other)) is proven


@pytest.mark.parametrize(
    ("one", "other", "another"),
    [
        (reading(words=MANY), reading(words=MANY), False),
        (reading(words=MANY, canonical="http://x/a"), reading(words=MANY, canonical="https://x/b"), True),
        (reading(words=MANY), reading(words="quite other words", title="u"), True),
        (reading(words=MANY), reading(words=MANY, title="u"), False),
        (reading(words=MANY), reading(words="nothing shared"), True),
    ],
)
def test_signs_of_another_page(one: Reading, other: Reading, another: bool) -> None:
    assert bool(facts.another_page(one, other)) is another


def test_moved_needs_another_https_url_that_answers() -> None:
    new = "https://new.org/p"
    moved = seen(redirect(new), failure(Fault.REFUSED), **{new: html()}).moved
    assert moved is not None
    assert moved.suggestion == new
    assert seen(redirect(new), html(), **{new: reply(404)}).moved is None
    assert seen(redirect(HTTPS), html()).moved is None
    assert seen(redirect("http://new.org/p"), html(), **{"http://new.org/p": html()}).moved is None


def test_told_in_words() -> None:
    assert facts.told(chain((HTTP, reply(503, b"x")))) == "http answers 503"
    assert facts.told(chain((HTTP, failure(Fault.TIMEOUT, "silent")))) == "http: silent"
    assert str(url(HTTP)) == HTTP
