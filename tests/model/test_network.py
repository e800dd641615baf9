from __future__ import annotations

import pytest

from checker import urls
from checker.model import Chain, Ending, Exchange, Failure, Fault, Outcome, Reply, Request, Stage, Url


@pytest.mark.parametrize(
    ("url", "netloc", "origin", "resource", "slot"),
    [
        (Url("http", "www.x.org", 80, "/a", "?b"), "www.x.org", "http://www.x.org", "/a?b", "x.org"),
        (Url("https", "x.org", 80, "/"), "x.org:80", "https://x.org:80", "/", "x.org"),
        (Url("https", "[::1]", 443, "/"), "[::1]", "https://[::1]", "/", "[::1]"),
        (Url("http", "x.org", 8080, "/"), "x.org:8080", "http://x.org:8080", "/", "x.org"),
    ],
)
def test_parts_of_a_url(url: Url, netloc: str, origin: str, resource: str, slot: str) -> None:
    assert (url.netloc, url.origin, url.resource, url.slot) == (netloc, origin, resource, slot)


def test_a_printed_url_never_holds_userinfo() -> None:
    url = urls.parse("http://name:secret@x.org/p")
    assert url is not None
    assert url.userinfo == "name:secret"
    assert str(url) == "http://***@x.org/p"
    assert "secret" not in str(url) + url.origin + url.netloc + url.slot


def test_headers_go_by_their_lower_case_names_and_the_first_counts() -> None:
    reply = Reply(200, (("set-cookie", "a"), ("set-cookie", "b")))
    assert reply.header("set-cookie") == "a"
    assert reply.header("location") is None
    assert "secret" not in repr(Reply(200, (), b"secret"))


REQUEST = Request(Url("https", "x.org", 443, "/"))
OK, DOWN = Reply(200, ()), Failure(Fault.REFUSED, Stage.CONNECT)


@pytest.mark.parametrize(
    ("outcome", "ending", "reply", "failure"),
    [
        (OK, Ending.ARRIVED, OK, None),
        (OK, Ending.LOOP, None, None),
        (OK, Ending.PRIVATE, None, None),
        (DOWN, Ending.FAILED, None, DOWN),
    ],
)
def test_how_a_chain_ended(outcome: Outcome, ending: Ending, reply: Reply | None, failure: Failure | None) -> None:
    chain = Chain((Exchange(REQUEST, OK), Exchange(REQUEST, outcome)), ending)
    assert (chain.reply, chain.failure, chain.last.outcome) == (reply, failure, outcome)
