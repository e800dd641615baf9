from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import discover
from checker.discover.languages.css import LANGUAGE
from checker.model import Document, Link, Mixed, Span, Usage
from tests.marked import check


@pytest.mark.parametrize(
    "text",
    [
        "b{background:url(«http://a/»)}",
        "b{background:url( \n«http://a/»\t)}",
        "b{background:URL('«http://a/»')}",
        'b{background:url( "«http://a/»" )}',
        "b{background:url(«http://a/»",
        "b{background:url('«http://a/»",
        "b{background:u\\72l(«http://a/»)}",
        "b{background:\\55 RL(«http://a/»)}",
        "b{background:url(«http\\3a //a/\\)b»)}",
        "b{background:url(«\\000068ttp://a/»)}",
        "b{background:url('«ht\\\ntp://a/»')}",
        "b{background:url('«http://a/\\'»')}",
        "b{background:url(' «http://a/ b» ')}",
        "b{background:url('«h\tttp://a/»')}",
        "@import '«http://a/»' screen;@import url(«http://b/») supports(background:url(http://no/));c{d:url(«http://e/»)}",
        '@IMPORT/**/"«http://a/»"',
        "@\\69mport '«http://a/»'",
        "<!-- @import '«http://a/»'; -->",
        "b{background:image-set('«http://a/»' 1x, url(«http://b/») type('http://no/'),'«http://c/»' 2x)}",
        "b{background:-webkit-image-set(url('«http://a/»') 1x)}",
        "b{--x:url(«http://a/»);cursor:url(«http://b/»),auto}",
        "@media screen{@supports (a:b){b{background:url(«http://a/»)}}}",
        "a{b:url(c'd http://no/)}e{f:url(«http://g/»)}",
        "a{b:url(http://no/ x)}e{f:url(«http://g/»)}",
        "a{b:url(http://no/(x)}e{f:url(«http://g/»)}",
        "a{content:'http://no/\n;}b{c:url(«http://d/»)}",
        "a{content:'\\'url(http://no/)'}",
        "a{/* url(http://no/) */b:url(«http://c/»)/*/url(http://no/)*/}",
        "a{b:url(«http://c/»)} /* url(http://no/)",
        "@namespace svg url(http://no/);@namespace 'http://no/';a{b:url(«http://c/»)}",
        "@-moz-document url(http://no/){a{b:url(«http://c/»)}}",
        "a{content:'http://no/'}a[href='http://no/']{}",
        "a{b:myurl(http://no/);c:-url(http://no/);d:1url(http://no/);e:#url(http://no/);f:ur\\lx(http://no/)}",
        "a{b:url(data:image/svg+xml;utf8,<svg xmlns=http://no/>)}",
        "a{b:url('https://a/http://no/')}",
        "@import\0 'http://no/';a{b:url(«http://\0/»)}",
        "a{b:c\\",
        "a{b:url('«http://a»\\\r",
    ],
)
def test_places(text: str) -> None:
    check("css", text)


@pytest.mark.parametrize(
    ("text", "usage", "mixed"),
    [
        ("b{background:url(http://a/)}", Usage.IMAGE, Mixed.PASSIVE),
        ("b{background:image-set('http://a/' 1x)}", Usage.IMAGE, Mixed.PASSIVE),
        ("b{background:image('http://a/')}", Usage.IMAGE, Mixed.PASSIVE),
        ("b{background:src( 'http://a/' )}", Usage.IMAGE, Mixed.PASSIVE),
        ("b{background:cross-fade(url('http://a/'), 50%)}", Usage.IMAGE, Mixed.PASSIVE),
        ("@font-face{src:src('http://a/') format('http://no/')}", Usage.FONT, Mixed.ACTIVE),
        ("@import url(http://a/) layer(x) supports(a:b) screen;", Usage.STYLE, Mixed.ACTIVE),
        ("@counter-style x{symbols:url(http://a/)}", Usage.IMAGE, Mixed.PASSIVE),
        ("@import url('http://a/');", Usage.STYLE, Mixed.ACTIVE),
        ("@font-face{font-family:x;src:local(y),url(http://a/)}", Usage.FONT, Mixed.ACTIVE),
        ("@font-face{a{}}b{c:url(http://a/)}", Usage.IMAGE, Mixed.PASSIVE),
        ("@media x{@Font-Face{{}src:url(http://a/)}}", Usage.FONT, Mixed.ACTIVE),
        ("@font-face{}}}b{c:url(http://a/)}", Usage.IMAGE, Mixed.PASSIVE),
        ("@import 'http://localhost/a.css';", Usage.STYLE, Mixed.NONE),
    ],
)
def test_usage_and_mixed(text: str, usage: Usage, mixed: Mixed) -> None:
    assert [(place.usage, place.mixed) for place in discover.find(Document("x.css", text, "css"))] == [(usage, mixed)]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("a{b:url(http\\3a //a/\\)b)}", "http://a/)b"),
        ("a{b:url('ht\\\r\ntp://a/\\26\r\nb')}", "http://a/&b"),
        ("a{b:url('http://a/\\0\\d800\\110000 ')}", "http://a/\ufffd\ufffd\ufffd"),
        ("a{b:url(\\68 ttp://a/\\n)}", "http://a/n"),
        ("a{b:url(http:\\\\a\\\\b)}", "http:\\a\\b"),
    ],
)
def test_urls_are_as_a_browser_reads_them(text: str, url: str) -> None:
    assert [place.url for place in discover.find(Document("x.css", text, "css"))] == [url]


PARTS = [
    "@import ",
    "@font-face{src:",
    "url(",
    "url('",
    "http://a.example/b",
    "image-set(",
    "'",
    '"',
    ")",
    "{",
    "}",
    ";",
    "/*",
    "*/",
    "\\",
    "\n",
    "a",
]


@given(st.lists(st.sampled_from(PARTS), max_size=15).map("".join), st.integers(0, 60))
def test_pieces_read_as_the_whole_and_spans_spell_their_urls(text: str, at: int) -> None:
    at = min(at, len(text))

    def links(source: str, *within: Span) -> list[Link]:
        return [item for item in LANGUAGE.extract(source, within) if isinstance(item, Link)]

    def moved(offset: int) -> int:
        return offset + (2 if offset < at else 4)

    whole = links(text, Span(0, len(text)))
    parts = links(f"> {text[:at]}> {text[at:]}", Span(2, 2 + at), Span(4 + at, 4 + len(text)))
    assert [(moved(link.start), moved(link.end - 1) + 1, link.url) for link in whole] == [
        (link.start, link.end, link.url) for link in parts
    ]
    for link in whole:
        written = text[link.start : link.end]
        assert "\\" in written or written.replace("\n", "") == link.url
