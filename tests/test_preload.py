"""The HSTS preload list: what covers a host, and what does not. Entries are those of the list as it ships."""

from __future__ import annotations

import datetime
import os
import warnings

import hstspreload
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import preload, urls

FLAG_LEAF, FLAG_SUBDOMAINS = 0x80, 0x40


def entries() -> dict[str, bool]:
    """Every entry of the list and whether it includes subdomains, read from its file; top-level domains aside."""
    with open(os.path.join(os.path.dirname(hstspreload.__file__), "hstspreload.bin"), "rb") as file:
        data = file.read()
    found, at = {}, 0
    while at < len(data):
        flags, size = data[at], data[at + 1]
        if flags & FLAG_LEAF:
            found[data[at + 2 : at + 2 + size].decode()] = bool(flags & FLAG_SUBDOMAINS)
        at += 2 + size
    return found


ENTRIES = entries()
NAMES = sorted(name for name in ENTRIES if urls.literal(name) is None)
WHOLE = [name for name in NAMES if ENTRIES[name]]
ALONE = [name for name in NAMES if not ENTRIES[name]]


def expected(host: str) -> bool:
    """Whether the list covers a host, told by walking up its labels."""
    labels = host.split(".")
    above = (".".join(labels[at:]) for at in range(1, len(labels)))
    tld = labels[-1].encode() in hstspreload._GTLD_INCLUDE_SUBDOMAINS
    return tld or host in ENTRIES or any(ENTRIES.get(name, False) for name in above)


def test_the_file_was_read() -> None:
    assert len(WHOLE) > 100_000
    assert len(ALONE) > 100
    assert "1.0.0.1" in ENTRIES


@pytest.mark.parametrize(
    ("host", "covered"),
    [
        ("github.com", True),
        ("raw.github.com", True),
        ("a.b.c.d.e.f.github.com", True),
        ("github.com.", True),
        ("xgithub.com", False),
        ("github.com.evil.org", False),
        ("gmail.com", True),  # without its subdomains
        ("a.gmail.com", False),
        ("accounts.google.com", True),
        ("google.com", False),  # its keys are pinned, its hosts are not all on the list
        ("a.dev", True),  # a top-level domain that is preloaded as a whole
        ("a.b.c.d.e.f.dev", True),
        ("dev", True),
        ("dev.org", False),
        ("xn--bcher-kva.app", True),
        ("example.org", False),
        ("1.0.0.1", False),  # an entry, which browsers pass over: it is an address
        ("[2606:4700:4700::1111]", False),
        ("..", False),
        (".", False),
        ("a..dev", True),
        ("com", False),
    ],
)
def test_hosts(host: str, covered: bool) -> None:
    assert preload.covers(host) is covered


@given(st.sampled_from(WHOLE) | st.sampled_from(ALONE), st.sampled_from(("", "a.", "www.", "a.b.c.", "x")))
def test_entries_and_what_is_below_them(entry: str, prefix: str) -> None:
    assert preload.covers(prefix + entry) is expected(prefix + entry)


@given(st.sampled_from(ALONE))
def test_an_entry_alone_covers_nothing_below_it(entry: str) -> None:
    assert preload.covers(entry)
    below = f"no-such-label.{entry}"
    assert preload.covers(below) is expected(below)


def test_no_warning_and_no_error_reaches_the_user() -> None:
    hstspreload.in_hsts_preload.cache_clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert preload.covers("github.com")


def test_its_date_and_age(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hstspreload, "__version__", "2025.1.1")
    assert preload.edition() == "2025-01-01"
    assert preload.age(datetime.date(2025, 1, 1)) == "2025-01-01, 0 days old"
    assert preload.age(datetime.date(2025, 1, 2)) == "2025-01-01, 1 day old"
    assert preload.age(datetime.date(2026, 1, 1)) == "2025-01-01, 365 days old"
    assert preload.age(datetime.date(2024, 1, 1)) == "2025-01-01"  # a clock that is wrong
    monkeypatch.setattr(hstspreload, "__version__", "2025.13.1")
    assert preload.age(datetime.date(2025, 1, 2)) == "version 2025.13.1"
    monkeypatch.setattr(hstspreload, "__version__", "3.0")
    assert preload.edition() == "version 3.0"
