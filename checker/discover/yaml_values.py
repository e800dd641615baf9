"""YAML -> links in its values, read as events: neither aliases that multiply nor deep nesting cost anything.

https://yaml.org/spec/1.2.2/. An alias is not followed, for the text of its anchor has been read where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass

from checker.discover import data_values
from checker.discover.pieces import Pieces
from checker.model import Link, Region, Span

MAX_DEPTH = 100
"""Levels. What nests deeper is taken for broken: parsers look at every open level again and again."""

_BLOCK_STYLES = ("|", ">")
_PROPERTIES = re.compile(r"(?:(?>[&!]\S*+\s++(?:(?>#[^\r\n]*+\s++))*+))*+")  # an anchor, a tag, comments between
_UNPRINTABLE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(slots=True)
class _Open:
    """A mapping or a sequence that is being read."""

    mapping: bool
    silent: bool
    """It holds no links: it is a key, or belongs to an identifier."""
    at_key: bool
    skipped: bool = False
    """The key that was read last is an identifier."""


def read(text: str, body: Span, *, front_matter: bool = False) -> list[Link] | None:
    """The links in the values of all documents; None if it is broken. Front matter is one mapping."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as quick
    found: list[Link] = []
    stack: list[_Open] = []
    mapped = False
    try:
        for event in yaml.parse(text[body.start : body.end], loader):
            if isinstance(event, yaml.CollectionEndEvent):
                stack.pop()
                continue
            if not isinstance(event, yaml.NodeEvent):
                continue
            mapping = isinstance(event, yaml.MappingStartEvent)
            if front_matter and not stack and (mapped or not mapping):
                return None
            mapped = True
            silent = _next(stack[-1], event) if stack else False
            if isinstance(event, yaml.CollectionStartEvent):
                if len(stack) == MAX_DEPTH:
                    return None
                stack.append(_Open(mapping, silent, mapping))
            elif isinstance(event, yaml.ScalarEvent) and not silent:
                found += _scalar(text, body.start, event)
    except (yaml.YAMLError, UnicodeEncodeError):
        return None
    return found if mapped or not front_matter else None


def _next(parent: _Open, event: object) -> bool:
    """Whether the node that comes next in ``parent`` holds no links."""
    if not parent.mapping:
        return parent.silent
    key, parent.at_key = parent.at_key, not parent.at_key
    if key:
        name = getattr(event, "value", None)  # of a scalar
        parent.skipped = isinstance(name, str) and data_values.is_identifier(name)
    return parent.silent or key or parent.skipped


def _scalar(text: str, shift: int, event: object) -> Iterator[Link]:
    """The links in a scalar: inside its quotes, or below the head of a block."""
    import yaml

    assert isinstance(event, yaml.ScalarEvent)
    if ":" not in event.value or event.start_mark is None or event.end_mark is None:
        return
    start, end = event.start_mark.index + shift, event.end_mark.index + shift
    if properties := _PROPERTIES.match(text, start, end):
        start = properties.end()
    if event.style == '"':
        yield from data_values.in_quotes(text, start + 1, end - 1)
    elif event.style == "'":
        yield from data_values.links(text, *_single(text, start + 1, end - 1))
    elif event.style in _BLOCK_STYLES:
        head = re.compile(r"[\r\n]").search(text, start, end)
        yield from data_values.links(text, (Span(head.start() if head else end, end),))
    else:
        yield from data_values.links(text, (Span(start, end),))


def _single(text: str, start: int, end: int) -> tuple[tuple[Span, ...], tuple[str, ...]]:
    """The pieces of a string in single quotes, within which a quote is written twice."""
    pieces: list[Span] = []
    reads: list[str] = []
    for match in re.compile(r"''|[^']++|'").finditer(text, start, end):
        pieces.append(Span(*match.span()))
        reads.append("'" if match[0] == "''" else match[0])
    return tuple(pieces), tuple(reads)


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    """The links of the values; nothing from a text that is no YAML."""
    document = Pieces(text, within)
    # A byte of Latin-1 or a control character makes no YAML, but the file is none the less full of links.
    readable = _UNPRINTABLE.sub("\ufffd", document.joined)
    yield from document.placed(read(readable, Span(0, len(readable))) or ())
