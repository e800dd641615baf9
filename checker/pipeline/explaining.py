"""One URL, with all that was asked, seen and said: live, without the network, or from a recording."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

from checker import probe, recording
from checker.judge import ladder, telling
from checker.model import (
    Answer,
    Exchange,
    Explanation,
    Fetch,
    Flow,
    Job,
    Judgement,
    Mixed,
    Observation,
    Occurrence,
    Outcome,
    Question,
    Reason,
    Reply,
    Request,
    Source,
    Spoken,
    T,
    Target,
    Together,
    Url,
    Usage,
    Verdict,
)
from checker.pipeline import asking
from checker.plan import Plan

if TYPE_CHECKING:
    from checker.config import Settings


def explain(url: Url, usage: Usage, settings: Settings, *, thorough: bool = False) -> tuple[Explanation, bool]:
    """Ask about one http URL as a check of a file that holds it alone would; and whether that was interrupted.

    ``thorough``: put every follow-up question, also where the verdict did not need it: whoever replays a recording
    may judge in another order. Raises NetworkError before anything is asked.
    """
    plan = Plan(settings.ignore, settings.allow_private)
    target = _target(plan, url, usage)
    skipped = plan.skipped(url)
    if skipped is not None:
        return Explanation(target, usage, skipped.judgement), False
    if settings.offline:
        return _offline(target, usage), False
    return _live(target, usage, settings, thorough)


def replay(recorded: recording.Recording) -> Explanation:
    """Judge a recorded conversation anew. Raises RecordingError where something is asked that was not then."""
    target = _target(Plan(), recorded.url, recorded.usage)

    def note(observation: Observation) -> Observation:
        return replace(observation, port_80_seen=recorded.port_80_seen, shared_body=recorded.shared_body)

    walks = _Walks()

    def fetch(request: Request) -> Outcome:
        return asking.fetch_with_features(recorded.fetch, request)

    answer = asking.alone(_noted(asking.check(target, note, walks.decide), walks), fetch)
    return walks.explained(target, recorded.usage, answer.judgement)


def record(told: Explanation) -> recording.Recording:
    """What a replay needs. Raises RecordingError if nothing was asked, or not to the end."""
    if told.observation is None or not told.told:
        raise recording.RecordingError("nothing to record: the URL was not asked about to the end")
    return recording.Recording(
        told.target.http,
        told.usage,
        told.told,
        port_80_seen=told.observation.port_80_seen,
        shared_body=told.observation.shared_body,
        said=(told.judgement.verdict, told.judgement.reason),
    )


class _Walks:
    """What happened on the way to a judgement."""

    def __init__(self) -> None:
        self.last: Observation | None = None
        self.walks: list[tuple[Spoken, ...]] = []
        self.told: dict[Request, Exchange] = {}
        self.sent: list[Exchange] = []

    def decide(self, observation: Observation) -> Judgement | Question:
        self.last = observation
        self.walks.append(tuple(Spoken(rung, said) for rung, said in ladder.walk(observation)))
        said = self.walks[-1][-1].said
        return said if said is not None else Judgement(Verdict.UNKNOWN, Reason.NO_EVIDENCE)

    def explained(self, target: Target, usage: Usage, judgement: Judgement, remark: str = "") -> Explanation:
        facts = telling.tell(self.last) if self.last else ()
        told, sent = tuple(self.told.values()), tuple(self.sent)
        return Explanation(target, usage, judgement, self.last, facts, tuple(self.walks), told, sent, remark)


def _noted(flow: Flow[T], walks: _Walks) -> Flow[T]:
    """The same conversation; what each request was told is noted."""
    sent = None
    try:
        while True:
            try:
                step = flow.send(sent)
            except StopIteration as stop:
                result: T = stop.value
                return result
            match step:
                case Together(flows):
                    sent = yield Together(tuple(_noted(each, walks) for each in flows))
                case Request():
                    sent = yield step
                    walks.told.setdefault(step, Exchange(step, sent))
                case _:
                    sent = yield step
    finally:
        flow.close()


def _target(plan: Plan, url: Url, usage: Usage) -> Target:
    """As strict as a place of that usage wants it."""
    text = str(url)
    end = len(text)
    plan.places[url] = [Occurrence("-", Source.FILE, 0, end, 1, 1, 1, end + 1, text, usage, Mixed.NONE, text)]
    return plan.target(url)


def _offline(target: Target, usage: Usage) -> Explanation:
    import datetime

    from checker import preload
    from checker.pipeline import offline

    walks = _Walks()
    answer = asking.alone(asking.check(target, offline.note, walks.decide), offline.fetch)
    remark = f"judged by the HSTS preload list of {preload.age(datetime.date.today())}"
    return replace(walks.explained(target, usage, answer.judgement, remark), told=(), sent=())


def _live(target: Target, usage: Usage, settings: Settings, thorough: bool) -> tuple[Explanation, bool]:
    from checker.pipeline import conversations

    walks = _Walks()
    fetcher = conversations.fetcher_of(settings, [])
    driver = conversations.driver_of(settings, fetcher, _watched(fetcher, walks.sent))

    driver.add(Job(target.http.slot, lambda: _noted(_asked(target, walks, thorough), walks)))
    answers: list[Answer] = []
    try:
        with contextlib.suppress(KeyboardInterrupt):
            answers.extend(driver.results())
    finally:
        driver.close()
    if not answers:
        why = "out of time (--max-time)" if driver.expired else "interrupted"
        walks.last = None
        judgement = Judgement(Verdict.UNKNOWN, Reason.NO_EVIDENCE, why)
        return walks.explained(target, usage, judgement, why), not driver.expired
    return _gated(walks, walks.explained(target, usage, answers[0].judgement)), False


def _asked(target: Target, walks: _Walks, thorough: bool) -> Flow[Answer]:
    answer = yield from asking.check(target, lambda observation: observation, walks.decide)
    if thorough and walks.last is not None:
        for question in (Question.SIBLING, Question.HTTP_AGAIN):
            if not ladder.answered(walks.last, question):
                yield from probe.ask(walks.last, question)
    return answer


def _watched(fetch: Fetch, sent: list[Exchange]) -> Fetch:
    def watched(request: Request) -> Outcome:
        outcome = asking.fetch_with_features(fetch, request)
        sent.append(Exchange(request, outcome))
        return outcome

    return watched


def _gated(walks: _Walks, told: Explanation) -> Explanation:
    """As the run gate has it: if nothing answered over http at all, that https works alone proves nothing."""
    assert walks.last is not None
    plain = any(
        one.request.url.scheme == "http" and isinstance(one.outcome, Reply) for one in walks.last.http.exchanges
    )
    if plain:
        return told
    walks.last = replace(walks.last, port_80_seen=False)
    if told.judgement.reason is not Reason.HTTPS_ONLY:
        return replace(told, observation=walks.last)
    said = walks.decide(walks.last)
    if not isinstance(said, Judgement):
        said = Judgement(Verdict.UNKNOWN, Reason.NO_EVIDENCE)
    remark = (
        "No host answered on port 80 in this run. Beside hosts that do, this would be"
        f" {told.judgement.verdict.value}, {told.judgement.reason.value}."
    )
    return walks.explained(told.target, told.usage, said, remark)
