"""Values of data files: whole URLs, URLs in text, escapes and identifiers."""

from __future__ import annotations

import json
import tomllib

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from checker.discover import data_values
from checker.discover.pieces import Pieces
from checker.model import Span
from tests.marked import marked, show


@pytest.mark.parametrize(
    "value",
    [
        "«http://a.example/»",
        "«HTTP://a.example»",
        "«http://a.example/b,c)»",
        "«http://a.example/x|y»",
        "«http://user@a.example:80/?q#f»",
        "«http://例え.example/ü»",
        "«http:\\\\a.example»",
        "see «http://a.example/b», and (<«http://b.example/»>).",
        "[x](«http://a.example/b_(c)») and <a href='«http://b.example/»'>",
        " «http://a.example/» ",
        "http://a.example/{id}",
        "http://{host}/",
        "http://<host>/",
        "http://a.example/{{ page.url }}",
        "http://",
        "http:",
        "http:request",
        "http:///",
        "https://a.example/http://no.example/",
        "xhttp://a.example/",
        "",
    ],
)
def test_where_urls_stand_in_a_value(value: str) -> None:
    plain, _ = marked(value)
    found = list(data_values.links(plain, (Span(0, len(plain)),)))
    assert show(plain, [(link.start, link.end) for link in found]) == value
    assert [link.url for link in found] == [plain[link.start : link.end] for link in found]


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("«http:\\/\\/a.example\\/x»", ["http://a.example/x"]),
        ("«\\u0068\\x74\\U00000074p://a.example/\\u00e9»", ["http://a.example/é"]),
        ("«http://a.example/\\ud83d\\ude00»", ["http://a.example/😀"]),
        ("«http://a.example/\\ud83d\\u0041»", ["http://a.example/\ufffdA"]),
        ('a\\n«http\\u003A//a.example/»\\t\\"«http:\\/\\/b.example»\\"', ["http://a.example/", "http://b.example"]),
        ("«http://a.example/\\\n   b»", ["http://a.example/b"]),
        ("\\u12«http://a.example/»\\n", ["http://a.example/"]),
    ],
)
def test_escapes_are_undone_and_lead_back(text: str, urls: list[str]) -> None:
    plain, _ = marked(text)
    found = list(data_values.in_quotes(plain, 0, len(plain)))
    assert show(plain, [(link.start, link.end) for link in found]) == text
    assert [link.url for link in found] == urls


@given(st.text(max_size=20))
def test_escapes_read_as_the_languages_own_parsers_read_them(value: str) -> None:
    for escaped in (json.dumps(value), json.dumps(value, ensure_ascii=False), yaml.dump(value, default_style='"')):
        body = escaped.strip()[1:-1]
        read = "".join(data_values.unescape(body, 0, len(body))[1])
        if escaped[0] == '"' and "\n" not in body:
            assert read == value


@given(st.lists(st.sampled_from(["\\n", "\\t", '\\"', "\\\\", "\\u00e9", "\\U0001F600", "\\b", "x", "é", " "])))
def test_escapes_of_toml(parts: list[str]) -> None:
    body = "".join(parts)
    assert "".join(data_values.unescape(body, 0, len(body))[1]) == tomllib.loads(f'a = "{body}"')["a"]


@given(st.lists(st.sampled_from(["\\", "u", "x", "U", "0068", "d83d", "\\ude00", "\n", "\r", " ", "a", '"', "/"])))
def test_the_pieces_cover_the_text_without_gaps(parts: list[str]) -> None:
    text = "".join(parts)
    pieces, reads = data_values.unescape(text, 0, len(text))
    assert len(pieces) == len(reads)
    assert [piece.start for piece in pieces] == [0, *(piece.end for piece in pieces)][:-1]
    assert pieces[-1].end == len(text)
    assert Pieces(text, pieces, reads).joined == "".join(reads)


@pytest.mark.parametrize(
    ("key", "identifier"),
    [
        *((key, True) for key in ("$schema", "$id", "$ref", "@context", "@id", "@type", "@vocab", "@base", "id")),
        *(
            (key, True)
            for key in ("ID", "guid", "xmlns", "xmlns:x", "rdf:about", "license", "licence", "licenses", "https-ready")
        ),
        *((key, True) for key in ("licenseUrl", "license_url", "license-link", "cc:license", "dct:license")),
        *((key, False) for key in ("url", "video", "ids", "idea", "licensee", "schema", "homepage", "@graph", "")),
    ],
)
def test_identifiers(key: str, identifier: bool) -> None:
    assert data_values.is_identifier(key) is identifier
