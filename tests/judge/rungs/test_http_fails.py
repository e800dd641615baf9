"""The rung ``http_fails``: https is fine, http told nothing."""

from __future__ import annotations

import pytest

from checker.model import Fault, Outcome
from tests.worlds import REFUSED, failure, html, redirect, reply, verdict


@pytest.mark.parametrize(
    ("http", "reason"),
    [
        (failure(Fault.TIMEOUT), "timeout"),
        (failure(Fault.UNREACHABLE), "unreachable"),
        (failure(Fault.LOOKUP), "unreachable"),
        (failure(Fault.BAD_RESPONSE), "bad-response"),
        (reply(500), "server-error"),
        (reply(429), "rate-limited"),
    ],
)
def test_what_passes_is_no_proof(http: Outcome, reason: str) -> None:
    assert verdict("http://a.org/p", {"http://a.org": http, "https://a.org": html()}) == f"unknown {reason}"


def test_a_redirect_into_nothing_is_not_http_refused() -> None:
    world = {"http://a.org": redirect("http://b.org/"), "http://b.org": REFUSED, "https://a.org/p": html()}
    assert verdict("http://a.org/p", world) == "unknown unreachable"
