"""The rung ``transport``: https brought no HTTP answer."""

from __future__ import annotations

import pytest

from checker.model import Fault
from tests.worlds import REFUSED, conclude, failure, html, redirect, reply, verdict


@pytest.mark.parametrize(
    ("fault", "http_answers", "http_fails_alike"),
    [
        (Fault.REFUSED, "keep refused", "keep refused"),
        (Fault.TIMEOUT, "keep https-timeout", "unknown timeout"),
        (Fault.RESET, "keep https-error", "unknown bad-response"),
        (Fault.UNREACHABLE, "keep https-error", "unknown unreachable"),
        (Fault.BAD_RESPONSE, "unknown bad-response", "unknown bad-response"),
        (Fault.LOOKUP, "unknown unreachable", "unknown unreachable"),
    ],
)
def test_faults(fault: Fault, http_answers: str, http_fails_alike: str) -> None:
    broken = failure(fault)
    assert verdict("http://a.org/p", {"http://a.org": html(), "https://a.org": broken}) == http_answers
    assert verdict("http://a.org/p", {"http://a.org": reply(500), "https://a.org": broken}) == http_answers
    assert verdict("http://a.org/p", {"http://a.org": broken, "https://a.org": broken}) == http_fails_alike


def test_a_redirect_to_a_silent_twin_proves_nothing() -> None:
    world = {"http://a.org": redirect("https://a.org/p"), "https://a.org": failure(Fault.TIMEOUT, "10 s")}
    judgement = conclude("http://a.org/p", world)
    assert (judgement.verdict.value, judgement.detail) == ("keep", "a.org: 10 s")


def test_moved_suggests_where_http_leads() -> None:
    world = {"http://old.org": redirect("https://new.org/p"), "https://old.org": REFUSED, "https://new.org/p": html()}
    judgement = conclude("http://old.org/p", world)
    assert (judgement.verdict.value, judgement.reason.value, judgement.suggestion) == (
        "review",
        "moved",
        "https://new.org/p",
    )


def test_a_parking_page_is_no_place_to_move_to() -> None:
    parked = html("<title>old.org</title><p>This domain is for sale")
    world = {"http://old.org": redirect("https://ads.org/"), "https://old.org": REFUSED, "https://ads.org/": parked}
    assert verdict("http://old.org/p", world) == "keep refused"


def test_a_redirect_to_a_missing_name_is_an_error_of_https() -> None:
    world = {
        "http://a.org": html(),
        "https://a.org": redirect("https://nowhere.org/"),
        "https://nowhere.org": failure(Fault.NO_SUCH_HOST),
    }
    assert verdict("http://a.org/p", world) == "keep https-error"
