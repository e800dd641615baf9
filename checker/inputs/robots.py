"""robots.txt (RFC 9309), read with protego: what a crawler may ask for, how fast, and where the sitemaps are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from checker import urls
from checker.model import Failure, Flow, Outcome, Reply, Request, Url

AGENT = "https-ready"
ROBOTS_BYTES = 500 * 1024
"""RFC 9309 section 2.5: parse at least 500 kibibytes."""
LONGEST_DELAY = 30.0
"""Seconds of Crawl-delay that are kept; a longer one is cut, and told."""
_HOPS = 5
"""RFC 9309 section 2.3.1.2: follow at least five consecutive redirects."""


@dataclass(frozen=True, slots=True)
class Robots:
    """What robots.txt allows. ``rules`` is None where everything is allowed; ``closed`` says why nothing is."""

    rules: Any = None
    closed: str = ""
    delay: float = 0.0
    """Least seconds between two requests, as Crawl-delay or Request-rate have it."""
    sitemaps: tuple[str, ...] = ()
    """As the ``Sitemap`` lines name them."""

    def allows(self, url: Url) -> bool:
        return not self.closed and (self.rules is None or bool(self.rules.can_fetch(str(url), AGENT)))


def read(body: bytes) -> Robots:
    """What the text of a robots.txt says. Lines that are no rules count for nothing."""
    from protego import Protego

    rules = Protego.parse(body.decode("utf-8", "replace"))
    return Robots(rules, delay=_delay(rules), sitemaps=tuple(rules.sitemaps)[:100])


def _delay(rules: Any) -> float:
    delay = rules.crawl_delay(AGENT) or 0.0
    rate = rules.request_rate(AGENT)
    if rate is not None and rate.requests > 0:
        delay = max(delay, rate.seconds / rate.requests)
    return max(0.0, float(delay)) if delay == delay else 0.0


def ask(origin: Url) -> Flow[Robots]:
    """Ask an origin for robots.txt: 4xx allows all, a server error or silence nothing (RFC 9309 section 2.3.1)."""
    url = replace(origin, path="/robots.txt", query="", userinfo="")
    for _ in range(_HOPS + 1):
        outcome: Outcome = yield Request(url, body_limit=ROBOTS_BYTES)
        match outcome:
            case Failure():
                return Robots(closed=f"robots.txt cannot be asked for: {outcome.fault.value}")
            case Reply(status=status) if 200 <= status < 300:
                return read(outcome.body)
            case Reply(status=status) if 300 <= status < 400:
                to = urls.location(url, outcome.header("location") or "")
                if to is None:
                    return Robots()
                url = to
            case Reply(status=status) if status >= 500 or status == 429:
                return Robots(closed=f"robots.txt answers {status}")
            case _:
                return Robots()
    return Robots()
