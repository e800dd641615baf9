"""Bare URLs: where they begin and end. Marked texts: every http URL that is found stands in «guillemets»."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.discover import bare
from tests.marked import marked, show


def check(text: str) -> None:
    plain, _ = marked(text)
    spans = [(span.start, span.end) for span in bare.scan(plain, 0, len(plain))]
    assert show(plain, spans) == text


@pytest.mark.parametrize(
    "text",
    [
        "«http://a.example/» and «HTTP://B.example», (see «http://c.example/d»)",
        # punctuation at the end
        "«http://a.example/x». «http://a.example/x», «http://a.example/x»?! «http://a.example/x»:",
        "*«http://a.example/x»* _«http://a.example/x»_ ~~«http://a.example/x»~~ '«http://a.example/x»'",
        "«http://a.example/x»; then «http://a.example/?q=1&b=2»&amp; and «http://a.example/?q=1&amp;b=2» end",
        "«http://a.example/a_b_c» and «http://a.example/trail»_ end",
        "«http://a.example/x»\\",
        # parentheses
        "«http://a.example/Tree_(graph)» («http://a.example/Tree_(graph)») («http://a.example/Tree»)",
        "((«http://a.example/x»))). «http://a.example/x(y»",
        # what ends one anywhere
        '"«http://a.example/x»" <«http://a.example/x»> `«http://a.example/x»` {«http://a.example/x»}',
        "[«http://a.example/x»] «http://a.example/x»|«http://b.example/x»^2",
        "«http://a.example/x»\x00y «http://a.example/x»\x7fy",
        # the host
        "«http://a.example»,b «http://a.example»(b) «http://a.example»*b* «http://a.example»&amp; «http://a.example»\\n",
        "«http://a.example:8080/x» «http://a.example»:x «http://a.example:80»: «http://localhost:8080/»",
        "«http://user:secret@a.example/x» «http://me@a.example/»",
        "«http://a.example?q» «http://a.example#f» «http://a_b.example/»",
        "«http://127.0.0.1/x» http://[::1]/ http:/// http://, http://.. http://-a.example http:// x",
        # letters before
        "xhttp://no.example/ 1«http://a.example/» -«http://a.example/» _«http://a.example/» é«http://a.example/»",
        # other schemes are consumed
        "https://w.example/web/2010/http://no.example/ and ftp://f.example/http://no.example/ «http://a.example/»",
        "«http://w.example/web/2019/https://in.example/»",
        # outside ASCII
        "«http://äpfel.example/ä/é?ö#ü» «http://例え.example/x»",
        "«http://a.example/docs»（旧版）«http://b.example/x»。 «http://c.example/g»，还有",
        "«http://a.example»，发到me@b.example",
        "«http://a.example/docs»可以读 «http://a.example/x»はい «http://a.example/x»한글",
        "«http://a.example/z»\u200bb «http://a.example/n»\u00a0d «http://a.example/“x»”".replace("“x»”", "»“x”"),
        "«http://a.example/caf\udce9» \udc93«http://a.example/»\udc94",
        # templates
        "http://a.example/{{ x }} http://a.example/{% y %} http://a.example/${z} http://{{ host }}/ «http://a.example/»{:.i}",
        "http://a.example/x.{{ y }} «http://a.example/»{% endraw %} «http://a.example/»{%- endif %} «http://a.example/»{id}",
    ],
)
def test_bare_urls(text: str) -> None:
    check(text)


def test_a_range_of_text_is_read_and_no_more() -> None:
    text = "http://a.example/long http://b.example/"
    assert [text[span.start : span.end] for span in bare.scan(text, 0, 19)] == ["http://a.example/lo"]
    assert list(bare.scan(text, 1, 20)) == []


def test_what_is_no_scheme_is_no_url() -> None:
    assert bare.read("see http://a.example/", 0, 21) is None
    assert bare.read("xhttp://a.example/", 1, 18) is None


TEXTS = st.lists(
    st.sampled_from(
        [
            "http://",
            "https://",
            "a.example",
            "/",
            "(",
            ")",
            ".",
            ",",
            " ",
            "&amp;",
            ";",
            "é",
            "。",
            "x",
            "<",
            "_",
            "@",
            ":",
            "1",
            "{{",
        ]
    )
).map("".join)


@given(TEXTS)
def test_spans_are_ordered_and_spell_a_url(text: str) -> None:
    end = 0
    for span in bare.scan(text, 0, len(text)):
        assert end <= span.start < span.end <= len(text)
        end = span.end
        url = text[span.start : span.end]
        assert url.startswith("http://") and len(url) > len("http://")
        assert not set(url) & set(' <>"`{}|^[]。')
        assert url[-1] not in "?!.,:*_~';"


@given(TEXTS)
def test_a_blank_after_it_changes_nothing(text: str) -> None:
    assert list(bare.scan(text + " x", 0, len(text) + 2)) == list(bare.scan(text, 0, len(text)))


@pytest.mark.parametrize(
    "unit", ["http://", "http://a.b/。", "http://a.b/(((", ")", "http://é", "http://a@", "&amp;", "http://a.b/&amp;;"]
)
def test_work_grows_with_the_text_and_no_faster(unit: str) -> None:
    def calls(text: str) -> int:
        count = 0

        def counting(_frame: object, event: str, _argument: object) -> None:
            nonlocal count
            count += event == "c_call"

        before = sys.getprofile()
        sys.setprofile(counting)
        try:
            list(bare.scan(text, 0, len(text)))
        finally:
            sys.setprofile(before)
        return count

    head = "http://a.example/"
    assert calls(head + unit * 4000) <= 5 * calls(head + unit * 1000) + 100
