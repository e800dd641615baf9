from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.discover.pieces import Pieces
from checker.discover.references import decode, is_plain, text_of


def value(text: str) -> str:
    return "".join(decode(text, 0, len(text))[1])


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("", ""),
        ("a&amp;b", "a&b"),
        ("&copy;&copy", "©©"),
        ("&copy=1&copyx&copy1", "&copy=1&copyx&copy1"),
        ("&copy;=", "©="),
        ("&copy&", "©&"),
        ("&notit;&nosuch;&;&&", "&notit;&nosuch;&;&&"),
        ("&AMP;&amP;", "&&amP;"),
        ("&Tab;&NewLine;&colon;&sol;&bsol;&fjlig;", "\t\n:/\\fj"),
        ("&NotEqualTilde;", "≂̸"),
        ("&#104;&#x68;&#X68;&#104&#x68", "hhhhh"),
        ("&#;&#x;&#xg;&# ", "&#;&#x;&#xg;&# "),
        ("&#0;&#xD800;&#x110000;&#99999999999;", "\ufffd" * 4),
        ("&#" + "9" * 5000 + ";", "\ufffd"),
        ("&#" + "0" * 5000 + "65;", "A"),
        ("&#x80;&#x99;&#x81;&#13;", "€™\x81\r"),
        ("a\r\nb\rc\r\r\nd\ne", "a\nb\nc\n\nd\ne"),
        ("\0a\0\0", "\ufffda\ufffd\ufffd"),
        ("&amp;amp;", "&amp;"),
        ("&\u212aopy;&ſ", "&\u212aopy;&ſ"),
    ],
)
def test_values(written: str, read: str) -> None:
    assert value(written) == read


@pytest.mark.parametrize(
    ("written", "read"), [("&notit;&copy=&copyx", "¬it;©=©x"), ("&ampere&x", "&ere&x"), ("plain", "plain")]
)
def test_text_outside_of_attributes(written: str, read: str) -> None:
    assert text_of(f"<{written}>", 1, 1 + len(written)) == read


@given(st.text(st.sampled_from("a&;x#41=copynti \r\n\0é"), max_size=30))
def test_text_agrees_with_the_standard_library_and_pieces_cover_the_source(text: str) -> None:
    pieces, reads = decode(text, 0, len(text), attribute=False)
    assert "".join(text[piece.start : piece.end] for piece in pieces) == text
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    # The standard library drops what the standard reads as U+FFFD or a control.
    if "#" not in text:
        assert "".join(reads) == html.unescape(plain)
    assert is_plain(text, 0, len(text)) == (not any(character in text for character in "&\r\0"))


def test_offsets_lead_back() -> None:
    text = "x='h&#116;tp&colon;//a&amp;b\r\nc'"
    read = Pieces(text, *decode(text, 3, len(text) - 1))
    assert read.joined == "http://a&b\nc"
    for found, written in (
        ("h", "h"),
        ("t", "&#116;"),
        ("p:", "p&colon;"),
        ("//a", "//a"),
        ("&b\n", "&amp;b\r\n"),
        ("c", "c"),
    ):
        start = read.joined.index(found)
        span = read.span(start, start + len(found))
        assert text[span.start : span.end] == written
