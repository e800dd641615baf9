"""The rung ``no_such_host``."""

from __future__ import annotations

from checker.model import Fault
from tests.worlds import failure, html, redirect, verdict

GONE = failure(Fault.NO_SUCH_HOST)


def test_a_name_that_does_not_exist_is_dead() -> None:
    assert verdict("http://a.org/p", {"http://a.org": GONE, "https://a.org": GONE}) == "dead no-such-host"


def test_both_sides_may_be_led_to_a_name_that_does_not_exist() -> None:
    away = redirect("https://gone.org/p")
    world = {"http://a.org": away, "https://a.org": away, "https://gone.org": GONE}
    assert verdict("http://a.org/p", world) == "dead no-such-host"


def test_one_failed_look_up_is_no_proof() -> None:
    assert verdict("http://a.org/p", {"http://a.org": html(), "https://a.org": GONE}) == "unknown unreachable"
    assert verdict("http://a.org/p", {"http://a.org": GONE, "https://a.org": html()}) == "unknown unreachable"


def test_a_resolver_that_fails_is_no_missing_name() -> None:
    lookup = failure(Fault.LOOKUP)
    assert verdict("http://a.org/p", {"http://a.org": lookup, "https://a.org": lookup}) == "unknown unreachable"
