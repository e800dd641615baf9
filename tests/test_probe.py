"""Conversations: redirects, refreshes, cookies, follow-up questions. No network: a table answers."""

from __future__ import annotations

import pytest

from checker import probe
from checker.model import Chain, Ending, Fault, Observation, Outcome, Question, Request
from tests.worlds import Net, World, drive, failure, html, observe, redirect, reply, target, url


def follow(world: World, first: str = "http://a.org/p") -> tuple[list[str], Chain]:
    chain: Chain = drive(probe.follow(url(first)), Net(world))
    return [str(exchange.request.url) for exchange in chain.exchanges], chain


def test_one_answer() -> None:
    hops, chain = follow({"http://a.org/p": html()})
    assert (hops, chain.ending) == (["http://a.org/p"], Ending.ARRIVED)
    assert chain.reply is not None and chain.reply.status == 200


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects(status: int) -> None:
    hops, chain = follow({"http://a.org/p": redirect("/q", status), "http://a.org/q": html()})
    assert (hops, chain.ending) == (["http://a.org/p", "http://a.org/q"], Ending.ARRIVED)


@pytest.mark.parametrize(
    ("location", "led_to"),
    [
        ("../q", "http://a.org/q"),
        ("//b.org/x", "http://b.org/x"),
        ("?a", "http://a.org/p?a"),
        (" https://b.org/x ", "https://b.org/x"),
        ("/a b/ü", "http://a.org/a%20b/%C3%BC"),
        ("http:\\\\b.org\\x", "http://b.org/x"),
        ("https://me:secret@b.org/", "https://b.org/"),
        ("/q#part", "http://a.org/q"),
    ],
)
def test_locations_are_read_as_browsers_do(location: str, led_to: str) -> None:
    assert follow({"http://a.org/p": redirect(location)})[0] == ["http://a.org/p", led_to]


@pytest.mark.parametrize(
    "odd", [reply(300, headers=[("location", "/q")]), reply(304), reply(302), redirect(" ", 302), redirect("#f")]
)
def test_what_is_no_redirect(odd: Outcome) -> None:
    hops, chain = follow({"http://a.org/p": odd})
    assert (len(hops), chain.ending) == (1, Ending.ARRIVED)


@pytest.mark.parametrize(
    "location", ["javascript:alert(1)", "http://", "file:///etc/passwd", "ftp://b.org/", "http://b.org:25/"]
)
def test_what_cannot_be_followed(location: str) -> None:
    hops, chain = follow({"http://a.org/p": redirect(location)})
    assert (len(hops), chain.ending, chain.location) == (1, Ending.INVALID, location)
    assert chain.reply is None


def test_a_private_address_is_left_out_and_named() -> None:
    hops, chain = follow({"http://a.org/p": redirect("http://192.168.1.1/admin")})
    assert (hops, chain.ending, chain.location) == (["http://a.org/p"], Ending.PRIVATE, "http://192.168.1.1/admin")


def test_a_private_address_at_once_is_a_failure() -> None:
    _, chain = follow({"http://a.org/p": failure(Fault.PRIVATE)})
    assert chain.ending is Ending.FAILED and chain.failure is not None and chain.failure.fault is Fault.PRIVATE


def test_a_failure_on_the_way_ends_it() -> None:
    hops, chain = follow({"http://a.org/p": redirect("http://b.org/"), "http://b.org": failure(Fault.RESET)})
    assert (hops, chain.ending) == (["http://a.org/p", "http://b.org/"], Ending.FAILED)


def test_twenty_redirects_and_no_more() -> None:
    def count(request: Request) -> Outcome:
        number = int(request.url.path[1:])
        return html() if number == 20 else redirect(f"/{number + 1}")

    assert follow({"http://a.org": count}, "http://a.org/0")[1].ending is Ending.ARRIVED
    hops, chain = follow({"http://a.org": count}, "http://a.org/-1")
    assert (len(hops), chain.ending) == (21, Ending.LOOP)


def test_refreshes_count_as_redirects() -> None:
    for sender in (
        reply(200, "x", headers=[("refresh", "0; url=/q")]),
        reply(200, '<meta http-equiv="refresh" content="5;URL=\'/q\'">'),
    ):
        assert follow({"http://a.org/p": sender, "http://a.org/q": html()})[0] == ["http://a.org/p", "http://a.org/q"]


def test_refreshes_that_are_answers() -> None:
    slides = {
        f"http://a.org/{here}": reply(200, "x", headers=[("refresh", f"1; url=/{there}")])
        for here, there in ("pq", "qp")
    }
    assert follow(slides)[1].ending is Ending.ARRIVED
    assert len(follow({"http://a.org/p": reply(200, "x", headers=[("refresh", "0; url=/p")])})[0]) == 1
    assert len(follow({"http://a.org/p": reply(404, "x", headers=[("refresh", "0; url=/")])})[0]) == 1
    assert (
        follow({"http://a.org/p": reply(200, "x", headers=[("refresh", "0; url=mailto:x")])})[1].ending
        is Ending.ARRIVED
    )


# --- cookies --------------------------------------------------------------------------------------------------------


def sent(first: str, *steps: tuple[str, Outcome]) -> list[str]:
    """The cookies of each request of a conversation."""
    chain: Chain = drive(probe.follow(url(first)), Net(dict(steps)))
    return [exchange.request.cookies for exchange in chain.exchanges]


@pytest.mark.parametrize(
    ("cookie", "onward", "expected"),
    [
        ("a=1", "/q", "a=1"),
        ("a=1; Path=/", "/q", "a=1"),
        ("a=1; Path=/other", "/q", ""),
        ("a=1; Path=/ot", "/other", ""),
        ("a=1; Path=/ot", "/ot/x", "a=1"),
        ("a=1", "http://b.org/", ""),
        ("a=1", "http://www.a.org/", ""),
        ("a=1; Domain=a.org", "http://www.a.org/", "a=1"),
        ("a=1; Domain=.a.org", "http://www.a.org/", "a=1"),
        ("a=1; Domain=b.org", "http://b.org/", ""),
        ("a=1; Domain=org", "http://b.org/", ""),
        ("a=1; Domain=www.a.org", "http://www.a.org/", ""),
        ("a=1; Secure", "/q", ""),
        ("a=1; Secure", "https://a.org/q", "a=1"),
        ("a=1; Max-Age=0", "/q", ""),
        ("a=1; Max-Age=60", "/q", "a=1"),
        ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "/q", ""),
        ("a=1; HttpOnly; SameSite=Lax", "/q", "a=1"),
        ("a=b=c", "/q", "a=b=c"),
        ("=1", "/q", ""),
        ("broken", "/q", ""),
        ("a=ü", "/q", ""),
        ("a=1\x00", "/q", ""),
        ("a=" + "x" * 5000, "/q", ""),
    ],
)
def test_one_cookie(cookie: str, onward: str, expected: str) -> None:
    assert sent("http://a.org/p", ("http://a.org/p", redirect(onward, 302, cookie))) == ["", expected]


def test_a_new_value_takes_the_place_of_the_old_one() -> None:
    steps = (
        ("http://a.org/1", redirect("/2", 302, "a=1", "b=2")),
        ("http://a.org/2", redirect("/3", 302, "a=3")),
        ("http://a.org/3", redirect("/4", 302, "a=; Max-Age=0")),
    )
    assert sent("http://a.org/1", *steps) == ["", "a=1; b=2", "a=3; b=2", "b=2"]


def test_the_longest_path_comes_first() -> None:
    step = ("http://a.org/d/p", redirect("/d/q", 302, "a=1; Path=/", "b=2; Path=/d"))
    assert sent("http://a.org/d/p", step) == ["", "b=2; a=1"]


def test_a_jar_is_bounded() -> None:
    cookies = [f"c{number}=1" for number in range(200)]
    assert sent("http://a.org/p", ("http://a.org/p", redirect("/q", 302, *cookies)))[1].count("=") == probe.MOST_COOKIES


def test_cookies_of_one_request_are_bounded_and_none_is_cut() -> None:
    cookies = [f"c{number}={'x' * 4000}" for number in range(18)] + ["last=1"]
    got = sent("http://a.org/p", ("http://a.org/p", redirect("/q", 302, *cookies)))[1]
    assert got == f"c0={'x' * 4000}; c1={'x' * 4000}; last=1"


def test_a_cookie_over_two_hosts_and_back() -> None:
    def door(request: Request) -> Outcome:
        return html() if "ok=1" in request.cookies else redirect("https://login.a.org/?back=/p", 302)

    world: World = {
        "https://a.org/p": door,
        "https://login.a.org": redirect("https://a.org/p", 302, "ok=1; Domain=a.org"),
    }
    hops, chain = follow(world, "https://a.org/p")
    assert (hops, chain.ending) == (
        ["https://a.org/p", "https://login.a.org/?back=/p", "https://a.org/p"],
        Ending.ARRIVED,
    )


def test_a_cookie_that_changes_for_ever_ends_too() -> None:
    def restless(request: Request) -> Outcome:
        return redirect("/p", 302, f"n={len(request.cookies)}{request.cookies[-1:]}")

    hops, chain = follow({"http://a.org": restless})
    assert chain.ending is Ending.LOOP and len(hops) <= 21


def test_cookies_are_not_shared_between_conversations() -> None:
    net = Net({"http://a.org/p": redirect("/q", 302, "a=1"), "https://a.org": html()})
    drive(probe.probe(target("http://a.org/p")), net)
    assert [(str(request.url), request.cookies) for request in net.asked] == [
        ("http://a.org/p", ""),
        ("http://a.org/q", "a=1"),
        ("https://a.org/p", ""),
    ]


# --- targets and follow-up questions ----------------------------------------------------------------------------------


def test_probe_asks_both_sides_without_userinfo() -> None:
    seen = observe(target("http://me:secret@a.org:80/p?q#f"), {"http://a.org": html(), "https://a.org": html()})
    assert str(seen.http.last.request.url) == "http://a.org/p?q"
    assert str(seen.https.last.request.url) == "https://a.org/p?q"


def test_an_explicit_port_stays() -> None:
    seen = observe(target("http://a.org:8080/p"), {"http://a.org:8080": html()})
    assert str(seen.https.last.request.url) == "https://a.org:8080/p"


@pytest.mark.parametrize(
    ("asked", "folder"),
    [
        ("https://a.org/", "/"),
        ("https://a.org/p?x=1", "/"),
        ("https://a.org/d/e/p.html", "/d/e/"),
        ("https://a.org/d/e/", "/d/"),
    ],
)
def test_a_sibling_stands_beside(asked: str, folder: str) -> None:
    sibling = probe.sibling(url(asked))
    assert sibling.path.startswith(f"{folder}https-ready-") and sibling.query == ""


def test_one_sibling_an_origin_and_folder() -> None:
    assert probe.sibling(url("https://a.org/d/p")) == probe.sibling(url("https://a.org/d/q?x"))
    assert (
        len({probe.sibling(url(f"https://{at}")) for at in ("a.org/d/p", "a.org/e/p", "b.org/d/p", "a.org:444/d/p")})
        == 4
    )


def test_questions() -> None:
    net = Net({"http://a.org": html(), "https://a.org/p": html()})
    seen: Observation = drive(probe.probe(target("http://a.org/p")), net)
    seen = drive(probe.ask(seen, Question.SIBLING), net)
    seen = drive(probe.ask(seen, Question.HTTP_AGAIN), net)
    assert seen.sibling is not None and seen.sibling.reply is not None and seen.sibling.reply.status == 404
    assert seen.http_again is not None and seen.http_again.last.request == Request(url("http://a.org/p"), again=1)
    assert len(net.asked) == 4
    with pytest.raises(ValueError, match="task"):
        drive(probe.ask(seen, Question.READING), net)
