"""Bytes to text and back without loss, and offsets to lines and columns.

A document is decoded as UTF-8 with ``surrogateescape`` (or UTF-16 where its mark says so), so that encoding it
again gives the same bytes for any bytes: byte order mark, line ends and stray Latin-1 survive a fix.
"""

from __future__ import annotations

import bisect
import codecs
import re
from dataclasses import dataclass

from checker.model import Span

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a text was written: its byte order mark and its codec."""

    mark: bytes
    codec: str


def decode(data: bytes) -> tuple[str, Encoding]:
    """The text of ``data`` without its mark. UTF-16 that cannot be restored exactly is read as UTF-8 bytes."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            encoding = Encoding(mark, codec)
            try:
                text = data[len(mark) :].decode(codec, _errors(codec))
                if encode(text, encoding) == data:
                    return text, encoding
            except UnicodeDecodeError:  # an odd number of bytes
                pass
    return data.decode("utf-8", "surrogateescape"), Encoding(b"", "utf-8")


def encode(text: str, encoding: Encoding) -> bytes:
    """The bytes that :func:`decode` read ``text`` from."""
    return encoding.mark + text.encode(encoding.codec, _errors(encoding.codec))


def _errors(codec: str) -> str:
    return "surrogateescape" if codec == "utf-8" else "surrogatepass"


class Lines:
    """Line and column (1-based, code points) of offsets; lines end at LF, CRLF or a lone CR and nowhere else."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def start(self, line: int) -> int:
        """The offset at which a line begins."""
        return self._starts[line - 1]


class Pieces:
    """Pieces of a text read as if joined, and the way back from an offset in the joined text."""

    def __init__(self, text: str, pieces: tuple[Span, ...]) -> None:
        self.joined = "".join(text[piece.start : piece.end] for piece in pieces)
        self._shifts: list[int] = []
        self._starts: list[int] = []
        at = 0
        for piece in pieces:
            self._starts.append(at)
            self._shifts.append(piece.start - at)
            at += piece.end - piece.start

    def origin(self, offset: int) -> int:
        """The offset in the text of the character at ``offset`` of the joined text."""
        index = bisect.bisect_right(self._starts, offset) - 1
        return offset + self._shifts[max(index, 0)]

    def span(self, start: int, end: int) -> Span:
        """The span in the text of a non-empty range of the joined text; it covers gaps between pieces."""
        return Span(self.origin(start), self.origin(end - 1) + 1)
