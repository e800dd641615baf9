"""Bodies unpacked without trust: never more bytes come out than were asked for, whatever the packed ones say."""

from __future__ import annotations

import zlib
from typing import Protocol

_IGNORED = frozenset(("", "identity", "none", "utf-8", "utf8", "binary", "iso-8859-1"))
"""What servers write into ``Content-Encoding`` that packs nothing; browsers pass over it."""


_LONGEST = 200
"""Characters of a Content-Encoding that is looked into."""


class Undecodable(Exception):  # noqa: N818 - a fact about an answer, no error of ours
    """The bytes are not what the header says, or packed in a way that was not asked for."""


class Decoder(Protocol):
    def feed(self, data: bytes, most: int) -> bytes:
        """What ``data`` unpacks to, at most ``most`` bytes; the rest is dropped. Raises Undecodable."""

    def finish(self) -> None:
        """The packed bytes are over. Raises Undecodable if something is missing."""


class Identity:
    def feed(self, data: bytes, most: int) -> bytes:
        return data[:most]

    def finish(self) -> None:
        pass


class Zlib:
    """gzip (RFC 1952; members in a row are one body, padding after the last is dropped) and deflate (RFC 9110 section
    8.4.1.2: zlib, though some servers leave the wrapper out)."""

    def __init__(self, *, gzip: bool) -> None:
        self._gzip = gzip
        self._fed = False
        self._stream = zlib.decompressobj(31 if gzip else 15)

    def feed(self, data: bytes, most: int) -> bytes:
        out = bytearray()
        while data and len(out) < most:
            if self._stream.eof:
                if not (self._gzip and data.startswith(b"\x1f\x8b")):
                    break
                self._stream = zlib.decompressobj(31)
            try:
                out += self._stream.decompress(data, most - len(out))
            except zlib.error as error:
                if self._gzip or self._fed:
                    raise Undecodable(str(error)) from None
                self._stream = zlib.decompressobj(-15)
                self._fed = True
                continue
            self._fed = True
            data = self._stream.unused_data if self._stream.eof else b""
        return bytes(out)

    def finish(self) -> None:
        if self._fed and not self._stream.eof:
            raise Undecodable("the packed body ends too early")


def decoder(encoding: str) -> Decoder:
    """The decoder for a ``Content-Encoding``. Raises Undecodable for what was not asked for."""
    if len(encoding) > _LONGEST:
        raise Undecodable(f"a Content-Encoding of {len(encoding)} characters")
    names = [name for name in (part.strip().lower() for part in encoding.split(",")) if name not in _IGNORED]
    match names:
        case []:
            return Identity()
        case ["gzip" | "x-gzip"]:
            return Zlib(gzip=True)
        case ["deflate"]:
            return Zlib(gzip=False)
    raise Undecodable(f"Content-Encoding {encoding[:80]!r} was not asked for")
