from __future__ import annotations

import pytest

from checker.inputs import robots
from checker.model import Failure, Fault, Outcome, Reply, Request, Stage
from tests.inputs.talks import START, hold, url


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

    rules = hold(robots.ask(url("https://x.org/docs/?q")), answer)
    assert asked == ["https://x.org/robots.txt"]
    assert (rules.allows(url("https://x.org/a")), rules.allows(url("https://x.org/private/a"))) == allowed
    assert rules.closed == closed


def test_robots_redirects_are_followed_and_end() -> None:
    asked: list[str] = []

    def answer(request: Request) -> Outcome:
        asked.append(str(request.url))
        return Reply(301, (("location", f"/r{len(asked)}"),))

    assert hold(robots.ask(START), answer).allows(START)
    assert len(asked) == 6


@pytest.mark.parametrize(
    ("text", "delay", "sitemaps"),
    [
        ("User-agent: *\nCrawl-delay: 2.5\n", 2.5, ()),
        ("User-agent: *\nRequest-rate: 1/10\nCrawl-delay: 2\n", 10.0, ()),
        ("User-agent: other\nCrawl-delay: 2\n", 0.0, ()),
        ("User-agent: https-ready\nCrawl-delay: 1\n\nUser-agent: *\nCrawl-delay: 9\n", 1.0, ()),
        ("User-agent: *\nCrawl-delay: soon\n", 0.0, ()),
        ("User-agent: *\nCrawl-delay: nan\n", 0.0, ()),
        ("User-agent: *\nCrawl-delay: -5\n", 0.0, ()),
        ("Sitemap: https://x.org/a.xml\nSITEMAP: /b.xml\n", 0.0, ("https://x.org/a.xml", "/b.xml")),
    ],
)
def test_how_fast_and_where_the_sitemaps_are(text: str, delay: float, sitemaps: tuple[str, ...]) -> None:
    found = robots.read(text.encode())
    assert (found.delay, found.sitemaps) == (delay, sitemaps)
