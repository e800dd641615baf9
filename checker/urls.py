"""URLs as WHATWG parses them: the canonical key, the twin, which addresses and names are never asked about.

https://url.spec.whatwg.org/ (parsing, by ada-url), RFC 6761 and RFC 2606 (special-use names).
"""

from __future__ import annotations

import functools
import re
from dataclasses import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ipaddress
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from checker.model import Reason, Url

Address: TypeAlias = "ipaddress.IPv4Address | ipaddress.IPv6Address"

BAD_PORTS = frozenset(
    # https://fetch.spec.whatwg.org/#bad-port
    (0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109)
    + (110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530)
    + (531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190)
    + (5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080)
)

MOST_LOCATION = 8192
"""Characters of a redirect's target; few servers take a longer request line."""

_SPECIAL_SUFFIXES = frozenset(
    # RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476 and ICANN's .internal
    ("alt", "arpa", "example", "example.com", "example.net", "example.org", "home.arpa", "internal", "invalid")
    + ("local", "localhost", "onion", "test")
)
_HTTP = re.compile(r"[\x00-\x20]*h[\t\n\r]*t[\t\n\r]*t[\t\n\r]*p[\t\n\r]*(s[\t\n\r]*)?:", re.I | re.A)
# At the beginning as the parser reads it; elsewhere only after slashes, or `http:` over and over would take for ever.
_USERINFO = re.compile(r"\A([\x00-\x20]*+https?:[\\/\t\n\r]*+)[^/\\?#]*@|(https?:[\\/]+)[^/\\?#\s]*@", re.I | re.A)


@functools.cache
def _parser() -> Any:
    """Imported when first needed: most runs of a hook see no http link at all."""
    import ada_url

    return ada_url.URL


def is_http(value: str) -> bool:
    """Whether an attribute value is an http URL to the URL parser, which drops leading controls, tabs and line ends."""
    match = _HTTP.match(value)
    return match is not None and match[1] is None


def parse(text: str, base: Url | None = None) -> Url | None:
    """The http or https URL that ``text`` spells (relative to ``base`` if given), or None.

    An undecodable byte (a lone surrogate of ``surrogateescape``) is percent-encoded in path and query.
    """
    if not text.isascii():
        text = re.sub("[\udc80-\udcff]", lambda match: f"%{ord(match[0]) - 0xDC00:02X}", text)
        text = re.sub("[\ud800-\udfff]", "\ufffd", text)
    try:
        if base is None:
            if not _HTTP.match(text):
                return None
            parsed = _parser()(text)
        else:
            parsed = _parser()(text, _href(base))
    except ValueError:
        return None
    scheme = parsed.protocol.removesuffix(":")
    if scheme not in ("http", "https") or not parsed.hostname:
        return None
    from checker.model import Url  # most runs meet no URL at all

    userinfo = parsed.username + (f":{parsed.password}" if parsed.password else "")
    port = int(parsed.port) if parsed.port else 443 if scheme == "https" else 80
    return Url(scheme, parsed.hostname, port, parsed.pathname, parsed.search, userinfo)


# A path that the parser takes as it is: no dot segments, nothing to encode, nothing that could be scheme or query.
_PLAIN_PATH = r"(/?)((?:(?>[A-Za-z0-9_~-][A-Za-z0-9_.~-]*+/))*+(?:[A-Za-z0-9_~-][A-Za-z0-9_.~-]*+)?+)(?:#.*)?+"


def resolver(base: Url) -> Callable[[str], Url | None]:
    """As ``parse(text, base)`` for many texts; most links of a page are plain paths, which need no parser."""
    plain = re.compile(_PLAIN_PATH, re.A | re.S)
    folder = base.path.rpartition("/")[0] + "/"
    bare = without_userinfo(base)

    def resolve(text: str) -> Url | None:
        match = plain.fullmatch(text)
        if match is None or not (match[1] or match[2]) or base.userinfo:
            return parse(text, base)
        return replace(bare, path=(match[1] or folder) + match[2], query="")

    return resolve


def _href(url: Url) -> str:
    return str(replace(url, userinfo=""))


def without_userinfo(url: Url) -> Url:
    return replace(url, userinfo="") if url.userinfo else url


def twin(url: Url) -> Url:
    """The https URL of an http URL: scheme changed, port 80 dropped, any other port kept."""
    return replace(url, scheme="https", port=443 if url.port == 80 else url.port)


def location(base: Url, value: str) -> Url | None:
    """Where a ``Location`` or ``Refresh`` value leads from ``base`` as browsers read it; None if nowhere to follow.

    Blanks around it are dropped; only http and https are followed, ports of the bad-port list are not.
    Userinfo is dropped: it is never sent.
    """
    value = value.strip("\t\n\f\r ")
    if not value or len(value) > MOST_LOCATION:
        return None
    url = parse(value, base)
    if url is None or url.port in BAD_PORTS:
        return None
    return replace(url, userinfo="")


def mask(text: str) -> str:
    """``text``, a URL or text that holds some, with userinfo replaced by ``***``."""
    return _USERINFO.sub(r"\1\2***@", text)


def skip(url: Url, *, allow_private: bool = False) -> Reason | None:
    """Why a URL is never asked about, from its spelling alone; None if it may be asked.

    ``allow_private`` lets private addresses and special-use names through, never bad ports.
    """
    from checker.model import Reason

    if url.port in BAD_PORTS:
        return Reason.INVALID_URL
    if allow_private:
        return None
    address = literal(url.host)
    if address is not None:
        return None if is_global(address) else Reason.PRIVATE_ADDRESS
    return Reason.SPECIAL_USE if is_special(url.host) else None


def is_special(host: str) -> bool:
    """Whether a host name is reserved (RFC 6761, RFC 2606) or a single label."""
    labels = host.rstrip(".").split(".")
    if len(labels) < 2:
        return True
    return any(".".join(labels[-count:]) in _SPECIAL_SUFFIXES for count in (1, 2))


def literal(host: str) -> Address | None:
    """The address that a parsed host spells, or None for a name."""
    import ipaddress

    try:
        return ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None


# A name is no address if its last label does not begin with a digit (https://url.spec.whatwg.org/#ends-in-a-number-checker).
_PLAIN_NAME = r"https?:[/\\]*+((?:(?>[a-z0-9-]++\.))*+[a-z-][a-z0-9-]*+)\.?(?::[0-9]*+)?(?=[/\\?#]|\Z)"


def host_of(text: str) -> str:
    """The host of an http or https URL; empty if it has none. Quicker than :func:`parse` for plain names."""
    if match := re.match(_PLAIN_NAME, text, re.I | re.A):
        return match[1].lower()
    url = parse(text)
    return url.host.rstrip(".") if url else ""


def is_loopback(text: str) -> bool:
    """Whether a URL names this very machine, which browsers trust without TLS.

    https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
    """
    host = host_of(text)
    address = literal(host) if host else None
    return address.is_loopback if address else host == "localhost" or host.endswith(".localhost")


_NAT64 = "64:ff9b::/96"
_NEVER = (
    # Blocks that some versions of the standard library call global: deprecated IPv4-compatible (RFC 4291), local
    # NAT64 (RFC 8215), Teredo, benchmarking, ORCHID, documentation (RFC 9637), SRv6 (RFC 9602), deprecated 6to4
    # relays (RFC 7526), shared address space (RFC 6598), IETF assignments.
    ("::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
    + ("5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10")
    + ("127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24")
    + ("192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24")
    + ("168.63.129.16/32", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4")
)


@functools.cache
def _networks(*blocks: str) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    import ipaddress

    return tuple(map(ipaddress.ip_network, blocks))


def is_global(address: Address) -> bool:
    """Whether an address is on the public internet, looking through IPv4 in IPv6, 6to4 and NAT64.

    ``ipaddress.is_global`` alone calls ``64:ff9b::7f00:1`` and ``2002:7f00:1::`` global on Python 3.11.
    """
    import ipaddress

    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in _networks(_NAT64)[0]:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_global(inner) and not address.sixtofour
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not address.is_unspecified
        and not any(address.version == block.version and address in block for block in _networks(*_NEVER))
    )


@functools.lru_cache(maxsize=1024)
def _glob(pattern: str) -> re.Pattern[str]:
    import fnmatch

    return re.compile(fnmatch.translate(pattern), re.I)


def matches(pattern: str, url: Url) -> bool:
    """Whether an ``--ignore`` glob fits: a bare host means it and its subdomains, else ``*`` and ``?`` over the URL.

    A pattern without scheme fits both schemes; without ``*`` at its end it is a prefix of whole path segments.
    """
    scheme, separator, rest = pattern.partition("://")
    if not separator:
        rest = pattern
    elif not _glob(scheme).match(url.scheme):
        return False
    host, slash, path = rest.partition("/")
    host = host.lower()
    if not any(character in host for character in "*?["):
        names = (url.host, url.netloc)
        if host not in names and not url.host.endswith("." + host):
            return False
    elif not (_glob(host).match(url.host) or _glob(host).match(url.netloc)):
        return False
    if not slash:
        return True
    whole = "/" + path
    if any(character in whole for character in "*?["):
        return _glob(whole).match(url.resource) is not None
    return url.resource == whole or url.resource.startswith(whole.rstrip("/") + "/")
