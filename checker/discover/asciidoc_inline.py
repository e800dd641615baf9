"""The inline text of AsciiDoc: which URLs are links in it, and exactly where they stand.

https://docs.asciidoctor.org/asciidoc/latest/macros/links/, as Asciidoctor reads it: first passthroughs are taken away,
then formatting marks become tags (a URL in backticks is a link therefore, and ends at them), then macros and bare URLs
are looked for. Where Asciidoctor takes a quote, an angle bracket or punctuation of another script into a bare URL, the
URL ends here: nobody means these. A URL with ``{attribute}`` in it is passed over: it is not known what it will be.

A mark that has no partner is looked for once, so that the work grows with the length of the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from checker.model import Span


class Kind(Enum):
    LINK = "link"
    IMAGE = "image"
    BARE = "bare"
    HTML = "html"
    """What a passthrough hands to the browser as it is."""


@dataclass(frozen=True, slots=True)
class Found:
    kind: Kind
    start: int
    end: int
    url: str = ""
    label: Span | None = None
    """Where the text of a link spells the same URL."""


_OPEN, _SHUT, _PASSED = "\x01", "\x02", "\x03"
_PASS = re.compile(r"\\{0,2}(?P<mark>\+\+\+?|\$\$)|(?P<macro>\\?(?:pass|stem|latexmath|asciimath):[a-z,-]{0,99}\[)")
_MACRO_END = re.compile(r"(?<!\\)\]")
_PLUS = re.compile(r"(?:(?<![\w;:\\+])|(?<=\\))\+(?=\S)")
_PLUS_END = re.compile(r"(?<=\S)\+(?!\w)")
_FORMATS = (
    ("**", False),
    ("*", True),
    ('"`', None),
    ("'`", None),
    ("``", False),
    ("`", True),
    ("__", False),
    ("_", True),
    ("##", False),
    ("#", True),
)
_ENDS = {
    "*": re.compile(r"(?<=\S)\*(?!\w)"),
    "`": re.compile(r"(?<=\S)`(?![\w\"'`])"),
    "_": re.compile(r"(?<=\S)_(?!\w)"),
    "#": re.compile(r"(?<=\S)#(?!\w)"),
}
_OPENERS = {mark: re.compile(rf"(?<![\w;:}}\\]){re.escape(mark)}(?=\S)") for mark in ("*", "_", "#")}
_OPENERS["`"] = re.compile(r"(?<![\w;:\"'`}\\])`(?=\S)")
_SCRIPTS = re.compile(r"(?<!\\)(?P<mark>[\^~])(?P<text>[^\s^~]{1,200}+)(?P=mark)")
_IMAGE = re.compile(r"(?<![\w\\])i(?:mage|con):(?P<target>[^:\s\[][^\s\[]*+)\[")
_HEAD = re.compile(r"(?P<link>link:)?+(?P<scheme>\\?(?:https?|file|ftp|irc)://)", re.I)
_TARGET = re.compile(r"[^\s\[\]]++")
_ANGLED = re.compile(r"[^\s<>]++>")
_BARE = re.compile(rf"[^\s\[\]<>\"{_OPEN}{_SHUT}]++")
_LINK_MACRO = re.compile(rf"(?<!\\)link:(?P<target>{_PASSED}[^\s\[]*+)\[")
_LINK_ATTRIBUTE = re.compile(r"\blink=(?:\"(?P<quoted>http:[^\"\n]*+)\"|(?P<plain>http:[^\s,\"\]]++))", re.I)
_BEFORE = frozenset(" \t\xa0\n()[];'\"<>&" + _OPEN)


def scan(text: str) -> Iterator[Found]:
    """The http links in the text of one paragraph, title or cell."""
    passed, htmls = _passthroughs(text)
    yield from htmls
    plain = _formatted(passed)
    found, plain = _images(text, plain)
    yield from found
    last_bracket = plain.rfind("]")
    at = 0
    while head := _HEAD.search(plain, at):
        start = head.start("scheme")
        at = head.end()
        if head["scheme"][0] == "\\" or not (head["link"] or head.start() == 0 or plain[start - 1] in _BEFORE):
            match = _BARE.match(plain, at)  # a URL within it is none of its own
            at = match.end() if match else at
            continue
        found_one, at = _link(text, plain, head, last_bracket)
        if found_one and head["scheme"].lower() == "http://":
            yield found_one
    for macro in _LINK_MACRO.finditer(plain):
        start, end = macro.span("target")
        yield Found(Kind.LINK, start, end, text[start:end].strip("+$"))


def links_of(text: str, start: int, end: int) -> Iterator[Span]:
    """Where the ``link`` attributes of a block or picture name http URLs."""
    for match in _LINK_ATTRIBUTE.finditer(text, start, end):
        yield Span(*match.span("quoted" if match["quoted"] else "plain"))


def _link(text: str, plain: str, head: re.Match[str], last_bracket: int) -> tuple[Found | None, int]:
    """The link whose scheme has been read, and where reading goes on."""
    start, at = head.start("scheme"), head.end()
    target = _TARGET.match(plain, at)
    if target and plain.startswith("[", target.end()) and target.end() < last_bracket:
        end = target.end()
        close = end + 1 if plain.startswith("]", end + 1) else _closing(plain, end + 1)
        if close is not None:
            url = _undo(text, plain, start, end)
            return Found(Kind.LINK, start, end, url, _label(text, end + 1, close, url)), close + 1
    if head["link"]:
        return None, at
    before = plain[start - 1] if start else ""
    if before == "<":
        angled = _ANGLED.match(plain, at)
        if angled:
            end = angled.end() - 1
            return Found(Kind.LINK, start, end, _undo(text, plain, start, end)), end
    run = _BARE.match(plain, at)
    if run is None:
        return None, at
    end = _trimmed(plain, at, run.end())
    if before in ("'", '"') and before:
        return None, run.end()
    return (Found(Kind.BARE, start, end, _undo(text, plain, start, end)) if end > at else None), run.end()


def _closing(text: str, at: int) -> int | None:
    close = _MACRO_END.search(text, at + 1)
    return close.start() if close else None


def _label(text: str, start: int, close: int, url: str) -> Span | None:
    said = text[start:close]
    if "=" in said:  # attributes follow the text
        said = said.partition(",")[0]
    end = start + len(said.removesuffix("^"))
    return Span(start, end) if text[start:end] == url else None


def _trimmed(text: str, start: int, end: int) -> int:
    """The end of a bare URL without what closes the sentence around it."""
    for offset in range(start, end):
        character = text[offset]
        if character > "\x7f" and unicodedata.category(character)[0] in "PSZ":
            end = offset
            break
    while end > start and text[end - 1] in ",.?!)'":
        end -= 1
    if end > start and text[end - 1] in ";:":
        end -= 1
        if end > start and text[end - 1] == ")":
            end -= 1
    return end


def _undo(text: str, plain: str, start: int, end: int) -> str:
    """A URL without the marks of passthroughs in it."""
    url = text[start:end]
    return re.sub(r"\+\+\+?|\$\$", "", url) if _PASSED in plain[start:end] else url


def _passthroughs(text: str) -> tuple[str, list[Found]]:
    """The text with passthroughs made unreadable, every character in its place; and those that are raw HTML."""
    if "+" not in text and "$$" not in text and ":[" not in text and "pass:" not in text:
        return text, []
    parts: list[str] = []
    htmls: list[Found] = []
    done = at = 0
    absent: set[str] = set()
    while match := _PASS.search(text, at):
        at = match.end()
        mark = match["mark"]
        if (mark or "]") in absent or match[0].startswith("\\"):
            continue
        end = _after(text, mark, at)
        if end is None:
            absent.add(mark or "]")
            continue
        inner = Span(at, end - len(mark or "]"))
        if mark == "+++" or (match["macro"] and match["macro"].startswith("pass:")):
            htmls.append(Found(Kind.HTML, inner.start, inner.end))
        parts += (text[done : match.start()], _PASSED * (end - match.start()))
        done = at = end
    text = "".join((*parts, text[done:]))
    return _pairs(text, _PLUS, _PLUS_END, 1, inside=True), htmls


def _after(text: str, mark: str | None, at: int) -> int | None:
    if mark:
        end = text.find(mark, at)
        return None if end < 0 else end + len(mark)
    if text.startswith("]", at):
        return at + 1
    close = _MACRO_END.search(text, at)
    return close.end() if close else None


def _pairs(text: str, opening: re.Pattern[str], closing: re.Pattern[str], width: int, *, inside: bool = False) -> str:
    """The text with its pairs of marks made tags; ``inside``: what they hold is made unreadable."""
    parts: list[str] = []
    done = at = 0
    while opener := opening.search(text, at):
        closer = closing.search(text, opener.start() + width + 1)
        if closer is None:
            break
        start, end = opener.start(), closer.end()
        if inside:
            parts += (text[done:start], _PASSED * (end - start))
        else:
            parts += (text[done:start], _OPEN * width, text[start + width : closer.start()], _SHUT * width)
        done = at = end
    return "".join((*parts, text[done:])) if parts else text


def _formatted(text: str) -> str:
    """The text with formatting marks made tags, every character in its place."""
    for mark, constrained in _FORMATS:
        if mark not in text:
            continue
        if constrained:
            text = _pairs(text, _OPENERS[mark], _ENDS[mark], 1)
        elif constrained is None:
            text = _pairs(text, re.compile(re.escape(mark) + r"(?=\S)"), re.compile(r"(?<=\S)" + mark[::-1]), 2)
        else:
            twice = re.compile(re.escape(mark))
            text = _pairs(text, re.compile(rf"(?<!\\){twice.pattern}"), twice, 2)
    if "^" in text or text.count("~") > 1:
        text = _SCRIPTS.sub(lambda match: _OPEN + match["text"] + _SHUT, text)
    return text


def _images(text: str, plain: str) -> tuple[list[Found], str]:
    """Pictures in the text, and the text without their targets."""
    if "image:" not in plain and "icon:" not in plain:
        return [], plain
    found: list[Found] = []
    parts: list[str] = []
    done = at = 0
    while match := _IMAGE.search(plain, at):
        at = match.end()
        close = at if plain.startswith("]", at) else _closing(plain, at)
        if close is None:
            break
        start, end = match.span("target")
        if text[start:end].lower().startswith("http:"):
            found.append(Found(Kind.IMAGE, start, end, _undo(text, plain, start, end)))
        found.extend(
            Found(Kind.LINK, span.start, span.end, text[span.start : span.end]) for span in links_of(text, at, close)
        )
        parts += (plain[done : match.start()], _PASSED * (close + 1 - match.start()))
        done = at = close + 1
    return found, "".join((*parts, plain[done:]))
