"""The texts are equal after schemes, nonces, tokens and times are set aside: ``upgrade same-page``.

What is set aside is listed in ``checker.judge.features``. Bodies that were cut at the limit are compared over seven
eighths of it: 56 KiB with title and head in them. What is content in some places (numbers in attributes, times) counts
as set aside only if http, asked once more, differs from itself there too; else the words of the pages are compared.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Question, Reason, Verdict


def speak(facts: Facts) -> Judgement | Question | None:
    if not facts.both_fine or facts.types_differ or not facts.same_text:
        return None
    assert facts.plain and facts.secure
    if facts.plain.status != facts.secure.status:
        return None
    if facts.steady:
        return Judgement(Verdict.UPGRADE, Reason.SAME_PAGE, "equal but for schemes, moments and tokens of forms")
    match facts.varies:
        case Question() as question:
            return question
        case True:
            return Judgement(Verdict.UPGRADE, Reason.SAME_PAGE, "differs only as http differs from itself")
    return None  # their words will tell


RUNG = Rung("same-text", speak)
