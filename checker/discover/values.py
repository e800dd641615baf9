"""Values of markup as a browser reads them, and the way back to where they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from checker import urls
from checker.discover import references
from checker.discover.pieces import Pieces
from checker.model import Link, Mixed, Region, Span, Usage

Use: TypeAlias = tuple[Usage, Mixed]

_CONTROLS_AND_BLANK = "".join(map(chr, range(0x21)))
_DROPPED = re.compile(r"[\t\n\r]")


class Value:
    """What pieces of a document read as, and where in the document's text each range of it is written."""

    def __init__(self, document: Pieces, pieces: tuple[Span, ...], reads: tuple[str, ...] = ()) -> None:
        self._document = document
        self._written = pieces, reads
        self._read = Pieces(document.joined, pieces, reads)
        self.text = self._read.joined

    @classmethod
    def at(cls, document: Pieces, span: Span, *, attribute: bool = True) -> Value:
        """The value written at ``span`` of the joined text, character references decoded."""
        if references.is_plain(document.joined, span.start, span.end):
            return cls(document, (span,))
        return cls(document, *references.decode(document.joined, span.start, span.end, attribute=attribute))

    def region(self, language: str) -> Region:
        return self._document.region(language, *self._written)

    def span(self, start: int, end: int) -> Span:
        """Where in the text of the document a range of the value is written."""
        inner = self._read.span(start, end)
        return self._document.span(inner.start, inner.end)

    def trimmed(self, start: int, end: int) -> tuple[int, int]:
        """A range without what the URL parser drops at both ends."""
        part = self.text[start:end].rstrip(_CONTROLS_AND_BLANK)
        return start + len(part) - len(part.lstrip(_CONTROLS_AND_BLANK)), start + len(part)

    def links(self, use: Use, start: int = 0, end: int | None = None) -> Iterator[Link]:
        """The link that a range of the value is, if it is one."""
        start, end = self.trimmed(start, len(self.text) if end is None else end)
        url = self.text[start:end]
        if urls.is_http(url):
            url = _DROPPED.sub("", url)
            span = self.span(start, end)
            usage, mixed = use
            if mixed is not Mixed.NONE and urls.is_loopback(url):
                mixed = Mixed.NONE
            yield Link(span.start, span.end, url, usage, mixed)
