"""Jupyter notebooks -> Markdown cells, and HTML and Markdown among the outputs, as regions of those languages.

https://nbformat.readthedocs.io/en/latest/format_description.html, version 4, and 3 with its worksheets.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from checker.discover import data_values, may_hold_http
from checker.discover.json_values import BrokenError, Node, tree
from checker.discover.pieces import Pieces
from checker.model import Link, Region, Span, Usage

_LANGUAGES = {"text/html": "html", "html": "html", "text/markdown": "markdown"}
_WANTED = frozenset(("worksheets", "cells", "cell_type", "source", "outputs", "data", *_LANGUAGES))


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    document = Pieces(text, within)
    try:
        notebook = tree(document.joined, _WANTED)
    except BrokenError:
        return
    sheets = [notebook, *_list(_member(notebook, "worksheets"))]
    for cell in (cell for sheet in sheets for cell in _list(_member(sheet, "cells"))):
        kind = _member(cell, "cell_type")
        if isinstance(kind, Span) and document.joined[kind.start : kind.end] == "markdown":
            yield from _region(document, "markdown", _member(cell, "source"))
        for output in _list(_member(cell, "outputs")):
            for holder in (output, _member(output, "data")):
                for key, language in _LANGUAGES.items():
                    yield from _region(document, language, _member(holder, key), Usage.DATA)


def _member(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, dict) else None


def _list(node: Node | None) -> list[Node]:
    return node if isinstance(node, list) else []


def _region(document: Pieces, language: str, strings: Node | None, usage: Usage | None = None) -> Iterator[Region]:
    """One string, or several that are read as one."""
    pieces: list[Span] = []
    reads: list[str] = []
    for string in strings if isinstance(strings, list) else [strings]:
        if isinstance(string, Span):
            more, stand_for = data_values.unescape(document.joined, string.start, string.end)
            pieces += more
            reads += stand_for
    if pieces and may_hold_http("".join(reads)):
        yield document.region(language, tuple(pieces), tuple(reads), usage)
