from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.text import Lines, decode, encode

MARKS = st.sampled_from([b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"])


@given(MARKS, st.binary(max_size=200))
def test_encoding_what_was_decoded_gives_the_same_bytes(mark: bytes, data: bytes) -> None:
    text, encoding = decode(mark + data)
    assert encode(text, encoding) == mark + data


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a\xe9b", "a\udce9b"),
        (b"\xef\xbb\xbfa", "a"),
        ("\ufeffä\n".encode("utf-16-le"), "ä\n"),
        ("\ufeffä\n".encode("utf-16-be"), "ä\n"),
        (b"\xff\xfea", "\udcff\udcfea"),  # an odd number of bytes is no UTF-16
        (b"a\x00b\r\nc\rd", "a\x00b\r\nc\rd"),
    ],
)
def test_decode(data: bytes, expected: str) -> None:
    assert decode(data)[0] == expected


def slow_place(text: str, offset: int) -> tuple[int, int]:
    line, column, at = 1, 1, 0
    while at < offset:
        if text[at] == "\r" and text[at + 1 : at + 2] == "\n":
            if at + 1 == offset:
                return line, column + 1
            at += 2
        elif text[at] in "\r\n":
            at += 1
        else:
            at += 1
            column += 1
            continue
        line, column = line + 1, 1
    return line, column


@given(st.text(st.sampled_from("ab\r\n\u2028\x85\x0b\ud800é𝄞"), max_size=40), st.data())
def test_places_agree_with_a_slow_counter(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    assert Lines(text).place(offset) == slow_place(text, offset)


def test_lines_know_where_they_begin() -> None:
    lines = Lines("a\r\nb\rc\nd")
    assert [lines.start(line) for line in (1, 2, 3, 4)] == [0, 3, 5, 7]
