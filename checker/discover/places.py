"""What the extractor of a document yields -> occurrences with their lines and columns."""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from dataclasses import replace

from checker import discover, urls
from checker.discover.pieces import Pieces
from checker.model import Document, Link, Occurrence, Region, Span
from checker.text import Lines

MAX_NESTING = 8
"""Languages within languages (Markdown > HTML > srcdoc > style): deeper text is not read."""


def find(document: Document) -> list[Occurrence]:
    """Every http link written in a document, in the order of the text, each place once."""
    text = document.text
    links = {(link.start, link.end): link for link in _links(document.language, text, (Span(0, len(text)),), 0)}
    labels = sorted(link.label for link in links.values() if link.label)
    ordered = sorted(links.values(), key=lambda link: (link.start, link.end))
    lines = Lines(text) if ordered else None
    found = []
    for link in ordered:
        at = bisect.bisect_right(labels, Span(link.start, len(text))) - 1
        if at >= 0 and link.end <= labels[at].end:
            continue
        assert lines is not None
        line, column = lines.place(link.start)
        end_line, end_column = lines.place(link.end)
        found.append(
            Occurrence(
                document=document.name,
                source=document.source,
                start=link.start,
                end=link.end,
                line=line,
                column=column,
                end_line=end_line,
                end_column=end_column,
                url=link.url,
                usage=link.usage,
                mixed=link.mixed,
                written=text[link.start : link.end],
                label=link.label,
                label_written=text[link.label.start : link.label.end] if link.label else "",
                safe=link.safe,
            )
        )
    return found


def _links(language: str, text: str, within: tuple[Span, ...], depth: int) -> Iterator[Link]:
    known = discover.all_languages().get(language)
    if known is None or depth > MAX_NESTING:
        return
    for item in known.extract(text, within):
        match item:
            case Region():
                links = _region(item, text, depth)
                yield from (replace(link, usage=item.usage) for link in links) if item.usage else links
            case Link():
                if urls.is_http(item.url):
                    yield item


def _region(region: Region, text: str, depth: int) -> Iterator[Link]:
    if not region.reads:
        return _links(region.language, text, region.pieces, depth + 1)
    inner = Pieces(text, region.pieces, region.reads)
    return inner.placed(_links(region.language, inner.joined, (Span(0, len(inner.joined)),), depth + 1))
