"""Character references, decoded as browsers decode them, with the way back to where they are written.

https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state. ``html.unescape`` follows the rule for
text only: in an attribute ``&copy=1`` and ``&copyx`` stay as they are.
"""

from __future__ import annotations

import re

from checker.model import Span

_WRITTEN = re.compile(r"&(?:#(?:[0-9]++|x[0-9a-f]++);?+|[a-z0-9]++;?+)|\r\n|(?:(?>\r(?!\n)))++|\0++", re.I | re.A)
_SPECIAL = re.compile(r"[&\r\0]")
_LONGEST_WITHOUT_SEMICOLON = 6


def decode(text: str, start: int, end: int, *, attribute: bool = True) -> tuple[tuple[Span, ...], tuple[str, ...]]:
    """The pieces of ``text[start:end]`` and what each stands for: references, CRLF and NUL are read as a whole."""
    pieces: list[Span] = []
    reads: list[str] = []
    done = start
    for match in _WRITTEN.finditer(text, start, end):
        read, at = _read(match[0], text[match.end() : min(match.end() + 1, end)], attribute)
        if read is None:
            continue
        if match.start() > done:
            pieces.append(Span(done, match.start()))
            reads.append(text[done : match.start()])
        done = match.start() + at
        pieces.append(Span(match.start(), done))
        reads.append(read)
    if done < end or not pieces:
        pieces.append(Span(done, end))
        reads.append(text[done:end])
    return tuple(pieces), tuple(reads)


def is_plain(text: str, start: int, end: int) -> bool:
    """Whether every character stands for itself."""
    return _SPECIAL.search(text, start, end) is None


def text_of(text: str, start: int, end: int) -> str:
    """What a stretch of text, not of an attribute, reads as."""
    if is_plain(text, start, end):
        return text[start:end]
    return "".join(decode(text, start, end, attribute=False)[1])


def _read(written: str, following: str, attribute: bool) -> tuple[str | None, int]:
    """What a reference stands for (None: for itself), and how many of its characters belong to it."""
    if written[0] == "\r":
        return "\n" * len(written.rstrip("\n")), len(written)
    if written[0] == "\0":
        return "\ufffd" * len(written), len(written)
    if written[1] == "#":
        return _numeric(written[2:].rstrip(";")), len(written)
    from html.entities import html5  # a big table: imported when a page first needs it

    name = written[1:]
    if name in html5:
        if name[-1] != ";" and attribute and following == "=":
            return None, 0
        return html5[name], len(written)
    if not attribute:
        for length in range(min(_LONGEST_WITHOUT_SEMICOLON, len(name)), 1, -1):
            if name[:length] in html5:
                return html5[name[:length]], 1 + length
    return None, 0


def _numeric(digits: str) -> str:
    digits, base = (digits[1:], 16) if digits[0] in "xX" else (digits, 10)
    digits = digits.lstrip("0")
    # More than seven digits are past the end of Unicode, and `int` refuses some thousands of them.
    code = int(digits or "0", base) if len(digits) <= 7 else 0
    if not 0 < code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    if 0x80 <= code <= 0x9F:
        return bytes([code]).decode("cp1252", "replace").replace("\ufffd", chr(code))
    return chr(code)
