from __future__ import annotations

import gzip

import pytest

from checker.inputs import sitemaps
from checker.inputs.sitemaps import Sitemap

URLSET = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url><loc> https://x.org/a?b=1&amp;c=2 </loc><lastmod>2026-01-01</lastmod>
    <image:image><image:loc>https://x.org/a.png</image:loc></image:image></url>
  <url><loc>https://x.org/ü</loc></url>
  <url><loc>https://x.org/ü</loc></url>
</urlset>"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (URLSET.encode(), Sitemap(("https://x.org/a?b=1&c=2", "https://x.org/ü"))),
        (URLSET.encode("utf-8-sig"), Sitemap(("https://x.org/a?b=1&c=2", "https://x.org/ü"))),
        (URLSET.replace("UTF-8", "UTF-16").encode("utf-16"), Sitemap(("https://x.org/a?b=1&c=2", "https://x.org/ü"))),
        (gzip.compress(URLSET.encode()), Sitemap(("https://x.org/a?b=1&c=2", "https://x.org/ü"))),
        (
            b"<sitemapindex><sitemap><loc>https://x.org/1.xml.gz</loc></sitemap></sitemapindex>",
            Sitemap((), ("https://x.org/1.xml.gz",)),
        ),
        (
            b"\xef\xbb\xbfhttps://x.org/a\r\n\nnothing\nhttps://x.org/b\n",
            Sitemap(("https://x.org/a", "https://x.org/b")),
        ),
        (
            b"<rss><channel><link>https://x.org/</link><item><link>https://x.org/a</link></item></channel></rss>",
            Sitemap(("https://x.org/a",)),
        ),
        (
            b'<feed><link href="https://x.org/"/><entry><link href="https://x.org/a"/>'
            b'<link rel="enclosure" href="https://x.org/a.mp3"/></entry></feed>',
            Sitemap(("https://x.org/a",)),
        ),
        (b"<urlset><url><loc>https://x.org/a</loc></url><url><loc>https://x.org/b", Sitemap(("https://x.org/a",))),
        (b"<html><body><a href=x>", Sitemap()),
        (b"<urlset><url><loc></loc></url></urlset>", Sitemap()),
        (b"\x1f\x8bnonsense", Sitemap()),
        (b"", Sitemap()),
        (b"\xff\xfe\x00", Sitemap()),
    ],
)
def test_what_a_sitemap_names(body: bytes, found: Sitemap) -> None:
    assert sitemaps.read(body) == found


def test_entities_are_refused_before_they_grow() -> None:
    bomb = b"<!DOCTYPE u [<!ENTITY a 'https://x.org/'>]><urlset><url><loc>&a;</loc></url></urlset>"
    assert sitemaps.read(bomb) == Sitemap()


def test_a_packed_bomb_is_cut_and_what_came_before_counts() -> None:
    body = gzip.compress(b"<urlset><url><loc>https://x.org/a</loc></url>" + b" " * (sitemaps.SITEMAP_BYTES + 10))
    assert len(body) < 100_000
    assert sitemaps.read(body) == Sitemap(("https://x.org/a",))


def test_no_more_urls_than_the_protocol_allows_and_none_without_end() -> None:
    many = "".join(f"<url><loc>https://x.org/{number}</loc></url>" for number in range(sitemaps.MAX_URLS + 5))
    assert len(sitemaps.read(f"<urlset>{many}</urlset>".encode()).pages) == sitemaps.MAX_URLS
    lines = "\n".join(f"https://x.org/{number}" for number in range(sitemaps.MAX_URLS + 5))
    assert len(sitemaps.read(lines.encode()).pages) == sitemaps.MAX_URLS
    assert (
        sitemaps.read(b"<urlset><url><loc>https://x.org/" + b"&amp;" * 100_000 + b"</loc></url></urlset>") == Sitemap()
    )
    assert sitemaps.read(b"<a>" * 100_000) == Sitemap()
