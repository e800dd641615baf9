"""The blocks of AsciiDoc: paragraphs and the like, in which links may stand, and what block macros name.

https://docs.asciidoctor.org/asciidoc/latest/blocks/, line by line and without a tree: what surrounds a paragraph
(examples, quotes, lists, tables) changes no link, what is verbatim or a comment holds none.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from checker.discover.asciidoc_inline import links_of
from checker.model import Span

Lines = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """Lines of inline text, read as if joined by line ends."""

    lines: Lines


@dataclass(frozen=True, slots=True)
class Target:
    """A URL that stands by itself; ``use`` says where: a name of :class:`Usage`."""

    place: Span
    use: str


@dataclass(frozen=True, slots=True)
class Html:
    """The lines of a passthrough block, with their line ends."""

    lines: Lines


Block = Words | Target | Html

_VERBATIM = frozenset("-.`")
_DELIMITER = re.compile(
    r"(?P<mark>([-.+/=*_`])\2{3,}+|```(?!`)|--|[|,:!]===++)(?P<language>(?<=```)[^`\s]*+[^`]*+)?[ \t]*+$"
)
_STYLE = re.compile(r"\[(?P<style>[\w-]*+)[^\n]*\][ \t]*+$")
_VERBATIM_STYLES = frozenset(
    ("source", "listing", "literal", "stem", "latexmath", "asciimath", "comment", "a2s", "bpmn")
)
_DIAGRAMS = frozenset(("barcode", "bytefield", "d2", "dbml", "diagrams", "ditaa", "dpic", "erd", "gnuplot", "graphviz",
    "lilypond", "meme", "mermaid", "msc", "nomnoml", "pikchr", "plantuml", "salt", "shaape", "smcat", "svgbob",
    "symbolator", "syntrax", "tikz", "umlet", "vega", "vegalite", "wavedrom"))  # fmt: skip
_ATTRIBUTE = re.compile(r":!?\w[^:\n]*+:(?:[ \t]++(?P<value>\S.*)?)?$")
_MACRO = re.compile(
    r"(?P<name>image|video|audio|include)::(?P<target>\S(?:[^\n\[]*[^\s\[])?)\[(?P<attributes>.*)\][ \t]*+$"
)
_CONDITION = re.compile(r"(?:ifdef|ifndef|ifeval|endif)::[^\s\[]*+\[(?P<text>.*)\][ \t]*+$")
_LIST = re.compile(r"[ \t]*+(?:-|\*++|\.++|•|[0-9]++\.|[a-zA-Z]\.|[IVXivx]++\)|<(?:[0-9]++|\.)>)[ \t]++(?=\S)")
_TERM = re.compile(r"(?:::{1,3}|;;)(?:[ \t]++|$)")
_TITLE = re.compile(r"(?:={1,6}|#{1,6})[ \t]++(?=\S)|\.(?=[^ \t.])")
_USES = {"image": "image", "video": "media", "audio": "media", "include": "data"}
_CELL = re.compile(r"(?<!\\)\|")
_LITERAL_CELL = re.compile(r"(?:^|[\s|])[0-9.+*<>^]*+l$")


@dataclass(slots=True)
class _Reader:
    text: str
    lines: list[Span]
    open: list[Span] = field(default_factory=list)
    style: str = ""
    """Of the block that comes next."""
    table: str = ""
    """What separates the cells of the table that is being read."""

    def read(self) -> Iterator[Block]:
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            if line.start == line.end:
                yield from self.close()
                at += 1
                continue
            first = self.text[line.start]
            if first == "/" and self.text.startswith("//", line.start) and not self.text.startswith("///", line.start):
                at += 1
                continue
            delimiter = _DELIMITER.match(self.text, line.start, line.end) if first in "-.+/=*_`|,:!" else None
            if delimiter:
                yield from self.close()
                at = yield from self.delimited(at, delimiter["mark"])
                self.style = ""
                continue
            if first == "[" and (style := _STYLE.match(self.text, line.start, line.end)):
                yield from self.close()
                yield from (Target(span, "navigation") for span in links_of(self.text, line.start, line.end))
                # A line of roles or an anchor leaves the style of the line before.
                self.style = style["style"] or self.style
                at += 1
                continue
            if not self.open:
                after = yield from self.begin(at, line, first)
                if after > at:
                    at = after
                    continue
            elif (first in "-*.•<0123456789 \t" or first.isalpha()) and _LIST.match(self.text, line.start, line.end):
                yield from self.close()
            self.add(line)
            at += 1
            if self.text[line.end - 1] == "+" and line.end - line.start == 1:  # a list goes on with a block
                self.open.pop()
                yield from self.close()
        yield from self.close()

    def begin(self, at: int, line: Span, first: str) -> Generator[Block, None, int]:
        """A line at which a block begins; the line to go on at, which is the same one for a paragraph."""
        text = self.text
        if self.style in _VERBATIM_STYLES or self.style in _DIAGRAMS or self.style == "pass":
            after = self.past_paragraph(at)
            if self.style == "pass":
                yield Html(self.whole(at, after))
            self.style = ""
            return after
        if first == ":" and (entry := _ATTRIBUTE.match(text, line.start, line.end)):
            value = Span(*entry.span("value"))
            while text[self.lines[at].end - 1] == "\\" and at + 1 < len(self.lines):
                at += 1
                yield Words((self.lines[at],))
            if entry["value"]:
                if re.match(r"http:\S++$", entry["value"], re.I):
                    yield Target(value, "navigation")
                else:
                    yield Words((value,))
            return at + 1
        if macro := _MACRO.match(text, line.start, line.end):
            yield Target(Span(*macro.span("target")), _USES[macro["name"]])
            yield from (Target(span, "navigation") for span in links_of(text, *macro.span("attributes")))
            self.style = ""
            return at + 1
        if condition := _CONDITION.match(text, line.start, line.end):
            if condition["text"]:
                yield Words((Span(*condition.span("text")),))
            return at + 1
        if first in " \t" and not self.table and not _LIST.match(text, line.start, line.end):
            if not _TERM.search(text, line.start, line.end):
                self.style = ""
                return self.past_paragraph(at)
        elif title := _TITLE.match(text, line.start, line.end):
            yield Words((Span(title.end(), line.end),))
            return at + 1
        self.style = ""
        return at

    def add(self, line: Span) -> None:
        start = line.start
        while item := _LIST.match(self.text, start, line.end):
            start = item.end()
        self.open.append(Span(start, line.end))

    def close(self) -> Iterator[Words]:
        lines, self.open = self.open, []
        if not lines:
            return
        if self.table:
            yield from self.cells(lines)
            return
        terms: list[Span] = []
        for line in lines:
            term = _TERM.search(self.text, line.start, line.end)
            if term and term.start() > line.start:
                if terms:
                    yield Words(tuple(terms))
                yield Words((Span(line.start, term.start()),))
                terms = [Span(term.end(), line.end)] if term.end() < line.end else []
            else:
                terms.append(line)
        if terms:
            yield Words(tuple(terms))

    def cells(self, lines: list[Span]) -> Iterator[Words]:
        cell: list[Span] = []
        literal = False
        for line in lines:
            start = line.start
            if self.table == "|":
                for bar in _CELL.finditer(self.text, line.start, line.end):
                    before = Span(start, bar.start())
                    cell.append(before)
                    if not literal:
                        yield Words(tuple(cell))
                    literal = _LITERAL_CELL.search(self.text[before.start : before.end]) is not None
                    cell = []
                    start = bar.end()
            elif self.table == ",":
                for part in re.compile(r"\"[^\"\n]*+\"|[^,\"\n]++").finditer(self.text, line.start, line.end):
                    quoted = self.text[part.start()] == '"'
                    yield Words((Span(part.start() + quoted, part.end() - quoted),))
                continue
            cell.append(Span(start, line.end))
        if cell and not literal:
            yield Words(tuple(cell))

    def delimited(self, at: int, mark: str) -> Generator[Block, None, int]:
        """A line that begins or ends a block; the line to go on at."""
        if mark[1:] == "===" or mark[0] in "|,!:":
            separator = mark[0]
            self.table = "" if self.table else "|" if separator == "!" else separator
            return at + 1
        style = self.style
        verbatim = mark[0] in _VERBATIM and mark != "--"
        comment = mark[0] == "/" or style == "comment"
        raw = (mark[0] == "+" and style not in _VERBATIM_STYLES) or style == "pass"
        verbatim = verbatim or (mark in ("--", "++++") and (style in _VERBATIM_STYLES or style in _DIAGRAMS))
        if not (verbatim or comment or raw):
            return at + 1
        end = at + 1
        while end < len(self.lines) and self.text[self.lines[end].start : self.lines[end].end] != mark:
            end += 1
        if raw and not (mark[0] in _VERBATIM and mark != "--" and style != "pass"):
            yield Html(self.whole(at + 1, end))
        return end + 1

    def past_paragraph(self, at: int) -> int:
        while at < len(self.lines) and self.lines[at].start < self.lines[at].end:
            line = self.lines[at]
            if self.text[line.start] in "-.+/=*_`|" and _DELIMITER.match(self.text, line.start, line.end):
                break
            at += 1
        return at

    def whole(self, at: int, end: int) -> Lines:
        limit = len(self.text)
        return tuple(Span(line.start, min(line.end + 1, limit)) for line in self.lines[at:end])


def read(text: str) -> Iterator[Block]:
    """The blocks of a text whose lines all end in LF."""
    lines = []
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        lines.append(Span(start, start + len(text[start:end].rstrip())))
        start = end + 1
    yield from _Reader(text, lines).read()
