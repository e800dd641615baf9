"""A side answers 429 or 5xx, after the retries: ``unknown`` (``rate-limited``, ``server-error``).

It passes, and proves nothing. Only https is looked at here; where http answers so and https is fine, the rung
``http-fails`` speaks.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    secure = facts.secure
    if secure is None or secure.status == 999:
        return None
    if secure.status == 429:
        return Judgement(Verdict.UNKNOWN, Reason.RATE_LIMITED, "https answers 429")
    if secure.status >= 500:
        return Judgement(Verdict.UNKNOWN, Reason.SERVER_ERROR, f"https answers {secure.status}")
    return None


RUNG = Rung("overload", speak)
