"""One HTTP exchange: a request becomes a ``Reply`` or a ``Failure``, within one deadline and bounded memory.

Whatever the network does is data. Anything else that is raised here is a bug of ours.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import httpcore
import httpx

from checker import __version__
from checker.model import Failure, Fault, Outcome, Reply, Request, Stage
from checker.wire import certificates, inflate, tls
from checker.wire import guard as guarding
from checker.wire import headers as heading
from checker.wire import proxy as proxying
from checker.wire.connections import Exchange, Stopped, Transport
from checker.wire.guard import Broken, GetAddrInfo, Guard

USER_AGENT = f"https-ready/{__version__} (+https://github.com/https-ready/https-ready)"
MAX_HEADERS = 1000
MAX_CHUNKS = 8192
"""Pieces of one body; in pieces of a byte, reading 64 KiB would take a second of the processor."""
_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
_MAX_COOKIES = 8192
_COOKIES = re.compile(r"[\x20-\x7e\x80-\U0010ffff]+")
_BODILESS = frozenset((204, 205, 304))


@dataclass(frozen=True, kw_only=True, slots=True)
class Network:
    """How the network is used; the options of the same names, and ``pinned``: origins that may be private because
    the user named them (the start of a crawl)."""

    timeout: float = 10.0
    per_host: int = 6
    workers: int = 64
    ca_file: str | Path | None = None
    allow_private: bool = False
    connect_to: tuple[str, ...] = ()
    user_agent: str = USER_AGENT
    header: tuple[str, ...] = field(default=(), repr=False)
    proxy: str = field(default="", repr=False)
    pinned: frozenset[str] = frozenset()


class Fetcher:
    """Callable from several threads, at most ``per_host`` of them for one host (the board sees to that)."""

    def __init__(
        self,
        network: Network,
        *,
        getaddrinfo: GetAddrInfo | None = None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._timeout, self._clock, self._now = network.timeout, clock, now
        self._certificates: dict[str, dict[int, tuple[Fault, str]]] = {}
        """By origin: OpenSSL's objection, and what is wrong; empty where the certificate could not be read."""
        self._stopped = Stopped()
        self._own = tuple(heading.header(text) for text in network.header)
        self._guard = guard = Guard(
            allow_private=network.allow_private,
            mappings=tuple(guarding.connect_to(text) for text in network.connect_to),
            pinned=network.pinned,
            proxy=proxying.proxy(network.proxy) if network.proxy else None,
            getaddrinfo=getaddrinfo,
            clock=clock,
        )
        context = tls.context(network.ca_file)
        self._transport = Transport(guard, context, network.per_host, self._stopped, clock)
        self._headers = [
            (b"User-Agent", network.user_agent.encode()),
            (b"Accept", _ACCEPT.encode()),
            (b"Accept-Language", b"en-US,en;q=0.9"),
            (b"Accept-Encoding", b"gzip"),
            (b"Connection", b"keep-alive"),
        ]

    @property
    def sockets(self) -> int:
        """How many are open now."""
        return self._stopped.open

    def __call__(self, request: Request) -> Outcome:
        started = self._clock()
        exchange = Exchange(request.url, started + self._timeout)
        try:
            answer = self._transport.handle_request(self._written(request, exchange))
            reply = self._read(answer, request, started, exchange.deadline)
            return replace(reply, address=exchange.address)
        except certificates.Unverified as error:
            stage = error.stage
            fault, detail = self._explained(error, exchange)
        except Broken as error:
            fault, stage, detail = error.fault, error.stage, error.detail
        except httpcore.RemoteProtocolError as error:
            fault, stage, detail = _broken_answer(error, exchange)
        if self._stopped():
            fault, detail = Fault.INTERRUPTED, ""
        elif fault is Fault.RESET and self._guard.forwarded(request.url):
            fault, detail = Fault.PROXY, f"the proxy did not answer: {detail}"  # who closed it cannot be told
        return Failure(fault, stage, detail, self._clock() - started, exchange.address)

    def _explained(self, refused: certificates.Unverified, exchange: Exchange) -> tuple[Fault, str]:
        """What is wrong with a certificate; its origin is connected to once more for that, once in a run."""
        told: dict[int, tuple[Fault, str]] = {}
        known = self._certificates.setdefault(exchange.url.origin, told)
        if known is told:
            with contextlib.suppress(Broken):
                chain = self._transport.certificates(exchange)
                host = exchange.url.host.strip("[]")
                told[refused.code] = certificates.explain(refused, chain, host, self._now())
        return known.get(refused.code, (refused.fault, refused.detail))

    def _written(self, request: Request, exchange: Exchange) -> httpx.Request:
        usual = [(b"Host", request.url.netloc.encode("ascii")), *self._headers]
        cookies = b""
        # Made of what servers set: what no header may hold is not sent.
        if request.cookies and len(request.cookies) <= _MAX_COOKIES and _COOKIES.fullmatch(request.cookies):
            cookies = request.cookies.strip().encode("utf-8", "replace")
        headers = heading.written(usual, self._own, request.url, cookies)
        return httpx.Request("GET", _PLACE, headers=headers, extensions={"exchange": exchange})

    def _read(self, answer: httpx.Response, request: Request, started: float, deadline: float) -> Reply:
        """The reply, its body unpacked and cut. The connection is given back or closed."""
        raw = answer.headers.raw
        body = bytearray()
        complete, cut, fault, came, chunks = True, False, None, 0, 0
        try:
            if len(raw) > MAX_HEADERS:
                raise Broken(Fault.BAD_RESPONSE, Stage.HTTP, f"more than {MAX_HEADERS} header fields")
            headers = tuple((name.decode("ascii").lower(), _text(value)) for name, value in raw)
            encoding = ",".join(value for name, value in headers if name == "content-encoding")
            limit = request.body_limit
            wanted = not request.types or _essence(headers) in ("", *request.types)
            try:
                decoder = inflate.decoder("" if answer.status_code in _BODILESS else encoding)
                for chunk in answer.stream if wanted else ():  # type: ignore[union-attr]
                    came += len(chunk)
                    chunks += 1
                    if chunks > MAX_CHUNKS or self._clock() > deadline:  # many may lie in one read, which looks itself
                        late = chunks <= MAX_CHUNKS
                        raise Broken(Fault.TIMEOUT if late else Fault.BAD_RESPONSE, Stage.HTTP)
                    body += decoder.feed(chunk, limit + 1 - len(body))
                    # Packed bytes that unpack to nothing have no end either.
                    if len(body) > limit or came > 2 * limit + (64 << 10):
                        cut, complete = True, False
                        break
                else:
                    complete, cut = wanted, not wanted
                    if wanted:
                        decoder.finish()
            except Broken as error:
                complete, fault = False, error.fault
            except (httpcore.RemoteProtocolError, inflate.Undecodable):
                complete, fault = False, Fault.BAD_RESPONSE
        finally:
            answer.close()
        return Reply(
            status=answer.status_code,
            headers=headers,
            body=bytes(body[:limit]),
            body_complete=complete,
            body_cut=cut,
            body_fault=fault,
            length=len(body) if complete else None if encoding else _announced(headers),
            seconds=self._clock() - started,
        )

    def release(self, slot: str) -> None:
        """Close the idle connections of a host (``Url.slot``) that nothing more is asked of."""
        self._transport.pool.release(slot)

    def close(self) -> None:
        """Close everything. Exchanges under way end at once, with ``Fault.INTERRUPTED``; may be called again."""
        self._stopped.stop()
        self._transport.close()


def fetcher(network: Network) -> Fetcher:
    """The network as a function. Raises ValueError, one line, for a ``ca_file``, ``connect_to``, ``header`` or
    ``proxy`` that is no good.
    """
    return Fetcher(network)


_PLACE = httpx.URL("http://url.is.in.the.exchange.invalid/")
"""Parsed once; the exchange says where a request goes."""


def _broken_answer(error: httpcore.RemoteProtocolError, exchange: Exchange) -> tuple[Fault, Stage, str]:
    if not exchange.received:
        return Fault.RESET, Stage.HTTP, "the connection was closed without an answer"
    return Fault.BAD_RESPONSE, Stage.HTTP, str(error)[:200]


def _text(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _essence(headers: tuple[tuple[str, str], ...]) -> str:
    """The media type without its parameters, lower case; empty if none is named."""
    value = next((value for name, value in headers if name == "content-type"), "")
    return value.partition(";")[0].strip().lower()


def _announced(headers: tuple[tuple[str, str], ...]) -> int | None:
    """Content-Length, where it counts (RFC 9112 section 6.3)."""
    if any(name == "transfer-encoding" for name, _ in headers):
        return None
    value = next((value for name, value in headers if name == "content-length"), "")
    return int(value) if re.fullmatch(r"[0-9]{1,15}", value) else None
