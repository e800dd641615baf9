"""What to ask about one target, and the follow-up questions: conversations that yield requests and touch no network.

A conversation follows redirects itself, one request a hop, so that every hop takes its host's slot, passes the guard
and is in the evidence.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from checker import urls
from checker.model import (
    Chain,
    Ending,
    Exchange,
    Failure,
    Fault,
    Flow,
    Observation,
    Outcome,
    Question,
    Reply,
    Request,
    Target,
    Together,
    Url,
)

MOST_HOPS = 20
_REDIRECTS = frozenset((301, 302, 303, 307, 308))


def probe(target: Target) -> Flow[Observation]:
    """Ask for both sides of a target, side by side. Userinfo is never sent."""
    http, https = yield Together((follow(target.http), follow(target.https)))
    return Observation(target, http, https)


def ask(observation: Observation, question: Question) -> Flow[Observation]:
    """The observation with the answer to a question that the network can answer.

    A reading is no such question: a worker answers it (``checker.judge.reading``).
    """
    match question:
        case Question.SIBLING:
            return replace(observation, sibling=(yield from follow(sibling(observation.target.https))))
        case Question.HTTP_AGAIN:
            return replace(observation, http_again=(yield from follow(observation.target.http, again=1)))
        case Question.READING:
            raise ValueError("a reading is a task and no request")


def sibling(url: Url) -> Url:
    """A path beside ``url`` that nobody has: the same one for all of an origin and folder, so it is asked for once."""
    folder = url.path.rstrip("/").rpartition("/")[0] + "/"
    token = hashlib.sha256(f"{url.origin}{folder}".encode()).hexdigest()[:20]
    return replace(url, path=f"{folder}https-ready-{token}", query="", userinfo="")


def follow(url: Url, *, again: int = 0, cookies: Iterable[Cookie] = ()) -> Flow[Chain]:
    """Ask for ``url`` and for every URL that the answers lead to, twenty redirects at most.

    - A redirect is 301, 302, 303, 307 or 308 with a ``Location``, or a 2xx page that refreshes within five seconds to
      another URL. 300, 304 and a redirect without ``Location`` are answers.
    - Cookies last for this conversation. A URL that is met again is a loop only if no cookie has changed since; a page
      that refreshes to where one has been is an answer (a slide show).
    - An exchange that the guard stopped after a redirect is left out of the chain, which then ends PRIVATE.
    """
    jar = Jar(tuple(cookies))
    request = Request(replace(url, userinfo=""), jar.header(url), again=again)
    exchanges: tuple[Exchange, ...] = ()
    asked = {(request.url, request.cookies)}
    location = ""
    while True:
        outcome: Outcome = yield request
        if isinstance(outcome, Failure):
            if exchanges and outcome.fault is Fault.PRIVATE:
                return Chain(exchanges, Ending.PRIVATE, location)
            return Chain((*exchanges, Exchange(request, outcome)), Ending.FAILED)
        exchanges = (*exchanges, Exchange(request, outcome))
        jar = jar.updated(request.url, outcome)
        refreshed = False
        if (redirect := _redirect(outcome)) is not None:
            location = redirect
            following = urls.location(request.url, location)
            if following is None:
                return Chain(exchanges, Ending.INVALID, location)
        else:
            refreshed = True
            location = _refresh(outcome)
            following = urls.location(request.url, location)
            if following is None or following == request.url:
                return Chain(exchanges, Ending.ARRIVED)
        request = Request(following, jar.header(following), again=again)
        if (request.url, request.cookies) in asked:
            return Chain(exchanges, Ending.ARRIVED if refreshed else Ending.LOOP)
        if len(exchanges) > MOST_HOPS:
            return Chain(exchanges, Ending.LOOP)
        asked.add((request.url, request.cookies))


def _redirect(reply: Reply) -> str | None:
    """The Location of a redirect; None for what is none: also an empty one, or a mere fragment of the same URL."""
    location = reply.header("location") if reply.status in _REDIRECTS else None
    return location if location and location.strip() and not location.strip().startswith("#") else None


def _refresh(reply: Reply) -> str:
    fine = 200 <= reply.status < 300
    return (reply.features.refresh or "") if fine and reply.features else ""


# --- cookies of one conversation ----------------------------------------------------------------------------------

MOST_COOKIES = 50
MOST_COOKIE_BYTES = 4096
MOST_HEADER_BYTES = 8192
"""Of the cookies of one request, as much as servers take."""
_COOKIE = re.compile(r"[\x20-\x3a\x3c-\x7e]*")
"""Printable ASCII without the semicolon: anything else is not sent back."""
_MAX_AGE = re.compile(r"-?[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class Cookie:
    """https://www.rfc-editor.org/rfc/rfc6265, as far as one conversation of seconds needs it."""

    name: str
    value: str
    domain: str
    path: str
    host_only: bool
    secure: bool

    def fits(self, url: Url) -> bool:
        host = url.host == self.domain or (not self.host_only and url.host.endswith(f".{self.domain}"))
        folder = self.path if self.path.endswith("/") else f"{self.path}/"
        path = url.path == self.path or url.path.startswith(folder)
        return host and path and (url.scheme == "https" or not self.secure)


@dataclass(frozen=True, slots=True)
class Jar:
    cookies: tuple[Cookie, ...] = field(default=())

    def header(self, url: Url) -> str:
        """The value of the Cookie header for a request to ``url``; longest paths first."""
        fitting = sorted((cookie for cookie in self.cookies if cookie.fits(url)), key=lambda one: -len(one.path))
        pairs, left = [], MOST_HEADER_BYTES
        for cookie in fitting:
            pair = f"{cookie.name}={cookie.value}"
            if len(pair) + 2 <= left:
                pairs.append(pair)
                left -= len(pair) + 2
        return "; ".join(pairs)

    def updated(self, url: Url, reply: Reply) -> Jar:
        """The jar after a reply of ``url``: a new value takes the place of the old one, in the old one's order."""
        kept = {(cookie.name, cookie.domain, cookie.path): cookie for cookie in self.cookies}
        for name, value in reply.headers:
            if name != "set-cookie" or (parsed := _parse(url, value)) is None:
                continue
            cookie, expired = parsed
            key = (cookie.name, cookie.domain, cookie.path)
            if expired:
                kept.pop(key, None)
            elif key in kept or len(kept) < MOST_COOKIES:
                kept[key] = cookie
        return Jar(tuple(kept.values()))


def _parse(url: Url, header: str) -> tuple[Cookie, bool] | None:
    """A cookie and whether it is to be removed; None for what must not be kept."""
    if len(header) > MOST_COOKIE_BYTES:
        return None
    pair, *attributes = header.split(";")
    name, equals, value = (part.strip() for part in pair.partition("="))
    if not name or not equals or not _COOKIE.fullmatch(name + value):
        return None
    cookie = Cookie(name, value, url.host, _default_path(url), host_only=True, secure=False)
    expired = False
    for attribute in attributes:
        key, _, given = (part.strip() for part in attribute.partition("="))
        match key.lower():
            case "domain" if given.strip("."):
                domain = given.lower().lstrip(".")
                if url.host == domain:
                    cookie = replace(cookie, host_only=urls.literal(domain) is not None)
                elif "." in domain and url.host.endswith(f".{domain}") and urls.literal(url.host) is None:
                    cookie = replace(cookie, domain=domain, host_only=False)
                else:
                    return None
            case "path" if given.startswith("/"):
                cookie = replace(cookie, path=given)
            case "secure":
                cookie = replace(cookie, secure=True)
            case "max-age" if _MAX_AGE.fullmatch(given):
                expired = int(given) <= 0
            case "expires" if "1970" in given:
                # Servers remove cookies by the first day of Unix time; other dates do not matter within seconds.
                expired = True
            case _:
                pass
    return cookie, expired


def _default_path(url: Url) -> str:
    return url.path.rpartition("/")[0] or "/"
