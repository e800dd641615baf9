"""Pieces of a text that are read as if joined, and the way back."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator
from dataclasses import replace

from checker.model import Link, Region, Span, Usage


class Pieces:
    """Pieces of a text read as if joined, and the way back from an offset in the joined text.

    ``reads`` gives what each piece stands for, as :class:`checker.model.Region` has it. One piece that is all of the
    text is not copied.
    """

    def __init__(self, text: str, pieces: tuple[Span, ...], reads: tuple[str, ...] = ()) -> None:
        parts = reads or [text[piece.start : piece.end] for piece in pieces]
        self.joined = "".join(parts)
        self._pieces = pieces
        self._starts: list[int] = []
        at = 0
        for part in parts:
            self._starts.append(at)
            at += len(part)
        self._starts.append(at)

    def _at(self, offset: int) -> Span:
        index = min(bisect.bisect_right(self._starts, offset), len(self._pieces)) - 1
        piece = self._pieces[index]
        start, end = self._starts[index : index + 2]
        if end - start != piece.end - piece.start:
            return piece
        return Span(piece.start + offset - start, piece.start + offset - start + 1)

    def origin(self, offset: int) -> int:
        """The offset in the text of the character at ``offset`` of the joined text."""
        return self._at(offset).start if self._pieces else 0

    def span(self, start: int, end: int) -> Span:
        """The span in the text of a non-empty range of the joined text; it covers gaps between pieces."""
        return Span(self._at(start).start, self._at(end - 1).end)

    def cut(self, start: int, end: int) -> tuple[Span, ...]:
        """The pieces of the text that a range of the joined text consists of; no gaps. Not for ``reads``."""
        found = []
        index = bisect.bisect_right(self._starts, start) - 1
        while index < len(self._pieces) and self._starts[index] < end:
            shift = self._pieces[index].start - self._starts[index]
            found.append(Span(max(start, self._starts[index]) + shift, min(end, self._starts[index + 1]) + shift))
            index += 1
        return tuple(found)

    def placed(self, links: Iterable[Link]) -> Iterator[Link]:
        """Links of the joined text, each where it is written in the text."""
        for link in links:
            place = self.span(link.start, link.end)
            label = link.label and self.span(link.label.start, link.label.end)
            yield replace(link, start=place.start, end=place.end, label=label)

    def region(
        self, language: str, pieces: tuple[Span, ...], reads: tuple[str, ...] = (), usage: Usage | None = None
    ) -> Region:
        """Pieces of the joined text as a region of the text."""
        if not reads:
            parts = tuple(part for piece in pieces for part in self.cut(piece.start, piece.end))
            return Region(language, parts, usage=usage)
        found: list[Span] = []
        stand_for: list[str] = []
        for piece, read in zip(pieces, reads, strict=True):
            if piece.end - piece.start != len(read):
                found.append(self.span(piece.start, piece.end))
                stand_for.append(read)
                continue
            at = 0
            for part in self.cut(piece.start, piece.end):
                found.append(part)
                stand_for.append(read[at : at + part.end - part.start])
                at += part.end - part.start
        return Region(language, tuple(found), tuple(stand_for), usage)
