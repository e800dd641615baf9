"""Inline text of Markdown: what is a link in it. «guillemets» mark the URLs; kinds are told apart in a test below."""

from __future__ import annotations

import itertools
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.discover.markdown_inline import (
    MAX_PARENTHESES,
    Found,
    Kind,
    destination,
    label_key,
    scan,
    undo_entities,
    undo_escapes,
)
from checker.model import Span
from tests.marked import marked, show

REFERENCES = {"r", "foo bar"}
URLS = (Kind.LINK, Kind.IMAGE, Kind.AUTOLINK, Kind.BARE)


def check(text: str) -> None:
    plain, _ = marked(text)
    spans = [(found.start, found.end) for found in scan(plain, REFERENCES) if found.kind in URLS]
    assert show(plain, spans) == text


@pytest.mark.parametrize(
    "text",
    [
        # destinations
        "[a](«http://a/») [b](<«http://a/b c»>) [c]( «http://a/c» ) [d](\n«http://a/d»\n)",
        '[trees](«http://a/Tree_(graph)») [p](«http://a/Oak_(film)» "a film (1999)")',
        "[x](«http://a/(a(b)c)») [y](«http://a/\\(») [z](<«http://a/)»>)",
        "[x](«http://a/1» \"see http://no/\") [y](«http://a/2» 'http://no/') [z](«http://a/3» (http://no/))",
        '[x](«http://a/» "a\\"b") [y](«http://a/»\n"t\nu") [z](«http://a/»"t")'.replace('»"t")', '"t"»)'),
        "[a](«http:a/») [b](«http:/b/») [c](«http:\\\\c\\d») [d](«HtTp://d») [e](«http&#58;//e») [f](«http\\://f»)",
        "[x](«») [y](<«»>)",
        # what is no link, and then a bare URL
        "[x](«http://a/two» words)",
        "[x](«http://a/»",
        '[y](«http://b/z» "open',
        '[y](«http://b/z» "t" x)',
        "[y](<«http://b/z»\n>)",
        "[y] («http://b/»)",
        "[x](«http://a.example/» 1 >[r]",
        "\\[x](«http://a/») [x\\](«http://a/») [x]\\(«http://a/»)",
        # nesting
        '[![build](«http://i/b.svg» "http://no/")](«http://ci/p»)',
        "[![](«http://a»)](«http://b»)",
        "[a [b](«http://a») c](«http://b»)",
        "[a [r] c](«http://b»)",
        "[a ![r] c](«http://b»)",
        "[a [b] c](«http://b»)",
        "![a [b](http://no/) http://no/ <http://no/> c](«http://i/»)",
        "![a ![b](http://no/) c](«http://i/»)",
        "[[x](«http://a/») ![y [z](http://no/)](«http://i/») w](«http://b»)",
        "[http://no/](«http://b/») [see http://no/ there][r] [see «http://a/» there][none]",
        "[http://no/][] [http://no/]".replace("http://no/", "«http://a/»"),
        "[x][r] [r] [r][] ![x][r] ![r] [foo\nBAR] [^r]",
        "] ]( [[[[ [x](«http://a/»)",
        "[`code`](«http://a/c») [*em*](«http://a/e») [a\\]b](«http://a/b»)",
        # code spans
        "`http://no/` ``a ` http://no/`` `two\nlines http://no/` [y](«http://a/»)",
        "use `x` see [y](«http://a/») or `z` and ` a lone tick «http://b/»",
        "[x`](http://no/)` \\`«http://a/»\\` `\\` «http://a/» \\``http://no/`",
        "``«http://a/»`",
        # autolinks
        "<«http://a/?q=1&amp;r=2»> <«HTTP://B/»> <«http://a/\\*»> <«https://s/»> <«mailto:a@b»>",
        "<«http://a/b» c> <http:> < «http://a/»> \\<«http://a/»>".replace("<http:>", "<«http:»>"),
        "<«http://a/[x](http://b/)»>",
        # raw HTML
        "<a href=\"http://no/\"> <b c='http://no/'/> <!-- http://no/ --> <!--> «http://a/» --> <? http://no/ ?>",
        '<![CDATA[ http://no/ ]]> <!X http://no/> </a > <a\nhref=http://no/\n> [y <a title="](http://no/)">',
        '<a href=”http://no/”> <a href="«http://a/»" b <a href=\'x\'title="«http://a/»"> </a «http://a/»>',
        "<!-- «http://a/» <? «http://a/» <![CDATA[ «http://a/»",
        # escapes
        "\\«http://a/» \\\\«http://a/» &lt;«http://a/»&gt; \\\\[x](«http://a/»)",
        # https is consumed
        "https://w/web/http://no/ [x](«https://w/http://no/») <«https://w/http://no/»>",
        "[u](«http://äpfel/a») «http://ölmühle/b» 😀 [x](«http://a/»)",
        "http://b/{{ x }} [z](http://b/{{ x }}) [z](«http://b/{{x}}»)",
    ],
)
def test_urls_in_inline_text(text: str) -> None:
    check(text)


def test_kinds_urls_and_labels() -> None:
    assert scan("[r] ![r] [x][FOO  Bar] <b> <http://a/&amp;> http://b/ ![i](http://i/\\*)", REFERENCES) == [
        Found(Kind.USE, 0, 3, "r"),
        Found(Kind.IMAGE_USE, 4, 8, "r"),
        Found(Kind.USE, 9, 22, "foo bar"),
        Found(Kind.HTML, 23, 26),
        Found(Kind.AUTOLINK, 28, 42, "http://a/&"),
        Found(Kind.BARE, 44, 53, "http://b/"),
        Found(Kind.IMAGE, 59, 70, "http://i/*"),
    ]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("[a [b](http://a) c](http://b)", [Kind.LINK, Kind.BARE]),
        ("[a [r] c](http://b)", [Kind.USE, Kind.BARE]),
        ("[[a ![b](http://a) c](http://b) d](http://c)", [Kind.IMAGE, Kind.LINK, Kind.BARE]),
        ("![a [b](http://a) c](http://b)", [Kind.IMAGE]),
        ("[a [b](http://a) [c](http://b)", [Kind.LINK, Kind.LINK]),
        ("[x](http://a.example/ 1 >[r]", [Kind.BARE, Kind.USE]),
    ],
)
def test_links_do_not_nest(text: str, kinds: list[Kind]) -> None:
    assert [found.kind for found in scan(text, REFERENCES)] == kinds


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("[http://a/x](http://a/x)", "http://a/x"),
        ("[http://a](http://a/)", "http://a"),
        ("[`http://a/x`](http://a/x)", "http://a/x"),
        ("[**http://a/x_**](http://a/x_)", "http://a/x_"),
        ("[http://a/?x&amp;y](http://a/?x&y)", "http://a/?x&amp;y"),
        ("[http://a/b\\_c](http://a/b_c)", "http://a/b\\_c"),
        ("[http://a/x](http://b/x)", None),
        ("[http://a/x](http://a/x/)", None),
        ("[see http://a/x](http://a/x)", None),
        ("[](http://a/x)", None),
        ("![http://a/x](http://a/x)", None),
    ],
)
def test_a_text_that_spells_the_url_is_its_label(text: str, label: str | None) -> None:
    (found,) = scan(text)
    assert (found.label and text[found.label.start : found.label.end]) == label


def test_parentheses_of_a_destination_nest_to_a_bound() -> None:
    deep = "(" * MAX_PARENTHESES + ")" * MAX_PARENTHESES
    assert destination(deep, 0) is not None
    assert destination(f"({deep})", 0) is None
    assert destination("(a", 0) is None
    assert destination("<a", 0) is None


def test_labels_match_blind_to_case_and_blanks() -> None:
    assert label_key(" Foo \n\t BAR ") == label_key("foo bar") == "foo bar"
    assert label_key("ẞ") == label_key("SS")
    assert label_key(" \n ") == ""
    long = "x" * 1000
    assert scan(f"[{long}] [t][{long}]", {long}) == []
    assert [found.kind for found in scan(f"[{long[1:]}]", {long[1:]})] == [Kind.USE]


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("http\\://a/\\_\\a", "http://a/_\\a"),
        ("http&#58;//a/&amp;&lt", "http://a/&&lt"),
        ("&#x3A;&#0;&#xD800;&#1114112;&#99999999;&nosuch;", ":\ufffd\ufffd\ufffd&#99999999;&nosuch;"),
        ("\\&amp;", "&amp;"),
        ("plain", "plain"),
    ],
)
def test_escapes_are_undone(written: str, url: str) -> None:
    assert undo_escapes(written) == url


def test_backslashes_stay_where_only_references_count() -> None:
    assert undo_entities("http://a/\\*&amp;") == "http://a/\\*&"


PARTS = [
    "[",
    "]",
    "(",
    ")",
    "![",
    "](",
    "](http://a/)",
    "<http://c/>",
    "`",
    "``",
    "\\",
    "<b>",
    "</a>",
    "<!--",
    "-->",
    "\n",
]
PARTS += [
    "[r]",
    "*",
    "&amp;",
    '"',
    "'",
    " ",
    "http://x.y/",
    "é",
    "\\]",
    "<",
    "?>",
    "<?",
    "](<http://b/>)",
    "{{",
    "\udce9",
]
TEXTS = st.lists(st.sampled_from(PARTS), max_size=30).map("".join)


@given(TEXTS)
def test_every_span_spells_its_url_up_to_escapes(text: str) -> None:
    for found in scan(text, REFERENCES):
        written = text[found.start : found.end]
        match found.kind:
            case Kind.LINK | Kind.IMAGE:
                assert undo_escapes(written) == found.url
            case Kind.AUTOLINK:
                assert undo_entities(written) == found.url
                assert text[found.start - 1] == "<" and text[found.end] == ">"
            case Kind.BARE:
                assert written == found.url
            case Kind.HTML:
                assert written[0] == "<" and written[-1] == ">"
            case _:
                assert found.url in REFERENCES
        if found.label:
            assert undo_escapes(text[found.label.start : found.label.end]).rstrip("/") == found.url.rstrip("/")


@given(TEXTS)
def test_no_two_places_overlap(text: str) -> None:
    taken = [Span(found.start, found.end) for found in scan(text) if found.start < found.end]
    assert all(one.end <= two.start for one, two in itertools.pairwise(sorted(taken)))


@given(TEXTS)
def test_a_code_span_around_a_text_removes_its_links(text: str) -> None:
    run = "`" * 61  # longer than any in the text
    assert scan(f"{run} {text} {run}") == []


@given(TEXTS)
def test_an_image_around_balanced_text_leaves_only_the_image(text: str) -> None:
    text = text.translate({ord(character): "x" for character in "[]\\`<"})
    assert [found.url for found in scan(f"![{text}](http://i/)")] == ["http://i/"]


@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "*",
        "<",
        "(",
        "`",
        "![",
        "](",
        "][",
        "[a](",
        "[a](http://a/",
        "<a ",
        "<a x='",
        "<!--",
        "<?",
        "<![CDATA[",
        "<!x",
    ]
    + [
        "`` ` ",
        "\\",
        "&",
        "[![",
        '[a](u "',
        "[a](u (",
        "[a](<",
        "[[[[[a](u)",
        "![![]](u)",
        "http://",
        "[r]",
        "<http:",
        "<a b=\"<a b='",
    ],
)
def test_work_grows_with_the_text_and_no_faster(unit: str) -> None:
    def calls(text: str) -> int:
        count = 0

        def counting(_frame: object, event: str, _argument: object) -> None:
            nonlocal count
            count += event.endswith("call")

        before = sys.getprofile()
        sys.setprofile(counting)
        try:
            scan(text, REFERENCES)
        finally:
            sys.setprofile(before)
        return count

    assert calls(unit * 2000) <= 4.5 * calls(unit * 500) + 500
