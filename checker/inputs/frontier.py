"""Which pages of a site are asked for: those in scope, each once, breadth first; traps bounded. Pure: it decides only.

**Scope**: the host of the start URL and the folder that it lies in, and what a ``--scope`` glob names. ``http`` and
``https`` of the host are one site. So are ``www`` and the name without it once one is seen to redirect to the other.

**One key a page**: no fragment, no default port, no dot segments (the URL parser sees to those), percent-encoding in
one case and only where it is needed, no empty query, no parameters that ``--ignore-query`` names. Two pages that name
the same canonical URL and hold the same are one page; a canonical alone proves nothing, as many sites get it wrong.

**Traps**: a path in which one segment comes again and again, or that is very deep, is not followed. Of URLs that differ
in the values of their query alone, and of calendars (a year and a month in the path), a bounded number is.
"""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from checker import urls
from checker.inputs.robots import Robots
from checker.model import Failure, Page, Reply, Url

MAX_HOPS = 20
PER_SHAPE = 1_000
"""Pages of one shape, where the shape is one that traps have."""
_DEEPEST = 40
"""Segments of a path."""
_REPEATS = 4
"""How often one segment may be in a path."""
_MAX_HELD = 50_000
"""URLs that wait for robots.txt of their host, or for what its other name is."""
_DATE = re.compile(r"(?<![0-9])(?:19|20|21)[0-9]{2}[/_.-](?:1[0-2]|0?[1-9])(?:[/_.-][0-3]?[0-9])?(?![0-9])")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


class Kind(Enum):
    """What is asked for."""

    PAGE = "page"
    PART = "part"
    """A style sheet or feed of the site: its links are reported, and it leads to no pages."""
    ROBOTS = "robots"
    SITEMAP = "sitemap"
    SIBLING = "sibling"
    """The front page of the host's other name, with or without ``www``."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Something to ask for, ``depth`` links away from the start page."""

    kind: Kind
    url: Url
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Leads:
    """Where a page leads."""

    pages: tuple[Url, ...] = ()
    parts: tuple[Url, ...] = ()
    canonical: Url | None = None
    content: str = ""
    """Equal for pages that hold the same links."""


@dataclass(slots=True)
class Frontier:
    """The state of one crawl. What a method returns is to be asked for."""

    start: Url
    depth: int | None = None
    max_pages: int = 50_000
    exclude: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()
    ignore_query: tuple[str, ...] = ()
    obey: bool = True
    """Ask for robots.txt and do as it says."""
    sitemaps: bool = True
    left_out: int = 0
    """Pages that were in scope but over ``max_pages``."""
    forbidden: int = 0
    """Pages that robots.txt forbids."""
    trapped: Counter[str] = field(default_factory=Counter)
    """Pages that look like a trap, by what they look like."""
    unanswered: Counter[str] = field(default_factory=Counter)
    """Pages that were not asked for because robots.txt could not be read, by why."""
    _admitted: int = 0
    _hosts: set[str] = field(default_factory=set)
    """Names of the start's host that are known to be one site."""
    _seen: set[Url] = field(default_factory=set)
    _hops: dict[Url, int] = field(default_factory=dict)
    """Redirects that led to a page."""
    _robots: dict[str, Robots] = field(default_factory=dict)
    _waiting: dict[str, list[tuple[Url, int]]] = field(default_factory=dict)
    """Pages that wait for robots.txt of their origin."""
    _sibling: list[tuple[Url, int]] | None = None
    """Pages on the host's other name that wait for what it is; None once that is known or before it is asked."""
    _sibling_asked: bool = False
    _shapes: Counter[str] = field(default_factory=Counter)
    _contents: dict[tuple[Url, str], Url] = field(default_factory=dict)
    _maps: set[Url] = field(default_factory=set)
    _noted: list[tuple[str, str, int]] = field(default_factory=list)
    _folder: str = field(init=False)

    def __post_init__(self) -> None:
        self._hosts.add(self.start.host)
        self._folder = self.start.path.rpartition("/")[0] + "/"

    def begin(self) -> list[Ask]:
        maps = [] if self.obey or not self.sitemaps or self.depth == 0 else self.maps(self._usual_maps())
        return maps + self._admit([self.start], 0)

    def restore(self, pages: Sequence[Page]) -> list[Ask]:
        """Begin where an earlier crawl was stopped: ``pages``, with what they held, are not asked for again."""
        if not pages:
            return self.begin()
        parts = {url for page in pages if page.held for kind, url, _ in page.held.queued if kind == Kind.PART.value}
        for page in pages:
            url = urls.parse(page.url)
            to = urls.parse(page.held.start) if page.held and page.held.start else None
            if url is None:
                continue
            key = self.key(url)
            self._seen.add(key)
            self._admitted += page.url not in parts
            self._trap(key)
            if page.held is not None and page.held.canonical and (named := urls.parse(page.held.canonical)) is not None:
                self._contents.setdefault((named, page.held.content), key)
            if to is not None:
                self._move(to)
        asks = []
        for kind, written, depth in (queued for page in pages if page.held for queued in page.held.queued):
            url = urls.parse(written)
            if url is not None:
                asks += self._parts([url], depth) if kind == Kind.PART.value else self._admit([url], depth)
        if self.obey and not any(ask.kind is Kind.ROBOTS for ask in asks):
            asks.append(Ask(Kind.ROBOTS, self.start))  # its sitemaps may not have been read
        elif not self.obey and self.sitemaps and self.depth != 0:
            asks += self.maps(self._usual_maps())
        return asks

    def noted(self) -> tuple[tuple[str, str, int], ...]:
        """What was met for the first time since this was asked last, as :class:`checker.model.Held` has it."""
        noted, self._noted = tuple(self._noted), []
        return noted

    # --- what one URL is

    def key(self, url: Url) -> Url:
        """The one spelling of a page's URL."""
        query = self._query(url.query)
        path = _ESCAPE.sub(_unescape, url.path) if "%" in url.path else url.path
        if self._is_site(url):
            return Url(self.start.scheme, self.start.host, self.start.port, path, query)
        return replace(url, userinfo="", path=path, query=query)

    def _query(self, query: str) -> str:
        if query in ("", "?"):
            return ""
        if self.ignore_query:
            kept = [
                part
                for part in query[1:].split("&")
                if not any(fnmatch.fnmatchcase(part.partition("=")[0], glob) for glob in self.ignore_query)
            ]
            query = "?" + "&".join(kept) if any(kept) else ""
        return _ESCAPE.sub(_unescape, query) if "%" in query else query

    def _is_site(self, url: Url) -> bool:
        return url.host in self._hosts and self._same_ports(url)

    def _same_ports(self, url: Url) -> bool:
        default = {("http", 80), ("https", 443)}
        ours, theirs = (self.start.scheme, self.start.port), (url.scheme, url.port)
        return ours == theirs or {ours, theirs} <= default

    def _is_sibling(self, url: Url) -> bool:
        return url.slot == self.start.slot and url.host not in self._hosts and self._same_ports(url)

    def in_scope(self, url: Url) -> bool:
        if url.port in urls.BAD_PORTS:
            return False
        key = self.key(url)
        if key.origin == self.start.origin and (key.path.startswith(self._folder) or key.path + "/" == self._folder):
            return True
        return any(urls.matches(glob, url) for glob in self.scope)

    # --- pages to ask for

    def _admit(self, found: Iterable[Url], depth: int) -> list[Ask]:
        """The pages among ``found`` that are new and in scope, and what must be known before some of them."""
        asks: list[Ask] = []
        if self.depth is not None and depth > self.depth:
            return asks
        for url in found:
            key = self.key(url)
            if key in self._seen:
                continue
            if not self.in_scope(url):
                if self._is_sibling(url):
                    asks += self._hold_sibling(url, depth)
                continue
            if any(fnmatch.fnmatchcase(key.path, pattern) for pattern in self.exclude):
                continue
            self._seen.add(key)
            trap = self._trap(key)
            if trap:
                self.trapped[trap] += 1
                continue
            self._noted.append((Kind.PAGE.value, str(key), depth))
            robots = self._robots.get(key.origin) if self.obey else Robots()
            if robots is None:
                waiting = self._waiting.get(key.origin)
                if waiting is None:
                    waiting = self._waiting[key.origin] = []
                    asks.append(Ask(Kind.ROBOTS, key))
                if len(waiting) < _MAX_HELD:
                    waiting.append((key, depth))
                else:
                    self.left_out += 1
            else:
                asks += self._allowed(key, depth, robots)
        return asks

    def _allowed(self, key: Url, depth: int, robots: Robots) -> list[Ask]:
        if robots.closed:
            self.unanswered[robots.closed] += 1
        elif not robots.allows(key):
            self.forbidden += 1
        elif self._admitted >= self.max_pages:
            self.left_out += 1
        else:
            self._admitted += 1
            return [Ask(Kind.PAGE, key, depth)]
        return []

    def _trap(self, key: Url) -> str:
        """What kind of trap a URL looks like that is one too many; empty if it may be asked for."""
        segments = key.path.split("/")
        if len(segments) > _DEEPEST:
            return "paths that go ever deeper"
        if len(segments) > _REPEATS:
            segment, often = Counter(filter(None, segments)).most_common(1)[0] if any(segments) else ("", 0)
            if often > _REPEATS:
                return f"paths that hold /{segment[:40]}/ again and again"
        shape = ""
        if key.query:
            names = sorted({part.partition("=")[0] for part in key.query[1:].split("&")})
            shape = f"{key.path}?{'&'.join(names)}"[:200]
        elif _DATE.search(key.path):
            shape = _DATE.sub("DATE", key.path)[:200]
        if not shape:
            return ""
        self._shapes[f"{key.host} {shape}"] += 1
        return f"URLs like {shape}" if self._shapes[f"{key.host} {shape}"] > PER_SHAPE else ""

    # --- what is learned on the way

    def robots(self, url: Url, robots: Robots) -> list[Ask]:
        """robots.txt of an origin: what waited for it, and the sitemaps of the start's site."""
        origin = url.origin
        self._robots[origin] = robots
        asks: list[Ask] = []
        if self.sitemaps and origin == self.start.origin and self.depth != 0 and robots.allows(self.start):
            asks += self.maps(robots.sitemaps or self._usual_maps())
        for key, depth in self._waiting.pop(origin, ()):
            asks += self._allowed(key, depth, robots)
        return asks

    def _usual_maps(self) -> list[str]:
        folders = dict.fromkeys((self._folder, "/"))
        return [f"{self.start.origin}{folder}sitemap.xml" for folder in folders]

    def maps(self, written: Iterable[str]) -> list[Ask]:
        """Sitemaps of the site to ask for, each once."""
        from checker.inputs.sitemaps import MAX_SITEMAPS

        asks = []
        for text in written:
            url = urls.parse(text, self.start)
            if url is None or not self._is_site(url) or len(self._maps) >= MAX_SITEMAPS:
                continue
            key = self.key(url)
            if key not in self._maps:
                self._maps.add(key)
                asks.append(Ask(Kind.SITEMAP, key, 1))
        return asks

    def mapped(self, written: Iterable[str]) -> list[Ask]:
        """Pages that a sitemap names: more starts, one step from the start page."""
        named = (urls.parse(text) for text in written)
        return self._admit([url for url in named if url is not None], 1)

    def _hold_sibling(self, url: Url, depth: int) -> list[Ask]:
        asks = []
        if not self._sibling_asked:
            self._sibling_asked, self._sibling = True, []
            asks.append(Ask(Kind.SIBLING, replace(url, path="/", query="", userinfo="")))
        if self._sibling is not None and len(self._sibling) < _MAX_HELD:
            self._sibling.append((url, depth))
            self._noted.append((Kind.PAGE.value, str(url), depth))
        return asks

    def sibling(self, host: str, leads_here: bool) -> list[Ask]:
        """Whether the other name of the host redirects to the site; what waited for that."""
        held, self._sibling = self._sibling or [], None
        if not leads_here:
            return []
        self._hosts.add(host)
        return [ask for url, depth in held for ask in self._admit([url], depth)]

    # --- what became of a page

    def follow(self, ask: Ask, outcome: Reply | Failure, leads: Leads | None) -> tuple[Page, list[Ask]]:
        """What became of a page, and what to ask for next. ``leads`` is None for what was not read."""
        match outcome:
            case Failure() as failure:
                return self._page(ask, None, f"{failure.fault.value}: {failure.detail}".rstrip(": ")), []
            case Reply(status=status) if 300 <= status < 400 and outcome.header("location") is not None:
                return self._redirected(ask, status, outcome.header("location") or "")
            case Reply(status=status) if not 200 <= status < 300:
                return self._page(ask, status, f"answers {status}"), []
            case Reply(status=status) as reply:
                if leads is None:
                    return self._page(ask, status), []
                problem = "" if reply.body_complete else "was not read to its end"
                page = replace(self._page(ask, status, problem), links=len(leads.pages))
                same = self._same_as(ask, leads)
                if same is not None:
                    return replace(page, same_as=str(same)), []
                asks = self._parts(leads.parts, ask.depth)
                return page, asks if ask.kind is Kind.PART else asks + self._admit(leads.pages, ask.depth + 1)

    def _page(self, ask: Ask, status: int | None, problem: str = "") -> Page:
        return Page(str(ask.url), status, ask.depth, 0, problem)

    def canonical(self, ask: Ask, leads: Leads) -> Url:
        """The key that a page goes by: that of its canonical URL where it names one on the site."""
        named = leads.canonical
        return self.key(named) if named is not None and self._is_site(named) else ask.url

    def _same_as(self, ask: Ask, leads: Leads) -> Url | None:
        if ask.kind is not Kind.PAGE:
            return None
        first = self._contents.setdefault((self.canonical(ask, leads), leads.content), ask.url)
        return first if first != ask.url else None

    def _parts(self, parts: Iterable[Url], depth: int) -> list[Ask]:
        asks = []
        for url in parts:
            key = self.key(url)
            robots = self._robots.get(key.origin, Robots()) if self.obey else Robots()
            if key not in self._seen and self._is_site(url) and robots.allows(key):
                self._seen.add(key)
                self._noted.append((Kind.PART.value, str(key), depth))
                asks.append(Ask(Kind.PART, key, depth))
        return asks

    def _redirected(self, ask: Ask, status: int, location: str) -> tuple[Page, list[Ask]]:
        to = urls.location(ask.url, location)
        if to is None:
            return self._page(ask, status, "redirects to nothing that can be followed"), []
        if ask.url == self.start and to.slot == self.start.slot and self._same_ports(to):
            self._move(to)
        hops = self._hops.get(ask.url, 0) + 1
        if hops > MAX_HOPS:
            return self._page(ask, status, f"redirects more than {MAX_HOPS} times"), []
        key = self.key(to)
        if key == ask.url:
            return self._page(ask, status, "redirects to itself"), []
        inside = self._is_site(to) if ask.kind is Kind.PART else self.in_scope(to) or self._is_sibling(to)
        if not inside:
            return self._page(ask, status, f"redirects out of scope, to {to}"), []
        self._hops.setdefault(key, hops)
        asks = self._parts([to], ask.depth) if ask.kind is Kind.PART else self._admit([to], ask.depth)
        return self._page(ask, status), asks

    def _move(self, to: Url) -> None:
        """The start page redirects to the site's other name or scheme: that is where the site is."""
        before = self.start.origin
        self._hosts.add(to.host)
        self.start = replace(self.start, scheme=to.scheme, host=to.host, port=to.port)
        if before in self._robots:
            self._robots.setdefault(self.start.origin, self._robots[before])


def _unescape(match: re.Match[str]) -> str:
    """RFC 3986 section 6.2.2: upper-case digits, and nothing encoded that need not be."""
    code = int(match[1], 16)
    return chr(code) if code in _UNRESERVED else match[0].upper()
