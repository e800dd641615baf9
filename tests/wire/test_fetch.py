from __future__ import annotations

import contextlib
import gzip
import json
import os
import socket
import ssl
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from checker import cli, urls
from checker.model import Failure, Fault, Outcome, Reply, Request, Stage, Url
from checker.wire.connections import MAX_IDLE
from checker.wire.fetch import Fetcher, Network, fetcher
from tests.wire.servers import HOSTILE, Behaviour, Forwarder, Peer, Server, hello, saying, serving, silence

TIMEOUT = 0.3


def url(text: str) -> Url:
    parsed = urls.parse(text)
    assert parsed
    return parsed


@dataclass
class Asker:
    """Asks servers on loopback under names of their own."""

    fetch: Fetcher
    stack: contextlib.ExitStack

    def __call__(self, text: str, **rest: Any) -> Outcome:
        return self.fetch(Request(url(text), **rest))

    def reply(self, text: str, **rest: Any) -> Reply:
        outcome = self(text, **rest)
        assert isinstance(outcome, Reply), outcome
        return outcome

    def failure(self, text: str, **rest: Any) -> tuple[Fault, Stage, str]:
        outcome = self(text, **rest)
        assert isinstance(outcome, Failure), outcome
        return outcome.fault, outcome.stage, outcome.detail


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., tuple[Asker, Server]]]:
    """Start a server behind every name and port, and ask it. No authority of the system is trusted (or loaded)."""
    monkeypatch.setenv("SSL_CERT_FILE", os.devnull)
    with contextlib.ExitStack() as stack:

        def start(behaviour: Behaviour, context: ssl.SSLContext | None = None, **options: Any) -> tuple[Asker, Server]:
            server = stack.enter_context(serving(behaviour, context))
            network = Network(**{"timeout": TIMEOUT, "connect_to": (f"::127.0.0.1:{server.port}",), **options})
            fetch = Fetcher(network, now=lambda: NOW)
            stack.callback(fetch.close)
            return Asker(fetch, stack), server

        yield start


Asking = Callable[..., tuple[Asker, Server]]


# --- what is asked ---------------------------------------------------------------------------------------------------


def test_what_a_request_looks_like(asking: Asking) -> None:
    asked: list[bytes] = []

    def record(peer: Peer) -> None:
        while (header := peer.request()) is not None:
            asked.append(header)
            peer.answer()

    ask, _ = asking(record, user_agent="robot/1 (+https://robot.test)")
    ask.reply('http://a.test/p|"q"/[x]?y=|^`', cookies="a=1; b=ü")
    ask.reply("http://user:secret@a.test:8080/")
    ask.reply("http://a.test/", cookies="a=1\r\nEvil: yes")
    ask.reply("http://a.test/", cookies="x" * 9000)
    assert asked[0].split(b"\r\n") == [
        b"GET /p|%22q%22/[x]?y=|^` HTTP/1.1",
        b"Host: a.test",
        b"User-Agent: robot/1 (+https://robot.test)",
        b"Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
        b"Accept-Language: en-US,en;q=0.9",
        b"Accept-Encoding: gzip",
        b"Connection: keep-alive",
        "Cookie: a=1; b=ü".encode(),
        b"",
        b"",
    ]
    assert b"Host: a.test:8080" in asked[1]
    assert b"secret" not in asked[1] and b"Authorization" not in asked[1]
    assert b"Cookie" not in asked[2] + asked[3] and b"Evil" not in asked[2]


def test_the_agent_names_the_project_and_its_address() -> None:
    assert Network().user_agent.startswith("https-ready/")
    assert "(+https://" in Network().user_agent


def test_proxies_of_the_environment_are_passed_by(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    ask, _ = asking(hello)
    assert ask.reply("http://a.test/x").body == b"/x"


# --- what comes ------------------------------------------------------------------------------------------------------


def test_a_whole_reply(asking: Asking) -> None:
    ask, _ = asking(
        saying(
            b"HTTP/1.1 301 Moved\r\nLocation: /\xc3\xbc\r\nX-Latin: \xfc\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n"
            b"Content-Length: 5\r\n\r\nhello"
        )
    )
    got = ask.reply("http://a.test/")
    assert replace(got, seconds=0.0) == Reply(
        301,
        (
            ("location", "/ü"),
            ("x-latin", "ü"),
            ("set-cookie", "a=1"),
            ("set-cookie", "b=2"),
            ("content-length", "5"),
        ),
        b"hello",
        length=5,
        address="127.0.0.1",
    )
    assert 0 < got.seconds < TIMEOUT


PACKED = gzip.compress(b"hello " * 1000)


@pytest.mark.parametrize(
    ("sent", "body", "complete", "cut", "fault", "length"),
    [
        pytest.param(b"Content-Length: 3\r\n\r\nabc", b"abc", True, False, None, 3, id="whole"),
        pytest.param(b"Content-Length: 8\r\n\r\nabcdefgh", b"abcdefgh", True, False, None, 8, id="exactly the limit"),
        pytest.param(b"Content-Length: 20\r\n\r\n" + b"abcd" * 5, b"abcdabcd", False, True, None, 20, id="cut"),
        pytest.param(b"\r\nabc", b"abc", True, False, None, 3, id="until it closes"),
        pytest.param(b"Content-Length: 9\r\n\r\nabc", b"abc", False, False, "bad-response", 9, id="short"),
        pytest.param(b"Content-Length: 3\r\n\r\nabcdef", b"abc", True, False, None, 3, id="long"),
        pytest.param(
            b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", b"abcde", True, False, None, 5, id="chunks"
        ),
        pytest.param(
            b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nxyz\r\n", b"abc", False, False, "bad-response", None, id="bad chunks"
        ),
        pytest.param(
            b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s" % (len(PACKED), PACKED),
            b"hello he", False, True, None, None, id="gzip, cut",
        ),
        pytest.param(
            b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"hello"), b"hello", True, False, None, 5, id="gzip"
        ),
        pytest.param(b"Content-Encoding: gzip\r\n\r\nplain text", b"", False, False, "bad-response", None, id="no gzip"),
        pytest.param(b"Content-Encoding: br\r\n\r\nxyz", b"", False, False, "bad-response", None, id="brotli"),
        pytest.param(b"Content-Encoding: utf-8\r\n\r\nabc", b"abc", True, False, None, 3, id="no encoding"),
    ],
)  # fmt: skip
def test_bodies(
    asking: Asking, sent: bytes, body: bytes, complete: bool, cut: bool, fault: str | None, length: int | None
) -> None:
    ask, _ = asking(saying(b"HTTP/1.1 200 OK\r\n" + sent))
    got = ask.reply("http://a.test/", body_limit=8)
    assert (got.body, got.body_complete, got.body_cut, got.body_fault, got.length) == (
        body,
        complete,
        cut,
        fault,
        length,
    )


@pytest.mark.parametrize("status", [b"204 No Content", b"304 Not Modified"])
def test_answers_without_a_body(asking: Asking, status: bytes) -> None:
    ask, _ = asking(saying(b"HTTP/1.1 " + status + b"\r\nContent-Encoding: gzip\r\n\r\n"))
    got = ask.reply("http://a.test/")
    assert (got.status, got.body, got.body_complete, got.length) == (int(status[:3]), b"", True, 0)


def test_a_body_that_is_reset(asking: Asking) -> None:
    def behaviour(peer: Peer) -> None:
        peer.request()
        peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
        time.sleep(0.05)
        peer.reset()

    ask, _ = asking(behaviour)
    got = ask.reply("http://a.test/")
    assert (got.body, got.body_complete, got.body_fault) == (b"abc", False, Fault.RESET)


def test_interim_answers_are_read_over(asking: Asking) -> None:
    ask, _ = asking(
        saying(
            b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
            b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        )
    )
    assert (ask.reply("http://a.test/").status, ask.reply("http://a.test/").body) == (200, b"ok")


@pytest.mark.parametrize(
    "sent",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 abc\r\n\r\n",
        b"\x00\x00\x12\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x80\x00\x04\x00\x01\x00\x00",
        b"HTTP/1.1 200 OK\r\nBro ken",
        b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 10_000 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nX-A: " + b"b" * 1_000_000 + b"\r\n\r\n",
    ],
    ids=["ssh", "bad status", "http/2", "half a header", "10,000 fields", "a field of 1 MB"],
)
def test_what_is_no_http(asking: Asking, sent: bytes) -> None:
    ask, _ = asking(saying(sent))
    assert ask.failure("http://a.test/")[:2] == (Fault.BAD_RESPONSE, Stage.HTTP)


def test_endless_interim_answers_end(asking: Asking) -> None:
    def behaviour(peer: Peer) -> None:
        peer.request()
        while not peer.stop.is_set():
            peer.send(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 100)

    ask, _ = asking(behaviour, timeout=5.0)
    began = time.monotonic()
    assert ask.failure("http://a.test/") == (Fault.BAD_RESPONSE, Stage.HTTP, "a header of more than 128 KiB")
    assert time.monotonic() - began < 2


# --- one deadline ----------------------------------------------------------------------------------------------------


def until(began: float) -> None:
    assert TIMEOUT <= time.monotonic() - began < TIMEOUT + 0.25


def test_a_server_that_says_nothing(asking: Asking) -> None:
    ask, _ = asking(silence)
    began = time.monotonic()
    assert ask.failure("http://a.test/")[:2] == (Fault.TIMEOUT, Stage.HTTP)
    until(began)


def test_a_header_that_drips(asking: Asking) -> None:
    ask, _ = asking(saying(b"", lambda peer: peer.drip(b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 1000)))
    began = time.monotonic()
    assert ask.failure("http://a.test/")[:2] == (Fault.TIMEOUT, Stage.HTTP)
    until(began)


def test_a_body_that_drips(asking: Asking) -> None:
    ask, _ = asking(saying(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", lambda peer: peer.drip(b"x" * 1000)))
    began = time.monotonic()
    got = ask.reply("http://a.test/")
    until(began)
    assert (got.status, got.body_complete, got.body_cut, got.body_fault, got.length) == (
        200, False, False, Fault.TIMEOUT, 1000,
    )  # fmt: skip
    assert 3 < len(got.body) < 40


def test_a_tls_handshake_that_drips(asking: Asking) -> None:
    ask, _ = asking(lambda peer: peer.drip(b"\x16\x03\x03\x40\x00" + b"\0" * 1000))
    began = time.monotonic()
    assert ask.failure("https://a.test/")[:2] == (Fault.TIMEOUT, Stage.TLS)
    until(began)


@pytest.mark.parametrize("packed", [False, True])
def test_a_body_without_end_is_cut(asking: Asking, packed: bool) -> None:
    head = b"HTTP/1.1 200 OK\r\n" + (b"Content-Encoding: gzip\r\n" if packed else b"") + b"\r\n"
    bomb = gzip.compress(b"\0" * (32 << 20))

    def endless(peer: Peer) -> None:
        while not peer.stop.is_set():
            peer.send(bomb if packed else b"x" * 65536)

    ask, _ = asking(saying(head, endless), timeout=5.0)
    got = ask.reply("http://a.test/")
    assert (len(got.body), got.body_cut, got.body_complete, got.body_fault) == (65536, True, False, None)
    assert got.seconds < 2


@pytest.mark.parametrize(
    ("kind", "read"),
    [(b"text/html; charset=utf-8", True), (b"TEXT/HTML", True), (b"", True), (b"video/mp4", False), (b"text", False)],
)
def test_of_what_is_not_wanted_no_body_is_read(asking: Asking, kind: bytes, read: bool) -> None:
    def answer(peer: Peer) -> None:
        peer.request()
        named = b"Content-Type: " + kind + b"\r\n" if kind else b""
        peer.send(b"HTTP/1.1 200 OK\r\n" + named + b"Content-Length: 4\r\n\r\nbody")

    ask, _ = asking(answer)
    reply = ask.reply("http://a.test/", types=("text/html",))
    assert (reply.body, reply.body_complete, reply.body_cut) == ((b"body", True, False) if read else (b"", False, True))


def test_packed_bytes_that_unpack_to_nothing_have_an_end_too(asking: Asking) -> None:
    nothing = b"\x00\x00\x00\xff\xff" * 10_000  # empty stored blocks

    def endless(peer: Peer) -> None:
        peer.send(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\0\0\0\0\0\0\0")
        while not peer.stop.is_set():
            peer.send(nothing)

    ask, _ = asking(saying(b"", endless), timeout=5.0)
    got = ask.reply("http://a.test/")
    assert (got.body, got.body_cut) == (b"", True)
    assert got.seconds < 2


@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_hostile_servers(asking: Asking, kind: str) -> None:
    """Each ends by the deadline, with an outcome, in bounded memory; and no socket is left."""
    behaviour, expected = HOSTILE[kind]
    timeout = TIMEOUT if "timeout" in expected else 5.0
    ask, _ = asking(behaviour, timeout=timeout)
    began = time.monotonic()
    tracemalloc.start()
    try:
        outcome = ask("http://a.test/")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert time.monotonic() - began < timeout + 0.3
    match outcome:
        case Failure():
            got = outcome.fault.value
        case Reply(body_fault=Fault() as fault):
            got = f"body {fault.value}"
        case Reply():
            got = "cut" if outcome.body_cut else "whole"
            assert outcome.body_cut is not outcome.body_complete
    assert got == expected
    assert peak < 6 << 20
    ask.fetch.close()
    assert ask.fetch.sockets == 0


def test_every_hostile_host_gets_a_verdict_and_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All at once, through the whole command, beside an honest one; http is asked and then https of the same server."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", os.devnull)
    behaviours = {"honest": hello, **{f"h{n}": HOSTILE[kind][0] for n, kind in enumerate(sorted(HOSTILE))}}
    with contextlib.ExitStack() as stack:
        ports = {name: stack.enter_context(serving(behaviour)).port for name, behaviour in behaviours.items()}
        mapped = [f"--connect-to={name}.pretend::127.0.0.1:{port}" for name, port in ports.items()]
        Path("a.md").write_text("".join(f"<http://{name}.pretend/>\n\n" for name in behaviours))
        began = time.monotonic()
        code = cli.main(["a.md", "--format=json", "--timeout=1", "--retries=1", *mapped])
        assert time.monotonic() - began < 10
    report = json.loads(capsys.readouterr().out)
    told = {target["url"]: target["verdict"] for target in report["targets"]}
    assert told.keys() == {f"http://{name}.pretend/" for name in behaviours}
    assert set(told.values()) <= {"keep", "unknown"}
    assert told["http://honest.pretend/"] == "keep"
    assert (code, report["complete"], report["findings"]) == (0, True, [])


# --- connections -----------------------------------------------------------------------------------------------------


def test_a_connection_is_used_again(asking: Asking) -> None:
    ask, server = asking(hello)
    assert [ask.reply(f"http://a.test/{number}").body for number in range(5)] == [b"/%d" % n for n in range(5)]
    assert (server.connections, ask.fetch.sockets) == (1, 1)
    ask.reply("http://b.test/")
    assert server.connections == 2
    ask.fetch.release("a.test")
    assert ask.fetch.sockets == 1
    ask.fetch.close()
    assert ask.fetch.sockets == 0


def test_a_connection_that_died_meanwhile_is_replaced_at_once(asking: Asking) -> None:
    def once(peer: Peer) -> None:
        if (path := peer.path()) is not None:
            peer.answer(path.encode())

    ask, server = asking(once)
    assert [ask.reply(f"http://a.test/{number}").body for number in range(3)] == [b"/0", b"/1", b"/2"]
    assert server.connections == 3


def test_a_connection_that_dies_under_the_next_request_is_replaced_once(asking: Asking) -> None:
    def behaviour(peer: Peer) -> None:
        peer.path()
        peer.answer(b"first")
        if peer.path() is not None and peer.number % 2:
            peer.reset()

    ask, server = asking(behaviour)
    for _ in range(6):
        assert ask.reply("http://a.test/").body == b"first"
    assert server.connections == 6


def test_an_answer_that_is_longer_than_it_says_spoils_no_other(asking: Asking) -> None:
    def behaviour(peer: Peer) -> None:
        while (path := peer.path()) is not None:
            peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" + path.encode() + b"x" * 5000)

    ask, _ = asking(behaviour)
    assert [ask.reply(f"http://a.test/{number}").body for number in range(4)] == [b"/0", b"/1", b"/2", b"/3"]

    def smuggler(peer: Peer) -> None:
        while (path := peer.path()) is not None:
            head = b"HTTP/1.1 200 OK\r\nContent-Length: "
            peer.send(head + b"2\r\n\r\n" + path.encode() + head + b"4\r\n\r\nevil")

    ask, _ = asking(smuggler)
    assert [ask.reply(f"http://a.test/{number}").body for number in range(4)] == [b"/0", b"/1", b"/2", b"/3"]


def test_a_fresh_connection_that_dies_is_a_reset(asking: Asking) -> None:
    ask, server = asking(lambda peer: None)
    assert ask.failure("http://a.test/")[:2] == (Fault.RESET, Stage.HTTP)
    ask, server = asking(Peer.reset)
    assert ask.failure("http://a.test/")[0] is Fault.RESET
    assert server.connections == 1


def test_a_host_never_sees_more_connections_than_it_should(asking: Asking, authority: Authority) -> None:
    """Six at once over http, then over https and another port, www or not: idle ones make room."""
    plain, server = asking(hello)
    secure = plain.stack.enter_context(serving(hello, authority.context("a.test", "www.a.test")))
    fetch = fetcher(
        Network(
            timeout=5.0,
            ca_file=authority.file,
            connect_to=(
                f":80:127.0.0.1:{server.port}",
                f":8080:127.0.0.1:{server.port}",
                f":443:127.0.0.1:{secure.port}",
            ),
        )
    )
    places = ["http://a.test/", "https://a.test/", "http://a.test:8080/", "https://www.a.test/", "http://www.a.test/"]
    with ThreadPoolExecutor(6) as pool:
        for place in places * 2:
            got = list(pool.map(lambda n, place=place: fetch(Request(url(f"{place}{n}"))), range(30)))
            assert [reply.body for reply in got if isinstance(reply, Reply)] == [b"/%d" % n for n in range(30)]
            assert fetch.sockets <= 6
            _settle(lambda: server.peak <= 6 and secure.peak <= 6)
    fetch.close()
    assert fetch.sockets == 0


def _settle(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 1
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)
    assert holds()


def test_idle_connections_are_bounded(asking: Asking) -> None:
    ask, server = asking(hello, timeout=5.0)
    for number in range(MAX_IDLE + 20):
        ask.reply(f"http://h{number}.test/")
    assert ask.fetch.sockets == MAX_IDLE
    assert server.connections == MAX_IDLE + 20


# --- TLS -------------------------------------------------------------------------------------------------------------


class Authority:
    """A throw-away certificate authority."""

    def __init__(self, folder: Path) -> None:
        import trustme

        self._made = trustme.CA(organization_name="Good & Co", key_type=trustme.KeyType.ECDSA)
        self._other = trustme.CA(organization_name="Nobody", key_type=trustme.KeyType.ECDSA)
        self.file = folder / "ca.pem"
        self._made.cert_pem.write_to_path(str(self.file))

    def context(self, *names: str, trusted: bool = True, **dates: Any) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        (self._made if trusted else self._other).issue_cert(*names, **dates).configure_cert(context)
        return context


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("ca"))


def _day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


NOW = _day("2026-03-01")
_ISSUER = 'issued by "Good & Co"'
FAULTY: dict[str, tuple[Callable[[Authority], ssl.SSLContext], Fault, str]] = {
    "expired": (
        lambda ca: ca.context("a.test", not_before=_day("2020-01-01"), not_after=_day("2020-02-29")),
        Fault.TLS_EXPIRED,
        "it expired on 2020-02-29 (2,192 days ago); " + _ISSUER,
    ),
    "not yet valid": (
        lambda ca: ca.context("a.test", not_before=_day("2099-01-01"), not_after=_day("2099-02-01")),
        Fault.TLS_EXPIRED,
        "it is not valid until 2099-01-01 (in 26,604 days); " + _ISSUER,
    ),
    "wrong name": (
        lambda ca: ca.context("cdn.test", "*.cdn.test"),
        Fault.TLS_HOSTNAME,
        "it is for cdn.test, *.cdn.test, not for a.test; " + _ISSUER,
    ),
    "wrong name and expired": (
        lambda ca: ca.context("cdn.test", not_before=_day("2020-01-01"), not_after=_day("2020-02-29")),
        Fault.TLS_HOSTNAME,
        "it is for cdn.test, not for a.test; also it expired on 2020-02-29 (2,192 days ago); " + _ISSUER,
    ),
    "unknown issuer": (
        lambda ca: ca.context("a.test", trusted=False),
        Fault.TLS_UNTRUSTED,
        'unknown issuer "Nobody", whose certificate the server does not send: an incomplete chain or a private issuer',
    ),
}


def test_https_with_a_good_certificate(asking: Asking, authority: Authority) -> None:
    ask, server = asking(hello, authority.context("a.test", "127.0.0.1", "*.b.test"), ca_file=authority.file)
    for place in ("https://a.test/x", "https://a.test./x", "https://c.b.test:8443/x"):
        assert ask.reply(place).body == b"/x"
    ask.reply("https://a.test/y")
    assert server.connections == 3


@pytest.mark.parametrize("kind", sorted(FAULTY))
def test_certificates_that_are_no_good(asking: Asking, authority: Authority, kind: str) -> None:
    issued, fault, says = FAULTY[kind]
    ask, server = asking(hello, issued(authority), ca_file=authority.file, per_host=1, timeout=2.0)
    for _ in range(3):
        assert ask.failure("https://a.test/") == (fault, Stage.TLS, says)
        assert ask.fetch.sockets == 0
    assert server.connections == 4, "one handshake each, and once an origin one more to read the certificate"
    assert server.peak == 1
    assert ask.failure("https://a.test:8443/") == (fault, Stage.TLS, says)
    assert server.connections == 6, "another port is another origin"


def test_a_certificate_that_nobody_trusts_here(asking: Asking, authority: Authority) -> None:
    ask, _ = asking(hello, authority.context("a.test"))
    assert ask.failure("https://a.test/")[0] is Fault.TLS_UNTRUSTED, "without the file it is not trusted"


def test_a_certificate_is_not_read_where_that_would_take_too_long(asking: Asking, authority: Authority) -> None:
    """The second handshake drips: the deadline of the exchange holds for both, and OpenSSL's own words are told."""
    context = authority.context("other.test")

    def behaviour(peer: Peer) -> None:
        if peer.number:
            peer.drip(b"\x16\x03\x03\x40\x00" + b"\0" * 1000)
        else:
            with context.wrap_socket(peer.line.dup(), server_side=True):
                pass

    ask, server = asking(behaviour, ca_file=authority.file)
    began = time.monotonic()
    fault, stage, detail = ask.failure("https://a.test/")
    until(began)
    assert (fault, stage, detail[:18]) == (Fault.TLS_HOSTNAME, Stage.TLS, "Hostname mismatch,")
    assert (server.connections, ask.fetch.sockets) == (2, 0)


def test_nothing_is_sent_to_a_host_whose_certificate_is_only_read(asking: Asking, authority: Authority) -> None:
    sent: list[bytes] = []

    def listen(peer: Peer) -> None:
        with contextlib.suppress(ssl.SSLError):
            sent.append(peer.line.recv(100))

    ask, server = asking(listen, authority.context("other.test"), ca_file=authority.file, timeout=2.0)
    assert ask.failure("https://a.test/")[0] is Fault.TLS_HOSTNAME
    _settle(lambda: server.connections == 2 and b"".join(sent) == b"")


def test_the_trust_store_of_the_environment(
    asking: Asking, authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    ask, _ = asking(hello, authority.context("a.test"))
    assert ask.reply("https://a.test/x").body == b"/x"


@pytest.mark.parametrize(
    "content", [None, b"", b"no certificate", b"-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----\n"]
)
def test_a_ca_file_that_is_no_good_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "ca.pem"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ValueError, match="ca-file") as told:
        fetcher(Network(ca_file=path))
    assert str(path) in str(told.value)
    assert "\n" not in str(told.value)


def test_a_connect_to_that_is_no_good_is_named() -> None:
    with pytest.raises(ValueError, match="connect-to 'nonsense'"):
        fetcher(Network(connect_to=("nonsense",)))


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
def test_old_protocols_are_refused(asking: Asking, authority: Authority) -> None:
    context = authority.context("a.test")
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.maximum_version = ssl.TLSVersion.TLSv1_1
    context.set_ciphers("ALL:@SECLEVEL=0")
    ask, _ = asking(hello, context, ca_file=authority.file)
    assert ask.failure("https://a.test/")[:2] == (Fault.TLS_PROTOCOL, Stage.TLS)


def test_no_cipher_in_common(asking: Asking, authority: Authority) -> None:
    context = authority.context("a.test")
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers("AES128-SHA")  # RSA, and the certificate is not
    ask, _ = asking(hello, context, ca_file=authority.file)
    assert ask.failure("https://a.test/")[:2] == (Fault.TLS_PROTOCOL, Stage.TLS)


def test_a_certificate_that_the_server_wants_from_us(asking: Asking, authority: Authority) -> None:
    context = authority.context("a.test")
    context.verify_mode = ssl.CERT_REQUIRED
    ask, _ = asking(hello, context, ca_file=authority.file)
    fault, stage, detail = ask.failure("https://a.test/")
    assert (fault, stage) == (Fault.TLS_PROTOCOL, Stage.TLS)
    assert "certificate required" in detail


def test_what_speaks_no_tls(asking: Asking) -> None:
    ssh: Behaviour = lambda peer: peer.send(b"SSH-2.0-OpenSSH_9.2p1 Debian\r\n")  # noqa: E731

    def eager(peer: Peer) -> None:
        peer.send(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        peer.sleep(0.2)

    def closes(peer: Peer) -> None:
        peer.line.recv(4096)

    for behaviour in (eager, ssh, closes):
        ask, _ = asking(behaviour)
        assert ask.failure("https://a.test/")[:2] == (Fault.TLS_NOT_TLS, Stage.TLS), behaviour


def test_a_connection_that_is_reset_in_the_handshake(asking: Asking) -> None:
    def resets(peer: Peer) -> None:
        time.sleep(0.02)
        peer.reset()

    ask, _ = asking(resets)
    assert ask.failure("https://a.test/")[:2] == (Fault.RESET, Stage.TLS)


# --- the guard and stopping ------------------------------------------------------------------------------------------


def test_private_addresses_are_not_asked() -> None:
    with serving(hello) as server:
        fetch = fetcher(Network(timeout=TIMEOUT))
        for place in (
            f"http://127.0.0.1:{server.port}/",
            f"http://localhost:{server.port}/",
            f"http://[::1]:{server.port}/",
        ):
            outcome = fetch(Request(url(place)))
            assert isinstance(outcome, Failure)
            assert (outcome.fault, outcome.stage) == (Fault.PRIVATE, Stage.LOOKUP)
        fetch.close()
        assert server.connections == 0
        pinned = fetcher(Network(timeout=TIMEOUT, pinned=frozenset({f"http://localhost:{server.port}"})))
        assert isinstance(pinned(Request(url(f"http://localhost:{server.port}/"))), Reply)
        assert isinstance(pinned(Request(url(f"http://127.0.0.1:{server.port}/"))), Failure)
        pinned.close()


def test_ipv6_and_refusals() -> None:
    with serving(hello, family=socket.AF_INET6) as server:
        fetch = fetcher(Network(timeout=TIMEOUT, allow_private=True))
        got = fetch(Request(url(f"http://[::1]:{server.port}/x")))
        assert isinstance(got, Reply) and got.body == b"/x"
        fetch.close()
    fetch = fetcher(Network(timeout=TIMEOUT, allow_private=True))
    gone = fetch(Request(url(f"http://[::1]:{server.port}/x")))
    assert isinstance(gone, Failure) and (gone.fault, gone.stage) == (Fault.REFUSED, Stage.CONNECT)
    bad = fetch(Request(url("http://127.0.0.1:22/")))
    assert isinstance(bad, Failure) and bad.fault is Fault.BAD_PORT
    fetch.close()


def test_an_ipv6_black_hole_falls_back_to_ipv4_within_the_deadline(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 40 hosts at once; open sockets, half-open ones included, stay below the workers' and 64."""
    monkeypatch.setenv("SSL_CERT_FILE", os.devnull)
    with serving(hello) as server, contextlib.ExitStack() as stack:
        hole = stack.enter_context(socket.create_server(("::1", server.port), family=socket.AF_INET6, backlog=0))
        for _ in range(4):
            filler = stack.enter_context(socket.socket(socket.AF_INET6))
            filler.setblocking(False)
            filler.connect_ex(hole.getsockname())
        rows = [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("::1", 0, 0, 0)),
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0)),
        ]
        fetch = Fetcher(Network(timeout=2.0, allow_private=True), getaddrinfo=lambda name, port: rows)
        before, peak = _descriptors(), 0
        with ThreadPoolExecutor(40) as pool:
            running = [pool.submit(fetch, Request(url(f"http://h{n}.test:{server.port}/{n}"))) for n in range(40)]
            while not all(future.done() for future in running):
                peak = max(peak, _descriptors() - before)
                time.sleep(0.02)
            got = [future.result() for future in running]
        assert [reply.body for reply in got if isinstance(reply, Reply)] == [b"/%d" % n for n in range(40)]
        assert max(reply.seconds for reply in got) < 1.5
        fetch.close()
        # Both ends of what is connected lie in this process.
        assert peak <= 40 + 64 + 40
        _settle(lambda: _descriptors() <= before)


def _descriptors() -> int:
    return len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_closing_ends_what_is_under_way(asking: Asking, scheme: str) -> None:
    ask, server = asking(silence, timeout=30.0)
    with ThreadPoolExecutor(4) as pool:
        running = [pool.submit(ask, f"{scheme}://a{n}.test/") for n in range(4)]
        _settle(lambda: server.open == 4)
        began = time.monotonic()
        ask.fetch.close()
        outcomes = [future.result(2) for future in running]
    assert time.monotonic() - began < 0.5
    assert {outcome.fault for outcome in outcomes if isinstance(outcome, Failure)} == {Fault.INTERRUPTED}
    assert ask.fetch.sockets == 0
    assert ask.failure("http://b.test/")[0] is Fault.INTERRUPTED, "and nothing begins any more"


def test_closing_ends_a_read_over_tls(asking: Asking, authority: Authority) -> None:
    ask, server = asking(silence, authority.context("a.test"), timeout=30.0, ca_file=authority.file)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(ask, "https://a.test/")
        _settle(lambda: server.open == 1)
        time.sleep(0.1)
        ask.fetch.close()
        outcome = running.result(1)
    assert isinstance(outcome, Failure)
    assert outcome.fault is Fault.INTERRUPTED


def test_no_file_descriptor_is_left(asking: Asking, authority: Authority) -> None:
    before = _descriptors()
    with serving(hello, authority.context("other.test")) as server:
        fetch = fetcher(Network(timeout=TIMEOUT, connect_to=(f"::127.0.0.1:{server.port}",)))
        for number in range(20):
            assert isinstance(fetch(Request(url(f"https://a{number}.test/"))), Failure)
        fetch.close()
    assert _descriptors() <= before + 1
    assert threading.active_count() < 10


# --- a proxy, and headers of a host's own ----------------------------------------------------------------------------


@pytest.fixture
def through(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., tuple[Fetcher, Forwarder, Server]]]:
    """Ask a server through a proxy; no name is ever looked up here."""
    monkeypatch.setenv("SSL_CERT_FILE", os.devnull)
    with contextlib.ExitStack() as stack:

        def start(
            behaviour: Behaviour, context: ssl.SSLContext | None = None, userinfo: str = "", **options: Any
        ) -> tuple[Fetcher, Forwarder, Server]:
            forwarder = Forwarder(stack.enter_context(serving(behaviour, context)).port)
            server = stack.enter_context(serving(forwarder))
            network = Network(
                **{
                    "timeout": TIMEOUT * 4,
                    "ca_file": authority.file,
                    "proxy": f"http://{userinfo}127.0.0.1:{server.port}",
                    **options,
                }
            )
            fetch = Fetcher(network, getaddrinfo=_nobody, now=lambda: NOW)
            stack.callback(fetch.close)
            return fetch, forwarder, server

        yield start


Through = Callable[..., tuple[Fetcher, Forwarder, Server]]


def _nobody(name: str, port: int) -> Any:
    raise AssertionError(f"{name} was looked up")


def _broken(outcome: Outcome) -> tuple[Fault, str]:
    assert isinstance(outcome, Failure), outcome
    return outcome.fault, outcome.detail


def test_http_through_a_proxy(through: Through) -> None:
    def mirror(peer: Peer) -> None:
        while (asked := peer.request()) is not None:
            peer.answer(asked)

    fetch, _, server = through(mirror, userinfo="user:s3cret@")
    for _ in range(2):
        got = fetch(Request(url("http://a.pretend:8080/x?y")))
        assert isinstance(got, Reply)
        lines = got.body.split(b"\r\n")
        assert lines[:2] == [b"GET http://a.pretend:8080/x?y HTTP/1.1", b"Host: a.pretend:8080"]
        assert lines[-3:] == [b"Proxy-Authorization: Basic dXNlcjpzM2NyZXQ=", b"", b""]
    assert server.connections == 1


def test_https_through_a_proxy(through: Through, authority: Authority) -> None:
    def mirror(peer: Peer) -> None:
        while (asked := peer.request()) is not None:
            peer.answer(asked)

    fetch, forwarder, server = through(mirror, authority.context("a.pretend"), userinfo="user:s3cret@")
    for _ in range(2):
        got = fetch(Request(url("https://a.pretend/x")))
        assert isinstance(got, Reply), got
        assert got.body.startswith(b"GET /x HTTP/1.1\r\nHost: a.pretend\r\n")
        assert b"Proxy-Authorization" not in got.body, "the proxy's secret is for the proxy alone"
    assert forwarder.asked == [
        b"CONNECT a.pretend:443 HTTP/1.1\r\nHost: a.pretend:443\r\nProxy-Authorization: Basic dXNlcjpzM2NyZXQ=\r\n\r\n"
    ]
    assert server.connections == 1


def test_a_certificate_is_read_through_a_proxy_too(through: Through, authority: Authority) -> None:
    fetch, forwarder, _ = through(
        hello, FAULTY["expired"][0](authority), per_host=1, pinned=frozenset({"https://a.test"})
    )
    assert _broken(fetch(Request(url("https://a.test/")))) == FAULTY["expired"][1:]
    assert len(forwarder.asked) == 2
    assert fetch.sockets == 0


def test_what_is_mapped_goes_through_a_tunnel(through: Through) -> None:
    fetch, forwarder, _ = through(hello, connect_to=("a.test:80:inner.test:8080",))
    got = fetch(Request(url("http://a.test/x")))
    assert isinstance(got, Reply) and got.body == b"/x"
    assert forwarder.asked == [b"CONNECT inner.test:8080 HTTP/1.1\r\nHost: inner.test:8080\r\n\r\n"]


@pytest.mark.parametrize(
    "place",
    ["127.0.0.1", "2130706433", "[::ffff:10.0.0.1]", "169.254.169.254", "localhost", "intranet", "a.internal", "x.onion"],
)  # fmt: skip
def test_the_guard_holds_before_a_proxy(through: Through, place: str) -> None:
    fetch, _, server = through(hello)
    for scheme in ("http", "https"):
        assert _broken(fetch(Request(url(f"{scheme}://{place}/"))))[0] is Fault.PRIVATE
    assert _broken(fetch(Request(url("http://a.org:22/"))))[0] is Fault.BAD_PORT
    assert server.connections == 0


def test_private_places_through_a_proxy_where_the_user_allows_them(through: Through) -> None:
    fetch, _, _ = through(hello, allow_private=True)
    assert isinstance(fetch(Request(url("http://intranet/"))), Reply)
    fetch, _, _ = through(hello, pinned=frozenset({"http://10.0.0.1"}))
    assert isinstance(fetch(Request(url("http://10.0.0.1/"))), Reply)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_what_goes_wrong_at_the_proxy_says_nothing_about_a_host(
    asking: Asking, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", os.devnull)

    def at(place: str, **options: Any) -> tuple[Fault, str]:
        fetch = Fetcher(Network(timeout=TIMEOUT, proxy=place, **options), getaddrinfo=_no_names)
        try:
            return _broken(fetch(Request(url(f"{scheme}://a.org/"))))
        finally:
            fetch.close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    assert at(f"http://127.0.0.1:{port}") == (Fault.PROXY, "the proxy cannot be reached: Connection refused")
    assert at("http://p.lan:3128") == (Fault.PROXY, "the proxy cannot be reached: p.lan: Name or service not known")
    with serving(saying(b"HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n")) as server:
        fetch = fetcher(Network(timeout=TIMEOUT, proxy=f"http://127.0.0.1:{server.port}"))
        if scheme == "http":
            assert _broken(fetch(Request(url("http://a.org/")))) == (
                Fault.PROXY,
                "the proxy wants other credentials (407)",
            )
            assert fetch.sockets == 0
        fetch.close()
    with serving(lambda peer: None) as server:
        fault, detail = at(f"http://127.0.0.1:{server.port}")
        assert fault is Fault.PROXY and detail.startswith("the proxy ")


def _no_names(name: str, port: int) -> Any:
    raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")


def test_a_proxy_that_makes_no_tunnel(through: Through) -> None:
    fetch, forwarder, _ = through(hello)
    forwarder.tunnels = b"HTTP/1.1 503 No\r\n\r\n"
    assert _broken(fetch(Request(url("https://a.org/")))) == (
        Fault.PROXY,
        "the proxy answered 503 to CONNECT a.org:443",
    )
    forwarder.tunnels = b""
    fault, detail = _broken(fetch(Request(url("https://a.org/"))))
    assert fault is Fault.PROXY and detail.startswith("the proxy ")
    assert fetch.sockets == 0


def _hangs(name: str, port: int) -> Any:
    time.sleep(0.2)
    return []


def test_a_silent_proxy_is_waited_for_by_a_few_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", os.devnull)
    fetch = Fetcher(Network(timeout=0.05, proxy="http://p.lan:1"), getaddrinfo=_hangs)
    began = time.monotonic()
    faults = [_broken(fetch(Request(url(f"http://h{n}.org/")))) for n in range(300)]
    assert {fault for fault, _ in faults} == {Fault.PROXY}
    assert faults[-1][1] == "the proxy could not be reached so far, so it was not asked"
    assert time.monotonic() - began < 2
    fetch.close()


def test_headers_of_a_hosts_own(asking: Asking) -> None:
    def mirror(peer: Peer) -> None:
        while (asked := peer.request()) is not None:
            peer.answer(asked)

    ask, _ = asking(mirror, header=("a.test=Authorization: Bearer s3cret", "a.test=Cookie: b=2"))
    assert (
        b"\r\nAuthorization: Bearer s3cret\r\nCookie: b=2; a=1\r\n" in ask.reply("http://a.test/", cookies="a=1").body
    )
    for other in ("http://www.a.test/", "http://b.test/", "http://a.test.b.test/"):
        assert b"s3cret" not in ask.reply(other).body


@pytest.mark.parametrize("option", [{"header": ("a.org=Host: s3cret",)}, {"proxy": "ftp://s3cret@p.lan"}])
def test_options_that_hold_secrets_and_are_no_good(option: Any) -> None:
    with pytest.raises(ValueError, match=next(iter(option))) as told:
        fetcher(Network(**option))
    assert "s3cret" not in str(told.value) and "s3cret" not in repr(Network(**option))
