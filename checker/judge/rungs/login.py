"""The URL leads to a login page, by the spelling of the final URL: ``review login``.

What is behind it cannot be compared. A link that asks for a login page itself is no matter.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.judge.signs import login
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    if not facts.both_fine or not login(facts.secure_url) or login(facts.twin):
        return None
    return Judgement(Verdict.REVIEW, Reason.LOGIN, f"https leads to {facts.secure_url}")


RUNG = Rung("login", speak)
