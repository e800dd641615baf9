"""Connections: one httpcore connection a socket, reused per origin, never more a host than it should see.

``Transport`` is called by ``fetch`` directly; ``httpx.Client`` looks through all idle connections at each request.
It needs an ``Exchange`` in the request's extensions, which carries the deadline through look-up, connect, TLS,
header and body: httpx's own timeouts begin anew with each byte.
"""

# ruff: noqa: ARG002 - httpcore gives these arguments by keyword; the exchange says it all

from __future__ import annotations

import contextlib
import select
import socket
import ssl
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import httpcore
import httpx

from checker.model import Fault, Stage, Url
from checker.wire import certificates, tls
from checker.wire import guard as guarding
from checker.wire import proxy as proxying
from checker.wire.guard import Broken, Guard
from checker.wire.proxy import Proxy

HEADER_BYTES = 128 << 10
"""Of one answer's header, interim answers included; httpcore takes 100 KiB of one by itself."""
MAX_IDLE = 64
"""Idle connections and second attempts to connect, all hosts together: sockets beside those of the workers."""
FAREWELL = 0.1
"""Seconds that a host gets to close a connection before it sees another in its place."""


@dataclass(slots=True)
class Exchange:
    """One request on its way: the time by which all of it must be over, and how far it came."""

    url: Url
    deadline: float
    stage: Stage = Stage.LOOKUP
    received: int = 0
    """Bytes that came for it, as sent."""
    header_over: bool = False
    address: str = ""
    """What it went to, once it was connected."""


class Stopped:
    """Whether the run was stopped, and the sockets to shut down then, so that no thread stays blocked on one."""

    def __init__(self) -> None:
        self._yes = False
        self._sockets: set[socket.socket] = set()

    def __call__(self) -> bool:
        return self._yes

    def watch(self, line: socket.socket) -> None:
        self._sockets.add(line)
        if self._yes:
            _shut_down(line)

    def forget(self, line: socket.socket) -> None:
        self._sockets.discard(line)

    @property
    def open(self) -> int:
        return len(self._sockets)

    def stop(self) -> None:
        self._yes = True
        for line in tuple(self._sockets):
            _shut_down(line)


def _shut_down(line: socket.socket) -> None:
    # Not the method of ssl.SSLSocket: that one takes the TLS object away from a thread that is reading.
    with contextlib.suppress(OSError):
        socket.socket.shutdown(line, socket.SHUT_RDWR)


class Line(httpcore.NetworkStream):
    """A socket on which every wait ends by the deadline of the exchange that its connection serves."""

    def __init__(self, line: socket.socket, connection: Connection) -> None:
        self._socket, self._connection = line, connection
        self._address = _peer(line)
        connection.stopped.watch(line)

    def _arm(self) -> None:
        exchange = self._connection.exchange
        exchange.address = self._address
        left = exchange.deadline - self._connection.clock()
        if self._connection.stopped():
            raise Broken(Fault.INTERRUPTED, exchange.stage)
        if left <= 0:
            raise Broken(Fault.TIMEOUT, exchange.stage, "not over in time")
        self._socket.settimeout(left)

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        exchange = self._connection.exchange
        if not exchange.header_over and exchange.received > HEADER_BYTES:
            raise Broken(Fault.BAD_RESPONSE, exchange.stage, f"a header of more than {HEADER_BYTES >> 10} KiB")
        self._arm()
        try:
            data = self._socket.recv(max_bytes)
        except ssl.SSLError as error:
            fault, words = tls.name(error)
            # TLS 1.3 tells a client that it is refused only after the handshake.
            raise Broken(fault, exchange.stage if exchange.header_over else Stage.TLS, words) from None
        except OSError as error:
            fault = guarding.fault_of(error, Fault.RESET)
            raise Broken(fault, exchange.stage, error.strerror or "not over in time") from None
        exchange.received += len(data)
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        try:
            while buffer:
                self._arm()
                buffer = buffer[self._socket.send(buffer) :]
        except TimeoutError:
            stage = self._connection.exchange.stage
            raise Broken(Fault.TIMEOUT, stage, "the request could not be sent in time") from None
        except OSError as error:
            raise httpcore.WriteError(str(error)) from error  # httpcore reads on: an answer may be there already

    def hang_up(self, seconds: float) -> None:
        """Say that nothing more will come, and wait until the other side says so too."""
        ends = self._connection.clock() + seconds
        try:
            self._socket.shutdown(socket.SHUT_WR)  # for TLS: what comes after this is not decrypted
            while (left := ends - self._connection.clock()) > 0:
                self._socket.settimeout(left)
                if not self._socket.recv(4096):
                    return
        except OSError:
            return

    def close(self) -> None:
        self._connection.stopped.forget(self._socket)
        self._socket.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> Line:
        self._connection.exchange.stage = Stage.TLS
        plain = self._socket
        try:
            self._arm()
            # Wrapping takes the plain socket's place: the new one is what must be shut down when the run stops.
            self._socket = ssl_context.wrap_socket(
                plain, server_hostname=server_hostname, do_handshake_on_connect=False
            )
            self._connection.stopped.watch(self._socket)
            self._socket.do_handshake()
        except (OSError, ValueError) as error:
            raise _handshake_failed(error) from None
        finally:
            self._connection.stopped.forget(plain)
        self._connection.exchange.stage = Stage.HTTP
        return self

    def get_extra_info(self, info: str) -> Any:
        match info:
            case "is_readable":
                return _is_readable(self._socket)
            case "ssl_object":
                return self._socket if isinstance(self._socket, ssl.SSLSocket) else None
            case "socket":
                return self._socket
        return None


def _peer(line: socket.socket) -> str:
    try:
        return str(line.getpeername()[0])
    except OSError:  # gone already
        return ""


def _handshake_failed(error: Exception) -> Broken:
    match error:
        case TimeoutError():
            return Broken(Fault.TIMEOUT, Stage.TLS, "the TLS handshake was not over in time")
        case ssl.SSLCertVerificationError():
            return certificates.Unverified(*tls.name(error), error.verify_code)
        case ssl.SSLError():
            fault, words = tls.name(error)
            return Broken(fault, Stage.TLS, words)
        case OSError():
            return Broken(guarding.fault_of(error, Fault.RESET), Stage.TLS, error.strerror or str(error))
    return Broken(Fault.NO_SUCH_HOST, Stage.LOOKUP, str(error))  # a name that TLS cannot hold


def _is_readable(line: socket.socket) -> bool:
    """Whether something came on an idle connection: its end, or what nobody asked for."""
    if line.fileno() < 0:
        return True
    if not hasattr(select, "poll"):
        return bool(select.select([line], [], [], 0)[0])
    poll = select.poll()
    poll.register(line, select.POLLIN)
    return bool(poll.poll(0))


_NOT_THE_PROXYS = (Fault.PRIVATE, Fault.BAD_PORT, Fault.INTERRUPTED, Fault.PROXY)


class Connection(httpcore.NetworkBackend):
    """An httpcore connection on a socket of its own, which it opens to what the guard has vetted."""

    def __init__(
        self,
        exchange: Exchange,
        guard: Guard,
        context: ssl.SSLContext,
        stopped: Stopped,
        clock: Callable[[], float] = time.monotonic,
        spare: Callable[[int], bool] = lambda _: True,
    ) -> None:
        self.exchange, self.guard, self.stopped, self.clock = exchange, guard, stopped, clock
        self._spare = spare
        self.slot, self.origin = exchange.url.slot, exchange.url.origin
        self.line: Line | None = None
        self.http = httpcore.HTTPConnection(_origin(exchange.url), ssl_context=context, network_backend=self)

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> Line:
        if self.guard.proxy:
            self.line = self._through(self.guard.proxy)
        else:
            self.line = self._connected()
        self.exchange.stage = Stage.HTTP
        return self.line

    def _connected(self) -> Line:
        exchange = self.exchange
        endpoints = self.guard.endpoints(exchange.url, exchange.deadline, self.stopped)
        exchange.stage = Stage.CONNECT
        return Line(guarding.connect(endpoints, exchange.deadline, self.stopped, self.clock, self._spare), self)

    def _through(self, proxy: Proxy) -> Line:
        """A connection to the proxy, which makes a tunnel of it if need be."""
        if not self.guard.proxied.asked():
            raise proxying.failed("could not be reached so far, so it was not asked")
        try:
            self.line = line = self._connected()
            self.guard.proxied.worked()
            if place := self.guard.tunnel(self.exchange.url):
                proxying.connect(line.write, lambda: line.read(4096), place, proxy.authorization)
                self.exchange.received = 0
        except httpcore.WriteError:
            raise proxying.failed("closed the connection") from None
        except Broken as error:
            if error.fault in _NOT_THE_PROXYS:
                raise
            if self.line is None:
                self.guard.proxied.failed()
            did = "did not answer" if self.line else "cannot be reached"
            raise proxying.failed(f"{did}: {error.detail}") from None
        return line

    def certificates(self) -> list[bytes]:
        """What the other side shows in a handshake that verifies nothing. No HTTP is sent."""
        line = self.connect_tcp("", 0).start_tls(tls.unverifying(), _server_name(self.exchange.url))
        return certificates.shown(line.get_extra_info("ssl_object"))

    def close(self) -> None:
        self.http.close()
        if self.line:
            self.line.close()

    def hang_up(self) -> None:
        """Close, and wait a moment for the other side to have done so: a host must not see one connection too many."""
        if self.line and not self.stopped():
            self.line.hang_up(min(FAREWELL, self.exchange.deadline - self.clock()))
        self.close()


def _server_name(url: Url) -> str:
    return url.host.strip("[]").removesuffix(".")


def _origin(url: Url) -> httpcore.Origin:
    return httpcore.Origin(url.scheme.encode("ascii"), url.host.strip("[]").encode("ascii"), url.port)


class Pool:
    """Idle connections by origin, and how many are open a host, both schemes and all ports together.

    At most ``per_host`` are in use for one host at once: the board sees to that. Here idle ones are closed in time.
    """

    def __init__(self, per_host: int, open_one: Callable[[Exchange], Connection]) -> None:
        self._per_host, self._open_one = per_host, open_one
        self._lock = threading.Lock()
        self._idle: OrderedDict[Connection, None] = OrderedDict()
        """Longest idle first."""
        self._by_origin: dict[str, list[Connection]] = {}
        self._beside = 0
        """Attempts to connect, beside the first of each connection."""
        self._open: Counter[str] = Counter()
        self._over = False

    def take(self, exchange: Exchange, *, fresh: bool = False) -> tuple[Connection, bool]:
        """A connection to the exchange's origin, and whether it was used before; ``fresh``: none that was."""
        url = exchange.url
        while not fresh:
            with self._lock:
                idle = self._by_origin.get(url.origin)
                connection = self._withdraw(idle[-1]) if idle else None
            if connection is None:
                break
            if not connection.http.has_expired():
                connection.exchange = exchange
                exchange.stage = Stage.HTTP
                return connection, True
            self.drop(connection)
        with self._lock:
            other = None
            if self._open[url.slot] >= self._per_host:
                other = next((idle for idle in self._idle if idle.slot == url.slot), None)
            if other:
                self._forget(self._withdraw(other))
            self._open[url.slot] += 1
        if other:
            other.exchange = exchange  # it is this one's time that is spent
            other.hang_up()
        return self._open_one(exchange), False

    def give(self, connection: Connection) -> None:
        """Take back a connection that is not needed any more: idle if it can be used again."""
        if not connection.http.is_idle():
            self.drop(connection)
            return
        oldest = None
        with self._lock:
            if self._over:
                oldest = connection
            else:
                self._idle[connection] = None
                self._by_origin.setdefault(connection.origin, []).append(connection)
                oldest = self._surplus()
        if oldest:
            self.drop(oldest)

    def spare(self, count: int) -> bool:
        """Whether there may be so many sockets more besides those of the workers, if need be in an idle one's place."""
        with self._lock:
            if count > 0 and self._beside + count > MAX_IDLE:
                return False
            self._beside += count
            oldest = self._surplus()
        if oldest:
            self.drop(oldest)
        return True

    def _surplus(self) -> Connection | None:
        return self._withdraw(next(iter(self._idle))) if 0 < len(self._idle) > MAX_IDLE - self._beside else None

    def drop(self, connection: Connection) -> None:
        connection.close()
        with self._lock:
            self._forget(connection)

    def release(self, slot: str | None) -> None:
        """Close the idle connections of a host; of all hosts and for good if None."""
        with self._lock:
            self._over = self._over or slot is None
            closing = [self._withdraw(idle) for idle in list(self._idle) if slot in (None, idle.slot)]
        for connection in closing:
            self.drop(connection)

    def _withdraw(self, connection: Connection) -> Connection:
        del self._idle[connection]
        others = self._by_origin[connection.origin]
        others.remove(connection)
        if not others:
            del self._by_origin[connection.origin]
        return connection

    def _forget(self, connection: Connection) -> None:
        self._open[connection.slot] -= 1
        if not self._open[connection.slot]:
            del self._open[connection.slot]


class _Body(httpx.SyncByteStream):
    """The body as it was sent; closing it gives the connection back."""

    def __init__(self, answer: httpcore.Response, connection: Connection, pool: Pool) -> None:
        self._answer, self._connection, self._pool = answer, connection, pool

    def __iter__(self) -> Iterator[bytes]:
        assert isinstance(self._answer.stream, Iterable)
        yield from self._answer.stream

    def close(self) -> None:
        self._answer.close()
        self._pool.give(self._connection)


class Transport(httpx.BaseTransport):
    """Sends one request on a connection of the pool. Raises Broken, or httpcore.RemoteProtocolError."""

    def __init__(
        self,
        guard: Guard,
        context: ssl.SSLContext,
        per_host: int,
        stopped: Stopped,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._guard = guard
        self.pool = Pool(per_host, self._opened)
        self._parts = context, stopped, clock

    def _opened(self, exchange: Exchange) -> Connection:
        return Connection(exchange, self._guard, *self._parts, spare=self.pool.spare)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        exchange = request.extensions["exchange"]
        assert isinstance(exchange, Exchange)
        url, origin = exchange.url, _origin(exchange.url)
        # The target goes out as it is: httpx would quote some characters that browsers leave alone.
        proxy = self._guard.proxy if self._guard.forwarded(url) else None
        place = f"{url.origin}{url.resource}" if proxy else url.resource
        target = httpcore.URL(scheme=origin.scheme, host=origin.host, port=url.port, target=place.encode("ascii"))
        headers = request.headers.raw
        if proxy and proxy.authorization:
            headers = [*headers, (b"Proxy-Authorization", proxy.authorization)]
        sent = httpcore.Request(
            method=request.method,
            url=target,
            headers=headers,
            extensions={"sni_hostname": _server_name(url)},
        )
        answer, connection = self._send(sent, exchange)
        if proxy and answer.status == 407:
            self.pool.drop(connection)
            raise proxying.unauthorized()
        exchange.header_over = True
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer, connection, self.pool))

    def certificates(self, exchange: Exchange) -> list[bytes]:
        """What the exchange's host shows, on a connection of its own that counts as any other. Raises Broken."""
        connection, _ = self.pool.take(exchange, fresh=True)
        try:
            return connection.certificates()
        finally:
            self.pool.drop(connection)

    def _send(self, sent: httpcore.Request, exchange: Exchange) -> tuple[httpcore.Response, Connection]:
        connection, used = self.pool.take(exchange)
        if used:
            # A connection that was kept may be dead, or hold what the last answer had too much: that says nothing
            # about this request, so it is sent once more.
            try:
                answer = self._send_on(connection, sent)
                if exchange.received:
                    return answer, connection
                self.pool.drop(connection)
            except httpcore.RemoteProtocolError:
                pass
            except Broken as error:
                if error.fault is not Fault.RESET:
                    raise
            exchange.received = 0
            connection, _ = self.pool.take(exchange, fresh=True)
        return self._send_on(connection, sent), connection

    def _send_on(self, connection: Connection, sent: httpcore.Request) -> httpcore.Response:
        sound = False
        try:
            answer = connection.http.handle_request(sent)
            sound = True
            return answer
        finally:
            if not sound:
                self.pool.drop(connection)

    def close(self) -> None:
        self.pool.release(None)
