"""JSON, feeds, plain text, pictures, films, documents that are neither equal nor equal after normalising.

``review similar-page``: words prove nothing here, in either direction.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    if not facts.both_fine or facts.html or not facts.secure_features.length:
        return None
    lengths = f"{facts.plain_features.length} and {facts.secure_features.length} bytes"
    return Judgement(Verdict.REVIEW, Reason.SIMILAR_PAGE, f"{facts.secure_features.type}, {lengths}, not equal")


RUNG = Rung("other-data", speak)
