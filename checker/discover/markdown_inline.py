"""The inline text of Markdown: which URLs are links in it, and exactly where they stand.

CommonMark 0.31 (https://spec.commonmark.org/0.31.2/#inlines) as far as it decides about links: backslash escapes, code
spans, autolinks, raw HTML, links and images with balanced brackets, references; and bare URLs as in
:mod:`checker.discover.bare`. Emphasis changes no link and is not read. Every failed look-ahead is bounded, or its
failure is remembered, so that the work grows with the length of the text and no faster.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Container
from dataclasses import dataclass
from enum import Enum
from html.entities import html5

from checker.discover import bare
from checker.model import Span


class Kind(Enum):
    LINK = "link"
    IMAGE = "image"
    AUTOLINK = "autolink"
    BARE = "bare"
    HTML = "html"
    """A raw HTML tag, comment or the like; no URL."""
    USE = "use"
    """A link that uses a definition; ``url`` is the key of its label."""
    IMAGE_USE = "image use"


@dataclass(frozen=True, slots=True)
class Found:
    """One thing in inline text. Offsets (half open) into that text: of the URL's own characters, or of the HTML."""

    kind: Kind
    start: int
    end: int
    url: str = ""
    label: Span | None = None
    """Where the text of a link spells the same URL."""


@dataclass(frozen=True, slots=True)
class Destination:
    start: int
    end: int
    after: int
    """Where reading goes on: past the ``>`` of a destination in angle brackets."""


@dataclass(slots=True)
class _Opener:
    at: int
    inner: int
    image: bool
    holds_bracket: bool = False
    before: int = 0
    """How much had been found when it was met."""


MAX_PARENTHESES = 32
"""As in cmark and markdown-it: deeper nesting in a destination makes it none."""
_MAX_LABEL = 999

_SPECIAL = re.compile(rf"\\|`++|<|!?\[|\]|{bare.SCHEME}", re.I | re.A)
_PUNCTUATION = r"!-/:-@\[-`{-~"
_ESCAPED = re.compile(rf"\\[{_PUNCTUATION}]")
_REFERENCE = r"&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
_ENTITY = re.compile(_REFERENCE)
_ESCAPE_OR_ENTITY = re.compile(rf"\\([{_PUNCTUATION}])|{_REFERENCE}")
_AUTOLINK = re.compile(r"<([a-z][a-z0-9+.-]{1,31}:[^\x00-\x20\x7f<>]*+)>", re.I | re.A)
_ATTRIBUTE = r"[ \t\n]++[a-z_:][a-z0-9_.:-]*+(?:(?>[ \t\n]*+=[ \t\n]*+(?:\"[^\"]*+\"|'[^']*+'|[^ \t\n\"'=<>`]++)))?+"
_TAG = re.compile(rf"<(?:[a-z][a-z0-9-]*+(?:(?>{_ATTRIBUTE}))*+[ \t\n]*+/?+|/[a-z][a-z0-9-]*+[ \t\n]*+)>", re.I | re.A)
_DECLARATION = re.compile(r"<![A-Za-z]")
_BLANKS = re.compile(r"[ \t\n]*+")
_ANGLED = re.compile(r"<((?:(?>[^<>\\\n]++|\\[^\n]))*+)>")
_STOP = re.compile(r"[\x00-\x20\x7f()]|\\[!-~]?+")
_TITLE = re.compile(r"\"(?:(?>[^\"\\]++|\\.))*+\"|'(?:(?>[^'\\]++|\\.))*+'|\((?:(?>[^()\\]++|\\.))*+\)", re.S)
_LABEL = re.compile(r"\[((?:(?>[^\[\]\\]|\\.)){0,999}+)\]", re.S)
_AROUND = " *_~`"


def label_key(label: str) -> str:
    """Labels that match have the same key; empty if a label is blank and therefore none."""
    return " ".join(re.split(r"[ \t\n]+", label.strip(" \t\n"))).casefold()


def undo_entities(text: str) -> str:
    """Text with its entity and numeric references decoded as CommonMark does."""
    return _ENTITY.sub(lambda match: _entity(match[1], match[0]), text) if "&" in text else text


def undo_escapes(text: str) -> str:
    """Text with backslash escapes and references undone: a destination as a browser gets it."""
    if "&" not in text and "\\" not in text:
        return text
    return _ESCAPE_OR_ENTITY.sub(lambda match: match[1] or _entity(match[2], match[0]), text)


def _entity(name: str, written: str) -> str:
    if name[0] != "#":
        return html5.get(name + ";", written)
    code = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    return chr(code) if 0 < code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\ufffd"


def destination(text: str, at: int) -> Destination | None:
    """The link destination that stands at ``at``, in angle brackets or not; None if there is none (empty counts)."""
    if text.startswith("<", at):
        match = _ANGLED.match(text, at)
        return Destination(match.start(1), match.end(1), match.end()) if match else None
    depth = 0
    end = at
    while stop := _STOP.search(text, end):
        end = stop.end()
        if stop[0] == "(":
            depth += 1
            if depth > MAX_PARENTHESES:
                return None
        elif stop[0] == ")" and depth:
            depth -= 1
        elif stop[0][0] != "\\":
            end = stop.start()
            break
    else:
        end = len(text)
    return Destination(at, end, end) if depth == 0 else None


def scan(text: str, references: Container[str] = ()) -> list[Found]:
    """All that counts in inline text, in its order; ``references`` holds the keys of the labels that are defined."""
    return _Scanner(text, references).run()


class _Scanner:
    def __init__(self, text: str, references: Container[str]) -> None:
        self._text = text
        self._references = references
        self._found: list[Found] = []
        self._openers: list[_Opener] = []
        self._dead = 0
        """Openers of links below this height hold a link already, and links do not nest."""
        self._runs: dict[int, list[int]] | None = None
        self._absent: set[str] = set()

    def run(self) -> list[Found]:
        text = self._text
        at = 0
        while special := _SPECIAL.search(text, at):
            start = special.start()
            match special[0][0]:
                case "\\":
                    at = start + (2 if _ESCAPED.match(text, start) else 1)
                case "`":
                    at = self._code(start, special.end())
                case "<":
                    at = self._angle(start)
                case "]":
                    at = self._close(start)
                case "[" | "!":
                    at = special.end()
                    if self._openers:
                        self._openers[-1].holds_bracket = True
                    self._openers.append(_Opener(start, at, special[0] == "![", before=len(self._found)))
                case _:
                    at = self._bare(start, special[0])
        return self._found

    def _bare(self, start: int, head: str) -> int:
        url = bare.read(self._text, start, len(self._text))
        if url is None:
            return start + len(head)
        if head.lower() == "http://" and not url.templated:
            self._found.append(Found(Kind.BARE, start, url.end, self._text[start : url.end]))
        return url.end

    def _code(self, start: int, end: int) -> int:
        if self._runs is None:
            self._runs = {}
            for run in re.finditer(r"`++", self._text):
                self._runs.setdefault(len(run[0]), []).append(run.start())
        closers = self._runs.get(end - start, [])
        index = bisect.bisect_left(closers, end)
        return closers[index] + end - start if index < len(closers) else end

    def _angle(self, start: int) -> int:
        text = self._text
        if autolink := _AUTOLINK.match(text, start):
            url = undo_entities(autolink[1])
            self._found.append(Found(Kind.AUTOLINK, autolink.start(1), autolink.end(1), url))
            return autolink.end()
        end = tag.end() if (tag := _TAG.match(text, start)) else self._markup_end(start)
        if end is None:
            return start + 1
        self._found.append(Found(Kind.HTML, start, end))
        return end

    def _markup_end(self, start: int) -> int | None:
        """The end of a comment, processing instruction, CDATA section or declaration."""
        text = self._text
        if text.startswith("<!--", start):
            for empty in ("<!-->", "<!--->"):
                if text.startswith(empty, start):
                    return start + len(empty)
            return self._after("-->", start + 4)
        if text.startswith("<?", start):
            return self._after("?>", start + 2)
        if text.startswith("<![CDATA[", start):
            return self._after("]]>", start + 9)
        if _DECLARATION.match(text, start):
            return self._after(">", start + 3)
        return None

    def _after(self, closer: str, start: int) -> int | None:
        if closer in self._absent:
            return None
        end = self._text.find(closer, start)
        if end < 0:
            self._absent.add(closer)
            return None
        return end + len(closer)

    def _close(self, at: int) -> int:
        """What a closing bracket makes of the text since its opener; where reading goes on."""
        if not self._openers:
            return at + 1
        opener = self._openers.pop()
        height = len(self._openers)
        dead = not opener.image and height < self._dead
        self._dead = min(self._dead, height)
        if dead:
            return at + 1
        inline = self._inline(at + 1)
        if inline:
            target, end = inline
            self._take(opener, height)
            kind = Kind.IMAGE if opener.image else Kind.LINK
            url = undo_escapes(self._text[target.start : target.end])
            label = None if opener.image else self._spells(opener.inner, at, url)
            self._found.append(Found(kind, target.start, target.end, url, label))
            return end
        used = self._used(opener, at)
        if used:
            key, end = used
            self._take(opener, height)
            self._found.append(Found(Kind.IMAGE_USE if opener.image else Kind.USE, opener.at, end, key))
            return end
        return at + 1

    def _take(self, opener: _Opener, height: int) -> None:
        """Drop what is no link inside a link (bare URLs) or inside the text of an image (all)."""
        inside = self._found[opener.before :]
        del self._found[opener.before :]
        if not opener.image:
            self._found.extend(found for found in inside if found.kind is not Kind.BARE)
            self._dead = height

    def _inline(self, at: int) -> tuple[Destination, int] | None:
        """``(destination "title")`` at ``at``: the destination, and where it all ends."""
        text = self._text
        if not text.startswith("(", at):
            return None
        target = destination(text, _skip_blanks(text, at + 1))
        if target is None:
            return None
        end = _skip_blanks(text, target.after)
        if end > target.after and (title := _TITLE.match(text, end)):
            end = _skip_blanks(text, title.end())
        return (target, end + 1) if text.startswith(")", end) else None

    def _used(self, opener: _Opener, at: int) -> tuple[str, int] | None:
        """The key of the label that the brackets refer to, and where the reference ends."""
        end = at + 1
        if label := _LABEL.match(self._text, end):
            if key := label_key(label[1]):
                return (key, label.end()) if key in self._references else None
            if not label[1]:
                end = label.end()
        if opener.holds_bracket or at - opener.inner > _MAX_LABEL:
            return None
        key = label_key(self._text[opener.inner : at])
        return (key, end) if key and key in self._references else None

    def _spells(self, start: int, end: int, url: str) -> Span | None:
        """Where the text of a link is its URL, perhaps in code or emphasis; ``http://a`` and ``http://a/`` are one."""
        text = self._text
        if "ttp" not in text[start:end].lower():
            return None
        if not _same(text[start:end], url):
            while start < end - 1 and text[start] == text[end - 1] and text[start] in _AROUND:
                start += 1
                end -= 1
            if not _same(text[start:end], url):
                return None
        return Span(start, end)


def _same(label: str, url: str) -> bool:
    return _without_slash(undo_escapes(label)) == _without_slash(url)


def _skip_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def _without_slash(url: str) -> str:
    return url[:-1] if url.count("/") == 3 and url.endswith("/") else url
