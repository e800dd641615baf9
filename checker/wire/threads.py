"""The driver on threads: one coordinating thread holds the board and all flows, workers hold one exchange each.

Workers and coordinator share two queues and nothing else, so there is no lock. Workers are daemons: none of them
keeps the interpreter from ending.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from checker.model import Fetch, Flow, Job, Request, Task, Together
from checker.wire.board import Board, Idle, Item, Send, Start, Wait

GRACE = 1.5
"""Seconds that ``close`` gives the workers to end."""
_GLANCE = 0.25
"""Longest wait without a look around: on some systems Ctrl-C does not wake a thread that waits for a queue."""
_READY = 64
"""Results that may lie about before the consumer gets the first, while there is something to start."""


@dataclass(slots=True, eq=False)
class _Talk:
    """A flow that has begun: what a board's token is."""

    flow: Flow[Any]
    job: Job
    parent: _Talk | None = None
    place: int = 0
    """Its place among its parent's children."""
    results: list[Any] = field(default_factory=list)
    missing: int = 0


@dataclass(frozen=True, slots=True)
class _Done:
    item: Item
    result: Any
    error: BaseException | None = None


class Threads:
    """``release`` is told hosts that nothing more is asked of; ``abort`` ends all exchanges under way at once.

    ``max_time``: seconds after which ``results`` ends as if interrupted. ``wall`` gives Unix time, for dates in
    ``Retry-After``.
    """

    def __init__(
        self,
        fetch: Fetch,
        board: Board,
        *,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        release: Callable[[str], None] | None = None,
        abort: Callable[[], None] | None = None,
        max_time: float | None = None,
    ) -> None:
        self.interrupted = False
        """Told to stop before all was answered."""
        self.expired = False
        """``max_time`` was over before all was answered."""
        self.board = board
        if board.epoch is None:
            board.epoch = wall() - clock()
        self._fetch, self._clock, self._release, self._abort = fetch, clock, release, abort
        self._ends = clock() + max_time if max_time else float("inf")
        self._todo: queue.SimpleQueue[Item | None] = queue.SimpleQueue()
        self._came: queue.SimpleQueue[_Done | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._talks: dict[_Talk, None] = {}
        self._ready: deque[Any] = deque()
        self._stop = False
        self._over = False

    def add(self, job: Job) -> None:
        """Queue a conversation; between results too."""
        self.board.add(job)

    def interrupt(self) -> None:
        """Start nothing more and end ``results`` soon. May be called from a signal handler or any thread."""
        self._stop = True
        self._came.put(None)

    def results(self) -> Iterator[Any]:
        """What each job's flow returned, as it comes, until nothing is under way and nothing was added.

        An exception in a flow or a fetch is a bug and is raised here, after the workers were let go.
        """
        try:
            while not self._over:
                self._take_in(0.0)
                self._tidy()
                now = self._clock()
                if self._stop or now >= self._ends:
                    self.interrupted, self.expired = self._stop, not self._stop
                    break
                if len(self._ready) > _READY:
                    yield self._ready.popleft()
                    continue
                match self.board.next(now):
                    case Start(job):
                        self._begin(job)
                    case Send(item):
                        self._lend(item)
                    case Wait() if self._ready:
                        yield self._ready.popleft()
                    case Wait(seconds):
                        if seconds is None and not self.board.busy:
                            raise RuntimeError(f"flows wait for nothing: {self.board!r}")
                        self._take_in(max(0.0, min(_GLANCE, self._ends - now, _GLANCE if seconds is None else seconds)))
                    case Idle():
                        if not self._ready:
                            break
                        yield self._ready.popleft()
        except GeneratorExit:
            raise  # the consumer has enough; it may come back
        except BaseException:
            self.interrupted = True
            self.close()
            raise
        if self.interrupted or self.expired:
            self.close()
        while self._ready:
            yield self._ready.popleft()

    def close(self) -> None:
        """Let go of everything: flows are closed, exchanges under way aborted, workers end. Takes two seconds at most.

        A worker that is caught in something that cannot be aborted is left behind: it keeps nothing from ending.
        """
        if self._over:
            return
        self._over = True
        if self._abort:
            self._abort()
        for _ in self._threads:
            self._todo.put(None)
        talks, self._talks = list(self._talks), {}
        for talk in reversed(talks):  # children before their parents
            talk.flow.close()
        ends = time.monotonic() + GRACE
        for thread in self._threads:
            thread.join(max(0.0, ends - time.monotonic()))

    # --- flows -------------------------------------------------------------------------------------------------------

    def _begin(self, job: Job) -> None:
        talk = _Talk(job.start(), job)
        self._talks[talk] = None
        self._advance(deque([(talk, None)]))

    def _advance(self, sent: deque[tuple[_Talk, Any]]) -> None:
        """Send each flow what it waits for, and ask for what it wants next; a loop, as answers may be known already."""
        while sent:
            talk, value = sent.popleft()
            try:
                step = talk.flow.send(value)
            except StopIteration as stop:
                del self._talks[talk]
                parent = talk.parent
                if parent is None:
                    self._ready.append(stop.value)
                    self.board.ended(talk.job)
                    continue
                parent.results[talk.place] = stop.value
                parent.missing -= 1
                if not parent.missing:
                    results, parent.results = tuple(parent.results), []
                    sent.append((parent, results))
                continue
            match step:
                case Together(()):
                    sent.append((talk, ()))
                case Together(flows):
                    talk.missing, talk.results = len(flows), [None] * len(flows)
                    for place, flow in enumerate(flows):
                        child = _Talk(flow, talk.job, talk, place)
                        self._talks[child] = None
                        sent.append((child, None))
                case Request() | Task():
                    for delivery in self.board.ask(talk, step, self._clock()):
                        sent.append((delivery.token, delivery.result))
                case _:
                    raise TypeError(f"a flow yielded {step!r}")

    # --- workers -----------------------------------------------------------------------------------------------------

    def _lend(self, item: Item) -> None:
        if self.board.busy > len(self._threads):
            thread = threading.Thread(target=self._work, name=f"exchange {len(self._threads)}", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._todo.put(item)

    def _work(self) -> None:
        while (item := self._todo.get()) is not None and not self._over:
            try:
                result = item.task.run() if item.task else self._fetch(item.request)  # type: ignore[arg-type]
            except BaseException as error:  # noqa: BLE001 - raised again where results are taken
                self._came.put(_Done(item, None, error))
            else:
                self._came.put(_Done(item, result))

    def _take_in(self, seconds: float) -> None:
        """What workers have finished; waits ``seconds`` for the first, and looks at all that is there."""
        try:
            done = self._came.get(block=seconds > 0, timeout=seconds or None)
            while True:
                if done is not None:
                    if done.error is not None:
                        raise done.error
                    came = self.board.done(done.item, done.result, self._clock())
                    self._advance(deque((delivery.token, delivery.result) for delivery in came))
                done = self._came.get_nowait()
        except queue.Empty:
            pass

    def _tidy(self) -> None:
        names = self.board.quiet()
        if self._release:
            for name in names:
                self._release(name)
