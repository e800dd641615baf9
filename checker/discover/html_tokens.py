"""HTML tags, read in linear time whatever the input: no tree, only what decides whether text is markup.

https://html.spec.whatwg.org/multipage/parsing.html. A browser drops what a document ends in the middle of (an unclosed
quote or tag), and so does this: looking for another start behind it would be quadratic. All repeats are possessive,
and each round of a possessive group stands in an atomic group: Python before 3.11.5 forgets to step back from a round
that failed (https://github.com/python/cpython/issues/100061).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from checker.discover import references
from checker.discover.html_foreign import Foreign
from checker.model import Span

B = r"\t\n\f\r "
"""Blanks of HTML, for a character class; ``\\s`` is more."""


def _all(*choices: str) -> str:
    return f"(?:(?>{'|'.join(choices)}))*+"


def _attributes(*values: str) -> str:
    value = "|".join((*values, "(?=>)"))
    return _all(rf"[{B}/]++", rf"[^{B}/>][^{B}/>=]*+[{B}]*+(?:=[{B}]*+(?:{value})|(?!=))")


_ANY_ATTRIBUTES = _attributes('"[^"]*+"', "'[^']*+'", rf"[^{B}>\"'][^{B}>]*+")
_TAG = re.compile(rf"<(?P<closing>/?+)(?P<name>[a-z][^{B}/>]*+){_ANY_ATTRIBUTES}>", re.I | re.A)
_ATTRIBUTE = re.compile(
    rf"[{B}/]*+(?P<name>[^{B}/>][^{B}/>=]*+)"
    rf"(?:(?>[{B}]*+=[{B}]*+(?:\"(?P<double>[^\"]*+)\"|'(?P<single>[^']*+)'|(?P<bare>[^{B}>\"'][^{B}>]*+)|(?=>))))?+"
)

_RAW = ("iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp")

# Text and tags that need no look: not raw text, not foreign, and no value that could spell `http:`. A value could if a
# colon follows a `p` or a line end, or if it holds references other than `&amp;`, or backslashes (of CSS).
_CALM = r"(?<![p\t\n\r]):|&amp;"
_CALM_ATTRIBUTES = _attributes(
    '"' + r"[^\":&\\]*+" + _all(rf"(?:{_CALM})[^\":&\\]*+") + '"',
    "'" + r"[^':&\\]*+" + _all(rf"(?:{_CALM})[^':&\\]*+") + "'",
    rf"(?![\"'{B}>])[^{B}>:&\\]*+" + _all(rf"(?:{_CALM})[^{B}>:&\\]*+") + rf"(?=[{B}>])",
)
_SHAPES = (
    "circle|clippath|defs|ellipse|g|line|lineargradient|mask|path|polygon|polyline|radialgradient|rect|stop|symbol"
    "|text|tspan|use"
)
_DRAWING = (
    rf"<svg(?=[{B}/>]){_CALM_ATTRIBUTES}>"
    + _all("[^<]++", rf"</?+(?:{_SHAPES})(?=[{B}/>]){_CALM_ATTRIBUTES}>", rf"<title>[^<]*+</title[{B}]*+>")
    + rf"</svg[{B}]*+>"
)
_QUIET = re.compile(
    _all(
        "[^<]++",
        rf"<(?:/|(?!(?:{'|'.join(_RAW)}|svg|math)[{B}/>]))[a-z][^{B}/>]*+{_CALM_ATTRIBUTES}>",
        "<(?![a-z!?/])",
        _DRAWING,
    ),
    re.I | re.A,
)


@functools.cache
def _other_than(*names: str) -> re.Pattern[str]:
    """Text and tags of other names, none of them raw text or foreign."""
    seen = "|".join((*_RAW, "svg", "math", *names))
    return re.compile(
        _all("[^<]++", rf"<(?:/|(?!(?:{seen})[{B}/>]))[a-z][^{B}/>]*+{_ANY_ATTRIBUTES}>", "<(?![a-z!?/])"), re.I | re.A
    )


_COMMENT_END = re.compile(r"--!?+>")
_RAW_ENDS = {name: re.compile(rf"</{name}(?=[{B}/>])", re.I | re.A) for name in _RAW if name != "plaintext"}
_SCRIPT = re.compile(rf"<!--|-->|<(?P<closing>/?+)script(?=[{B}/>])", re.I | re.A)
_SHEET_TEXT = re.compile(r"(?P<cdata><!\[CDATA\[)|<!--|[^<]++")
_FOREIGN_NAMES = frozenset(("color", "face", "size", "encoding"))
_HTML_ENCODINGS = ("text/html", "application/xhtml+xml")
_CAPITALS = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


@dataclass(frozen=True, slots=True)
class Sheet:
    """The text of a ``style`` element, in pieces."""

    pieces: tuple[Span, ...]
    reads: tuple[str, ...] = ()
    """What each piece stands for; empty: each for itself."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A start tag. Names are in lower case."""

    name: str
    end: int
    values: dict[str, Span]
    """Where the values of the wanted attributes are written, without quotes."""
    namespace: str = ""
    """``svg`` or ``math``; empty for HTML."""
    sheet: Sheet | None = None


def tags(text: str, wanted: Collection[str], named: tuple[str, ...] = ()) -> Iterator[Tag]:
    """The start tags of a document, in order, with those attributes that are ``wanted``.

    Tags without a value that could hold an http URL may be left out. Where tags are ``named``, those are all there,
    and others may be left out.
    """
    passed = _other_than(*named) if named else _QUIET
    at, end = 0, len(text)
    foreign: Foreign | None = None
    # In XHTML `<script/>` is closed. Read as HTML it would hide what follows: rather too much than too little.
    xml = text.startswith("<?xml")
    names = _FOREIGN_NAMES.union(wanted)
    while True:
        if foreign is None:
            quiet = passed.match(text, at)
            at = quiet.end() if quiet else at
        else:
            at = text.find("<", at)
        if not 0 <= at < end:
            return
        match = _TAG.match(text, at)
        if match is None:
            at = _past_other(text, at, cdata=foreign is not None and foreign.holds_cdata)
            continue
        at = match.end()
        name = lower(match["name"])
        if match["closing"]:
            if foreign is not None:
                foreign.close(name)
                foreign = foreign if foreign.segments else None
            continue
        values, closed = _values(text, match.end("name"), at, names)
        namespace = ""
        if foreign is not None:
            namespace = foreign.open(
                name,
                closed,
                breakout=name == "font" and not values.keys().isdisjoint(("color", "face", "size")),
                html_annotation=name == "annotation-xml" and _encoding(text, values) in _HTML_ENCODINGS,
            )
            foreign = foreign if foreign.segments else None
        elif name in ("svg", "math"):
            namespace = name
            foreign = None if closed else Foreign(name)
        sheet = None
        after = at
        if namespace:
            if namespace == "svg" and name == "style" and not closed:
                sheet = _foreign_sheet(text, at)
        elif name in _RAW and not (xml and closed):
            after = _raw_end(text, name, at)
            if name == "style":
                sheet = Sheet((Span(at, after),))
        if values or sheet:
            yield Tag(name, at, values, namespace, sheet)
        at = after


def lower(name: str) -> str:
    """In lower case as HTML has it: ASCII only, so that no Kelvin sign becomes a ``k``."""
    return name.lower() if name.isascii() else name.translate(_CAPITALS)


def _past_other(text: str, at: int, *, cdata: bool) -> int:
    """Past what is no tag: a comment, something like one, or a lone ``<``. The end of the text: nothing follows."""
    following = text[at + 1 : at + 2]
    if text.startswith("<!--", at):
        if text.startswith((">", "->"), at + 4):
            return text.index(">", at) + 1
        match = _COMMENT_END.search(text, at + 4)
        return match.end() if match else len(text)
    if cdata and text.startswith("<![CDATA[", at):
        found = text.find("]]>", at + 9)
    elif following in ("!", "?") or (following == "/" and not _is_letter(text[at + 2 : at + 3])):
        found = text.find(">", at + 2)
    elif following == "/" or _is_letter(following):
        return len(text)
    else:
        return at + 1
    return len(text) if found < 0 else found + (3 if text[found] == "]" else 1)


def _is_letter(character: str) -> bool:
    return character.isascii() and character.isalpha()


def _values(text: str, at: int, end: int, wanted: Collection[str]) -> tuple[dict[str, Span], bool]:
    """The values of the wanted attributes, the first of duplicates, and whether the tag closes itself."""
    values: dict[str, Span] = {}
    if at == end - 1:
        return values, False
    bare_end = 0
    for match in _ATTRIBUTE.finditer(text, at, end):
        bare_end = match.end("bare")
        name = lower(match["name"])
        if name in wanted and name not in values:
            kind = match.lastgroup or ""
            values[name] = Span(match.end(), match.end()) if kind == "name" else Span(*match.span(kind))
    return values, text[end - 2] == "/" and bare_end != end - 1


def _encoding(text: str, values: dict[str, Span]) -> str:
    span = values.get("encoding")
    return lower("".join(references.decode(text, span.start, span.end)[1])) if span else ""


def _raw_end(text: str, name: str, at: int) -> int:
    """Where the end tag of an element of raw text begins; the end of the text if there is none."""
    if name == "script":
        return _script_end(text, at)
    match = _RAW_ENDS[name].search(text, at) if name in _RAW_ENDS else None
    return match.start() if match else len(text)


def _script_end(text: str, at: int) -> int:
    """A script in which ``<!--`` and then ``<script`` stand is not ended by the first ``</script>``."""
    escaped = doubly = False
    while match := _SCRIPT.search(text, at):
        at = match.end()
        match match[0][:2]:
            case "<!":
                escaped = True
                at -= 2  # `<!-->` is both
            case "--":
                escaped = doubly = False
            case "</" if not doubly:
                return match.start()
            case "</":
                doubly = False
            case _:
                doubly = escaped
    return len(text)


def _foreign_sheet(text: str, at: int) -> Sheet:
    """The text of a ``style`` in ``svg``, which is markup: references are decoded, CDATA and comments are not text."""
    pieces: list[Span] = []
    reads: list[str] = []
    while match := _SHEET_TEXT.match(text, at):
        if match["cdata"]:
            found = text.find("]]>", match.end())
            piece = Span(match.end(), len(text) if found < 0 else found)
            pieces.append(piece)
            reads.append(text[piece.start : piece.end])
            at = piece.end + 3
        elif match[0] == "<!--":
            at = _past_other(text, at, cdata=False)
        else:
            more, stand_for = references.decode(text, match.start(), match.end(), attribute=False)
            pieces += more
            reads += stand_for
            at = match.end()
    return Sheet(tuple(pieces), tuple(reads))
