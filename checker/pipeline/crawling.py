"""One start URL's pages, on the same board and pool as the checks."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never

from checker import discover, urls
from checker.discover import pages
from checker.inputs import crawl, robots
from checker.inputs.frontier import Ask, Frontier, Kind, Leads
from checker.model import Document, Failure, Flow, Held, Job, Occurrence, Page, Problem, Reason, Reply, Url

if TYPE_CHECKING:
    from checker.pipeline.conversations import Conversations

NAMED = 5
"""Traps that are named where the others are only counted."""


class Crawl:
    """One start URL's pages, on the same board and pool as the checks."""

    def __init__(self, start: Url, talks: Conversations) -> None:
        self._talks, self._run, self._driver = talks, talks.run, talks.driver
        settings = talks.run.settings
        self._frontier = Frontier(
            urls.without_userinfo(start),
            settings.depth,
            settings.max_pages,
            settings.exclude_path,
            settings.scope,
            settings.ignore_query,
            obey=not settings.ignore_robots,
            sitemaps=not settings.no_sitemap,
        )
        self._named_maps: set[Url] = set()
        """Sitemaps that robots.txt or an index names: that these cannot be read is told."""

    def begin(self, pages: Sequence[Page] = ()) -> None:
        """Ask for the first things; ``pages`` were asked for by an earlier run."""
        self._put(self._frontier.restore(pages))
        self._frontier.noted()

    def _put(self, asks: list[Ask]) -> None:
        for ask in asks:
            self._driver.add(Job(ask.url.slot, functools.partial(self._tagged, ask)))

    def _tagged(self, ask: Ask) -> Flow[Any]:
        match ask.kind:
            case Kind.PAGE | Kind.PART:
                result: Any = yield from crawl.visit(ask, self._read)
            case Kind.ROBOTS:
                result = ask.url, (yield from robots.ask(ask.url))
            case Kind.SITEMAP:
                result = yield from crawl.sitemap(ask.url)
            case Kind.SIBLING:
                result = yield from crawl.sibling(ask.url, self._frontier.in_scope)
            case _:
                assert_never(ask.kind)
        return self, result

    def take(self, found: Any) -> None:
        """Queue all that an answer leads to, before anything else is taken."""
        match found:
            case crawl.Visit():
                self._visited(found)
            case (Url() as url, robots.Robots() as rules):
                self._obey(url, rules)
            case crawl.Mapped():
                if found.problem and found.url in self._named_maps:
                    self._problem(f"sitemap {found.url} could not be read: {found.problem}", 0)
                self._put(self._frontier.mapped(found.sitemap.pages))
                self._maps(found.sitemap.sitemaps)
            case crawl.Sibling():
                self._put(self._frontier.sibling(found.host, found.leads_here))
        self._frontier.noted()  # of use only where a page led to it

    def _maps(self, written: tuple[str, ...]) -> None:
        asks = self._frontier.maps(written)
        self._named_maps.update(ask.url for ask in asks)
        self._put(asks)

    def _obey(self, url: Url, rules: robots.Robots) -> None:
        start = self._frontier.start
        if rules.delay:
            delay = min(rules.delay, robots.LONGEST_DELAY)
            self._driver.board.pace(url.slot, delay)
            cut = f", {delay:g} are kept" if delay < rules.delay else ""
            what = f"robots.txt asks for {rules.delay:g} seconds between requests{cut} (see --ignore-robots)"
            self._run.problem(Problem(url.origin, what, 0))
        if url.origin == start.origin:
            if rules.closed:
                self._problem(f"cannot be crawled: {rules.closed}", 3)
            elif not rules.allows(start):
                self._problem("robots.txt forbids crawling it (see --ignore-robots)", 2)
        asks = self._frontier.robots(url, rules)
        if rules.sitemaps:
            self._named_maps.update(ask.url for ask in asks if ask.kind is Kind.SITEMAP)
        self._put(asks)

    def _visited(self, visit: crawl.Visit) -> None:
        read, frontier, before = visit.read, self._frontier, self._frontier.start
        page, asks = frontier.follow(visit.ask, visit.outcome, read.leads if read else None)
        self._run.pages.append(page)
        held = Held(
            read.occurrences if read and not page.same_as else (),
            frontier.noted(),
            str(frontier.canonical(visit.ask, read.leads)) if read and visit.ask.kind is Kind.PAGE else "",
            read.leads.content if read else "",
            str(frontier.start) if frontier.start != before else "",
        )
        self._run.emit(replace(page, held=held))
        if read is not None and not page.same_as:
            self._run.documents += 1
            self._talks.found(read.occurrences)
        self._put(asks)
        if visit.ask.kind is Kind.PAGE and visit.ask.depth == 0 and not asks and read is None:
            start_failed = isinstance(visit.outcome, Failure)
            self._problem(page.problem or "is no HTML page", 3 if start_failed else 2)

    def _read(self, url: Url, reply: Reply) -> crawl.Read | None:
        essence = crawl.media_type(reply)
        language = discover.language_of("", essence)
        if language is None:
            return None
        document = crawl.document(url, reply, language.name)
        occurrences = tuple(discover.find(document))
        if essence in crawl.HTML:
            return crawl.Read(occurrences, self._leads(document, url, reply, occurrences))
        if language.name == "css":
            return crawl.Read(occurrences, Leads(parts=pages.sheets(document.text, url)))
        return crawl.Read(occurrences)

    def _leads(self, document: Document, url: Url, reply: Reply, occurrences: tuple[Occurrence, ...]) -> Leads:
        found = pages.page_leads(document.text, url)
        follow = found.pages
        if not self._frontier.obey:
            follow += found.unfollowed
        elif pages.says_nofollow(reply.header("x-robots-tag") or ""):
            follow = ()
        named = (*found.pages, *found.unfollowed, *found.parts, *(place.url for place in occurrences))
        content = hashlib.blake2b(digest_size=12)
        content.update(f"{document.text.count('<')} {len(occurrences)}".encode())
        for url_or_text in named:
            content.update(f" {url_or_text}".encode("utf-8", "surrogatepass"))
        return Leads(follow, found.parts, found.canonical, content.hexdigest())

    def _problem(self, what: str, code: int) -> None:
        self._run.problem(Problem(str(self._frontier.start), what, code))

    def end(self) -> None:
        """Tell what was left out, and what is true of the site as a whole."""
        frontier = self._frontier
        if frontier.left_out:
            self._problem(f"{frontier.left_out:,} pages over --max-pages were not crawled", 0)
        if frontier.forbidden and self._run.pages:
            self._problem(f"robots.txt forbids {frontier.forbidden:,} pages, which were not crawled", 0)
        for why, count in frontier.unanswered.items():
            if why and self._run.pages:
                self._problem(f"{count:,} pages were not crawled: {why}", 0)
        for trap, count in frontier.trapped.most_common(NAMED):
            self._problem(f"{count:,} more {trap} were not crawled: they look endless", 0)
        others = sum(frontier.trapped.values()) - sum(count for _, count in frontier.trapped.most_common(NAMED))
        if others:
            self._problem(f"{others:,} other pages were not crawled: they look endless", 0)
        self._http_pages()

    def _http_pages(self) -> None:
        """Once for the site: its pages are there over http too, with no redirect to https."""
        start = self._frontier.start
        if start.scheme != "https":
            return
        served = [
            answer.target.http
            for answer in self._run.answers.values()
            if answer.target.http.slot == start.slot
            and answer.judgement.reason in (Reason.SAME_PAGE, Reason.SIMILAR_PAGE, Reason.MIXED_CONTENT)
        ]
        if served:
            self._problem(f"the site answers over http without redirecting to https, for example {served[0]}", 0)
