"""Recordings: what goes in comes out, secrets stay at home, and a stranger's file gets one line."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import probe, recording, urls
from checker.model import Exchange, Failure, Fault, Outcome, Reason, Reply, Request, Stage, Usage, Verdict
from checker.recording import Recording, RecordingError
from tests.worlds import Net, drive, html, redirect, reply, target, url

PAGE = Exchange(Request(url("http://a.org/p")), Reply(200, (("content-type", "text/html"),), b"<p>x", length=4))
SHUT = Exchange(Request(url("https://a.org/p")), Failure(Fault.REFUSED, Stage.CONNECT, "Connection refused", 0.25))
SIMPLE = Recording(url("http://a.org/p"), Usage.NAVIGATION, (PAGE, SHUT), said=(Verdict.KEEP, Reason.REFUSED))

TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)
REPLIES = st.builds(
    Reply,
    st.integers(100, 999),
    st.lists(st.tuples(st.sampled_from(("content-type", "etag", "location", "x-a")), TEXTS), max_size=3).map(tuple),
    st.binary(max_size=50) | st.just(b"plain"),
    st.booleans(),
    st.booleans(),
    st.none() | st.integers(0, 10**9),
    st.integers(0, 1000).map(lambda number: number / 1000),
    body_fault=st.none() | st.sampled_from(Fault),
    address=st.sampled_from(("", "192.0.2.1", "2001:db8::1")),
)
FAILURES = st.builds(Failure, st.sampled_from(Fault), st.sampled_from(Stage), TEXTS, address=st.just("192.0.2.1"))
REQUESTS = st.builds(
    Request,
    st.sampled_from(("http://a.org/", "https://a.org:8443/p?q=%C3%BC", "http://[2001:db8::1]/", "http://xn--bcher-kva/"))
    .map(url),
    body_limit=st.sampled_from((100, 65_536, 262_144)),
    again=st.integers(0, 2),
)  # fmt: skip
JUDGED = st.none() | st.tuples(st.sampled_from(Verdict), st.sampled_from(Reason))
RECORDINGS = st.builds(
    Recording,
    st.just(url("http://a.org/p")),
    st.sampled_from(Usage),
    st.dictionaries(REQUESTS, REPLIES | FAILURES, max_size=4).map(
        lambda found: tuple(Exchange(request, outcome) for request, outcome in found.items())
    ),
    st.booleans(),
    st.booleans(),
    JUDGED,
    JUDGED,
)


def masked(outcome: Outcome) -> Outcome:
    """What is left of it in a file: user names in URLs are masked."""
    if isinstance(outcome, Failure):
        return replace(outcome, detail=urls.mask(outcome.detail))
    return replace(outcome, headers=tuple((name, urls.mask(value)) for name, value in outcome.headers))


@given(RECORDINGS)
def test_what_is_written_is_read(made: Recording) -> None:
    exchanges = tuple(Exchange(one.request, masked(one.outcome)) for one in made.exchanges)
    assert recording.load(recording.dump(made).encode()) == replace(made, exchanges=exchanges)


def test_the_whole_file() -> None:
    assert json.loads(recording.dump(SIMPLE)) == {
        "schema": "https-ready-recording/1",
        "url": "http://a.org/p",
        "usage": "navigation",
        "run": {"port_80_seen": True, "shared_body": False},
        "said": {"verdict": "keep", "reason": "refused"},
        "expected": None,
        "exchanges": [
            {
                "url": "http://a.org/p",
                "cookies": "",
                "limit": 65536,
                "again": 0,
                "status": 200,
                "headers": ["content-type: text/html"],
                "body": {"text": "<p>x"},
                "complete": True,
                "cut": False,
                "length": 4,
                "broken": None,
                "seconds": 0.0,
                "address": "",
            },
            {
                "url": "https://a.org/p",
                "cookies": "",
                "limit": 65536,
                "again": 0,
                "fault": "refused",
                "stage": "connect",
                "detail": "Connection refused",
                "seconds": 0.25,
                "address": "",
            },
        ],
    }


def test_a_request_is_answered_as_it_was_and_another_is_refused_in_one_line() -> None:
    assert SIMPLE.fetch(PAGE.request) is PAGE.outcome
    for request, says in [
        (Request(url("http://b.org/")), "holds no answer for http://b.org/: it was not asked then"),
        (replace(PAGE.request, again=1), "holds no answer for http://a.org/p once more: it was not asked then"),
        (
            replace(PAGE.request, cookies="a=b"),
            "holds no answer for http://a.org/p with these cookies: it was not asked then",
        ),
    ]:
        with pytest.raises(RecordingError) as caught:
            SIMPLE.fetch(request)
        assert str(caught.value) == says


# --- secrets --------------------------------------------------------------------------------------------------------


def recorded(world: dict[str, Any], start: str = "http://a.org/p") -> tuple[Recording, str]:
    """A recording of all that a world said to a probe, and its text."""
    net = Net(world)
    asked = target(start)
    drive(probe.probe(asked), net)
    exchanges = tuple(Exchange(request, net(request)) for request in net.asked)
    made = Recording(asked.http, Usage.NAVIGATION, exchanges)
    return made, recording.dump(made)


def door(request: Request) -> Outcome:
    if "session=hunter2" in request.cookies:
        return html()
    return redirect(str(request.url), 302, "session=hunter2; Path=/; HttpOnly", "other=hunter2", "gone=; Max-Age=0")


def test_cookies_are_replaced_and_the_replay_goes_the_same_way() -> None:
    made, text = recorded({"http://a.org": door, "https://a.org": door})
    assert "hunter2" not in text
    read = recording.load(text.encode())
    first = read.exchanges[0].outcome
    assert isinstance(first, Reply)
    assert [value for name, value in first.headers if name == "set-cookie"] == [
        "session=*1*****; Path=/; HttpOnly",
        "other=*1*****",  # equal values stay equal
        "gone=; Max-Age=0",
    ]
    asked: list[Request] = []

    def fetch(request: Request) -> Outcome:
        asked.append(request)
        return read.fetch(request)

    drive(probe.probe(target("http://a.org/p")), fetch)
    assert [one.cookies for one in asked if one.cookies] == ["session=*1*****; other=*1*****"] * 2
    assert len(asked) == len(made.exchanges)


@pytest.mark.parametrize("value", ["caf\xe9", "x" * 5000, "a b", '"q"', "a=b"])
def test_a_cookie_that_is_refused_is_refused_in_the_replay_too(value: str) -> None:
    def once(request: Request) -> Outcome:
        return html() if request.url.path == "/q" else redirect("/q", 302, f"c={value}")

    world = {"http://a.org": once, "https://a.org": once}
    made, text = recorded(world)
    read = recording.load(text.encode())
    first = read.exchanges[0].outcome
    assert isinstance(first, Reply)
    assert value not in (first.header("set-cookie") or "")
    assert all(value not in one.request.cookies for one in read.exchanges)
    assert [bool(one.request.cookies) for one in read.exchanges] == [
        bool(one.request.cookies) for one in made.exchanges
    ]
    drive(probe.probe(target("http://a.org/p")), read.fetch)


def test_other_secrets_are_masked() -> None:
    headers = [
        ("authorization", "Basic hunter2"),
        ("x-csrf-token", "hunter2"),
        ("x-api-key", "hunter2"),
        ("location", "https://user:hunter2@b.org/"),
        ("x-session-id", ""),
        ("www-authenticate", "Basic realm=here"),
    ]
    made = replace(SIMPLE, url=url("http://user:hunter2@a.org/p"))
    answer = Exchange(PAGE.request, reply(401, headers=headers))
    broken = Exchange(SHUT.request, Failure(Fault.LOOKUP, Stage.LOOKUP, "http://user:hunter2@a.org/"))
    text = recording.dump(replace(made, exchanges=(answer, broken)))
    assert "hunter2" not in text
    read = recording.load(text.encode())
    assert str(read.url) == "http://***@a.org/p"
    outcome = read.exchanges[0].outcome
    assert isinstance(outcome, Reply)
    assert outcome.headers[1:] == (
        ("authorization", "***"),
        ("x-csrf-token", "***"),
        ("x-api-key", "***"),
        ("location", "https://***@b.org/"),
        ("x-session-id", ""),
        ("www-authenticate", "Basic realm=here"),
    )


# --- what strangers send --------------------------------------------------------------------------------------------


def changed(path: str, value: object) -> bytes:
    content = json.loads(recording.dump(SIMPLE))
    *parents, last = path.split("/")
    at: Any = content
    for name in parents:
        at = at[int(name)] if name.isdigit() else at[name]
    if value is KeyError:
        del at[last]
    else:
        at[int(last) if last.isdigit() else last] = value
    return json.dumps(content).encode()


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("schema", KeyError, "schema: missing"),
        ("schema", "https-ready-recording/2", "schema: 'https-ready-recording/2' is not 'https-ready-recording/1'"),
        ("schema", 1, "schema: not a text"),
        ("url", "ftp://a.org/", "url: not an http or https URL"),
        ("url", "https://a.org/", "url: not an http URL"),
        ("usage", "navigate", "usage: not one of its words: 'navigate' (is it 'navigation'?)"),
        ("run", [], "run: not an object"),
        ("run/port_80_seen", 1, "run.port_80_seen: not true or false"),
        ("run/more", 1, "run.more: no such field"),
        ("more", 1, "more: no such field"),
        ("said/verdict", "yes", "said.verdict: not one of its words: 'yes'"),
        ("expected", "keep", "expected: not an object"),
        ("exchanges", {}, "exchanges: not a list of at most 200"),
        ("exchanges", [[]] * 201, "exchanges: not a list of at most 200"),
        ("exchanges/0", 3, "exchanges[0]: not an object"),
        ("exchanges/1", json.loads(recording.dump(SIMPLE))["exchanges"][0], "exchanges[1].url: the same request once more"),
        ("exchanges/0/url", "x", "exchanges[0].url: not an http or https URL"),
        ("exchanges/0/url", "http://u:p@a.org/", "exchanges[0].url: holds a user name, which is never sent"),
        ("exchanges/0/limit", -1, "exchanges[0].limit: not a whole number from 0 to 1048576"),
        ("exchanges/0/limit", 2, "exchanges[0].body: longer than its limit"),
        ("exchanges/0/again", True, "exchanges[0].again: not a whole number from 0 to 100"),
        ("exchanges/0/status", 20, "exchanges[0].status: 20 is no status"),
        ("exchanges/0/status", "200", "exchanges[0].status: not a whole number from 0 to 999"),
        ("exchanges/0/status", 10**30, "exchanges[0].status: not a whole number from 0 to 999"),
        ("exchanges/0/headers", ["x"], "exchanges[0].headers: not a list of texts with a colon and a blank"),
        ("exchanges/0/headers", ["x: y"] * 1001, "exchanges[0].headers: not a list of at most 1000"),
        ("exchanges/0/body", "x", "exchanges[0].body: not an object"),
        ("exchanges/0/body", {}, "exchanges[0].body.text: missing"),
        ("exchanges/0/body", {"base64": "é"}, "exchanges[0].body.base64: not base64"),
        ("exchanges/0/body", {"base64": "", "text": ""}, "exchanges[0].body.text: no such field"),
        ("exchanges/0/length", 1.5, "exchanges[0].length: not a whole number from 0 to 1000000000000000"),
        ("exchanges/0/address", "here", "exchanges[0].address: not an address"),
        ("exchanges/0/seconds", "1", "exchanges[0].seconds: not a number of seconds"),
        ("exchanges/0/seconds", float("nan"), "exchanges[0].seconds: not a number of seconds"),
        ("exchanges/0/broken", "bits", "exchanges[0].broken: not one of its words: 'bits'"),
        ("exchanges/1/fault", "refuse", "exchanges[1].fault: not one of its words: 'refuse' (is it 'refused'?)"),
        ("exchanges/1/stage", "tea", "exchanges[1].stage: not one of its words: 'tea'"),
        ("exchanges/1/stage", None, "exchanges[1].stage: not a text"),
        ("exchanges/1/status", 200, "exchanges[1].status: no such field"),
    ],
)  # fmt: skip
def test_a_wrong_shape_is_named_with_its_place(path: str, value: object, says: str) -> None:
    with pytest.raises(RecordingError) as caught:
        recording.load(changed(path, value))
    assert str(caught.value) == says


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"{", "not JSON: "),
        (b"[]", "not a recording: not an object"),
        (b"\xff", "not UTF-8"),
        (b"[" * 200_000, "not a recording: nested too deeply"),
        (b'{"a":' * 200_000, "not a recording: nested too deeply"),
        (b'{"schema": ' + b"9" * 5000 + b"}", "not JSON: "),
        (b" " * (recording.MOST_BYTES + 1), "larger than 16 MiB"),
        (b'{"\\ud800": 1, "schema": "https-ready-recording/1"}', "run: missing"),
    ],
)
def test_what_is_no_recording_at_all(data: bytes, says: str) -> None:
    with pytest.raises(RecordingError) as caught:
        recording.load(data)
    assert str(caught.value).startswith(says)
    assert "\n" not in str(caught.value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | TEXTS, lambda part: st.lists(part, max_size=2), max_leaves=4
    )
)
def test_any_value_anywhere_is_read_or_refused(value: object) -> None:
    for path in ("url", "usage", "run", "exchanges", "exchanges/0/headers", "exchanges/0/body", "exchanges/1/detail"):
        try:
            recording.load(changed(path, value))
        except RecordingError as error:
            assert str(error)


def test_lone_surrogates_of_a_file_do_not_reach_the_judge_as_such() -> None:
    read = recording.load(changed("exchanges/0/body", {"text": "\ud800"}))
    outcome = read.exchanges[0].outcome
    assert isinstance(outcome, Reply)
    assert outcome.body == b"\xed\xa0\x80"


def test_more_than_can_be_read_is_not_written() -> None:
    body = Reply(200, (), b"\0" * (1 << 20))
    many = tuple(Exchange(Request(url(f"http://a.org/{number}")), body) for number in range(4))
    with pytest.raises(RecordingError, match="more than 16 MiB: not written"):
        recording.dump(replace(SIMPLE, exchanges=many))
