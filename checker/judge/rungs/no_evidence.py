"""Nothing spoke: ``unknown no-evidence``. Never silent, never a guess."""

from __future__ import annotations

from checker.judge.facts import Facts, Rung, told
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement:
    return Judgement(Verdict.UNKNOWN, Reason.NO_EVIDENCE, f"{told(facts.seen.http)}, {told(facts.seen.https, 'https')}")


RUNG = Rung("no-evidence", speak)
