from __future__ import annotations

import pytest

from checker import urls
from checker.wire.headers import Own, header, written

USUAL = [(b"Host", b"a.test"), (b"User-Agent", b"robot"), (b"Accept", b"*/*")]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("a.test=Authorization: Bearer x=y:z", Own("a.test", b"Authorization", b"Bearer x=y:z")),
        ("A.Test=X-A:b", Own("a.test", b"X-A", b"b")),
        ("bücher.test=X-A:   b c  ", Own("xn--bcher-kva.test", b"X-A", b"b c")),
        ("[::1]=X-A: b", Own("[::1]", b"X-A", b"b")),
        ("127.1=X-A: b", Own("127.0.0.1", b"X-A", b"b")),
    ],
)
def test_headers_are_read(text: str, own: Own) -> None:
    assert header(text) == own
    assert "value" not in repr(own)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "header: not HOST=NAME: VALUE"),
        ("Authorization: s3cret", "header: not HOST=NAME: VALUE"),
        ("a.test=s3cret", "header: not HOST=NAME: VALUE"),
        ("=X-A: s3cret", "header: what stands before = is not a host name without port"),
        ("a.test:80=X-A: s3cret", "header: what stands before = is not a host name without port"),
        ("[::1]:443=X-A: s3cret", "header: what stands before = is not a host name without port"),
        ("http://a.test/=X-A: s3cret", "header: what stands before = is not a host name without port"),
        ("s3cret@a.test=X-A: s3cret", "header: what stands before = is not a host name without port"),
        ("a test=X-A: s3cret", "header: what stands before = is not a host name without port"),
        ("a.test=: s3cret", "header for a.test: what stands before : is not the name of a header"),
        ("a.test=X A: s3cret", "header for a.test: what stands before : is not the name of a header"),
        ("a.test=X-A : s3cret", "header for a.test: what stands before : is not the name of a header"),
        ("a.test=X\r\nA: s3cret", "header for a.test: what stands before : is not the name of a header"),
        ("a.test=Ä: s3cret", "header for a.test: what stands before : is not the name of a header"),
        ("a.test=Host: s3cret", "header for a.test: Host cannot be set"),
        ("a.test=content-length: s3cret", "header for a.test: content-length cannot be set"),
        ("a.test=Transfer-Encoding: s3cret", "header for a.test: Transfer-Encoding cannot be set"),
        ("a.test=Proxy-Authorization: s3cret", "header for a.test: Proxy-Authorization cannot be set"),
        ("a.test=Range: s3cret", "header for a.test: Range cannot be set"),
        ("a.test=Accept-Encoding: s3cret", "header for a.test: Accept-Encoding cannot be set"),
        ("a.test=X-A:", "header for a.test: the value of X-A is not one line of printable ASCII"),
        ("a.test=X-A: s3cret\r\nEvil: s3cret", "header for a.test: the value of X-A is not one line of printable ASCII"),
        ("a.test=X-A: s3cret\n", "header for a.test: the value of X-A is not one line of printable ASCII"),
        ("a.test=X-A: s3cret\0", "header for a.test: the value of X-A is not one line of printable ASCII"),
        ("a.test=X-A: s3crét", "header for a.test: the value of X-A is not one line of printable ASCII"),
        ("a.test=X-A: " + "s3cret" * 2000, "header for a.test: the value of X-A is not one line of printable ASCII"),
    ],
)  # fmt: skip
def test_what_is_no_header_is_told_without_its_value(text: str, says: str) -> None:
    with pytest.raises(ValueError) as told:
        header(text)
    assert str(told.value) == says


def test_a_header_goes_to_its_host_alone() -> None:
    own = [header("a.test=Authorization: s3cret"), header("a.test=user-agent: mine"), header("b.test=X-B: b")]

    def sent(text: str) -> list[tuple[bytes, bytes]]:
        url = urls.parse(text)
        assert url
        return written(USUAL, own, url, b"")

    mine = [USUAL[0], USUAL[2], (b"Authorization", b"s3cret"), (b"user-agent", b"mine")]
    for text in ("http://a.test/", "https://a.test/", "http://A.test:8080/x", "http://u:p@a.test/"):
        assert sent(text) == mine
    for text in ("http://www.a.test/", "http://a.test./", "http://a.test.evil.test/", "http://evil.test/a.test"):
        assert sent(text) == USUAL
    assert sent("https://b.test/") == [*USUAL, (b"X-B", b"b")]


def test_cookies_are_one_field() -> None:
    url = urls.parse("http://a.test/")
    assert url
    own = [header("a.test=Cookie: mine=1")]
    assert written(USUAL, own, url, b"theirs=2") == [*USUAL, (b"Cookie", b"mine=1; theirs=2")]
    assert written(USUAL, own, url, b"") == [*USUAL, (b"Cookie", b"mine=1")]
    assert written(USUAL, [], url, b"theirs=2") == [*USUAL, (b"Cookie", b"theirs=2")]
    assert written(USUAL, [], url, b"") == USUAL
