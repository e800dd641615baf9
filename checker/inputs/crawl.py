"""The pages of a live site, as conversations: each asks for one thing, and returns what it learned.

What to ask for is decided by :mod:`checker.inputs.frontier`.
"""

from __future__ import annotations

import codecs
import functools
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from checker import urls
from checker.inputs import sitemaps
from checker.inputs.frontier import Ask, Leads
from checker.model import Document, Failure, Flow, Occurrence, Outcome, Reply, Request, Source, Task, Url
from checker.text import charset

PAGE_BYTES = 8 << 20
"""How much of a page is read, decoded bytes."""
HTML = ("text/html", "application/xhtml+xml")
DOCUMENTS = (*HTML, "text/css", "application/rss+xml", "application/atom+xml", "application/xml", "text/xml")
"""Media types of what is read; of anything else the body is not downloaded."""
_SITEMAPS = ("application/xml", "text/xml", "text/plain", "application/rss+xml", "application/atom+xml") + (
    ("application/gzip", "application/x-gzip", "application/octet-stream")
)
_HOPS = 5

_META_CHARSET = re.compile(rb"""<meta[^>]{0,512}charset\s{0,8}=\s{0,8}["']?\s{0,8}([A-Za-z0-9_:.-]{1,40})""", re.I)
_HEADER_CHARSET = re.compile(r"""charset\s*=\s*["']?([A-Za-z0-9_:.-]{1,40})""", re.I)
_CSS_CHARSET = re.compile(rb'@charset "([A-Za-z0-9_:.-]{1,40})"')
_XML_CHARSET = re.compile(rb"""<\?xml[^>]{0,200}\sencoding\s{0,8}=\s{0,8}["']([A-Za-z0-9_:.-]{1,40})""")


@dataclass(frozen=True, slots=True)
class Read:
    """What a document holds: the places of http links, and where it leads."""

    occurrences: tuple[Occurrence, ...] = ()
    leads: Leads = Leads()  # noqa: RUF009 - it cannot be changed


@dataclass(frozen=True, slots=True)
class Visit:
    """One page or part that was asked for."""

    ask: Ask
    outcome: Outcome
    read: Read | None = None
    """None: an error, a redirect, or no document."""


def visit(ask: Ask, read: Callable[[Url, Reply], Read | None]) -> Flow[Visit]:
    """Ask for one page; ``read`` (pure, on a worker) makes occurrences and leads of an answer."""
    outcome: Outcome = yield Request(ask.url, body_limit=PAGE_BYTES, types=DOCUMENTS)
    if isinstance(outcome, Failure):
        return Visit(ask, outcome)
    content: Read | None = None
    if 200 <= outcome.status < 300 and media_type(outcome) in DOCUMENTS:
        content = yield Task(functools.partial(read, ask.url, outcome))
    return Visit(ask, replace(outcome, body=b""), content)


@dataclass(frozen=True, slots=True)
class Mapped:
    """A sitemap that was asked for. ``problem`` is empty where it was read."""

    url: Url
    sitemap: sitemaps.Sitemap = sitemaps.Sitemap()  # noqa: RUF009 - it cannot be changed
    problem: str = ""


def sitemap(url: Url) -> Flow[Mapped]:
    """Ask for a sitemap."""
    at = url
    for _ in range(_HOPS + 1):
        outcome: Outcome = yield Request(at, body_limit=sitemaps.SITEMAP_BYTES, types=_SITEMAPS)
        match outcome:
            case Failure():
                return Mapped(url, problem=outcome.fault.value)
            case Reply(status=status) if 300 <= status < 400:
                to = urls.location(at, outcome.header("location") or "")
                if to is None or to.slot != url.slot:
                    return Mapped(url, problem="redirects elsewhere")
                at = to
            case Reply(status=status) if not 200 <= status < 300:
                return Mapped(url, problem=f"answers {status}")
            case Reply(body=b""):
                return Mapped(url, problem="is no sitemap")
            case Reply():
                found: sitemaps.Sitemap = yield Task(functools.partial(sitemaps.read, outcome.body))
                return Mapped(url, found, "" if found.pages or found.sitemaps else "names no pages")
    return Mapped(url, problem=f"redirects more than {_HOPS} times")


@dataclass(frozen=True, slots=True)
class Sibling:
    """Whether the host's other name redirects to the site."""

    host: str
    leads_here: bool


def sibling(url: Url, here: Callable[[Url], bool]) -> Flow[Sibling]:
    """Ask the front page of the host's other name where it redirects to."""
    at = url
    for _ in range(_HOPS):
        outcome: Outcome = yield Request(at, body_limit=0)
        to = urls.location(at, outcome.header("location") or "") if isinstance(outcome, Reply) else None
        if to is None or not isinstance(outcome, Reply) or not 300 <= outcome.status < 400:
            break
        if here(to):
            return Sibling(url.host, True)
        at = to
    return Sibling(url.host, False)


# --- an answer as a document --------------------------------------------------------------------------------------


def media_type(reply: Reply) -> str:
    """The essence of the Content-Type, lower case; HTML where there is none and the body looks like it."""
    essence = (reply.header("content-type") or "").partition(";")[0].strip().lower()
    if not essence and re.match(rb"\s*<(?:!doctype html|html|head|body|!--)", reply.body[:512], re.I):
        return "text/html"
    return essence


def document(url: Url, reply: Reply, language: str) -> Document:
    """The text of an answer: charset by byte order mark, header, what the text itself says, else UTF-8.

    Bytes that do not fit are replaced.
    """
    body = reply.body
    for mark, codec in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if body.startswith(mark):
            return Document(str(url), body[len(mark) :].decode(codec, "replace"), language, Source.PAGE)
    header = _HEADER_CHARSET.search(reply.header("content-type") or "")
    within = {"html": _META_CHARSET, "css": _CSS_CHARSET}.get(language, _XML_CHARSET).search(body[:1024])
    named = header[1] if header else within[1].decode("ascii") if within else "utf-8"
    return Document(str(url), body.decode(charset(named) or "utf-8", "replace"), language, Source.PAGE)
