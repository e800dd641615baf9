from __future__ import annotations

import itertools

import pytest

from checker import discover
from checker.model import Document, Language

LETTERS = {
    "h": [
        "h",
        "H",
        "&#104;",
        "&#x68",
        "&#0072;",
        "&amp;#104;",
        "&#38;#x48;",
        "\\68 ",
        "\\000048 ",
        "\\h",
        "\\u0026#104;",
        "\\u005c68 ",
        "&#92;68 ",
        "&bsol;68 ",
    ],
    "t": ["t", "T", "&#116;", "&#x74;", "\\74 ", "\\t", "\\u0074", "\\x54"],
    "p": ["p", "P", "&#112", "&#X50;", "\\70 ", "\\p", "\\U00000070"],
    ":": [":", "&colon;", "&#58;", "&#x3a;", "&amp;colon;", "\\3a ", "\\:"],
}
BETWEEN = [
    "",
    "\n",
    "\r\n",
    "\t",
    "&Tab;",
    "&NewLine;",
    "&#9;",
    "&#xA;",
    "&amp;tab;",
    "\\\n",
    "\\a ",
    "\\9 ",
    "\\n",
    "\\u0009",
    "\\x0A",
    "\\U0000000a",
    "\\u0026Tab;",
]


def test_the_scan_sees_every_way_to_write_the_scheme() -> None:
    whole = ["".join(choice) for choice in itertools.product(*(LETTERS[letter] for letter in "http:"))]
    broken = [
        "".join(itertools.chain(*zip("http:", (*gaps, ""), strict=True)))
        for gaps in itertools.product(BETWEEN, ["", "\n", "&Tab;"], ["", "\t", "\\\n"], BETWEEN)
    ]
    assert len(whole) > 10_000
    assert [text for text in whole + broken if not discover.may_hold_http(f"x{text}//a/")] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://a.example/ HTTPS://b.example/ http and http//",
        "it's &#39;it&#8217;s&#160; that\nthe with\nthe it\npays",
        r"/\d+\s\w/.test('\b') \2014 \e900",
        '<a href="/a:b">&amp;#39;&lt;&gt;&copy;</a>',
        "K\u212a ſ İ 日本語 \ud800",
    ],
)
def test_the_scan_says_no_where_there_is_nothing(text: str) -> None:
    assert not discover.may_hold_http(text)


def test_the_scan_decides_whether_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def explode() -> dict[str, Language]:
        raise AssertionError("a language was looked for")

    monkeypatch.setattr(discover, "all_languages", explode)
    assert discover.find(Document("x.html", "<a href='https://a/'>" * 1000, "html")) == []


@pytest.mark.parametrize(
    ("name", "media_type", "language"),
    [
        ("a/B.HTML", "", "html"),
        ("a.htm", "", "html"),
        ("a.xhtml", "", "html"),
        ("a.css", "", "css"),
        ("a.md", "", "markdown"),
        ("a.xml", "", "xml"),
        ("a.json", "", "json"),
        ("package-lock.json", "", None),
        ("a.txt", "", None),
        ("html", "", None),
        ("http://a/x.css", "text/html", "html"),
        ("http://a/x.html", "text/css", "css"),
        ("http://a/x", "application/rss+xml", "xml"),
        ("http://a/x.html", "image/png", None),
    ],
)
def test_language_by_name_or_media_type(name: str, media_type: str, language: str | None) -> None:
    found = discover.language_of(name, media_type)
    assert (found and found.name) == language
