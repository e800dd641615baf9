"""The nouns that travel between the stages: frozen records and enumerations, no I/O.

Documents -> occurrences -> targets -> observations -> judgements -> findings -> text or edits.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum, StrEnum
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

# --- 1 and 2: documents, and the links written in them ---------------------------------------------------------


class Source(Enum):
    """Where a document comes from."""

    FILE = "file"
    PAGE = "page"


@dataclass(frozen=True, slots=True)
class Document:
    """One text that links are read from: a file, a crawled page, or standard input (the file ``-``).

    ``name`` is a path relative to the working directory (``/``-separated, no ``./``) or the URL of a page.
    ``text`` is decoded without loss (see :mod:`checker.text`), a byte order mark not included.
    ``language`` names the module of ``discover/languages`` that reads it.
    """

    name: str
    text: str
    language: str
    source: Source = Source.FILE


class Usage(StrEnum):
    """What the place does with the URL."""

    NAVIGATION = "navigation"
    SCRIPT = "script"
    STYLE = "style"
    FRAME = "frame"
    OBJECT = "object"
    FONT = "font"
    IMAGE = "image"
    IMAGESET = "imageset"
    MEDIA = "media"
    ICON = "icon"
    TRACK = "track"
    PRELOAD = "preload"
    HINT = "hint"
    PING = "ping"
    FORM = "form"
    BASE = "base"
    METADATA = "metadata"
    DATA = "data"
    TEXT = "text"


class Mixed(StrEnum):
    """What a browser does with an http URL here on an https page: blocks it, upgrades it, or nothing."""

    ACTIVE = "active"
    PASSIVE = "passive"
    NONE = "none"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of code points in ``Document.text``, half open."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Link:
    """What an extractor yields: the URL's own characters, and the URL as a browser reads them.

    ``start`` and ``end`` are offsets into ``Document.text`` (code points, half open). ``url`` has entities,
    backslashes and escapes undone and is not normalised. ``label`` is where the visible text of the link spells
    the same URL: it is changed along with the link and is no link of its own.
    """

    start: int
    end: int
    url: str
    usage: Usage
    mixed: Mixed = Mixed.NONE
    label: Span | None = None


@dataclass(frozen=True)
class Region:
    """What an extractor yields for text of another language: the pieces, read in order as if joined."""

    language: str
    pieces: tuple[Span, ...]
    reads: tuple[str, ...] = ()
    """What each piece stands for, where some are written as references or escapes; empty: each for itself.
    A piece as long as what it stands for is read character by character, any other as a whole."""


Extract: TypeAlias = Callable[[str, tuple[Span, ...]], "Generator[Link | Region, None, None]"]


@dataclass(frozen=True)
class Language:
    """One module of ``discover/languages``. ``extract(text, within)`` reads the pieces ``within`` of ``text``."""

    name: str
    suffixes: tuple[str, ...]
    """File name endings, lower case, with the dot."""
    extract: Extract
    media_types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place where an http URL is written as a link. Lines and columns are 1-based, columns count code points."""

    document: str
    source: Source
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    url: str
    usage: Usage
    mixed: Mixed
    written: str
    """The characters of the span, as they stand in the document."""
    label: Span | None = None
    label_written: str = ""


# --- 4: targets --------------------------------------------------------------------------------------------------


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
    INTERRUPTED = "interrupted"


class Stage(IntEnum):
    """How far an exchange came."""

    LOOKUP = 1
    CONNECT = 2
    TLS = 3
    HTTP = 4


@dataclass(frozen=True, slots=True)
class Failure:
    fault: Fault
    stage: Stage
    detail: str = ""
    """One line for people: names, dates, the system's words. Made of text from outside."""
    seconds: float = 0.0


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


# --- 6: judgements ---------------------------------------------------------------------------------------------------


class Verdict(StrEnum):
    UPGRADE = "upgrade"
    REVIEW = "review"
    KEEP = "keep"
    DEAD = "dead"
    UNKNOWN = "unknown"
    SKIPPED = "skipped"

    @property
    def says(self) -> str:
        return _VERDICTS[self]


_VERDICTS = {
    Verdict.UPGRADE: "the https URL is proven to give the reader the same thing",
    Verdict.REVIEW: "https works, but sameness is not proven, or the answer lives elsewhere",
    Verdict.KEEP: "https does not work, or gives something else",
    Verdict.DEAD: "the resource is gone whichever way you ask",
    Verdict.UNKNOWN: "could not be told this time",
    Verdict.SKIPPED: "never asked",
}


class Reason(StrEnum):
    REDIRECTS_TO_HTTPS = "redirects-to-https"
    SAME_PAGE = "same-page"
    HTTPS_ONLY = "https-only"
    HSTS_PRELOAD = "hsts-preload"
    SIMILAR_PAGE = "similar-page"
    MOVED = "moved"
    BLOCKED_ALIKE = "blocked-alike"
    FRONT_PAGE = "front-page"
    LOGIN = "login"
    SOFT_NOT_FOUND = "soft-not-found"
    PARKED = "parked"
    MIXED_CONTENT = "mixed-content"
    HTTP_HOP = "http-hop"
    ODD_STATUS = "odd-status"
    REDIRECT_INVALID = "redirect-invalid"
    REDIRECTS_TO_PRIVATE = "redirects-to-private"
    USERINFO = "userinfo"
    REFUSED = "refused"
    TLS_EXPIRED = "tls-expired"
    TLS_HOSTNAME = "tls-hostname"
    TLS_UNTRUSTED = "tls-untrusted"
    TLS_PROTOCOL = "tls-protocol"
    TLS_WEAK = "tls-weak"
    TLS_NOT_TLS = "tls-not-tls"
    HTTPS_TIMEOUT = "https-timeout"
    HTTPS_ERROR = "https-error"
    REDIRECTS_TO_HTTP = "redirects-to-http"
    REDIRECT_LOOP = "redirect-loop"
    DIFFERENT_PAGE = "different-page"
    NOT_FOUND = "not-found"
    GONE = "gone"
    NO_SUCH_HOST = "no-such-host"
    BLOCKED = "blocked"
    RATE_LIMITED = "rate-limited"
    SERVER_ERROR = "server-error"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    BAD_RESPONSE = "bad-response"
    OFFLINE = "offline"
    NO_EVIDENCE = "no-evidence"
    IGNORED = "ignored"
    SPECIAL_USE = "special-use"
    PRIVATE_ADDRESS = "private-address"
    INVALID_URL = "invalid-url"
    IDENTIFIER = "identifier"

    @property
    def says(self) -> str:
        return _REASONS[self]


_REASONS = {
    Reason.REDIRECTS_TO_HTTPS: "the http URL redirects to exactly this https URL",
    Reason.SAME_PAGE: "http and https give the same content",
    Reason.HTTPS_ONLY: "http gives nothing any more, https gives the page",
    Reason.HSTS_PRELOAD: "the host is on the HSTS preload list: browsers only ever ask it over https",
    Reason.SIMILAR_PAGE: "http and https give pages that are alike but not proven the same",
    Reason.MOVED: "the http URL redirects to another https URL that answers",
    Reason.BLOCKED_ALIKE: "http and https both turn the checker away",
    Reason.FRONT_PAGE: "the URL of a page leads to the front page",
    Reason.LOGIN: "the URL leads to a login page",
    Reason.SOFT_NOT_FOUND: "the server says 200 but the page says that nothing is there",
    Reason.PARKED: "the host shows a parking page",
    Reason.MIXED_CONTENT: "the https page loads parts over http that browsers block",
    Reason.HTTP_HOP: "the https URL passes through http before it arrives at https",
    Reason.ODD_STATUS: "the https answer has a status that is neither success nor redirect",
    Reason.REDIRECT_INVALID: "the https URL redirects to something that cannot be followed",
    Reason.REDIRECTS_TO_PRIVATE: "the URL redirects to a private address, which is not followed",
    Reason.USERINFO: "the URL holds a user name or password, which is never sent",
    Reason.REFUSED: "the host refuses connections for https",
    Reason.TLS_EXPIRED: "the certificate is out of date",
    Reason.TLS_HOSTNAME: "the certificate is for other names",
    Reason.TLS_UNTRUSTED: "the certificate is not from a trusted authority, or its chain is incomplete",
    Reason.TLS_PROTOCOL: "the host speaks only protocol versions or ciphers that browsers refuse",
    Reason.TLS_WEAK: "the certificate or key is too weak",
    Reason.TLS_NOT_TLS: "what answers on the https port does not speak TLS",
    Reason.HTTPS_TIMEOUT: "http answers, https stays silent",
    Reason.HTTPS_ERROR: "http answers, https gives an error",
    Reason.REDIRECTS_TO_HTTP: "the https URL sends the reader back to http",
    Reason.REDIRECT_LOOP: "the URL redirects in a circle",
    Reason.DIFFERENT_PAGE: "https gives something else than http",
    Reason.NOT_FOUND: "the page is not there (404)",
    Reason.GONE: "the page has been removed (410)",
    Reason.NO_SUCH_HOST: "the host does not exist",
    Reason.BLOCKED: "https turns the checker away, http does not",
    Reason.RATE_LIMITED: "the host says that it was asked too often",
    Reason.SERVER_ERROR: "the host answers with a server error",
    Reason.TIMEOUT: "the host stays silent",
    Reason.UNREACHABLE: "the host cannot be reached",
    Reason.BAD_RESPONSE: "the answer is not readable as HTTP",
    Reason.OFFLINE: "not asked: the run was offline",
    Reason.NO_EVIDENCE: "nothing proves that http and https give the same",
    Reason.IGNORED: "ignored by request",
    Reason.SPECIAL_USE: "a name that is reserved or only has meaning in a private network",
    Reason.PRIVATE_ADDRESS: "an address that is not on the public internet",
    Reason.INVALID_URL: "not a URL that a browser could open",
    Reason.IDENTIFIER: "an identifier that is compared as a string and never opened",
}


@dataclass(frozen=True)
class Judgement:
    verdict: Verdict
    reason: Reason
    detail: str = ""
    """One line of evidence for people, beyond what the reason says. May hold text from outside."""
    suggestion: str | None = None
    """Where the answer lives now (for ``moved``), userinfo masked."""


class Question(Enum):
    """What a rung wants to know before it speaks."""

    READING = "reading"
    """The words and headings of both final pages."""
    SIBLING = "sibling"
    """What a random path beside the twin's gives over https."""
    HTTP_AGAIN = "http-again"
    """What http gives when asked once more."""


@dataclass(frozen=True)
class Answer:
    """A target with its judgement. ``observation`` is None for what was never asked; its bodies are dropped."""

    target: Target
    judgement: Judgement
    observation: Observation | None = None


# --- 7: findings -----------------------------------------------------------------------------------------------------


class Severity(IntEnum):
    NOTE = 1
    WARNING = 2
    ERROR = 3

    @property
    def slug(self) -> str:
        return self.name.lower()


class Rule(StrEnum):
    ACTIVE_MIXED_CONTENT = "active-mixed-content"
    INSECURE_FORM = "insecure-form"
    OWN_SITE_HTTP = "own-site-http"
    PASSIVE_MIXED_CONTENT = "passive-mixed-content"
    INSECURE_METADATA = "insecure-metadata"
    UPGRADABLE_LINK = "upgradable-link"
    REVIEW_LINK = "review-link"

    @property
    def severity(self) -> Severity:
        return _RULES[self][0]

    @property
    def headline(self) -> str:
        return _RULES[self][1]

    @property
    def help(self) -> str:
        """What the rule is about and what to do, as Markdown."""
        return _RULES[self][2]


_RULES = {
    Rule.ACTIVE_MIXED_CONTENT: (
        Severity.ERROR,
        "Browsers block this part of the page",
        "A script, style sheet, frame, font, `srcset` candidate or the like is loaded over `http`. On an `https` page "
        "browsers refuse to load it. Change it to `https` where the message says that https works; otherwise host "
        "the file elsewhere or remove it.",
    ),
    Rule.INSECURE_FORM: (
        Severity.ERROR,
        "A form sends what readers type over http",
        "The form's target is `http`, so what readers type travels readable for everyone on the way, and browsers "
        "warn before sending it. A GET cannot prove that a POST works over `https`: try the form after the change.",
    ),
    Rule.OWN_SITE_HTTP: (
        Severity.WARNING,
        "A link to your own site over http",
        "The site links to itself over `http` although it is served over `https`. Each such link costs readers a "
        "redirect and can be intercepted. Change it to `https` or to a relative URL.",
    ),
    Rule.PASSIVE_MIXED_CONTENT: (
        Severity.WARNING,
        "Browsers ask for this picture, sound or film over https whatever you write",
        "On an `https` page browsers upgrade the URL by themselves, with no way back. Where https does not work the "
        "reader sees a broken picture; where it does, write `https` so that every reader gets it the same way.",
    ),
    Rule.INSECURE_METADATA: (
        Severity.WARNING,
        "Metadata names an http URL that works over https",
        "Canonical links, Open Graph properties, alternates, feeds and sitemaps tell other programs which URL to use. "
        "An `http` one makes them prefer the insecure copy.",
    ),
    Rule.UPGRADABLE_LINK: (
        Severity.WARNING,
        "This link can become https without changing what the reader gets",
        "The `https` URL was asked and proven to give the same as the `http` one. Change the scheme.",
    ),
    Rule.REVIEW_LINK: (
        Severity.NOTE,
        "https works here, but a person should look",
        "The `https` URL answers, yet it is not proven to be the same page, or the answer lives at another URL now. "
        "Open both and decide.",
    ),
}


@dataclass(frozen=True)
class Edit:
    """Replace code points ``start`` to ``end`` of the decoded document by ``text``."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Fix:
    edits: tuple[Edit, ...]
    safe: bool


@dataclass(frozen=True)
class Finding:
    rule: Rule
    severity: Severity
    occurrence: Occurrence
    judgement: Judgement
    https: str
    """The occurrence's URL with https, userinfo masked."""
    message: str
    """One line: what is wrong and what to do. May hold text from outside."""
    fix: Fix | None = None
    pages: tuple[str, ...] = ()
    """Pages that it shows up on, where traced or crawled."""
    known: bool = False
    changed: bool = True


# --- 8: the report ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Problem:
    """Something that could not be read or asked: told on stderr and in reports, never silent."""

    where: str
    what: str
    code: int = 2
    """The exit code that it leads to; 0 where it is a remark only."""


@dataclass(frozen=True)
class Page:
    """A crawled page: what became of it."""

    url: str
    status: int | None
    depth: int
    links: int
    problem: str = ""


@dataclass(frozen=True)
class Summary:
    documents: int
    occurrences: int
    targets: int
    hosts: int
    requests: int
    seconds: float
    verdicts: Mapping[Verdict, int]
    """Targets by verdict; every verdict is a key."""
    rules: Mapping[Rule, int]
    """Findings by rule; every rule is a key."""
    complete: bool = True
    """As :attr:`Report.complete`, for formats that are streams."""


@dataclass(frozen=True)
class Report:
    """All that a format may print. Findings are sorted by document, then place."""

    version: str
    complete: bool
    """False: interrupted, out of time, or could not judge; whoever reads it must not close what is missing."""
    summary: Summary
    findings: tuple[Finding, ...]
    answers: tuple[Answer, ...]
    """Sorted by URL."""
    counts: Mapping[Url, int]
    """Occurrences by target."""
    occurrences: Mapping[Url, tuple[Occurrence, ...]] = field(default_factory=dict)
    """Places by target, for formats that list what is no finding."""
    invalid: tuple[tuple[Occurrence, Judgement], ...] = ()
    """Places whose URL cannot be parsed: skipped, and told."""
    pages: tuple[Page, ...] = ()
    problems: tuple[Problem, ...] = ()
    detailed: bool = False
    """Formats for people list every link, those that are no findings too."""


Event: TypeAlias = Page | Answer | Finding | Summary


@dataclass(frozen=True)
class Format:
    """One module of ``report/formats``. ``render`` gives the whole text of a report in pieces;
    ``line`` gives the line of one event as it comes, for formats that are streams."""

    name: str
    render: Callable[[Report], Generator[str, None, None]]
    line: Callable[[Event], str] | None = None
