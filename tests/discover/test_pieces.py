from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from checker.discover.pieces import Pieces
from checker.model import Link, Region, Span, Usage


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


def test_links_are_placed_in_the_text_with_their_labels() -> None:
    read = Pieces("a&amp;b c", (Span(0, 1), Span(1, 6), Span(6, 9)), ("a", "&", "b c"))
    link = Link(0, 3, "a&b", Usage.DATA, label=Span(1, 2))
    assert list(read.placed([link])) == [Link(0, 7, "a&b", Usage.DATA, label=Span(1, 6))]


def test_a_region_is_cut_where_the_pieces_are() -> None:
    read = Pieces("> ab&amp;\n> cd", (Span(2, 10), Span(12, 14)))
    assert read.region("x", (Span(1, 9),)) == Region("x", (Span(3, 10), Span(12, 13)))
    assert read.region("x", (Span(1, 2), Span(2, 7), Span(7, 10)), ("b", "&", "\ncd"), Usage.DATA) == Region(
        "x", (Span(3, 4), Span(4, 9), Span(9, 10), Span(12, 14)), ("b", "&", "\n", "cd"), Usage.DATA
    )
