"""Bare URLs in running text: where one begins and, above all, where it ends.

The rule is that of GitHub Flavored Markdown's extended autolinks (https://github.github.com/gfm/#autolinks-extension-),
with these differences, because an address that is asked about must be the one that the author meant:

- it also ends at ``" ` { } | ^ [ ]``, at punctuation and symbols outside ASCII, and, after the host, at a CJK letter;
- a host name ends at a comma and at any other ASCII character that no host name holds, and needs no dot;
- ``;`` is no part of its end, nor are quotes and backslashes (which escape what comes next).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from checker.model import Span

SCHEME = r"(?<![a-z])(?:https?|ftp)://"
"""How a bare URL begins (read with ``re.I | re.A``). Those that are not http are consumed all the same: the http
inside ``https://web.archive.org/web/2010/http://a.example/`` is no link of its own."""

_HEAD = re.compile(SCHEME, re.I | re.A)
_STOP = r"\x00-\x20\x7f<>\"`{}|^\[\]"
_USER = re.compile(rf"[^{_STOP}/?#,@\\\x80-\U0010ffff]*+@", re.A)
_HOST = re.compile(rf"[^{_STOP}/?#,@\\()*!'=&+$;:\x80-\U0010ffff]*+", re.A)
_PORT = re.compile(r":[0-9]++")
_TAIL = re.compile(rf"[^{_STOP}\x80-\U0010ffff]*+", re.A)
_TEMPLATE = re.compile(r"\{\{|\{%(?!-?[ \t]*end)")
_LONGEST_ENTITY = 34


@dataclass(frozen=True, slots=True)
class Bare:
    """A bare URL that has been read: its end, and whether a template goes on to spell the rest of it."""

    end: int
    templated: bool


def read(text: str, at: int, stop: int) -> Bare | None:
    """The bare URL whose scheme stands at ``at``, read up to ``stop`` at the most; None if it is none."""
    head = _HEAD.match(text, at, stop)
    if head is None:
        return None
    start = head.end()
    host = user.end() if (user := _USER.match(text, start, stop)) else start
    end = _run(_HOST, text, host, stop, after_host=False)
    if end == host or not (text[host].isalnum() or text[host] == "_"):
        return None
    if port := _PORT.match(text, end, stop):
        end = port.end()
    if text.startswith(("/", "?", "#"), end):
        end = _run(_TAIL, text, end, stop, after_host=True)
    templated = _TEMPLATE.match(text, end) is not None or text[end - 1 : end + 1] == "${"
    end = _without_trail(text, start, end)
    return Bare(end, templated) if end > host else None


def scan(text: str, start: int, stop: int) -> Iterator[Span]:
    """The bare http URLs of a range of text, in order."""
    while head := _HEAD.search(text, start, stop):
        bare = read(text, head.start(), stop)
        start = bare.end if bare else head.end()
        if bare and not bare.templated and head[0].lower() == "http://":
            yield Span(head.start(), bare.end)


def _run(pattern: re.Pattern[str], text: str, at: int, stop: int, *, after_host: bool) -> int:
    """The end of what ``pattern`` (which ends before anything outside ASCII) and letters outside ASCII make up."""
    while run := pattern.match(text, at, stop):
        at = run.end()
        if at == stop or text[at] < "\x80" or _is_foreign(text[at], after_host):
            break
        at += 1
    return at


def _is_foreign(character: str, after_host: bool) -> bool:
    # An undecodable byte may be a letter of Latin-1, and then it is a part of the address.
    if "\udcc0" <= character <= "\udcff":
        return False
    return unicodedata.category(character)[0] in "PSZC" or (after_host and _is_cjk(character))


def _is_cjk(character: str) -> bool:
    """Letters of scripts that are written without blanks: Bopomofo, Han, Hangul, Kana (blocks of Unicode 15)."""
    code = ord(character)
    return (
        0x1100 <= code <= 0x11FF
        or 0x2E80 <= code <= 0xA4CF
        or 0xAC00 <= code <= 0xD7FF
        or 0xF900 <= code <= 0xFAFF
        or 0xFF66 <= code <= 0xFFDC
        or 0x1B000 <= code <= 0x1B16F
        or 0x20000 <= code <= 0x3FFFF
    )


def _without_trail(text: str, start: int, end: int) -> int:
    # Parentheses are counted once: counting again for each that is dropped is quadratic.
    excess = text.count(")", start, end) - text.count("(", start, end)
    while end > start:
        character = text[end - 1]
        if character in "?!.,:*_~'\\":
            end -= 1
        elif character == ")" and excess > 0:
            excess -= 1
            end -= 1
        elif character == ";":
            begin = text.rfind("&", max(start, end - _LONGEST_ENTITY), end)
            end = begin if begin >= 0 and text[begin + 1 : end - 1].isalnum() else end - 1
        else:
            break
    return end
