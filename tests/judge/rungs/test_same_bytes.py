"""The rung ``same_bytes``."""

from __future__ import annotations

import pytest

from checker.model import Outcome
from tests.worlds import conclude, html, page, redirect, reply, verdict

TAG = [("etag", '"5f3c-1a2b3c4d"')]
HEAD = b"x" * 1000


def both(http: Outcome, https: Outcome, **flags: bool) -> str:
    return verdict("http://a.org/p", {"http://a.org": http, "https://a.org": https}, **flags)


@pytest.mark.parametrize("media", ["text/html", "application/json", "application/pdf", "text/javascript", "image/png"])
def test_equal_bytes_prove(media: str) -> None:
    assert both(reply(200, "abc", media), reply(200, "abc", media)) == "upgrade same-page"
    assert both(reply(200, "abc", media), reply(200, "abc", media), strict=True) == "upgrade same-page"
    assert both(reply(200, "abc", media), reply(200, "abc", media), strict=True, form=True) == "review similar-page"


@pytest.mark.parametrize("status", [204, 205])
def test_no_content_alike(status: int) -> None:
    assert both(reply(status, media=None), reply(status, media=None)) == "upgrade same-page"


def test_empty_bodies_prove_nothing() -> None:
    assert both(reply(200), reply(200)) == "unknown no-evidence"
    assert both(reply(200, headers=TAG), reply(200, headers=TAG)) == "unknown no-evidence"
    assert both(reply(204, media=None), reply(205, media=None)) == "unknown no-evidence"


def test_partial_content_with_equal_bytes() -> None:
    assert both(reply(206, "abc"), reply(206, "abc")) == "upgrade same-page"


PDF = "application/pdf"


@pytest.mark.parametrize(
    ("http", "https", "loose", "strict"),
    [
        (
            reply(200, HEAD, PDF, cut=True, length=9000),
            reply(200, HEAD, PDF, cut=True, length=9000),
            "upgrade",
            "upgrade",
        ),
        (
            reply(200, HEAD, PDF, cut=True, length=9000),
            reply(200, HEAD, PDF, cut=True, length=9001),
            "review",
            "review",
        ),
        (
            reply(200, HEAD, PDF, cut=True, headers=TAG),
            reply(200, HEAD, PDF, cut=True, headers=TAG),
            "upgrade",
            "upgrade",
        ),
        (reply(200, HEAD, PDF, cut=True), reply(200, HEAD, PDF, cut=True), "upgrade", "review"),
        (reply(200, HEAD, PDF, cut=True), reply(200, HEAD, PDF), "review", "review"),
        (
            reply(200, HEAD, PDF, cut=True, headers=TAG),
            reply(200, b"y" * 1000, PDF, cut=True, headers=TAG),
            "review",
            "review",
        ),
    ],
)
def test_bodies_over_the_limit(http: Outcome, https: Outcome, loose: str, strict: str) -> None:
    assert both(http, https).split()[0] == loose
    assert both(http, https, strict=True, navigation=False).split()[0] == strict


@pytest.mark.parametrize("tag", ['W/"5f3c-1a2b3c4d"', '"1"', "5f3c-1a2b3c4d"])
def test_weak_and_short_tags_prove_nothing(tag: str) -> None:
    stream = reply(200, HEAD, PDF, cut=True, headers=[("etag", tag)])
    assert both(stream, stream, strict=True) == "review similar-page"


def test_a_tag_that_a_server_gives_to_everything() -> None:
    one, other = html(page("One"), headers=TAG), html(page("Two", "something else altogether " * 20), headers=TAG)
    assert both(one, other) == "keep different-page"


def test_both_lead_to_one_url() -> None:
    away = redirect("https://www.a.org/p")
    world = {"http://a.org": away, "https://a.org": away, "https://www.a.org/p": reply(200)}
    assert conclude("http://a.org/p", world).detail == "both lead to https://www.a.org/p"


def test_what_else_of_a_header_changes_what_the_reader_gets() -> None:
    body = "the same"
    saved = reply(200, body, headers=(("content-disposition", "attachment; filename=x"),))
    wide = reply(200, body, "text/html; charset=utf-16le")
    partial = reply(206, body)
    for https in (saved, wide, partial):
        world = {"http://a.org": reply(200, body), "https://a.org": https}
        assert not verdict("http://a.org/p", world).startswith("upgrade")


def test_cut_bodies_with_other_strong_tags_are_others() -> None:
    def stream(tag: str) -> Outcome:
        return reply(200, b"x" * 100, "application/zip", cut=True, headers=(("etag", f'"{tag}"'),))

    world = {"http://a.org": stream("0123456789"), "https://a.org": stream("9876543210")}
    assert not verdict("http://a.org/p", world).startswith("upgrade")
