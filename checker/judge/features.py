"""What the worker that read a body makes of it at once: digests, type, signs, and where the page sends its reader.

The normalised digest sets aside what changes from one request to the next without changing what the reader gets:

- ``http:`` and ``https:`` in links, plain or escaped as in JavaScript and in query strings
- nonces, CSRF tokens and the like, where tags carry them; comments
- times of day, with their date where both are one token; Unix times; "0.123 seconds"
- numbers in the attributes ``id``, ``for``, ``data-*`` and ``aria-*``; long random tokens in quotes and queries
- cache-busters and session ids in query strings

Numbers and tokens in the text that a reader sees are never set aside: a price or a checksum is content. Of other types
than HTML only schemes and times are.

Some of this is content in some places (a number in ``data-price``, the time of a ferry). So there is a second digest,
``steady``, which sets aside only what is never content. If only the normalised digests are equal, http is asked once
more and has to differ from itself: see the rung ``same-text``.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from html import unescape

from checker.judge import signs
from checker.judge.markup import Markup, decode, split, without_comments
from checker.model import Features, Outcome, Reply, Sign

HTML = frozenset(("text/html",))
_ALIASES = {
    "application/xhtml+xml": "text/html",
    "application/x-javascript": "text/javascript",
    "application/javascript": "text/javascript",
    "application/ecmascript": "text/javascript",
    "text/ecmascript": "text/javascript",
    "text/x-javascript": "text/javascript",
    "text/xml": "application/xml",
    "application/rss+xml": "application/xml",
    "application/atom+xml": "application/xml",
    "application/rdf+xml": "application/xml",
    "text/json": "application/json",
    "application/x-pdf": "application/pdf",
    "image/jpg": "image/jpeg",
    "image/pjpeg": "image/jpeg",
    "image/vnd.microsoft.icon": "image/x-icon",
    "application/font-woff": "font/woff",
    "application/x-font-woff": "font/woff",
    "application/font-woff2": "font/woff2",
    "application/x-font-ttf": "font/ttf",
    "application/x-zip-compressed": "application/zip",
}
_ESSENCE = re.compile(r"[\w.+-]{1,100}/[\w.+-]{1,100}", re.A)
_TEXT = re.compile(r"text/.*|application/(?:.*\+)?(?:xml|json)|application/(?:ld|x-ndjson|yaml|toml)|image/svg\+xml")
_SAYS_NOTHING = frozenset(
    ("", "application/octet-stream", "binary/octet-stream", "application/unknown", "unknown/unknown")
)
_MAGIC = (
    # https://mimesniff.spec.whatwg.org/
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF8", "image/gif"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"PK\x03\x04", "application/zip"),
    (b"\x1f\x8b\x08", "application/gzip"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
    (b"<?xml", "application/xml"),
)
_HTML_START = re.compile(
    rb"\s*(?:<!--.{0,2000}?-->\s*)?"
    rb"<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]",
    re.I | re.S,
)


def with_features(outcome: Outcome) -> Outcome:
    """The outcome, with features if it is a reply; what every worker does with what it fetched."""
    return replace(outcome, features=features(outcome)) if isinstance(outcome, Reply) else outcome


def features(reply: Reply) -> Features:
    """Read a body once, in linear time."""
    essence = media_type(reply)
    body = reply.body
    refresh = _refresh_value(reply.header("refresh") or "")
    normalised = still = None
    shown: dict[Sign, str] = {}
    if body and _TEXT.fullmatch(essence):
        text = decode(reply)
        if essence in HTML:
            markup = split(text)
            refresh = refresh or _meta_refresh(markup) or _script_refresh(text, markup)
            shown = signs.found(reply, text, markup)
        html = essence in HTML
        quiet = steady(text, html=html)
        still = _digest(_even(quiet.encode("utf-8", "replace"), reply))
        normalised = _digest(_even(normalise(quiet, html=html).encode("utf-8", "replace"), reply))
    if challenge := signs.challenge_header(reply):
        shown[Sign.CHALLENGE] = challenge
    return Features(essence, _digest(body), normalised, len(body), refresh, shown, still)


def media_type(reply: Reply) -> str:
    """The essence of the content type, aliases made one; sniffed where the header says nothing; "" without a body."""
    match = _ESSENCE.match((reply.header("content-type") or "").strip().lower())
    declared = match[0] if match else ""
    if declared not in _SAYS_NOTHING:
        return _ALIASES.get(declared, declared)
    if not reply.body:
        return ""
    for magic, essence in _MAGIC:
        if reply.body.startswith(magic):
            return essence
    if declared:
        return "application/octet-stream"
    if _HTML_START.match(reply.body):
        return "text/html"
    return "application/octet-stream" if b"\0" in reply.body[:1024] else "text/plain"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _even(data: bytes, reply: Reply) -> bytes:
    """What is left of a cut body is longer over http, by an ``s`` a link: compare seven eighths of it."""
    return data[: len(reply.body) * 7 // 8] if reply.body_cut else data


# --- what is set aside --------------------------------------------------------------------------------------------

# Each begins with a literal or a set of characters, which the engine scans for quickly: 64 KiB must cost milliseconds.
_SCHEME = re.compile(r"https?(?=:(?://|\\/\\/|&#x2[Ff];)|%3[Aa]%2[Ff]%2[Ff])")
_TIME = re.compile(
    r"[0-9](?<!\w[0-9])(?:"
    r"\d{3}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?"
    r"|\d?:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?: ?[aApP]\.?[mM]\b\.?)?(?: ?(?:GMT|UTC|CEST|CET)\b)?"
    r"|(?<=1)[5-9]\d{8}(?:\d{3})?(?!\w)"
    r"|\d{0,5}[.,]\d{1,9} ?(?:m?s|sec|seconds?)\b"
    r")",
    re.A,
)
_VARYING = (
    r"csrf|xsrf|nonce|token|authenticity|__viewstate|__eventvalidation|form_build_id|sessid|request-?id|timestamp"
)
_TAG = re.compile(r"<(?:input|meta)\b[^<>]{0,4096}>", re.I | re.A)
_SECRET = re.compile(_VARYING, re.I | re.A)
_UNSEEN = re.compile(r"""<meta|\stype\s{0,9}=\s{0,9}["']?hidden\b""", re.I | re.A)
_MOMENT = re.compile(
    r"[0-9](?<![\w:.][0-9])(?:\d{3}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|\d?:\d\d:\d\d)"
    r"(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?(?![\w:])",
    re.A,
)
_NONCE = re.compile(r"""\snonce\s{0,9}=\s{0,9}(?:"[^"<>]{0,300}"|'[^'<>]{0,300}'|[^\s"'<>]{1,300})""", re.I | re.A)
_ID = re.compile(r"""\s(?:id|for)\s{0,9}=\s{0,9}("[^"<>]{0,300}"|'[^'<>]{0,300}')""", re.I | re.A)
_LABEL = re.compile(
    r"""\s(?:id|for|data-[\w-]{1,60}|aria-[\w-]{1,30})\s{0,9}=\s{0,9}("[^"<>]{0,300}"|'[^'<>]{0,300}')""", re.I | re.A
)
_NUMBER = re.compile(r"[0-9a-f]{0,40}\d[0-9a-f]{0,40}", re.I)
_BUSTER = re.compile(
    r"([?&;])(?:amp;)?(?:"
    r"(?:_|t|ts|cb|ver|rnd|rand|random|nocache|cachebuster|timestamp|sid|phpsessid|PHPSESSID|token|nonce)="
    r"[^&\"'\s#<>]{1,300}"
    r"|(?:v|rev|version)=[0-9a-f.]{1,64}(?![\w-])"
    r"|jsessionid=[\w.!-]{1,200}"
    r")",
    re.A,
)
_TOKEN = re.compile(
    r"""(["'=?&:])(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"""
    r"|(?=[a-f]{0,200}\d)[0-9a-f]{16,200}"
    r"|(?=[a-z\d_+]{0,200}[A-Z])(?=[A-Z\d_+]{0,200}[a-z])(?=[a-zA-Z]{0,200}\d)[a-zA-Z0-9_+]{20,200})(?![\w.-])"
)


def steady(text: str, *, html: bool) -> str:
    """The text without what is never content: schemes, moments of a day, nonces, CSRF tokens, numbers in ids."""
    text = _MOMENT.sub("", _SCHEME.sub("", text))
    if not html:
        return text
    text = _TAG.sub(_without_secret, text)
    if "nonce" in text:
        text = _NONCE.sub("", text)
    return _ID.sub(_without_number, text)


def normalise(text: str, *, html: bool) -> str:
    """The text with what varies from one request to the next set aside; of :func:`steady` text."""
    if not html:
        return _TIME.sub("", text)
    text = _LABEL.sub(_without_number, without_comments(text))
    text = _TOKEN.sub(r"\1", _BUSTER.sub(r"\1", text))
    return " ".join(_TIME.sub("", text).split())


def _without_secret(tag: re.Match[str]) -> str:
    return "" if _SECRET.search(tag[0]) and _UNSEEN.search(tag[0]) else tag[0]


def _without_number(attribute: re.Match[str]) -> str:
    return attribute[0].replace(attribute[1], _NUMBER.sub("", attribute[1]))


# --- where a page sends its reader --------------------------------------------------------------------------------

SOON = 5
"""Seconds: a refresh that waits longer lets the reader read."""
_REFRESH = re.compile(
    r"\s*(\d{1,6}|(?=\.))(?:\.\d{0,9})?\s*[;,\s]\s*(?:url\s*=\s*(.{0,4096})|(.{1,4096}))", re.I | re.A | re.S
)
_META = re.compile(r"""<meta\b((?:[^<>"']|"[^"]{0,4096}"|'[^']{0,4096}'){0,200})>""", re.I | re.A)
_META_EQUIV = re.compile(r"""http-equiv\s{0,9}=\s{0,9}["']?refresh\b""", re.I | re.A)
_META_CONTENT = re.compile(r"""(?<![\w-])content\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.I | re.A)
_JUMP = re.compile(
    r"""\s*(?:<!--\s*)?(?:(?:window|document|self|top)\.){0,2}location"""
    r"""(?:(?:\.href)?\s*=\s*|\.(?:replace|assign)\(\s*)(["'])([^"'\\\n]{1,2000})\1\s*(?:[;)}]|\Z|(?<=\n))""",
    re.A,
)
JUMP_BYTES = 4096


def _refresh_value(value: str) -> str | None:
    """The URL of a Refresh value of five seconds or less, as written.

    https://html.spec.whatwg.org/#shared-declarative-refresh-steps
    """
    match = _REFRESH.match(value)
    if not match or int(match[1] or 0) > SOON:
        return None
    url = (match[2] or match[3] or "").strip()
    if url[:1] in ("'", '"'):
        url = url[1:].partition(url[0])[0]
    return url.strip() or None


def _meta_refresh(markup: Markup) -> str | None:
    for match in _META.finditer(markup.shown):
        if not _META_EQUIV.search(unescape(match[1])):
            continue
        content = _META_CONTENT.search(match[1])
        url = _refresh_value(unescape(content[1] or content[2] or content[3] or "")) if content else None
        if url:
            return url
    return None


def _script_refresh(text: str, markup: Markup) -> str | None:
    """Where a page of a few words goes by the first statement of a script."""
    if len(text) > JUMP_BYTES or markup.text.count(" ") > 30:
        return None
    for script in markup.scripts:
        if match := _JUMP.match(script):
            return match[2]
    return None
