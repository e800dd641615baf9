"""Sitemaps: the pages that a site says it has. https://www.sitemaps.org/protocol.html

An XML ``urlset``, a ``sitemapindex`` (which leads to more), a feed (RSS and Atom count as sitemaps too), or plain text
with a URL a line; gzip by its first bytes, whatever the name and the header say. What is broken gives what came before.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import re
import zlib
from dataclasses import dataclass
from xml.parsers import expat

SITEMAP_BYTES = 50 << 20
"""The protocol's limit of one sitemap, unpacked."""
MAX_URLS = 50_000
"""The protocol's limit of one sitemap."""
MAX_SITEMAPS = 1_000
"""How many are read in one crawl."""
_URL_BYTES = 8_192
_NESTED = 64
"""Deeper markup is no sitemap."""


@dataclass(frozen=True, slots=True)
class Sitemap:
    """URLs as written: of ``pages``, and of more ``sitemaps``."""

    pages: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()


def read(body: bytes) -> Sitemap:
    """What a sitemap names, each once, in order; at most :data:`MAX_URLS`."""
    body = _unpacked(body)
    if not re.match(rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*<", body):
        lines = body.decode("utf-8", "replace").split("\n", MAX_URLS)[:MAX_URLS]
        return Sitemap(tuple(dict.fromkeys(line.strip("\ufeff \t\r") for line in lines if "://" in line)))
    return _read_xml(body)


def _unpacked(body: bytes) -> bytes:
    if not body.startswith(b"\x1f\x8b"):
        return body
    try:
        return gzip.GzipFile(fileobj=io.BytesIO(body)).read(SITEMAP_BYTES)
    except (OSError, EOFError, zlib.error):
        return b""


class _EnoughError(Exception):
    """There is nothing more to learn here."""


def _read_xml(body: bytes) -> Sitemap:
    pages: dict[str, None] = {}
    sitemaps: dict[str, None] = {}
    path: list[str] = []
    text: list[str] = []
    room = _URL_BYTES

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal room
        path.append(name.rpartition(":")[2])
        text.clear()
        room = _URL_BYTES
        if len(path) > _NESTED:
            raise _EnoughError
        if path[-1] == "link" and "entry" in path and attributes.get("rel", "alternate") == "alternate":
            pages[attributes.get("href", "")] = None

    def end(_: str) -> None:
        written = "".join(text).strip()
        text.clear()
        match path[-2:]:
            case ["url", "loc"] | ["item", "link"]:
                pages[written] = None
            case ["sitemap", "loc"]:
                sitemaps[written] = None
        path.pop()
        if len(pages) + len(sitemaps) > MAX_URLS:
            raise _EnoughError

    def characters(data: str) -> None:
        nonlocal room
        if room > 0:
            text.append(data)
            room -= len(data)

    def entity(*_: object) -> None:
        raise _EnoughError  # a sitemap needs none, and some are bombs

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = characters, entity
    with contextlib.suppress(expat.ExpatError, _EnoughError, ValueError, LookupError):
        parser.Parse(body, True)
    named = [url for url in pages if 0 < len(url) < _URL_BYTES]
    return Sitemap(tuple(named[:MAX_URLS]), tuple(url for url in sitemaps if url)[:MAX_URLS])
