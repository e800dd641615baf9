"""A page of a parking service: for https only ``keep different-page``, for both ``review parked``.

Told by the host that the URL ends at, by parts that the page loads, and by what it says (``checker.judge.signs``).
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    if not facts.both_fine or not facts.secure_parked:
        return None
    if facts.plain_parked:
        return Judgement(Verdict.REVIEW, Reason.PARKED, facts.secure_parked)
    return Judgement(Verdict.KEEP, Reason.DIFFERENT_PAGE, f"https gives a parking page: {facts.secure_parked}")


RUNG = Rung("parked", speak)
