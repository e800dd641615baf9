"""The data path end to end: the only module that knows every stage."""

from __future__ import annotations

import functools
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from checker import __version__, discover, findings, urls
from checker.config import Settings
from checker.inputs import files
from checker.model import (
    COMPARED,
    Answer,
    Chain,
    Document,
    Event,
    Failure,
    Fault,
    Finding,
    Flow,
    Job,
    Judgement,
    Observation,
    Occurrence,
    Outcome,
    Page,
    Problem,
    Question,
    Reason,
    Reply,
    Report,
    Request,
    Rule,
    Summary,
    Target,
    Task,
    Url,
    Verdict,
)
from checker.plan import Plan, stricter

if TYPE_CHECKING:
    from checker.inputs import crawl
    from checker.wire.threads import Threads

Emit = Callable[[Event], None]


class NetworkError(Exception):
    """A network option that cannot be used; one line."""


# --- documents and occurrences ----------------------------------------------------------------------------------


def occurrences(targets: tuple[str, ...], settings: Settings) -> Iterator[tuple[Document, list[Occurrence]] | Problem]:
    """What the files of ``targets`` hold, document by document; no network."""
    reader = files.Files(_language_name, settings.include, settings.exclude, settings.max_file_size)
    for item in reader.read(targets):
        match item:
            case Document():
                yield item, discover.find(item)
            case Problem():
                yield item


def _language_name(name: str) -> str | None:
    language = discover.language_of(name)
    return language.name if language else None


# --- a run ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Run:
    """One check: gathers what comes, and makes the report of what is known so far at any time."""

    settings: Settings
    emit: Emit
    clock: Callable[[], float] = time.monotonic
    plan: Plan = field(init=False)
    documents: int = 0
    requests: int = 0
    answers: dict[Url, Answer] = field(default_factory=dict)
    pages: list[Page] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    own_hosts: frozenset[str] = frozenset()
    complete: bool = True
    interrupted: bool = False
    _started: float = field(init=False)
    _port_80_seen: bool = False
    _bodies: dict[tuple[str, str], Url] = field(default_factory=dict)
    """The first target of a host whose twin gave this body."""
    _shared: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.plan = Plan(self.settings.ignore, self.settings.allow_private)
        self._started = self.clock()
        sites = (urls.parse(site) for site in self.settings.site)
        self.own_hosts = frozenset(site.slot for site in sites if site is not None)

    def check(self, targets: tuple[str, ...]) -> Report:
        """Read, ask, judge. Ctrl-C ends it early with a partial report and ``interrupted`` set."""
        try:
            starts = self._read(targets)
            asked = [url for url in self.plan.places if self._answer_unasked(url) is None]
            if asked or starts:
                self._converse(asked, starts)
        except KeyboardInterrupt:
            self.interrupted = True
            self.complete = False
        self._second_thoughts()
        return self.report()

    def _read(self, targets: tuple[str, ...]) -> list[Url]:
        """Take in the files; the start URLs among the targets."""
        starts, paths = [], []
        for target in targets:
            if not target.lower().startswith(("http://", "https://")):
                paths.append(target)
                continue
            start = urls.parse(target)
            if start is None or start.port in urls.BAD_PORTS:
                self.problem(Problem(urls.mask(target), "is not a URL that can be crawled"))
            else:
                starts.append(start)
        self.own_hosts |= frozenset(start.slot for start in starts)
        for item in occurrences(tuple(paths), self.settings):
            match item:
                case Problem():
                    self.problem(item)
                case _, found:
                    self.documents += 1
                    self.plan.add_all(found)
        return starts

    def problem(self, problem: Problem) -> None:
        self.problems.append(problem)

    def _answer_unasked(self, url: Url) -> Answer | None:
        answer = self.plan.skipped(url)
        if answer is not None:
            self._answered(answer)
        return answer

    def _answered(self, answer: Answer) -> None:
        self.answers[answer.target.http] = answer
        self.emit(answer)
        for finding in self._findings_of(answer):
            self.emit(finding)

    def _findings_of(self, answer: Answer) -> Iterator[Finding]:
        url = answer.target.http
        for place in self.plan.places.get(url, ()):
            finding = findings.finding_of(place, answer.judgement, self.own_hosts, url)
            if finding is not None:
                yield finding

    # --- the network

    def _converse(self, asked: list[Url], starts: list[Url]) -> None:
        from checker.wire import board, fetch
        from checker.wire.threads import Threads

        settings = self.settings
        try:
            network = fetch.Network(
                timeout=settings.timeout,
                per_host=settings.per_host,
                workers=settings.workers,
                ca_file=settings.ca_file or None,
                allow_private=settings.allow_private,
                connect_to=settings.connect_to,
                user_agent=settings.user_agent or fetch.USER_AGENT,
                pinned=frozenset(url.origin for start in starts for url in (start, urls.twin(start))),
            )
            fetcher = fetch.fetcher(network)
        except ValueError as error:
            raise NetworkError(str(error)) from None
        driver = Threads(
            functools.partial(_fetch_with_features, fetcher),
            board.Board(
                workers=settings.workers, per_host=settings.per_host, delay=settings.delay, retries=settings.retries
            ),
            release=fetcher.release,
            abort=fetcher.close,
            max_time=settings.max_time or None,
        )
        try:
            for url in asked:
                driver.add(self._job(url))
            crawls = [Crawl(start, self, driver) for start in starts]
            for crawl in crawls:
                crawl.begin()
            for result in driver.results():
                self._dispatch(result, driver)
            for crawl in crawls:
                crawl.end()
            self.complete = not driver.expired
        except KeyboardInterrupt:
            self.interrupted = True
            self.complete = False
            driver.close()
            for result in driver.results():  # what had come in and was not taken yet
                self._dispatch(result, driver)
        finally:
            self.requests = driver.board.requests
            driver.close()
        left = sum(url not in self.answers for url in self.plan.places)
        if left:
            why = "interrupted" if self.interrupted else "out of time (--max-time)"
            self.problem(Problem("network", f"{why}: {left} URLs were not asked about", 0))

    def _dispatch(self, result: Any, driver: Threads) -> None:
        match result:
            case Answer():
                self._take(result, driver)
            case (Crawl() as crawl, found):
                crawl.take(found)

    def _job(self, url: Url) -> Job:
        return Job(url.slot, functools.partial(self._ask, url))

    def _ask(self, url: Url) -> Flow[Answer]:
        return check(self.plan.target(url), self._note)

    def _note(self, observation: Observation) -> Observation:
        """Remember what tells about other targets; the observation with what others tell about it."""
        if not self._port_80_seen:
            self._port_80_seen = any(
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
        seen = answer.observation
        if seen is None or seen.shared_body or answer.judgement.verdict is not Verdict.UPGRADE:
            return False
        return _body_key(seen) in self._shared

    def _take(self, answer: Answer, driver: Threads) -> None:
        url = answer.target.http
        if stricter(answer.target, self.plan.target(url)) or self._doubted(answer):
            driver.add(self._job(url))  # what was asked before is answered from memory
            return
        self._answered(answer)
        key = _body_key(answer.observation) if answer.observation else None
        first = self.answers.get(self._bodies[key]) if key in self._shared and key else None
        if first is not None and self._doubted(first):
            del self.answers[first.target.http]
            driver.add(self._job(first.target.http))

    def found(self, places: tuple[Occurrence, ...], driver: Threads) -> None:
        """Places on a page that was just read: ask about what is new, tell what is known."""
        for place in places:
            url = urls.parse(place.url)
            if self.plan.add(place) is not None:
                assert url is not None
                if self._answer_unasked(url) is None:
                    driver.add(self._job(url))
            elif url is not None and (answer := self.answers.get(url)) is not None:
                now = self.plan.target(url)
                if answer.observation is not None and stricter(answer.target, now):
                    del self.answers[url]
                    driver.add(self._job(url))
                elif finding := findings.finding_of(place, answer.judgement, self.own_hosts, url):
                    self.emit(finding)

    # --- what only the whole run can tell

    def _second_thoughts(self) -> None:
        asked = [answer for answer in self.answers.values() if answer.observation is not None]
        if not asked:
            return
        for gate in (_port_80_gate(self._port_80_seen), _network_gate, _trust_gate):
            changed, problem = gate(asked)
            for answer in changed:
                self.answers[answer.target.http] = answer
            if problem is not None:
                self.problem(problem)
                self.complete = False

    def report(self) -> Report:
        places = self.plan.places
        found = findings.ordered(finding for answer in self.answers.values() for finding in self._findings_of(answer))
        answers = tuple(sorted(self.answers.values(), key=lambda answer: str(answer.target.http)))
        verdicts = Counter(answer.judgement.verdict for answer in answers)
        rules = Counter(finding.rule for finding in found)
        summary = Summary(
            documents=self.documents,
            occurrences=sum(map(len, places.values())) + len(self.plan.invalid),
            targets=len(answers),
            hosts=len({answer.target.http.slot for answer in answers}),
            requests=self.requests,
            seconds=round(self.clock() - self._started, 3),
            verdicts={verdict: verdicts[verdict] for verdict in Verdict},
            rules={rule: rules[rule] for rule in Rule},
            complete=self.complete,
        )
        return Report(
            version=__version__,
            complete=self.complete,
            summary=summary,
            findings=found,
            answers=answers,
            counts={url: len(at) for url, at in places.items()},
            occurrences={url: tuple(at) for url, at in places.items()},
            invalid=tuple(self.plan.invalid),
            pages=tuple(self.pages),
            problems=tuple(self.problems),
            detailed=self.settings.verbose,
        )


def _fetch_with_features(fetch: Callable[[Request], Outcome], request: Request) -> Outcome:
    if request.body_limit > COMPARED:
        return fetch(request)  # a page to crawl: it is read, not compared
    from checker.judge.features import with_features

    return with_features(fetch(request))


def check(target: Target, note: Callable[[Observation], Observation]) -> Flow[Answer]:
    """Ask about one target, and go on asking until the ladder has decided."""
    from checker import judge, probe
    from checker.judge import reading

    observation: Observation = note((yield from probe.probe(target)))
    while True:
        decided = judge.judge(observation)
        match decided:
            case Judgement():
                return Answer(target, decided, _without_bodies(observation))
            case Question.READING:
                observation = yield Task(functools.partial(reading.read, observation))
            case _:
                observation = yield from probe.ask(observation, decided)


def _body_key(observation: Observation) -> tuple[str, str] | None:
    """A host, and what its https answer for a target holds; None for an answer without a body."""
    reply = observation.https.reply
    if reply is None or reply.features is None or not reply.features.length:
        return None
    return observation.target.http.slot, reply.features.normalised or reply.features.digest


def _without_bodies(observation: Observation) -> Observation:
    def bare(chain: Chain | None) -> Chain | None:
        if chain is None:
            return None
        exchanges = tuple(
            replace(exchange, outcome=replace(exchange.outcome, body=b""))
            if isinstance(exchange.outcome, Reply)
            else exchange
            for exchange in chain.exchanges
        )
        return replace(chain, exchanges=exchanges)

    http, https = bare(observation.http), bare(observation.https)
    assert http is not None
    assert https is not None
    return replace(
        observation,
        http=http,
        https=https,
        sibling=bare(observation.sibling),
        http_again=bare(observation.http_again),
    )


# --- the crawl ------------------------------------------------------------------------------------------------------


class Crawl:
    """One start URL's pages, on the same board and pool as the checks."""

    def __init__(self, start: Url, run: Run, driver: Threads) -> None:
        from checker.inputs import crawl

        settings = run.settings
        self._run, self._driver, self._module = run, driver, crawl
        self._frontier = crawl.Frontier(
            replace(start, userinfo=""), settings.depth, settings.max_pages, settings.exclude_path
        )

    def begin(self) -> None:
        start = self._frontier.start
        if self._run.settings.ignore_robots:
            self.take(self._module.Robots())
        else:
            self._driver.add(Job(start.slot, functools.partial(self._tagged, self._module.robots(start))))

    def _tagged(self, flow: Flow[Any]) -> Flow[Any]:
        result = yield from flow
        return self, result

    def take(self, found: crawl.Robots | crawl.Visit) -> None:
        """Queue all that an answer leads to, before anything else is taken."""
        frontier = self._frontier
        match found:
            case self._module.Robots():
                frontier.robots = found
                if found.closed:
                    self._problem(f"cannot be crawled: {found.closed}", 3)
                elif not found.allows(frontier.start):
                    self._problem("robots.txt forbids crawling it (see --ignore-robots)", 2)
                else:
                    self._visit(frontier.admit([frontier.start], 0), 0)
            case self._module.Visit():
                page, more = frontier.follow(found)
                self._run.pages.append(page)
                self._run.emit(page)
                if found.read is not None:
                    self._run.documents += 1
                    self._run.found(found.read.occurrences, self._driver)
                self._visit(more, found.depth if found.read is None else found.depth + 1)
                if found.depth == 0 and not more and found.read is None:
                    start_failed = isinstance(found.outcome, Failure)
                    self._problem(page.problem or "is no HTML page", 3 if start_failed else 2)

    def _visit(self, pages: list[Url], depth: int) -> None:
        for url in pages:
            flow = self._module.visit(url, depth, self._read)
            self._driver.add(Job(url.slot, functools.partial(self._tagged, flow)))

    def _read(self, url: Url, reply: Reply) -> crawl.Read:
        document = self._module.document(url, reply)
        from checker.discover import pages

        links = tuple(pages.page_links(document.text, url))
        return self._module.Read(tuple(discover.find(document)), links)

    def _problem(self, what: str, code: int) -> None:
        self._run.problem(Problem(str(self._frontier.start), what, code))

    def end(self) -> None:
        """Tell what was left out."""
        if self._frontier.left_out:
            self._problem(f"{self._frontier.left_out} pages over --max-pages were not crawled", 0)
        if self._frontier.forbidden:
            self._problem(f"robots.txt forbids {self._frontier.forbidden} pages, which were not crawled", 0)


# --- gates: what one answer cannot know -------------------------------------------------------------------------------


Gate = Callable[[list[Answer]], tuple[list[Answer], Problem | None]]


def _port_80_gate(port_80_seen: bool) -> Gate:
    """If no host answered over http at all, https-only proves nothing: a network may let only port 443 out."""

    def gate(asked: list[Answer]) -> tuple[list[Answer], Problem | None]:
        from checker import judge

        changed = []
        if not port_80_seen:
            for answer in asked:
                if answer.judgement.reason is Reason.HTTPS_ONLY and answer.observation is not None:
                    judgement = judge.judge(replace(answer.observation, port_80_seen=False))
                    if not isinstance(judgement, Judgement):
                        judgement = Judgement(Verdict.UNKNOWN, Reason.NO_EVIDENCE)
                    changed.append(replace(answer, judgement=judgement))
        return changed, None

    return gate


def _chains(answer: Answer) -> tuple[Chain, ...]:
    assert answer.observation is not None
    return (answer.observation.http, answer.observation.https)


def _network_gate(asked: list[Answer]) -> tuple[list[Answer], Problem | None]:
    """No HTTP answer from any of three or more hosts: the network is at fault, and nothing may be called dead."""
    hosts = {answer.target.http.slot for answer in asked}
    spoke = any(
        isinstance(exchange.outcome, Reply)
        for answer in asked
        for chain in _chains(answer)
        for exchange in chain.exchanges
    )
    if len(hosts) < 3 or spoke:
        return [], None
    judgement = Judgement(Verdict.UNKNOWN, Reason.UNREACHABLE, "no host answered in this run")
    changed = [replace(answer, judgement=judgement) for answer in asked]
    return changed, Problem("network", f"none of {len(hosts)} hosts answered: is this machine offline?", 3)


def _trust_gate(asked: list[Answer]) -> tuple[list[Answer], Problem | None]:
    """Four fifths of five or more TLS origins untrusted: the trust store or an interceptor is at fault."""
    origins: dict[str, bool] = {}
    for answer in asked:
        first = _chains(answer)[1].exchanges[0]
        match first.outcome:
            case Failure(fault=Fault.TLS_UNTRUSTED):
                origins[first.request.url.origin] = True
            case Failure(fault=Fault.TLS_EXPIRED | Fault.TLS_HOSTNAME) | Reply():
                origins[first.request.url.origin] = False
    untrusted = sum(origins.values())
    if len(origins) < 5 or untrusted * 5 < len(origins) * 4:
        return [], None
    what = f"{untrusted} of {len(origins)} certificates are not trusted: trust store or interception?"
    return [], Problem("network", what, 3)
