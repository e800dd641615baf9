"""The rung ``unasked``: private names, forbidden ports, interrupted runs."""

from __future__ import annotations

import pytest

from checker.model import Fault
from tests.worlds import failure, html, verdict


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (Fault.PRIVATE, "skipped private-address"),
        (Fault.BAD_PORT, "skipped invalid-url"),
        (Fault.INTERRUPTED, "unknown no-evidence"),
    ],
)
def test_a_side_that_was_not_asked(fault: Fault, expected: str) -> None:
    both = {"http://a.org": failure(fault), "https://a.org": failure(fault)}
    assert verdict("http://a.org/p", both) == expected
    assert verdict("http://a.org/p", {**both, "https://a.org": html()}) == expected
    assert verdict("http://a.org/p", {**both, "http://a.org": html()}) == expected
