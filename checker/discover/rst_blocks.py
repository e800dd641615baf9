"""The blocks of reStructuredText: paragraphs and the like, in which links may stand, and what directives name.

https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html, without a tree: a line is read by its indentation
and by what it begins with. What is code or a comment ends where a line stands as far to the left as its head.
Directives that are not known here are Sphinx's or an extension's: what they hold is read as text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Generator, Iterator
from dataclasses import dataclass

from checker.model import Span

MAX_TABLES = 4
"""Tables within tables. In deeper ones nothing is read."""

Lines = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """Lines of inline text, read as if joined by line ends."""

    lines: Lines


@dataclass(frozen=True, slots=True)
class Target:
    """A URL that stands by itself, over one line or several; ``use`` says where: a name of :class:`Usage`."""

    lines: Lines
    use: str


@dataclass(frozen=True, slots=True)
class Html:
    """The lines of a ``raw`` directive, with their line ends."""

    lines: Lines


Block = Words | Target | Html

_LITERAL = frozenset((
    "actdiag", "aafig", "altair-plot", "asciinema", "blockdiag", "bokeh-plot", "code", "code-block", "code-cell",
    "code-tab", "command-output", "console", "digraph", "ditaa", "doctest", "exec", "exec_code", "graph", "graphviz",
    "inheritance-diagram", "ipython", "ipython3", "jupyter-execute", "jupyter-input", "jupyter-output", "literal",
    "math", "mermaid", "nbinput", "nboutput", "nwdiag", "packetdiag", "parsed-literal", "plantuml", "plot",
    "productionlist", "program-output", "prompt", "rackdiag", "runblock", "seqdiag", "shell", "sourcecode",
    "terminal", "testcleanup", "testcode", "testoutput", "testsetup", "tikz", "uml", "wavedrom",
))  # fmt: skip
_INCLUDES = frozenset(("include", "literalinclude"))
_NAME = r"[^\W_]++(?:(?>[-._+:]?[\w]++))*+"
_BULLET = re.compile(r"[-*+•‣⁃](?:[ \t]++|$)")
_NUMBER = re.compile(
    r"(?:\(?(?:[0-9]++|[ivxlcdm]++|[a-z]|#)\)|(?:[0-9]++|[ivxlcdm]++|[a-z]|#)\.)(?:[ \t]++|$)", re.I | re.A
)
_FIELD = re.compile(r":(?![: ])(?:(?>[^:\\]|\\.|:(?!(?:[ `]|$))))++(?<! ):(?:[ \t]++|$)")
_ARGUMENT = r"(?:[a-z][\w-]*+|<[^<>]++>)"
_OPTION_STRING = rf"(?:[-+][a-z0-9](?: ?{_ARGUMENT})?+|(?:--|/)[a-z0-9][\w-]*+(?:[ =]{_ARGUMENT})?+)"
_OPTION = re.compile(rf"{_OPTION_STRING}(?:(?>, {_OPTION_STRING}))*+(?:  [ ]*+| ?$)", re.I | re.A)
_LINE_BLOCK = re.compile(r"\|(?:[ \t]++|$)")
_NOTE = re.compile(rf"\[(?:[0-9]++|#(?:{_NAME})?+|\*|{_NAME})\](?:[ \t]++|$)")
_SUBSTITUTION = re.compile(r"\|(?! )(?:(?>[^|\\]|\\.)){1,1000}+\|[ \t]++")
_DIRECTIVE = re.compile(rf"({_NAME}) ?::(?:[ \t]++|$)")
_ANONYMOUS = re.compile(r"__(?:[ ]++|$)")
_TARGET = re.compile(
    r"_(?:_|(?!_)(?P<quote>`?+)(?![ `]).{1,1000}?(?<![\s\\])(?P=quote))(?<!(?<!\\):) ?:(?:[ \n]++|\Z)", re.S
)
_RULE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}+[ \t]*+$")
_GRID = re.compile(r"\+-[-+]*+(?<=-)?\+[ \t]*+$|\+-[-+]++[ \t]*+$")
_SIMPLE = re.compile(r"=++(?:(?>[ ]++=++))++[ \t]*+$")
_BORDER = re.compile(r"[-=]++$")
_CARD = re.compile(r":(?:property|name)=(?:og|twitter):(?!.*(?:alt|description|locale|title|type):).*:", re.I)
_TREE_ENTRY = re.compile(r"<(http:[^<>]++)>[ \t]*+$", re.I)


@dataclass(slots=True)
class _Open:
    """The paragraph that is being read: its lines, and where the next one begins (-1: anywhere right of ``least``)."""

    lines: list[Span]
    indent: int
    least: int


class _Reader:
    def __init__(self, text: str, lines: list[Span], depth: int) -> None:
        self._text = text
        self._lines = lines
        self._depth = depth
        self._open = _Open([], 0, 0)
        self._literal = -1
        """How far to the left a literal block ends that is awaited (-1: none is)."""

    def read(self) -> Iterator[Block]:
        at = 0
        while at < len(self._lines):
            start, indent = self._begin(at)
            line = self._lines[at]
            if start == line.end:
                yield from self._close(blank=True)
                at += 1
                continue
            if self._literal >= 0:
                after = self._past_literal(at, start, indent)
                self._literal = -1
                if after > at:
                    at = after
                    continue
            going_on = self._open
            if going_on.lines and going_on.indent < 0 and indent > going_on.least:
                going_on.indent = indent
            if going_on.lines and indent == going_on.indent and not self._is_rule(start, line.end):
                going_on.lines.append(Span(start, line.end))
                at += 1
                continue
            yield from self._close(blank=False)
            if self._is_rule(start, line.end):
                at += 1
                continue
            at = yield from self._construct(at, start, indent)
        yield from self._close(blank=True)

    def _begin(self, at: int) -> tuple[int, int]:
        """Where a line's text begins, and its column."""
        line = self._lines[at]
        text = self._text
        start, indent = line.start, 0
        while start < line.end and (character := text[start]).isspace():
            indent = (indent // 8 + 1) * 8 if character == "\t" else indent + 1
            start += 1
        return start, indent

    def _is_rule(self, start: int, end: int) -> bool:
        rule = _RULE.match(self._text, start, end)
        return rule is not None and rule[1] != "+"

    def _close(self, *, blank: bool) -> Iterator[Block]:
        lines = self._open.lines
        if lines:
            if blank and self._text[lines[-1].start : lines[-1].end].rstrip().endswith("::"):
                self._literal = self._open.indent if self._open.indent >= 0 else self._open.least
            yield Words(tuple(lines))
            self._open = _Open([], 0, 0)

    def _past_literal(self, at: int, start: int, indent: int) -> int:
        """Past a literal block, if one begins here."""
        if indent > self._literal:
            return self._past_body(at, self._literal)
        mark = self._text[start]
        if indent == self._literal and unicodedata.category(mark)[0] in "PS" and mark.isascii():
            while at < len(self._lines):
                start, indent = self._begin(at)
                if start == self._lines[at].end or self._text[start] != mark:
                    break
                at += 1
        return at

    def _past_body(self, at: int, indent: int) -> int:
        """The first line from ``at`` on that has text as far to the left as ``indent``."""
        while at < len(self._lines):
            start, own = self._begin(at)
            if start < self._lines[at].end and own <= indent:
                break
            at += 1
        return at

    def _construct(self, at: int, start: int, indent: int) -> Generator[Block, None, int]:
        """What begins at a line: list items around a paragraph, a table, a directive. Returns the line to go on at."""
        text, end = self._text, self._lines[at].end
        least = -1
        while start < end:
            character = text[start]
            marker: re.Match[str] | None = None
            if character == "." and text.startswith("..", start) and (start + 2 == end or text[start + 2] in " \t"):
                note = _NOTE.match(text, self._skip(start + 2, end), end)
                if note is None:
                    return (yield from self._explicit(at, start, indent))
                marker, least = note, indent
            elif character == "_" and (anonymous := _ANONYMOUS.match(text, start, end)):
                after = self._past_paragraph(at, indent)
                yield Target(self._part(at, anonymous.end(), after), "navigation")
                return after
            elif character == ">" and text.startswith(">>>", start) and (start + 3 == end or text[start + 3] == " "):
                return self._past_paragraph(at, -1)
            elif (character == "+" and _GRID.match(text, start, end)) or (
                character == "=" and _SIMPLE.match(text, start, end)
            ):
                return (yield from self._table(at, start))
            elif marker := _BULLET.match(text, start, end):
                least = -1
            elif (character.isalnum() or character in "(#") and (marker := _NUMBER.match(text, start, end)):
                if at + 1 < len(self._lines):
                    following, column = self._begin(at + 1)
                    stop = self._lines[at + 1].end
                    if following < stop and column <= indent and not _NUMBER.match(text, following, stop):
                        break
                least = -1
            elif marker := (
                _FIELD.match(text, start, end)
                if character == ":"
                else _LINE_BLOCK.match(text, start, end)
                if character == "|"
                else _OPTION.match(text, start, end)
                if character in "-+/"
                else None
            ):
                least = indent
            if marker is None:
                break
            indent += marker.end() - start
            start = marker.end()
        if least >= 0:
            self._open = _Open([Span(start, end)], -1, least)
        elif start < end:
            self._open = _Open([Span(start, end)], indent, -1)
        return at + 1

    def _skip(self, start: int, end: int) -> int:
        while start < end and self._text[start] in " \t":
            start += 1
        return start

    def _past_paragraph(self, at: int, indent: int) -> int:
        """Past the lines that follow without a blank one and stand to the right of ``indent``."""
        at += 1
        while at < len(self._lines):
            start, own = self._begin(at)
            if start == self._lines[at].end or own <= indent:
                break
            at += 1
        return at

    def _part(self, at: int, start: int, after: int) -> Lines:
        """The text from ``start`` on the line ``at`` to the line ``after``."""
        lines = [Span(start, self._lines[at].end)] if start < self._lines[at].end else []
        lines.extend(Span(self._begin(number)[0], self._lines[number].end) for number in range(at + 1, after))
        return tuple(lines)

    def _explicit(self, at: int, start: int, indent: int) -> Generator[Block, None, int]:
        text, end = self._text, self._lines[at].end
        start = self._skip(start + 2, end)
        if start == end:
            empty = at + 1 < len(self._lines) and self._begin(at + 1)[0] == self._lines[at + 1].end
            return at + 1 if empty else self._past_body(at + 1, indent)
        if text[start] == "_":
            after = self._past_paragraph(at, indent)
            lines = self._part(at, start, after)
            joined = "\n".join([text[line.start : line.end] for line in lines])
            if head := _TARGET.match(joined):
                yield Target(_from(lines, head.end()), "navigation")
                return after
        if substitution := _SUBSTITUTION.match(text, start, end):
            start = substitution.end()
        if directive := _DIRECTIVE.match(text, start, end):
            name = directive[1].lower().rpartition(":")[2]
            return (yield from self._directive(at, directive.end(), indent, name))
        return self._past_body(at + 1, indent)

    def _directive(self, at: int, start: int, indent: int, name: str) -> Generator[Block, None, int]:
        if name == "meta":
            body = self._past_body(at + 1, indent)
            yield from self._cards(at + 1, body)
            return body
        argument, options, after = self._head(at, start, indent)
        if name in ("image", "figure"):
            yield Target(argument, "image")
        elif name in _INCLUDES:
            yield Target(argument, "data")
        for option, value in options:
            if option in ("caption", "title", "subtitle"):
                yield Words(value)
            elif option != "alt":
                yield Target(value, "data" if option == "url" else "navigation")
        if name in _LITERAL or name in _INCLUDES:
            return self._past_body(after, indent)
        if name == "raw":
            body = self._past_body(after, indent)
            if "html" in "".join(self._text[line.start : line.end] for line in argument).lower().split():
                limit = len(self._text)
                yield Html(tuple(Span(line.start, min(line.end + 1, limit)) for line in self._lines[after:body]))
            return body
        if name == "toctree":
            body = self._past_body(after, indent)
            yield from self._entries(after, body)
            return body
        if argument and name not in ("image", "figure"):
            self._open = _Open(list(argument), self._least_indent(after, indent), indent)
        return after

    def _least_indent(self, at: int, indent: int) -> int:
        """How far to the left the text below a directive's head begins; -1 if there is none."""
        least = -1
        while at < len(self._lines):
            start, own = self._begin(at)
            if start < self._lines[at].end:
                if own <= indent:
                    break
                least = own if least < 0 else min(least, own)
            at += 1
        return least

    def _head(self, at: int, start: int, indent: int) -> tuple[Lines, list[tuple[str, Lines]], int]:
        """The argument and options of a directive, and the line that follows them."""
        text = self._text
        argument = [Span(start, self._lines[at].end)] if start < self._lines[at].end else []
        options: list[tuple[str, Lines]] = []
        at += 1
        column = -1
        while at < len(self._lines):
            begin, own = self._begin(at)
            end = self._lines[at].end
            if begin == end or own <= indent:
                break
            if (option := _FIELD.match(text, begin, end)) and (column < 0 or own == column):
                column = own
                name = option[0].strip()[1:-1].lower()
                options.append((name, (Span(option.end(), end),) if option.end() < end else ()))
            elif column >= 0 and own > column:
                options[-1] = (options[-1][0], (*options[-1][1], Span(begin, end)))
            elif argument and column < 0:
                argument.append(Span(begin, end))
            else:
                break
            at += 1
        return tuple(argument), options, at

    def _cards(self, at: int, after: int) -> Iterator[Block]:
        """What a ``meta`` directive tells those who show a card of the page; the rest of it is no link."""
        for number in range(at, after):
            start, _ = self._begin(number)
            end = self._lines[number].end
            if (field := _FIELD.match(self._text, start, end)) and _CARD.match(field[0]):
                yield Target((Span(field.end(), end),), "metadata")

    def _entries(self, at: int, after: int) -> Iterator[Block]:
        for number in range(at, after):
            start, _ = self._begin(number)
            end = self._lines[number].end
            if start < end:
                entry = _TREE_ENTRY.search(self._text, start, end)
                yield Target((Span(*entry.span(1)) if entry else Span(start, end),), "navigation")

    def _table(self, at: int, start: int) -> Generator[Block, None, int]:
        """The cells of a table, each read by itself."""
        grid = self._text[start] == "+"
        after = self._past_grid(at) if grid else self._past_simple(at)
        rows = [Span(self._begin(number)[0], self._lines[number].end) for number in range(at, after)]
        if self._depth < MAX_TABLES:
            shift = start - self._lines[at].start
            rows = [Span(min(self._lines[at + n].start + shift, row.end), row.end) for n, row in enumerate(rows)]
            for cell in _grid_cells(self._text, rows) if grid else _simple_cells(self._text, rows):
                yield from _Reader(self._text, cell, self._depth + 1).read()
        return after

    def _past_grid(self, at: int) -> int:
        while at < len(self._lines):
            start, _ = self._begin(at)
            if start == self._lines[at].end or self._text[start] not in "+|":
                break
            at += 1
        return at

    def _past_simple(self, at: int) -> int:
        """Past the border that a blank line, or the end, follows; the whole paragraph if there is none."""
        head = at
        borders = 0
        while at < len(self._lines):
            start, _ = self._begin(at)
            end = self._lines[at].end
            if start < end and self._text[start] == "=" and re.compile(r"[= ]++$").match(self._text, start, end):
                borders += 1
                following = at + 1
                if borders > 1 and (
                    borders == 3
                    or following == len(self._lines)
                    or self._begin(following)[0] == self._lines[following].end
                ):
                    return following
            at += 1
        return self._past_paragraph(head, -1)


def _from(lines: Lines, offset: int) -> Lines:
    """Joined lines from an offset on."""
    rest = []
    for line in lines:
        length = line.end - line.start
        if offset < length:
            rest.append(Span(line.start + max(offset, 0), line.end))
        offset -= length + 1
    return tuple(rest)


def _columns(text: str, row: Span) -> list[int] | None:
    """Where each column of a line stands, if some letters are two columns wide or none; None if all are one."""
    line = text[row.start : row.end]
    if line.isascii():
        return None
    places: list[int] = []
    for offset, character in enumerate(line):
        if unicodedata.combining(character):
            continue
        places += [row.start + offset] * (2 if unicodedata.east_asian_width(character) in "WF" else 1)
    return places


def _place(row: Span, places: list[int] | None, column: int) -> int:
    if places is None:
        return min(row.start + column, row.end)
    return places[column] if column < len(places) else row.end


def _grid_cells(text: str, rows: list[Span]) -> Iterator[list[Span]]:
    """The cells of a grid table: a border below a cell ends it, whatever the cells beside it do."""
    borders = [row for row in rows if text.startswith("+", row.start, row.end) and _is_border(text, row)]
    bars = sorted({at for row in borders for at in range(row.end - row.start) if text[row.start + at] == "+"})
    cells: dict[int, list[Span]] = {}
    for row in rows:
        places = _columns(text, row)
        begin = -1
        for column in bars:
            at = _place(row, places, column)
            if at >= row.end or text[at] not in "+|":
                continue
            if begin >= 0:
                start = _place(row, places, begin + 1)
                if start < at and _BORDER.match(text, start, at):
                    if begin in cells:
                        yield cells.pop(begin)
                else:
                    cells.setdefault(begin, []).append(Span(start, max(start, at)))
            begin = column
    yield from cells.values()


def _is_border(text: str, row: Span) -> bool:
    return text.find("+-", row.start, row.end) >= 0 or text.find("+=", row.start, row.end) >= 0


def _simple_cells(text: str, rows: list[Span]) -> Iterator[list[Span]]:
    """The cells of a simple table: a row begins where the first column has text."""
    starts = [match.start() - rows[0].start for match in re.compile("=+").finditer(text, rows[0].start, rows[0].end)]
    cells: list[list[Span]] = [[] for _ in starts]
    for row in rows:
        places = _columns(text, row)
        bounds = [_place(row, places, column) for column in starts] + [row.end]
        border = re.compile(r"[-= ]++$").match(text, row.start, row.end) and text.find("  ", row.start) != row.start
        first = text[bounds[0] : bounds[1]].strip()
        if border or first:
            yield from (cell for cell in cells if cell)
            cells = [[] for _ in starts]
        if not border:
            for number, cell in enumerate(cells):
                cell.append(Span(bounds[number], bounds[number + 1]))
    yield from (cell for cell in cells if cell)


def read(text: str) -> Iterator[Block]:
    """The blocks of a text whose lines all end in LF."""
    lines = []
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        lines.append(Span(start, start + len(text[start:end].rstrip())))
        start = end + 1
    yield from _Reader(text, lines, 0).read()
