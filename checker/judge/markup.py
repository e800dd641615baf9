"""A returned page taken apart roughly and in linear time: its text decoded, its markup without what no reader sees.

This is done for every page that the network returns, so it is a few searches and no parser; what needs a tree waits for
:mod:`checker.judge.reading`. Pages are hostile: every pattern here is linear or bounded.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from html import unescape

from checker.model import Reply
from checker.text import charset

_CHARSET = re.compile(r"""charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})""", re.I | re.A)
_META_BYTES = 1024  # https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def decode(reply: Reply) -> str:
    """The body as text: by its mark, the header's charset, the first ``charset=`` in the text, UTF-8, Windows-1252."""
    body = reply.body
    for mark, name in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    declared = (reply.header("content-type") or "", body[:_META_BYTES].decode("latin-1"))
    for place in declared:
        if (match := _CHARSET.search(place)) and (codec := charset(match[1])):
            return body.decode(codec, "replace")
    try:
        # A body that was cut may end inside a character.
        return codecs.getincrementaldecoder("utf-8")().decode(body, final=reply.body_complete)
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")


_HIDDEN = ("script", "style", "noscript", "template") + (
    "textarea",
    "xmp",
    "noframes",
    "noembed",
    "iframe",
    "plaintext",
)
_NAMES = "|".join(_HIDDEN)
_UNSEEN = re.compile(rf"<!--|<({_NAMES})\b[^<>]*>", re.I | re.A)
_CLOSE = {name: re.compile(rf"</{name}\b", re.I | re.A) for name in _HIDDEN}
_TAG = re.compile(r"<[^<>]*>")
_TITLE = re.compile(r"<title\b[^<>]*>([^<]{0,1000})", re.I | re.A)
_HEADING = re.compile(r"<h1\b[^<>]*>(.{0,1000}?)</h1", re.I | re.A | re.S)


@dataclass(frozen=True, slots=True)
class Markup:
    shown: str
    """The markup without comments, noscript, template, and without the text of scripts and styles."""
    scripts: tuple[str, ...]
    """The text of inline scripts."""
    styles: tuple[str, ...]
    title: str
    heading: str
    """The text of the first ``h1``."""

    @property
    def text(self) -> str:
        """What a reader sees, roughly; blanks joined."""
        return plain(self.shown)


def plain(markup: str) -> str:
    return " ".join(unescape(_TAG.sub(" ", markup)).split())


def without_comments(text: str) -> str:
    """The text without ``<!-- … -->``; what is not closed reaches to the end."""
    kept = []
    at = 0
    while (start := text.find("<!--", at)) >= 0:
        kept.append(text[at:start])
        end = text.find("-->", start + 2)
        if end < 0:
            return "".join(kept)
        at = end + 3
    kept.append(text[at:])
    return "".join(kept)


def split(text: str) -> Markup:
    """Take a page apart."""
    shown: list[str] = []
    inside: dict[str, list[str]] = {name: [] for name in _HIDDEN}
    at = 0
    while match := _UNSEEN.search(text, at):
        shown.append(text[at : match.start()])
        if match[1] is None:
            end = text.find("-->", match.start() + 2)
            at = len(text) if end < 0 else end + 3
            continue
        name = match[1].lower()
        shown.append(match[0])
        close = _CLOSE[name].search(text, match.end())
        at = close.start() if close else len(text)
        inside[name].append(text[match.end() : at])
    shown.append(text[at:])
    markup = "".join(shown)
    title, heading = _TITLE.search(markup), _first_heading(markup)
    return Markup(
        markup,
        tuple(inside["script"]),
        tuple(inside["style"]),
        " ".join(unescape(title[1]).split()) if title else "",
        heading,
    )


def _first_heading(markup: str) -> str:
    match = _HEADING.search(markup)
    return plain(match[1]) if match else ""
