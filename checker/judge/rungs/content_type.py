"""https gives another type than http: ``keep different-page``; two kinds of image: ``review similar-page``.

Aliases are one type (``text/xml``, ``application/rss+xml``), and a missing or empty type is sniffed. Image services
pick the format by client and place, so a JPEG may be a WebP of the same picture.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    if not facts.both_fine or not facts.types_differ:
        return None
    plain, secure = facts.plain_features.type, facts.secure_features.type
    detail = f"http gives {plain or 'nothing'}, https {secure or 'nothing'}"
    if plain.startswith("image/") and secure.startswith("image/"):
        return Judgement(Verdict.REVIEW, Reason.SIMILAR_PAGE, detail)
    return Judgement(Verdict.KEEP, Reason.DIFFERENT_PAGE, detail)


RUNG = Rung("content-type", speak)
