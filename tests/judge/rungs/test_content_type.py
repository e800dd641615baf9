"""The rung ``content_type``."""

from __future__ import annotations

import pytest

from tests.worlds import conclude, reply, verdict


@pytest.mark.parametrize(
    ("http", "https", "expected"),
    [
        ("text/html", "application/json", "keep different-page"),
        ("application/pdf", "text/html", "keep different-page"),
        ("text/plain", "text/html", "keep different-page"),
        ("image/jpeg", "image/webp", "review similar-page"),
        ("text/xml", "application/rss+xml; charset=utf-8", "upgrade same-page"),
        ("application/javascript", "text/javascript", "upgrade same-page"),
        ("TEXT/HTML;charset=x", "text/html", "upgrade same-page"),
        (None, "text/plain", "upgrade same-page"),
        ("image/jpg", "image/jpeg", "upgrade same-page"),
    ],
)
def test_equal_bytes_of_two_types(http: str | None, https: str | None, expected: str) -> None:
    world = {"http://a.org": reply(200, "same bytes", http), "https://a.org": reply(200, "same bytes", https)}
    assert verdict("http://a.org/p", world) == expected


def test_what_nobody_names_is_sniffed() -> None:
    world = {
        "http://a.org": reply(200, b"%PDF-1.7 x", None),
        "https://a.org": reply(200, b"%PDF-1.7 x", "application/pdf"),
    }
    assert verdict("http://a.org/p", world) == "upgrade same-page"
    world = {
        "http://a.org": reply(200, b"<html>x", None),
        "https://a.org": reply(200, b"\x89PNG\r\n\x1a\n", "application/octet-stream"),
    }
    assert conclude("http://a.org/p", world).detail == "http gives text/html, https image/png"
