"""HTML in Markdown: which pieces belong together.

An HTML block ends at a blank line, even inside a script, a style sheet or a comment that the page goes on with: what
stands there up to the closing tag is no Markdown to a browser, and neither is it to us. But what never ends (an
unclosed quote, a ``<title>`` that somebody forgot to put in code) must not swallow the links of the whole rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from checker.model import Span


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of raw HTML: an HTML block, or one inline tag."""

    pieces: tuple[Span, ...]
    limit: int
    """How far an element that is raw text may reach: to the end of the text, or of an inline tag's own block."""


@dataclass(slots=True)
class Joined:
    regions: list[tuple[Span, ...]] = field(default_factory=list)
    """Pieces that are read as one text of HTML each."""
    hidden: list[Span] = field(default_factory=list)
    """Ranges, in order, in which Markdown sees text but a browser sees a script, a style sheet or a comment."""


_B = r"\t\n\f\r "
_VALUE = rf"\"[^\"]*+\"|'[^']*+'|[^{_B}>\"'][^{_B}>]*+|(?=>)"
_TOKEN = re.compile(
    rf"<(?:(?P<comment>!--)|(?P<bogus>[!?]|/[^a-z>])|/>"
    rf"|(?P<close>/?)(?P<name>[a-z][^{_B}/>]*+)(?:(?>[{_B}/]++|[^{_B}/>][^{_B}/>=]*+[{_B}]*+(?:=[{_B}]*+(?:{_VALUE})|(?!=))))*+"
    rf"(?P<end>>)?)",
    re.I | re.A,
)
_RAW = ("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes")
_CLOSERS = {name: re.compile(rf"</{name}(?=[{_B}/>])[^>]*+>?", re.I | re.A) for name in _RAW}
_CLOSERS["!--"] = re.compile(r"--!?>")
_CUT = "cut"


def join(text: str, chunks: Iterable[Chunk]) -> Joined:
    """Chunks in the order of the text -> what to hand to the reader of HTML, and what is hidden from Markdown."""
    result = Joined()
    together: list[Span] = []
    unclosed: dict[str, int] = {}
    done = 0
    for chunk in chunks:
        pieces = [
            Span(max(piece.start, done), piece.end) for piece in chunk.pieces if piece.end > max(done, piece.start)
        ]
        if not pieces:
            continue
        together += pieces
        pending = _pending("".join([text[piece.start : piece.end] for piece in pieces]))
        if pending is None:
            continue
        at = pieces[-1].end
        closer = None
        # What was not found up to a limit is not found there from a later start.
        if pending in _CLOSERS and unclosed.get(pending) != chunk.limit:
            closer = _CLOSERS[pending].search(text, at, chunk.limit)
            if closer is None:
                unclosed[pending] = chunk.limit
        if closer:
            done = closer.end()
            together.append(Span(at, done))
            result.hidden.append(Span(at, done))
        else:
            result.regions.append(tuple(together))
            together = []
    if together:
        result.regions.append(tuple(together))
    return result


def _pending(html: str) -> str | None:
    """What is open at the end of some HTML: the name of a raw text element, ``!--``, ``cut`` for what cannot go on."""
    at = 0
    while token := _TOKEN.search(html, at):
        at = token.end()
        if token["comment"]:
            if html.startswith((">", "->"), at):
                at = html.index(">", at) + 1
                continue
            kind = "!--"
        elif token["bogus"]:
            at = html.find(">", at) + 1
            if not at:
                return _CUT
            continue
        elif token["name"] is None:
            continue
        elif not token["end"]:
            return _CUT
        elif token["close"] or (kind := token["name"].lower()) not in _CLOSERS:
            continue
        elif html[at - 2] == "/":
            # Closed to those who read it as XML or JSX, open to a browser.
            return _CUT
        closer = _CLOSERS[kind].search(html, at)
        if closer is None:
            return kind
        at = closer.end()
    return None
