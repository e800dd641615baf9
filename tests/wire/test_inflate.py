from __future__ import annotations

import contextlib
import gzip
import random
import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.wire.inflate import Undecodable, decoder

TEXT = b"The quick brown fox. " * 50


def unpack(encoding: str, data: bytes, most: int = 1 << 20, step: int = 7) -> bytes:
    made = decoder(encoding)
    out = b""
    for start in range(0, len(data), step):
        out += made.feed(data[start : start + step], most - len(out))
    made.finish()
    return out


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("", TEXT),
        ("identity", TEXT),
        ("UTF-8", TEXT),
        ("none", TEXT),
        ("gzip", gzip.compress(TEXT)),
        (" GZip ", gzip.compress(TEXT)),
        ("x-gzip", gzip.compress(TEXT)),
        ("gzip, identity", gzip.compress(TEXT)),
        ("gzip", gzip.compress(TEXT[:100]) + gzip.compress(TEXT[100:])),
        ("gzip", gzip.compress(TEXT) + b"\0" * 100),
        ("deflate", zlib.compress(TEXT)),
        ("deflate", raw_deflate(TEXT)),
    ],
)
def test_unpacks(encoding: str, packed: bytes) -> None:
    assert unpack(encoding, packed, step=len(packed)) == TEXT
    if encoding != "gzip" or not packed.endswith(b"\0"):
        assert unpack(encoding, packed) == TEXT


@pytest.mark.parametrize("encoding", ["br", "zstd", "compress", "gzip, gzip", "gzip, br", "gzip, zstd", "x" * 999])
def test_what_was_not_asked_for_is_not_guessed_at(encoding: str) -> None:
    with pytest.raises(Undecodable, match=r"was not asked for|of 999 characters"):
        decoder(encoding)


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_broken_and_short_bodies_are_told(encoding: str) -> None:
    noise = random.Random(0).randbytes(500)
    packed = gzip.compress(noise) if encoding == "gzip" else zlib.compress(noise)
    with pytest.raises(Undecodable):
        unpack(encoding, b"this is plain text and nothing else")
    with pytest.raises(Undecodable, match="ends too early"):
        unpack(encoding, packed[:-9])
    with pytest.raises(Undecodable):
        unpack(encoding, packed[: len(packed) // 2] + b"\xff" * 400)
    assert unpack(encoding, b"") == b"", "an empty body is packed by nobody"


def test_a_bomb_costs_no_more_than_was_asked_for() -> None:
    bomb = gzip.compress(b"\0" * (64 << 20))
    assert len(bomb) < 100_000
    tracemalloc.start()
    made = decoder("gzip")
    assert made.feed(bomb, 65_537) == b"\0" * 65_537
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 20


@given(st.binary(max_size=300), st.sampled_from(["gzip", "deflate"]), st.integers(0, 50))
def test_any_bytes_end_in_bytes_or_undecodable(data: bytes, encoding: str, most: int) -> None:
    with contextlib.suppress(Undecodable):
        assert len(decoder(encoding).feed(data, most)) <= most


@given(st.binary(max_size=2000), st.integers(1, 100), st.integers(0, 2000))
def test_any_body_comes_back_as_far_as_wanted(data: bytes, step: int, most: int) -> None:
    packed = gzip.compress(data)
    made = decoder("gzip")
    out = b""
    for start in range(0, len(packed), step):
        out += made.feed(packed[start : start + step], most - len(out))
    assert out == data[:most]
