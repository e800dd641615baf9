"""Markdown -> links: front matter, templates, blocks, inline text and HTML put together."""

from __future__ import annotations

import bisect
import re
from collections.abc import Generator, Iterator
from dataclasses import replace

from checker import urls
from checker.discover import may_hold_http
from checker.discover.markdown_html import Chunk, join
from checker.discover.markdown_inline import Found, Kind, scan
from checker.discover.pieces import Pieces
from checker.model import Link, Mixed, Region, Span, Usage


def extract(text: str, within: tuple[Span, ...], *, mdx: bool = False) -> Generator[Link | Region, None, None]:
    """The links of the pieces ``within`` of a text of Markdown (or MDX), and its HTML."""
    pieces = Pieces(text, within)
    for item in _read(pieces.joined, mdx):
        if len(pieces.joined) == len(text):
            yield item
            continue
        match item:
            case Link():
                place = pieces.span(item.start, item.end)
                label = item.label and pieces.span(item.label.start, item.label.end)
                yield replace(item, start=place.start, end=place.end, label=label)
            case Region():
                yield replace(item, pieces=tuple(pieces.span(piece.start, piece.end) for piece in item.pieces))


def _read(original: str, mdx: bool) -> Iterator[Link | Region]:
    from checker.discover import front_matter

    text = level_lines(original)
    head = front_matter.read(text)
    if head:
        yield from head[1]
        text = _blank(text, Span(0, head[0]))
    text = _without_templates(text)
    if mdx:
        text = _without_modules(text)
    yield from _body(text, original, mdx)


def level_lines(text: str) -> str:
    """The text with every line ending in LF and without NUL, every character still in its place."""
    return text.replace("\r\n", " \n").replace("\r", "\n").replace("\0", "\ufffd")


def _body(text: str, original: str, mdx: bool) -> Iterator[Link | Region]:
    from checker.discover.markdown_blocks import Definition, read

    blocks = read(text, mdx=mdx)
    definitions: dict[str, Definition] = {}
    for definition in blocks.definitions:
        definitions.setdefault(definition.key, definition)
    tracked = any(urls.is_http(definition.url) for definition in blocks.definitions)
    chunks = [Chunk(lines, len(text)) for lines in blocks.html]
    links: list[Link] = []
    uses: set[str] = set()
    shows: set[str] = set()
    for lines in blocks.inline:
        block = Pieces(text, lines)
        content = block.joined
        if not tracked and not may_hold_http(content):
            continue
        founds = scan(content, definitions)
        for found in founds:
            if found.kind is Kind.USE:
                uses.add(found.url)
            elif found.kind is Kind.IMAGE_USE:
                shows.add(found.url)
            elif found.kind is not Kind.HTML:
                links.append(_link(found, block))
        chunks += [Chunk(block.cut(start, end), lines[-1].end) for start, end in _tags(content, founds)]
    for definition in blocks.definitions:
        used_by_images_only = definition.key in shows - uses and definition is definitions[definition.key]
        links.append(_destination(definition.place, definition.url, image=used_by_images_only))
    html = join(text, sorted(chunks, key=lambda chunk: chunk.pieces[0]))
    for link in links:
        if not _inside(html.hidden, link.start) and not _is_templated(link.url):
            yield link
    for region in html.regions:
        if may_hold_http("".join([original[piece.start : piece.end] for piece in region])):
            yield Region("html", region)


def _link(found: Found, block: Pieces) -> Link:
    place = _place(block, found.start, found.end)
    match found.kind:
        case Kind.IMAGE:
            return _destination(place, found.url, image=True)
        case Kind.BARE:
            return Link(place.start, place.end, found.url, Usage.TEXT)
    label = found.label and _place(block, found.label.start, found.label.end)
    return replace(_destination(place, found.url), label=label)


def _place(block: Pieces, start: int, end: int) -> Span:
    spans = block.cut(start, end)
    return Span(spans[0].start, spans[-1].end) if spans else Span(block.origin(start), block.origin(start))


def _destination(place: Span, url: str, *, image: bool = False) -> Link:
    if not image:
        return Link(place.start, place.end, url, Usage.NAVIGATION)
    parsed = urls.parse(url) if urls.is_http(url) else None
    # Browsers upgrade the pictures of an https page, but not those on an address: these they block.
    blocked = parsed is not None and urls.literal(parsed.host) is not None
    return Link(place.start, place.end, url, Usage.IMAGE, Mixed.ACTIVE if blocked else Mixed.PASSIVE)


def _tags(content: str, founds: list[Found]) -> Iterator[tuple[int, int]]:
    """Inline HTML, each tag by itself, but ``<a …>text</a>`` in one: its text may spell its URL."""
    tags = [found for found in founds if found.kind is Kind.HTML]
    at = 0
    while at < len(tags):
        start, end = tags[at].start, tags[at].end
        if at + 1 < len(tags) and _ANCHOR.match(content, start):
            following = tags[at + 1]
            if _ANCHOR_END.match(content, following.start) and content.find("<", end, following.start) < 0:
                end = following.end
                at += 1
        yield start, end
        at += 1


_ANCHOR = re.compile(r"<a[ \t\n]", re.I)
_ANCHOR_END = re.compile(r"</a[ \t\n>]", re.I)


def _inside(ranges: list[Span], at: int) -> bool:
    index = bisect.bisect_right(ranges, at, key=lambda span: span.start) - 1
    return index >= 0 and at < ranges[index].end


def _is_templated(url: str) -> bool:
    return "{{" in url or "{%" in url


_NOT_LF = re.compile(r"[^\n]+")
_REST_OF_LINE = re.compile(r"[ \t]*+[^ \t\n]")


def _blank(text: str, *spans: Span) -> str:
    """The text with blanks instead of some ranges of it, line ends kept.

    Where text follows a range on its last line, blanks would make indented code of it: there a letter stands in.
    """
    parts = []
    done = 0
    for span in spans:
        parts.append(text[done : span.start])
        blank = _NOT_LF.sub(lambda match: " " * len(match[0]), text[span.start : span.end])
        if _REST_OF_LINE.match(text, span.end):
            kept = blank.rfind("\n") + 1
            blank = blank[:kept] + "\ufffc" * (len(blank) - kept)
        parts.append(blank)
        done = span.end
    parts.append(text[done:])
    return "".join(parts)


_TEMPLATE = re.compile(
    r"\{%-?[ \t]*+(?P<liquid>highlight|comment)\b[^%\n]*+%\}"
    r"|\{\{[<%][ \t]*+(?P<hugo>highlight)\b[^>%\n]*+[>%]\}\}"
    r"|(?P<kramdown>\{::comment\})"
)
_TEMPLATE_ENDS = {
    "highlight": re.compile(r"\{%-?[ \t]*+endhighlight\b[^%\n]*+%\}"),
    "comment": re.compile(r"\{%-?[ \t]*+endcomment\b[^%\n]*+%\}"),
    "hugo": re.compile(r"\{\{[<%][ \t]*+/[ \t]*+highlight\b[^>%\n]*+[>%]\}\}"),
    "kramdown": re.compile(r"\{:/(?:comment)?\}"),
}
_MDX_COMMENT = re.compile(r"\{[ \t\n]*+/\*")
_MDX_COMMENT_END = re.compile(r"\*/[ \t\n]*+\}")


def _without_templates(text: str) -> str:
    """The text without what a site generator takes for code or comments before it reads any Markdown.

    ``{% raw %}`` is none of these: what stands in it is Markdown still.
    """
    if "{%" not in text and "{{" not in text and "{::" not in text:
        return text
    spans = []
    endless: set[str] = set()
    at = 0
    while start := _TEMPLATE.search(text, at):
        at = start.end()
        kind = start["liquid"] or ("hugo" if start["hugo"] else "kramdown")
        if kind in endless:
            continue
        end = _TEMPLATE_ENDS[kind].search(text, at)
        if end is None:
            endless.add(kind)
        else:
            spans.append(Span(start.start(), end.end()))
            at = end.end()
    return _blank(text, *spans)


_MODULE = re.compile(
    r"^(?:import[ \t]++(?:[\w$*{][^\"'`;]{0,1000}+(?:(?<=from)|(?<=from[ \t\n])))?[\"']"
    r"|export[ \t]++(?:[*{]|(?:const|let|var|function|class|default|async)\b))",
    re.M,
)
# An empty line, or the end of a code block in which the statement stands.
_MODULE_END = re.compile(r"\n(?=[ \t]*+\n|[ \t>]*+(?:```|~~~))")


def _without_modules(text: str) -> str:
    """MDX without its ``import`` and ``export`` statements, which end at an empty line, and without comments."""
    spans = []
    at = 0
    while comment := _MDX_COMMENT.search(text, at):
        end = _MDX_COMMENT_END.search(text, comment.end())
        if end is None:
            break
        spans.append(Span(comment.start(), end.end()))
        at = end.end()
    text = _blank(text, *spans)
    spans = []
    at = 0
    while statement := _MODULE.search(text, at):
        ended = _MODULE_END.search(text, statement.start())
        at = ended.end() if ended else len(text)
        before = text.rfind("\n", 0, max(statement.start() - 1, 0))
        if not text[before + 1 : statement.start()].strip():  # it begins a block
            spans.append(Span(statement.start(), at))
    return _blank(text, *spans)
