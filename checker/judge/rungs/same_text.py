"""The texts are equal after schemes, nonces, tokens and times are set aside: ``upgrade same-page``.

What is set aside is listed in ``checker.judge.features``. Bodies that were cut at the limit are compared over seven
eighths of it: 56 KiB with title and head in them.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    if not facts.both_fine or facts.types_differ or not facts.same_text:
        return None
    return Judgement(Verdict.UPGRADE, Reason.SAME_PAGE, "equal but for schemes, times and tokens")


RUNG = Rung("same-text", speak)
