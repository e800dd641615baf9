"""``--proxy``: all connections go through an HTTP proxy, https (and what ``--connect-to`` maps) by ``CONNECT``.

The proxy looks up names, so the guard can vet no address: it refuses addresses and names that are private by their
spelling, and what the proxy's own network holds is for the proxy to close. No variable of the environment but
``HTTPS_READY_PROXY`` is obeyed. What goes wrong on the way to the proxy says nothing about a host: ``Fault.PROXY``.
"""

from __future__ import annotations

import base64
import re
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field

from checker import urls
from checker.model import Fault, Stage
from checker.wire.guard import Broken

MAX_ANSWER = 16 << 10
"""Bytes of an answer to ``CONNECT``."""
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})(?:[ \r\n]|\Z)")


@dataclass(frozen=True, slots=True)
class Proxy:
    """``authorization``: the value of ``Proxy-Authorization``, never printed."""

    host: str
    port: int
    authorization: bytes = field(default=b"", repr=False)


def proxy(text: str) -> Proxy:
    """Read ``http://[USER:PASSWORD@]HOST[:PORT]``. Raises ValueError that says what is wrong, without the text."""
    scheme, separator, _ = text.partition("://")
    if not separator:
        raise ValueError("proxy: not a URL such as http://proxy.lan:3128")
    if scheme.lower() != "http":
        named = scheme if re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]{0,15}", scheme) else "its scheme"
        raise ValueError(f"proxy: {named} is not supported, only http")
    url = urls.parse(text)
    if url is None:
        raise ValueError("proxy: not a URL such as http://proxy.lan:3128")
    if url.resource != "/":
        raise ValueError("proxy: takes no path and no query")
    return Proxy(url.host, url.port, _basic(url.userinfo))


def _basic(userinfo: str) -> bytes:
    if not userinfo:
        return b""
    name, _, password = (urllib.parse.unquote_to_bytes(part) for part in userinfo.partition(":"))
    return b"Basic " + base64.b64encode(name + b":" + password)


def connect(send: Callable[[bytes], None], read: Callable[[], bytes], place: str, authorization: bytes) -> None:
    """Ask the proxy at the other end for a tunnel to ``place`` (``host:port``). Raises Broken."""
    head = f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n".encode("ascii")
    if authorization:
        head += b"Proxy-Authorization: " + authorization + b"\r\n"
    send(head + b"\r\n")
    answer = b""
    while b"\r\n\r\n" not in answer:
        data = read()
        answer += data
        if not data or len(answer) > MAX_ANSWER:
            raise failed("closed the connection" if not data else "gave a header without end")
    header, _, rest = answer.partition(b"\r\n\r\n")
    match = _STATUS.match(header)
    if match is None:
        raise failed("does not speak HTTP")
    status = int(match[1])
    if status == 407:
        raise unauthorized()
    if not 200 <= status < 300:
        raise failed(f"answered {status} to CONNECT {place}")
    if rest:
        raise failed("sent more than an answer to CONNECT")


def failed(what: str) -> Broken:
    return Broken(Fault.PROXY, Stage.CONNECT, f"the proxy {what}")


def unauthorized() -> Broken:
    return failed("wants other credentials (407)")
