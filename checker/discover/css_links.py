"""CSS -> links: the tokens of a style sheet that hold URLs. https://www.w3.org/TR/css-syntax-3/."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from checker import urls
from checker.discover.pieces import Pieces
from checker.model import Link, Mixed, Region, Span, Usage

_Use = tuple[Usage, Mixed]

_IMAGE = (Usage.IMAGE, Mixed.PASSIVE)
_STYLE = (Usage.STYLE, Mixed.ACTIVE)
_FONT = (Usage.FONT, Mixed.ACTIVE)

_B = r" \t\n\r\f"
_NAME_CHARACTER = r"-_a-z0-9\x80-\U0010ffff"
_ESCAPE = rf"\\(?:[0-9a-f]{{1,6}}+(?:\r\n|[{_B}])?+|[^\n\r\f0-9a-f])"
_NAME = rf"(?:(?>[{_NAME_CHARACTER}]++|{_ESCAPE}))++"
# Each round of a possessive group stands in an atomic group: https://github.com/python/cpython/issues/100061.
_QUIET = re.compile(
    rf"(?:(?>[^{_NAME_CHARACTER}\"'#/@\\{{}};()\[\]]++|#?+[{_NAME_CHARACTER}]++(?![(\\])|/(?!\*)))*+", re.I
)
_TOKEN = re.compile(
    rf"(?P<comment>/\*)|(?P<quote>[\"'])|@(?P<at>{_NAME})|#{_NAME}|(?P<name>{_NAME})(?P<open>\()?+|(?P<other>.)",
    re.I | re.S,
)
_STRING = {
    quote: re.compile(rf"(?:(?>[^{quote}\\\n\r\f]++|{_ESCAPE}|\\(?:\r\n|[\n\r\f])))*+(?P<end>{quote}|\\?\Z)?+", re.I)
    for quote in "\"'"
}
_BARE = re.compile(rf"(?:(?>[^\"'()\\{_B}\x00-\x08\x0b\x0e-\x1f\x7f]++|{_ESCAPE}))*+", re.I)
_BARE_END = re.compile(rf"[{_B}]*+(?:\)|\Z)")
_BAD_REST = re.compile(r"(?:(?>[^)\\]++|\\.))*+\)?+", re.S)
_BLANKS = re.compile(rf"[{_B}]*+")
_ESCAPED = re.compile(
    rf"\\(?:(?P<hex>[0-9a-f]{{1,6}}+)(?:\r\n|[{_B}])?+|(?P<end>\r\n|[\n\r\f])|(?P<self>.))", re.I | re.S
)

# An http URL, broken by what the URL parser drops, or anything that may spell one.
_CANDIDATE = re.compile(r"h[\t\n\r]*t[\t\n\r]*t[\t\n\r]*p[\t\n\r]*:|\\", re.I | re.A)
_CONTROLS_AND_BLANK = "".join(map(chr, range(0x21)))
_DROPPED = re.compile(r"[\t\n\r]")
_TAKE_STRINGS = frozenset(("url", "src", "image", "image-set", "-webkit-image-set"))
_SILENT = frozenset(("namespace", "document", "-moz-document"))


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    sheet = Pieces(text, within)
    css = sheet.joined.replace("\0", "\ufffd")
    if not _CANDIDATE.search(css):
        return
    for start, end, (usage, mixed) in _values(css):
        read = Pieces(css, *_unescape(css, start, end))
        value = read.joined.rstrip(_CONTROLS_AND_BLANK)
        first = len(value) - len(value.lstrip(_CONTROLS_AND_BLANK))
        if urls.is_http(value):
            inner = read.span(first, len(value))
            span = sheet.span(inner.start, inner.end)
            url = _DROPPED.sub("", value[first:])
            yield Link(span.start, span.end, url, usage, Mixed.NONE if urls.is_loopback(url) else mixed)


def imports(css: str) -> Iterator[str]:
    """The URLs of ``@import`` rules, http or not."""
    if "import" not in css.lower():
        return
    for start, end, (usage, _) in _values(css):
        if usage is Usage.STYLE:
            yield "".join(_unescape(css, start, end)[1]).strip(_CONTROLS_AND_BLANK)


def _values(css: str) -> Iterator[tuple[int, int, _Use]]:
    """Where URLs are written, without quotes and not unescaped, and what each is for."""
    at = 0
    fonts = [False]  # for each open block: is it within @font-face?
    open_names: list[str] = []  # of functions that are open; empty for other brackets
    rule = ""  # the at-rule whose head is being read; `silent` where no more URLs are expected
    while at < len(css):
        token = _TOKEN.match(css, _past(_QUIET, css, at))
        if token is None:
            return
        at = token.end()
        found: tuple[int, int] | None = None
        match token.lastgroup:
            case "comment":
                end = css.find("*/", at)
                at = len(css) if end < 0 else end + 2
            case "quote":
                string = _STRING[token[0]].match(css, at)
                at = string.end() if string else len(css)
                # Without an end it is broken by a line end, and no string.
                if string and string["end"] is not None and _takes_string(open_names, rule):
                    found = (string.start(), string.start("end"))
            case "at":
                rule = _plain(css, *token.span("at"))
                rule = "silent" if rule in _SILENT else rule
            case "open":
                name = _plain(css, *token.span("name"))
                inside = _past(_BLANKS, css, at)
                if name != "url" or css.startswith(('"', "'"), inside):
                    open_names.append(name)
                    continue
                end = _past(_BARE, css, inside)
                closing = _BARE_END.match(css, end)
                at = closing.end() if closing else _past(_BAD_REST, css, end)
                found = (inside, end) if closing else None
            case "other":
                match token[0]:
                    case "{":
                        fonts.append(fonts[-1] or rule == "font-face")
                        rule = ""
                    case "}":
                        rule = ""
                        if len(fonts) > 1:
                            fonts.pop()
                    case ";":
                        rule = ""
                    case "(" | "[":
                        open_names.append("")
                    case ")" | "]" if open_names:
                        open_names.pop()
                    case _:
                        pass
        if found and rule != "silent":
            yield *found, _STYLE if rule == "import" else _FONT if fonts[-1] else _IMAGE
            rule = "silent" if rule == "import" else rule


def _takes_string(open_names: list[str], rule: str) -> bool:
    """Whether a string is a URL where it stands."""
    return open_names[-1] in _TAKE_STRINGS if open_names else rule == "import"


def _past(pattern: re.Pattern[str], css: str, at: int) -> int:
    match = pattern.match(css, at)
    return match.end() if match else at


def _plain(css: str, start: int, end: int) -> str:
    """A name in lower case, escapes undone."""
    return "".join(_unescape(css, start, end)[1]).lower()


def _unescape(css: str, start: int, end: int) -> tuple[tuple[Span, ...], tuple[str, ...]]:
    """The pieces of a name, string or URL, and what each stands for."""
    pieces: list[Span] = []
    reads: list[str] = []
    at = start
    for match in _ESCAPED.finditer(css, start, end):
        pieces += (Span(at, match.start()), Span(*match.span()))
        reads += (css[at : match.start()], _character(match["hex"]) if match["hex"] else match["self"] or "")
        at = match.end()
    pieces.append(Span(at, end))
    reads.append(css[at:end])
    return tuple(pieces), tuple(reads)


def _character(digits: str) -> str:
    code = int(digits, 16)
    return chr(code) if 0 < code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\ufffd"
