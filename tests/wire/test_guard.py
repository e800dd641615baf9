from __future__ import annotations

import contextlib
import errno
import json
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from checker import cli, urls
from checker.model import Fault, Stage, Url
from checker.wire import guard as module
from checker.wire.guard import Broken, Endpoint, Guard, Mapping, connect, connect_to
from tests.wire.servers import Behaviour, Peer, Server, hello, serving

FOUR, SIX = socket.AF_INET, socket.AF_INET6


def url(text: str) -> Url:
    parsed = urls.parse(text)
    assert parsed
    return parsed


def names(**addresses: str | Exception) -> Any:
    """A resolver that knows these names (``_`` for ``.``); values are addresses, separated by blanks."""
    asked: list[str] = []

    def getaddrinfo(name: str, port: int) -> Iterable[tuple[Any, ...]]:
        asked.append(name)
        found = addresses.get(name.replace(".", "_"))
        if isinstance(found, Exception):
            raise found
        if found is None:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        for address in found.split():
            where = (address, port, 0, 0) if ":" in address else (address, port)
            yield (SIX if ":" in address else FOUR, socket.SOCK_STREAM, 6, "", where)

    getaddrinfo.asked = asked  # type: ignore[attr-defined]
    return getaddrinfo


def where(guard: Guard, text: str, seconds: float = 2.0) -> list[Any]:
    """The socket addresses that may be connected to, or the fault."""
    try:
        found = guard.endpoints(url(text), time.monotonic() + seconds)
        return [endpoint.where[:2] for endpoint in found]
    except Broken as error:
        assert error.stage is Stage.LOOKUP
        return [error.fault.value]


# --- addresses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0177.0.0.1",
        "0x7f.1",
        "0x7f000001",
        "0.0.0.0",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[64:ff9b:1::1]",
        "[2002:7f00:1::]",
        "[fe80::1]",
        "[fc00::1]",
        "[fec0::1]",
        "[ff02::1]",
        "[2001:db8::1]",
        "[fd00:ec2::254]",
        "%31%32%37.0.0.1",
        "１２７.0.0.1",
    ],
)
def test_private_addresses_however_spelled(host: str) -> None:
    for scheme in ("http", "https"):
        assert where(Guard(), f"{scheme}://{host}/") == ["private-address"]
    assert where(Guard(mappings=(connect_to("::127.0.0.1:8080"),)), f"http://{host}/") == ["private-address"]
    assert where(Guard(allow_private=True), f"http://{host}/") != ["private-address"]


def test_userinfo_does_not_hide_where_a_url_goes() -> None:
    assert where(Guard(), "http://93.184.216.34@127.0.0.1/") == ["private-address"]
    assert where(Guard(), "http://127.0.0.1@93.184.216.34/") == [("93.184.216.34", 80)]


def test_names_that_resolve_to_private_addresses() -> None:
    resolver = names(all_test="127.0.0.1 ::1", some_test="10.0.0.1 93.184.216.34", none_test="")
    guard = Guard(getaddrinfo=resolver)
    assert where(guard, "http://all.test/") == ["private-address"]
    assert where(guard, "http://some.test/") == [("93.184.216.34", 80)]
    assert where(guard, "http://none.test/") == ["no-such-host"]
    assert where(Guard(getaddrinfo=resolver, allow_private=True), "http://all.test/") == [
        ("127.0.0.1", 80),
        ("::1", 80),
    ]
    with pytest.raises(Broken) as told:
        guard.endpoints(url("http://all.test/"), time.monotonic() + 1)
    assert told.value.detail == "all.test is 127.0.0.1, not on the public internet"


def test_a_name_is_looked_up_once_and_again_after_a_while() -> None:
    now = [0.0]
    resolver = names(a_test="93.184.216.34")
    guard = Guard(getaddrinfo=resolver, clock=lambda: now[0])
    for _ in range(3):
        guard.endpoints(url("http://a.test/"), 5.0)
    assert resolver.asked == ["a.test"]
    now[0] = 61.0
    guard.endpoints(url("http://a.test/"), 65.0)
    assert resolver.asked == ["a.test"] * 2


def test_a_pinned_origin_may_be_private_and_stays_where_it_was() -> None:
    addresses: dict[str, str | Exception] = {"home_test": "127.0.0.1"}
    now = [0.0]
    guard = Guard(
        getaddrinfo=lambda name, port: names(**addresses)(name, port),
        pinned=frozenset({"http://home.test:8000", "http://127.0.0.1:8000"}),
        clock=lambda: now[0],
    )
    assert guard.endpoints(url("http://home.test:8000/"), 5.0)[0].where == ("127.0.0.1", 8000)
    addresses["home_test"] = "127.0.0.2"
    now[0] = 1000.0
    assert guard.endpoints(url("http://home.test:8000/x"), 1005.0)[0].where == ("127.0.0.1", 8000)
    assert guard.endpoints(url("http://127.0.0.1:8000/"), 1005.0)[0].where == ("127.0.0.1", 8000)
    for other in ("http://home.test:8001/", "https://home.test:8000/", "http://127.0.0.1/"):
        with pytest.raises(Broken, match="private"):
            guard.endpoints(url(other), 1005.0)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "0.0.0.0", "10.0.0.1", "100.64.0.1", "169.254.169.254", "168.63.129.16", "100.100.100.200", "::", "::1",
        "::ffff:10.0.0.1", "::10.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:a00:1::", "2001::1", "fd00:ec2::254",
        "fe80::1%eth0", "fec0::1", "ff02::1", "255.255.255.255", "224.0.0.1",
    ],
)  # fmt: skip
def test_names_whose_addresses_only_look_public(address: str) -> None:
    assert where(Guard(getaddrinfo=names(a_test=address)), "http://a.test/") == ["private-address"]
    both = Guard(getaddrinfo=names(a_test=f"{address} 93.184.216.34 {address}"))
    assert where(both, "http://a.test/") == [("93.184.216.34", 80)]


def test_a_name_of_very_many_addresses() -> None:
    many = " ".join(f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}" for n in range(5000))
    resolver = names(a_test=f"{many} 93.184.216.34", b_test=f"93.184.216.34 {many}")
    began = time.monotonic()
    assert where(Guard(getaddrinfo=resolver), "http://a.test/") == ["private-address"]
    assert where(Guard(getaddrinfo=resolver), "http://b.test/") == [("93.184.216.34", 80)]
    assert time.monotonic() - began < 1


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (socket.gaierror(socket.EAI_NONAME, "x"), "no-such-host"),
        (socket.gaierror(getattr(socket, "EAI_NODATA", socket.EAI_NONAME), "x"), "no-such-host"),
        (socket.gaierror(socket.EAI_AGAIN, "x"), "lookup-failed"),
        (socket.gaierror(socket.EAI_FAIL, "x"), "lookup-failed"),
        (socket.gaierror(getattr(socket, "EAI_ADDRFAMILY", -9), "x"), "unreachable"),
        (OSError(24, "Too many open files"), "lookup-failed"),
    ],
)
def test_look_ups_that_fail(error: Exception, fault: str) -> None:
    assert where(Guard(getaddrinfo=names(a_test=error)), "http://a.test/") == [fault]


def test_a_failure_that_may_pass_is_not_remembered() -> None:
    answers: list[str | Exception] = [socket.gaierror(socket.EAI_AGAIN, "x"), "93.184.216.34"]
    guard = Guard(getaddrinfo=lambda name, port: names(a_test=answers.pop(0))(name, port))
    assert where(guard, "http://a.test/") == ["lookup-failed"]
    assert where(guard, "http://a.test/") == [("93.184.216.34", 80)]


def test_a_look_up_ends_by_the_deadline_and_when_told_to_stop() -> None:
    over = threading.Event()

    def hangs(name: str, port: int) -> Iterable[tuple[Any, ...]]:
        over.wait(5)
        return []

    guard = Guard(getaddrinfo=hangs)
    began = time.monotonic()
    assert where(guard, "http://a.test/", 0.1) == ["lookup-failed"]
    assert where(guard, "http://a.test/", 0.1) == ["lookup-failed"], "the same look-up, no second thread"
    assert 0.2 <= time.monotonic() - began < 0.5
    with pytest.raises(Broken) as told:
        guard.endpoints(url("http://a.test/"), time.monotonic() + 5, lambda: True)
    assert told.value.fault is Fault.INTERRUPTED
    assert time.monotonic() - began < 1
    over.set()


def test_look_ups_without_an_answer_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_LOOKUPS", 2)
    over = threading.Event()

    def hangs(name: str, port: int) -> Iterable[tuple[Any, ...]]:
        over.wait(5)
        return []

    guard = Guard(getaddrinfo=hangs)
    for name in "abc":
        assert where(guard, f"http://{name}.test/", 0.05) == ["lookup-failed"]
    assert sum(thread.name.startswith("look-up") for thread in threading.enumerate()) == 2
    over.set()


@pytest.mark.parametrize("host", ["a" * 64 + ".test", "a..test", ".".join(["a" * 60] * 5)])
def test_names_that_cannot_exist(host: str) -> None:
    assert where(Guard(getaddrinfo=names()), f"http://{host}/") == ["no-such-host"]


def test_the_real_resolver() -> None:
    assert ("127.0.0.1", 80) in where(Guard(allow_private=True), "http://localhost/")
    assert where(Guard(), "http://localhost/") == ["private-address"]


def test_a_bug_in_a_look_up_is_no_news_about_the_network() -> None:
    with pytest.raises(ZeroDivisionError):
        where(Guard(getaddrinfo=names(a_test=ZeroDivisionError("a bug"))), "http://a.test/")


@pytest.mark.parametrize("port", [1, 22, 25, 6667, 10080])
def test_bad_ports_are_never_asked(port: int) -> None:
    assert where(Guard(allow_private=True), f"http://93.184.216.34:{port}/") == ["bad-port"]


# --- connect-to ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "mapping"),
    [
        ("a.test:80:127.0.0.1:8080", Mapping("a.test", 80, "127.0.0.1", 8080)),
        ("A.Test:443:[::1]:8443", Mapping("a.test", 443, "[::1]", 8443)),
        ("::127.0.0.1:8080", Mapping("", None, "127.0.0.1", 8080)),
        ("a.test:::", Mapping("a.test", None, "", None)),
        ("[2001:db8::0]:80:b.test:", Mapping("[2001:db8::]", 80, "b.test", None)),
        ("bücher.test:80:localhost:1", Mapping("xn--bcher-kva.test", 80, "localhost", 1)),
        (":::8080", Mapping("", None, "", 8080)),
    ],
)
def test_connect_to_is_read_as_curl_reads_it(text: str, mapping: Mapping) -> None:
    assert connect_to(text) == mapping


@pytest.mark.parametrize(
    "text",
    [
        "", "a", "a:80", "a:80:b", "a:80:b:80:c", "a:x:b:80", "a:0:b:80", "a:80:b:65536", "a:80:::1:80",
        "a:80:[::g]:80", "[:80:b:80", "a b:80:c:80", "a/b:80:c:80", "a:80:c d:80", "a:80:c/d:80", "u@a:80:b:80",
        "a:999999999999999999999:b:80",
    ],
)  # fmt: skip
def test_a_bad_connect_to_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="connect-to") as told:
        connect_to(text)
    assert repr(text) in str(told.value)


def test_mapped_names_go_where_the_command_line_says() -> None:
    guard = Guard(
        getaddrinfo=names(b_test="10.0.0.7", c_test="93.184.216.34", d_test="10.0.0.1"),
        mappings=tuple(
            map(connect_to, ["a.test:80:127.0.0.1:8080", "a.test:443:[::1]:", "b.test::b.test:81", ":82::83"])
        ),
    )
    assert where(guard, "http://a.test/") == [("127.0.0.1", 8080)]
    assert where(guard, "https://a.test/") == [("::1", 443)]
    assert where(guard, "http://a.test:81/") == ["no-such-host"], "no other port of it"
    assert where(guard, "http://b.test/") == [("10.0.0.7", 81)], "a name that the command line gives may be private"
    assert where(guard, "http://c.test:82/") == [("93.184.216.34", 83)], "a port alone moves nothing else"
    assert where(guard, "http://d.test:82/") == ["private-address"], "and lifts nothing"
    assert where(guard, "http://93.184.216.34:82/") == [("93.184.216.34", 83)]


def test_the_first_mapping_that_fits_counts() -> None:
    guard = Guard(mappings=(connect_to("a.test::127.0.0.1:1000"), connect_to("::127.0.0.1:2000")))
    assert where(guard, "http://a.test/") == [("127.0.0.1", 1000)]
    assert where(guard, "http://b.test/") == [("127.0.0.1", 2000)]


# --- connecting ------------------------------------------------------------------------------------------------------


def test_families_take_turns_and_few_are_tried() -> None:
    resolver = names(
        a_test="2600::1 2600::2 2600::3 1.1.1.1 1.1.1.1 1.1.1.2", b_test=" ".join(f"1.1.1.{n}" for n in range(50))
    )
    guard = Guard(getaddrinfo=resolver)
    assert [address for address, _ in where(guard, "http://a.test/")] == [
        "2600::1", "1.1.1.1", "2600::2", "1.1.1.2", "2600::3",
    ]  # fmt: skip
    assert len(where(guard, "http://b.test/")) == 6


def refusing() -> Endpoint:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return Endpoint(FOUR, ("127.0.0.1", listener.getsockname()[1]))


def black_hole(family: int = FOUR) -> tuple[Endpoint, list[socket.socket]]:
    """A listener whose queue is full: attempts to connect get no answer."""
    host = "127.0.0.1" if family == FOUR else "::1"
    listener = socket.create_server((host, 0), family=family, backlog=0)
    fillers = []
    for _ in range(4):
        filler = socket.socket(family)
        filler.setblocking(False)
        filler.connect_ex(listener.getsockname())
        fillers.append(filler)
    time.sleep(0.02)
    return Endpoint(family, listener.getsockname()), [listener, *fillers]


def test_the_next_address_is_tried_at_once_after_a_refusal() -> None:
    with serving(hello) as server:
        began = time.monotonic()
        line = connect([refusing(), refusing(), Endpoint(FOUR, ("127.0.0.1", server.port))], began + 2)
        assert line.getpeername() == ("127.0.0.1", server.port)
        assert time.monotonic() - began < 0.2
        line.close()


def test_a_black_hole_is_left_behind_after_a_quarter_of_a_second() -> None:
    hole, parts = black_hole(SIX)
    with serving(hello) as server:
        began = time.monotonic()
        line = connect([hole, Endpoint(FOUR, ("127.0.0.1", server.port))], began + 2)
        assert line.getpeername() == ("127.0.0.1", server.port)
        assert 0.2 < time.monotonic() - began < 0.6
        line.close()
    for part in parts:
        part.close()


def test_connecting_ends_by_the_deadline_and_when_told_to_stop() -> None:
    hole, parts = black_hole()
    began = time.monotonic()
    with pytest.raises(Broken) as told:
        connect([hole], began + 0.3)
    assert (told.value.fault, told.value.stage) == (Fault.TIMEOUT, Stage.CONNECT)
    assert 0.3 <= time.monotonic() - began < 0.5
    with pytest.raises(Broken) as told:
        connect([hole], began + 30, lambda: time.monotonic() > began + 0.5)
    assert told.value.fault is Fault.INTERRUPTED
    assert time.monotonic() - began < 1.2
    for part in parts:
        part.close()


def test_attempts_side_by_side_are_counted_and_bounded() -> None:
    """Three black holes before the one that answers: beside each other, or one after the other where there is no room."""
    holes = [black_hole(SIX) for _ in range(3)]
    with serving(hello) as server:
        endpoints = [hole for hole, _ in holes] + [Endpoint(FOUR, ("127.0.0.1", server.port))]
        for room, asked, returned in ((9, [1, 1, 1], 3), (1, [1, 1, 1], 1), (0, [1, 1, 1], 0)):
            calls: list[int] = []
            taken = 0

            def spare(count: int, room: int = room, calls: list[int] = calls) -> bool:
                nonlocal taken
                calls.append(count)
                if count > 0 and taken + count > room:
                    return False
                taken += count
                return True

            began = time.monotonic()
            connect(endpoints, began + 3, spare=spare).close()
            assert 0.7 < time.monotonic() - began < 1.2
            assert (calls[:3], calls[3:], taken) == (asked, [-1] * returned, 0)
    for _, parts in holes:
        for part in parts:
            part.close()


def test_faults_of_connecting() -> None:
    with pytest.raises(Broken) as told:
        connect([refusing(), refusing()], time.monotonic() + 2)
    assert told.value.args == (Fault.REFUSED, Stage.CONNECT, "Connection refused")


def test_an_address_that_answers_says_more_than_no_way_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_way(endpoint: Endpoint) -> socket.socket:
        raise OSError(errno.ENETUNREACH if endpoint.family == SIX else errno.ECONNREFUSED, "words of the system")

    monkeypatch.setattr(module, "_begin", no_way)
    four, six = Endpoint(FOUR, ("127.0.0.1", 1)), Endpoint(SIX, ("::1", 1))
    for endpoints, fault in (([six], Fault.UNREACHABLE), ([six, four], Fault.REFUSED), ([four, six], Fault.REFUSED)):
        with pytest.raises(Broken) as told:
            connect(endpoints, time.monotonic() + 2)
        assert told.value.args == (fault, Stage.CONNECT, "words of the system")


# --- the whole command -----------------------------------------------------------------------------------------------

PUBLIC = "93.184.216.34"


class Outside:
    """A world where ``PUBLIC`` is a server of ours; every other address that is tried is a failure of the guard."""

    def __init__(self, patch: pytest.MonkeyPatch, server: Server, **addresses: str) -> None:
        self.tried: list[str] = []
        self.asked: list[str] = []
        self._addresses, self._server, self._begin = addresses, server, module._begin
        patch.setattr(module, "_system", self._look_up)
        patch.setattr(module, "_begin", self._connect)

    def _look_up(self, name: str, port: int) -> Iterable[tuple[Any, ...]]:
        self.asked.append(name)
        return list(names(**self._addresses)(name, port))

    def _connect(self, endpoint: Endpoint) -> socket.socket:
        self.tried.append(str(endpoint.where[0]))
        if endpoint.where[0] != PUBLIC or endpoint.where[1] not in (80, 8080):
            raise OSError(errno.ECONNREFUSED, "Connection refused")
        return self._begin(Endpoint(FOUR, ("127.0.0.1", self._server.port)))


def sending_to(location: str) -> Behaviour:
    def behaviour(peer: Peer) -> None:
        while peer.path() is not None:
            peer.answer(b"go", f"Location: {location}\r\n".encode(), b"302 Found")

    return behaviour


def judged(capsys: pytest.CaptureFixture[str], *links: str, **options: str) -> dict[str, tuple[str, str]]:
    """What the command says of links in a file: verdict and reason by URL as written there."""
    Path("a.md").write_text("".join(f"[x](<{link}>)\n\n" for link in links))
    arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
    cli.main(["a.md", "--format", "json", "--verbose", "--retries", "0", "--timeout", "2", *arguments])
    report = json.loads(capsys.readouterr().out)
    return {one["url"]: (one["verdict"], one["reason"]) for one in report["targets"]}


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Outside]]:
    monkeypatch.chdir(tmp_path)
    with contextlib.ExitStack() as stack:
        yield lambda behaviour, **known: Outside(monkeypatch, stack.enter_context(serving(behaviour)), **known)


PRIVATE_PLACES = (
    "127.0.0.1", "2130706433", "0177.0.0.1", "0x7f.1", "127.1", "0", "0.0.0.0", "10.1", "3232235777", "100.64.0.1",
    "169.254.169.254", "0xa9fea9fe", "168.63.129.16", "100.100.100.200", "192.0.0.192", "[::1]", "[::]", "[0:0::0]",
    "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[::7f00:1]", "[64:ff9b::169.254.169.254]", "[64:ff9b:1::1]",
    "[2002:7f00:1::]", "[2001:0:7f00:1::]", "[fd00:ec2::254]", "[fe80::1]", "[fec0::1]", "①②⑦.0.0.1", "127。0。0。1",
    "１２７．０．０．１", "%31%32%37.0.0.1", "127.0.0.1.", "public.org@127.0.0.1", "public.org:80@127.0.0.1",
)  # fmt: skip
SPECIAL_PLACES = ("localhost", "localhost.", "LOCALHOST", "ⓛocalhost", "a.localhost", "intranet", "metadata.google.internal", "x.local", "x.onion")  # fmt: skip


def test_links_to_private_places_are_never_asked(
    outside: Callable[..., Outside], capsys: pytest.CaptureFixture[str]
) -> None:
    world = outside(hello)
    found = judged(capsys, *[f"http://{place}/" for place in PRIVATE_PLACES + SPECIAL_PLACES])
    assert set(found.values()) == {("skipped", "private-address"), ("skipped", "special-use")}
    assert (world.asked, world.tried) == ([], [])


@pytest.mark.parametrize(
    "location",
    [
        *[f"http://{place}/" for place in PRIVATE_PLACES + SPECIAL_PLACES],
        "//127.0.0.1/", "\\\\127.0.0.1\\", "https://127.0.0.1/", "http:127.0.0.1", "ht\ttp://127.0.0.1/",
        "http://inner.org/", "http://inner.org:8080/", "http://public.org@inner.org/",
        "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "ftp://public.org/", "gopher://127.0.0.1:80/",
        "http://public.org:22/", "http://public.org:6379@127.0.0.1/", "http://public.org:0/", "http://public.org:99999/",
        "http://[fe80::1%25eth0]/", "http://[::1%lo]/", "http://127.0.0.1%00.public.org/", "http://",
    ],
)  # fmt: skip
def test_redirects_to_private_places_are_not_followed(
    outside: Callable[..., Outside], capsys: pytest.CaptureFixture[str], location: str
) -> None:
    world = outside(
        sending_to(location),
        public_org=PUBLIC,
        inner_org="10.0.0.7 fd00::7",
        localhost="127.0.0.1",
        intranet="10.0.0.1",
    )
    assert judged(capsys, "http://public.org/")["http://public.org/"][0] in ("keep", "review")
    assert set(world.tried) == {PUBLIC}


def test_of_several_addresses_the_private_ones_are_never_tried(
    outside: Callable[..., Outside], capsys: pytest.CaptureFixture[str]
) -> None:
    world = outside(
        hello, some_org=f"10.0.0.1 {PUBLIC} ::1", gone_org="127.0.0.1 93.184.216.99", all_org="127.0.0.1 ::1"
    )
    found = judged(capsys, "http://some.org/", "http://gone.org/", "http://all.org/")
    assert found["http://all.org/"] == ("skipped", "private-address")
    assert set(world.tried) == {PUBLIC, "93.184.216.99"}


def test_a_name_cannot_change_between_the_check_and_the_connection(
    outside: Callable[..., Outside], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is looked up once, and what that gave is vetted and connected to; a later answer is vetted anew."""
    world = outside(hello)
    answers = iter([PUBLIC])

    def rebinding(name: str, port: int) -> Iterable[tuple[Any, ...]]:
        world.asked.append(name)
        return list(names(evil_org=next(answers, "169.254.169.254"))(name, port))

    monkeypatch.setattr(module, "_system", rebinding)
    judged(capsys, *[f"http://evil.org/{number}" for number in range(20)])
    assert (world.asked, set(world.tried)) == (["evil.org"], {PUBLIC})
    now = [0.0]
    answers = iter([PUBLIC])
    guard = Guard(getaddrinfo=rebinding, clock=lambda: now[0])
    assert guard.endpoints(url("http://evil.org/"), 5.0)[0].where == (PUBLIC, 80)
    now[0] = 100.0
    with pytest.raises(Broken, match="private"):
        guard.endpoints(url("http://evil.org/"), 105.0)


def test_proxies_of_the_environment_are_not_asked(
    outside: Callable[..., Outside], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(hello) as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        world = outside(hello, public_org=PUBLIC)
        judged(capsys, "http://public.org/")
        assert (proxy.connections, set(world.tried)) == (0, {PUBLIC})


@pytest.mark.parametrize(
    "line",
    ["allow-private: true", "connect-to: '::127.0.0.1:22'", "proxy: http://127.0.0.1:22", "header: 'a.org=X: y'", "ca-file: /etc/x", "driver: threads"],
)  # fmt: skip
def test_a_file_in_the_scanned_tree_lifts_nothing(
    outside: Callable[..., Outside], capsys: pytest.CaptureFixture[str], line: str
) -> None:
    world = outside(hello)
    Path("a.md").write_text("<http://127.0.0.1/>")
    for file, text in (
        (".https-ready.yml", line),
        ("pyproject.toml", f"[tool.https-ready]\n{line.replace(': ', ' = ', 1)}".replace("http://127.0.0.1:22", "'x'").replace("/etc/x", "'x'").replace("threads", "'x'")),
    ):  # fmt: skip
        Path(file).write_text(text + "\n")
        assert cli.main(["a.md"]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith(f"https-ready: error: {file}: ")
        Path(file).unlink()
    Path("sub").mkdir()
    Path("sub", ".https-ready.yml").write_text(line + "\n")
    assert cli.main(["a.md", "sub"]) == 0
    assert (world.asked, world.tried) == ([], [])
