"""A recorded conversation: what was asked about one URL and what came of it, as a file that can be asked again.

``https-ready why URL --record FILE`` writes one and ``why --replay FILE`` judges it anew, so that a bug report becomes
a test. The file is JSON (``https-ready-recording/1``), written field by field:

- ``url``, ``usage``: what was asked about, user name and password masked.
- ``run``: what only a whole run knows, ``port_80_seen`` and ``shared_body``.
- ``said``: the verdict and reason of the run that wrote it.
- ``expected``: the verdict and reason that are right, written by a person; null until then.
- ``exchanges``, in the order in which they were told: each request (``url``, ``cookies``, ``limit``, ``again``) with
  a reply (``status``, ``headers``, ``body``, ``complete``, ``cut``, ``length``, ``broken``) or a failure (``fault``,
  ``stage``, ``detail``), and ``seconds`` and ``address``.

A body is ``text`` where it is UTF-8, else ``base64``. Values of cookies are replaced by others of the same length,
equal ones by equal ones, so that a replay sends the same requests; other headers that carry secrets are masked. URLs
and bodies stay as they are.

A recording comes from a stranger: its size is bounded, and each field is looked at before it is used.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from checker import urls
from checker.model import Exchange, Failure, Fault, Outcome, Reason, Reply, Request, Stage, Url, Usage, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SCHEMA = "https-ready-recording/1"
MOST_BYTES = 16 << 20
MOST_EXCHANGES = 200
MOST_HEADERS = 1000
MOST_BODY = 1 << 20
MOST_TEXT = 2 << 20

Judged = tuple[Verdict, Reason]


class RecordingError(Exception):
    """A recording that cannot be used; one line that says what and where in it."""


@dataclass(frozen=True)
class Recording:
    """What a file holds. Requests are unique."""

    url: Url
    usage: Usage
    exchanges: tuple[Exchange, ...]
    port_80_seen: bool = True
    shared_body: bool = False
    said: Judged | None = None
    expected: Judged | None = None

    def fetch(self, request: Request) -> Outcome:
        """The network as it was. Raises RecordingError for what was not asked then."""
        for exchange in self.exchanges:
            if exchange.request == request:
                return exchange.outcome
        what = f"{request.url}" + (" once more" if request.again else "")
        cookies = " with these cookies" if request.cookies else ""
        raise RecordingError(f"holds no answer for {what}{cookies}: it was not asked then")


# --- out ------------------------------------------------------------------------------------------------------------

_SECRET = re.compile(r"token|secret|session|passw|auth|api-?key|csrf|xsrf|jwt|cookie", re.I | re.A)
_NO_SECRET = frozenset(("www-authenticate", "proxy-authenticate"))
_ACCEPTED = re.compile(r"[\x20-\x3a\x3c-\x7e]*")


def dump(recording: Recording) -> str:
    """The text of the file. Raises RecordingError for what is too large to be read again."""
    import json

    masked = _Cookies()
    record = {
        "schema": SCHEMA,
        "url": str(recording.url),
        "usage": recording.usage.value,
        "run": {"port_80_seen": recording.port_80_seen, "shared_body": recording.shared_body},
        "said": _judged(recording.said),
        "expected": _judged(recording.expected),
        "exchanges": [_exchange(exchange, masked) for exchange in recording.exchanges],
    }
    text = json.dumps(record, indent=2, ensure_ascii=True) + "\n"
    if len(text) > MOST_BYTES:
        raise RecordingError(f"more than {MOST_BYTES >> 20} MiB: not written")
    return text


def _judged(judged: Judged | None) -> dict[str, str] | None:
    return None if judged is None else {"verdict": judged[0].value, "reason": judged[1].value}


class _Cookies:
    """Puts others in place of the values of cookies: equal ones for equal ones, each as long as what it stands for."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def value(self, value: str) -> str:
        if not value:
            return value
        if value not in self._known:
            # What a client refuses to keep must be refused in a replay too.
            mark = "*" if _ACCEPTED.fullmatch(value) else "\xa4"
            self._known[value] = f"{mark}{len(self._known) + 1}".ljust(len(value), "*")
        return self._known[value]

    def sent(self, header: str) -> str:
        """A Cookie header."""
        return "; ".join(self._pair(pair) for pair in header.split("; ")) if header else ""

    def set(self, header: str) -> str:
        """A Set-Cookie header; its attributes stay."""
        pair, semicolon, attributes = header.partition(";")
        return self._pair(pair) + semicolon + attributes

    def _pair(self, pair: str) -> str:
        name, equals, value = pair.partition("=")
        if not equals:
            return self.value(pair.strip())  # a client drops it: it has no name
        return f"{name}={self.value(value.strip())}"


def _exchange(exchange: Exchange, masked: _Cookies) -> dict[str, object]:
    request, outcome = exchange.request, exchange.outcome
    record: dict[str, object] = {
        "url": str(request.url),
        "cookies": masked.sent(request.cookies),
        "limit": request.body_limit,
        "again": request.again,
    }
    match outcome:
        case Failure():
            record |= {
                "fault": outcome.fault.value,
                "stage": outcome.stage.name.lower(),
                "detail": urls.mask(outcome.detail),
            }
        case Reply():
            record |= {
                "status": outcome.status,
                "headers": [f"{name}: {_header(name, value, masked)}" for name, value in outcome.headers],
                "body": _body(outcome.body),
                "complete": outcome.body_complete,
                "cut": outcome.body_cut,
                "length": outcome.length,
                "broken": outcome.body_fault.value if outcome.body_fault else None,
            }
    return {**record, "seconds": round(outcome.seconds, 3), "address": outcome.address}


def _header(name: str, value: str, masked: _Cookies) -> str:
    if name == "set-cookie":
        return masked.set(value)
    if name not in _NO_SECRET and _SECRET.search(name):
        return "***" if value else value
    return urls.mask(value)


def _body(body: bytes) -> dict[str, str]:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    if text or not body:
        return {"text": text}
    import base64

    return {"base64": base64.b64encode(body).decode("ascii")}


# --- in -------------------------------------------------------------------------------------------------------------


def load(data: bytes) -> Recording:
    """What a file holds. Raises RecordingError."""
    import json

    if len(data) > MOST_BYTES:
        raise RecordingError(f"larger than {MOST_BYTES >> 20} MiB")
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise RecordingError("not UTF-8") from None
    except RecursionError:
        raise RecordingError("not a recording: nested too deeply") from None
    except ValueError as error:
        raise RecordingError(f"not JSON: {str(error)[:200]}") from None
    top = _Fields(content, "")
    schema = top.text("schema")
    if schema != SCHEMA:
        raise RecordingError(f"schema: {schema[:60]!r} is not {SCHEMA!r}")
    run = top.fields("run")
    recording = Recording(
        url=top.url("url"),
        usage=Usage(top.word("usage", [usage.value for usage in Usage])),
        exchanges=_exchanges(top),
        port_80_seen=run.switch("port_80_seen"),
        shared_body=run.switch("shared_body"),
        said=_read_judged(top, "said"),
        expected=_read_judged(top, "expected"),
    )
    if recording.url.scheme != "http":
        raise RecordingError("url: not an http URL")
    run.done()
    top.done()
    return recording


def _read_judged(top: _Fields, name: str) -> Judged | None:
    if top.missing(name):
        return None
    fields = top.fields(name)
    verdict = Verdict(fields.word("verdict", [verdict.value for verdict in Verdict]))
    reason = Reason(fields.word("reason", [reason.value for reason in Reason]))
    fields.done()
    return verdict, reason


def _exchanges(top: _Fields) -> tuple[Exchange, ...]:
    found: dict[Request, Exchange] = {}
    for fields in top.records("exchanges", MOST_EXCHANGES):
        url = fields.url("url")
        if url.userinfo:
            raise RecordingError(f"{fields.where}url: holds a user name, which is never sent")
        request = Request(
            url, fields.text("cookies"), fields.number("limit", MOST_BODY), again=fields.number("again", 100)
        )
        if request in found:
            raise RecordingError(f"{fields.where}url: the same request once more")
        found[request] = Exchange(request, _outcome(fields, request))
        fields.done()
    return tuple(found.values())


def _outcome(fields: _Fields, request: Request) -> Outcome:
    seconds, address = fields.seconds("seconds"), fields.text("address")
    if address and urls.literal(address) is None:
        raise RecordingError(f"{fields.where}address: not an address")
    if not fields.missing("fault"):
        fault = Fault(fields.word("fault", [fault.value for fault in Fault]))
        stage = Stage[fields.word("stage", [stage.name.lower() for stage in Stage]).upper()]
        return Failure(fault, stage, fields.text("detail"), seconds, address)
    status = fields.number("status", 999)
    if status < 100:
        raise RecordingError(f"{fields.where}status: {status} is no status")
    body = fields.body("body")
    if len(body) > request.body_limit:
        raise RecordingError(f"{fields.where}body: longer than its limit")
    length = None if fields.missing("length") else fields.number("length", 10**15)
    broken = None if fields.missing("broken") else Fault(fields.word("broken", [fault.value for fault in Fault]))
    return Reply(
        status,
        fields.headers("headers"),
        body,
        fields.switch("complete"),
        fields.switch("cut"),
        length,
        seconds,
        body_fault=broken,
        address=address,
    )


@dataclass(slots=True)
class _Fields:
    """An object of a file, field by field. Each reader raises RecordingError for what is not as it must be."""

    content: Any
    where: str
    """Its place in the file, with a dot at the end; empty for the whole."""
    read: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        if not isinstance(self.content, Mapping):
            raise RecordingError(f"{self.where.removesuffix('.') or 'not a recording'}: not an object")

    def _get(self, name: str) -> Any:
        self.read.add(name)
        if name not in self.content:
            raise RecordingError(f"{self.where}{name}: missing")
        return self.content[name]

    def _wrong(self, name: str, wanted: str) -> RecordingError:
        return RecordingError(f"{self.where}{name}: not {wanted}")

    def missing(self, name: str) -> bool:
        """Whether it is not there, or null."""
        self.read.add(name)
        return self.content.get(name) is None

    def done(self) -> None:
        """Refuse what nobody asked for: a misspelt field must not be passed over."""
        for name in self.content:
            if name not in self.read:
                raise RecordingError(f"{self.where}{name[:60]}: no such field")

    def text(self, name: str) -> str:
        value = self._get(name)
        if not isinstance(value, str) or len(value) > MOST_TEXT:
            raise self._wrong(name, "a text")
        return value

    def word(self, name: str, words: list[str]) -> str:
        value = self.text(name)
        if value not in words:
            import difflib

            close = difflib.get_close_matches(value[:60], words, 1)
            raise self._wrong(name, f"one of its words: {value[:60]!r}" + (f" (is it {close[0]!r}?)" if close else ""))
        return value

    def url(self, name: str) -> Url:
        url = urls.parse(self.text(name))
        if url is None:
            raise self._wrong(name, "an http or https URL")
        return url

    def switch(self, name: str) -> bool:
        value = self._get(name)
        if not isinstance(value, bool):
            raise self._wrong(name, "true or false")
        return value

    def number(self, name: str, most: int) -> int:
        value = self._get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise self._wrong(name, f"a whole number from 0 to {most}")
        return value

    def seconds(self, name: str) -> float:
        value = self._get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 10**6:
            raise self._wrong(name, "a number of seconds")
        return float(value)

    def fields(self, name: str) -> _Fields:
        return _Fields(self._get(name), f"{self.where}{name}.")

    def records(self, name: str, most: int) -> list[_Fields]:
        value = self._get(name)
        if not isinstance(value, list) or len(value) > most:
            raise self._wrong(name, f"a list of at most {most}")
        return [_Fields(item, f"{self.where}{name}[{index}].") for index, item in enumerate(value)]

    def headers(self, name: str) -> tuple[tuple[str, str], ...]:
        value = self._get(name)
        if not isinstance(value, list) or len(value) > MOST_HEADERS:
            raise self._wrong(name, f"a list of at most {MOST_HEADERS}")
        if not all(isinstance(line, str) and ": " in line for line in value):
            raise self._wrong(name, "a list of texts with a colon and a blank")
        lines = (line.partition(": ") for line in value)
        return tuple((key.lower(), text) for key, _, text in lines)

    def body(self, name: str) -> bytes:
        fields = self.fields(name)
        if "base64" not in fields.content:
            body = fields.text("text").encode("utf-8", "surrogatepass")
        else:
            import base64

            try:
                body = base64.b64decode(fields.text("base64"), validate=True)
            except ValueError:
                raise fields._wrong("base64", "base64") from None
        fields.done()
        if len(body) > MOST_BODY:
            raise self._wrong(name, f"at most {MOST_BODY} bytes")
        return body
