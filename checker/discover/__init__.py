"""Documents -> occurrences with exact spans.

A language says which regions of a text count and how a URL ends there; here its links get their lines and columns.
Nobody else invents positions.
"""

from __future__ import annotations

import bisect
import functools
import re
from collections.abc import Iterator
from dataclasses import replace

from checker import plugins, urls
from checker.discover import languages
from checker.model import Document, Language, Link, Occurrence, Region, Span
from checker.text import Lines, Pieces

MAX_NESTING = 8
"""Languages within languages (Markdown > HTML > srcdoc > style): deeper text is not read."""

# The scheme in lower case, broken by what the URL parser drops, and its colon (written, as a reference or escaped).
_PLAIN = re.compile(r"h[\t\r\n]*+t[\t\r\n]*+t[\t\r\n]*+p[\t\r\n]*+[:&\\]")
# References that spell a letter of it, its colon or what is dropped, however often their `&` is a reference itself.
_REFERENCE = re.compile(
    r"&(?:amp;)*+(?:tab;|newline;|#(?:0*+(?:9|10|13|38|58|72|80|84|104|112|116)(?![0-9])"
    r"|x0*+(?:9|a|d|26|3a|48|50|54|68|70|74)(?![0-9a-f])))"
)
# Escapes (CSS, JSON, YAML) that do, and escapes after a letter of it that could go on with it.
_ESCAPE = re.compile(
    r"\\(?:[ux]?0{0,6}(?:3a|48|50|54|68|70|74)|(?<=[htp\t\r\n]\\)(?:0{0,5}[9ad](?![0-9a-f])|[htpnr\n\r\f]))"
)


def may_hold_http(text: str) -> bool:
    """Whether a text could hold an http URL: a scan that is right about "no", and most files hold none.

    One way of writing it is not looked for: a scheme broken over lines of which the second begins with the marks of a
    Markdown quote or list.
    """
    if "http:" in text:
        return True
    text = text.lower()  # a case-blind pattern takes ten times as long
    if _PLAIN.search(text):
        return True
    return ("&" in text and _REFERENCE.search(text) is not None) or ("\\" in text and _ESCAPE.search(text) is not None)


@functools.cache
def all_languages() -> dict[str, Language]:
    return plugins.collect(languages, Language)


def language_of(name: str, media_type: str = "") -> Language | None:
    """The language of a file name or of a page's media type; None if it is not one that is read."""
    lower = name.lower()
    for language in all_languages().values():
        if (media_type and media_type in language.media_types) or (
            not media_type and lower.endswith(language.suffixes)
        ):
            return language
    return None


def find(document: Document) -> list[Occurrence]:
    """Every http link written in a document, in the order of the text, each place once."""
    text = document.text
    if not may_hold_http(text):
        return []
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
            )
        )
    return found


def _links(language: str, text: str, within: tuple[Span, ...], depth: int) -> Iterator[Link]:
    known = all_languages().get(language)
    if known is None or depth > MAX_NESTING:
        return
    for item in known.extract(text, within):
        match item:
            case Region() if item.reads:
                inner = Pieces(text, item.pieces, item.reads)
                for link in _links(item.language, inner.joined, (Span(0, len(inner.joined)),), depth + 1):
                    span = inner.span(link.start, link.end)
                    label = link.label and inner.span(link.label.start, link.label.end)
                    yield replace(link, start=span.start, end=span.end, label=label)
            case Region():
                yield from _links(item.language, text, item.pieces, depth + 1)
            case Link():
                if urls.is_http(item.url):
                    yield item
