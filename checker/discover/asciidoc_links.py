"""AsciiDoc -> links: blocks and inline text put together."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from checker import urls
from checker.discover import asciidoc_blocks, asciidoc_inline
from checker.discover.asciidoc_inline import Found, Kind
from checker.discover.markdown_links import level_lines
from checker.discover.pieces import Pieces
from checker.model import Link, Mixed, Region, Span, Usage


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    """The links of the pieces ``within`` of a text of AsciiDoc, and its HTML."""
    outer = Pieces(text, within)
    whole = len(outer.joined) == len(text)
    for item in _read(level_lines(outer.joined)):
        if whole:
            yield item
        elif isinstance(item, Region):
            yield replace(
                item, pieces=tuple(part for piece in item.pieces for part in outer.cut(piece.start, piece.end))
            )
        else:
            place = outer.span(item.start, item.end)
            label = item.label and outer.span(item.label.start, item.label.end)
            yield replace(item, start=place.start, end=place.end, label=label)


def _read(text: str) -> Iterator[Link | Region]:
    for block in asciidoc_blocks.read(text):
        match block:
            case asciidoc_blocks.Html():
                yield Region("html", block.lines)
            case asciidoc_blocks.Target():
                url = text[block.place.start : block.place.end]
                if urls.is_http(url) and not _is_open(url):
                    yield _link(block.place, url, Usage(block.use))
            case asciidoc_blocks.Words():
                yield from _words(text, block.lines)


def _is_open(url: str) -> bool:
    """Whether an attribute is to be put in: nobody knows then what will be asked."""
    return "{" in url


def _link(place: Span, url: str, usage: Usage, label: Span | None = None) -> Link:
    mixed = Mixed.NONE
    if usage is Usage.MEDIA:
        mixed = Mixed.PASSIVE
    elif usage is Usage.IMAGE:
        # Browsers upgrade the pictures of an https page, but not those on an address: these they block.
        mixed = Mixed.ACTIVE if urls.literal(urls.host_of(url)) is not None else Mixed.PASSIVE
    return Link(place.start, place.end, url, usage, mixed, label)


def _words(text: str, lines: tuple[Span, ...]) -> Iterator[Link | Region]:
    content = "\n".join([text[line.start : line.end] for line in lines])
    if "ttp" not in content.lower():
        return
    pieces: list[Span] = []
    reads: list[str] = []
    for line in lines:
        pieces += (line, Span(line.end, line.end))
        reads += (text[line.start : line.end], "\n")
    joined = Pieces(text, tuple(pieces), tuple(reads))
    for found in asciidoc_inline.scan(content):
        place = joined.span(found.start, found.end) if found.end > found.start else Span(0, 0)
        if found.kind is Kind.HTML:
            yield Region("html", (place,))
        elif urls.is_http(found.url) and not _is_open(found.url):
            yield _link(
                place, found.url, _usage(found), found.label and joined.span(found.label.start, found.label.end)
            )


def _usage(found: Found) -> Usage:
    return {Kind.IMAGE: Usage.IMAGE, Kind.BARE: Usage.TEXT}.get(found.kind, Usage.NAVIGATION)
