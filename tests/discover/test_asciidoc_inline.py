"""Inline text of AsciiDoc; «guillemets» mark what must be found. Asciidoctor 2.0 agrees unless a comment says why not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.discover import asciidoc_inline
from checker.discover.asciidoc_inline import Kind
from tests.marked import marked, show

BARE = [
    "see «http://a.org/x» now",
    "«http://a.org»",
    "(«http://a.org/x»)",
    "«http://a.org/x». «http://b.org/y», «http://c.org/z»; «http://d.org»! «http://e.org»?",
    "«http://a.org/?a=1&b=2#c»",
    "«http://a.org/x_(y)z»",
    "xhttp://no.org/ https://no.org/",
    "https://web.archive.org/web/2010/http://no.org/",
    "`«http://a.org/»` *«http://b.org/»* _«http://c.org/»_",
    "«http://a.org/1»\n«http://a.org/2»",
    # Asciidoctor takes punctuation of other scripts into the URL; nobody means that.
    "见 «http://a.org/»。 «http://b.org/»、x",
]
LINKS = [
    "«http://a.org/»[text]",
    "«http://a.org/»[]",
    "«http://a.org/»[text,window=_blank]",
    "link:«http://a.org/»[text]",
    "<«http://a.org/x»>",
    "«http://a.org/»[a *b* c] and «http://b.org/»[d]",
    "«http://a.org/»[two\nlines]",
    # The text of a link holds no link.
    "«http://a.org/»[see http://no.org/ too]",
    "«http://a.org/x_y_z»[text]",
    r"«http://a.org/»[a \] b]",
]
IMAGES = [
    "image:«http://a.org/i.png»[alt]",
    "image:«http://a.org/i.png»[]",
]
NONE = [
    r"\http://no.org/",
    "+http://no.org/+",
    "`+http://no.org/+`",
    "``+http://no.org/+``",
    "++http://no.org/++",
    "$$http://no.org/$$",
    "stem:[http://no.org/]",
    "{host}/http://no.org/",
]


@pytest.mark.parametrize("text", BARE + LINKS + IMAGES + NONE)
def test_which_urls_are_links(text: str) -> None:
    plain, _ = marked(text)
    spans = [(found.start, found.end) for found in asciidoc_inline.scan(plain)]
    assert show(plain, spans) == text


@pytest.mark.parametrize(("texts", "kind"), [(BARE, Kind.BARE), (LINKS, Kind.LINK), (IMAGES, Kind.IMAGE)])
def test_what_kind_of_link(texts: list[str], kind: Kind) -> None:
    for text in texts:
        plain, _ = marked(text)
        assert {found.kind for found in asciidoc_inline.scan(plain)} <= {kind}


@pytest.mark.parametrize("text", ["a +++<b>«<a href='http://a.org/'>»</b>+++ c"])
def test_passthroughs_are_handed_on_as_html(text: str) -> None:
    plain, _ = marked(text)
    (found,) = asciidoc_inline.scan(plain)
    assert found.kind is Kind.HTML
    assert plain[found.start : found.end] == "<b><a href='http://a.org/'></b>"


def test_text_that_spells_the_same_url_is_tied_to_it() -> None:
    text = "http://a.org/[http://a.org/] http://b.org/[http://a.org/] http://c.org/[http://c.org/,window=_blank]"
    first, second, third = asciidoc_inline.scan(text)
    assert first.label is not None
    assert text[first.label.start : first.label.end] == "http://a.org/"
    assert second.label is None
    assert third.label is not None
    assert text[third.label.start : third.label.end] == "http://c.org/"


def test_the_links_of_pictures_and_blocks() -> None:
    text = 'alt,link=http://a.org/x,role="y" link="http://b.org/a,b"'
    assert [text[span.start : span.end] for span in asciidoc_inline.links_of(text, 0, len(text))] == [
        "http://a.org/x",
        "http://b.org/a,b",
    ]


@given(st.text(st.sampled_from("`*_#+$^~<>[]:\\ \nhttp://a.org/x.link:image:pass:\"'ü「")))
def test_whatever_the_text_places_are_within_it(text: str) -> None:
    for found in asciidoc_inline.scan(text):
        assert 0 <= found.start <= found.end <= len(text)
