from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from checker.model import Failure, Fault, Flow, Job, Outcome, Reply, Request, Stage, Task, Together
from checker.wire import fetch as fetching
from checker.wire import threads
from checker.wire.board import Board
from checker.wire.threads import Threads
from tests.wire.servers import Peer, hello, serving, silence
from tests.wire.virtual import ask, at_once, both, job, kind, reply, request


def answers(asked: Request) -> Outcome:
    return reply(body=str(asked.url).encode())


def driver(fetch: Callable[[Request], Outcome] = answers, **options: Any) -> Threads:
    return Threads(fetch, Board(workers=options.pop("workers", 8), per_host=options.pop("per_host", 3)), **options)


def test_results_come_as_flows_return() -> None:
    held = driver()
    for number in range(50):
        held.add(job(f"http://h{number % 7}.test/{number}", both))
    results = list(held.results())
    assert sorted(results) == sorted((f"http://h{n % 7}.test/{n}", 200, 200) for n in range(50))
    assert held.board.finished and not held.interrupted
    held.close()


def test_nothing_to_do_ends_at_once() -> None:
    assert list(driver().results()) == []


def test_together_sends_back_results_in_order_and_nests() -> None:
    def family(url: str) -> Flow[Any]:
        nothing = yield Together(())
        outcomes = yield Together((ask(url + "slow"), Together_in(url), ask(url + "c")))
        return nothing, [outcome if isinstance(outcome, tuple) else outcome.body for outcome in outcomes]

    def Together_in(url: str) -> Flow[Any]:
        return (yield Together((ask(url + "a"), ask(url + "b"))))

    def slow(asked: Request) -> Outcome:
        time.sleep(0.05 if asked.url.path == "/slow" else 0)
        return answers(asked)

    held = driver(slow)
    held.add(job("http://a.test/", family))
    ((nothing, (first, (a, b), c)),) = list(held.results())
    assert nothing == ()
    assert (first, a.body, b.body, c) == (
        b"http://a.test/slow", b"http://a.test/a", b"http://a.test/b", b"http://a.test/c",
    )  # fmt: skip
    held.close()


def test_tasks_run_on_workers() -> None:
    def flow() -> Flow[str]:
        name = yield Task(lambda: threading.current_thread().name)
        assert isinstance(name, str)
        return name

    held = driver()
    held.add(Job("a.test", flow))
    (name,) = held.results()
    assert name != threading.current_thread().name
    held.close()


def test_jobs_may_be_added_between_results_until_the_last_is_taken() -> None:
    held = driver()
    held.add(job("http://a.test/0", ask))
    seen = []
    for outcome in held.results():
        seen.append(outcome.body)
        if len(seen) < 5:
            held.add(job(f"http://a.test/{len(seen)}", ask))
    assert seen == [b"http://a.test/%d" % number for number in range(5)]
    held.close()


def test_threads_start_as_they_are_needed_and_end() -> None:
    held = driver(workers=64, per_host=2)
    held.add(job("http://a.test/", ask))
    list(held.results())
    assert sum(thread.name.startswith("exchange") for thread in threading.enumerate()) == 1
    held.close()
    assert not any(thread.name.startswith("exchange") for thread in threading.enumerate())


class Bug(Exception):
    pass


def breaks(*_: Any) -> Any:
    raise Bug


@pytest.mark.parametrize("where", ["flow", "child", "task", "fetch", "start"])
def test_a_bug_is_raised_after_the_workers_were_let_go(where: str) -> None:
    def flow(url: str) -> Flow[Any]:
        yield request(url)
        if where == "task":
            yield Task(breaks)
        if where == "child":
            yield Together((ask(url + "x"), child()))
        breaks()

    def child() -> Flow[Any]:
        yield request("http://b.test/")
        breaks()

    held = driver(breaks if where == "fetch" else answers)
    held.add(Job("a.test", breaks) if where == "start" else job("http://a.test/", flow))
    with pytest.raises(Bug):
        list(held.results())
    assert not any(thread.name.startswith("exchange") for thread in threading.enumerate())


def test_a_step_that_is_none_is_a_bug() -> None:
    def flow() -> Flow[Any]:
        yield 1  # type: ignore[misc]

    held = driver()
    held.add(Job("a.test", flow))
    with pytest.raises(TypeError, match="a flow yielded 1"):
        list(held.results())


def test_hosts_that_nothing_more_is_asked_of_are_released() -> None:
    released: list[str] = []
    held = driver(release=released.append)
    for host in "ab":
        for number in range(3):
            held.add(job(f"http://{host}.test/{number}", both))
    list(held.results())
    held.close()
    assert set(released) <= {"a.test", "b.test"}
    assert released


# --- stopping --------------------------------------------------------------------------------------------------------


class Closed:
    """A flow that tells when it was closed."""

    def __init__(self) -> None:
        self.count = 0

    def flow(self, url: str) -> Flow[Any]:
        try:
            yield Together((ask(url), self.child(url)))
        finally:
            self.count += 1

    def child(self, url: str) -> Flow[Any]:
        try:
            return (yield request(url + "child"))
        finally:
            self.count += 1


def real(server_port: int, timeout: float = 30.0) -> fetching.Fetcher:
    return fetching.fetcher(fetching.Network(timeout=timeout, connect_to=(f"::127.0.0.1:{server_port}",)))


def test_an_interrupt_ends_everything_within_the_grace() -> None:
    closed = Closed()
    with serving(lambda peer: silence(peer) if peer.number else hello(peer)) as server:
        fetcher = real(server.port)
        held = Threads(fetcher, Board(), release=fetcher.release, abort=fetcher.close)
        held.add(job("http://good.test/", ask))
        for number in range(20):
            held.add(Job(f"h{number}.test", partial(closed.flow, f"http://h{number}.test/")))
        results = held.results()
        timer = threading.Timer(0.3, held.interrupt)
        timer.start()
        began = time.monotonic()
        first = list(results)
        assert time.monotonic() - began < 1.5
        timer.join()
        assert len(first) <= 1, "what was learned is given"
        assert held.interrupted and not held.expired
        assert closed.count == 40
        assert fetcher.sockets == 0
        assert not any(thread.name.startswith("exchange") for thread in threading.enumerate())
        assert list(held.results()) == []
        held.close()


def test_a_deadline_for_the_whole_run() -> None:
    with serving(silence) as server:
        fetcher = real(server.port)
        held = Threads(fetcher, Board(), abort=fetcher.close, max_time=0.2)
        held.add(job("http://a.test/", ask))
        began = time.monotonic()
        assert list(held.results()) == []
        assert time.monotonic() - began < 1
        assert held.expired and not held.interrupted


def test_what_had_come_in_is_given_after_a_keyboard_interrupt() -> None:
    """The consumer is interrupted with one result in hand, others come in."""
    held = driver()
    for number in range(20):
        held.add(job(f"http://h{number}.test/", ask))
    results = held.results()
    first = next(results)
    results.close()  # type: ignore[attr-defined]
    held.close()
    rest = list(held.results())
    assert isinstance(first, Reply)
    assert all(isinstance(outcome, Reply) for outcome in rest)
    assert len(rest) < 20


def test_a_worker_that_cannot_be_stopped_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    assert threads.GRACE < 2
    monkeypatch.setattr(threads, "GRACE", 0.2)
    over = threading.Event()

    def stuck(asked: Request) -> Outcome:
        over.wait(10)
        return answers(asked)

    held = driver(stuck, max_time=0.05)
    held.add(job("http://a.test/", ask))
    began = time.monotonic()
    assert list(held.results()) == []
    assert time.monotonic() - began < 0.6
    over.set()


PROGRAM = """
import sys, time
from checker.model import Job
from checker.wire import board, fetch, threads
from tests.wire.virtual import ask
fetcher = fetch.fetcher(fetch.Network(timeout=30.0, connect_to=("::127.0.0.1:%s" % sys.argv[1],)))
held = threads.Threads(fetcher, board.Board(), abort=fetcher.close)
for number in range(30):
    held.add(Job("h%d.test" % number, lambda url="http://h%d.test/" % number: ask(url)))
print("ready", flush=True)
try:
    for _ in held.results():
        pass
except KeyboardInterrupt:
    began = time.monotonic()
    held.close()
    print("closed", held.interrupted, fetcher.sockets, time.monotonic() - began < 2, flush=True)
    sys.exit(130)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent to one process there")
def test_ctrl_c_leaves_no_thread_blocked() -> None:
    with serving(silence) as server:
        program = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(server.port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert program.stdout and program.stdout.readline() == "ready\n"
        end = time.monotonic() + 5
        while server.open < 30 and time.monotonic() < end:
            time.sleep(0.01)
        began = time.monotonic()
        os.kill(program.pid, signal.SIGINT)
        out, err = program.communicate(timeout=10)
        assert (out, err, program.returncode) == ("closed True 0 True\n", "", 130)
        assert time.monotonic() - began < 2


# --- real sockets ----------------------------------------------------------------------------------------------------


def test_two_hundred_links_on_a_slow_host_hold_up_no_fast_one() -> None:
    def slow(peer: Peer) -> None:
        while (path := peer.path()) is not None:
            time.sleep(0.08)
            peer.answer(path.encode())

    with serving(slow) as turtle, serving(hello) as hare:
        to = (f"slow.test:80:127.0.0.1:{turtle.port}", f"::127.0.0.1:{hare.port}")
        times: dict[bool, float] = {}
        for beside in (False, True):
            fetcher = fetching.fetcher(fetching.Network(timeout=10.0, workers=16, connect_to=to))
            held = Threads(fetcher, Board(workers=16), release=fetcher.release, abort=fetcher.close)
            for number in range(200):
                held.add(job(f"http://h{number}.test/", ask))
                if beside:
                    held.add(job(f"http://slow.test/{number}", ask))
            began, left = time.monotonic(), 200
            for outcome in held.results():
                left -= outcome.body == b"/"
                if not left:
                    times[beside] = time.monotonic() - began
                    break
            held.close()
        assert turtle.peak <= 6
        assert times[True] < times[False] * 1.6 + 0.25, times


def test_a_real_run_counts_connections_on_every_host() -> None:
    with serving(hello) as first, serving(hello) as second:
        to = (f"a.test::127.0.0.1:{first.port}", f"b.test::127.0.0.1:{second.port}")
        fetcher = fetching.fetcher(fetching.Network(timeout=5.0, per_host=3, connect_to=to))
        held = Threads(fetcher, Board(per_host=3), release=fetcher.release, abort=fetcher.close)
        for number in range(60):
            for host in "ab":
                held.add(job(f"http://{host}.test:{8000 + number % 3}/{number}", at_once))
        results = list(held.results())
        held.close()
        assert fetcher.sockets == 0
        assert max(first.peak, second.peak) <= 3
    assert {kind_ for result in results for kind_ in result[1:]} == {200, "tls-not-tls"}
    assert held.board.requests == 120 + 6, "an origin without TLS is asked once"


def test_failures_reach_the_flow() -> None:
    held = driver(lambda asked: Failure(Fault.REFUSED, Stage.CONNECT))
    held.add(job("http://a.test/", ask))
    assert [kind(outcome) for outcome in held.results()] == ["refused"]
    held.close()
