from __future__ import annotations

from collections.abc import Generator

import pytest

from checker import discover
from checker.model import Document, Language, Link, Mixed, Region, Source, Span, Usage
from tests.marked import check


def test_places_have_lines_columns_and_what_is_written() -> None:
    text = "é\r\n<a\rhref='http://a/?b&amp;c'>http://a/?b&amp;c</a>"
    (place,) = discover.find(Document("x.html", text, "html", Source.PAGE))
    assert (place.document, place.source) == ("x.html", Source.PAGE)
    assert ((place.line, place.column), (place.end_line, place.end_column)) == ((3, 7), (3, 24))
    assert (place.url, place.written) == ("http://a/?b&c", "http://a/?b&amp;c")
    assert (place.label, place.label_written) == (Span(31, 48), "http://a/?b&amp;c")


def test_an_unknown_language_holds_nothing() -> None:
    assert discover.find(Document("x", "http://a/", "no-such-language")) == []


def test_languages_within_languages_lead_back_to_the_text() -> None:
    """Markdown > HTML > srcdoc > style attribute with references in references."""
    check(
        "markdown",
        "> <iframe srcdoc='<p style=\"background:url(&amp;quot;«http&amp;colon;//a/»&amp;quot;)\n"
        "> \">'></iframe>\n>\n> «http://b.example/»\n",
    )


def test_nesting_is_bounded() -> None:
    inner = "<a href=http://a/>"
    for _ in range(20):
        escaped = inner.replace("&", "&amp;").replace('"', "&quot;")
        inner = f'<iframe srcdoc="{escaped}">'
    assert discover.find(Document("x.html", inner, "html")) == []


def test_a_region_may_say_what_its_links_are_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
        yield Region("html", (Span(1, len(text)),), usage=Usage.DATA)
        yield Region("html", (Span(0, 1), Span(1, len(text))), ("", text[1:]), Usage.METADATA)

    languages = {"x": Language("x", (), extract), "html": discover.all_languages()["html"]}
    monkeypatch.setattr(discover, "all_languages", lambda: languages)
    (place,) = discover.find(Document("x", "?<img src=http://a/>", "x"))
    assert (place.written, place.usage, place.mixed) == ("http://a/", Usage.METADATA, Mixed.PASSIVE)
