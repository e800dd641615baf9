from __future__ import annotations

import subprocess
import sys

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


def test_what_holds_nothing_but_names_costs_no_parser() -> None:
    text = (
        """<!DOCTYPE svg PUBLIC 'x' 'http://no/'><svg xmlns='http://no/' xmlns:x="http://no/" rdf:about='http://no/'>"""
    )
    script = (
        "import sys; from checker import discover; from checker.model import Document;"
        "found = [discover.find(Document('x', sys.argv[1] + more, 'xml')) for more in ('', '</svg>')];"
        "print(found, [name for name in sys.modules if '_links' in name or 'tokens' in name])"
    )
    done = subprocess.run([sys.executable, "-c", script, text], capture_output=True, text=True, check=True)
    assert done.stdout == "[[], []] []\n"
    check("xml", text + "<a href='«http://a/»'/>")
