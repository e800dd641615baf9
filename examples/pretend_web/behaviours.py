"""What each host of the pretend web does, and what should be said of a link to it: one behaviour a few lines.

``@behaviour(name, verdict, reason)`` registers the answer of the host ``name.pretend``; hosts below it
(``7.name.pretend``) do the same. The situations are those of the issue trackers of link checkers, and of the ways in
which a wrong "can be upgraded" comes about.
"""

from __future__ import annotations

import email.utils
import gzip
import itertools
import math
import random
import re
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final

from examples.pretend_web import pages

TLD = "pretend"
HTML = "text/html; charset=utf-8"
PAGE = "/page"


@dataclass(frozen=True, slots=True)
class Ask:
    """One request, as a behaviour sees it."""

    secure: bool
    host: str
    """As asked for, without port."""
    resource: str
    """Path and query."""
    method: str = "GET"
    headers: dict[str, str] = field(default_factory=dict)
    """Names in lower case."""
    visits: int = 0
    """How often this URL has been asked for before."""
    requests: int = 0
    """How often its host has been asked for anything before."""

    @property
    def path(self) -> str:
        return self.resource.partition("?")[0]

    def url(self, secure: bool, resource: str | None = None) -> str:
        return f"{'https' if secure else 'http'}://{self.host}{self.resource if resource is None else resource}"

    @property
    def here(self) -> str:
        return self.url(self.secure)

    @property
    def twin(self) -> str:
        return self.url(True)


@dataclass(frozen=True, slots=True)
class Reply:
    """A proper answer. ``headers`` may hold bytes that no proper header holds."""

    body: str | bytes = b""
    status: int = 200
    type: str = HTML
    headers: tuple[tuple[str, str | bytes], ...] = ()


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes as they go over the wire, and pauses in seconds between them; then the connection ends.

    A pause ends early when the client has gone or the web closes.
    """

    pieces: Iterable[bytes | float]


Answer = Reply | Raw
SILENCE: Final = Raw((math.inf,))
HANG_UP: Final = Raw(())


class Door(Enum):
    """What stands at a host's port."""

    OPEN = "serves as it should"
    REFUSED = "refuses connections"
    SILENT = "accepts and never says a word"
    PLAIN = "speaks http where TLS is due"
    SSH = "speaks SSH where TLS is due"
    OLD = "knows TLS 1.0 only"
    HTTP2 = "knows HTTP/2 only"
    EXPIRED = "a certificate that ran out"
    WRONG_NAME = "a certificate for another name"
    SELF_SIGNED = "a certificate that vouches for itself"
    UNTRUSTED = "a certificate of an authority that nobody knows"
    INCOMPLETE = "a certificate without the one in between"
    WEAK = "a certificate with a key of 1024 bits"


FAULTY = frozenset({Door.EXPIRED, Door.WRONG_NAME, Door.SELF_SIGNED, Door.UNTRUSTED, Door.INCOMPLETE, Door.WEAK})


@dataclass(frozen=True, slots=True)
class Behaviour:
    name: str
    verdict: str
    """What is to be said of ``urls``; empty for hosts that only serve others."""
    reason: str
    answer: Callable[[Ask], Answer]
    http: Door = Door.OPEN
    https: Door = Door.OPEN
    paths: tuple[str, ...] = (PAGE,)
    any_path: bool = False
    """The host answers alike for paths that it does not have."""
    authority: str = ""
    """What the URLs name as the host, if not ``name.pretend``."""

    @property
    def host(self) -> str:
        return f"{self.name}.{TLD}"

    @property
    def urls(self) -> tuple[str, ...]:
        return tuple(f"http://{self.authority or self.host}{path}" for path in self.paths)


BEHAVIOURS: dict[str, Behaviour] = {}


def behaviour(
    name: str,
    verdict: str = "",
    reason: str = "",
    *,
    http: Door = Door.OPEN,
    https: Door = Door.OPEN,
    paths: tuple[str, ...] = (PAGE,),
    any_path: bool = False,
    authority: str = "",
) -> Callable[[Callable[[Ask], Answer]], Callable[[Ask], Answer]]:
    def register(answer: Callable[[Ask], Answer]) -> Callable[[Ask], Answer]:
        assert name not in BEHAVIOURS, name
        BEHAVIOURS[name] = Behaviour(name, verdict, reason, answer, http, https, paths, any_path, authority)
        return answer

    return register


# --- what many have in common ----------------------------------------------------------------------------------------

_NUMBERED: Final = re.compile(r"/page/\d{1,9}")
_PAGES: Final = frozenset({"/", PAGE, "/guide", "/news", "/embed", "/search", "/photo.html"})


def has(path: str) -> bool:
    """Whether an ordinary host has something at this path."""
    return path in _PAGES or path in pages.ASSETS or _NUMBERED.fullmatch(path) is not None


def content(ask: Ask) -> Reply:
    """What an ordinary host has there: a page that belongs to the URL, or a file by its ending."""
    asset = pages.ASSETS.get(ask.path)
    return Reply(asset.body, type=asset.type) if asset else Reply(pages.page(ask.host, ask.resource))


def missing(ask: Ask) -> Reply:
    return Reply(pages.missing(ask.host, ask.path), 404)


def redirect(to: str | bytes, status: int = 301, *headers: tuple[str, str | bytes]) -> Reply:
    return Reply(pages.plain("Moved", "The document has moved."), status, headers=(("Location", to), *headers))


def header(status: str = "200 OK", *lines: str) -> bytes:
    """A header by hand, for answers that go wrong after it."""
    return "\r\n".join((f"HTTP/1.1 {status}", f"Content-Type: {HTML}", *lines, "", "")).encode()


def on_https(answer: Callable[[Ask], Answer]) -> Callable[[Ask], Answer]:
    """Over http as it should be, over https ``answer``."""
    return lambda ask: answer(ask) if ask.secure else content(ask)


# --- upgrade: the owner says so, or both give the same ---------------------------------------------------------------


@behaviour("redirects", "upgrade", "redirects-to-https")
def redirects(ask: Ask) -> Answer:
    return content(ask) if ask.secure else redirect(ask.twin)


@behaviour("redirects-308", "upgrade", "redirects-to-https")
def redirects_308(ask: Ask) -> Answer:
    return content(ask) if ask.secure else redirect(ask.twin, 308)


@behaviour("redirects-to-wall", "upgrade", "redirects-to-https")
def redirects_to_wall(ask: Ask) -> Answer:
    return Reply(pages.plain("Forbidden", "No."), 403) if ask.secure else redirect(ask.twin)


@behaviour("redirects-then-on", "upgrade", "redirects-to-https")
def redirects_then_on(ask: Ask) -> Answer:
    """First to the twin, then to another path of the same host: whoever asks the twin ends where http ends."""
    if not ask.secure:
        return redirect(ask.twin)
    return redirect("/guide") if ask.path == PAGE else content(ask)


behaviour("same-page", "upgrade", "same-page")(content)
behaviour("same-image", "upgrade", "same-page", paths=("/photo.png",))(content)
behaviour("same-script", "upgrade", "same-page", paths=("/app.js",))(content)
behaviour("same-data", "upgrade", "same-page", paths=("/data.json", "/feed.xml", "/report.pdf"))(content)
behaviour("xn--bcher-kva", "upgrade", "same-page", authority="b\u00fccher.pretend")(content)
behaviour("port-80", "upgrade", "same-page", authority="port-80.pretend:80")(content)


@behaviour("dynamic", "upgrade", "same-page")
def dynamic(ask: Ask) -> Answer:
    """A nonce, a token, a time and links to itself by the scheme that was asked."""
    token, now = random.randbytes(16).hex(), email.utils.formatdate(time.time(), usegmt=True)
    head = (
        f'<meta name="csrf-token" content="{token}"><script nonce="{token[:16]}">var started = true;</script>'
        f'<link rel="canonical" href="{ask.here}">'
    )
    form = (
        f'<form action="/search"><input type="hidden" name="csrf_token" value="{token[::-1]}"><input name="q"></form>'
    )
    after = f'<p><a href="{ask.here}">Link to this page</a></p><p>Generated {now} in {random.randint(2, 90)} ms</p>'
    return Reply(pages.page(ask.host, ask.resource, head=head, before=form, after=after))


@behaviour("adverts", "upgrade", "same-page")
def adverts(ask: Ask) -> Answer:
    """The same article, beside it another teaser each time."""
    teaser = pages.prose(random.randbytes(8).hex(), 2)
    head = f'<link rel="canonical" href="{ask.twin}">'
    return Reply(pages.page(ask.host, ask.resource, head=head, after=f"<aside><p>{' '.join(teaser)}</p></aside>"))


@behaviour("shift-jis", "upgrade", "same-page")
def shift_jis(ask: Ask) -> Answer:
    text = "潮の高さを六分ごとに記録しています。" * 20 + ask.path
    head = '<html><head><meta charset="Shift_JIS"><title>潮位表</title></head><body><h1>潮位表</h1><p>'
    return Reply(f"{head}{text}</p></body></html>".encode("shift_jis"), type="text/html")


@behaviour("zipped", "upgrade", "same-page")
def zipped(ask: Ask) -> Answer:
    body = gzip.compress(pages.page(ask.host, ask.resource).encode())
    return Reply(body, headers=(("Content-Encoding", "gzip"),))


@behaviour("no-content", "upgrade", "same-page")
def no_content(ask: Ask) -> Answer:
    return Raw((b"HTTP/1.1 204 No Content\r\n\r\n",))


@behaviour("early-hints", "upgrade", "same-page")
def early_hints(ask: Ask) -> Answer:
    body = pages.page(ask.host, ask.resource).encode()
    early = b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload; as=style\r\n\r\n"
    return Raw((early, header("200 OK", f"Content-Length: {len(body)}"), body))


@behaviour("long-body", "upgrade", "same-page")
def long_body(ask: Ask) -> Answer:
    body = pages.page(ask.host, ask.resource).encode()
    return Raw((header("200 OK", f"Content-Length: {len(body)}"), body, b"and more" * 1250))


@behaviour("endless-body", "upgrade", "same-page")
def endless_body(ask: Ask) -> Answer:
    """A good page that never ends."""

    def pieces() -> Iterator[bytes]:
        yield header("200 OK", "Connection: close")
        yield pages.page(ask.host, ask.resource).encode()
        for number in itertools.count():
            yield f"<p>{' '.join(pages.prose(str(number)))}</p>\n".encode() * 16

    return Raw(pieces())


@behaviour("flaky", "upgrade", "same-page")
@on_https
def flaky(ask: Ask) -> Answer:
    return content(ask) if ask.visits else Reply("Bad gateway", 502, "text/plain")


@behaviour("busy-once", "upgrade", "same-page")
@on_https
def busy_once(ask: Ask) -> Answer:
    return content(ask) if ask.visits else Reply("Back soon", 503, "text/plain", (("Retry-After", "1"),))


@behaviour("rate-limited-once", "upgrade", "same-page")
def rate_limited_once(ask: Ask) -> Answer:
    return content(ask) if ask.visits else Reply("Slowly", 429, "text/plain", (("Retry-After", "1"),))


@behaviour("reset-once", "upgrade", "same-page")
@on_https
def reset_once(ask: Ask) -> Answer:
    return content(ask) if ask.visits else HANG_UP


@behaviour("cookie-loop", "upgrade", "same-page")
def cookie_loop(ask: Ask) -> Answer:
    """Sends everyone back to the same URL until the cookie comes."""
    if "seen=yes" in ask.headers.get("cookie", ""):
        return content(ask)
    return redirect(ask.here, 302, ("Set-Cookie", "seen=yes; Path=/"))


@behaviour("cookie-bounce", "upgrade", "same-page")
def cookie_bounce(ask: Ask) -> Answer:
    """By way of another host and back."""
    if ask.host.startswith("gate."):
        return redirect(ask.url(ask.secure).replace("://gate.", "://"), 302)
    if "seen=yes" in ask.headers.get("cookie", ""):
        return content(ask)
    return redirect(ask.here.replace("://", "://gate."), 302, ("Set-Cookie", "seen=yes; Path=/"))


@behaviour("language", "upgrade", "same-page", paths=("/news",), any_path=True)
def language(ask: Ask) -> Answer:
    """To the reader's language, within the scheme that was asked."""
    if ask.path == "/en/news":
        return content(ask)
    return redirect("/en/news", 302) if ask.path == "/news" else missing(ask)


@behaviour("session", "upgrade", "same-page")
def session(ask: Ask) -> Answer:
    if "sid=" in ask.resource:
        return Reply(pages.page(ask.host, ask.path))
    return redirect(f"{ask.path}?sid={random.randbytes(12).hex()}", 302)


@behaviour("location-relative", "upgrade", "same-page", paths=("/a/b/page",), any_path=True)
def location_relative(ask: Ask) -> Answer:
    steps = {"/a/b/page": "../page", "/a/page": f"//{ask.host}/page", "/page": "?a"}
    if ask.resource == "/page?a":
        return content(ask)
    return redirect(steps[ask.path], 302) if ask.path in steps else missing(ask)


@behaviour("location-raw", "upgrade", "same-page", any_path=True)
def location_raw(ask: Ask) -> Answer:
    """A blank and raw UTF-8 in the Location."""
    if ask.path == PAGE:
        return redirect("/a b/ü".encode(), 302)
    return content(ask) if ask.path == "/a%20b/%C3%BC" else missing(ask)


@behaviour("head-500", "upgrade", "same-page")
def head_500(ask: Ask) -> Answer:
    return Reply(status=500) if ask.method == "HEAD" else content(ask)


@behaviour("head-drop", "upgrade", "same-page")
def head_drop(ask: Ask) -> Answer:
    return HANG_UP if ask.method == "HEAD" else content(ask)


@behaviour("head-hang", "upgrade", "same-page")
def head_hang(ask: Ask) -> Answer:
    return SILENCE if ask.method == "HEAD" else content(ask)


@behaviour("head-loop", "upgrade", "same-page")
def head_loop(ask: Ask) -> Answer:
    return redirect(ask.here) if ask.method == "HEAD" else content(ask)


@behaviour("get-at-the-end", "upgrade", "same-page")
def get_at_the_end(ask: Ask) -> Answer:
    if ask.path == PAGE:
        return redirect("/guide", 302)
    return Reply(status=405) if ask.method == "HEAD" else content(ask)


behaviour("http-refused", "upgrade", "https-only", http=Door.REFUSED)(content)


@behaviour("http-not-found", "upgrade", "https-only")
def http_not_found(ask: Ask) -> Answer:
    return content(ask) if ask.secure else missing(ask)


_SITE: Final = Path(__file__).parents[1] / "site" / "public"
_TYPES: Final = {".html": HTML, ".css": "text/css; charset=utf-8", ".txt": "text/plain; charset=utf-8"}


@behaviour("site", "upgrade", "redirects-to-https", paths=("/",), any_path=True)
def site(ask: Ask) -> Answer:
    """The example site, as its owner serves it: the files as they are, and http sent to https."""
    if not ask.secure:
        return redirect(ask.twin)
    files = {f"/{path.relative_to(_SITE).as_posix()}": path for path in _SITE.rglob("*") if path.is_file()}
    path = files.get(ask.path + "index.html" if ask.path.endswith("/") else ask.path)
    return Reply(path.read_bytes(), type=_TYPES[path.suffix]) if path else missing(ask)


# --- review: https works, but a person should look -------------------------------------------------------------------


@behaviour("moved", "review", "moved", https=Door.REFUSED)
def moved(ask: Ask) -> Answer:
    return redirect(f"https://same-page.{TLD}{ask.resource}")


@behaviour("front-page", "review", "front-page")
def front_page(ask: Ask) -> Answer:
    return content(ask) if ask.path == "/" else redirect("/")


@behaviour("login", "review", "login", any_path=True)
def login(ask: Ask) -> Answer:
    if ask.path == "/login":
        return Reply(pages.login(ask.host))
    return redirect(f"/login?next={ask.path}", 302)


@behaviour("soft-not-found", "review", "soft-not-found", any_path=True)
def soft_not_found(ask: Ask) -> Answer:
    return Reply(pages.page(ask.host, "/", named="Page not found", main=["Try our front page or the search."]))


@behaviour("soft-untold", "review", "soft-not-found", paths=(PAGE, "/guide"), any_path=True)
def soft_untold(ask: Ask) -> Answer:
    """The same page for every path, and not a word about it."""
    return Reply(pages.page(ask.host, "/"))


@behaviour("parked", "review", "parked", any_path=True)
def parked(ask: Ask) -> Answer:
    return Reply(pages.parked(ask.host))


@behaviour("lapsed", "review", "parked", any_path=True)
def lapsed(ask: Ask) -> Answer:
    """Every name of the domain leads to the advertisements of another host."""
    return redirect(f"{'https' if ask.secure else 'http'}://parked.{TLD}/?from={ask.host}", 302)


@behaviour("wall", "review", "blocked-alike", any_path=True)
def wall(ask: Ask) -> Answer:
    return Reply(pages.plain("403 Forbidden", "You may not see this."), 403)


@behaviour("robot-wall", "review", "blocked-alike")
def robot_wall(ask: Ask) -> Answer:
    """Turns away what does not call itself a browser."""
    browser = "Gecko/" in ask.headers.get("user-agent", "")
    return content(ask) if browser else Reply(pages.plain("403 Forbidden", "No robots."), 403)


@behaviour("password", "review", "blocked-alike", any_path=True)
def password(ask: Ask) -> Answer:
    return Reply("Password?", 401, "text/plain", (("WWW-Authenticate", 'Basic realm="members"'),))


@behaviour("legal-wall", "review", "blocked-alike", any_path=True)
def legal_wall(ask: Ask) -> Answer:
    return Reply(pages.plain("Unavailable", "Unavailable for legal reasons."), 451)


@behaviour("challenge-alike", "review", "blocked-alike", any_path=True)
def challenge_alike(ask: Ask) -> Answer:
    return Reply(pages.CHALLENGE, 503)


@behaviour("many-choices", "review", "odd-status", any_path=True)
def many_choices(ask: Ask) -> Answer:
    return Reply(pages.plain("Multiple Choices", "Take your pick."), 300)


@behaviour("not-modified", "review", "odd-status", any_path=True)
def not_modified(ask: Ask) -> Answer:
    return Raw((b"HTTP/1.1 304 Not Modified\r\n\r\n",))


@behaviour("location-missing", "review", "odd-status")
def location_missing(ask: Ask) -> Answer:
    return Reply(pages.plain("Found", "Found, but where?"), 302)


@behaviour("location-invalid", "review", "redirect-invalid")
def location_invalid(ask: Ask) -> Answer:
    return redirect("http://[bad/", 302)


@behaviour("location-script", "review", "redirect-invalid")
def location_script(ask: Ask) -> Answer:
    return redirect("javascript:alert(1)", 302)


@behaviour("location-file", "review", "redirect-invalid")
def location_file(ask: Ask) -> Answer:
    return redirect("file:///etc/passwd", 302)


@behaviour("to-private", "review", "redirects-to-private")
def to_private(ask: Ask) -> Answer:
    return redirect("http://169.254.169.254/latest/meta-data/", 302)


@behaviour("http-hop", "review", "http-hop")
def http_hop(ask: Ask) -> Answer:
    """https sends to http, and http sends on to another page over https."""
    if ask.path == "/guide":
        return content(ask) if ask.secure else redirect(ask.twin)
    return redirect(ask.url(False, "/guide")) if ask.secure else content(ask)


@behaviour("mixed-content", "review", "mixed-content")
def mixed_content(ask: Ask) -> Answer:
    """The same bytes, but over https the browser refuses the script that they ask for."""
    return Reply(pages.page(ask.host, ask.resource, head=f'<script src="http://same-script.{TLD}/app.js"></script>'))


@behaviour("changing", "review", "similar-page")
def changing(ask: Ask) -> Answer:
    """Half of the page is another each time, whichever way one asks."""
    main = pages.prose(ask.host + ask.resource, 6) + pages.prose(random.randbytes(8).hex(), 6)
    return Reply(pages.page(ask.host, ask.resource, main=main))


# --- keep: https does not work, or gives something else --------------------------------------------------------------

behaviour("refused", "keep", "refused", https=Door.REFUSED)(content)
behaviour("expired", "keep", "tls-expired", https=Door.EXPIRED)(content)
behaviour("wrong-name", "keep", "tls-hostname", https=Door.WRONG_NAME)(content)
behaviour("self-signed", "keep", "tls-untrusted", https=Door.SELF_SIGNED)(content)
behaviour("untrusted", "keep", "tls-untrusted", https=Door.UNTRUSTED)(content)
behaviour("incomplete-chain", "keep", "tls-untrusted", https=Door.INCOMPLETE)(content)
behaviour("old-tls", "keep", "tls-protocol", https=Door.OLD)(content)
behaviour("weak-key", "keep", "tls-weak", https=Door.WEAK)(content)
behaviour("not-tls", "keep", "tls-not-tls", https=Door.PLAIN)(content)
behaviour("ssh", "keep", "tls-not-tls", https=Door.SSH)(content)
behaviour("port-8080", "keep", "tls-not-tls", authority="port-8080.pretend:8080")(content)
behaviour("silent-https", "keep", "https-timeout", https=Door.SILENT)(content)


@behaviour("https-not-found", "keep", "https-error")
@on_https
def https_not_found(ask: Ask) -> Answer:
    return missing(ask)


@behaviour("bounces-back", "keep", "redirects-to-http")
@on_https
def bounces_back(ask: Ask) -> Answer:
    return redirect(ask.url(False))


@behaviour("refreshes-back", "keep", "redirects-to-http")
@on_https
def refreshes_back(ask: Ask) -> Answer:
    return Reply(pages.plain("One moment", "Please wait."), headers=(("Refresh", f"0;URL={ask.url(False)}"),))


@behaviour("meta-refreshes-back", "keep", "redirects-to-http")
@on_https
def meta_refreshes_back(ask: Ask) -> Answer:
    return Reply(f'<title>One moment</title><meta http-equiv="refresh" content="0; url={ask.url(False)}">')


@behaviour("loop", "keep", "redirect-loop")
@on_https
def loop(ask: Ask) -> Answer:
    return redirect(ask.twin)


@behaviour("thousand-hops", "keep", "redirect-loop", any_path=True)
@on_https
def thousand_hops(ask: Ask) -> Answer:
    step = int(ask.path.rpartition("/")[2]) if ask.path.startswith("/hop/") else 0
    return redirect(f"/hop/{step + 1}", 302)


@behaviour("another-page", "keep", "different-page", any_path=True)
@on_https
def another_page(ask: Ask) -> Answer:
    return Reply(pages.another(ask.host))


@behaviour("default-page", "keep", "different-page", any_path=True)
@on_https
def default_page(ask: Ask) -> Answer:
    return Reply(pages.NGINX)


@behaviour("parked-https", "keep", "different-page", any_path=True)
@on_https
def parked_https(ask: Ask) -> Answer:
    return Reply(pages.parked(ask.host))


@behaviour("another-type", "keep", "different-page")
@on_https
def another_type(ask: Ask) -> Answer:
    return Reply(b'{"error": "use the application"}', type="application/json")


@behaviour("same-etag", "keep", "different-page", any_path=True)
def same_etag(ask: Ask) -> Answer:
    """An entity tag that never changes proves nothing."""
    body = pages.another(ask.host) if ask.secure else pages.page(ask.host, ask.resource)
    return Reply(body, headers=(("ETag", '"1"'),))


# --- dead: gone whichever way one asks -------------------------------------------------------------------------------


@behaviour("not-found", "dead", "not-found")
def not_found(ask: Ask) -> Answer:
    return missing(ask)


@behaviour("gone", "dead", "gone")
def gone(ask: Ask) -> Answer:
    return Reply(pages.plain("410 Gone", "Removed for good."), 410)


@behaviour("redirects-to-nothing", "dead", "not-found")
def redirects_to_nothing(ask: Ask) -> Answer:
    return missing(ask) if ask.secure else redirect(ask.twin)


@behaviour("ping-pong", "dead", "redirect-loop")
def ping_pong(ask: Ask) -> Answer:
    return redirect(ask.url(not ask.secure))


# --- unknown: could not be told this time ----------------------------------------------------------------------------


@behaviour("https-wall", "unknown", "blocked", any_path=True)
@on_https
def https_wall(ask: Ask) -> Answer:
    return Reply(pages.plain("403 Forbidden", "You may not see this."), 403)


@behaviour("https-challenge", "unknown", "blocked", any_path=True)
@on_https
def https_challenge(ask: Ask) -> Answer:
    return Reply(pages.CHALLENGE)


@behaviour("rate-limited", "unknown", "rate-limited", any_path=True)
def rate_limited(ask: Ask) -> Answer:
    return Reply("Tomorrow", 429, "text/plain", (("Retry-After", "86400"),))


@behaviour("rate-limited-nonsense", "unknown", "rate-limited", any_path=True)
def rate_limited_nonsense(ask: Ask) -> Answer:
    return Reply("Later", 429, "text/plain", (("Retry-After", "1m30s"),))


@behaviour("server-error", "unknown", "server-error", any_path=True)
def server_error(ask: Ask) -> Answer:
    return Reply(pages.plain("500", "Something broke."), 500)


@behaviour("https-server-error", "unknown", "server-error", any_path=True)
@on_https
def https_server_error(ask: Ask) -> Answer:
    return Reply(pages.plain("500", "Something broke."), 500)


behaviour("silent", "unknown", "timeout", http=Door.SILENT, https=Door.SILENT)(content)
behaviour("http2-only", "unknown", "bad-response", https=Door.HTTP2)(content)


@behaviour("hangs-up", "unknown", "bad-response")
def hangs_up(ask: Ask) -> Answer:
    """Closes without a byte, each time."""
    return HANG_UP


@behaviour("header-drip", "unknown", "timeout")
def header_drip(ask: Ask) -> Answer:
    """A header that comes a byte at a time and never ends."""
    return Raw(
        itertools.chain((b"HTTP/1.1 200 OK\r\nX: ",), itertools.chain.from_iterable(itertools.repeat((0.2, b"x"))))
    )


@behaviour("body-drip", "unknown", "timeout")
def body_drip(ask: Ask) -> Answer:
    start = (header("200 OK", "Content-Length: 100000"), b"<!DOCTYPE html><title>Drip</title>")
    return Raw(itertools.chain(start, itertools.chain.from_iterable(itertools.repeat((0.2, b"x")))))


# --- bodies that break: alive by their header, proof of nothing ------------------------------------------------------


@behaviour("gzip-bomb", "upgrade", "same-page")
def gzip_bomb(ask: Ask) -> Answer:
    """A page of ten megabytes in ten kilobytes."""
    packer = zlib.compressobj(9, wbits=31)
    head = pages.page(ask.host, ask.resource).encode()
    body = packer.compress(head + b" " * 10_000_000) + packer.flush()
    return Reply(body, headers=(("Content-Encoding", "gzip"),))


@behaviour("bad-gzip", "review", "similar-page")
def bad_gzip(ask: Ask) -> Answer:
    return Reply(pages.page(ask.host, ask.resource), headers=(("Content-Encoding", "gzip"),))


@behaviour("bad-chunks", "review", "similar-page")
def bad_chunks(ask: Ask) -> Answer:
    body = pages.page(ask.host, ask.resource).encode()
    return Raw((header("200 OK", "Transfer-Encoding: chunked"), b"%x\r\n%s\r\n" % (len(body), body), b"zz\r\n\r\n"))


# --- hosts that only serve the others --------------------------------------------------------------------------------


@behaviour("rate-limited-later")
def rate_limited_later(ask: Ask) -> Answer:
    """Twenty answers, then no more."""
    return content(ask) if ask.requests < 20 else Reply("Tomorrow", 429, "text/plain", (("Retry-After", "86400"),))
