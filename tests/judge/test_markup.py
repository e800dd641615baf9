from __future__ import annotations

import pytest

from checker.judge import markup
from tests.worlds import reply


@pytest.mark.parametrize(
    ("body", "media", "text"),
    [
        (b"\xef\xbb\xbf\xc3\xbc", "text/html; charset=iso-8859-1", "ü"),
        (b"\xff\xfea\x00", "text/html", "a"),
        (b"\xfc", "text/html; charset=iso-8859-1", "ü"),
        (b'<meta charset="koi8-r">\xc1', "text/html", '<meta charset="koi8-r">а'),
        ("表".encode("shift_jis"), "text/html; charset=Shift_JIS", "表"),
        (b"\xc3\xbc", "text/html; charset=none-such", "ü"),
        (b"xn--bcher-kva", "text/html; charset=punycode", "xn--bcher-kva"),
        (b"\xc3\xbc", None, "ü"),
        (b"\x80", None, "€"),
    ],
)
def test_decode(body: bytes, media: str | None, text: str) -> None:
    assert markup.decode(reply(200, body, media)) == text


def test_a_body_that_was_cut_may_end_inside_a_character() -> None:
    assert markup.decode(reply(200, "aü".encode()[:2], None, cut=True)) == "a"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a<!-- b -->c", "ac"),
        ("a<!-->b", "ab"),
        ("a<!-- b", "a"),
        ("a<!-- b --><!-- c -->d", "ad"),
        ("plain", "plain"),
    ],
)
def test_without_comments(text: str, left: str) -> None:
    assert markup.without_comments(text) == left


def test_a_page_taken_apart() -> None:
    page = markup.split(
        "<title> A &amp;\n B </title><style>p{}</style><h1 class=x>Head <b>line</b></h1>"
        "<!-- <h1>no</h1> --><script>var a = '<h1>no</h1>'</script><noscript>off</noscript><p>Words&nbsp;here</p>"
    )
    assert (page.title, page.heading) == ("A & B", "Head line")
    assert page.scripts == ("var a = '<h1>no</h1>'",)
    assert page.styles == ("p{}",)
    assert page.text == "A & B Head line Words here"


@pytest.mark.parametrize("unit", ["<!--", "<script>", "<title>", "<h1>", "<", "</style>", "<template>"])
def test_hostile_pages_are_taken_apart_in_the_end(unit: str) -> None:
    assert len(markup.split(unit * (65_536 // len(unit))).shown) <= 65_536 + 20
