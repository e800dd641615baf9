"""The rung ``default_page``."""

from __future__ import annotations

import pytest

from tests.worlds import html, page, verdict

DEFAULTS = [
    "<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is "
    "successfully installed and working. Further configuration is required.</p>",
    "<html><body><h1>It works!</h1></body></html>",
    "<title>Apache2 Debian Default Page: It works</title><p>This is the default welcome page used to test",
    "<title>Apache2 Ubuntu Default Page: It works</title><p>This is the default welcome page used to test",
    "<title>IIS Windows Server</title><img src=iisstart.png>",
    "<title>Default Web Site Page</title><p>SORRY!",
    "<title>Test Page for the HTTP Server on Fedora</title><p>This page is used to test the Apache HTTP server",
]


@pytest.mark.parametrize("body", DEFAULTS)
def test_default_pages(body: str) -> None:
    world = {"http://a.org": html(), "https://a.org": html(body)}
    assert verdict("http://a.org/p", world) == "keep different-page"
    assert verdict("http://a.org/p", {**world, "http://a.org": html(body)}) == "review parked"


@pytest.mark.parametrize(
    "innocent",
    [
        page("Welcome to nginx!", "A course of twelve evenings about a web server. " * 8),
        page("It works!", "How we mended the tower clock, in forty pictures and a poem. " * 5),
        page(text="If you see this page, the nginx web server is successfully installed. " * 4),
    ],
)
def test_pages_about_servers_are_not_default_pages(innocent: str) -> None:
    world = {"http://a.org": html(innocent), "https://a.org": html(innocent)}
    assert verdict("http://a.org/p", world) == "upgrade same-page"
