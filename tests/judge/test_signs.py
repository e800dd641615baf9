"""Signs in URLs; those in pages are tested with the rungs that they serve."""

from __future__ import annotations

import pytest

from checker.judge import signs
from tests.worlds import url


@pytest.mark.parametrize(
    ("at", "service"),
    [
        ("https://www.sedoparking.com/x", "sedoparking.com"),
        ("https://parking.namebright.com/", "parking.namebright.com"),
        ("https://namebright.com/", ""),
        ("https://notdan.com/", ""),
        ("https://dan.com.evil.org/", ""),
    ],
)
def test_parking_hosts(at: str, service: str) -> None:
    assert signs.parking_host(url(at)) == service


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("https://a.org/login", True),
        ("https://a.org/users/sign_in?next=/", True),
        ("https://a.org/Login.aspx", True),
        ("https://accounts.a.org/x", True),
        ("https://a.org/cas/x", True),
        ("https://login.org/", False),
        ("https://a.org/blog/in", False),
        ("https://a.org/authors", False),
        ("https://a.org/p?from=login", False),
    ],
)
def test_login_urls(at: str, expected: bool) -> None:
    assert signs.login(url(at)) is expected


def test_every_sign_names_its_source() -> None:
    tables = (*signs.PARKED, *signs.PARKED_MARKUP, *signs.DEFAULT_PAGES)
    assert all(entry.source for entry in tables)
    assert all({**signs.PARKING_HOSTS, **signs.CHALLENGE_TITLES, **signs.CHALLENGE_PARTS}.values())
