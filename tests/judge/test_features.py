"""What is made of a body at once: type, digests, what is set aside, refreshes; and that hostile bodies cost little."""

from __future__ import annotations

import time

import pytest

from checker.judge.features import features, normalise, steady, with_features
from checker.judge.markup import decode, split
from checker.judge.reading import reading
from checker.model import Fault, Reply, Sign
from tests.worlds import failure, page, reply


def test_a_reply_gets_features_and_a_failure_none() -> None:
    made = with_features(reply(200, "abc", "text/plain"))
    assert isinstance(made, Reply) and made.features == features(reply(200, "abc", "text/plain"))
    assert with_features(failure(Fault.RESET)) == failure(Fault.RESET)


def aside(text: str, *, html: bool = True) -> str:
    """The text with all that varies set aside."""
    return normalise(steady(text, html=html), html=html)


@pytest.mark.parametrize(
    ("media", "body", "expected"),
    [
        ("text/html; charset=utf-8", b"x", "text/html"),
        ("Application/XHTML+xml", b"x", "text/html"),
        ("image/svg+xml", b"<svg/>", "image/svg+xml"),
        (None, b"<!doctype HTML><p>x", "text/html"),
        (None, b"\n <html>", "text/html"),
        (None, b"just words", "text/plain"),
        (None, b"a\0b", "application/octet-stream"),
        (None, b"", ""),
        ("nonsense", b"GIF89a", "image/gif"),
        ("application/octet-stream", b"<html>", "application/octet-stream"),
        ("application/octet-stream", b"%PDF-1.4", "application/pdf"),
        ("text/plain", b"<html>", "text/plain"),
    ],
)
def test_types(media: str | None, body: bytes, expected: str) -> None:
    assert features(reply(200, body, media)).type == expected


def test_only_text_is_normalised() -> None:
    assert features(reply(200, b"\x89PNG", "image/png")).normalised is None
    assert features(reply(200, b"", "text/html")).normalised is None
    assert features(reply(200, b"x", "application/ld+json")).normalised is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('<a href="http://a.org/">', '<a href="https://a.org/">'),
        ('var u="http:\\/\\/a.org"', 'var u="https:\\/\\/a.org"'),
        ("/share?u=http%3A%2F%2Fa.org", "/share?u=https%3A%2F%2Fa.org"),
        ('<script nonce="r4nd0m">', "<script nonce=other>"),
        ('<input type="hidden" name="csrf_token" value="abc">', '<input type="hidden" name="csrf_token" value="def">'),
        ("<input type=hidden value=1 id=__VIEWSTATE>", "<input type='hidden' value=2 id=__VIEWSTATE>"),
        ("<p>served at 10:00:01 GMT</p>", "<p>served at 10:00:02 GMT</p>"),
        ("<p>2026-12-01T10:00:01Z</p>", "<p>2026-12-01T10:00:02.345Z</p>"),
        ("<p>made in 0.123 seconds", "<p>made in 0.2 seconds"),
        ("t=1764554400", "t=1764554401"),
        ('<div id="ad-123">', '<div id="ad-4567">'),
        ("<div data-request='5f3a'>", "<div data-request='99bc'>"),
        ('<link href="/a.css?v=123">', '<link href="/a.css?v=124">'),
        ('<a href="/p;jsessionid=AB12">', '<a href="/p;jsessionid=CD34">'),
        ('key:"0123456789abcdef0123"', 'key:"fedcba98765432100123"'),
        ('"6f9619ff-8b86-d011-b42d-00cf4fc964ff"', '"7f9619ff-8b86-d011-b42d-00cf4fc964ff"'),
        ("<!-- cached 1 --><p>x", "<p>x"),
        ("<p>a\n  b", "<p>a b"),
    ],
)
def test_what_is_set_aside(one: str, other: str) -> None:
    assert aside(one) == aside(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p>It costs 123", "<p>It costs 124"),
        ("<p>sha256 0123456789abcdef0123", "<p>sha256 fedcba98765432100123"),
        ("<p>Monday", "<p>Tuesday"),
        ('<a href="/item/17">', '<a href="/item/18">'),
        ('<iframe src="https://v.org/watch?v=dQw4w9WgXcQ">', '<iframe src="https://v.org/watch?v=oHg5SJYRHA0">'),
        ('<img src="/0123456789abcdef0123.jpg">', '<img src="/fedcba98765432100123.jpg">'),
        ("<p>2026-12-01", "<p>2026-12-02"),
    ],
)
def test_what_is_content(one: str, other: str) -> None:
    assert aside(one) != aside(other)


def test_of_data_only_schemes_and_times_are_set_aside() -> None:
    assert aside("http://a 10:00", html=False) == aside("https://a 10:01", html=False)
    assert aside('"0123456789abcdef0123"', html=False) != aside('"fedcba98765432100123"', html=False)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("0; url=/q", "/q"),
        ("0;URL='/q'", "/q"),
        ("5, /q", "/q"),
        ('1.5; url="/q" x', "/q"),
        ("6; url=/q", None),
        ("0", None),
        ("0; url=", None),
        ("url=/q", None),
        ("-1; url=/q", None),
    ],
)
def test_refresh_headers(header: str, expected: str | None) -> None:
    assert features(reply(200, "x", headers=[("refresh", header)])).refresh == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<meta http-equiv="refresh" content="0; url=/a?b&amp;c">', "/a?b&c"),
        ("<meta content='0;/q' http-equiv=refresh>", "/q"),
        ("<META HTTP-EQUIV=REFRESH CONTENT=0;url=/q>", "/q"),
        ("<meta http-equiv=refresh content=\"0; url='/q>r'\">", "/q>r"),
        ('<meta name="description" content="refresh 0; url=/q">', None),
        ("<script>top.location.href='/q'</script>", "/q"),
        ("<script>if (x) location.href='/q'</script>", None),
        (page(head="<script>location.href='/q'</script>"), None),
    ],
)
def test_refreshes_in_pages(body: str, expected: str | None) -> None:
    assert features(reply(200, body)).refresh == expected


# --- decoding and taking apart ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "media", "expected"),
    [
        ("ü".encode(), "text/html", "ü"),
        ("ü".encode("latin-1"), "text/html", "ü"),
        ("ü".encode("latin-1"), "text/html; charset=ISO-8859-1", "ü"),
        ("天".encode("shift_jis"), 'text/html; charset="Shift_JIS"', "天"),
        ("<meta charset=euc-jp>天".encode("euc-jp"), "text/html", "<meta charset=euc-jp>天"),
        (b"\xef\xbb\xbfx", "text/html; charset=latin-1", "x"),
        (b"\xff\xfex\0", "text/html", "x"),
        (b"x\xff", "text/html; charset=utf-8", "x\ufffd"),
        (b"abc", "text/html; charset=rot13", "abc"),
        (b"abc", "text/html; charset=punycode", "abc"),
        (b"abc", "text/html; charset=none-such", "abc"),
        (b"abc", "text/html; charset=\0x", "abc"),
    ],
)
def test_decoding_never_fails(body: bytes, media: str, expected: str) -> None:
    assert decode(reply(200, body, media)) == expected


def test_a_cut_inside_a_character() -> None:
    assert decode(reply(200, "aü".encode()[:-1], "text/html", cut=True)) == "a"


def test_a_page_taken_apart() -> None:
    markup = split(
        "<TITLE>A &amp;\n b</TITLE><!-- <title>no</title> --><script>one</script><style>two</style>"
        "<noscript>three</noscript><h1>Big <b>words</b></h1><p>text <!-- unclosed"
    )
    assert (markup.title, markup.heading) == ("A & b", "Big words")
    assert (markup.scripts, markup.styles) == (("one",), ("two",))
    assert markup.text == "A & b Big words text"


def test_signs_are_in_the_features() -> None:
    assert features(reply(200, page("404 Not Found"))).signs == {Sign.NOT_FOUND: "404"}
    assert features(reply(200, page())).signs == {}


LIMIT = 65_536
HOSTILE = [
    "<!--", "<", "<a ", "<meta ", "<meta \"", "<meta http-equiv=refresh content='", "<input ", "<script>", "<script",
    "<title>", "<h1>", "<noscript>", "</", "<b>", "<nav>", "<p><nav>", "&", "&#", "1", "1:", "0123456789abcdef", "aA1", "data-",
    ' id="', " nonce='", "?v=", "?_=", "http:", "<style>@import ", "@font-face{", "domain ", "domain x ", "<link http:",
    '<img srcset="', "location=", "document.cookie=", "a ", "\u3042", "<![", "<!", "<?", "<svg><title>", '<base href="http:', "2026-12-01T10:00:00",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_pages_cost_little(piece: str) -> None:
    """A third of a second at the most as measured; what is quadratic in 64 KiB takes minutes."""
    for body in (piece * (LIMIT // len(piece)), "<html>" + piece * (LIMIT // len(piece)) + ">"):
        answer = reply(200, body.encode()[:LIMIT], cut=True)
        began = time.process_time()
        features(answer)
        assert time.process_time() - began < 2, "features"
        began = time.process_time()
        reading(answer)
        assert time.process_time() - began < 2, "reading"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ('<a href="http://a.org/">', '<a href="https://a.org/">', True),
        ("<p>at 10:00:01", "<p>at 10:00:02", True),
        ("<p>2026-12-01T10:00:01Z", "<p>2026-12-02T11:00:02.5+01:00", True),
        ('<div id="ad-12">', '<div id="ad-34">', True),
        ('<meta name="csrf-token" content="a">', '<meta name="csrf-token" content="b">', True),
        ("<input type=hidden name=token value=a>", "<input type=hidden name=token value=b>", True),
        ('<input type=submit value="Buy token 1">', '<input type=submit value="Buy token 2">', False),
        ("<p>The last ferry leaves at 10:30", "<p>The last ferry leaves at 23:55", False),
        ("<p>ISBN 1593279280", "<p>ISBN 1718501064", False),
        ("<p>The record is 9.58 seconds", "<p>The record is 19.19 seconds", False),
        ('<a data-price="100">', '<a data-price="999">', False),
        ('<img src="/show?t=101">', '<img src="/show?t=202">', False),
        ("<p>1:2:3", "<p>1:2:4", False),
    ],
)
def test_what_is_never_content(one: str, other: str, same: bool) -> None:
    assert (steady(one, html=True) == steady(other, html=True)) is same


@pytest.mark.parametrize(
    "body",
    [
        "<textarea>{}</textarea>",
        "<xmp>{}</xmp>",
        "<noframes>{}</noframes>",
        "<iframe>{}</iframe>",
        "<plaintext>{}",
    ],
)
def test_a_refresh_that_is_text_is_none(body: str) -> None:
    meta = "<meta http-equiv=refresh content='0;url=https://a.org/'>"
    assert refresh(body.format(meta)) is None


@pytest.mark.parametrize(
    "head",
    [
        '<meta http-equiv="refresh"content="0;url=http://a.org/">',
        '<meta http-equiv=refresh content=".5;url=http://a.org/">',
        "<meta/http-equiv=refresh/content='0;url=http://a.org/'>",
        "<meta http-equiv='&#114;efresh' content='0;url=http://a.org/'>",
        "<meta http-equiv=refresh content=''><meta http-equiv=refresh content='0;url=http://a.org/'>",
    ],
)
def test_refreshes_in_odd_spellings(head: str) -> None:
    assert refresh(head) == "http://a.org/"


def test_a_jump_to_something_longer_is_none() -> None:
    assert refresh("<script>location='https://a.org/' + x</script>") is None
    assert refresh("<script>location='https://a.org/';</script>") == "https://a.org/"


def refresh(body: str) -> str | None:
    return features(reply(200, body)).refresh
