from __future__ import annotations

import re

import pytest

from checker.model import Fault, Stage
from checker.wire.guard import Broken
from checker.wire.proxy import MAX_ANSWER, Proxy, connect, proxy


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("http://proxy.lan:3128", Proxy("proxy.lan", 3128)),
        ("HTTP://Proxy.Lan/", Proxy("proxy.lan", 80)),
        ("http://127.0.0.1:8080", Proxy("127.0.0.1", 8080)),
        ("http://[::1]:8080", Proxy("[::1]", 8080)),
        ("http://user:s3cret@p.lan:1", Proxy("p.lan", 1, b"Basic dXNlcjpzM2NyZXQ=")),
        ("http://user@p.lan:1", Proxy("p.lan", 1, b"Basic dXNlcjo=")),
        ("http://us%3Aer:p%40ss%C3%BC@p.lan:1", Proxy("p.lan", 1, b"Basic dXM6ZXI6cEBzc8O8")),
    ],
)
def test_proxies_are_read(text: str, made: Proxy) -> None:
    assert proxy(text) == made
    assert "Basic" not in repr(made)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "proxy: not a URL such as http://proxy.lan:3128"),
        ("proxy.lan:3128", "proxy: not a URL such as http://proxy.lan:3128"),
        ("user:s3cret@proxy.lan:3128", "proxy: not a URL such as http://proxy.lan:3128"),
        ("http://", "proxy: not a URL such as http://proxy.lan:3128"),
        ("http://p.lan:99999", "proxy: not a URL such as http://proxy.lan:3128"),
        ("https://user:s3cret@p.lan", "proxy: https is not supported, only http"),
        ("socks5h://user:s3cret@p.lan:1080", "proxy: socks5h is not supported, only http"),
        ("s3cret s3cret://p.lan", "proxy: its scheme is not supported, only http"),
        ("http://p.lan/s3cret", "proxy: takes no path and no query"),
        ("http://p.lan/?s3cret", "proxy: takes no path and no query"),
    ],
)
def test_what_is_no_proxy_is_told_without_its_password(text: str, says: str) -> None:
    with pytest.raises(ValueError, match="proxy") as told:
        proxy(text)
    assert str(told.value) == says


def asked(*answers: bytes, authorization: bytes = b"") -> bytes:
    """What a proxy that answers so is sent."""
    sent: list[bytes] = []
    parts = iter(answers)
    connect(sent.append, lambda: next(parts, b""), "a.test:443", authorization)
    return b"".join(sent)


def test_a_tunnel_is_asked_for() -> None:
    assert asked(b"HTTP/1.1 200 OK\r\n\r\n") == b"CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n"
    assert asked(b"HTTP/1.0 2", b"00 Fine\r\nVia: x\r\n\r", b"\n", authorization=b"Basic eA==") == (
        b"CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\nProxy-Authorization: Basic eA==\r\n\r\n"
    )


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ([], "closed the connection"),
        ([b"HTTP/1.1 200 OK\r\n"], "closed the connection"),
        ([b"SSH-2.0\r\n\r\n"], "does not speak HTTP"),
        ([b"HTTP/1.1 2000 OK\r\n\r\n"], "does not speak HTTP"),
        ([b"HTTP/1.1 407 Who\r\n\r\n"], "wants other credentials (407)"),
        ([b"HTTP/1.1 502 Bad\r\n\r\nmore"], "answered 502 to CONNECT a.test:443"),
        ([b"HTTP/1.1 301 Moved\r\nLocation: /\r\n\r\n"], "answered 301 to CONNECT a.test:443"),
        ([b"HTTP/1.1 200 OK\r\n\r\nmore"], "sent more than an answer to CONNECT"),
        ([b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * MAX_ANSWER], "gave a header without end"),
    ],
)
def test_a_tunnel_that_is_not_made_is_the_proxys_fault(answers: list[bytes], says: str) -> None:
    with pytest.raises(Broken, match=re.escape(says)) as told:
        asked(*answers)
    assert told.value.args == (Fault.PROXY, Stage.CONNECT, f"the proxy {says}")
