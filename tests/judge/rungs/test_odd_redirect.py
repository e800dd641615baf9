"""The rung ``odd_redirect``: what is not followed."""

from __future__ import annotations

import pytest

from tests.worlds import conclude, html, redirect, verdict


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("javascript:alert(1)", "redirect-invalid"),
        ("http://", "redirect-invalid"),
        ("http://[bad/", "redirect-invalid"),
        ("file:///etc/passwd", "redirect-invalid"),
        ("http://b.org:22/", "redirect-invalid"),
        ("http://127.0.0.1/", "redirects-to-private"),
        ("http://169.254.169.254/latest", "redirects-to-private"),
        ("http://[::1]/", "redirects-to-private"),
        ("http://0x7f.1/", "redirects-to-private"),
    ],
)
def test_on_either_side(location: str, expected: str) -> None:
    away = redirect(location, 302)
    for world in ({"http://a.org": away, "https://a.org": away}, {"http://a.org": away, "https://a.org": html()}):
        assert verdict("http://a.org/p", world) == f"review {expected}"
    assert verdict("http://a.org/p", {"http://a.org": html(), "https://a.org": away}) == f"review {expected}"


def test_the_detail_names_the_place_and_no_password() -> None:
    away = redirect("ftp://b.org/x")
    assert (
        conclude("http://a.org/p", {"http://a.org": html(), "https://a.org": away}).detail
        == "https redirects to 'ftp://b.org/x'"
    )
    away = redirect("http://me:secret@10.0.0.1/")
    assert "secret" not in conclude("http://a.org/p", {"http://a.org": html(), "https://a.org": away}).detail
