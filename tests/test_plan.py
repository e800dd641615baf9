from __future__ import annotations

import pytest

from checker.model import Mixed, Occurrence, Reason, Source, Usage
from checker.plan import Plan, stricter


def place(url: str, usage: Usage = Usage.NAVIGATION, mixed: Mixed = Mixed.NONE, document: str = "a.md") -> Occurrence:
    return Occurrence(document, Source.FILE, 0, len(url), 1, 1, 1, 1 + len(url), url, usage, mixed, url)


def test_each_target_once_however_it_is_spelled() -> None:
    plan = Plan()
    spelled = ["http://x.org", "http://X.org:80/#part", "http://x.org/", "http://x.org/p", "http://x.org/p#a"]
    new = plan.add_all(place(url) for url in spelled)
    assert [str(url) for url in new] == ["http://x.org/", "http://x.org/p"]
    assert {str(url): len(places) for url, places in plan.places.items()} == {"http://x.org/": 3, "http://x.org/p": 2}


def test_what_is_no_url_is_kept_and_told() -> None:
    plan = Plan()
    assert plan.add(place("http://[bad/")) is None
    assert [(at.url, judgement.reason) for at, judgement in plan.invalid] == [("http://[bad/", Reason.INVALID_URL)]
    assert not plan.places


@pytest.mark.parametrize(
    ("usage", "mixed", "expected"),
    [
        (Usage.NAVIGATION, Mixed.NONE, (False, False, True)),
        (Usage.SCRIPT, Mixed.ACTIVE, (True, False, False)),
        (Usage.IMAGE, Mixed.PASSIVE, (False, False, False)),
        (Usage.FORM, Mixed.NONE, (True, True, True)),
        (Usage.METADATA, Mixed.NONE, (False, False, True)),
    ],
)
def test_a_target_is_as_strict_as_its_places(usage: Usage, mixed: Mixed, expected: tuple[bool, bool, bool]) -> None:
    plan = Plan()
    url = plan.add(place("http://x.org/", usage, mixed))
    assert url is not None
    target = plan.target(url)
    assert (target.strict, target.form, target.navigation) == expected
    assert str(target.https) == "https://x.org/"


def test_a_place_found_later_makes_a_target_stricter() -> None:
    plan = Plan()
    url = plan.add(place("http://x.org/"))
    assert url is not None
    before = plan.target(url)
    plan.add(place("http://x.org/"))
    assert not stricter(before, plan.target(url))
    plan.add(place("http://x.org/", Usage.SCRIPT, Mixed.ACTIVE))
    assert stricter(before, plan.target(url))
    assert not stricter(plan.target(url), before)


@pytest.mark.parametrize(
    ("url", "usage", "expected"),
    [
        ("http://x.org/", Usage.NAVIGATION, None),
        ("http://ignored.org/deep/page", Usage.NAVIGATION, Reason.IGNORED),
        ("http://www.ignored.org/", Usage.NAVIGATION, Reason.IGNORED),
        ("http://localhost/", Usage.NAVIGATION, Reason.SPECIAL_USE),
        ("http://10.0.0.1/", Usage.NAVIGATION, Reason.PRIVATE_ADDRESS),
        ("http://www.w3.org/2000/svg", Usage.TEXT, Reason.IDENTIFIER),
        ("http://www.w3.org/2000/svg", Usage.NAVIGATION, None),
        ("http://x.org:25/", Usage.NAVIGATION, Reason.INVALID_URL),
    ],
)
def test_what_is_skipped_and_why(url: str, usage: Usage, expected: Reason | None) -> None:
    plan = Plan(ignore=("ignored.org",))
    target = plan.add(place(url, usage))
    assert target is not None
    answer = plan.skipped(target)
    assert (answer.judgement.reason if answer else None) is expected


def test_allow_private_asks_private_addresses() -> None:
    plan = Plan(allow_private=True)
    urls = plan.add_all([place("http://10.0.0.1/"), place("http://intranet/")])
    assert [plan.skipped(url) for url in urls] == [None, None]
