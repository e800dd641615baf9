"""Two pages that say nearly the same: ``upgrade same-page``.

Titles and first headings are equal, of at least 30 words nine tenths are shared (as multisets), no side has more
than 15 words that the other lacks, and either both name the same canonical URL, or only the text outside ``nav``,
``header``, ``footer`` and ``aside`` is counted: a template around another text shares most of its words.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung, proven_alike
from checker.model import Judgement, Question, Reason, Verdict


def speak(facts: Facts) -> Judgement | Question | None:
    if not facts.both_fine or not facts.html or not facts.secure_features.length:
        return None
    match facts.readings:
        case Question() as question:
            return question
        case (plain, secure) if proof := proven_alike(plain, secure):
            return Judgement(Verdict.UPGRADE, Reason.SAME_PAGE, proof)
    return None


RUNG = Rung("similar-text", speak)
