"""``--header 'HOST=NAME: VALUE'``: header fields that go to one host alone. Values are secrets and never printed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from checker import urls
from checker.model import Url

MOST_BYTES = 8192
"""Of one field."""
_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_VALUE = re.compile(r"[!-~](?:[\t -~]*[!-~])?")
_NEVER = re.compile(
    # What frames or routes a message, and what would change what is got from a plain GET.
    r"host|connection|keep-alive|upgrade|te|trailer|expect|range|accept-encoding|transfer-encoding"
    r"|content-.*|proxy-.*|if-.*|http2-settings",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Own:
    """One field for one host: both schemes, every port."""

    host: str
    name: bytes
    value: bytes = field(repr=False)


def header(text: str) -> Own:
    """Read ``HOST=NAME: VALUE``. Raises ValueError that says what is wrong, without the value."""
    host, equals, rest = text.partition("=")
    name, colon, value = rest.partition(":")
    if not equals or not colon:
        raise ValueError("header: not HOST=NAME: VALUE")
    parsed = urls.parse(f"http://{host}/") if re.search(r"[\s/\\?#@]", host) is None else None
    if parsed is None or parsed.netloc != parsed.host or re.search(r":[0-9]*\Z", host):
        raise ValueError("header: what stands before = is not a host name without port")
    if not _NAME.fullmatch(name):
        raise ValueError(f"header for {parsed.host}: what stands before : is not the name of a header")
    if _NEVER.fullmatch(name):
        raise ValueError(f"header for {parsed.host}: {name} cannot be set")
    value = value.strip(" \t")
    if not _VALUE.fullmatch(value) or len(value) > MOST_BYTES:
        raise ValueError(f"header for {parsed.host}: the value of {name} is not one line of printable ASCII")
    return Own(parsed.host, name.encode("ascii"), value.encode("ascii"))


def written(
    usual: Iterable[tuple[bytes, bytes]], own: Iterable[Own], url: Url, cookies: bytes
) -> list[tuple[bytes, bytes]]:
    """The fields of a request for ``url``: its own take the place of usual ones; its cookies come before others."""
    mine = [one for one in own if one.host == url.host]
    if not mine:
        return [*usual, (b"Cookie", cookies)] if cookies else list(usual)
    names = {one.name.lower() for one in mine}
    fields = [(name, value) for name, value in usual if name.lower() not in names]
    fields += [(one.name, one.value) for one in mine if one.name.lower() != b"cookie"]
    jar = [one.value for one in mine if one.name.lower() == b"cookie"] + ([cookies] if cookies else [])
    return [*fields, (b"Cookie", b"; ".join(jar))] if jar else fields
