"""Hostile and honest servers on raw sockets: a server is a function of a connection, called in a thread for each.

They count connections as they are, idle ones included, and leave no thread and no socket behind.
"""

from __future__ import annotations

import contextlib
import gzip
import select
import socket
import ssl
import threading
import time
import zlib
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


# --- hostile servers -------------------------------------------------------------------------------------------------


def saying(data: bytes, then: Behaviour | None = None) -> Behaviour:
    """Reads one request, sends these bytes, and closes (or does ``then``)."""

    def behaviour(peer: Peer) -> None:
        if peer.request() is not None:
            peer.send(data)
            if then:
                then(peer)

    return behaviour


def endless(data: bytes) -> Behaviour:
    def behaviour(peer: Peer) -> None:
        while not peer.stop.is_set():
            peer.send(data)

    return behaviour


def dripping(data: bytes) -> Behaviour:
    def behaviour(peer: Peer) -> None:
        while not peer.stop.is_set():
            peer.drip(data)

    return behaviour


def _packed(encoding: bytes, data: bytes, then: Behaviour | None = None) -> Behaviour:
    return saying(OK + b"Content-Encoding: " + encoding + b"\r\n\r\n" + data, then)


def _deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(9, wbits=-15)
    return packer.compress(data) + packer.flush()


OK = b"HTTP/1.1 200 OK\r\n"
_CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
_BOMB = gzip.compress(bytes(32 << 20))
_TWICE = gzip.compress(gzip.compress(bytes(32 << 20)))


def _growing(peer: Peer) -> None:
    """Each answer leads on, with cookies of 72 kB and a URL of 8 kB that are new."""
    while (path := peer.path()) is not None:
        number = int("0" + path.split("/")[1]) + 1
        cookies = b"".join(b"Set-Cookie: c%d=%d%s\r\n" % (n, number, b"x" * 4000) for n in range(18))
        peer.answer(b"", b"Location: /%d/%s\r\n" % (number, b"y" * 8_000) + cookies, b"302 Found")


def _onward(peer: Peer) -> None:
    while (path := peer.path()) is not None:
        peer.answer(b"", b"Location: /%d\r\n" % (int("0" + path.strip("/")) + 1), b"302 Found")


HOSTILE: dict[str, tuple[Behaviour, str]] = {
    # How it behaves over http, and what an exchange comes to: the fault of a Failure, or of a Reply's body, or "cut".
    "never speaks": (silence, "timeout"),
    "never reads": (lambda peer: peer.sleep(), "timeout"),
    "closes at once": (lambda peer: None, "reset"),
    "resets": (Peer.reset, "reset"),
    "closes after the request": (saying(b""), "reset"),
    "header drip": (saying(OK, dripping(b"X-Drip: x\r\n")), "timeout"),
    "status drip": (saying(b"", dripping(b"HTTP/1.1 200")), "timeout"),
    "body drip": (saying(OK + b"\r\n", dripping(b"x")), "body timeout"),
    "chunk drip": (saying(_CHUNKED, dripping(b"1\r\nx\r\n")), "body timeout"),
    "gzip drip": (_packed(b"gzip", b"", dripping(gzip.compress(b"x" * 999))), "body timeout"),
    "interim drip": (saying(b"", dripping(b"HTTP/1.1 100 Continue\r\n\r\n")), "timeout"),
    "endless body": (saying(OK + b"\r\n", endless(b"x" * 65536)), "cut"),
    "endless chunks": (saying(_CHUNKED, endless(b"1\r\nx\r\n" * 1000)), "body bad-response"),
    "endless header": (saying(OK, endless(b"X-A: b\r\n" * 1000)), "bad-response"),
    "endless header line": (saying(OK + b"X-A: ", endless(b"b" * 65536)), "bad-response"),
    "endless status line": (saying(b"HTTP/1.1 200 ", endless(b"x" * 65536)), "bad-response"),
    "endless interim answers": (
        saying(b"", endless(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 100)),
        "bad-response",
    ),
    "endless blank lines": (saying(b"", endless(b"\r\n" * 1000)), "bad-response"),
    "10,000 header fields": (saying(OK + b"X-A: b\r\n" * 10_000 + b"\r\n"), "bad-response"),
    "2,000 short header fields": (saying(OK + b"a:b\r\n" * 2_000 + b"\r\n"), "bad-response"),
    "a header line of 1 MB": (saying(OK + b"X-A: " + b"b" * 1_000_000 + b"\r\n\r\n"), "bad-response"),
    "garbage": (saying(bytes(range(256)) * 16), "bad-response"),
    "endless garbage": (saying(b"", endless(bytes(range(256)) * 16)), "bad-response"),
    "ssh": (saying(b"SSH-2.0-OpenSSH_9.2\r\n"), "bad-response"),
    "HTTP/0.9": (saying(b"<html><title>hello</title>"), "bad-response"),
    "HTTP/2 preface": (saying(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), "bad-response"),
    "HTTP/2 settings": (saying(b"\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x80\0\x04\0\x01\0\0"), "bad-response"),
    "half a header": (saying(OK + b"Bro ken"), "bad-response"),
    "a status of four digits": (saying(b"HTTP/1.1 2000 OK\r\n\r\n"), "bad-response"),
    "NUL in a header": (saying(OK + b"X-A: b\0c\r\n\r\n"), "bad-response"),
    "length: short": (saying(OK + b"Content-Length: 9\r\n\r\nabc"), "body bad-response"),
    "length: long": (saying(OK + b"Content-Length: 1\r\n\r\nabc"), "whole"),
    "length: negative": (saying(OK + b"Content-Length: -1\r\n\r\nabc"), "bad-response"),
    "length: two of them": (saying(OK + b"Content-Length: 3\r\nContent-Length: 2\r\n\r\nabc"), "bad-response"),
    "length: the same twice": (saying(OK + b"Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"), "whole"),
    "length: no number": (saying(OK + b"Content-Length: three\r\n\r\nabc"), "bad-response"),
    "length: 10 to the 30": (saying(OK + b"Content-Length: 1" + b"0" * 30 + b"\r\n\r\nabc"), "bad-response"),
    "length: 10 to the 15": (saying(OK + b"Content-Length: 1" + b"0" * 15 + b"\r\n\r\nabc"), "body bad-response"),
    "length and chunks": (saying(OK + b"Content-Length: 999\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), "whole"),
    "chunks: no number": (saying(_CHUNKED + b"xyz\r\nabc\r\n"), "body bad-response"),
    "chunks: negative": (saying(_CHUNKED + b"-3\r\nabc\r\n"), "body bad-response"),
    "chunks: huge": (saying(_CHUNKED + b"f" * 20 + b"\r\nabc\r\n"), "body bad-response"),
    "chunks: endless size": (saying(_CHUNKED, endless(b"0" * 65536)), "body bad-response"),
    "chunks: endless extension": (saying(_CHUNKED + b"3;", endless(b"x" * 65536)), "body bad-response"),
    "chunks: endless trailer": (saying(_CHUNKED + b"0\r\n", endless(b"X-A: b\r\n" * 1000)), "body bad-response"),
    "chunks: no end": (saying(_CHUNKED + b"3\r\nabc\r\n"), "body bad-response"),
    "an unknown transfer encoding": (saying(OK + b"Transfer-Encoding: gzip\r\n\r\nabc"), "bad-response"),
    "gzip bomb": (_packed(b"gzip", _BOMB), "cut"),
    "gzip bomb in chunks": (saying(OK + b"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n", endless(b"%x\r\n%s\r\n" % (len(_BOMB), _BOMB))), "cut"),
    "gzip in gzip, told": (_packed(b"gzip, gzip", _TWICE), "body bad-response"),
    "gzip in gzip, untold": (_packed(b"gzip", _TWICE), "whole"),
    "gzip of nothing without end": (
        _packed(b"gzip", b"\x1f\x8b\x08\0\0\0\0\0\0\0", endless(b"\0\0\0\xff\xff" * 10_000)),
        "cut",
    ),
    "empty gzip members without end": (_packed(b"gzip", b"", endless(gzip.compress(b"") * 1000)), "cut"),
    "gzip with a name without end": (
        _packed(b"gzip", b"\x1f\x8b\x08\x08\0\0\0\0\0\0", endless(b"x" * 65536)),
        "cut",
    ),
    "no gzip": (_packed(b"gzip", b"plain text"), "body bad-response"),
    "half a gzip": (_packed(b"gzip", gzip.compress(bytes(range(256)) * 9)[:100]), "body bad-response"),
    "deflate bomb, unasked": (_packed(b"deflate", _deflated(bytes(32 << 20))), "cut"),
    "br, unasked": (_packed(b"br", b"\x8b\x03\x80abc\x03"), "body bad-response"),
    "zstd, unasked": (_packed(b"zstd", b"\x28\xb5\x2f\xfd"), "body bad-response"),
    "450 long header fields": (saying(OK + b"X-A: " + b"b" * 200 + b"\r\n" + (b"X-A: " + b"b" * 200 + b"\r\n") * 449 + b"\r\n"), "whole"),
    "redirects that grow": (_growing, "whole"),
    "redirects without end": (_onward, "whole"),
    "many encodings": (_packed(b", ".join([b"gzip"] * 10_000), _BOMB), "body bad-response"),
}  # fmt: skip
"""What servers do that should not be: each ends by the deadline, in bounded memory."""
