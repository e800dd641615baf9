"""One start URL's pages, on the same board and pool as the checks."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from checker import discover
from checker.discover import pages
from checker.inputs import crawl
from checker.model import Failure, Flow, Job, Problem, Reply, Url

if TYPE_CHECKING:
    from checker.pipeline.conversations import Conversations


class Crawl:
    """One start URL's pages, on the same board and pool as the checks."""

    def __init__(self, start: Url, talks: Conversations) -> None:
        settings = talks.run.settings
        self._talks, self._run, self._driver = talks, talks.run, talks.driver
        self._frontier = crawl.Frontier(
            replace(start, userinfo=""), settings.depth, settings.max_pages, settings.exclude_path
        )

    def begin(self) -> None:
        start = self._frontier.start
        if self._run.settings.ignore_robots:
            self.take(crawl.Robots())
        else:
            self._driver.add(Job(start.slot, functools.partial(self._tagged, crawl.robots(start))))

    def _tagged(self, flow: Flow[Any]) -> Flow[Any]:
        result = yield from flow
        return self, result

    def take(self, found: crawl.Robots | crawl.Visit) -> None:
        """Queue all that an answer leads to, before anything else is taken."""
        frontier = self._frontier
        match found:
            case crawl.Robots():
                frontier.robots = found
                if found.closed:
                    self._problem(f"cannot be crawled: {found.closed}", 3)
                elif not found.allows(frontier.start):
                    self._problem("robots.txt forbids crawling it (see --ignore-robots)", 2)
                else:
                    self._visit(frontier.admit([frontier.start], 0), 0)
            case crawl.Visit():
                page, more = frontier.follow(found)
                self._run.pages.append(page)
                self._run.emit(page)
                if found.read is not None:
                    self._run.documents += 1
                    self._talks.found(found.read.occurrences)
                self._visit(more, found.depth if found.read is None else found.depth + 1)
                if found.depth == 0 and not more and found.read is None:
                    start_failed = isinstance(found.outcome, Failure)
                    self._problem(page.problem or "is no HTML page", 3 if start_failed else 2)

    def _visit(self, pages: list[Url], depth: int) -> None:
        for url in pages:
            flow = crawl.visit(url, depth, self._read)
            self._driver.add(Job(url.slot, functools.partial(self._tagged, flow)))

    def _read(self, url: Url, reply: Reply) -> crawl.Read:
        document = crawl.document(url, reply)
        links = tuple(pages.page_links(document.text, url))
        return crawl.Read(tuple(discover.find(document)), links)

    def _problem(self, what: str, code: int) -> None:
        self._run.problem(Problem(str(self._frontier.start), what, code))

    def end(self) -> None:
        """Tell what was left out."""
        if self._frontier.left_out:
            self._problem(f"{self._frontier.left_out} pages over --max-pages were not crawled", 0)
        if self._frontier.forbidden:
            self._problem(f"robots.txt forbids {self._frontier.forbidden} pages, which were not crawled", 0)
