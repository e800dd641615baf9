"""Which addresses may be reached: names are looked up once, addresses vetted, and only what was vetted is connected to.

A name is never handed to anything that would look it up again, so it cannot change between check and connect.
Addresses are tried as RFC 8305 has it: families in turn, the next one after 250 ms or at once after a failure.
"""

from __future__ import annotations

import errno
import ipaddress
import itertools
import os
import re
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from checker import urls
from checker.model import Fault, Stage, Url

if TYPE_CHECKING:
    from checker.wire.proxy import Proxy

STAGGER = 0.25
"""Seconds before the next address is tried beside one that does not answer (RFC 8305 section 5)."""
MAX_ADDRESSES = 6
"""Addresses of one name that are tried."""
MAX_ROWS = 1000
"""Addresses of one name that are looked at; an answer over TCP may hold some thousands."""
REMEMBER = 60.0
"""Seconds that a look-up is good for."""
MAX_LOOKUPS = 256
"""Look-ups under way at once: a resolver that hangs must not cost threads without end."""
PATIENCE = 16
"""Failures after which something that never worked is asked only now and then."""
_SLICE = 0.25
"""Seconds after which a waiting thread looks whether it was told to stop."""
_CONNECT_TO = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*):([0-9]*):(\[[^\[\]]*\]|[^:\[\]]*):([0-9]*)")

GetAddrInfo: TypeAlias = Callable[[str, int], Iterable[tuple[Any, ...]]]
"""As ``socket.getaddrinfo``: rows that begin with the family and end with the socket address."""


class Broken(Exception):  # noqa: N818 - a fact about the network, no error of ours
    """An exchange that ends here; it becomes a ``Failure``, or a body that is not complete."""

    def __init__(self, fault: Fault, stage: Stage, detail: str = "") -> None:
        super().__init__(fault, stage, detail)
        self.fault, self.stage, self.detail = fault, stage, detail


@dataclass(frozen=True, slots=True)
class Mapping:
    """``--connect-to``: connect to ``address:port`` for what is asked at ``host:at``; empty and None match or keep."""

    host: str
    at: int | None
    address: str
    port: int | None

    def fits(self, url: Url) -> bool:
        return self.host in ("", url.host) and self.at in (None, url.port)


def connect_to(text: str) -> Mapping:
    """Read ``HOST:PORT:ADDR:PORT`` as curl does. Raises ValueError that names what is wrong."""
    match = _CONNECT_TO.fullmatch(text)
    if match is None:
        raise ValueError(f"connect-to {text!r} is not HOST:PORT:ADDR:PORT")
    host, at, address, port = match.groups()
    for part in (host, address):
        if part.startswith("["):
            try:
                ipaddress.IPv6Address(part[1:-1])
            except ValueError:
                raise ValueError(f"connect-to {text!r}: {part} is not an IPv6 address") from None
    for number in (at, port):
        if number and not (len(number) <= 5 and 0 < int(number) < 65536):
            raise ValueError(f"connect-to {text!r}: {number} is not a port")
    if host and not host.startswith("["):
        parsed = urls.parse(f"http://{host}/")
        if parsed is None or parsed.resource != "/" or parsed.userinfo:
            raise ValueError(f"connect-to {text!r}: {host!r} is not a host")
        host = parsed.host
    elif host:
        host = f"[{ipaddress.IPv6Address(host[1:-1]).compressed}]"
    if address and not re.fullmatch(r"\[[^\]]*\]|[A-Za-z0-9_.-]{1,253}", address):
        raise ValueError(f"connect-to {text!r}: {address!r} is not an address")
    return Mapping(host, int(at) if at else None, address, int(port) if port else None)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address that may be connected to. ``where`` is a socket address of ``family``."""

    family: int
    where: tuple[Any, ...]

    def at(self, port: int) -> Endpoint:
        return Endpoint(self.family, (self.where[0], port, *self.where[2:]))

    @property
    def address(self) -> urls.Address:
        return ipaddress.ip_address(str(self.where[0]).partition("%")[0])


@dataclass(slots=True, eq=False)
class _Lookup:
    """One look-up, shared by all who want the name."""

    over: threading.Event = field(default_factory=threading.Event)
    found: list[Endpoint] = field(default_factory=list)
    broken: BaseException | None = None
    good_until: float = float("inf")


class Lifeline:
    """What every exchange needs: the resolver, the proxy. Where it fails again and again and has never worked, it is
    asked once a second only, or a run of a thousand hosts would wait for each of them.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failures = 0
        self._worked = False
        self._next = 0.0

    def worked(self) -> None:
        self._worked = True

    def failed(self) -> None:
        self._failures += 1

    def asked(self) -> bool:
        """Whether it may be asked now."""
        if self._worked or self._failures < PATIENCE:
            return True
        now = self._clock()
        if now < self._next:
            return False
        self._next = now + 1.0
        return True


class Guard:
    """Vets every host before it is connected to.

    ``pinned``: origins that may be private, as the user named them; their first look-up holds for the whole run.
    """

    def __init__(
        self,
        *,
        allow_private: bool = False,
        mappings: tuple[Mapping, ...] = (),
        pinned: frozenset[str] = frozenset(),
        proxy: Proxy | None = None,
        getaddrinfo: GetAddrInfo | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.proxy = proxy
        self._allow_private = allow_private
        self._mappings = mappings
        self._pinned = pinned
        self._getaddrinfo = getaddrinfo or _system
        self._clock = clock
        self.proxied, self._resolver = Lifeline(clock), Lifeline(clock)
        self._known: dict[tuple[str, bool], _Lookup] = {}
        self._under_way: set[_Lookup] = set()

    def endpoints(self, url: Url, deadline: float, stopped: Callable[[], bool] = lambda: False) -> list[Endpoint]:
        """Where to connect to for ``url``, best first. Raises Broken.

        ``deadline`` is a time of the clock; ``stopped`` is asked now and then while a look-up takes its time.
        """
        if url.port in urls.BAD_PORTS:
            raise Broken(Fault.BAD_PORT, Stage.LOOKUP, f"browsers refuse port {url.port}")
        pinned = url.origin in self._pinned
        literal = urls.literal(url.host)
        free = self._allow_private or pinned
        if literal is not None and not free and not urls.is_global(literal):
            raise Broken(Fault.PRIVATE, Stage.LOOKUP, f"{literal} is not on the public internet")
        name, port, mapping = self._mapped(url)
        free = free or bool(mapping and mapping.address)
        if self.proxy:
            if not free and urls.is_special(url.host) and literal is None:
                raise Broken(Fault.PRIVATE, Stage.LOOKUP, f"{url.host} is not a name on the public internet")
            name, port, free, pinned = self.proxy.host, self.proxy.port, True, True
        address = urls.literal(name)
        if address is not None:
            family = socket.AF_INET if address.version == 4 else socket.AF_INET6
            found = [Endpoint(family, (str(address), port) if address.version == 4 else (str(address), port, 0, 0))]
        else:
            found = self._look_up(name, port, pinned, deadline, stopped)
        allowed = found if free else [endpoint for endpoint in found if urls.is_global(endpoint.address)]
        if not allowed:
            raise Broken(Fault.PRIVATE, Stage.LOOKUP, f"{name} is {found[0].address}, not on the public internet")
        return _in_turn(allowed)[:MAX_ADDRESSES]

    def tunnel(self, url: Url) -> str:
        """``host:port`` that the proxy is asked to connect to; empty where it is not, or there is none.

        What ``--connect-to`` maps goes through a tunnel whatever its scheme, as curl has it.
        """
        name, port, mapping = self._mapped(url)
        return f"{name}:{port}" if self.proxy and (mapping or url.scheme == "https") else ""

    def forwarded(self, url: Url) -> bool:
        """Whether the proxy is given the request itself."""
        return self.proxy is not None and not self.tunnel(url)

    def _mapped(self, url: Url) -> tuple[str, int, Mapping | None]:
        for mapping in self._mappings:
            if mapping.fits(url):
                return mapping.address or url.host, mapping.port or url.port, mapping
        return url.host, url.port, None

    def _look_up(
        self, name: str, port: int, pinned: bool, deadline: float, stopped: Callable[[], bool]
    ) -> list[Endpoint]:
        if len(name.rstrip(".")) > 253 or not all(0 < len(label) < 64 for label in name.removesuffix(".").split(".")):
            raise Broken(Fault.NO_SUCH_HOST, Stage.LOOKUP, "not a name that the domain name system can hold")
        key = (name, pinned)
        lookup = self._known.get(key)
        if lookup is None or lookup.good_until < self._clock():
            if len(self._under_way) >= MAX_LOOKUPS:
                raise Broken(Fault.LOOKUP, Stage.LOOKUP, f"{MAX_LOOKUPS} look-ups are without an answer")
            if not self._resolver.asked():
                raise Broken(Fault.LOOKUP, Stage.LOOKUP, f"no look-up was answered so far, so {name} was not looked up")
            lookup = self._known[key] = _Lookup()
            self._under_way.add(lookup)
            threading.Thread(target=self._ask, args=(lookup, *key), name=f"look-up {name}", daemon=True).start()
        while not lookup.over.wait(min(_SLICE, max(deadline - self._clock(), 0.0))):
            if stopped():
                raise Broken(Fault.INTERRUPTED, Stage.LOOKUP)
            if self._clock() >= deadline:
                self._resolver.failed()
                raise Broken(Fault.LOOKUP, Stage.LOOKUP, f"no answer about {name} in time")
        if isinstance(lookup.broken, Broken):
            raise Broken(*lookup.broken.args)
        if lookup.broken:
            raise lookup.broken
        return [endpoint.at(port) for endpoint in lookup.found]

    def _ask(self, lookup: _Lookup, name: str, pinned: bool) -> None:
        try:
            rows = itertools.islice(self._getaddrinfo(name, 0), MAX_ROWS)
            found = (Endpoint(row[0], tuple(row[-1])) for row in rows if row[0] in (socket.AF_INET, socket.AF_INET6))
            lookup.found = list(dict.fromkeys(found))
            if not lookup.found:
                lookup.broken = Broken(Fault.NO_SUCH_HOST, Stage.LOOKUP, f"{name} has no address")
        except socket.gaierror as error:
            lookup.broken = Broken(_lookup_fault(error), Stage.LOOKUP, f"{name}: {error.strerror or error}")
        except (OSError, UnicodeError) as error:
            lookup.broken = Broken(Fault.LOOKUP, Stage.LOOKUP, f"{name}: {error}")
        except BaseException as error:  # noqa: BLE001 - a bug: raised again in the thread that waits
            lookup.broken = error
        finally:
            passing = isinstance(lookup.broken, Broken) and lookup.broken.fault is Fault.LOOKUP
            if passing:
                self._resolver.failed()
            else:
                self._resolver.worked()
            if not pinned:
                lookup.good_until = self._clock() + (0.0 if passing else REMEMBER)
            self._under_way.discard(lookup)
            lookup.over.set()


def _system(name: str, port: int) -> Iterable[tuple[Any, ...]]:
    """Bytes keep Python's IDNA 2003 codec out; without AI_ADDRCONFIG a host that has IPv6 only is still a host."""
    return socket.getaddrinfo(name.encode("ascii"), port, type=socket.SOCK_STREAM)


_NO_SUCH_HOST = {getattr(socket, name) for name in ("EAI_NONAME", "EAI_NODATA") if hasattr(socket, name)}
_UNREACHABLE = {getattr(socket, name) for name in ("EAI_ADDRFAMILY", "EAI_FAMILY") if hasattr(socket, name)}


def _lookup_fault(error: socket.gaierror) -> Fault:
    if error.errno in _UNREACHABLE:
        return Fault.UNREACHABLE
    return Fault.NO_SUCH_HOST if error.errno in _NO_SUCH_HOST else Fault.LOOKUP


def _in_turn(endpoints: list[Endpoint]) -> list[Endpoint]:
    """Families in turn, beginning with that of the first (RFC 8305 section 4)."""
    first = [endpoint for endpoint in endpoints if endpoint.family == endpoints[0].family]
    second = [endpoint for endpoint in endpoints if endpoint.family != endpoints[0].family]
    both = [endpoint for pair in zip(first, second, strict=False) for endpoint in pair]
    return both + first[len(second) :] + second[len(first) :]


_ERRNO = {
    errno.ECONNREFUSED: Fault.REFUSED,
    errno.ECONNRESET: Fault.RESET,
    errno.ECONNABORTED: Fault.RESET,
    errno.EPIPE: Fault.RESET,
    errno.ETIMEDOUT: Fault.TIMEOUT,
}


def fault_of(error: OSError, default: Fault) -> Fault:
    """What an error of the system means for an exchange."""
    if isinstance(error, TimeoutError):
        return Fault.TIMEOUT
    # Windows has numbers of its own, which only the classes tell.
    if isinstance(error, ConnectionRefusedError):
        return Fault.REFUSED
    if isinstance(error, ConnectionError):
        return Fault.RESET
    return _ERRNO.get(error.errno or 0, default)


_Selector = getattr(selectors, "PollSelector", selectors.DefaultSelector)  # epoll takes a descriptor each time
_STARTED = {0, errno.EINPROGRESS, errno.EWOULDBLOCK, errno.EAGAIN, getattr(errno, "WSAEWOULDBLOCK", errno.EAGAIN)}


def connect(
    endpoints: list[Endpoint],
    deadline: float,
    stopped: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = time.monotonic,
    spare: Callable[[int], bool] = lambda _: True,
) -> socket.socket:
    """A connected socket to the first endpoint that answers by ``deadline``. Raises Broken. No other stays open.

    ``spare(1)`` is asked before an attempt is made beside others; if it says no, the attempt takes the oldest one's
    place. ``spare(-1)`` tells that there is one less.
    """
    waiting = deque(endpoints)
    errors: list[OSError] = []
    next_at = clock()
    with _Selector() as selector:
        attempts: dict[socket.socket, None] = {}
        beside = 0
        try:
            while waiting or attempts:
                now = clock()
                if stopped():
                    raise Broken(Fault.INTERRUPTED, Stage.CONNECT)
                if now >= deadline:
                    raise Broken(Fault.TIMEOUT, Stage.CONNECT, "no answer to the attempt to connect")
                if waiting and (now >= next_at or not attempts):
                    if attempts and spare(1):
                        beside += 1
                    elif attempts:
                        oldest = next(iter(attempts))
                        selector.unregister(oldest)
                        del attempts[oldest]
                        oldest.close()
                        errors.append(TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT)))
                    try:
                        attempt = _begin(waiting.popleft())
                    except OSError as error:
                        errors.append(error)
                        continue
                    attempts[attempt] = None
                    selector.register(attempt, selectors.EVENT_WRITE)
                    next_at = now + STAGGER
                    now = clock()
                until = min(deadline, next_at if waiting else deadline, now + _SLICE)
                for key, _ in selector.select(max(until - now, 0.0)):
                    attempt = key.fileobj  # type: ignore[assignment]
                    selector.unregister(attempt)
                    del attempts[attempt]
                    number = attempt.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
                    if not number:
                        return attempt
                    attempt.close()
                    errors.append(OSError(number, os.strerror(number)))
                    next_at = clock()
        finally:
            for attempt in attempts:
                attempt.close()
            for _ in range(beside):
                spare(-1)
    raise _worst(errors)


def _begin(endpoint: Endpoint) -> socket.socket:
    attempt = socket.socket(endpoint.family, socket.SOCK_STREAM)
    try:
        attempt.setblocking(False)
        attempt.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        number = attempt.connect_ex(endpoint.where)
        if number not in _STARTED:
            raise OSError(number, os.strerror(number))
    except OSError:
        attempt.close()
        raise
    return attempt


def _worst(errors: list[OSError]) -> Broken:
    """What to say where several addresses failed: an answer, even a refusal, says more than no way there."""
    for error in errors:
        fault = fault_of(error, Fault.UNREACHABLE)
        if fault is not Fault.UNREACHABLE:
            return Broken(fault, Stage.CONNECT, error.strerror or str(error))
    error = errors[0]
    return Broken(Fault.UNREACHABLE, Stage.CONNECT, error.strerror or str(error))
