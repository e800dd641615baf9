"""The rung ``mixed_content``."""

from __future__ import annotations

import pytest

from tests.worlds import conclude, html, page, verdict


@pytest.mark.parametrize(
    "head",
    [
        '<script src="http://cdn.org/x.js"></script>',
        "<link rel=stylesheet href=http://cdn.org/x.css>",
        '<link rel="preload" as="script" href="http://cdn.org/x.js">',
        '<base href="http://a.org/">',
        '<style>@import url("http://cdn.org/x.css");</style>',
        "<style>@font-face { font-family: x; src: url(http://cdn.org/x.woff) }</style>",
        '<iframe src=" HTTP://b.org/"></iframe>',
        '<object data="http://b.org/x"></object>',
        '<img srcset="/a.png 1x, http://b.org/a.png 2x">',
    ],
)
def test_equal_bytes_of_a_broken_page(head: str) -> None:
    same = html(page(head=head))
    assert verdict("http://a.org/p", {"http://a.org": same, "https://a.org": same}) == "review mixed-content"


@pytest.mark.parametrize(
    "head",
    [
        '<!-- <script src="http://cdn.org/x.js"></script> -->',
        '<noscript><iframe src="http://cdn.org/x"></iframe></noscript>',
        '<a href="http://b.org/">b</a><img src="http://b.org/a.png">',
        '<link rel="canonical" href="http://a.org/p"><link rel=icon href=http://a.org/i.ico>',
        '<link rel="alternate stylesheet" href="http://a.org/x.css">',
        '<script src="https://cdn.org/x.js?u=http://a.org/"></script>',
        '<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests"><script src="http://c.org/x.js"></script>',
        "<script>var u = '<script src=\"http://cdn.org/x.js\">';</script>",
    ],
)
def test_pages_that_are_whole(head: str) -> None:
    same = html(page(head=head))
    assert verdict("http://a.org/p", {"http://a.org": same, "https://a.org": same}) == "upgrade same-page"


def test_a_policy_in_the_header() -> None:
    body = page(head='<script src="http://cdn.org/x.js"></script>')
    same = html(body, headers=[("content-security-policy", "default-src *; Upgrade-Insecure-Requests")])
    assert verdict("http://a.org/p", {"http://a.org": same, "https://a.org": same}) == "upgrade same-page"


def test_the_detail_names_the_part() -> None:
    same = html(page(head='<script src="http://cdn.org/x.js"></script>'))
    judgement = conclude("http://a.org/p", {"http://a.org": same, "https://a.org": same})
    assert judgement.detail == "loads http://cdn.org/x.js"
