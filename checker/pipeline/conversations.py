"""The network part of a run: every target and every page on one board and one pool."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from checker import findings, urls
from checker.model import Answer, Fetch, Flow, Job, Observation, Occurrence, Page, Problem, Reply, Url, Verdict
from checker.pipeline import NetworkError, asking
from checker.pipeline.crawling import Crawl
from checker.plan import stricter
from checker.wire import board, fetch
from checker.wire.threads import Threads

if TYPE_CHECKING:
    from checker.config import Settings
    from checker.pipeline.run import Run


def hold(run: Run, asked: list[Url], starts: list[Url], earlier: Sequence[Page] = ()) -> None:
    """Ask about every URL of ``asked`` and crawl from each of ``starts``; what comes of it goes into ``run``.

    ``earlier`` are the pages that an earlier run asked for. Raises NetworkError before anything is asked. Ctrl-C ends
    it early: ``run`` is marked interrupted.
    """
    settings = run.settings
    fetcher = fetcher_of(settings, starts)
    driver = driver_of(settings, fetcher, functools.partial(asking.fetch_with_features, fetcher))
    talks = Conversations(run, driver)
    try:
        for url in asked:
            talks.ask(url)
        crawls = [Crawl(start, talks) for start in starts]
        for crawl in crawls:
            crawl.begin(earlier)
        for result in driver.results():
            talks.take(result)
        for crawl in crawls:
            crawl.end()
        run.complete = not driver.expired
    except KeyboardInterrupt:
        run.interrupted = True
        run.complete = False
        driver.close()
        for result in driver.results():  # what had come in and was not taken yet
            talks.take(result)
    finally:
        run.requests = driver.board.requests
        driver.close()
    left = sum(url not in run.answers for url in run.plan.places)
    if left:
        why = "interrupted" if run.interrupted else "out of time (--max-time)"
        run.problem(Problem("network", f"{why}: {left} URLs were not asked about", 0))


def driver_of(settings: Settings, fetcher: fetch.Fetcher, fetching: Fetch) -> Threads:
    return Threads(
        fetching,
        board.Board(
            workers=settings.workers, per_host=settings.per_host, delay=settings.delay, retries=settings.retries
        ),
        release=fetcher.release,
        abort=fetcher.close,
        max_time=settings.max_time or None,
    )


def fetcher_of(settings: Settings, starts: list[Url]) -> fetch.Fetcher:
    try:
        return fetch.fetcher(
            fetch.Network(
                timeout=settings.timeout,
                per_host=settings.per_host,
                workers=settings.workers,
                ca_file=settings.ca_file or None,
                allow_private=settings.allow_private,
                connect_to=settings.connect_to,
                user_agent=settings.user_agent or fetch.USER_AGENT,
                header=settings.header,
                proxy=settings.proxy,
                pinned=frozenset(url.origin for start in starts for url in (start, urls.twin(start))),
            )
        )
    except ValueError as error:
        raise NetworkError(str(error)) from None


class Conversations:
    """What a run asks, and what one answer means for another."""

    def __init__(self, run: Run, driver: Threads) -> None:
        self.run, self.driver = run, driver
        self._bodies: dict[tuple[str, str], Url] = {}
        """The first target of a host whose twin gave this body."""
        self._shared: set[tuple[str, str]] = set()
        for url, answer in run.answers.items():
            if answer.body and self._bodies.setdefault((url.slot, answer.body), url) != url:
                self._shared.add((url.slot, answer.body))
        self._shared_before = frozenset(self._shared)
        """What an earlier run saw shared: its answers were judged with that in mind."""

    def ask(self, url: Url) -> None:
        """Queue a URL. What was asked before is answered from memory."""
        self.driver.add(Job(url.slot, functools.partial(self._conversation, url)))

    def take(self, result: Any) -> None:
        """What one conversation came to."""
        match result:
            case Answer():
                self._take_answer(result)
            case (Crawl() as crawl, found):
                crawl.take(found)

    def _conversation(self, url: Url) -> Flow[Answer]:
        return asking.check(self.run.plan.target(url), self._note)

    def _note(self, observation: Observation) -> Observation:
        """Remember what tells about other targets; the observation with what others tell about it."""
        if not self.run.port_80_seen:
            self.run.port_80_seen = any(
                exchange.request.url.scheme == "http" and isinstance(exchange.outcome, Reply)
                for exchange in observation.http.exchanges
            )
        key = _body_key(observation)
        if key is None:
            return observation
        if self._bodies.setdefault(key, observation.target.http) != observation.target.http:
            self._shared.add(key)
        return replace(observation, shared_body=key in self._shared)

    def _doubted(self, answer: Answer) -> bool:
        """Whether another target of the host has since given the body that this answer rests on."""
        key = (answer.target.http.slot, answer.body)
        if not answer.body or key not in self._shared or answer.judgement.verdict is not Verdict.UPGRADE:
            return False
        return key not in self._shared_before if answer.observation is None else not answer.observation.shared_body

    def _take_answer(self, answer: Answer) -> None:
        url = answer.target.http
        key = _body_key(answer.observation) if answer.observation else None
        answer = replace(answer, body=key[1] if key else "")
        if stricter(answer.target, self.run.plan.target(url)) or self._doubted(answer):
            self.ask(url)
            return
        self.run.answered(answer)
        first = self.run.answers.get(self._bodies[key]) if key in self._shared and key else None
        if first is not None and self._doubted(first):
            del self.run.answers[first.target.http]
            self.ask(first.target.http)

    def found(self, places: tuple[Occurrence, ...]) -> None:
        """Places on a page that was just read: ask about what is new, tell what is known."""
        for place in places:
            url = urls.parse(place.url)
            if self.run.plan.add(place) is not None:
                assert url is not None
                if self.run.answer_unasked(url) is None:
                    self.ask(url)
            elif url is not None and (answer := self.run.answers.get(url)) is not None:
                now = self.run.plan.target(url)
                if answer.judgement.verdict is not Verdict.SKIPPED and stricter(answer.target, now):
                    del self.run.answers[url]
                    self.ask(url)
                elif finding := findings.finding_of(place, answer.judgement, self.run.own_hosts, url):
                    self.run.emit(finding)


def _body_key(observation: Observation) -> tuple[str, str] | None:
    """A host, and what its https answer for a target holds; None for an answer without a body."""
    reply = observation.https.reply
    if reply is None or reply.features is None or not reply.features.length:
        return None
    return observation.target.http.slot, reply.features.normalised or reply.features.digest
