"""A 200 that may say "not found": ``review soft-not-found`` if a random path beside it gives the same.

Asked where the title or first heading says so, where https ended at another host or another last part of the path
(there everything may end), and where another target of the host gave the same body. Front pages are never asked
about: what they give for everything is no sign against them, unless they say that they are not found.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Question, Reason, Sign, Verdict


def speak(facts: Facts) -> Judgement | Question | None:
    if not facts.both_fine:
        return None
    said = facts.secure_features.signs.get(Sign.NOT_FOUND, "")
    if not said and (facts.asked_front or not (facts.elsewhere or facts.seen.shared_body)):
        return None
    match facts.sibling_alike:
        case Question() as question:
            return question
        case True:
            return _review(f"a random path beside it gives the same{f': {said!r}' if said else ''}")
        case None if said:
            return _review(f"https says {said!r}")
        case None if facts.elsewhere:
            return _review(f"https leads to {facts.secure_url}; whether everything does was not learned")
    return None


def _review(detail: str) -> Judgement:
    return Judgement(Verdict.REVIEW, Reason.SOFT_NOT_FOUND, detail)


RUNG = Rung("soft-not-found", speak)
