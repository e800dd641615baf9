"""XML -> tags, text and instructions with their places, in linear time whatever the input.

https://www.w3.org/TR/xml/, read as far as it goes: a template of a feed, or a page that is not quite XML, holds links
all the same. An unclosed tag, comment or quote ends the document. Entities that a document declares are left as they
are written, so there is nothing to explode and nothing to fetch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from checker.model import Span

_NAME = r"[^\s/>=<\"'!?&]++"
_TAG = re.compile(
    rf"<(?P<closing>/?+)(?P<name>{_NAME})"
    r"(?:(?>[\s/]++|[^\s/>=]++\s*+(?:=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+))?+))*+>"
)
_ATTRIBUTE = re.compile(
    r"[\s/]*+(?P<name>[^\s/>=]++)(?:\s*+=\s*+(?:\"(?P<double>[^\"]*+)\"|'(?P<single>[^']*+)'|(?P<bare>[^\s>\"'][^\s>]*+)))?+"
)
_IS_TEXT = re.compile(r"(?![!?])/?+[\s/>=<\"'!?&]")
_IN_DOCTYPE = re.compile(r"[\"'<>\[\]]")


@dataclass(frozen=True, slots=True)
class Start:
    """A start tag. Names are as written, with their prefixes; values stand without quotes."""

    name: str
    end: int
    values: dict[str, Span]
    empty: bool


@dataclass(frozen=True, slots=True)
class End:
    """An end tag, which begins at ``start``."""

    name: str
    start: int


@dataclass(frozen=True, slots=True)
class Text:
    """Text between tags; ``literal``: from a CDATA section, in which nothing is a reference."""

    place: Span
    literal: bool


@dataclass(frozen=True, slots=True)
class Instruction:
    """A processing instruction and its pseudo-attributes."""

    name: str
    values: dict[str, Span]


Token: TypeAlias = Start | End | Text | Instruction


def tokens(text: str) -> Iterator[Token]:
    """What a document consists of, comments and the document type aside, in order."""
    at = opening = 0
    while opening < len(text):
        opening = text.find("<", opening)
        if opening < 0:
            opening = len(text)
        elif _IS_TEXT.match(text, opening + 1):
            opening += 1
            continue
        if opening > at:
            yield Text(Span(at, opening), literal=False)
        if tag := _TAG.match(text, opening):
            at = tag.end()
            if tag["closing"]:
                yield End(tag["name"], opening)
            else:
                yield Start(tag["name"], at, _values(text, tag.end("name"), at - 1), text[at - 2] == "/")
        elif text.startswith("<!--", opening):
            at = _past(text, "-->", opening + 4)
        elif text.startswith("<![CDATA[", opening):
            end = text.find("]]>", opening + 9)
            yield Text(Span(opening + 9, len(text) if end < 0 else end), literal=True)
            at = len(text) if end < 0 else end + 3
        elif text.startswith("<?", opening):
            at = _past(text, "?>", opening + 2)
            if name := re.compile(_NAME).match(text, opening + 2):
                yield Instruction(name[0], _values(text, name.end(), at - 2))
        elif text.startswith("<!", opening):
            at = _past_declaration(text, opening + 2)
        else:
            return
        opening = at


def _past(text: str, mark: str, at: int) -> int:
    found = text.find(mark, at)
    return len(text) if found < 0 else found + len(mark)


def _past_declaration(text: str, at: int) -> int:
    """Past a document type, its internal subset included."""
    inside = False
    while sign := _IN_DOCTYPE.search(text, at):
        at = sign.end()
        match sign[0]:
            case ">" if not inside:
                return at
            case "[" | "]":
                inside = sign[0] == "["
            case "<" if text.startswith("!--", at):
                at = _past(text, "-->", at + 3)
            case "<" if text.startswith("?", at):
                at = _past(text, "?>", at + 1)
            case '"' | "'":
                at = _past(text, sign[0], at)
            case _:
                pass
    return len(text)


def _values(text: str, at: int, end: int) -> dict[str, Span]:
    values: dict[str, Span] = {}
    for match in _ATTRIBUTE.finditer(text, at, end):
        kind = match.lastgroup or ""
        if kind != "name":
            values.setdefault(match["name"], Span(*match.span(kind)))
    return values
