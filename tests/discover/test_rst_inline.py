"""Inline text of reStructuredText; «guillemets» mark what must be found. docutils 0.22 agrees with each line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.discover import rst_inline
from tests.marked import marked, show

BARE = [
    "see «http://a.org/x» now",
    "«http://a.org»",
    "(«http://a.org/x»)",
    "<«http://a.org/x»>",
    "\"«http://a.org/x»\", '«http://b.org»'",
    "«http://a.org/x». «http://b.org/y», «http://c.org/z»; «http://d.org»! «http://e.org»?",
    "«http://a.org/?a=1&b=2#c»",
    # docutils takes what may close a sentence for its end, and x_ for a reference.
    "«http://a.org/x_(y») and «http://a.org/»x_",
    "«http://a.org/a*b» **x**",
    "«HTTP://A.ORG/»",
    "xhttp://no.org/ https://no.org/ ftp://no.org/",
    "https://web.archive.org/web/2010/http://no.org/",
    "-«http://a.org/» /«http://b.org/»",
    "http://",
    "two: «http://a.org/1»\n«http://a.org/2»",
    "a*http://no.org/ a|http://no.org/ ü–«http://a.org/»",
]
LINKS = [
    "`text <«http://a.org/»>`_",
    "`text <«http://a.org/»>`__",
    "`<«http://a.org/»>`_",
    "`two\nlines <«http://a.org/x»>`_ end",
    "`text <«http://a.org/\nx»>`_",
    "`a <«http://a.org/»>`_ and `b <«http://b.org/»>`__, see",
    "`http://a.org/ <«http://a.org/»>`_",
    "(`text <«http://a.org/x_y»>`_)",
    r"`text <«http://a.org/x\_»>`__",
]
NONE = [
    "``http://no.org/``",
    "*http://no.org/*",
    "**http://no.org/**",
    ":code:`http://no.org/`",
    ":ref:`text <http://no.org/>`",
    "`http://no.org/`",
    "`text <http://no.org/>`",
    "|http://no.org/|",
    "`name`_ name_ name__ [1]_ [#]_ [*]_ [CIT2002]_",
    "``a `` http://no.org/``",
    "_`http://no.org/`",
    "`http://no.org/`_",
]
UNCLOSED = [
    "``«http://a.org/»",
    "*«http://a.org/»",
    "** «http://a.org/» **",
    "`text «http://a.org/»",
    "* «http://a.org/» *",
    "`` «http://a.org/» x``",
]


@pytest.mark.parametrize("text", BARE + LINKS + NONE + UNCLOSED)
def test_which_urls_are_links(text: str) -> None:
    plain, _ = marked(text)
    spans = [(found.start, found.end) for found in rst_inline.scan(plain)]
    assert show(plain, spans) == text


@pytest.mark.parametrize("text", BARE + LINKS)
def test_what_is_bare_and_what_is_a_link(text: str) -> None:
    plain, _ = marked(text)
    assert {found.bare for found in rst_inline.scan(plain)} <= {text in BARE}


@pytest.mark.parametrize(
    ("text", "url"),
    [
        (r"`x <http://a.org/x\_y>`__", "http://a.org/x_y"),
        ("`x <http://a.org/\n  long/path>`_", "http://a.org/long/path"),
        (r"http://a.org/x\*y", "http://a.org/x*y"),
    ],
)
def test_a_url_is_read_without_blanks_and_backslashes(text: str, url: str) -> None:
    (found,) = rst_inline.scan(text)
    assert found.url == url


def test_text_that_spells_the_same_url_is_tied_to_it() -> None:
    text = "`http://a.org/ <http://a.org/>`_ `http://b.org/ <http://a.org/>`_"
    first, second = rst_inline.scan(text)
    assert first.label is not None
    assert text[first.label.start : first.label.end] == "http://a.org/"
    assert second.label is None


@pytest.mark.parametrize(
    ("written", "url"), [("http://a.org/ b", "http://a.org/b"), (r"http://a.org/\_", "http://a.org/_")]
)
def test_the_url_of_a_target(written: str, url: str) -> None:
    assert rst_inline.read(written) == url


@given(st.text(st.sampled_from("`*|_<>[]:\\ \nhttp://a.org/x.\0ü「")))
def test_whatever_the_text_places_are_within_it_and_in_order(text: str) -> None:
    at = 0
    for found in rst_inline.scan(text):
        assert at <= found.start < found.end <= len(text)
        at = found.end
