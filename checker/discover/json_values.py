"""JSON -> tokens with their places, and links. Comments, trailing commas and JSON5's quotes and names are taken too.

The standard library's parser gives no places and ends at a thousand levels. https://www.rfc-editor.org/rfc/rfc8259
"""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from checker.discover import data_values
from checker.discover.pieces import Pieces
from checker.model import Link, Region, Span

MAX_DEPTH = 1000
"""Levels. Nobody nests deeper by hand or by program, and the standard library gives up there too."""

_TOKEN = re.compile(
    r"[\s\ufeff]*+(?:"
    r"(?P<string>\"(?:(?>[^\"\\\r\n]++|\\(?:\r\n|.)))*+\"|'(?:(?>[^'\\\r\n]++|\\(?:\r\n|.)))*+')"
    r"|(?P<sign>[{}\[\]:,])|(?P<word>[\w$+.-]++)|(?P<comment>//[^\r\n]*+|/\*)|(?P<end>\Z))",
    re.S,
)


_REPORT = re.compile(r"\s*+\{\s*+\"schema\"\s*+:\s*+\"https-ready")
"""How a report of ours begins, and every link it tells of is a link of another file."""


class BrokenError(ValueError):
    """The text is not what it is called."""


@dataclass(frozen=True, slots=True)
class Token:
    """``kind`` is ``{ } [ ]``, ``key``, ``string`` or ``word``; strings have their place within the quotes."""

    kind: str
    start: int
    end: int


def tokens(text: str) -> Iterator[Token]:
    """The tokens of any number of JSON values. Raises BrokenError where they make no sense."""
    stack: list[str] = []
    expected = "value"
    at = 0
    while match := _TOKEN.match(text, at):
        start, at = match.start(match.lastgroup or 0), match.end()
        sign = text[start : start + 1]
        match match.lastgroup:
            case "string" | "word":
                quotes = 1 if match.lastgroup == "string" else 0
                if expected == "key":
                    yield Token("key", start + quotes, at - quotes)
                    expected = ":"
                elif expected == "value":
                    yield Token(match.lastgroup, start + quotes, at - quotes)
                    expected = "," if stack else "value"
                else:
                    raise BrokenError
            case "comment":
                if sign + text[start + 1] == "/*":
                    end = text.find("*/", at)
                    if end < 0:
                        raise BrokenError
                    at = end + 2
            case "end":
                break
            case _ if sign in "{[":
                if expected != "value" or len(stack) == MAX_DEPTH:
                    raise BrokenError
                stack.append(sign)
                yield Token(sign, start, at)
                expected = "key" if sign == "{" else "value"
            case _ if sign in "}]":
                if not stack or stack.pop() + sign not in ("{}", "[]") or expected not in _CLOSABLE[sign]:
                    raise BrokenError
                yield Token(sign, start, at)
                expected = "," if stack else "value"
            case _:
                if expected != sign or not stack:
                    raise BrokenError
                expected = "key" if sign == "," and stack[-1] == "{" else "value"
    if match is None or stack:
        raise BrokenError


_CLOSABLE = {"}": ("key", ","), "]": ("value", ",")}

Node: TypeAlias = "dict[str, Node] | list[Node] | Span"


def tree(text: str, wanted: Collection[str]) -> Node | None:
    """The first JSON value as objects with the ``wanted`` keys alone, arrays and places of strings.

    None if nothing is left. Empty arrays and objects, numbers and the like are left out. Raises BrokenError.
    """
    root: list[Node] = []
    open_nodes: list[tuple[dict[str, Node] | list[Node], str]] = [(root, "")]
    key = ""
    unwanted = 0  # how deep within a value that is not wanted
    for token in tokens(text):
        node = open_nodes[-1][0]
        if token.kind in "{[":
            if unwanted or (isinstance(node, dict) and key not in wanted):
                unwanted += 1
            else:
                open_nodes.append(({} if token.kind == "{" else [], key))
        elif token.kind in "}]":
            if unwanted:
                unwanted -= 1
            else:
                done, under = open_nodes.pop()
                if done:
                    _put(open_nodes[-1][0], under, done)
        elif unwanted:
            continue
        elif token.kind == "key":
            key = _plain(text, token)
        elif token.kind == "string" and not (isinstance(node, dict) and key not in wanted):
            _put(node, key, Span(token.start, token.end))
    return root[0] if root else None


def _put(node: dict[str, Node] | list[Node], key: str, value: Node) -> None:
    if isinstance(node, dict):
        node[key] = value
    else:
        node.append(value)


def _plain(text: str, token: Token) -> str:
    return "".join(data_values.unescape(text, token.start, token.end)[1])


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    """The links of the values; nothing from a text that is no JSON."""
    document = Pieces(text, within)
    if _REPORT.match(document.joined):
        return
    found: list[Link] = []
    try:
        for token in _values(document.joined):
            found += data_values.in_quotes(document.joined, token.start, token.end)
    except BrokenError:
        return
    yield from document.placed(found)


def _values(text: str) -> Iterator[Token]:
    """The strings that are values, but not those of identifiers."""
    silent = 0  # how deep within the value of an identifier
    key_silences = False
    for token in tokens(text):
        match token.kind:
            case "key":
                key_silences = data_values.is_identifier(_plain(text, token))
                continue
            case "{" | "[":
                silent += bool(silent or key_silences)
            case "}" | "]":
                silent -= bool(silent)
            case "string" if not silent and not key_silences:
                yield token
        # Elements of an array follow without a key; members of an object bring their own.
        key_silences = False
