"""The pages of a live site, as conversations: which pages are in scope, each once, breadth first.

Pure: the frontier decides, the flows ask. robots.txt by RFC 9309, read with protego.
"""

from __future__ import annotations

import codecs
import fnmatch
import functools
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from checker import urls
from checker.model import Document, Failure, Flow, Occurrence, Outcome, Page, Reply, Request, Source, Task, Url
from checker.text import charset

PAGE_BYTES = 8 << 20
"""How much of a page is read, decoded bytes."""
ROBOTS_BYTES = 500 * 1024
"""RFC 9309 section 2.5: parse at least 500 kibibytes."""
AGENT = "https-ready"
MAX_HOPS = 20

_META_CHARSET = re.compile(rb"""<meta[^>]{0,512}charset\s{0,8}=\s{0,8}["']?\s{0,8}([A-Za-z0-9_:.-]{1,40})""", re.I)
_HEADER_CHARSET = re.compile(r"""charset\s*=\s*["']?([A-Za-z0-9_:.-]{1,40})""", re.I)


@dataclass(frozen=True, slots=True)
class Read:
    """What a page holds: the places of http links, and where its links lead."""

    occurrences: tuple[Occurrence, ...] = ()
    links: tuple[Url, ...] = ()


@dataclass(frozen=True, slots=True)
class Visit:
    """One page that was asked for."""

    url: Url
    depth: int
    outcome: Outcome
    read: Read | None = None
    """None: an error, a redirect, or no HTML."""


@dataclass(frozen=True, slots=True)
class Robots:
    """What robots.txt allows. ``rules`` is None where everything is allowed; ``closed`` where nothing is."""

    rules: Any = None
    closed: str = ""

    def allows(self, url: Url) -> bool:
        return not self.closed and (self.rules is None or bool(self.rules.can_fetch(str(url), AGENT)))


def robots(start: Url) -> Flow[Robots]:
    """Ask for robots.txt: 4xx allows all, a server error or silence allows nothing (RFC 9309 section 2.3.1)."""
    url: Url | None = replace(start, path="/robots.txt", query="", userinfo="")
    for _ in range(6):  # "should follow at least five consecutive redirects"
        assert url is not None
        outcome: Outcome = yield Request(url, body_limit=ROBOTS_BYTES)
        match outcome:
            case Failure():
                return Robots(closed=f"robots.txt cannot be asked for: {outcome.fault.value}")
            case Reply(status=status) if 200 <= status < 300:
                from protego import Protego

                return Robots(Protego.parse(outcome.body.decode("utf-8", "replace")))
            case Reply(status=status) if 300 <= status < 400:
                url = urls.location(url, outcome.header("location") or "")
                if url is None:
                    return Robots()
            case Reply(status=status) if status >= 500 or status == 429:
                return Robots(closed=f"robots.txt answers {status}")
            case _:
                return Robots()
    return Robots()


def visit(url: Url, depth: int, read: Callable[[Url, Reply], Read]) -> Flow[Visit]:
    """Ask for one page; ``read`` (pure, on a worker) makes occurrences and links of an HTML answer."""
    outcome: Outcome = yield Request(url, body_limit=PAGE_BYTES)
    if isinstance(outcome, Failure):
        return Visit(url, depth, outcome)
    content: Read | None = None
    if 200 <= outcome.status < 300 and is_html(outcome):
        content = yield Task(functools.partial(read, url, outcome))
    return Visit(url, depth, replace(outcome, body=b""), content)


def media_type(reply: Reply) -> str:
    """The essence of the Content-Type, lower case; HTML where there is none and the body looks like it."""
    essence = (reply.header("content-type") or "").partition(";")[0].strip().lower()
    if not essence and re.match(rb"\s*<(?:!doctype html|html|head|body|!--)", reply.body[:512], re.I):
        return "text/html"
    return essence


def is_html(reply: Reply) -> bool:
    return media_type(reply) in ("text/html", "application/xhtml+xml")


def document(url: Url, reply: Reply) -> Document:
    """The page's text: charset by byte order mark, header, meta, else UTF-8; bytes that do not fit are replaced."""
    body = reply.body
    header = _HEADER_CHARSET.search(reply.header("content-type") or "")
    meta = _META_CHARSET.search(body[:1024])
    named = header[1] if header else meta[1].decode("ascii") if meta else "utf-8"
    for mark, codec in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if body.startswith(mark):
            body, named = body[len(mark) :], codec
    text = body.decode(charset(named) or "utf-8", "replace")
    return Document(str(url), text, "html", Source.PAGE)


@dataclass(slots=True)
class Frontier:
    """Which pages are asked for: within the start's host and folder, each once, down to ``depth``."""

    start: Url
    depth: int | None = None
    max_pages: int = 50_000
    exclude: tuple[str, ...] = ()
    robots: Robots = field(default_factory=Robots)
    _seen: set[Url] = field(default_factory=set)
    _hops: dict[Url, int] = field(default_factory=dict)
    """Redirects that led to a page."""
    left_out: int = 0
    """Pages that were in scope but over ``max_pages``."""
    forbidden: int = 0
    """Pages that robots.txt forbids."""

    def key(self, url: Url) -> Url:
        """One key a page: http and https, www and apex of the start's host are one site; an empty query is none."""
        url = replace(url, userinfo="", query="" if url.query == "?" else url.query)
        if self._is_site(url):
            return replace(url, scheme=self.start.scheme, host=self.start.host, port=self.start.port)
        return url

    def _is_site(self, url: Url) -> bool:
        default = {("http", 80), ("https", 443)}
        return url.slot == self.start.slot and {(url.scheme, url.port), (self.start.scheme, self.start.port)} <= default

    def in_scope(self, url: Url) -> bool:
        folder = self.start.path.rpartition("/")[0] + "/"
        key = self.key(url)
        return key.origin == self.start.origin and (key.path.startswith(folder) or key.path + "/" == folder)

    def admit(self, found: Iterable[Url], depth: int) -> list[Url]:
        """The pages among ``found`` to ask for now, ``depth`` links away from the start."""
        admitted = []
        for url in found:
            key = self.key(url)
            if key in self._seen or not self.in_scope(url) or (self.depth is not None and depth > self.depth):
                continue
            if any(fnmatch.fnmatchcase(key.path, pattern) for pattern in self.exclude):
                continue
            self._seen.add(key)
            if not self.robots.allows(key):
                self.forbidden += 1
            elif len(self._seen) - self.forbidden > self.max_pages:
                self.left_out += 1
            else:
                admitted.append(key)
        return admitted

    def follow(self, visit: Visit) -> tuple[Page, list[Url]]:
        """What became of a page, and the pages to ask for next."""
        url = str(visit.url)
        match visit.outcome:
            case Failure() as failure:
                return Page(url, None, visit.depth, 0, f"{failure.fault.value}: {failure.detail}".rstrip(": ")), []
            case Reply(status=status) if 300 <= status < 400 and visit.outcome.header("location") is not None:
                to = urls.location(visit.url, visit.outcome.header("location") or "")
                if to is None:
                    return Page(url, status, visit.depth, 0, "redirects to nothing that can be followed"), []
                if visit.url == self.start and self._is_site(to):
                    self.start = replace(self.start, scheme=to.scheme, host=to.host, port=to.port)
                if not self.in_scope(to):
                    return Page(url, status, visit.depth, 0, f"redirects out of scope, to {to}"), []
                hops = self._hops.get(visit.url, 0) + 1
                if hops > MAX_HOPS:
                    return Page(url, status, visit.depth, 0, f"redirects more than {MAX_HOPS} times"), []
                self._hops.setdefault(self.key(to), hops)
                if self.key(to) == visit.url:
                    return Page(url, status, visit.depth, 0, "redirects to itself"), []
                return Page(url, status, visit.depth, 0), self.admit([to], visit.depth)
            case Reply(status=status) if not 200 <= status < 300:
                return Page(url, status, visit.depth, 0, f"answers {status}"), []
            case Reply(status=status) as reply:
                if visit.read is None:
                    return Page(url, status, visit.depth, 0), []
                problem = "" if reply.body_complete else "was not read to its end"
                page = Page(url, status, visit.depth, len(visit.read.links), problem)
                return page, self.admit(visit.read.links, visit.depth + 1)
