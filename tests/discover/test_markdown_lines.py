from __future__ import annotations

from checker.discover.markdown_lines import clip, joined
from checker.model import Span

TEXT = "> ab\n> cd\n"
LINES = (Span(2, 5), Span(7, 9))


def test_lines_are_read_as_if_joined() -> None:
    assert joined(TEXT, LINES) == "ab\ncd"
    assert joined(TEXT, ()) == ""


def test_a_part_of_them_is_cut_at_the_markers() -> None:
    assert clip(LINES, 0, 2) == (Span(2, 4),)
    assert clip(LINES, 1, 4) == (Span(3, 5), Span(7, 8))
    assert clip(LINES, 3, 5) == (Span(7, 9),)
    assert clip(LINES, 3, 3) == ()
    assert clip((Span(2, 2), Span(7, 9)), 0, 1) == (Span(7, 8),)
