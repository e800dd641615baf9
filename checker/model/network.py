"""Targets, conversations with the network, and what they observed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Url:
    """An http or https URL as WHATWG parses it (host by IDNA), without fragment; made by :func:`checker.urls.parse`."""

    scheme: str
    host: str
    """ASCII, lower case; an IPv6 address keeps its brackets."""
    port: int
    """The port in force, the scheme's default included."""
    path: str
    """Begins with ``/``; percent-encoded."""
    query: str = ""
    """With its ``?``, or empty."""
    userinfo: str = ""
    """``name:password`` without the ``@``; never sent, never printed."""

    @property
    def netloc(self) -> str:
        default = 443 if self.scheme == "https" else 80
        return self.host if self.port == default else f"{self.host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.netloc}"

    @property
    def resource(self) -> str:
        """The request target of RFC 9112 section 3.2.1: path and query."""
        return self.path + self.query

    @property
    def slot(self) -> str:
        """The host for limits: without a leading ``www.``, both schemes and all ports together."""
        return self.host.removeprefix("www.")

    def __str__(self) -> str:
        """The URL, userinfo masked."""
        return f"{self.scheme}://{'***@' if self.userinfo else ''}{self.netloc}{self.resource}"


@dataclass(frozen=True)
class Target:
    """One http URL, asked about once however often it occurs, and its https twin."""

    http: Url
    https: Url
    strict: bool = False
    """Some occurrence loads it as script, style, font, object or form: only bytes or a redirect prove sameness."""
    form: bool = False
    """Some occurrence submits to it: a GET proves nothing about a POST."""
    navigation: bool = True
    """Every occurrence is a place that a reader follows; false where some page loads it."""


# --- 5: conversations with the network ------------------------------------------------------------------------------


COMPARED = 65_536
"""Bytes of a body that is compared with another, at the most."""


@dataclass(frozen=True, slots=True)
class Request:
    """A GET. Two equal requests of one run are sent once."""

    url: Url
    cookies: str = ""
    """The value of the ``Cookie`` header of this conversation, or empty."""
    body_limit: int = COMPARED
    """Bytes of the decoded body that are read at the most."""
    again: int = 0
    """Counts up to ask the same once more, past the memory of answers."""
    types: tuple[str, ...] = ()
    """Media types of which a body is read, and of what names none; empty: of all."""


class Fault(StrEnum):
    """Why an exchange brought no HTTP answer."""

    NO_SUCH_HOST = "no-such-host"
    LOOKUP = "lookup-failed"
    REFUSED = "refused"
    RESET = "reset"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    TLS_EXPIRED = "tls-expired"
    TLS_HOSTNAME = "tls-hostname"
    TLS_UNTRUSTED = "tls-untrusted"
    TLS_PROTOCOL = "tls-protocol"
    TLS_WEAK = "tls-weak"
    TLS_NOT_TLS = "tls-not-tls"
    BAD_RESPONSE = "bad-response"
    PRIVATE = "private-address"
    BAD_PORT = "bad-port"
    PROXY = "proxy"
    """The proxy that the user named could not be reached, or would not pass this on: it says nothing about the host."""
    INTERRUPTED = "interrupted"
    OFFLINE = "offline"
    """The run asks nobody."""


class Stage(IntEnum):
    """How far an exchange came."""

    LOOKUP = 1
    CONNECT = 2
    TLS = 3
    HTTP = 4


@dataclass(frozen=True, slots=True)
class Failure:
    """An exchange without an HTTP answer."""

    fault: Fault
    stage: Stage
    detail: str = ""
    """One line for people: names, dates, the system's words. Made of text from outside."""
    seconds: float = 0.0
    address: str = ""
    """What was connected to, where it came so far."""


class Sign(StrEnum):
    """What a page gives away about itself; the list of signs is ``checker.judge.signs``."""

    PARKED = "parked"
    DEFAULT_PAGE = "default-page"
    CHALLENGE = "challenge"
    NOT_FOUND = "not-found"
    BOUNCE = "bounce"
    """A script puts ``http:`` into the page's own address."""
    INSECURE_PARTS = "insecure-parts"
    """A hint only: something in the markup may load over http; a reading tells for sure."""


@dataclass(frozen=True)
class Features:
    """What the worker that read a body makes of it at once."""

    type: str
    """The media type's essence, lower case; sniffed where the header says nothing."""
    digest: str
    """Of the bytes that were read."""
    normalised: str | None
    """Digest of the text with schemes, nonces, tokens and times set aside; None for what is no text."""
    length: int
    """Bytes of the decoded body that were read."""
    refresh: str | None = None
    """The URL of a ``Refresh`` header or meta refresh of five seconds or less, as written."""
    signs: Mapping[Sign, str] = field(default_factory=dict)
    """Signs that the page shows, and what showed each."""
    steady: str | None = None
    """Digest of the text with only that set aside which is never content: schemes, moments, nonces, tokens of forms."""


@dataclass(frozen=True)
class Reading:
    """What BeautifulSoup makes of a page; computed only when a rung needs it."""

    title: str
    heading: str
    canonical: str
    words: Mapping[str, int]
    main: Mapping[str, int]
    """Words outside nav, header, footer and aside."""
    active: tuple[str, ...] = ()
    """http URLs that a browser would refuse to load in this page."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP answer with a complete header. ``body`` is decoded and cut at the request's limit."""

    status: int
    headers: tuple[tuple[str, str], ...]
    """Names in lower case, in order; values decoded as UTF-8, else Latin-1."""
    body: bytes = field(default=b"", repr=False)
    body_complete: bool = True
    """The body came to its proper end within the limit and decoded well."""
    body_cut: bool = False
    """Reading stopped at the limit; what was read is good."""
    length: int | None = None
    """Bytes of the whole decoded body, where known."""
    seconds: float = 0.0
    features: Features | None = None
    reading: Reading | None = None
    body_fault: Fault | None = None
    """Why the body is neither complete nor cut: TIMEOUT where it dripped, else what was wrong; None if untold."""
    address: str = ""
    """What was connected to, where known."""

    def header(self, name: str) -> str | None:
        """The first value of a header (``name`` in lower case)."""
        return next((value for key, value in self.headers if key == name), None)


Outcome: TypeAlias = Reply | Failure
Fetch: TypeAlias = Callable[[Request], Outcome]


@dataclass(frozen=True)
class Task:
    """Pure work that is too slow for the coordinating thread; a worker runs it, its result is sent back."""

    run: Callable[[], Any]


@dataclass(frozen=True)
class Together:
    """Conversations to hold side by side; their results are sent back as a tuple, in this order."""

    flows: tuple[Flow[Any], ...]


Step: TypeAlias = Request | Task | Together
Flow: TypeAlias = Generator[Step, Any, T]
"""A conversation: yields a step, is sent its result (an Outcome for a Request), returns what it learned."""


@dataclass(frozen=True)
class Job:
    """A conversation that has not begun, queued at the host it begins with. ``slot`` is that of ``Url.slot``."""

    slot: str
    start: Callable[[], Flow[Any]]


class Ending(StrEnum):
    """How a chain of redirects ended."""

    ARRIVED = "arrived"
    """The last exchange has a reply that sends nowhere else."""
    FAILED = "failed"
    """The last exchange has a failure."""
    LOOP = "loop"
    """A request came back unchanged, or there were more than 20 hops."""
    INVALID = "invalid"
    """The last reply redirects to nothing that can be followed."""
    PRIVATE = "private"
    """The last reply redirects to an address that must not be asked."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request, and what came of it."""

    request: Request
    outcome: Outcome


@dataclass(frozen=True)
class Chain:
    """One URL asked, and every redirect after it. At least one exchange."""

    exchanges: tuple[Exchange, ...]
    ending: Ending
    location: str = ""
    """Where the last reply sends (for INVALID and PRIVATE), as written."""

    @property
    def last(self) -> Exchange:
        return self.exchanges[-1]

    @property
    def reply(self) -> Reply | None:
        """The final answer, if the chain arrived at one."""
        outcome = self.last.outcome
        return outcome if self.ending is Ending.ARRIVED and isinstance(outcome, Reply) else None

    @property
    def failure(self) -> Failure | None:
        outcome = self.last.outcome
        return outcome if isinstance(outcome, Failure) else None


@dataclass(frozen=True)
class Observation:
    """What the network said about a target. Facts only."""

    target: Target
    http: Chain
    https: Chain
    sibling: Chain | None = None
    """A random path beside the twin's, asked over https when a rung wanted it."""
    http_again: Chain | None = None
    """The target over http once more, to know its own noise."""
    port_80_seen: bool = True
    """Some host of this run answered on port 80."""
    shared_body: bool = False
    """Another target of the host gave the same body over https: a reason to ask a sibling, no proof."""
    preloaded: str = ""
    """The edition of the HSTS preload list that covers the host, where a run asks nobody; else empty."""
