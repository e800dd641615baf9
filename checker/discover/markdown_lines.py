"""The lines of a block of Markdown, without the markers of the lists and quotes that they stand in."""

from __future__ import annotations

from typing import TypeAlias

from checker.model import Span

Lines: TypeAlias = tuple[Span, ...]
"""Offsets into the text, in order; read as if joined."""


def joined(text: str, lines: Lines) -> str:
    return "".join([text[line.start : line.end] for line in lines])


def clip(lines: Lines, start: int, end: int) -> Lines:
    """Where the characters from ``start`` to ``end`` of the joined lines stand."""
    clipped = []
    for line in lines:
        length = line.end - line.start
        if start < length and end > 0 and length:
            clipped.append(Span(line.start + max(start, 0), line.start + min(end, length)))
        start -= length
        end -= length
        if end <= 0:
            break
    return tuple(clipped)
