"""reStructuredText -> links: blocks and inline text put together."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from checker import urls
from checker.discover import rst_blocks, rst_inline
from checker.discover.markdown_links import level_lines
from checker.discover.pieces import Pieces
from checker.model import Link, Mixed, Region, Span, Usage


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    """The links of the pieces ``within`` of a text of reStructuredText, and its raw HTML."""
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
    for block in rst_blocks.read(text):
        match block:
            case rst_blocks.Html():
                yield Region("html", block.lines)
            case rst_blocks.Target():
                yield from _target(text, block)
            case rst_blocks.Words():
                yield from _words(text, block)


def _target(text: str, block: rst_blocks.Target) -> Iterator[Link]:
    if not block.lines:
        return
    url = rst_inline.read("\n".join([text[line.start : line.end] for line in block.lines]))
    if not urls.is_http(url):
        return
    start, end = block.lines[0].start, block.lines[-1].end
    while end > start and text[end - 1].isspace():
        end -= 1
    usage = Usage(block.use)
    mixed = Mixed.NONE
    if usage is Usage.IMAGE:
        # Browsers upgrade the pictures of an https page, but not those on an address: these they block.
        mixed = Mixed.ACTIVE if urls.literal(urls.host_of(url)) is not None else Mixed.PASSIVE
    yield Link(start, end, url, usage, mixed)


def _words(text: str, block: rst_blocks.Words) -> Iterator[Link]:
    content = "\n".join([text[line.start : line.end] for line in block.lines])
    if "ttp" not in content.lower():
        return
    pieces: list[Span] = []
    reads: list[str] = []
    for line in block.lines:
        pieces += (line, Span(line.end, line.end))
        reads += (text[line.start : line.end], "\n")
    joined = Pieces(text, tuple(pieces), tuple(reads))
    for found in rst_inline.scan(content):
        if urls.is_http(found.url):
            place = joined.span(found.start, found.end)
            label = found.label and joined.span(found.label.start, found.label.end)
            yield Link(place.start, place.end, found.url, Usage.TEXT if found.bare else Usage.NAVIGATION, label=label)
