"""The pretend web over sockets: a thread a connection, counted by host, gone within moments of ``close``.

Two listeners serve all hosts, one a scheme; https picks the certificate by the name that the client asks for. What
speaks no proper TLS, or says nothing, has a listener of its own, and whoever refuses connections a port that is bound
and never listened at.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import selectors
import socket
import ssl
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from email.utils import formatdate
from http import HTTPStatus
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import trustme

from examples.pretend_web.behaviours import (
    BEHAVIOURS,
    FAULTY,
    TLD,
    Answer,
    Ask,
    Behaviour,
    Door,
    Raw,
    Reply,
    has,
    missing,
)
from examples.pretend_web.certificates import contexts

LOOPBACK = "127.0.0.1"
MAX_HEADER = 65_536

# A ServerHello of TLS 1.0 (RFC 2246, section 7.4.1.3): version 3.1, a random, no session, TLS_RSA_WITH_AES_128_CBC_SHA.
_OLD_HELLO = b"\x16\x03\x01\x00\x2a\x02\x00\x00\x26\x03\x01" + b"\x5a" * 32 + b"\x00\x00\x2f\x00"
_HTTP2_SETTINGS = b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"
_HTTP2_GOAWAY = b"\x00\x00\x08\x07\x00\x00\x00\x00\x00" + b"\x00" * 7 + b"\x01"
_NOT_HTTP = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: 16\r\n\r\n"
    b"This is no HTTP\n"
)


class Expected(NamedTuple):
    """What is to be said of a URL."""

    url: str
    verdict: str
    reason: str


@dataclass(slots=True)
class Host:
    """What a host has seen, both schemes and all ports together, ``www.`` put aside.

    A connection counts from when its host is known: at once at a listener of its own, over https when the client
    says the name, over http at the first request; until it is closed, idle or not.
    """

    requests: int = 0
    connections: int = 0
    open_connections: int = 0
    peak_connections: int = 0


@dataclass(frozen=True, slots=True)
class _Listener:
    socket: socket.socket
    door: Door
    secure: bool
    host: str = ""
    """The one host behind it; empty if the clients say which they want."""

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])


class _Gone(Exception):
    """The client has left, or the web is closing."""


class Web:
    """The running web; made by :func:`start`."""

    def __init__(self, latency: float | Callable[[str], float] = 0.0) -> None:
        self.hosts: defaultdict[str, Host] = defaultdict(Host)
        self.latency = latency
        """Seconds before each answer, or those of a host."""
        self._lock = threading.Lock()
        self._visits: Counter[str] = Counter()
        self._connections: set[socket.socket] = set()
        self._threads: set[threading.Thread] = set()
        self._stopping = threading.Event()
        self._named = threading.local()

        self._folder = tempfile.TemporaryDirectory(prefix="pretend-web-")
        self.ca_file = str(Path(self._folder.name, "ca.pem"))
        """The authority to trust (PEM)."""
        authority = trustme.CA(organization_name="Authority of the pretend web")
        authority.cert_pem.write_to_path(self.ca_file)
        names = [behaviour.host for behaviour in BEHAVIOURS.values() if behaviour.https not in FAULTY]
        good = [name for host in names for name in (host, f"*.{host}")]
        faulty = {behaviour.host: behaviour.https for behaviour in BEHAVIOURS.values() if behaviour.https in FAULTY}
        self._contexts = contexts(authority, good, faulty)
        self._contexts[""].sni_callback = self._named_host

        self._closed_port = socket.socket()
        self._closed_port.bind((LOOPBACK, 0))
        self._http = self._listen(Door.OPEN, secure=False)
        self._https = self._listen(Door.OPEN, secure=True)
        self._own: dict[tuple[str, bool], _Listener] = {}
        for behaviour in BEHAVIOURS.values():
            for secure, door in ((False, behaviour.http), (True, behaviour.https)):
                if door not in FAULTY and door not in (Door.OPEN, Door.REFUSED):
                    self._own[behaviour.host, secure] = self._listen(door, secure, behaviour.host)
        self._wake, self._woken = socket.socketpair()
        self._acceptor = threading.Thread(target=self._accept, name="pretend web: accepts", daemon=True)
        self._acceptor.start()

    # --- what tests and the demonstration need to know

    def connect_to(self, also: Iterable[str] = ()) -> list[str]:
        """The mappings for ``--connect-to``, first match first. ``also`` are hosts below those of the behaviours.

        The last one catches what is left, so that no name is ever looked up and nothing leaves the machine.
        """
        mappings = []
        for host in (*(behaviour.host for behaviour in BEHAVIOURS.values()), *also):
            behaviour = _behaviour(host)
            assert behaviour is not None, host
            for secure, door in ((False, behaviour.http), (True, behaviour.https)):
                if door is Door.REFUSED:
                    port = int(self._closed_port.getsockname()[1])
                elif (behaviour.host, secure) in self._own:
                    port = self._own[behaviour.host, secure].port
                else:
                    continue
                mappings.append(f"{host}:{443 if secure else 80}:{LOOPBACK}:{port}")
        mappings += [f":{port}:{LOOPBACK}:{self._http.port}" for port in (80, 8080)]
        mappings.append(f":443:{LOOPBACK}:{self._https.port}")
        return [*mappings, f"::{LOOPBACK}:{self._closed_port.getsockname()[1]}"]

    def address(self, host: str, port: int) -> tuple[str, int]:
        """Where a client that knows no ``--connect-to`` finds a host's port."""
        for mapping in self.connect_to([host] if _behaviour(host) else ()):
            name, number, address, to = mapping.split(":")
            if name in ("", host) and number in ("", str(port)):
                return address, int(to)
        raise AssertionError("the last mapping fits everything")

    def url(self, name: str, path: str | None = None, *, secure: bool = False) -> str:
        """A URL at the host of a behaviour, or at a host below it (``3.same-page``)."""
        behaviour = _behaviour(f"{name}.{TLD}")
        assert behaviour is not None, name
        authority = behaviour.authority if name == behaviour.name and behaviour.authority else f"{name}.{TLD}"
        return f"{'https' if secure else 'http'}://{authority}{behaviour.paths[0] if path is None else path}"

    def expected(self) -> list[Expected]:
        """Every URL that a verdict is known for."""
        return [Expected(url, b.verdict, b.reason) for b in BEHAVIOURS.values() if b.verdict for url in b.urls]

    def reset(self) -> None:
        """Forget all visits and counts; connections that are open go on being counted."""
        with self._lock:
            self._visits.clear()
            for host in self.hosts.values():
                host.requests = 0
                host.connections = host.peak_connections = host.open_connections

    # --- coming and going

    def __enter__(self) -> Web:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End every conversation; returns when no thread and no socket is left."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        self._wake.send(b"x")
        self._acceptor.join()
        with self._lock:
            threads = list(self._threads)
            for connection in self._connections:
                _shut(connection)
        for thread in threads:
            thread.join()
        for listener in (self._http, self._https, *self._own.values()):
            listener.socket.close()
        for other in (self._closed_port, self._wake, self._woken):
            other.close()
        self._folder.cleanup()

    def _listen(self, door: Door, secure: bool, host: str = "") -> _Listener:
        listening = socket.create_server((LOOPBACK, 0), backlog=512)
        listening.setblocking(False)
        return _Listener(listening, door, secure, host)

    def _accept(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._woken, selectors.EVENT_READ)
            for listener in (self._http, self._https, *self._own.values()):
                selector.register(listener.socket, selectors.EVENT_READ, listener)
            while not self._stopping.is_set():
                for key, _ in selector.select():
                    if isinstance(key.data, _Listener):
                        self._welcome(key.data)

    def _welcome(self, listener: _Listener) -> None:
        try:
            connection, _ = listener.socket.accept()
        except OSError:  # the client has left again, or this process holds too many files
            return
        connection.setblocking(True)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        arguments = (listener, connection)
        thread = threading.Thread(target=self._converse, args=arguments, name="pretend web: serves", daemon=True)
        with self._lock:
            self._threads.add(thread)
        thread.start()

    def _converse(self, listener: _Listener, accepted: socket.socket) -> None:
        visit = _Visit(self, accepted)
        try:
            if listener.host:
                visit.at(listener.host)
            self._at_door(listener, visit)
        except (OSError, _Gone):  # a client that leaves early, wants other certificates or is cut off by `close`
            pass
        finally:
            visit.end()
            with self._lock:
                self._threads.discard(threading.current_thread())

    # --- one connection

    def _at_door(self, listener: _Listener, visit: _Visit) -> None:
        match listener.door:
            case Door.SILENT:
                visit.pause(math.inf)
            case Door.SSH:
                visit.send(b"SSH-2.0-OpenSSH_9.6\r\n")
                visit.pause(math.inf)
            case Door.OLD:
                if visit.connection.recv(MAX_HEADER):
                    visit.send(_OLD_HELLO)
                    visit.pause(math.inf)
            case Door.HTTP2:
                visit.secure(self._contexts[""])
                visit.send(_HTTP2_SETTINGS)
                if visit.connection.recv(MAX_HEADER):
                    visit.send(_HTTP2_GOAWAY)
            case _:
                if listener.secure and listener.door is Door.OPEN:
                    visit.secure(self._contexts[""])
                    visit.at(self._named.host)
                self._requests(listener, visit)

    def _named_host(self, connection: ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
        self._named.host = name or ""
        connection.context = self._contexts.get(name or "", self._contexts[""])

    def _requests(self, listener: _Listener, visit: _Visit) -> None:
        secure = listener.secure and listener.door is Door.OPEN
        while (head := visit.head()) is not None:
            ask = _ask(head, secure)
            if ask is None:
                visit.send(_NOT_HTTP)
                return
            visit.at(ask.host)
            answer = self._answer(ask)
            wait = self.latency if isinstance(self.latency, float | int) else self.latency(ask.host)
            if wait and self._stopping.wait(wait):
                return
            if not visit.answer(answer, ask) or ask.headers.get("connection", "").lower() == "close":
                return

    def _answer(self, ask: Ask) -> Answer:
        behaviour = _behaviour(ask.host)
        with self._lock:
            host = self.hosts[_key(ask.host)]
            ask = Ask(
                ask.secure, ask.host, ask.resource, ask.method, ask.headers, self._visits[ask.here], host.requests
            )
            host.requests += 1
            self._visits[ask.here] += 1
        if behaviour is None:
            return Reply("No such host here", 421, "text/plain")
        if not (behaviour.any_path or has(ask.path) or ask.path in behaviour.paths):
            return missing(ask)
        return behaviour.answer(ask)

    # --- what connections report

    def opened(self, connection: socket.socket, instead_of: socket.socket | None = None) -> None:
        with self._lock:
            self._connections.discard(instead_of or connection)
            self._connections.add(connection)
            if self._stopping.is_set():
                _shut(connection)

    def counted(self, host: str) -> None:
        with self._lock:
            seen = self.hosts[_key(host)]
            seen.connections += 1
            seen.open_connections += 1
            seen.peak_connections = max(seen.peak_connections, seen.open_connections)

    def closed(self, connection: socket.socket, host: str) -> None:
        with self._lock:
            self._connections.discard(connection)
            if host:
                self.hosts[_key(host)].open_connections -= 1
            connection.close()


class _Visit:
    """One connection: its socket, its host once that is known, and what has been read ahead."""

    def __init__(self, web: Web, connection: socket.socket) -> None:
        self.web = web
        self.connection = connection
        self.host = ""
        self.ahead = b""
        web.opened(connection)

    def at(self, host: str) -> None:
        if host and not self.host:
            self.host = host
            self.web.counted(host)

    def secure(self, context: ssl.SSLContext) -> None:
        plain = self.connection
        self.connection = context.wrap_socket(plain, server_side=True, do_handshake_on_connect=False)
        self.web.opened(self.connection, instead_of=plain)
        self.connection.do_handshake()

    def end(self) -> None:
        self.web.closed(self.connection, self.host)

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def pause(self, seconds: float) -> None:
        """Wait while the client is still there; what it says meanwhile is not heard."""
        until = time.monotonic() + seconds
        try:
            while (left := until - time.monotonic()) > 0:
                self.connection.settimeout(min(left, 3600))
                try:
                    if not self.connection.recv(MAX_HEADER):
                        raise _Gone
                except TimeoutError:
                    pass
        finally:
            self.connection.settimeout(None)

    def head(self) -> bytes | None:
        """The next request's header, its body passed over; None when the client has left."""
        while b"\r\n\r\n" not in self.ahead:
            if self.ahead and not self.ahead[:1].isalpha():
                return self.ahead
            more = self.connection.recv(MAX_HEADER)
            if not more or len(self.ahead) > MAX_HEADER:
                return None
            self.ahead += more
        head, _, self.ahead = self.ahead.partition(b"\r\n\r\n")
        return head

    def answer(self, answer: Answer, ask: Ask) -> bool:
        """Send an answer; whether the connection can go on."""
        match answer:
            case Raw():
                for piece in answer.pieces:
                    if isinstance(piece, bytes):
                        self.send(piece)
                    else:
                        self.pause(piece)
                return False
            case Reply():
                self.send(_encoded(answer, with_body=ask.method != "HEAD"))
                return True


def _ask(head: bytes, secure: bool) -> Ask | None:
    """A request read from its header; None if it is none."""
    first, *lines = head.decode("latin-1").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1.") or not words[1].startswith("/"):
        return None
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    host = headers.get("host", "").rpartition(":")[0] or headers.get("host", "")
    return Ask(secure, host.lower(), words[1], words[0], headers)


def _encoded(reply: Reply, *, with_body: bool) -> bytes:
    body = reply.body.encode() if isinstance(reply.body, str) else reply.body
    lines: list[tuple[str, str | bytes]] = [
        ("Date", formatdate(usegmt=True)),
        ("Content-Type", reply.type),
        ("Content-Length", str(len(body))),
        *reply.headers,
    ]
    phrase = HTTPStatus(reply.status).phrase
    encoded = (
        name.encode() + b": " + (value if isinstance(value, bytes) else value.encode("latin-1"))
        for name, value in lines
    )
    head = b"\r\n".join(itertools.chain((f"HTTP/1.1 {reply.status} {phrase}".encode(),), encoded, (b"", b"")))
    return head + body if with_body else head


def _behaviour(host: str) -> Behaviour | None:
    """What a host does: that of its last label before the top-level domain."""
    labels = host.split(".")
    return BEHAVIOURS.get(labels[-2]) if len(labels) > 1 and labels[-1] == TLD else None


def _key(host: str) -> str:
    return host.removeprefix("www.")


def _shut(connection: socket.socket) -> None:
    """Wake whoever reads from or writes to it. Past what SSLSocket adds: another thread may be using that."""
    with contextlib.suppress(OSError):  # it may have gone already
        socket.socket.shutdown(connection, socket.SHUT_RDWR)


def start(latency: float | Callable[[str], float] = 0.0) -> Web:
    """Start a web of its own; leave it by ``close`` or as a context manager."""
    return Web(latency)
