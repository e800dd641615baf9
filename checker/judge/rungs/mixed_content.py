"""The https page loads scripts, styles, frames or the like over http, which browsers block: ``review mixed-content``.

Equal bytes can be a broken page. A page that asks browsers to upgrade (``upgrade-insecure-requests``) is not one.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Question, Reason, Sign, Verdict


def speak(facts: Facts) -> Judgement | Question | None:
    if not facts.both_fine or not facts.html or Sign.INSECURE_PARTS not in facts.secure_features.signs:
        return None
    assert facts.secure
    policies = (value for name, value in facts.secure.headers if name == "content-security-policy")
    if any("upgrade-insecure-requests" in policy.lower() for policy in policies):
        return None
    match facts.readings:
        case Question() as question:
            return question
        case (_, page) if not page.active:
            return None
        case (_, page):
            return Judgement(Verdict.REVIEW, Reason.MIXED_CONTENT, f"loads {page.active[0][:200]}")
    return Judgement(Verdict.REVIEW, Reason.MIXED_CONTENT, "seems to load parts over http")


RUNG = Rung("mixed-content", speak)
