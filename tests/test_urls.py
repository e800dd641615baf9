from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import urls
from checker.model import Reason, Url


def parsed(text: str) -> Url:
    url = urls.parse(text)
    assert url is not None, text
    return url


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://x.org", "http://x.org/"),
        ("HTTP://X.ORG:80/A", "http://x.org/A"),
        ("http:x.org", "http://x.org/"),
        ("http:\\\\x.org\\a", "http://x.org/a"),
        (" \x01http://x.org", "http://x.org/"),
        ("ht\ntp://x.\torg/", "http://x.org/"),
        ("http://bücher.org/ü?ö#f", "http://xn--bcher-kva.org/%C3%BC?%C3%B6"),
        ("http://b%C3%BCcher.org/", "http://xn--bcher-kva.org/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://u:p@x.org/", "http://***@x.org/"),
        ("http://x.org:8080/", "http://x.org:8080/"),
        ("https://x.org:443/", "https://x.org/"),
        ("http://x.org/\udce9", "http://x.org/%E9"),
        ("http://[2001:db8::1]/", "http://[2001:db8::1]/"),
    ],
)
def test_parse(text: str, expected: str) -> None:
    assert str(parsed(text)) == expected


@pytest.mark.parametrize(
    "text",
    ["", "x.org", "//x.org", "ftp://x.org", "http://", "http://x.org:99999/", "http://exa mple/", "http://x\udce9/"]
    + ["javascript:1", "mailto:a@b", "ſhttp://x", "http://[bad/"],
)
def test_what_is_no_url(text: str) -> None:
    assert urls.parse(text) is None


@given(st.text(max_size=60))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    for candidate in (text, "http://" + text, "http://x.org/" + text):
        url = urls.parse(candidate)
        if url is not None:
            assert urls.parse(f"{url.scheme}://{url.netloc}{url.resource}") == Url(
                url.scheme, url.host, url.port, url.path, url.query
            )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://x.org/p?q", "https://x.org/p?q"),
        ("http://x.org:80/p", "https://x.org/p"),
        ("http://x.org:8080/p", "https://x.org:8080/p"),
        ("http://x.org:443/p", "https://x.org/p"),
    ],
)
def test_twin(text: str, expected: str) -> None:
    assert str(urls.twin(parsed(text))) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("../p", "http://x.org/p"),
        ("//y.org/p", "http://y.org/p"),
        ("?a", "http://x.org/a/b?a"),
        ("#f", "http://x.org/a/b?c"),
        ("  https://y.org/ü \r\n", "https://y.org/%C3%BC"),
        ("/a b", "http://x.org/a%20b"),
        ("https://u:p@y.org/", "https://y.org/"),
        ("", None),
        ("http://", None),
        ("http://[bad/", None),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
        ("http://y.org:22/", None),
    ],
)
def test_location(value: str, expected: str | None) -> None:
    found = urls.location(parsed("http://x.org/a/b?c"), value)
    assert (str(found) if found else None) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://user:secret@x.org/p@q", "http://***@x.org/p@q"),
        ("http://a@b:c@x.org/", "http://***@x.org/"),
        ("HTTPS:\\\\u:p@x.org", "HTTPS:\\\\***@x.org"),
        ("http://x.org/@a", "http://x.org/@a"),
        ("text", "text"),
    ],
)
def test_mask(text: str, expected: str) -> None:
    assert urls.mask(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://localhost:3000/", Reason.SPECIAL_USE),
        ("http://intranet/", Reason.SPECIAL_USE),
        ("http://example.com/", Reason.SPECIAL_USE),
        ("http://www.example.org/", Reason.SPECIAL_USE),
        ("http://foo.test/", Reason.SPECIAL_USE),
        ("http://printer.local./", Reason.SPECIAL_USE),
        ("http://x.onion/", Reason.SPECIAL_USE),
        ("http://myexample.com/", None),
        ("http://x.org/", None),
        ("http://127.0.0.1/", Reason.PRIVATE_ADDRESS),
        ("http://2130706433/", Reason.PRIVATE_ADDRESS),
        ("http://0x7f.1/", Reason.PRIVATE_ADDRESS),
        ("http://0177.0.0.1/", Reason.PRIVATE_ADDRESS),
        ("http://0/", Reason.PRIVATE_ADDRESS),
        ("http://169.254.169.254/", Reason.PRIVATE_ADDRESS),
        ("http://192.168.1.1/", Reason.PRIVATE_ADDRESS),
        ("http://100.64.0.1/", Reason.PRIVATE_ADDRESS),
        ("http://[::1]/", Reason.PRIVATE_ADDRESS),
        ("http://[::ffff:10.0.0.1]/", Reason.PRIVATE_ADDRESS),
        ("http://8.8.8.8/", None),
        ("http://x.org:22/", Reason.INVALID_URL),
        ("http://x.org:6667/", Reason.INVALID_URL),
    ],
)
def test_skip(text: str, expected: Reason | None) -> None:
    assert urls.skip(parsed(text)) is expected


def test_allow_private_lifts_all_but_bad_ports() -> None:
    assert urls.skip(parsed("http://127.0.0.1/"), allow_private=True) is None
    assert urls.skip(parsed("http://intranet/"), allow_private=True) is None
    assert urls.skip(parsed("http://intranet:25/"), allow_private=True) is Reason.INVALID_URL


@pytest.mark.parametrize(
    "address",
    ["::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2002:808:808::", "64:ff9b:1::1", "fec0::1", "224.0.0.1"]
    + [
        "5f00::1",
        "::",
        "0.0.0.0",
        "255.255.255.255",
        "fd00::1",
        "fe80::1",
        "2001:db8::1",
        "198.18.0.1",
        "192.0.2.1",
        "168.63.129.16",
    ],
)
def test_addresses_that_are_not_global(address: str) -> None:
    assert not urls.is_global(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8"])
def test_addresses_that_are_global(address: str) -> None:
    assert urls.is_global(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("x.org", "http://x.org/a", True),
        ("x.org", "http://www.x.org/a", True),
        ("x.org", "http://notx.org/a", False),
        ("X.org", "http://x.org/", True),
        ("*.x.org", "http://a.x.org/", True),
        ("*.x.org", "http://x.org/", False),
        ("http://x.org/a", "http://x.org/a", True),
        ("http://x.org/a", "http://x.org/a/b", True),
        ("http://x.org/a", "http://x.org/ab", False),
        ("x.org/a/*", "http://x.org/a/b?c", True),
        ("https://x.org", "http://x.org/", False),
        ("x.org:8080", "http://x.org:8080/", True),
        ("x.org:8080", "http://x.org/", False),
        ("(a+)+$", "http://x.org/", False),
    ],
)
def test_ignore_globs(pattern: str, text: str, expected: bool) -> None:
    assert urls.matches(pattern, parsed(text)) is expected


@pytest.mark.parametrize(
    ("value", "expected"), [("http:x", True), (" h\nttp://x", True), ("https://x", False), ("x", False)]
)
def test_is_http(value: str, expected: bool) -> None:
    assert urls.is_http(value) is expected


def test_one_slot_for_www_both_schemes_and_all_ports() -> None:
    assert {parsed(text).slot for text in ("http://www.x.org:8080/", "https://x.org/", "http://x.org/")} == {"x.org"}


@pytest.mark.parametrize(
    ("text", "host", "loopback"),
    [
        ("http://A.example:80/x", "a.example", False),
        ("http:\\\\a.example.?q", "a.example", False),
        ("http://u:p@localhost/", "localhost", True),
        ("http:localhost", "localhost", True),
        ("http://x.localhost./", "x.localhost", True),
        ("http://localhost.example/", "localhost.example", False),
        ("http://0x7f.1/", "127.0.0.1", True),
        ("http://[::1]/", "[::1]", True),
        ("http://192.0.2.1/", "192.0.2.1", False),
        ("http://l%6fcalhost/", "localhost", True),
        ("http:///", "", False),
        ("/x", "", False),
    ],
)
def test_host_and_whether_it_is_this_machine(text: str, host: str, loopback: bool) -> None:
    assert (urls.host_of(text), urls.is_loopback(text)) == (host, loopback)


@given(st.text(st.sampled_from("aA1x.-:/@%[]é0"), max_size=12))
def test_the_quick_host_is_that_of_the_parser(rest: str) -> None:
    url = urls.parse("http://" + rest)
    if url is not None:
        assert urls.host_of("http://" + rest) == url.host.rstrip(".")


@given(
    st.sampled_from(["https://x.org/", "http://x.org:8000/d/p?q=1", "https://x.org/a.b/c/", "http://[::1]/d/p"]),
    st.text(st.sampled_from("/.#?:aZ0_~-%\\ @&\t\nü"), max_size=12),
)
def test_resolving_many_is_parsing_each(base: str, text: str) -> None:
    at = urls.parse(base)
    assert at is not None
    assert urls.resolver(at)(text) == urls.parse(text, at)


def test_resolving_from_a_url_with_userinfo_is_parsing_too() -> None:
    at = urls.parse("https://me:secret@x.org/d/p")
    assert at is not None
    assert urls.resolver(at)("a") == urls.parse("a", at) == urls.parse("https://x.org/d/a")


def test_a_location_is_bounded() -> None:
    base = urls.parse("http://a.org/")
    assert base is not None
    longest = "/" + "x" * (urls.MOST_LOCATION - 1)
    assert urls.location(base, longest) is not None
    assert urls.location(base, longest + "x") is None
