"""A script, style sheet, font or object that is not the same byte for byte: ``review similar-page``.

Only bytes or a redirect prove for these; what comes after this rung compares words.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    if not facts.both_fine or not facts.target.strict or not facts.secure_features.length:
        return None
    alike = "equal but for times and tokens" if facts.same_text else "not the same bytes"
    return Judgement(Verdict.REVIEW, Reason.SIMILAR_PAGE, f"{alike}; a page loads or submits to this")


RUNG = Rung("strict", speak)
