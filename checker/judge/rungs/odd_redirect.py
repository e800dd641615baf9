"""A side redirects to what is not followed.

``review redirect-invalid``: a ``Location`` that is no http or https URL, or has a port that browsers refuse.
``review redirects-to-private``: an address that is not on the public internet.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Ending, Judgement, Reason, Verdict
from checker.urls import mask

_REASONS = {Ending.INVALID: Reason.REDIRECT_INVALID, Ending.PRIVATE: Reason.REDIRECTS_TO_PRIVATE}


def speak(facts: Facts) -> Judgement | None:
    for scheme, chain in (("https", facts.seen.https), ("http", facts.seen.http)):
        if chain.ending in _REASONS:
            location = mask(chain.location)[:200]
            return Judgement(Verdict.REVIEW, _REASONS[chain.ending], f"{scheme} redirects to {location!r}")
    return None


RUNG = Rung("odd-redirect", speak)
