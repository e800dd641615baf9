"""Hostile and honest servers on raw sockets: a server is a function of a connection, called in a thread for each.

They count connections as they are, idle ones included, and leave no thread and no socket behind.
"""

from __future__ import annotations

import contextlib
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

Behaviour: TypeAlias = Callable[["Peer"], None]


@dataclass
class Peer:
    """One connection, as its server sees it."""

    line: socket.socket
    stop: threading.Event
    number: int
    """Counts the connections of the server, from 0."""

    def request(self) -> bytes | None:
        """The header of the next request; None when the client has gone, or speaks no HTTP."""
        data = b""
        while b"\r\n\r\n" not in data:
            ready, _, _ = select.select([self.line], [], [], 0.02)
            if self.stop.is_set():
                return None
            if not ready and not (isinstance(self.line, ssl.SSLSocket) and self.line.pending()):
                continue
            try:
                more = self.line.recv(65536)
            except OSError:
                return None
            if not more:
                return None
            data += more
            if not data.startswith(b"GET "):
                return None
        return data

    def path(self) -> str | None:
        asked = self.request()
        return asked.split(b" ", 2)[1].decode() if asked else None

    def send(self, data: bytes) -> None:
        self.line.sendall(data)

    def answer(self, body: bytes = b"hello", head: bytes = b"", status: bytes = b"200 OK") -> None:
        self.send(b"HTTP/1.1 %s\r\nContent-Length: %d\r\n%s\r\n%s" % (status, len(body), head, body))

    def drip(self, data: bytes, every: float = 0.02) -> None:
        """A byte at a time, until the client has had enough."""
        for byte in data:
            if self.stop.wait(every):
                return
            self.send(bytes([byte]))

    def sleep(self, seconds: float = 30) -> None:
        """Until the time is over, the client has gone or the server stops."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.stop.is_set() and not _gone(self.line):
            self.stop.wait(0.01)

    def reset(self) -> None:
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.line.close()


def _gone(line: socket.socket) -> bool:
    try:
        ready, _, _ = select.select([line], [], [], 0)
        return bool(ready) and not line.recv(1, socket.MSG_PEEK)
    except (OSError, ValueError):
        return not isinstance(line, ssl.SSLSocket) or line.fileno() < 0


@dataclass
class Server:
    behaviour: Behaviour
    context: ssl.SSLContext | None = None
    family: int = socket.AF_INET
    connections: int = 0
    open: int = 0
    peak: int = 0
    """The most connections that were open at once, by clients that had not gone when the last came."""
    errors: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._stop = threading.Event()
        self._lines: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._listener = socket.create_server(
            ("::1" if self.family == socket.AF_INET6 else "127.0.0.1", 0), family=self.family, backlog=256
        )
        self.port: int = self._listener.getsockname()[1]
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def _accept(self) -> None:
        while True:
            ready, _, _ = select.select([self._listener], [], [], 0.01)
            if self._stop.is_set():
                return
            if not ready:
                continue
            line, _ = self._listener.accept()
            self._lines.add(line)
            self.open = sum(not _hung_up(other) for other in tuple(self._lines))
            self.peak = max(self.peak, self.open)
            thread = threading.Thread(target=self._serve, args=(line, self.connections), daemon=True)
            self.connections += 1
            self._threads.append(thread)
            thread.start()

    def _serve(self, raw: socket.socket, number: int) -> None:
        line = raw
        try:
            if self.context:
                line = self.context.wrap_socket(raw.dup(), server_side=True)
            self.behaviour(Peer(line, self._stop, number))
        except OSError:
            pass  # the client has gone, or would not have this certificate
        finally:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_WR)
            line.close()
            self._lines.discard(raw)
            raw.close()

    def close(self) -> None:
        self._stop.set()
        self._accepting.join(5)
        for thread in self._threads:
            thread.join(5)
            assert not thread.is_alive(), "a server's thread is left"
        self._listener.close()


def _hung_up(line: socket.socket) -> bool:
    """Whether the client of a plain socket has closed it, even if what it sent was not read yet."""
    try:
        poll = select.poll()
        poll.register(line, select.POLLRDHUP)
        return any(event & (select.POLLRDHUP | select.POLLHUP | select.POLLNVAL) for _, event in poll.poll(0))
    except (OSError, ValueError):
        return True


@contextlib.contextmanager
def serving(
    behaviour: Behaviour, context: ssl.SSLContext | None = None, family: int = socket.AF_INET
) -> Iterator[Server]:
    server = Server(behaviour, context, family)
    try:
        yield server
    finally:
        server.close()


def hello(peer: Peer) -> None:
    """Answers every request with its path."""
    while (path := peer.path()) is not None:
        peer.answer(path.encode())


def silence(peer: Peer) -> None:
    peer.sleep()


@dataclass
class Forwarder:
    """An HTTP proxy: a behaviour that passes everything on to ``port`` of this machine and keeps what it was asked."""

    port: int
    asked: list[bytes] = field(default_factory=list)
    tunnels: bytes = b"HTTP/1.1 200 Connection established\r\n\r\n"
    """Its answer to CONNECT; a tunnel follows if that is a 200."""

    def __call__(self, peer: Peer) -> None:
        with socket.create_connection(("127.0.0.1", self.port)) as onward:
            head = b""
            while b"\r\n\r\n" not in head:
                data = peer.line.recv(4096)
                if not data:
                    return
                head += data
            self.asked.append(head)
            if head.startswith(b"CONNECT "):
                peer.send(self.tunnels)
                if b" 200 " not in self.tunnels.split(b"\r\n")[0]:
                    return
            else:
                onward.sendall(head)
            self._pass(peer, onward)

    def _pass(self, peer: Peer, onward: socket.socket) -> None:
        other = {peer.line: onward, onward: peer.line}
        while not peer.stop.is_set():
            for line in select.select(list(other), [], [], 0.02)[0]:
                data = line.recv(65536)
                if not data:
                    return
                if line is peer.line and data.startswith(b"GET http://"):
                    self.asked.append(data)
                other[line].sendall(data)
