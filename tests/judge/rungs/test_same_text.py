"""The rung ``same_text``."""

from __future__ import annotations

import itertools

import pytest

from checker.model import Outcome, Request
from tests.worlds import WORDS, html, page, reply, verdict

LONG = " ".join(WORDS * 300)


def dynamic(scheme: str, seed: int) -> str:
    return page(
        head=f'<meta name="csrf-token" content="t{seed}"><script nonce="n{seed}">var at=17{seed:08d};</script>'
        f'<link rel=canonical href="{scheme}://a.org/p"><link href="/s.css?v={seed}" rel=stylesheet>',
        text=f'<a href="{scheme}://a.org/q">q</a> <div id="ad-{seed}">ad</div> at 12:00:{seed % 60:02d} '
        f"<!-- made in 0.{seed} s -->",
    )


def test_what_varies_is_set_aside() -> None:
    seeds = itertools.count(101)

    def answer(request: Request) -> Outcome:
        return html(dynamic(request.url.scheme, next(seeds)))

    assert verdict("http://a.org/p", {"http://a.org": answer, "https://a.org": answer}) == "upgrade same-page"


def test_what_varies_over_https_alone_is_no_noise() -> None:
    words = '<p>Photo</p><img data-src="/photos/{}.jpg">'
    world = {"http://a.org": html(words.format(101)), "https://a.org": html(words.format(202))}
    assert verdict("http://a.org/p", world) == "review similar-page"


def test_data_with_other_numbers_is_other_data() -> None:
    isbn = '{{"isbn": {}}}'
    http, https = (reply(200, isbn.format(number), "application/json") for number in (1593279280, 1718501064))
    assert verdict("http://a.org/p", {"http://a.org": http, "https://a.org": https}) == "review similar-page"


def test_a_price_is_content() -> None:
    world = {
        "http://a.org": html("<title>x</title>It costs 101"),
        "https://a.org": html("<title>x</title>It costs 202"),
    }
    assert not verdict("http://a.org/p", world).startswith("upgrade")


@pytest.mark.parametrize("media", ["application/json", "text/plain", "application/rss+xml"])
def test_other_text_that_names_itself(media: str) -> None:
    http, https = (
        reply(200, f'"{scheme}://a.org/p" at 2026-12-01T12:00:0{at}Z', media)
        for scheme, at in (("http", 1), ("https", 2))
    )
    assert verdict("http://a.org/p", {"http://a.org": http, "https://a.org": https}) == "upgrade same-page"


def cut(text: str) -> bytes:
    return text.encode()[:65_536]


def test_long_pages_are_compared_as_far_as_both_were_read() -> None:
    links = {scheme: page(text=f'<a href="{scheme}://a.org/x">x</a>' * 40 + LONG) for scheme in ("http", "https")}
    world = {
        "http://a.org": reply(200, cut(links["http"]), cut=True, length=90_000),
        "https://a.org": reply(200, cut(links["https"]), cut=True, length=90_040),
    }
    assert verdict("http://a.org/p", world) == "upgrade same-page"


def test_a_whole_page_is_not_equal_to_a_longer_one() -> None:
    whole = reply(200, cut(page(text=LONG)))
    longer = reply(200, cut(page(text=LONG)), cut=True)
    assert not verdict("http://a.org/p", {"http://a.org": whole, "https://a.org": longer}, strict=True).startswith(
        "upgrade"
    )
