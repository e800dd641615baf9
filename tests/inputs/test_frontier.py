from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.inputs import frontier as frontiers
from checker.inputs.frontier import Ask, Frontier, Kind, Leads
from checker.inputs.robots import Robots, read
from checker.model import Failure, Fault, Held, Page, Reply, Stage, Url
from tests.inputs.talks import HTML, START, url

OK = Reply(200, HTML)


def known(start: Url = START, *, rules: Robots | None = None, sitemaps: bool = False, **given: object) -> Frontier:
    """A frontier that knows the robots.txt of its start and has read the start page."""
    frontier = Frontier(start, sitemaps=sitemaps, **given)  # type: ignore[arg-type]
    frontier.begin()
    frontier.robots(start, rules or Robots())
    return frontier


def pages(asks: list[Ask]) -> list[str]:
    return [str(ask.url) for ask in asks if ask.kind is Kind.PAGE]


def leading(frontier: Frontier, *to: str, at: Url = START, depth: int = 0) -> list[Ask]:
    return frontier.follow(Ask(Kind.PAGE, at, depth), OK, Leads(tuple(map(url, to))))[1]


def redirect(location: str) -> Reply:
    return Reply(301, (("location", location),))


def test_robots_txt_comes_first_then_the_start_and_the_sitemap() -> None:
    frontier = Frontier(url("https://x.org/docs/a"))
    assert frontier.begin() == [Ask(Kind.ROBOTS, url("https://x.org/docs/a"))]
    assert frontier.robots(url("https://x.org/docs/a"), Robots()) == [
        Ask(Kind.SITEMAP, url("https://x.org/docs/sitemap.xml"), 1),
        Ask(Kind.SITEMAP, url("https://x.org/sitemap.xml"), 1),
        Ask(Kind.PAGE, url("https://x.org/docs/a")),
    ]


def test_without_robots_the_start_page_is_asked_for_at_once() -> None:
    assert Frontier(START, obey=False, sitemaps=False).begin() == [Ask(Kind.PAGE, START)]
    assert Frontier(START, obey=False).begin() == [
        Ask(Kind.SITEMAP, url("https://x.org/sitemap.xml"), 1),
        Ask(Kind.PAGE, START),
    ]


def test_sitemaps_that_robots_txt_names_are_asked_for_in_place_of_the_usual_one() -> None:
    frontier = Frontier(START)
    frontier.begin()
    named = ("https://x.org/a.xml", "/b.xml", "https://y.org/c.xml", "https://x.org/a.xml")
    asks = frontier.robots(START, Robots(sitemaps=named))
    assert [str(ask.url) for ask in asks if ask.kind is Kind.SITEMAP] == ["https://x.org/a.xml", "https://x.org/b.xml"]


@pytest.mark.parametrize("given", [{"depth": 0}, {"sitemaps": False}])
def test_no_sitemap_where_it_could_lead_to_nothing_or_is_not_wanted(given: dict[str, object]) -> None:
    frontier = Frontier(START, **given)  # type: ignore[arg-type]
    frontier.begin()
    assert frontier.robots(START, Robots()) == [Ask(Kind.PAGE, START)]


def test_pages_of_a_sitemap_are_starts_one_step_from_the_start() -> None:
    frontier = known()
    asks = frontier.mapped(["https://x.org/a", "https://y.org/", "nonsense", "https://x.org/"])
    assert asks == [Ask(Kind.PAGE, url("https://x.org/a"), 1)]


@pytest.mark.parametrize(
    ("start", "page", "expected"),
    [
        ("https://x.org/", "https://x.org/a/b", True),
        ("https://x.org/", "http://x.org/a", True),
        ("https://x.org/", "https://www.x.org/a", False),
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


def test_a_scope_can_be_widened() -> None:
    frontier = known(url("https://x.org/docs/"), scope=("docs.y.org", "x.org/blog"))
    asks = leading(frontier, "https://docs.y.org/a", "https://x.org/blog/b", "https://x.org/shop", "https://y.org/")
    assert asks == [Ask(Kind.ROBOTS, url("https://docs.y.org/a")), Ask(Kind.PAGE, url("https://x.org/blog/b"), 1)]
    assert frontier.robots(url("https://docs.y.org/a"), Robots()) == [Ask(Kind.PAGE, url("https://docs.y.org/a"), 1)]


def test_one_key_a_page() -> None:
    frontier = known(ignore_query=("utm_*", "ref"))
    spelled = ["https://x.org/a", "http://x.org/a#b", "https://x.org/a?", "https://x.org/b/../a", "https://x.org/%61"]
    spelled += [
        "https://x.org/a?utm_source=n&ref=1",
        "https://x.org/a?q&utm_x",
        "https://x.org/%c3%bc",
        "https://x.org/%C3%BC",
    ]
    spelled += ["https://x.org/ü", "https://x.org/a%2fb"]
    expected = ["https://x.org/a", "https://x.org/a?q", "https://x.org/%C3%BC", "https://x.org/a%2Fb"]
    assert pages(leading(frontier, *spelled)) == expected
    assert leading(frontier, *spelled) == []


def test_the_other_name_of_the_host_is_asked_about_once_and_then_is_the_site_or_is_not() -> None:
    for leads_here, expected in ((True, ["https://x.org/a", "https://x.org/b"]), (False, [])):
        frontier = known()
        asks = leading(frontier, "https://www.x.org/a", "https://www.x.org/b")
        assert asks == [Ask(Kind.SIBLING, url("https://www.x.org/"))]
        assert pages(frontier.sibling("www.x.org", leads_here)) == expected
        assert pages(leading(frontier, "https://www.x.org/c")) == (["https://x.org/c"] if leads_here else [])


def test_limits_are_counted_and_never_silent() -> None:
    frontier = known(depth=2, max_pages=3, exclude=("/no/*",))
    found = [f"https://x.org/{name}" for name in ("no/x", "a", "b", "c", "d")]
    assert pages(leading(frontier, *found, depth=1)) == ["https://x.org/a", "https://x.org/b"]
    assert frontier.left_out == 2
    assert leading(frontier, "https://x.org/e", depth=2) == []


def test_pages_that_robots_forbids_are_counted_and_leave_room_for_others() -> None:
    frontier = known(max_pages=2, rules=read(b"User-agent: *\nDisallow: /no"))
    assert pages(leading(frontier, "https://x.org/no", "https://x.org/a")) == ["https://x.org/a"]
    assert (frontier.forbidden, frontier.left_out) == (1, 0)


def test_what_waits_for_a_robots_txt_that_cannot_be_read_is_told() -> None:
    frontier = known(scope=("y.org",))
    leading(frontier, "https://y.org/a", "https://y.org/b")
    assert frontier.robots(url("https://y.org/a"), Robots(closed="robots.txt answers 503")) == []
    assert frontier.unanswered == {"robots.txt answers 503": 2}


@pytest.mark.parametrize(
    ("name", "trap"),
    [
        ("q?page={}&sort=up", "URLs like /q?page&sort"),
        ("q?sort=up&page={}", "URLs like /q?page&sort"),
        ("events/20{0:02}/12/{0}", "URLs like /events/DATE"),
    ],
)
def test_traps_are_bounded_by_shape_and_told(name: str, trap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontiers, "PER_SHAPE", 5)
    frontier = known()
    asked = [ask for number in range(9) for ask in leading(frontier, f"https://x.org/{name.format(number)}")]
    assert (len(asked), frontier.trapped) == (5, {trap: 4})


def test_many_pages_with_numbers_in_their_names_are_no_trap() -> None:
    frontier = known()
    names = [f"https://x.org/page-{number}.html" for number in range(19_000, 22_000)]
    names += [f"https://x.org/2026/12/a-post-{number}/" for number in range(2_000)]
    assert len(leading(frontier, *names)) == 5_000
    assert frontier.trapped == {}


def test_paths_that_go_ever_deeper_are_not_followed() -> None:
    frontier = known()
    found = ["https://x.org" + "/a/b" * often for often in range(1, 9)] + ["https://x.org" + "/x" * 3 + "/y" * 3]
    found.append("https://x.org/" + "/".join(map(str, range(50))))
    assert len(leading(frontier, *found)) == 5
    assert frontier.trapped == {"paths that hold /a/ again and again": 4, "paths that go ever deeper": 1}


def test_one_page_under_two_urls_is_told_by_its_canonical_and_its_content() -> None:
    frontier = known()
    canonical = url("https://x.org/a")
    same = Leads((url("https://x.org/b"),), canonical=canonical, content="1")
    first, asks = frontier.follow(Ask(Kind.PAGE, url("https://x.org/a?q"), 1), OK, same)
    assert (first.same_as, pages(asks)) == ("", ["https://x.org/b"])
    second, asks = frontier.follow(Ask(Kind.PAGE, canonical, 1), OK, same)
    assert (second.same_as, second.links, asks) == ("https://x.org/a?q", 1, [])
    wrong = Leads((url("https://x.org/c"),), canonical=canonical, content="2")
    third, asks = frontier.follow(Ask(Kind.PAGE, url("https://x.org/d"), 1), OK, wrong)
    assert (third.same_as, pages(asks)) == ("", ["https://x.org/c"])


def test_style_sheets_and_feeds_of_the_site_are_read_once_and_lead_to_no_pages() -> None:
    frontier = known(url("https://x.org/docs/"))
    parts = (url("https://x.org/s.css"), url("https://cdn.org/s.css"), url("https://x.org/s.css"))
    _, asks = frontier.follow(Ask(Kind.PAGE, url("https://x.org/docs/")), OK, Leads(parts=parts))
    assert asks == [Ask(Kind.PART, url("https://x.org/s.css"))]
    page, asks = frontier.follow(asks[0], OK, Leads((url("https://x.org/docs/a"),), (url("https://x.org/t.css"),)))
    assert (page, asks) == (Page("https://x.org/s.css", 200, 0, 1), [Ask(Kind.PART, url("https://x.org/t.css"))])


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
def test_a_page_that_fails_is_recorded_with_its_reason(outcome: Reply | Failure, problem: str) -> None:
    page, asks = known().follow(Ask(Kind.PAGE, START), outcome, None)
    assert (page.problem, asks) == (problem, [])


def test_a_redirect_in_scope_is_another_page_at_the_same_depth() -> None:
    page, asks = known(depth=0).follow(Ask(Kind.PAGE, START), redirect("/en/"), None)
    assert (page.status, page.problem, pages(asks)) == (301, "", ["https://x.org/en/"])


def test_redirects_end() -> None:
    frontier = known()
    at = START
    for number in range(100):
        page, asks = frontier.follow(Ask(Kind.PAGE, at), redirect(f"/{number}"), None)
        if not asks:
            break
        at = asks[0].url
    assert (number, page.problem) == (frontiers.MAX_HOPS, f"redirects more than {frontiers.MAX_HOPS} times")


@pytest.mark.parametrize("to", ["https://x.org/", "https://www.x.org/"])
def test_a_start_that_redirects_to_its_other_name_goes_on_there(to: str) -> None:
    start = url("http://x.org/")
    frontier = known(start)
    _, asks = frontier.follow(Ask(Kind.PAGE, start), redirect(to), None)
    assert pages(asks) == [to]
    assert pages(leading(frontier, "http://x.org/a", at=url(to))) == [f"{to}a"]


def test_a_page_that_was_cut_says_so_and_leads_on() -> None:
    cut = Reply(200, HTML, body_complete=False, body_cut=True)
    page, asks = known().follow(Ask(Kind.PAGE, START), cut, Leads((url("https://x.org/a"),)))
    assert (page.problem, pages(asks)) == ("was not read to its end", ["https://x.org/a"])


def test_what_was_met_for_the_first_time_is_noted_whatever_it_waits_for() -> None:
    frontier = known(scope=("y.org",))
    assert frontier.noted() == (("page", "https://x.org/", 0),)
    found = [url(to) for to in ("https://x.org/a", "https://y.org/b", "https://www.x.org/c", "https://z.org/")]
    frontier.follow(Ask(Kind.PAGE, START), OK, Leads(tuple(found), (url("https://x.org/s.css"),)))
    assert frontier.noted() == (
        ("part", "https://x.org/s.css", 0),
        ("page", "https://x.org/a", 1),
        ("page", "https://y.org/b", 1),
        ("page", "https://www.x.org/c", 1),
    )
    assert frontier.noted() == ()


def test_a_crawl_goes_on_where_it_was_stopped() -> None:
    queued = (("page", "https://x.org/a", 1), ("page", "https://x.org/b", 1), ("part", "https://x.org/s.css", 0))
    pages = [
        Page("http://x.org/", 301, 0, 0, held=Held(start="https://x.org/", queued=(("page", "https://x.org/", 0),))),
        Page("https://x.org/", 200, 0, 2, held=Held(queued=queued, canonical="https://x.org/", content="1")),
        Page("https://x.org/a", 200, 1, 0, held=Held(canonical="https://x.org/a", content="2")),
    ]
    frontier = Frontier(url("http://x.org/"), sitemaps=False)
    asks = frontier.restore(pages)
    assert asks == [Ask(Kind.ROBOTS, url("https://x.org/b")), Ask(Kind.PART, url("https://x.org/s.css"))]
    assert frontier.robots(url("https://x.org/b"), Robots()) == [Ask(Kind.PAGE, url("https://x.org/b"), 1)]
    same = Leads(canonical=url("https://x.org/a"), content="2")
    assert frontier.follow(Ask(Kind.PAGE, url("https://x.org/b"), 1), OK, same)[0].same_as == "https://x.org/a"


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

    frontier = Frontier(page(0), sitemaps=False)
    waiting = frontier.begin()
    asked: list[int] = []
    while waiting:
        ask = waiting.pop(order.randrange(len(waiting)))
        if ask.kind is Kind.ROBOTS:
            waiting += frontier.robots(ask.url, Robots())
            continue
        number = int(ask.url.path[1:])
        asked.append(number)
        outcome = Failure(Fault.RESET, Stage.HTTP) if number in broken else OK
        leads = (
            None if number in broken else Leads(tuple(page(to) for to in graph.get(number, [])), content=str(number))
        )
        waiting += frontier.follow(ask, outcome, leads)[1]
    reachable: set[int] = set()
    open_ends = [0]
    while open_ends:
        number = open_ends.pop()
        if number not in reachable:
            reachable.add(number)
            open_ends += [] if number in broken else graph.get(number, [])
    assert sorted(asked) == sorted(reachable)
