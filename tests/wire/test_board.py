from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.model import Failure, Fault, Flow, Job, Outcome, Request, Stage
from checker.wire import board as module
from checker.wire.board import Board, Idle, Send, Start, Wait, retry_after
from tests.wire.virtual import REFUSED, SILENT, World, ask, at_once, both, hold, job, kind, reply, request, task


def board(**options: Any) -> Board:
    return Board(**{"workers": 64, "per_host": 6, "rng": random.Random(1), **options})


def world(takes: float = 0.05, **hosts: Any) -> World:
    """``a=…`` is what http://a.test gives, ``a_tls=…`` what https://a.test gives: an outcome or a function of the
    request and its number. A host that is not named answers 200."""

    def answer(asked: Request, number: int) -> tuple[float, Outcome]:
        name = asked.url.host.removesuffix(".test") + ("_tls" if asked.url.scheme == "https" else "")
        given = hosts.get(name, reply())
        outcome = given(asked, number) if callable(given) else given
        slow = isinstance(outcome, Failure) and outcome.fault is Fault.TIMEOUT
        return (10.0 if slow else takes), outcome

    return answer


def urls_of(host: str, count: int) -> list[str]:
    return [f"http://{host}.test/{number}" for number in range(count)]


# --- requests once, origins once -------------------------------------------------------------------------------------


def test_the_same_request_is_sent_once_whether_under_way_or_answered() -> None:
    run = hold(board(), [job("http://a.test/", ask), job("http://b.test/", lambda _: ask("http://a.test/"))], world())
    assert (run.results, run.count()) == ([reply(), reply()], 1)

    def twice(url: str) -> Flow[tuple[Any, Any]]:
        return (yield request(url)), (yield request(url))

    run = hold(board(), [job("http://a.test/", twice)], world())
    assert (run.results, run.count()) == ([(reply(), reply())], 1)


def test_again_asks_past_the_memory() -> None:
    def again(url: str) -> Flow[tuple[Any, Any]]:
        return (yield request(url)), (yield request(url, again=1))

    assert hold(board(), [job("http://a.test/", again)], world()).count() == 2


def test_memory_is_bounded_and_forgets_the_oldest() -> None:
    def thrice(url: str) -> Flow[None]:
        for path in "0123456789abcdefghij":
            yield request(url + path)
        yield request(url + "j")
        yield request(url + "0")

    run = hold(board(memory=16_000), [job("http://a.test/", thrice)], world(a=reply(body=b"x" * 1000)))
    assert run.count() == 21, "the last is remembered, the first is not"
    run = hold(board(memory=160), [job("http://a.test/", thrice)], world(a=reply(body=b"x" * 11)))
    assert run.count() == 22, "what would fill the memory is not kept"


def test_https_waits_for_the_lead_and_shares_its_final_failure() -> None:
    bad = Failure(Fault.TLS_EXPIRED, Stage.TLS, "certificate has expired")
    run = hold(board(), [job(url) for url in urls_of("a", 50)], world(a_tls=bad))
    assert sorted(run.results) == sorted((url, 200, "tls-expired") for url in urls_of("a", 50))
    assert (run.count("http:"), run.count("https:")) == (50, 1)
    assert run.peak["a.test"] == 6


@pytest.mark.parametrize(
    "failure",
    [
        REFUSED,
        Failure(Fault.NO_SUCH_HOST, Stage.LOOKUP),
        Failure(Fault.UNREACHABLE, Stage.CONNECT),
        Failure(Fault.PRIVATE, Stage.LOOKUP),
        Failure(Fault.TLS_HOSTNAME, Stage.TLS),
        Failure(Fault.TLS_PROTOCOL, Stage.TLS),
        Failure(Fault.TLS_NOT_TLS, Stage.TLS),
        Failure(Fault.BAD_RESPONSE, Stage.TLS, "the server speaks HTTP/2 only"),
    ],
)
def test_a_final_failure_is_asked_for_once(failure: Failure) -> None:
    run = hold(board(), [job(url, ask) for url in urls_of("a", 30)], world(a=failure, takes=0.01))
    assert run.results == [failure] * 30
    assert run.count() <= 6, "what was under way when it came, and nothing after it"


def test_an_answer_that_is_no_http_is_the_answer_of_one_url_only() -> None:
    broken = Failure(Fault.BAD_RESPONSE, Stage.HTTP)
    flow = [job(url, ask) for url in urls_of("a", 3)]
    run = hold(board(), flow, world(a=lambda asked, _: broken if asked.url.path == "/0" else reply()))
    assert sorted(str(kind(result)) for result in run.results) == ["200", "200", "bad-response"]


def test_the_lead_goes_first_and_http_fills_the_slots_meanwhile() -> None:
    run = hold(board(per_host=2), [job(url, at_once) for url in urls_of("a", 20)], world())
    order = [sent.url.scheme for _, sent in run.sent]
    assert order[:2] == ["https", "http"]
    assert order.count("https") == 20
    assert order[2:20] == ["http"] * 18, "https waits behind http and new jobs"


def test_silence_is_asked_about_once_more_with_another_request() -> None:
    run = hold(board(), [job(url) for url in urls_of("a", 40)], world(a_tls=SILENT))
    assert sorted(run.results) == sorted((url, 200, "timeout") for url in urls_of("a", 40))
    leads = [str(sent.url) for _, sent in run.sent if sent.url.scheme == "https"]
    assert len(set(leads)) == 2 == len(leads)
    assert run.now < 20 + 1


def test_silence_on_both_schemes_costs_two_deadlines() -> None:
    run = hold(board(), [job(url, at_once) for url in urls_of("a", 200)], world(a=SILENT, a_tls=SILENT))
    assert len(run.results) == 200
    assert {result[1:] for result in run.results} == {("timeout", "timeout")}
    assert run.now < 20.5
    assert run.count() <= 6 + 2


def test_one_slow_page_does_not_silence_its_origin() -> None:
    def slow(asked: Request, _: int) -> Outcome:
        return SILENT if asked.url.path == "/0" else reply()

    run = hold(board(), [job(url) for url in urls_of("a", 10)], world(a=slow, a_tls=slow))
    assert sorted(run.results) == sorted(
        (url, *(("timeout", "timeout") if url.endswith("/0") else (200, 200))) for url in urls_of("a", 10)
    )


def test_a_host_that_falls_silent_is_given_up() -> None:
    sent = 0

    def falls_silent(asked: Request, number: int) -> Outcome:
        nonlocal sent
        sent += 1
        return reply() if sent <= 5 else SILENT

    run = hold(board(), [job(url, ask) for url in urls_of("a", 300)], world(a=falls_silent))
    assert Counter(kind(result) for result in run.results) == {200: 5, "timeout": 295}
    assert run.now < 31


def test_what_answers_after_all_reopens_its_origin() -> None:
    """Six are under way; one is refused, another answers later: whoever asks after that gets an answer."""
    made = board(per_host=2)
    for url in ("http://a.test/0", "http://a.test/1"):
        made.ask(url, request(url), 0.0)
    first, second = made.next(0.0), made.next(0.0)
    assert isinstance(first, Send) and isinstance(second, Send)
    assert [delivery.result for delivery in made.done(first.item, REFUSED, 0.1)] == [REFUSED]
    assert [delivery.result for delivery in made.ask("late", request("http://a.test/2"), 0.1)] == [REFUSED]
    assert [delivery.result for delivery in made.done(second.item, reply(), 0.2)] == [reply()]
    assert made.ask("later", request("http://a.test/3"), 0.3) == []


# --- what can pass ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_passing_status_is_asked_again_with_growing_delay(status: int) -> None:
    run = hold(board(), [job("http://a.test/", ask)], world(a=lambda _, number: reply(status if number < 2 else 200)))
    assert run.results == [reply()]
    first, second, third = run.times("a.test")
    assert 0.3 < second - first < third - second < 1.5
    run = hold(board(retries=1), [job("http://a.test/", ask)], world(a=reply(status)))
    assert (kind(run.results[0]), run.count()) == (status, 2)
    run = hold(board(retries=0), [job("http://a.test/", ask)], world(a=reply(status)))
    assert (kind(run.results[0]), run.count()) == (status, 1)


@pytest.mark.parametrize("status", [200, 301, 403, 404, 500, 501])
def test_other_answers_are_final(status: int) -> None:
    run = hold(board(), [job("http://a.test/", ask)], world(a=reply(status)))
    assert (kind(run.results[0]), run.count()) == (status, 1)


def test_reset_and_look_up_failure_pass_once_for_an_origin_that_never_spoke() -> None:
    for failure in (Failure(Fault.RESET, Stage.HTTP), Failure(Fault.LOOKUP, Stage.LOOKUP)):
        run = hold(board(), [job("http://a.test/", ask)], world(a=failure))
        assert (run.results, run.count()) == ([failure], 2)
        flaky = world(a=lambda _, number, failure=failure: failure if number == 0 else reply())
        run = hold(board(), [job("http://a.test/", ask)], flaky)
        assert (run.results, run.count()) == ([reply()], 2)
        run = hold(board(retries=0), [job("http://a.test/", ask)], world(a=failure))
        assert (run.results, run.count()) == ([failure], 1)


def test_retry_after_is_honoured_up_to_half_a_minute() -> None:
    def after(value: str, status: int = 503) -> list[float]:
        says = world(a=lambda _, number: reply(status, retry_after=value) if number == 0 else reply())
        return hold(board(epoch=1_000_000_000.0), [job("http://a.test/", ask)], says).times("a.test")

    for status in (429, 503):
        first, second = after("7", status)
        assert 7 <= second - first < 7.3
        for long in ("31", "86400", "9" * 40):
            assert len(after(long, status)) == 1
        for nonsense in ("1m30s", "-5", "", "Tue, 99 Xyz 2001"):
            first, second = after(nonsense, status)
            assert second - first < 1
    # Unix time 1,000,000,012 in the three forms of RFC 9110 section 5.6.7
    for date in ("Sun, 09 Sep 2001 01:46:52 GMT", "Sunday, 09-Sep-01 01:46:52 GMT", "Sun Sep  9 01:46:52 2001"):
        first, second = after(date)
        assert 11.9 < second - first < 12.2


def test_a_long_retry_after_answers_for_the_rest_of_the_origin() -> None:
    limited = reply(429, retry_after="86400")
    run = hold(board(), [job(url, ask) for url in urls_of("a", 300)], world(a=limited))
    assert run.results == [limited] * 300
    assert run.count() <= 6
    assert run.now < 1


def test_an_origin_that_said_until_when_is_asked_again_then() -> None:
    made = board()
    made.ask("one", request("http://a.test/0"), 0.0)
    move = made.next(0.0)
    assert isinstance(move, Send)
    made.done(move.item, reply(429, retry_after="40"), 1.0)
    assert made.ask("two", request("http://a.test/1"), 2.0)
    assert made.ask("three", request("http://a.test/2"), 42.0) == []


def test_429_slows_the_whole_host_and_answers_let_it_hurry_again() -> None:
    sent: list[float] = []

    def bucket() -> World:
        """Ten requests a second, no more."""
        allowed, last = 10.0, 0.0

        def answer(asked: Request, number: int) -> tuple[float, Outcome]:
            nonlocal allowed, last
            now = len(sent) and clock.times[-1]
            allowed, last = min(10.0, allowed + 10 * (now - last)), now
            sent.append(now)
            if allowed < 1:
                return 0.02, reply(429)
            allowed -= 1
            return 0.02, reply()

        return answer

    clock = _Clock(board())
    run = hold(clock, [job(url, ask) for url in urls_of("a", 100)], bucket())
    assert Counter(kind(result) for result in run.results) == {200: 100}
    assert run.now < 30
    assert run.count() < 150


class _Clock(Board):
    """Remembers when it was asked last."""

    def __init__(self, like: Board) -> None:
        super().__init__(like.workers, like.per_host, rng=random.Random(1))
        self.times = [0.0]

    def next(self, now: float) -> module.Move:
        self.times.append(now)
        return super().next(now)


def test_429_for_good_ends_soon_and_names_the_limit() -> None:
    """300 links to one host, 429 from the 20th request on."""
    sent = 0

    def limited(asked: Request, number: int) -> Outcome:
        nonlocal sent
        sent += 1
        return reply() if sent < 20 else reply(429)

    run = hold(board(), [job(url) for url in urls_of("a", 300)], world(a=limited, a_tls=limited))
    assert len(run.results) == 300
    assert {status for result in run.results for status in result[1:]} == {200, 429}
    assert run.now < 20
    assert run.count() < 80


def test_delay_between_two_requests_to_a_host() -> None:
    run = hold(board(delay=0.5), [job(url, ask) for host in "ab" for url in urls_of(host, 5)], world())
    for host in ("a.test", "b.test"):
        times = run.times(host)
        assert all(later - sooner > 0.499 for sooner, later in itertools.pairwise(times))
    assert run.now < 3


def test_one_host_can_be_paced_and_is_never_hurried_past_that() -> None:
    paced = board()
    paced.pace("a.test", 0.5)
    limited = request(urls_of("a", 1)[0])

    def answers(asked: Request, tries: int) -> tuple[float, Outcome]:
        return 0.01, reply(429) if asked == limited and tries < 2 else reply()

    run = hold(paced, [job(url, ask) for host in "ab" for url in urls_of(host, 5)], answers)
    sent = sorted(at for at, request in run.sent if request.url.slot == "a.test")
    assert all(later - earlier >= 0.5 - 1e-9 for earlier, later in itertools.pairwise(sent))
    assert max(at for at, request in run.sent if request.url.slot == "b.test") < 0.1


@pytest.mark.parametrize(
    ("headers", "wall", "seconds"),
    [
        ({"retry_after": "0"}, None, 0.0),
        ({"retry_after": " 120 "}, None, 120.0),
        ({"retry_after": "Thu, 01 Jan 2026 00:00:10 GMT", "date": "Thu, 01 Jan 2026 00:00:00 GMT"}, 5.0, 10.0),
        ({"retry_after": "Thu, 01 Jan 1970 00:00:10 GMT"}, 4.0, 6.0),
        ({"retry_after": "Thu, 01 Jan 1970 00:00:10 GMT"}, None, None),
        ({"retry_after": "Thu, 01 Jan 1970 00:00:10 GMT"}, 11.0, None),
        ({"retry_after": "Thu, 01 Jan 99999 00:00:10 GMT"}, 11.0, None),
        ({"retry_after": "-1"}, None, None),
        ({"retry_after": "1.5"}, None, None),
        ({"retry_after": "١٢"}, None, None),
        ({"retry_after": "9" * 5000}, None, 1e9),
        ({"retry_after": "-5"}, None, None),
        ({"retry_after": "1m30s"}, None, None),
        ({"retry_after": ""}, None, None),
        ({"retry_after": "Thursday, 01-Jan-26 00:00:10 GMT", "date": "Thu, 01 Jan 2026 00:00:00 GMT"}, 5.0, 10.0),
        ({"retry_after": "Thu Jan  1 00:00:10 2026", "date": "Thu Jan  1 00:00:00 2026"}, 5.0, 10.0),
        ({"retry_after": "Thu, 01 Jan 1970 00:00:10 GMT", "date": "nonsense"}, 4.0, 6.0),
        ({"retry_after": "Fri, 32 Foo 2026 99:99:99 GMT"}, 4.0, None),
        ({"retry_after": "x" * 5000}, 4.0, None),
        ({}, 1.0, None),
    ],
)
def test_retry_after(headers: dict[str, Any], wall: float | None, seconds: float | None) -> None:
    assert retry_after(reply(429, **headers), wall) == seconds


# --- who goes first, and how many at once ----------------------------------------------------------------------------


def test_the_longest_remaining_queue_goes_first() -> None:
    jobs = [job(url, ask) for host, count in (("a", 1), ("b", 9), ("c", 5)) for url in urls_of(host, count)]
    run = hold(board(workers=1), jobs, world())
    order = "".join(sent.url.host[0] for _, sent in run.sent)
    assert order[:4] == "bbbb"
    assert "bb" not in order[4:], "queues that fit into their slots take turns"
    assert sorted(order) == sorted("b" * 9 + "c" * 5 + "a")


def test_what_has_begun_is_ended_before_another_short_queue_begins() -> None:
    jobs = [job(url, both) for host in "abcd" for url in urls_of(host, 1)]
    run = hold(board(workers=1), jobs, world())
    assert "".join(sent.url.host[0] for _, sent in run.sent) == "aabbccdd"


def test_fast_hosts_finish_as_if_the_slow_one_were_not_there() -> None:
    fast = [job(f"http://f{number}.test/", both) for number in range(200)]
    slow = [job(url, both) for url in urls_of("slow", 200)]

    def latency(asked: Request, number: int) -> tuple[float, Outcome]:
        return (3.0 if asked.url.host == "slow.test" else 0.05), reply()

    alone = hold(board(workers=16), fast, latency).now
    run = hold(board(workers=16), slow + fast, latency)
    together = max(when for host, when in run.ended.items() if host != "slow.test")
    assert together < alone * 1.2, (alone, together)
    assert run.peak["slow.test"] == 6, "and when workers are to spare, the slow one gets its six"
    assert run.now < 400 * 3.0 / 6 * 1.1 + alone


def test_silent_hosts_do_not_take_all_workers() -> None:
    silent = [job(url, at_once) for number in range(10) for url in urls_of(f"s{number}", 50)]
    fast = [job(url, at_once) for number in range(50) for url in urls_of(f"f{number}", 5)]
    names: dict[str, Any] = {f"s{number}{tls}": SILENT for number in range(10) for tls in ("", "_tls")}
    alone = hold(board(workers=32), fast, world()).now
    run = hold(board(workers=32), silent + fast, world(**names))
    assert max(when for host, when in run.ended.items() if host.startswith("f")) < 4 * alone
    assert run.now < 20 + 2 * alone, "they add two deadlines"


def test_live_flows_are_bounded_and_waiting_ones_hold_up_their_own_host_only() -> None:
    stuck = [job(url, both) for number in range(5) for url in urls_of(f"s{number}", 100)]
    names: dict[str, Any] = {f"s{number}_tls": SILENT for number in range(5)}
    run = hold(board(workers=16, window=32, window_per_host=12), stuck, world(**names))
    assert run.live <= 32 + 5 * 6
    fast = [job(url, both) for url in urls_of("fast", 100)]
    run = hold(board(workers=16, window=32, window_per_host=12), stuck + fast, world(**names))
    assert run.ended["fast.test"] < 5
    assert len(run.results) == 600


def test_tasks_need_a_worker_but_no_slot() -> None:
    jobs = [Job("a.test", functools.partial(task, number)) for number in range(30)]
    run = hold(board(workers=2, per_host=1), jobs, world())
    assert sorted(run.results) == list(range(30))
    made = board(workers=8, per_host=1)
    for number in range(9):
        made.ask(number, next(task(number)), 0.0)  # type: ignore[arg-type]
    moves = [made.next(0.0) for _ in range(5)]
    assert [type(move) for move in moves] == [Send] * 4 + [Idle]
    assert made.busy == 4


def test_www_both_schemes_and_all_ports_are_one_host() -> None:
    names = ("http://www.a.test/", "http://a.test/", "http://a.test:8080/", "https://a.test:8443/", "https://a.test/")
    jobs = [Job("a.test", functools.partial(ask, f"{name}{number}")) for name in names for number in range(9)]
    run = hold(board(per_host=3), jobs, world())
    assert run.peak == {"a.test": 3}
    assert len(run.results) == 45


def test_a_job_starts_only_where_its_request_could_go_at_once() -> None:
    made = board(workers=2, per_host=1)
    made.add(job("http://a.test/0", ask))
    made.add(job("http://a.test/1", ask))
    move = made.next(0.0)
    assert isinstance(move, Start)
    made.ask("x", request("http://a.test/0"), 0.0)
    assert isinstance(made.next(0.0), Send)
    assert made.next(0.0) == Wait(None)
    assert not made.finished


def test_quiet_hosts_are_told_once() -> None:
    made = board()
    made.ask("x", request("http://a.test/0"), 0.0)
    move = made.next(0.0)
    assert isinstance(move, Send)
    assert made.quiet() == []
    made.done(move.item, reply(), 0.1)
    assert made.quiet() == ["a.test"]
    assert made.quiet() == []


def test_the_state_is_readable() -> None:
    made = board()
    made.add(job("http://a.test/0", ask))
    made.ask("x", request("http://user:secret@a.test/0"), 0.0)
    move = made.next(0.0)
    assert isinstance(move, Send)
    assert repr(made) == "<Board 1/64 busy, 0/256 live, 1 jobs, 1 pending, 1 hosts, 1 requests>"
    assert repr(made.host("a.test")) == ("<Host a.test 1/6 flying, 0 leads, 0 http, 0 https, 1 jobs, 0 held, 0 live>")
    assert repr(move.item) == "<Item http://***@a.test/0, 0 tries, 1 want it>"
    assert repr(move.item.origin) == "<Origin http://a.test nothing, 0 held, 0 waiting>"


def test_what_is_no_outcome_is_a_bug() -> None:
    made = board()
    made.ask("x", request("http://a.test/0"), 0.0)
    move = made.next(0.0)
    assert isinstance(move, Send)
    with pytest.raises(TypeError, match="a fetch returned None"):
        made.done(move.item, None, 0.1)


# --- whatever the world is like --------------------------------------------------------------------------------------

_OUTCOMES: dict[str, Callable[[int], Outcome]] = {
    "good": lambda _: reply(),
    "gone": lambda _: reply(404),
    "flaky": lambda number: reply(503) if number == 0 else reply(),
    "busy": lambda number: reply(429, retry_after="1") if number == 0 else reply(),
    "down": lambda _: reply(503),
    "broken": lambda _: Failure(Fault.BAD_RESPONSE, Stage.HTTP),
    "refused": lambda _: REFUSED,
    "reset": lambda _: Failure(Fault.RESET, Stage.HTTP),
    "silent": lambda _: SILENT,
    "expired": lambda _: Failure(Fault.TLS_EXPIRED, Stage.TLS),
}
_hosts = st.lists(
    st.tuples(st.sampled_from(sorted(_OUTCOMES)), st.sampled_from(sorted(_OUTCOMES)), st.integers(1, 9)),
    min_size=1,
    max_size=6,
)


@settings(max_examples=120, deadline=None)
@given(
    hosts=_hosts,
    workers=st.integers(1, 9),
    per_host=st.integers(1, 4),
    delay=st.sampled_from([0.0, 0.3]),
    retries=st.integers(0, 2),
    window=st.sampled_from([1, 3, 20]),
    flow=st.sampled_from([both, at_once]),
    seeds=st.tuples(st.integers(0, 99), st.integers(0, 99)),
)
def test_every_promise_in_every_world(
    hosts: list[tuple[str, str, int]],
    workers: int,
    per_host: int,
    delay: float,
    retries: int,
    window: int,
    flow: Any,
    seeds: tuple[int, int],
) -> None:
    """``hold`` checks limits, that nothing idles, and when it is finished; here: the order changes no result."""
    runs = []
    for seed in seeds:
        latency = random.Random(seed)

        def answer(asked: Request, number: int, latency: random.Random = latency) -> tuple[float, Outcome]:
            http, https, _ = hosts[int(asked.url.host[1:].partition(".")[0])]
            outcome = _OUTCOMES[https if asked.url.scheme == "https" else http](number)
            return latency.random() * (10 if outcome is SILENT else 0.2), outcome

        made = Board(
            workers, per_host, delay, retries, latency, window=window, window_per_host=max(2, window), memory=1000
        )
        jobs = [job(url, flow) for number, (_, _, count) in enumerate(hosts) for url in urls_of(f"h{number}", count)]
        latency.shuffle(jobs)
        runs.append(hold(made, jobs, answer))
    if not any("busy" in host for host in hosts):  # how often it says 429 depends on how it is asked
        assert sorted(map(str, runs[0].results)) == sorted(map(str, runs[1].results))
    assert len(runs[0].results) == sum(count for _, _, count in hosts)
    for run in runs:
        for number, (http, https, count) in enumerate(hosts):
            sent = Counter(asked.url.scheme for _, asked in run.sent if asked.url.host == f"h{number}.test")
            assert sent["http"] <= _most(http, count, per_host, retries)
            assert sent["https"] <= _most(https, count, 1 if https in ("refused", "expired") else per_host, retries)


def _most(behaviour: str, count: int, at_once: int, retries: int) -> int:
    """The most requests that an origin may see for ``count`` URLs."""
    if behaviour in ("refused", "expired"):
        return min(count, at_once)
    if behaviour in ("silent", "reset"):
        return min(count, at_once) + 1
    return count * (1 + retries)
