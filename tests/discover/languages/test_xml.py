from __future__ import annotations

import pytest

from checker import discover
from tests.marked import check


@pytest.mark.parametrize("name", ["sitemap.xml", "a/Logo.SVG", "x.rss", "x.atom", "x.rdf", "feeds.opml", "pretty.xsl"])
def test_which_files_are_xml(name: str) -> None:
    language = discover.language_of(name)
    assert language is not None
    assert language.name == "xml"


@pytest.mark.parametrize("media_type", ["text/xml", "application/rss+xml", "application/atom+xml", "image/svg+xml"])
def test_which_media_types_are_xml(media_type: str) -> None:
    language = discover.language_of("/", media_type)
    assert language is not None
    assert language.name == "xml"


def test_a_feed_with_everything_that_xml_hands_over() -> None:
    check(
        "xml",
        '<rss xmlns:x="http://no.org/"><channel><link>«http://a.org/»</link><guid>http://no.org/</guid>'
        '<description>&lt;img style="background:url(«http://b.org/?a&amp;amp;b»)"></description></channel></rss>',
    )
