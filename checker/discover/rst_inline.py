"""The inline text of reStructuredText: which URLs are links in it, and exactly where they stand.

https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#inline-markup, as docutils reads it: what stands in
literals, emphasis, interpreted text and substitutions is no link; ``text <URL>`` in backquotes with ``_`` behind is,
and so is a bare URL. A bare URL ends where docutils ends it (``http://a.example/ü`` at the last slash or dot that
comes before): that is the address that the reader gets.

Where an end string was not found once it is not looked for again, so that the work grows with the length of the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from checker.model import Span


@dataclass(frozen=True, slots=True)
class Found:
    """A URL, where it is written (offsets into the inline text), and whether it is a bare one."""

    start: int
    end: int
    url: str
    bare: bool
    label: Span | None = None
    """Where the text of a link spells the same URL."""


_NAME = r"[^\W_]++(?:(?>[-._+:][^\W_]++))*+"
_CANDIDATE = re.compile(
    rf"(?:(?>{_NAME}(?!_)|[^\w*`|\[:\0]|\0.?))*+"
    rf"(?P<found>(?P<name>{_NAME}__?)|(?P<note>\[(?:[0-9]++|\#(?:{_NAME})?+|\*|{_NAME})\]_)"
    rf"|(?P<role>:{_NAME}:)?+(?P<open>\*\*|``|_`|[*|`])(?!\s)|_*+`|_++|[*|:\[])",
    re.S,
)
_ENDS = {
    "*": re.compile(r"(?<![\s\0])\*()"),
    "**": re.compile(r"(?<![\s\0])\*\*()"),
    "``": re.compile(r"(?<!\s)``()"),
    "_`": re.compile(r"(?<![\s\0])`()"),
    "|": re.compile(r"(?<![\s\0])\|(?:__?)?+()"),
    "`": re.compile(rf"(?<!(?<!\0)[\s\0])`((?::{_NAME}:)?+(?:__?)?+)"),
}
_ESCAPE = re.compile(r"\\(.)", re.S)
_BACK = re.compile(r"\0(.)", re.S)
_SCHEME = re.compile(r"(?:https?|ftp)://", re.I | re.A)
_PART = re.compile(r"[-_.!~*'()\[\];/:@&=+$,%a-zA-Z0-9\0]*+")
_LAST = frozenset("_~*/=+abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_BEFORE = frozenset(" \t\n\r\f\v'\"([{<-/:")
_AFTER = frozenset(" \t\n\r\f\v\0'\")]}>-/:.,;!?\\")
_OPENERS, _CLOSERS = "\"'([{<“‘«»„‚（「『【", "\"')]}>”’»«“‘）」』】"
_PAIRS = frozenset(map("".join, zip(_OPENERS, _CLOSERS, strict=True)))
_WITH_URL = frozenset((":download:",))


def scan(text: str) -> Iterator[Found]:
    """The http links in the text of one paragraph, title or cell, in order."""
    text = _ESCAPE.sub("\0\\1", text)
    done = at = 0
    absent: set[str] = set()
    while match := _CANDIDATE.match(text, at):
        start, at = match.span("found")
        first = start == match.start() and start == done
        if not (first or _is_before(text[start - 1 : start])):
            at = start + 1 if match["open"] else at
            continue
        opener = match["open"]
        if opener is None:
            if (match["name"] or match["note"]) and _is_after(text, at):
                yield from _bare(text, done, start)
                done = at
            continue
        inner = at
        if opener == "*" and text.startswith("*", inner):
            continue
        if not match["role"] and (inner == len(text) or text[start - 1 : start] + text[inner] in _PAIRS):
            continue
        end = None if opener in absent else _end(text, opener, inner)
        if end is None or end.start() == inner:
            if end is None:
                absent.add(opener)
            yield from _bare(text, done, start)
            done = at
            continue
        yield from _bare(text, done, start)
        done = at = end.end()
        if opener == "`":
            suffix = end[1]
            if suffix.endswith("_") if not match["role"] else match["role"] in _WITH_URL:
                yield from _embedded(text, inner, end.start())
    yield from _bare(text, done, len(text))


def read(text: str) -> str:
    """A URL as docutils reads it: blanks dropped that are not escaped, and then the backslashes."""
    return _BACK.sub(r"\1", re.sub(r"(?<!\0)\s+", "", _ESCAPE.sub("\0\\1", text)))


def _end(text: str, opener: str, at: int) -> re.Match[str] | None:
    pattern = _ENDS[opener]
    while end := pattern.search(text, at):
        if _is_after(text, end.end()):
            return end
        if end[1] and _is_after(text, end.start(1)):  # what follows is no suffix then
            return re.compile(r"`()").match(text, end.start())
        at = end.start() + 1
    return None


def _embedded(text: str, start: int, end: int) -> Iterator[Found]:
    """``text <URL>``, the whole of what stands in backquotes."""
    if text[end - 1] != ">" or text[end - 2] in "\0 \n\t":
        return
    opening = text.rfind("<", start, end)
    while opening > start and text[opening - 1] == "\0":
        opening = text.rfind("<", start, opening)
    if opening < start or (opening > start and text[opening - 1] not in " \n"):
        return
    inner = text[opening + 1 : end - 1]
    if not inner or inner[0].isspace() or re.search(r"(?<!\0)>", inner):
        return
    url = _BACK.sub(r"\1", re.sub(r"(?<!\0)\s+", "", inner))
    words = text[start:opening]
    said = words.strip()
    shift = start + len(words) - len(words.lstrip())
    label = Span(shift, shift + len(said)) if said and _BACK.sub(r"\1", said) == url else None
    yield Found(opening + 1, end - 1, url, False, label)


def _bare(text: str, start: int, stop: int) -> Iterator[Found]:
    """The bare URLs of a range in which no other markup stands; it ends like a line."""
    at = start
    while scheme := _SCHEME.search(text, at, stop):
        begin, at = scheme.span()
        end = _uri_end(text, at, stop)
        if end is not None:
            at = end
            # What begins within a word is another scheme, and what it holds is no link of its own.
            if scheme[0][4] == ":" and (begin == start or _is_before(text[begin - 1])):
                yield Found(begin, end, _BACK.sub(r"\1", text[begin:end]), True)


def _uri_end(text: str, at: int, stop: int) -> int | None:
    """Where a URL ends whose host begins at ``at``: the longest way to read path, query and fragment."""
    bounds = [at, _part(text, at, stop)]
    for mark in "?#":
        end = bounds[-1]
        if end < stop and text[end] == mark and end > at and text[end - 1] in _LAST:
            bounds.append(_part(text, end + 1, stop))
    for begin, end in zip(bounds[-2::-1], bounds[:0:-1], strict=True):
        least = begin + (begin > at) + 1
        while end >= least:
            last = text[end - 1] in _LAST or (end < stop and text[end] == ">" and text[end - 1] != "\0")
            if last and (end == stop or _is_after(text, end)):
                return end
            end -= 1
    return None


def _part(text: str, at: int, stop: int) -> int:
    match = _PART.match(text, at, stop)
    return match.end() if match else at


def _is_before(character: str) -> bool:
    """Whether markup may begin after this character."""
    if character < "\x80":
        return character in _BEFORE or not character
    return character.isspace() or unicodedata.category(character) in ("Ps", "Pi", "Pf", "Pd", "Po")


def _is_after(text: str, at: int) -> bool:
    """Whether markup may end here."""
    if at >= len(text):
        return True
    character = text[at]
    if character < "\x80":
        return character in _AFTER
    return character.isspace() or unicodedata.category(character) in ("Pe", "Pi", "Pf", "Pd", "Po")
