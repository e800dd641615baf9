"""Flows held with a board in virtual time: the world is a function, a minute takes no time, and every move is checked."""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from checker import urls
from checker.model import Failure, Fault, Flow, Job, Outcome, Reply, Request, Stage, Task, Together
from checker.wire.board import TASKS, Board, Idle, Item, Send, Start, Wait

World: TypeAlias = Callable[[Request, int], tuple[float, Outcome]]
"""A request and how often it was sent before -> how long it takes, and what comes."""


def request(url: str, **rest: Any) -> Request:
    parsed = urls.parse(url)
    assert parsed
    return Request(parsed, **rest)


def reply(status: int = 200, body: bytes = b"", **headers: str) -> Reply:
    return Reply(status, tuple((name.replace("_", "-"), value) for name, value in headers.items()), body)


REFUSED = Failure(Fault.REFUSED, Stage.CONNECT)
SILENT = Failure(Fault.TIMEOUT, Stage.CONNECT)


def ask(url: str) -> Flow[Outcome]:
    """The shortest conversation."""
    outcome: Outcome = yield request(url)
    return outcome


def both(url: str) -> Flow[tuple[str, Any, Any]]:
    """http and then https, as a probe does."""
    http = yield request(url)
    https = yield request(url.replace("http:", "https:", 1))
    return url, kind(http), kind(https)


def at_once(url: str) -> Flow[tuple[str, Any, Any]]:
    """http and https side by side."""
    http, https = yield Together((ask(url), ask(url.replace("http:", "https:", 1))))
    return url, kind(http), kind(https)


def kind(outcome: Outcome) -> int | str:
    return outcome.status if isinstance(outcome, Reply) else outcome.fault.value


def job(url: str, flow: Callable[[str], Flow[Any]] = both) -> Job:
    return Job(request(url).url.slot, lambda: flow(url))


@dataclass
class Run:
    results: list[Any] = field(default_factory=list)
    ended: dict[str, float] = field(default_factory=dict)
    """When the last request of a host was answered."""
    sent: list[tuple[float, Request]] = field(default_factory=list)
    peak: Counter[str] = field(default_factory=Counter)
    live: int = 0
    """The most flows that were live at once."""
    now: float = 0.0

    def times(self, host: str) -> list[float]:
        return [when for when, sent in self.sent if sent.url.host == host]

    def count(self, prefix: str = "") -> int:
        return sum(str(sent.url).startswith(prefix) for _, sent in self.sent)


@dataclass(eq=False)
class _Talk:
    flow: Flow[Any]
    job: Job
    parent: _Talk | None = None
    place: int = 0
    results: list[Any] = field(default_factory=list)
    missing: int = 0


def hold(board: Board, jobs: Iterable[Job], world: World, limit: float = 10_000.0) -> Run:
    """Hold all jobs to their end, checking every promise of the board on the way."""
    run = Run()
    number = itertools.count()
    coming: list[tuple[float, int, Item, Any]] = []
    flying: Counter[str] = Counter()
    tries: Counter[Request] = Counter()
    talks = 0

    def advance(talk: _Talk, value: Any) -> None:
        nonlocal talks
        try:
            step = talk.flow.send(value)
        except StopIteration as stop:
            if talk.parent is None:
                run.results.append(stop.value)
                talks -= 1
                board.ended(talk.job)
                return
            talk.parent.results[talk.place] = stop.value
            talk.parent.missing -= 1
            if not talk.parent.missing:
                advance(talk.parent, tuple(talk.parent.results))
            return
        if isinstance(step, Together):
            talk.results, talk.missing = [None] * len(step.flows), len(step.flows)
            for place, flow in enumerate(step.flows):
                advance(_Talk(flow, talk.job, talk, place), None)
            return
        for delivery in board.ask(talk, step, run.now):
            advance(delivery.token, delivery.result)

    for one in jobs:
        board.add(one)
    while run.now < limit:
        match board.next(run.now):
            case Idle():
                assert not coming and not talks and board.finished, "finished before all was answered"
                assert board.busy == board.live == board.jobs == 0
                return run
            case Start(one):
                talks += 1
                run.live = max(run.live, talks)
                advance(_Talk(one.start(), one), None)
            case Send(item):
                assert len(coming) < board.workers, "more than there are workers"
                if item.request is None:
                    assert item.task
                    heapq.heappush(coming, (run.now + 0.01, next(number), item, item.task.run()))
                    continue
                slot = item.request.url.slot
                flying[slot] += 1
                run.peak[slot] = max(run.peak[slot], flying[slot])
                assert flying[slot] <= board.per_host, f"{flying[slot]} at once for {slot}"
                run.sent.append((run.now, item.request))
                takes, outcome = world(item.request, tries[item.request])
                tries[item.request] += 1
                heapq.heappush(coming, (run.now + takes, next(number), item, outcome))
            case Wait(seconds):
                assert not board.finished, "waits although all is answered"
                _nothing_may_start(board, len(coming), run.now)
                wake = run.now + seconds if seconds is not None else float("inf")
                assert coming or seconds is not None, f"waits for nothing: {board!r}"
                if not coming or wake < coming[0][0]:
                    run.now = wake
                    continue
                run.now, _, item, result = heapq.heappop(coming)
                if item.request:
                    flying[item.request.url.slot] -= 1
                    run.ended[item.request.url.slot] = run.now
                for delivery in board.done(item, result, run.now):
                    advance(delivery.token, delivery.result)
    raise AssertionError(f"not over after {limit} seconds: {board!r}")


def _nothing_may_start(board: Board, busy: int, now: float) -> None:
    free = board.workers - busy
    if free <= 0:
        return
    assert not board._tasks or board._tasks_flying == TASKS, "a task may run"
    for host in board._hosts.values():
        if host.flying >= host.slots or host.not_before > now + 1e-6:
            continue
        if host.flying and not host.answered and not host.leads and free <= board.workers // 4:
            continue  # more for a host that never answered only while workers are to spare
        assert not host.queued, f"a request may start: {host!r}"
        room = host.live < board.window_per_host and (board.live < board.window or host.live < board.per_host)
        assert not (host.jobs and room), f"a job may start: {host!r}"


def task(value: Any) -> Flow[Any]:
    return (yield Task(lambda: value))
