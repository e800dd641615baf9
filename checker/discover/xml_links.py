"""XML -> links: what each element and attribute of the vocabularies of the web is used for.

The root says which vocabulary it is, and names count without their prefixes, which anybody may choose. RSS and Atom
(https://www.rssboard.org/rss-specification, RFC 4287), sitemaps (https://www.sitemaps.org/protocol.html), SVG
(https://www.w3.org/TR/SVG2/), OPML (http://opml.org/spec2.opml), style sheets of XSLT; anything else by what it says.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from enum import Enum

from checker.discover import may_hold_http, references
from checker.discover.html_links import SVG, SVG_OTHER, SVG_SHEETS
from checker.discover.pieces import Pieces
from checker.discover.values import Use, Value
from checker.discover.xml_tokens import End, Instruction, Start, Text, tokens
from checker.model import Link, Mixed, Region, Span, Usage

MAX_DEPTH = 10_000
"""Elements within elements: of what is deeper, only attributes are read."""

_BASE = (Usage.BASE, Mixed.NONE)
_STYLE = (Usage.STYLE, Mixed.ACTIVE)


class _Kind(Enum):
    """What a part of a document is written in."""

    DATA = (Usage.DATA, Mixed.NONE)
    FEED = (Usage.METADATA, Mixed.NONE)
    DRAWING = SVG_OTHER


_ROOTS = {
    **dict.fromkeys(("feed", "entry", "rss", "rdf", "urlset", "sitemapindex"), _Kind.FEED),
    "svg": _Kind.DRAWING,
}
_PAGES = frozenset(("html", "stylesheet", "transform"))
_ATTRIBUTES = frozenset(("href", "src", "url", "uri", "link", "xmlurl", "htmlurl", "info"))
_SHEETS = frozenset(("style", *SVG_SHEETS))
_WANTED = _ATTRIBUTES | _SHEETS | {"base", "rel", "type"}
_IDENTIFIERS = frozenset(
    ("guid", "id", "identifier", "license", "licence", "licenses", "rights", "namespace", "targetnamespace", "schema")
)
"""Elements that name something: a feed reader shows every entry again whose ``id`` has changed."""
_WORDS = frozenset(("title", "subtitle", "name", "category", "subject", "keywords", "generator", "creator", "author"))
_IDENTIFYING_RELATIONS = frozenset(("license", "profile"))
_HTML_TYPES = frozenset(("html", "text/html", "escaped"))
_XHTML_TYPES = frozenset(("xhtml", "application/xhtml+xml"))
_PROSE = frozenset(("description", "encoded"))
_BLANK = re.compile(r"\s")
_MAY_HOLD = re.compile(r"[:&\\]")
_UNFINISHED = re.compile(r"\{[{%]|\$\{|<%")


@dataclass(slots=True)
class _Element:
    """An element that is open."""

    name: str
    local: str
    kind: _Kind
    silent: bool
    type: str = ""
    end: int = 0
    """Where its start tag ends."""


@dataclass(slots=True)
class _Walk:
    """Where in a document one is."""

    document: Pieces
    open: list[_Element] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    pieces: list[Text] = field(default_factory=list)
    leaf: bool = False
    """Nothing but text has come since the last start tag."""
    beyond: int = 0
    """How many elements are open that are nested too deep to be remembered."""
    page: int = 0
    """How many elements are open around, and with, the one that holds HTML; 0: none does."""


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    walk = _Walk(Pieces(text, within))
    size = len(walk.document.joined)
    for token in tokens(walk.document.joined):
        match token:
            case Start():
                if not walk.open and _local(token.name) in _PAGES:
                    yield walk.document.region("html", (Span(0, size),))
                    return
                yield from _start(walk, token)
            case End():
                yield from _end(walk, token.name, token.start)
            case Text() if walk.leaf and not walk.page:
                walk.pieces.append(token)
            case Instruction("xml-stylesheet") if "href" in token.values:
                yield from _finished(Value.at(walk.document, token.values["href"]), _STYLE)
            case _:
                pass
    if walk.page:
        yield from _page(walk, size)


def _local(name: str) -> str:
    return name.rpartition(":")[2].lower()


def _start(walk: _Walk, tag: Start) -> Iterator[Link | Region]:
    local = _local(tag.name)
    parent = walk.open[-1] if walk.open else _Element("", "", _ROOTS.get(local, _Kind.DATA), silent=False)
    kind = _Kind.DRAWING if local == "svg" else parent.kind
    silent = parent.silent or (local == "metadata" if kind is _Kind.DRAWING else local in _IDENTIFIERS)
    element = _Element(tag.name, local, kind, silent, end=tag.end)
    if not walk.page and not silent:
        values = {name: Value.at(walk.document, place) for name, place in tag.values.items() if _counts(name)}
        element.type = values["type"].text.strip().lower() if "type" in values else ""
        yield from _attributes(element, values)
    walk.pieces.clear()
    walk.leaf = not tag.empty
    if not tag.empty and len(walk.open) == MAX_DEPTH:
        walk.beyond += 1
    elif not tag.empty:
        walk.open.append(element)
        walk.counts[tag.name] = walk.counts.get(tag.name, 0) + 1
        if not walk.page and not silent and _holds_page(element):
            walk.page = len(walk.open)


def _counts(name: str) -> bool:
    """Whether an attribute may hold a link, or says what another is: no namespace, and no name of RDF."""
    return _local(name) in _WANTED and not name.startswith(("xmlns:", "rdf:"))


def _holds_page(element: _Element) -> bool:
    if element.kind is _Kind.DRAWING:
        return element.local == "foreignobject"
    return element.kind is _Kind.FEED and (element.type in _XHTML_TYPES or element.local in ("body", "div"))


def _attributes(element: _Element, values: dict[str, Value]) -> Iterator[Link | Region]:
    drawing = element.kind is _Kind.DRAWING
    if "rel" in values and values["rel"].text.strip().lower() in _IDENTIFYING_RELATIONS:
        return
    for name, value in values.items():
        if name == "xml:base":
            yield from _finished(value, _BASE)
        elif drawing and name in _SHEETS:
            yield value.region("css")
        elif drawing and _local(name) == "href":
            yield from _finished(value, SVG.get(element.local, SVG_OTHER))
        elif not drawing and _local(name) in _ATTRIBUTES:
            yield from _finished(value, element.kind.value)


def _end(walk: _Walk, name: str, start: int) -> Iterator[Link | Region]:
    """An end tag closes what is open within its element; one that closes nothing is passed over."""
    if walk.beyond:
        walk.beyond -= 1
        walk.leaf = False
        return
    if not walk.counts.get(name):
        return
    if walk.leaf and not walk.open[-1].silent and not walk.page:
        yield from _text(walk, walk.open[-1])
    walk.leaf = False
    while True:
        if walk.page == len(walk.open):
            yield from _page(walk, start)
        closed = walk.open.pop()
        walk.counts[closed.name] -= 1
        if closed.name == name:
            return


def _page(walk: _Walk, end: int) -> Iterator[Region]:
    """What stands in an element that holds HTML."""
    yield walk.document.region("html", (Span(walk.open[walk.page - 1].end, end),))
    walk.page = 0


def _text(walk: _Walk, element: _Element) -> Iterator[Link | Region]:
    """The text of an element that holds nothing else."""
    if not any(_MAY_HOLD.search(walk.document.joined, part.place.start, part.place.end) for part in walk.pieces):
        return
    pieces: list[Span] = []
    reads: list[str] = []
    for part in walk.pieces:
        if part.literal:
            pieces.append(part.place)
            reads.append(walk.document.joined[part.place.start : part.place.end])
        else:
            more, stand_for = references.decode(walk.document.joined, part.place.start, part.place.end)
            pieces += more
            reads += stand_for
    value = Value(walk.document, tuple(pieces), tuple(reads))
    if element.kind is _Kind.DRAWING:
        if element.local == "style" and element.type in ("", "text/css"):
            yield value.region("css")
    elif element.kind is _Kind.FEED and (element.type in _HTML_TYPES or (element.local in _PROSE and not element.type)):
        if may_hold_http(value.text):
            yield value.region("html")
    elif element.kind is not _Kind.FEED or element.local not in (_PROSE | _WORDS):
        yield from _finished(value, element.kind.value)


def _finished(value: Value, use: Use) -> Iterator[Link]:
    """The link that a value is, if it is one and no template still has to complete it."""
    start, end = value.trimmed(0, len(value.text))
    if not _BLANK.search(value.text, start, end) and not _UNFINISHED.search(value.text):
        yield from value.links(use, start, end)
