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
LINE_END = re.compile(r"\r\n|\r|\n")


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
        self._starts = [0, *(match.end() for match in LINE_END.finditer(text))]

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def start(self, line: int) -> int:
        """The offset at which a line begins."""
        return self._starts[line - 1]


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


_CHARSETS = re.compile(
    # Text encodings of the Encoding standard as Python names them; others (punycode, idna) are slow or no charset.
    r"utf-8|utf-16(-[lb]e)?|ascii|iso8859-\d+|cp(437|850|852|855|858|86\d|874|932|949|125\d)|koi8-[ru]|mac-(roman|cyrillic)"
    r"|shift_jis|euc_jp|iso2022_jp|euc_kr|gb2312|gbk|gb18030|big5|big5hkscs"
)


def charset(label: str) -> str | None:
    """The codec for a charset that a page or its header names; None for what browsers do not read text by."""
    try:
        name = codecs.lookup(label).name
    except (LookupError, ValueError):
        return None
    return name if _CHARSETS.fullmatch(name) else None
