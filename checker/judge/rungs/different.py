"""Two pages that differ: http is asked once more, to know how much it differs from itself.

``review similar-page`` where https is as like http as http is to itself; ``review moved`` where http leads to
another https URL; ``keep different-page`` on a positive sign of another page (canonical, title, half of the words)
that http does not give against itself; else ``review similar-page``.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung, another_page
from checker.judge.reading import dice
from checker.model import Judgement, Question, Reason, Verdict


def speak(facts: Facts) -> Judgement | Question | None:
    if not facts.both_fine or not facts.html or not facts.secure_features.length:
        return None
    match facts.readings:
        case Question() as question:
            return question
        case None:
            return None
        case (plain, secure):
            pass
    share = dice(plain.words, secure.words)
    similar = Judgement(Verdict.REVIEW, Reason.SIMILAR_PAGE, f"{share:.0%} of words shared")
    sign = another_page(plain, secure)
    if not sign:
        return similar
    match facts.noise:
        case Question() as question:
            return question
        case (itself, again) if share >= itself or another_page(plain, again):
            return similar
    return facts.moved or Judgement(Verdict.KEEP, Reason.DIFFERENT_PAGE, sign)


RUNG = Rung("different", speak)
