"""The blocks of Markdown, read by markdown-it-py, with their places in the text.

Its tokens carry line numbers only, and their content cannot be mapped back to lines afterwards (a line of blanks that
are not ASCII leaves the content and not the line numbers). So places are recorded *while its block rules run*, when
the marks of the parser's state still describe the list item or quote that the lines stand in.

This module imports the parser: import it inside a function.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.parser_block import RuleFuncBlockType
from markdown_it.rules_block import (
    StateBlock,
    blockquote,
    code,
    fence,
    heading,
    hr,
    html_block,
    lheading,
    list_block,
    paragraph,
    reference,
    table,
)
from markdown_it.token import Token
from mdit_py_plugins.footnote.index import footnote_def

from checker.discover import may_hold_http
from checker.discover.markdown_inline import destination, label_key, undo_escapes
from checker.discover.markdown_lines import Lines, clip, joined
from checker.model import Span

MAX_LEVELS = 120
"""Quotes, lists and items within each other. Deeper markers are read as the text of a paragraph: markdown-it's own
``maxNesting`` drops everything to the end of the container without a word, and no limit ends in RecursionError."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A link reference definition: the key of its label, the place of its destination, and its URL."""

    key: str
    place: Span
    url: str


@dataclass(slots=True)
class Blocks:
    """What can hold links, each kind in the order of the text. Code is in none of them."""

    inline: list[Lines] = field(default_factory=list)
    html: list[Lines] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)


def read(text: str, *, mdx: bool = False) -> Blocks:
    """The blocks of a text whose lines all end in LF. ``mdx``: no indented code, and tags do not begin HTML blocks."""
    parser = _parser(mdx)
    state = _State(text, parser)
    parser.block.tokenize(state, 0, state.lineMax)
    return state.blocks


class _Parser(MarkdownIt):
    """Takes every destination for a link, as it is written."""

    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802
        return url


class _State(StateBlock):
    """Notes which lines a rule took, and keeps no tokens."""

    def __init__(self, src: str, parser: MarkdownIt) -> None:
        super().__init__(src, parser, {}, [])
        self.blocks = Blocks()
        self.taken = (0, 0)
        self._token = Token("", "", 0)
        self.last_definition = self.src.rfind("]:")

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:  # noqa: ARG002
        """Count the levels; nobody reads the tokens."""
        self.level += nesting
        return self._token

    def getLines(self, begin: int, end: int, indent: int, keepLastLF: bool) -> str:  # noqa: ARG002, N802, N803
        """Note the lines; their text is read from their places (and markdown-it-py's own raises IndexError for a
        comment that nothing closes, in a list in a quote at the end of the text)."""
        self.taken = (begin, end)
        return ""


Record: TypeAlias = Callable[[_State, int], None]


@functools.cache
def _parser(mdx: bool) -> MarkdownIt:
    """One rule that picks the few of markdown-it's rules that a line's first character allows: a rule is a call of a
    function, a line is offered to all of them, and that was half of the time (*measured* on 5.9 MB with http links)."""
    parser = _Parser("commonmark", {"maxNesting": 4 * MAX_LEVELS})
    if mdx:
        parser.disable("code")
    quote, items = _bounded(blockquote), _bounded(list_block)
    inside_lists = _by_first({"`~": (fence,), ">": (quote,), "*-": (hr,), "_": (hr,)})
    inside_quotes = _by_first({"`~": (fence,), ">": (quote,), "*-": (hr, items), "_": (hr,), "+0123456789": (items,)})
    inside_quotes["#"] = [_recording(heading, _record_heading)]
    if not mdx:
        inside_quotes["<"] = [_recording(html_block, _record_html)]
    inside_paragraphs = {**inside_quotes, "[": [_bounded(footnote_def)]}
    anywhere = {**inside_quotes, "[": [_bounded(footnote_def), _recording(_definition, _record_definition)]}
    tables = _recording(table, _record_table)
    underlined = _recording(lheading, _record_taken)
    plain = _recording(paragraph, _record_taken)

    def begins(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        return (
            (_holds_pipe(state, start) and tables(state, start, end, silent))
            or code(state, start, end, silent)
            or _any(anywhere, state, start, end, silent)
            or (not state.isEmpty(start + 1) and underlined(state, start, end, silent))
            or plain(state, start, end, silent)
        )

    def interrupts_paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        return (_holds_pipe(state, start) and tables(state, start, end, silent)) or _any(
            inside_paragraphs, state, start, end, silent
        )

    ruler = parser.block.ruler
    for name in ruler.get_active_rules():
        ruler.at(name, code, {"alt": []})  # never reached, but asked whether "code" is among them
    ruler.before("code", "begins", begins)
    ruler.push("interrupts_paragraph", interrupts_paragraph, {"alt": ["paragraph", "reference"]})
    ruler.push("interrupts_quote", functools.partial(_any, inside_quotes), {"alt": ["blockquote"]})
    ruler.push("interrupts_list", functools.partial(_any, inside_lists), {"alt": ["list"]})
    return parser


def _by_first(rules: dict[str, tuple[RuleFuncBlockType, ...]]) -> dict[str, list[RuleFuncBlockType]]:
    return {first: list(some) for firsts, some in rules.items() for first in firsts}


def _any(rules: dict[str, list[RuleFuncBlockType]], state: StateBlock, start: int, end: int, silent: bool) -> bool:
    at = state.bMarks[start] + state.tShift[start]
    some = rules.get(state.src[at]) if at < state.eMarks[start] else None
    return some is not None and any(rule(state, start, end, silent) for rule in some)


def _holds_pipe(state: StateBlock, line: int) -> bool:
    return state.src.find("|", state.bMarks[line], state.eMarks[line]) >= 0


def _definition(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    assert isinstance(state, _State)
    return state.bMarks[start] < state.last_definition and reference(state, start, end, silent)


def _bounded(rule: RuleFuncBlockType) -> RuleFuncBlockType:
    def bounded(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        return state.level < MAX_LEVELS and rule(state, start, end, silent)

    return bounded


def _recording(rule: RuleFuncBlockType, record: Record) -> RuleFuncBlockType:
    def recording(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if not rule(state, start, end, silent):
            return False
        if not silent:
            assert isinstance(state, _State)
            record(state, start)
        return True

    return recording


def _record_taken(state: _State, _start: int) -> None:
    begin, end = state.taken
    if _matters(state, begin, end):
        state.blocks.inline.append(_lines(state, begin, end))


def _record_heading(state: _State, start: int) -> None:
    if _matters(state, start, start + 1):
        at = state.bMarks[start] + state.tShift[start]
        state.blocks.inline.append((Span(_skip(state.src, at, "#"), state.eMarks[start]),))


def _record_html(state: _State, _start: int) -> None:
    begin, end = state.taken
    lines = []
    for line in range(begin, end):
        stop = state.eMarks[line]
        # Exactly the characters of the block: blanks at the start of a line can stand in the middle of a value.
        length = len(StateBlock.getLines(state, line, line + 1, state.blkIndent, False))
        lines.append(Span(max(state.bMarks[line], stop - length), min(stop + 1, len(state.src))))
    state.blocks.html.append(tuple(lines))


_DEFINITION = re.compile(r"\[((?:(?>[^\[\]\\]|\\.))*+)\]:[ \t\n]*+", re.S)


def _record_definition(state: _State, start: int) -> None:
    lines = _lines(state, start, state.line)
    text = joined(state.src, lines)
    head = _DEFINITION.match(text)
    target = destination(text, head.end()) if head else None
    # The rule has said that this is a definition; the two readings agree on where its parts end.
    if head and target and target.start < target.end:
        place = clip(lines, target.start, target.end)
        url = undo_escapes(text[target.start : target.end])
        state.blocks.definitions.append(Definition(label_key(head[1]), Span(place[0].start, place[-1].end), url))


def _record_table(state: _State, start: int) -> None:
    columns = len(_cells(state, start))
    for line in (start, *range(start + 2, state.line)):
        if _matters(state, line, line + 1):
            # Cells beyond those of the head are dropped from a table.
            state.blocks.inline.extend(_cells(state, line)[:columns])


def _cells(state: _State, line: int) -> list[Lines]:
    """The cells of a row: a pipe ends one unless a backslash stands before it, and that backslash is dropped."""
    text = state.src
    at = state.bMarks[line] + state.tShift[line]
    end = state.eMarks[line]
    while end > at and text[end - 1] in " \t":
        end -= 1
    cells: list[Lines] = []
    spans: list[Span] = []
    pipe = at - 1
    begin = at
    while (pipe := text.find("|", pipe + 1, end)) >= 0:
        if pipe > at and text[pipe - 1] == "\\":
            spans.append(Span(begin, pipe - 1))
            begin = pipe
        else:
            cells.append((*spans, Span(begin, pipe)))
            spans = []
            begin = pipe + 1
    cells.append((*spans, Span(begin, end)))
    if cells and not _length(cells[0]):
        cells.pop(0)
    if cells and not _length(cells[-1]):
        cells.pop()
    return cells


def _matters(state: _State, begin: int, end: int) -> bool:
    """Whether lines could hold an http link, or use a definition."""
    start, stop = state.bMarks[begin], state.eMarks[end - 1]
    return state.src.find("[", start, stop) >= 0 or may_hold_http(state.src[start:stop])


def _lines(state: _State, begin: int, end: int) -> Lines:
    last = end - 1
    return tuple(
        Span(state.bMarks[line] + state.tShift[line], state.eMarks[line] + (line < last)) for line in range(begin, end)
    )


def _length(lines: Lines) -> int:
    return sum(line.end - line.start for line in lines)


def _skip(text: str, at: int, character: str) -> int:
    while text.startswith(character, at):
        at += 1
    return at
