from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import urls
from checker.inputs import crawl
from checker.inputs.crawl import Frontier, Read, Robots, Visit
from checker.model import Failure, Fault, Flow, Outcome, Reply, Request, Stage, T, Task, Url

HTML = (("content-type", "text/html; charset=utf-8"),)


def url(text: str) -> Url:
    found = urls.parse(text)
    assert found is not None
    return found


START = url("https://x.org/")


def hold(flow: Flow[T], answer: Callable[[Request], Outcome]) -> T:
    """Hold a conversation with a function for a network."""
    result: object = None
    try:
        while True:
            step = flow.send(result)
            result = answer(step) if isinstance(step, Request) else step.run() if isinstance(step, Task) else None
    except StopIteration as stop:
        value: T = stop.value
        return value


@pytest.mark.parametrize(
    ("outcome", "allowed", "closed"),
    [
        (Reply(200, (), b"User-agent: *\nDisallow: /private/\n"), (True, False), ""),
        (Reply(200, (), b"User-agent: https-ready\nDisallow: /\n\nUser-agent: *\nAllow: /\n"), (False, False), ""),
        (Reply(404, ()), (True, True), ""),
        (Reply(403, ()), (True, True), ""),
        (Reply(503, ()), (False, False), "robots.txt answers 503"),
        (Reply(301, (("location", "http://[bad/"),)), (True, True), ""),
        (
            Failure(Fault.TIMEOUT, Stage.CONNECT),
            (False, False),
            "robots.txt cannot be asked for: timeout",
        ),
        (Reply(200, (), b"\xff\xfe\x00 nonsense"), (True, True), ""),
    ],
)
def test_robots(outcome: Outcome, allowed: tuple[bool, bool], closed: str) -> None:
    asked: list[str] = []

    def answer(request: Request) -> Outcome:
        asked.append(str(request.url))
        return outcome

    rules = hold(crawl.robots(url("https://x.org/docs/?q")), answer)
    assert asked == ["https://x.org/robots.txt"]
    assert (rules.allows(url("https://x.org/a")), rules.allows(url("https://x.org/private/a"))) == allowed
    assert rules.closed == closed


def test_robots_redirects_are_followed_and_end() -> None:
    asked: list[str] = []

    def answer(request: Request) -> Outcome:
        asked.append(str(request.url))
        return Reply(301, (("location", f"/r{len(asked)}"),))

    assert hold(crawl.robots(START), answer).allows(START)
    assert len(asked) == 6


def test_a_page_is_read_once_and_its_body_let_go() -> None:
    def read(page: Url, reply: Reply) -> Read:
        return Read(links=(url(str(page) + reply.body.decode()),))

    visit = hold(crawl.visit(START, 0, read), lambda request: Reply(200, HTML, b"next"))
    assert isinstance(visit.outcome, Reply)
    assert visit.outcome.body == b""
    assert visit.read == Read(links=(url("https://x.org/next"),))


@pytest.mark.parametrize(
    "reply",
    [
        Reply(404, HTML, b"x"),
        Reply(200, (("content-type", "image/png"),), b"x"),
        Reply(301, HTML, b"x"),
        Reply(200, ()),
    ],
)
def test_what_is_no_html_page_is_not_read(reply: Reply) -> None:
    visit = hold(crawl.visit(START, 0, lambda page, reply: Read()), lambda request: reply)
    assert visit.read is None


@pytest.mark.parametrize(
    ("header", "body", "text"),
    [
        ("text/html; charset=iso-8859-1", b"\xe9", "é"),
        ('text/html; charset="windows-1252"', b"\x80", "€"),
        ("text/html", b'<meta charset="iso-8859-15">\xa4', '<meta charset="iso-8859-15">€'),
        ("text/html", b'<meta http-equiv=content-type content="text/html; charset=koi8-r">\xc1', None),
        ("text/html", "ü".encode(), "ü"),
        ("text/html; charset=none-such", "ü".encode(), "ü"),
        ("text/html; charset=base64", "ü".encode(), "ü"),
        ("text/html; charset=punycode", b"a-b", "a-b"),
        ("text/html; charset=unicode_escape", rb"\u0041", r"\u0041"),
        ("text/html; charset=utf-7", b"+AGE-", "+AGE-"),
        ("text/html", b"\xff\xfea\x00", "a"),
        ("text/html; charset=utf-16", b"\xef\xbb\xbfa", "a"),
        ("text/html; charset=utf-8", b"a\xffb", "a\ufffdb"),
    ],
)
def test_charsets(header: str, body: bytes, text: str | None) -> None:
    found = crawl.document(START, Reply(200, (("content-type", header),), body)).text
    assert found == text if text is not None else found.endswith("а")


@pytest.mark.parametrize(
    ("start", "page", "expected"),
    [
        ("https://x.org/", "https://x.org/a/b", True),
        ("https://x.org/", "http://x.org/a", True),
        ("https://x.org/", "https://www.x.org/a", True),
        ("https://x.org/", "https://sub.x.org/a", False),
        ("https://x.org/", "https://x.org:8443/a", False),
        ("https://x.org/docs/", "https://x.org/docs/a", True),
        ("https://x.org/docs/", "https://x.org/docs", True),
        ("https://x.org/docs/index.html", "https://x.org/docs/a", True),
        ("https://x.org/docs/", "https://x.org/blog", False),
        ("https://x.org/docs/", "https://x.org/docsearch", False),
        ("http://x.org:8000/", "http://x.org:8000/a", True),
        ("http://x.org:8000/", "https://x.org/a", False),
    ],
)
def test_scope(start: str, page: str, expected: bool) -> None:
    assert Frontier(url(start)).in_scope(url(page)) is expected


def test_one_key_a_page() -> None:
    frontier = Frontier(START)
    spelled = [
        "https://x.org/a",
        "http://x.org/a#b",
        "https://www.x.org/a?",
        "https://x.org/b/../a",
        "https://x.org/a?q",
    ]
    assert [str(page) for page in frontier.admit(map(url, spelled), 1)] == ["https://x.org/a", "https://x.org/a?q"]
    assert frontier.admit(map(url, spelled), 1) == []


def test_limits_are_counted_and_never_silent() -> None:
    frontier = Frontier(START, depth=2, max_pages=2, exclude=("/no/*",), robots=Robots())
    pages = [url(f"https://x.org/{name}") for name in ("no/x", "a", "b", "c", "d")]
    assert [page.path for page in frontier.admit(pages, 2)] == ["/a", "/b"]
    assert frontier.left_out == 2
    assert frontier.admit([url("https://x.org/e")], 3) == []


def test_pages_that_robots_forbids_are_counted_and_leave_room_for_others() -> None:
    frontier = Frontier(
        START,
        max_pages=1,
        robots=hold(crawl.robots(START), lambda request: Reply(200, (), b"User-agent: *\nDisallow: /no")),
    )
    assert [page.path for page in frontier.admit([url("https://x.org/no"), url("https://x.org/a")], 0)] == ["/a"]
    assert (frontier.forbidden, frontier.left_out) == (1, 0)


def visit(outcome: Outcome, at: Url = START, read: Read | None = None) -> Visit:
    return Visit(at, 0, outcome, read)


def redirect(location: str) -> Reply:
    return Reply(301, (("location", location),))


@pytest.mark.parametrize(
    ("outcome", "problem"),
    [
        (Failure(Fault.RESET, Stage.HTTP, "closed"), "reset: closed"),
        (Failure(Fault.TIMEOUT, Stage.CONNECT), "timeout"),
        (Reply(500, ()), "answers 500"),
        (Reply(404, ()), "answers 404"),
        (redirect("https://y.org/"), "redirects out of scope, to https://y.org/"),
        (redirect("javascript:1"), "redirects to nothing that can be followed"),
        (redirect("https://x.org/"), "redirects to itself"),
    ],
)
def test_a_page_that_fails_is_recorded_with_its_reason(outcome: Outcome, problem: str) -> None:
    page, more = Frontier(START).follow(visit(outcome))
    assert (page.problem, more) == (problem, [])


def test_a_redirect_in_scope_is_another_page_at_the_same_depth() -> None:
    frontier = Frontier(START, depth=0)
    frontier.admit([START], 0)
    page, more = frontier.follow(visit(redirect("/en/")))
    assert (page.status, page.problem, [str(to) for to in more]) == (301, "", ["https://x.org/en/"])


def test_redirects_end() -> None:
    frontier = Frontier(START)
    at = START
    frontier.admit([at], 0)
    for number in range(100):
        page, more = frontier.follow(visit(redirect(f"/{number}"), at))
        if not more:
            break
        at = more[0]
    assert (number, page.problem) == (crawl.MAX_HOPS, f"redirects more than {crawl.MAX_HOPS} times")


@pytest.mark.parametrize("to", ["https://x.org/", "https://www.x.org/"])
def test_a_start_that_redirects_to_its_other_name_goes_on_there(to: str) -> None:
    frontier = Frontier(url("http://x.org/"))
    frontier.admit([frontier.start], 0)
    _, more = frontier.follow(visit(redirect(to), frontier.start))
    assert [str(page) for page in more] == [to]
    assert frontier.in_scope(url("http://x.org/a"))


@given(
    st.dictionaries(st.integers(0, 12), st.lists(st.integers(0, 12), max_size=5), max_size=13),
    st.sets(st.integers(1, 12), max_size=4),
    st.randoms(use_true_random=False),
)
def test_every_reachable_page_exactly_once_in_any_order(
    graph: dict[int, list[int]], broken: set[int], order: random.Random
) -> None:
    def page(number: int) -> Url:
        return url(f"https://x.org/{number}")

    frontier = Frontier(page(0))
    waiting = [(at, 0) for at in frontier.admit([page(0)], 0)]
    asked: list[int] = []
    while waiting:
        at, depth = waiting.pop(order.randrange(len(waiting)))
        number = int(at.path[1:])
        asked.append(number)
        outcome: Outcome = Failure(Fault.RESET, Stage.HTTP) if number in broken else Reply(200, HTML)
        read = None if number in broken else Read(links=tuple(page(to) for to in graph.get(number, [])))
        _, more = frontier.follow(Visit(at, depth, outcome, read))
        waiting += [(to, depth + 1) for to in more]
    reachable: set[int] = set()
    open_ends = [0]
    while open_ends:
        number = open_ends.pop()
        if number not in reachable:
            reachable.add(number)
            open_ends += [] if number in broken else graph.get(number, [])
    assert sorted(asked) == sorted(reachable)
