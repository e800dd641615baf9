"""One check: what comes in is gathered, and the report of what is known can be made at any time.

Reading files comes first; only where they hold something to ask about is the network part loaded.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from checker import __version__, discover, urls
from checker.inputs import files
from checker.model import Document, Problem, Report, Rule, Summary, Verdict
from checker.plan import Plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from checker.config import Settings
    from checker.model import Answer, Event, Finding, Occurrence, Page, Url

    Emit = Callable[[Event], None]


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


@dataclass(slots=True)
class Run:
    """One check: gathers what comes, and makes the report of what is known so far at any time."""

    settings: Settings
    emit: Emit
    ready: Callable[[], None] = lambda: None
    """Told when all that an earlier run knew is told."""
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
    port_80_seen: bool = False
    """Some host answered over http."""

    def __post_init__(self) -> None:
        self.plan = Plan(self.settings.ignore, self.settings.allow_private)
        self._started = self.clock()
        sites = (urls.parse(site) for site in self.settings.site)
        self.own_hosts = frozenset(site.slot for site in sites if site is not None)

    def check(self, targets: tuple[str, ...]) -> Report:
        """Read, ask, judge. Ctrl-C ends it early with a partial report and ``interrupted`` set."""
        try:
            starts = self._read(targets)
            earlier = self._restore() if self.settings.resume else []
            asked = [url for url in self.plan.places if url not in self.answers and self.answer_unasked(url) is None]
            self.ready()
            if asked and self.settings.offline:
                from checker.pipeline import offline

                offline.hold(self, asked)
            elif asked or starts:
                from checker.pipeline import conversations

                conversations.hold(self, asked, starts, earlier)
        except KeyboardInterrupt:
            self.interrupted = True
            self.complete = False
        if any(answer.observation is not None for answer in self.answers.values()):
            self._second_thoughts()
        return self.report()

    def _read(self, targets: tuple[str, ...]) -> list[Url]:
        """Take in the files; the start URLs among the targets."""
        starts, paths = [], []
        for target in targets:
            if not target.lower().startswith(("http://", "https://")):
                paths.append(target)
                continue
            if self.settings.offline:
                from checker.pipeline import NetworkError

                raise NetworkError(f"{urls.mask(target)}: cannot be crawled with --offline")
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

    def _restore(self) -> list[Page]:
        """Take in what an earlier run learned; its pages. Answers that places found later made stricter are dropped."""
        from checker import resume
        from checker.model import Page, Reason
        from checker.plan import stricter

        pages: list[Page] = []
        answers: dict[Url, Answer] = {}
        for item in _resumed(self.settings.resume):
            if isinstance(item, Page):
                pages.append(item)
                self.pages.append(replace(item, held=None))
                self.emit(item)
                self.documents += item.held is not None and bool(item.held.content) and not item.same_as
                for place in item.held.occurrences if item.held else ():
                    self.plan.add(place)
                    url = urls.parse(place.url)
                    if url in answers and stricter(answers[url].target, self.plan.target(url)):
                        del answers[url]
            elif item.target.http in self.plan.places and item.judgement.verdict is not Verdict.SKIPPED:
                answers[item.target.http] = replace(item, target=self.plan.target(item.target.http))
        self.port_80_seen = any(map(resume.spoke_over_http, answers.values()))
        for answer in answers.values():
            if self.port_80_seen or answer.judgement.reason is not Reason.HTTPS_ONLY:
                self.answered(answer)
        return pages

    def problem(self, problem: Problem) -> None:
        self.problems.append(problem)

    def answer_unasked(self, url: Url) -> Answer | None:
        answer = self.plan.skipped(url)
        if answer is not None:
            self.answered(answer)
        return answer

    def answered(self, answer: Answer) -> None:
        self.answers[answer.target.http] = answer
        self.emit(answer)
        for finding in self._findings_of(answer):
            self.emit(finding)

    def _findings_of(self, answer: Answer) -> Iterator[Finding]:
        from checker import findings

        url = answer.target.http
        for place in self.plan.places.get(url, ()):
            finding = findings.finding_of(place, answer.judgement, self.own_hosts, url)
            if finding is not None:
                yield finding

    def _second_thoughts(self) -> None:
        """What only the whole run can tell."""
        from checker.pipeline import gates

        asked = [answer for answer in self.answers.values() if answer.observation is not None]
        for gate in (gates.port_80(self.port_80_seen), gates.network, gates.trust):
            changed, problem = gate(asked)
            for answer in changed:
                self.answers[answer.target.http] = answer
            if problem is not None:
                self.problem(problem)
                self.complete = False

    def report(self) -> Report:
        places = self.plan.places
        found: tuple[Finding, ...] = ()
        if self.answers:
            from checker import findings

            found = findings.ordered(
                finding for answer in self.answers.values() for finding in self._findings_of(answer)
            )
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


def _resumed(path: str) -> Iterator[Page | Answer]:
    from checker import resume
    from checker.pipeline import ResumeError

    try:
        yield from resume.read(path)
    except resume.ResumeError as error:
        raise ResumeError(str(error)) from None
    except OSError as error:
        raise ResumeError(f"{path}: {(error.strerror or str(error)).lower()}") from None
