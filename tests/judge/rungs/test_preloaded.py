"""The rung ``preloaded``: what the HSTS preload list proves where nothing was asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.judge.ladder import decide
from checker.model import Fault, Judgement, Observation
from tests.worlds import chain, failure, html, target

OFFLINE = failure(Fault.OFFLINE)


def unasked(text: str, preloaded: str = "2025-01-01", **flags: bool) -> Observation:
    asked = target(text, **flags)
    plain, secure = (chain((str(url), OFFLINE)) for url in (asked.http, asked.https))
    return Observation(asked, plain, secure, preloaded=preloaded)


def said(observation: Observation) -> str:
    rung, judgement = decide(observation)
    assert isinstance(judgement, Judgement)
    return f"{rung}: {judgement.verdict.value} {judgement.reason.value}"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://a.dev/p?q", "preloaded: upgrade hsts-preload"),
        ("http://a.dev:80/", "preloaded: upgrade hsts-preload"),
        ("http://a.dev:8080/", "unasked: unknown offline"),  # browsers ask https there too, and who knows what answers
        ("http://a.dev:443/", "unasked: unknown offline"),
        ("http://user:word@a.dev/", "preloaded: review userinfo"),
    ],
)
def test_a_host_on_the_list(url: str, expected: str) -> None:
    assert said(unasked(url)) == expected


def test_a_host_that_is_not() -> None:
    assert said(unasked("http://a.org/", "")) == "unasked: unknown offline"


def test_browsers_load_scripts_over_https_too_but_a_form_is_for_a_person() -> None:
    assert said(unasked("http://a.dev/", strict=True)) == "preloaded: upgrade hsts-preload"
    assert said(unasked("http://a.dev/", strict=True, form=True)) == "preloaded: review similar-page"


def test_the_edition_is_the_evidence() -> None:
    _, judgement = decide(unasked("http://a.dev/"))
    assert isinstance(judgement, Judgement)
    assert judgement.detail == "HSTS preload list of 2025-01-01"


def test_a_side_that_was_asked_counts_more_than_the_list() -> None:
    seen = unasked("http://a.dev/")
    refused = chain(("https://a.dev/", failure(Fault.REFUSED)))
    assert said(replace(seen, https=refused)) == "unasked: unknown offline"
    answered = chain(("http://a.dev/", html()))
    assert said(replace(seen, http=answered, https=refused)) == "transport: keep refused"
