"""Values of data files (YAML, TOML, JSON): which keys hold no links, and where in a value URLs stand.

A value is one URL, or text in which bare URLs stand (Markdown and HTML within it end them). A URL that somebody still
has to complete (``http://a.example/{id}``) cannot be asked about and is passed over. What a value is used for is not
known: the usage is ``data``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.discover import bare
from checker.discover.pieces import Pieces
from checker.model import Link, Span, Usage

_IDENTIFIERS = frozenset(
    ("$schema", "$id", "$ref", "$anchor", "$dynamicref", "$recursiveref", "$vocabulary")
    + ("@context", "@id", "@type", "@vocab", "@base", "id", "guid")
    + ("https-ready",)  # settings of ours: globs of URLs
)
_IDENTIFYING = re.compile(r"xmlns|rdf:|(?:\w++:)?licen[cs]e(?:s|[-_]?(?:url|uri|link|href))?\Z", re.A)
_WHOLE = re.compile(r"http:[/\\]{2,}+[^\s/\\?#]\S*+\Z", re.I | re.A)
_UNFINISHED = re.compile(r"[{<]")

_ESCAPE = re.compile(
    r"\\(?:(?-i:u)(?P<high>d[89ab][0-9a-f]{2})\\(?-i:u)(?P<low>d[c-f][0-9a-f]{2})"
    r"|(?-i:u)(?P<four>[0-9a-f]{4})|(?-i:x)(?P<two>[0-9a-f]{2})|(?-i:U)(?P<eight>[0-9a-f]{8})"
    r"|(?P<line>[ \t]*+[\r\n][ \t\r\n]*+)|(?P<self>.))",
    re.I | re.A | re.S,
)
_LETTERS = dict(zip("0abefnrtv_NLP", "\0\a\b\x1b\f\n\r\t\v\xa0\x85\u2028\u2029", strict=True))


def is_identifier(key: str) -> bool:
    """Whether the values of a key are names, not places: schemas, types, licences."""
    key = key.lower()
    return key in _IDENTIFIERS or _IDENTIFYING.match(key) is not None


def links(text: str, pieces: tuple[Span, ...], reads: tuple[str, ...] = ()) -> Iterator[Link]:
    """The links in one value, which is written in ``pieces`` of the text."""
    value = Pieces(text, pieces, reads)
    if _WHOLE.match(value.joined):
        found = [Span(0, len(value.joined))] if not _UNFINISHED.search(value.joined) else []
    else:
        found = list(bare.scan(value.joined, 0, len(value.joined)))
    for part in found:
        place = value.span(part.start, part.end)
        yield Link(place.start, place.end, value.joined[part.start : part.end], Usage.DATA)


def in_quotes(text: str, start: int, end: int) -> Iterator[Link]:
    """The links of a string with escapes by backslash."""
    if text.find("\\", start, end) >= 0:
        yield from links(text, *unescape(text, start, end))
    elif text.find(":", start, end) >= 0:
        yield from links(text, (Span(start, end),))


def unescape(text: str, start: int, end: int) -> tuple[tuple[Span, ...], tuple[str, ...]]:
    """The pieces of ``text[start:end]`` and what each stands for, escapes of JSON, YAML and TOML undone.

    A backslash at the end of a line joins it with the next, as in YAML and TOML.
    """
    pieces: list[Span] = []
    reads: list[str] = []
    done = start
    for match in _ESCAPE.finditer(text, start, end):
        if match.start() > done:
            pieces.append(Span(done, match.start()))
            reads.append(text[done : match.start()])
        done = match.end()
        pieces.append(Span(match.start(), done))
        reads.append(_read(match))
    if done < end or not pieces:
        pieces.append(Span(done, end))
        reads.append(text[done:end])
    return tuple(pieces), tuple(reads)


def _read(match: re.Match[str]) -> str:
    if match["self"]:
        return _LETTERS.get(match["self"], match["self"])
    if match["line"]:
        return ""
    if match["high"]:
        return chr(0x10000 + ((int(match["high"], 16) - 0xD800) << 10) + int(match["low"], 16) - 0xDC00)
    code = int(match["four"] or match["two"] or match["eight"], 16)
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\ufffd"
