from __future__ import annotations

import time

import pytest

from checker import discover
from checker.discover.html_tokens import Tag, lower, tags
from checker.model import Document, Span

WANTED = frozenset(("href", "type"))


def read(text: str) -> list[tuple[str, dict[str, str], str]]:
    return [
        (tag.name, {name: text[span.start : span.end] for name, span in tag.values.items()}, tag.namespace)
        for tag in tags(text, WANTED)
        if tag.values
    ]


def test_tags_with_the_values_that_are_wanted() -> None:
    text = (
        "<p title=http:x><A x HREF='http:a' href=no TYPE><b type=\"http:&amp;\"></b href='http:no'><svg><A href=http:/>"
    )
    assert read(text) == [
        ("a", {"href": "http:a", "type": ""}, ""),
        ("b", {"type": "http:&amp;"}, ""),
        ("a", {"href": "http:/"}, "svg"),
    ]


@pytest.mark.parametrize(
    "value",
    [
        "http:x",
        "HTTP:x",
        "ht\ntp:x",
        "http\n:x",
        "http&colon;x",
        "&#104;ttp:x",
        "a http:x",
        "x&amp;http:",
        "http\\3a x",
    ],
)
@pytest.mark.parametrize("markup", ["<a href='{}'>", '<a class="a:b" href="{}">', "<svg><path href='{}'/></svg>"])
def test_no_tag_is_passed_over_whose_value_may_spell_http(markup: str, value: str) -> None:
    assert [values for _, values, _ in read(markup.format(value))] == [{"href": value}]


def test_tags_that_cannot_hold_a_link_are_passed_over() -> None:
    text = (
        "<a href=https://x/?a&amp;b><a href='/x:y'><svg><title>t</title><g><path d='M1'/></g></svg></a><a href=http:x>"
    )
    assert [tag.end for tag in tags(text, WANTED)] == [len(text)]


@pytest.mark.parametrize(
    ("text", "pieces", "reads"),
    [
        ("<style>a&amp;</style>", ["a&amp;"], ()),
        ("<style type=x>a</styles></STYLE >", ["a</styles>"], ()),
        ("<style>a", ["a"], ()),
        ("<svg><style>a&amp;<!-- --><![CDATA[&b]]>c<x/>d</style>", ["a", "&amp;", "&b", "c"], ("a", "&", "&b", "c")),
        ("<svg><style>a<![CDATA[b", ["a", "b"], ("a", "b")),
    ],
)
def test_sheets(text: str, pieces: list[str], reads: tuple[str, ...]) -> None:
    (sheet,) = (tag.sheet for tag in tags(text, WANTED) if tag.sheet)
    assert [text[piece.start : piece.end] for piece in sheet.pieces] == pieces
    assert sheet.reads == reads


def test_a_tag_is_what_it_seems() -> None:
    assert list(tags("<a href=http:x>", WANTED)) == [Tag("a", 15, {"href": Span(8, 14)})]


@pytest.mark.parametrize(("name", "expected"), [("LinK", "link"), ("\u212a", "\u212a"), ("AÉ", "aÉ"), ("İ", "İ")])
def test_only_ascii_has_a_lower_case(name: str, expected: str) -> None:
    assert lower(name) == expected


SIZE = 200_000
HOSTILE = [
    "<a ", "<a \n", "<a b='", '<a b="', "<", "</", "<!", "<?", "<!--", "<!-- -", "<![CDATA[", '"', "<a x='p:", "<a href=http:x>", "<a href=http:x><b>",
    "<a href=http:x> ", "<style>", "<style></style", "<script>", "<script><!--", "<!--<script>", "<title>", "<textarea></textarea ", "<iframe srcdoc='", "<svg>",
    "<svg></a>", "<svg><path>", "<svg><g></a>", "<svg><desc>", "<svg><style>x&amp;", "<svg><style><!-- -->", "<svg><style><![CDATA[]]>", "<svg><![CDATA[",
    "<svg><foreignObject><p>", "<svg><foreignObject></svg>", "<div><svg></div>", "<math><mi></x>", "<math><annotation-xml encoding=text/html>", "<svg><path d='p:'/>",
]  # fmt: skip
WRAPPED = [
    ("<a ", "a ", ">"), ("<a ", "= ", ">"), ("<a ", "/", ">"), ("<a ", "href ", ">"), ("<a href='", "&", "'>"), ("<a href='", "&amp;", "http:'>"), ("<a href='", "\0", "'>"),
    ("<a href='", "\r", "http:'>"), ("<a href='&#", "9", ";'>"), ("<a href='&", "a", ";'>"), ("<img srcset='", "http:x 1x,", "'>"), ("<img srcset='", ",", "'>"),
    ("<img srcset='http:x ", "(", "'>"), ("<a ping='", "http:x ", "'>"), ("<meta http-equiv=refresh content='", "0", "'>"), ("<a href=http:x>", " &amp;", "</a>"),
    ("<a href=http:x>", "<b>", "</a>"), ("<iframe srcdoc='", "&amp;", "'>"), ("<script>", "<!--<script>", ""), ("<script>", "</script", ""), ("<!--", "--!", ""), ("<svg>", "<style>", ""),
]  # fmt: skip


@pytest.mark.parametrize(("before", "again", "after"), [*(("", text, "") for text in HOSTILE), *WRAPPED])
def test_hostile_texts_take_linear_time(before: str, again: str, after: str) -> None:
    """Anything quadratic would take minutes."""
    text = "http: " + before + again * (SIZE // len(again)) + after
    start = time.process_time()
    discover.find(Document("x.html", text, "html"))
    assert time.process_time() - start < 2
