from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import urls
from checker.report import escape
from tests.report import runner

PIECES = ["::", "##[", "##", "[", "error", "::error::", " ", "\u3000", "\u200d", "\ufe0f", "\u034f", "\r", "\n", "%0A"]
PIECES += [
    ":",
    "]",
    "a",
    "http://u:p@h/",
    "@",
    "\x1b[31m",
    "\u202e",
    "\udc80",
    "\x85",
    "\u2028",
    "\\",
    "\x00",
    "file=x,",
]
hostile = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("docs/a b.md:3:1 http://ex.org/ä?x=%0A", "docs/a b.md:3:1 http://ex.org/ä?x=%0A"),
        ("a\r\n\tb", r"a\r\n\tb"),
        ("\x1b[31mred\x07", r"\x1b[31mred\x07"),
        ("\u202egpj.exe", r"\u202egpj.exe"),
        ("caf\udce9", r"caf\udce9"),
        ("\U000e0041", r"\U000e0041"),
        ("::error::x", r"\x3a:error::x"),
        ("  ::error::x", r"  \x3a:error::x"),
        ("\u3000::error::x", r"\u3000::error::x"),
        ("x ##[error]y", r"x ##\x5berror]y"),
        ("#\u200d#[error]y", r"#\u200d#[error]y"),
        ("http://[::1]/", "http://[::1]/"),
        ("to http://me:secret@h/ and HTTPS:\\\\you@h/", "to http://***@h/ and HTTPS:\\\\***@h/"),
        ("http:me:secret@h/", "http:***@h/"),
        ("http://h/@x mail me@h", "http://h/@x mail me@h"),
        ("", ""),
    ],
)
def test_plain(text: str, shown: str) -> None:
    assert escape.plain(text) == shown


@given(hostile)
def test_plain_text_is_one_line_that_commands_nothing(text: str) -> None:
    shown = escape.plain(text)
    assert runner.commands(shown) == []
    assert shown.isprintable()
    assert escape.plain(shown) == shown


@given(hostile, hostile)
def test_a_command_carries_text_and_nothing_else(title: str, text: str) -> None:
    written = f"::error title={escape.property_value(title)}::{escape.data(text)}"
    (command,) = runner.commands(written)
    assert runner.lines(written) == [written]
    assert command.name == "error"
    shown = escape.visible(urls.mask(title)).replace("##[", r"##\x5b").rstrip(" ")
    assert command.properties == {"title": shown}
    assert command.data == "\n".join(map(escape.plain, text.split("\n")))


@given(hostile)
def test_json_is_ascii_on_one_line_and_says_the_same(text: str) -> None:
    written = escape.json_line({"text": text})
    assert json.loads(written) == {"text": text}
    assert written.isascii()
    assert written[:-1].isprintable()
    assert "##[" not in written
    assert runner.commands(written) == []


def test_cut() -> None:
    assert [escape.cut("abcd", limit) for limit in (5, 4, 3)] == ["abcd", "abcd", "ab…"]


@pytest.mark.parametrize(
    "text",
    [
        "http:" + "/" * 200_000,
        "http://" * 50_000,
        "http://" + "@" * 200_000,
        "http:" * 50_000,
        "http:" + "\t" * 100_000,
        " " * 200_000,
    ],
)
def test_masking_is_linear(text: str) -> None:
    begin = time.perf_counter()
    escape.plain(text)
    assert time.perf_counter() - begin < 2
