"""TOML -> links in its values. https://toml.io/en/v1.1.0

The standard library's parser gives no places, and takes a time that grows with the square of a dotted key's length.
What a value means is not looked at: only where it ends.
"""

from __future__ import annotations

import re
from collections.abc import Generator

from checker.discover import data_values
from checker.discover.pieces import Pieces
from checker.model import Link, Region, Span

MAX_DEPTH = 1000
"""Arrays and tables within each other: what is deeper is taken for broken."""

_SHORT = r"\"(?:(?>[^\"\\\r\n]++|\\[^\r\n]))*+\"|'[^'\r\n]*+'"
_PART = rf"(?:[A-Za-z0-9_-]++|{_SHORT})"
_KEY = rf"(?P<key>{_PART}(?:(?>[ \t]*+\.[ \t]*+{_PART}))*+)[ \t]*+"
_PARTS = re.compile(rf"(?P<quoted>{_SHORT})|[A-Za-z0-9_-]++")

_GAP = re.compile(r"(?:(?>[ \t\r\n]++|#[^\r\n]*+))*+")
_STATEMENT = re.compile(
    rf"\[\[[ \t]*+{_KEY}\]\]|\[[ \t]*+{_KEY.replace('key', 'table')}\]|{_KEY.replace('key', 'name')}="
)
_MEMBER = re.compile(rf"{_KEY}=")
_VALUE = re.compile(
    rf"[ \t]*+(?:(?P<open>[\[{{])"
    r"|(?P<long>\"\"\"(?:(?>[^\"\\]++|\\.|\"(?!\"\")))*+\"{3,5}|'''(?:(?>[^']++|'(?!'')))*+'{3,5})"
    rf"|(?P<short>{_SHORT})|[0-9A-Za-z+-][0-9A-Za-z_+.:-]*+(?:[ ][0-9][0-9:.+Z-]*+)?+)",
    re.S,
)
_AFTER = re.compile(r"[ \t]*+(?:#[^\r\n]*+)?+(?:[\r\n]|\Z)")


def read(text: str, body: Span) -> list[Link] | None:
    """The links in the values; None if it is broken."""
    found: list[Link] = []
    at = _past(text, body.start, body.end)
    table_silent = False
    while at < body.end:
        statement = _STATEMENT.match(text, at, body.end)
        if statement is None:
            return None
        key = statement.lastgroup or ""
        silent = any(map(data_values.is_identifier, _names(text, *statement.span(key))))
        at = statement.end()
        if key == "name":
            value = _value(text, at, body.end, silent or table_silent, found)
            if value is None:
                return None
            at = value
        else:
            table_silent = silent
        after = _AFTER.match(text, at, body.end)
        if after is None:
            return None
        at = _past(text, after.end(), body.end)
    return found


def _names(text: str, start: int, end: int) -> list[str]:
    """The parts of a dotted key."""
    return [part[0][1:-1] if part["quoted"] else part[0] for part in _PARTS.finditer(text, start, end)]


def _value(text: str, at: int, end: int, silent: bool, found: list[Link]) -> int | None:
    """Past a value, its links put into ``found``; None if it is broken. Depth costs no more than length."""
    stack: list[tuple[str, bool]] = []  # open brackets, and whether what they hold is silent
    due = True  # a value comes next; else what ends or separates one
    while True:
        if due:
            value = _VALUE.match(text, at, end)
            if value is None:
                return None
            at = value.end()
            if value["open"]:
                if len(stack) == MAX_DEPTH:
                    return None
                stack.append((value["open"], silent))
            elif not silent:
                found += _string(text, value)
            due = False
            opened = bool(value["open"])
        if not stack:
            return at
        bracket, outer = stack[-1]
        at = _past(text, at, end)
        if not opened and text.startswith(",", at, end):
            at = _past(text, at + 1, end)
            opened = True
        if text.startswith("]" if bracket == "[" else "}", at, end):
            stack.pop()
            at += 1
            opened = False
            continue
        if not opened:
            return None
        silent = outer
        if bracket == "{":
            member = _MEMBER.match(text, at, end)
            if member is None:
                return None
            silent = outer or any(map(data_values.is_identifier, _names(text, *member.span("key"))))
            at = member.end()
        due = True


def _string(text: str, value: re.Match[str]) -> list[Link]:
    kind = "long" if value["long"] else "short"
    if not value[kind]:
        return []
    quotes = 3 if kind == "long" else 1
    start, end = value.start(kind) + quotes, value.end(kind) - quotes
    if value[kind][0] == '"':
        return list(data_values.in_quotes(text, start, end))
    return list(data_values.links(text, (Span(start, end),)))


def _past(text: str, at: int, end: int) -> int:
    gap = _GAP.match(text, at, end)
    return gap.end() if gap else at


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    """The links of the values; nothing from a text that is no TOML."""
    document = Pieces(text, within)
    yield from document.placed(read(document.joined, Span(0, len(document.joined))) or ())
