"""https gives nothing where http gives something: ``keep different-page``; the other way ``review similar-page``.

Two empty answers prove nothing: left to the last rung.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    plain, secure = facts.plain_features.length, facts.secure_features.length
    if not facts.both_fine or bool(plain) == bool(secure):
        return None
    if secure:
        return Judgement(Verdict.REVIEW, Reason.SIMILAR_PAGE, f"http gives an empty body, https {secure} bytes")
    return Judgement(Verdict.KEEP, Reason.DIFFERENT_PAGE, f"https gives an empty body, http {plain} bytes")


RUNG = Rung("empty", speak)
