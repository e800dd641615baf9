from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.model import Span
from checker.text import Lines, Pieces, decode, encode

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


@given(st.text(max_size=30), st.data())
def test_pieces_lead_back_to_the_text(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=8)))
    pieces = tuple(Span(start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=False))
    read = Pieces(text, pieces)
    assert read.joined == "".join(text[piece.start : piece.end] for piece in pieces)
    for offset, character in enumerate(read.joined):
        assert text[read.origin(offset)] == character
        assert text[read.span(offset, offset + 1).start] == character


def test_a_span_over_two_pieces_covers_the_gap() -> None:
    assert Pieces("> ab\n> cd", (Span(2, 5), Span(7, 9))).span(1, 5) == Span(3, 9)


@given(st.text(max_size=30), st.data())
def test_a_range_of_pieces_is_cut_into_its_own_characters(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=8)))
    read = Pieces(text, tuple(Span(start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=False)))
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(read.joined))] * 2)))
    assert "".join(text[piece.start : piece.end] for piece in read.cut(start, end)) == read.joined[start:end]


def test_pieces_that_stand_for_something_else_are_read_as_a_whole() -> None:
    text = "a&amp;b\r\nc"
    read = Pieces(text, (Span(0, 1), Span(1, 6), Span(6, 7), Span(7, 9), Span(9, 10)), ("a", "&", "b", "\n", "c"))
    assert read.joined == "a&b\nc"
    assert [read.span(at, at + 1) for at in range(5)] == [Span(0, 1), Span(1, 6), Span(6, 7), Span(7, 9), Span(9, 10)]
    assert (read.span(1, 4), read.origin(3), read.span(0, 2)) == (Span(1, 9), 7, Span(0, 6))


def test_one_piece_that_is_all_of_a_text_is_not_copied() -> None:
    text = "x" * 100
    assert Pieces(text, (Span(0, 100),)).joined is text
