"""The path of a page leads to a front page (of any host or language): ``review front-page``. The page may be gone."""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    if not facts.both_fine or not facts.to_front:
        return None
    return Judgement(Verdict.REVIEW, Reason.FRONT_PAGE, f"https leads to {facts.secure_url}")


RUNG = Rung("front-page", speak)
