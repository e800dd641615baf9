"""Words and headings of a page."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.judge.reading import NOTHING, dice, extra, read, reading, words
from checker.model import Reading
from tests.worlds import html, observe, page, reply, target


def test_a_page() -> None:
    body = (
        "<html><head><title> A\n page </title><link rel='canonical nofollow' href=' /p '></head><body>"
        "<header>Top <p>of all</p></header><nav>Menu<aside>deep</aside></nav><h1>Big <i>One</i></h1><h1>Two</h1>"
        "<script>hidden()</script><noscript>hidden</noscript><template>hidden</template><!-- hidden -->"
        "<main>Text text</main><footer>End</footer>last</body></html>"
    )
    everything = {
        "top": 1,
        "of": 1,
        "all": 1,
        "menu": 1,
        "deep": 1,
        "big": 1,
        "one": 1,
        "two": 1,
        "text": 2,
        "end": 1,
        "last": 1,
    }
    main = {"big": 1, "one": 1, "two": 1, "text": 2, "last": 1}
    assert reading(reply(200, body)) == Reading("A page", "Big One", "/p", everything, main)


def test_what_is_no_page() -> None:
    assert reading(reply(200, "words", "text/plain")) == NOTHING
    assert reading(reply(200, b"")) == NOTHING


@pytest.mark.parametrize("depth", [100, 8000])
def test_deep_pages(depth: int) -> None:
    found = reading(reply(200, "<div>" * depth + "deep" + "<nav>x</nav>" + "</div>" * depth + "end"))
    assert found.main == {"deep": 1, "end": 1}


@pytest.mark.parametrize(
    "body", ["<![x", "<!DOCTYPE [<x", "<![CDATA[ x", "\0", "<a b='", "&#xFFFFFFFFF;", "&#" + "1" * 5000 + ";"]
)
def test_broken_pages_are_read_somehow(body: str) -> None:
    assert "text" in reading(reply(200, f"<p>text</p>{body}")).words


def test_only_final_replies_are_read_and_once() -> None:
    seen = observe(target("http://a.org/p"), {"http://a.org": html(), "https://a.org": reply(404, page("Gone"))})
    known = read(seen)
    assert known.http.reply and known.https.reply and known.https.reply.reading
    assert known.https.reply.reading.title == "Gone"
    assert read(known) == known


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One one, TWO", {"one": 2, "two": 1}),
        ("Straße STRASSE", {"strasse": 2}),
        ("晴れの日", {"晴れ": 1, "れの": 1, "の日": 1}),
        ("第1章 x", {"第": 1, "1": 1, "章": 1, "x": 1}),
        ("", {}),
    ],
)
def test_words(text: str, expected: dict[str, int]) -> None:
    assert words(text) == expected


def test_dice_and_extra() -> None:
    one, other = {"a": 2, "b": 1}, {"a": 1, "c": 2}
    assert dice(one, other) == pytest.approx(2 / 6)
    assert (extra(one, other), extra(other, one)) == (2, 2)
    assert dice({}, {}) == 0


COUNTS = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 5))


@given(COUNTS, COUNTS)
def test_dice_is_symmetric_and_one_only_for_equals(one: dict[str, int], other: dict[str, int]) -> None:
    assert dice(one, other) == dice(other, one)
    assert 0 <= dice(one, other) <= 1
    assert (dice(one, other) == 1) == (one == other and bool(one))


def test_judging_imports_no_parser_until_a_page_is_read() -> None:
    code = "import sys, checker.judge, checker.probe, checker.judge.features as f; print('bs4' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
