"""Bytes to text and back without loss, and offsets to lines and columns.

A document is decoded as UTF-8 with ``surrogateescape`` (or UTF-16 where its mark says so), so that encoding it
again gives the same bytes for any bytes: byte order mark, line ends and stray Latin-1 survive a fix.
"""

from __future__ import annotations

import bisect
import codecs
import re
from dataclasses import dataclass

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


_CHARSETS = (
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
    return name if re.fullmatch(_CHARSETS, name) else None
