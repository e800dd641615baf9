"""Who may speak now. Pure: no clock, no lock, no I/O; ``now`` is a parameter, in seconds of any clock that only rises.

One thread owns a board: it adds jobs, asks what to do next, hands over what flows ask for and what came of it.

- A request starts when a worker **and** a slot of its host are free; so no worker ever waits for a host.
- Among hosts the longest remaining queue goes first, as the busiest host decides how long a run takes; among those that
  fit into their slots at once, one that has begun, so that a run which is stopped has judged what it asked about.
  Hosts that have not answered anything yet get one slot like everybody, one for each lead request (see below), and more
  only while workers are to spare, the second for each before the third for any: silent hosts cannot take all workers.
- Within a host: the https request that an unknown origin is learned by, then http and new jobs, then https.
- **Origins are learned once.** https requests wait, without worker or slot, for their origin's first answer. A final
  failure before any HTTP was spoken is everybody's answer there. Silence is asked about once more (with another
  request, if there is one); a second silence is everybody's answer.
- The same request asked twice is sent once.
- What can pass is asked again after a growing, jittered delay; 429 slows the whole host.
- Live flows are bounded, in total and per host: a host whose flows all wait holds up its own jobs only.
"""

from __future__ import annotations

import email.utils
import heapq
import itertools
import random
import re
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from datetime import UTC
from enum import Enum
from typing import Any, Final, TypeAlias

from checker.model import Failure, Fault, Job, Outcome, Reply, Request, Stage, Task, Url

MAX_RETRY_AFTER = 30.0
"""Seconds; who wants to be left alone for longer is not asked again in this run."""
MEMORY_BYTES = 32 << 20
"""How much of answers is kept to answer the same request again; one that fills a sixteenth of it is not kept."""
TASKS = 4
"""Tasks at once: they are pure Python, so more would only hold up each other."""
_BACKOFF = 0.5
_FIRST_GAP, _LONGEST_GAP = 0.05, 1.0
_PASSING_STATUS = frozenset((429, 502, 503, 504))
_PASSING_FAULT = frozenset((Fault.TIMEOUT, Fault.RESET, Fault.LOOKUP, Fault.PROXY))
_FOREVER = float("inf")
_PAIR = 150
"""What a name and a value weigh beside their characters."""
_ROUNDING = 1e-6
"""Seconds: a wait may end a little before its time when floats are added up."""


@dataclass(frozen=True, slots=True)
class Start:
    """Begin this job: call its ``start``, ask what it asks first, and say ``ended`` when it has returned."""

    job: Job


@dataclass(frozen=True, slots=True)
class Send:
    """Give this to a worker, and what comes of it to ``done``."""

    item: Item


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing may start before something is done, or before ``seconds`` are over."""

    seconds: float | None


@dataclass(frozen=True, slots=True)
class Idle:
    """All is answered and every flow has ended."""


Move: TypeAlias = Start | Send | Wait | Idle


@dataclass(frozen=True, slots=True)
class Delivery:
    """What the flow behind ``token`` is sent."""

    token: Any
    result: Any


class Learned(Enum):
    """What is known of an origin."""

    NOTHING = "nothing"
    ASKED = "asked"
    """https: its lead request is queued or under way, all others are held."""
    DOUBTED = "doubted"
    """It was silent; its lead request is asked once more, all others are held."""
    SPEAKS = "speaks"
    CLOSED = "closed"
    """Everything asked there gets ``answer``."""


@dataclass(slots=True, eq=False)
class Origin:
    name: str
    host: Host
    learned: Learned = Learned.NOTHING
    answer: Outcome | None = None
    closed_until: float = _FOREVER
    lead: Item | None = None
    held: deque[Item] = field(default_factory=deque)
    waiting: dict[Item, None] = field(default_factory=dict)
    """Items that wait for the time of their next try."""
    timeouts: int = 0
    """In a row, since the last answer."""
    limits: int = 0
    """How often it slowed its host, since it last answered anything but 429."""

    def __repr__(self) -> str:
        return f"<Origin {self.name} {self.learned.value}, {len(self.held)} held, {len(self.waiting)} waiting>"


@dataclass(slots=True, eq=False)
class Host:
    """One ``Url.slot``."""

    name: str
    slots: int
    gap: float
    pace: float
    """The gap that it never falls below."""
    leads: deque[Item] = field(default_factory=deque)
    plain: deque[Item] = field(default_factory=deque)
    secure: deque[Item] = field(default_factory=deque)
    jobs: deque[Job] = field(default_factory=deque)
    held: int = 0
    """Items held by its origins, and items that wait for their next try."""
    flying: int = 0
    live: int = 0
    """Flows of its jobs that have begun and not ended."""
    answered: bool = False
    not_before: float = -_FOREVER
    slowed_at: float = -_FOREVER
    good: int = 0
    """Answers in a row since it was slowed."""
    version: int = 0
    alarm: float = -_FOREVER

    @property
    def queued(self) -> int:
        return len(self.leads) + len(self.plain) + len(self.secure)

    @property
    def remaining(self) -> int:
        """Requests to come; a job that has not begun counts as two."""
        return self.queued + self.held + 2 * len(self.jobs)

    def __repr__(self) -> str:
        return (
            f"<Host {self.name} {self.flying}/{self.slots} flying, {len(self.leads)} leads, {len(self.plain)} http, "
            f"{len(self.secure)} https, {len(self.jobs)} jobs, {self.held} held, {self.live} live>"
        )


_Entry: TypeAlias = tuple[int, int, bool, int, Host, int]
"""Of a heap of hosts: guesses, length, nothing begun, number, host, its version."""
_HOST: Final = 4


@dataclass(slots=True, eq=False)
class Item:
    """What a worker does: one request or one task, and who wants to know."""

    request: Request | None
    task: Task | None
    tokens: list[Any]
    origin: Origin | None = None
    tries: int = 0
    """How often it was sent in vain."""
    sent_at: float = 0.0

    def __repr__(self) -> str:
        return (
            f"<Item {self.request.url if self.request else self.task}, {self.tries} tries, {len(self.tokens)} want it>"
        )


class Board:
    """``workers``: requests at once, all hosts together. ``per_host``: the same for one host. ``delay``: least seconds
    between two requests to a host. ``retries``: how often a passing failure is asked again. ``window``: live flows at
    once; beyond it a host with fewer than ``per_host`` may still begin one. ``epoch``: what to add to ``now`` for Unix
    time, where a ``Retry-After`` date comes without a ``Date``.
    """

    def __init__(
        self,
        workers: int = 64,
        per_host: int = 6,
        delay: float = 0.0,
        retries: int = 2,
        rng: random.Random | None = None,
        *,
        window: int | None = None,
        window_per_host: int | None = None,
        memory: int = MEMORY_BYTES,
        epoch: float | None = None,
    ) -> None:
        self.workers, self.per_host, self.delay, self.retries = workers, per_host, delay, retries
        self.window = window or max(4 * workers, 64)
        self.window_per_host = window_per_host or max(4 * per_host, 24)
        self.epoch = epoch
        self.requests = 0
        """Requests sent, each try counted."""
        self.busy = 0
        """Workers at work."""
        self.live = 0
        self.jobs = 0
        """Jobs not begun."""
        self._reserve = workers // 4
        self._rng = rng or random.Random()  # noqa: S311
        self._hosts: dict[str, Host] = {}
        self._origins: dict[str, Origin] = {}
        self._pending: dict[Request, Item] = {}
        self._memory: OrderedDict[Request, Outcome] = OrderedDict()
        self._memory_bytes = self._memory_left = memory
        self._tasks: deque[Item] = deque()
        self._tasks_flying = 0
        self._ready: list[_Entry] = []
        self._blocked: list[_Entry] = []
        self._timers: list[tuple[float, int, Item | Host]] = []
        self._number = itertools.count()
        self._quiet: set[Host] = set()

    def __repr__(self) -> str:
        return (
            f"<Board {self.busy}/{self.workers} busy, {self.live}/{self.window} live, {self.jobs} jobs, "
            f"{len(self._pending)} pending, {len(self._hosts)} hosts, {self.requests} requests>"
        )

    @property
    def finished(self) -> bool:
        """No job is left and every flow has ended, so nothing that is under way can lead to more."""
        return not self.jobs and not self.live

    def host(self, name: str) -> Host:
        host = self._hosts.get(name)
        if host is None:
            host = self._hosts[name] = Host(name, self.per_host, self.delay, self.delay)
        return host

    def pace(self, slot: str, seconds: float) -> None:
        """Least seconds between two requests to a host from now on; it never gets less than ``delay``."""
        host = self.host(slot)
        host.pace = max(seconds, self.delay)
        host.gap = max(host.gap, host.pace)
        self._touch(host)

    def origin(self, url: Url) -> Origin:
        name = url.origin
        origin = self._origins.get(name)
        if origin is None:
            origin = self._origins[name] = Origin(name, self.host(url.slot))
        return origin

    def add(self, job: Job) -> None:
        """Queue a conversation that has not begun."""
        host = self.host(job.slot)
        host.jobs.append(job)
        self.jobs += 1
        self._touch(host)

    def ended(self, job: Job) -> None:
        """A flow that ``Start`` asked for has returned, all its children too."""
        host = self.host(job.slot)
        host.live -= 1
        self.live -= 1
        self._touch(host)

    def quiet(self) -> list[str]:
        """Hosts that went quiet since the last call: nothing queued, held or under way. Their connections can go."""
        if not self._quiet:
            return []
        names = [host.name for host in self._quiet if not host.flying and not host.remaining]
        self._quiet.clear()
        return sorted(names)

    # --- what flows ask for ------------------------------------------------------------------------------------------

    def ask(self, token: Any, step: Request | Task, now: float) -> list[Delivery]:
        """Queue what a flow asks for; what is known already is delivered at once."""
        if isinstance(step, Task):
            self._tasks.append(Item(None, step, [token]))
            return []
        if step in self._memory:
            self._memory.move_to_end(step)
            return [Delivery(token, self._memory[step])]
        item = self._pending.get(step)
        if item:
            item.tokens.append(token)
            return []
        origin = self.origin(step.url)
        if origin.learned is Learned.CLOSED:
            if now < origin.closed_until:
                return [Delivery(token, origin.answer)]
            origin.learned, origin.answer = Learned.SPEAKS, None
        item = self._pending[step] = Item(step, None, [token], origin)
        self._queue(item, front=False)
        return []

    def _queue(self, item: Item, *, front: bool) -> None:
        """Put an item where its origin's state and its scheme want it."""
        origin = item.origin
        assert origin and item.request
        host = origin.host
        secure = item.request.url.scheme == "https"
        if origin.learned is Learned.NOTHING and secure:
            origin.learned, origin.lead = Learned.ASKED, item
        if item is origin.lead and origin.learned in (Learned.ASKED, Learned.DOUBTED):
            queue = host.leads
        elif origin.learned in (Learned.ASKED, Learned.DOUBTED):
            queue = origin.held
            host.held += 1
        else:
            queue = host.secure if secure else host.plain
        if front:
            queue.appendleft(item)
        else:
            queue.append(item)
        self._touch(host)

    # --- what may start ----------------------------------------------------------------------------------------------

    def next(self, now: float) -> Move:
        """What to do now. Ask again until it is ``Wait`` or ``Idle``."""
        while self._timers and self._timers[0][0] <= now + _ROUNDING:
            self._ring(heapq.heappop(self._timers)[2])
        free = self.workers - self.busy
        if free > 0:
            if self._tasks and self._tasks_flying < TASKS:
                self._tasks_flying += 1
                self.busy += 1
                return Send(self._tasks.popleft())
            move = self._best(now, free)
            if move:
                return move
        if self.finished:
            return Idle()
        return Wait(self._timers[0][0] - now if self._timers and free > 0 else None)

    def _best(self, now: float, free: int) -> Start | Send | None:
        while True:
            heap = self._ready
            _prune(self._ready)
            if self.live < self.window:
                _prune(self._blocked)
                if self._blocked and (not self._ready or self._blocked[0] < self._ready[0]):
                    heap = self._blocked
            if not heap or (heap[0][0] and free <= self._reserve):
                return None
            entry = heapq.heappop(heap)
            host = entry[_HOST]
            if host.flying >= host.slots:
                continue  # its next answer brings it back
            if host.not_before > now + _ROUNDING:
                if host.alarm != host.not_before and host.queued + len(host.jobs):
                    host.alarm = host.not_before
                    heapq.heappush(self._timers, (host.not_before, next(self._number), host))
                continue
            full = host.live >= self.window_per_host
            crowded = self.live >= self.window and host.live >= self.per_host
            if host.leads:
                return self._send(host, host.leads.popleft(), now)
            if host.plain:
                return self._send(host, host.plain.popleft(), now)
            if host.jobs and not full and not crowded:
                return self._start(host)
            if host.secure:
                return self._send(host, host.secure.popleft(), now)
            if host.jobs and crowded and not full:
                heapq.heappush(self._blocked, entry)

    def _start(self, host: Host) -> Start:
        job = host.jobs.popleft()
        self.jobs -= 1
        self.live += 1
        host.live += 1
        self._touch(host)
        return Start(job)

    def _send(self, host: Host, item: Item, now: float) -> Send:
        self.requests += 1
        self.busy += 1
        host.flying += 1
        host.not_before = now + host.gap
        item.sent_at = now
        self._touch(host)
        return Send(item)

    def _touch(self, host: Host) -> None:
        """Put a host into the heap as it is now; older entries of it are void."""
        host.version += 1
        if not host.queued and not host.jobs:
            return
        guesses = 0 if host.answered or host.leads else host.flying
        # What fits into its slots at once takes no longer for being longer: there, what has begun is ended first.
        length = max(host.remaining, host.slots)
        fresh = not host.live or length > host.slots
        heapq.heappush(self._ready, (guesses, -length, fresh, next(self._number), host, host.version))
        if len(self._ready) > 64 + 4 * len(self._hosts):
            self._ready = [entry for entry in self._ready if entry[-1] == entry[_HOST].version]
            heapq.heapify(self._ready)

    def _ring(self, due: Item | Host) -> None:
        if isinstance(due, Host):
            self._touch(due)
            return
        origin = due.origin
        if origin and due in origin.waiting:
            del origin.waiting[due]
            origin.host.held -= 1
            self._queue(due, front=True)

    # --- what came of it ---------------------------------------------------------------------------------------------

    def done(self, item: Item, result: Any, now: float) -> list[Delivery]:
        """A worker has finished an item. ``result``: what the task returned, or the request's outcome."""
        self.busy -= 1
        if item.request is None:
            self._tasks_flying -= 1
            return [Delivery(token, result) for token in item.tokens]
        origin = item.origin
        assert origin
        host = origin.host
        host.flying -= 1
        host.answered = host.answered or isinstance(result, Reply)
        self._quiet.add(host)
        self._touch(host)
        match result:
            case Reply():
                self._spoke(origin)
                return self._reply(item, origin, result, now)
            case Failure(stage=Stage.HTTP, fault=fault) if fault not in _PASSING_FAULT:
                self._spoke(origin)
                return self._settle(item, result)
            case Failure():
                return self._failure(item, origin, result, now)
        raise TypeError(f"a fetch returned {result!r}")

    def _spoke(self, origin: Origin) -> None:
        """HTTP was spoken: whoever was held may ask."""
        origin.timeouts = 0
        if origin.learned is Learned.CLOSED and isinstance(origin.answer, Reply):
            return
        origin.learned, origin.answer, origin.lead = Learned.SPEAKS, None, None
        held, origin.held = origin.held, deque()
        origin.host.held -= len(held)
        for item in held:
            self._queue(item, front=False)

    def _reply(self, item: Item, origin: Origin, reply: Reply, now: float) -> list[Delivery]:
        if reply.status == 429:
            return self._limited(item, origin, reply, now)
        origin.limits = 0
        self._hurry(origin.host)
        if reply.status in _PASSING_STATUS and item.tries < self.retries:
            after = retry_after(reply, self._wall(now))
            if after is None or after <= MAX_RETRY_AFTER:
                self._later(item, now, after)
                return []
        return self._settle(item, reply)

    def _limited(self, item: Item, origin: Origin, reply: Reply, now: float) -> list[Delivery]:
        host = origin.host
        after = retry_after(reply, self._wall(now))
        if after is not None and after > MAX_RETRY_AFTER:
            # It said until when; to ask for the rest all the same would be rude and bring the same.
            return self._settle(item, reply) + self._close(origin, reply, now + after)
        wait = self._jitter(origin.limits) if after is None else after
        if item.sent_at >= host.slowed_at:  # one burst slows once
            origin.limits += 1
            if origin.limits > max(1, self.retries):  # slowing down does not help
                return self._settle(item, reply) + self._close(origin, reply, _FOREVER)
            host.slowed_at, host.good = now, 0
            host.slots = max(1, host.slots // 2)
            host.gap = max(host.pace, min(max(2 * host.gap, _FIRST_GAP), _LONGEST_GAP))
            host.not_before = max(host.not_before, now + wait)
            self._touch(host)
        if item.tries < self.retries:
            self._later(item, now, wait)
            return []
        return self._settle(item, reply)

    def _hurry(self, host: Host) -> None:
        """Undo step by step what a 429 did."""
        if host.slots == self.per_host and host.gap <= host.pace:
            return
        host.good += 1
        if host.good >= 2 * host.slots:
            host.good = 0
            host.slots = min(self.per_host, host.slots + 1)
            host.gap = host.gap / 2 if host.gap / 2 > max(host.pace, 0.01) else host.pace
            self._touch(host)

    def _failure(self, item: Item, origin: Origin, failure: Failure, now: float) -> list[Delivery]:
        passing = failure.fault in _PASSING_FAULT
        match origin.learned:
            case Learned.CLOSED:
                return self._settle(item, failure)
            case Learned.SPEAKS:
                origin.timeouts += failure.fault is Fault.TIMEOUT
                if origin.timeouts >= 2 * self.per_host:  # it has fallen silent
                    return self._settle(item, failure) + self._close(origin, failure, _FOREVER)
                if passing and item.tries < self.retries:
                    self._later(item, now, None)
                    return []
                return self._settle(item, failure)
            case Learned.DOUBTED if passing and item is not origin.lead:
                item.tries += 1
                self._queue(item, front=False)  # was under way when the origin fell into doubt
                return []
            case Learned.NOTHING | Learned.ASKED if passing and self.retries:
                self._doubt(item, origin, now)
                return []
        return self._settle(item, failure) + self._close(origin, failure, _FOREVER)

    def _doubt(self, item: Item, origin: Origin, now: float) -> None:
        """The first silence: hold everything, and ask once more, with another request if there is one."""
        others = [*origin.held, *_take(origin.host.plain, origin)]
        origin.host.held -= len(origin.held)
        origin.held.clear()
        origin.learned = Learned.DOUBTED
        origin.lead = others.pop(0) if others else item
        item.tries += 1
        if origin.lead is not item:
            others.append(item)
        for other in others:
            self._queue(other, front=False)
        self._sleep(origin.lead, max(now, item.sent_at + self._backoff(item)))

    def _later(self, item: Item, now: float, after: float | None) -> None:
        """Ask again ``after`` seconds, or when the growing delay since it was sent is over."""
        when = item.sent_at + self._backoff(item) if after is None else now + after + 0.1 * self._rng.random()
        item.tries += 1
        self._sleep(item, max(now, when))

    def _sleep(self, item: Item, until: float) -> None:
        assert item.origin
        item.origin.waiting[item] = None
        item.origin.host.held += 1
        heapq.heappush(self._timers, (until, next(self._number), item))

    def _backoff(self, item: Item) -> float:
        return self._jitter(item.tries)

    def _jitter(self, doublings: int) -> float:
        return float(_BACKOFF * 2**doublings * (0.75 + 0.5 * self._rng.random()))

    def _wall(self, now: float) -> float | None:
        return None if self.epoch is None else self.epoch + now

    def _close(self, origin: Origin, answer: Outcome, until: float) -> list[Delivery]:
        """Whatever waits at an origin gets ``answer``, and whatever is asked there until then."""
        origin.learned, origin.answer, origin.closed_until, origin.lead = Learned.CLOSED, answer, until, None
        host = origin.host
        items = [*origin.held, *origin.waiting]
        host.held -= len(items)
        origin.held.clear()
        origin.waiting.clear()
        for queue in (host.leads, host.plain, host.secure):
            items += _take(queue, origin)
        self._touch(host)
        answers = []
        for item in items:
            assert item.request
            del self._pending[item.request]
            answers += [Delivery(token, answer) for token in item.tokens]
        return answers

    def _settle(self, item: Item, outcome: Outcome) -> list[Delivery]:
        """The request is answered for good: remember it, and tell everybody who asked."""
        request = item.request
        assert request
        del self._pending[request]
        weight = _weight(outcome)
        if weight <= self._memory_bytes // 16:
            self._memory[request] = outcome
            self._memory_left -= weight
        while self._memory_left < 0:
            self._memory_left += _weight(self._memory.popitem(last=False)[1])
        return [Delivery(token, outcome) for token in item.tokens]


def _prune(heap: list[_Entry]) -> None:
    while heap and heap[0][-1] != heap[0][_HOST].version:
        heapq.heappop(heap)


def _take(queue: deque[Item], origin: Origin) -> list[Item]:
    """Remove and return an origin's items from its host's queue."""
    mine = [item for item in queue if item.origin is origin]
    if mine:
        rest = [item for item in queue if item.origin is not origin]
        queue.clear()
        queue.extend(rest)
    return mine


def _weight(outcome: Outcome) -> int:
    if isinstance(outcome, Failure):
        return 0
    return len(outcome.body) + sum(_PAIR + len(name) + len(value) for name, value in outcome.headers)


def retry_after(reply: Reply, wall: float | None) -> float | None:
    """Seconds that a reply asks to wait, by ``Retry-After`` in seconds or as a date (RFC 9110 section 10.2.3).

    A date counts from the reply's own ``Date``, else from ``wall`` (Unix time). None where there is no such header,
    or none that makes sense.
    """
    value = (reply.header("retry-after") or "").strip()
    if re.fullmatch(r"[0-9]+", value):
        return float(value) if len(value) < 10 else 1e9
    then = _date(value)
    start = _date(reply.header("date") or "")
    if start is None:
        start = wall
    if then is None or start is None or then < start:
        return None
    return then - start


def _date(value: str) -> float | None:
    if not 8 <= len(value) <= 64:
        return None
    try:
        date = email.utils.parsedate_to_datetime(value)
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError, IndexError, TypeError):
        return None
