"""The rung ``overload``: 429 and 5xx of https."""

from __future__ import annotations

import pytest

from tests.worlds import REFUSED, html, reply, verdict


@pytest.mark.parametrize(("status", "reason"), [(429, "rate-limited"), (500, "server-error"), (503, "server-error")])
def test_it_passes_and_proves_nothing(status: int, reason: str) -> None:
    for http in (html(), reply(status), REFUSED, reply(404)):
        assert verdict("http://a.org/p", {"http://a.org": http, "https://a.org": reply(status)}) == f"unknown {reason}"


def test_linkedins_999_is_a_wall() -> None:
    assert verdict("http://a.org/p", {"http://a.org": html(), "https://a.org": reply(999)}) == "unknown blocked"
