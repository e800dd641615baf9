"""The page that a web server shows before anybody set up a site: for https only ``keep different-page``.

If http shows the same, nobody has set up anything: ``review parked``.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Reason, Sign, Verdict


def speak(facts: Facts) -> Judgement | None:
    title = facts.secure_features.signs.get(Sign.DEFAULT_PAGE)
    if not facts.both_fine or title is None:
        return None
    if Sign.DEFAULT_PAGE in facts.plain_features.signs:
        return Judgement(Verdict.REVIEW, Reason.PARKED, f"a server's default page: {title}")
    return Judgement(Verdict.KEEP, Reason.DIFFERENT_PAGE, f"https gives a server's default page: {title}")


RUNG = Rung("default-page", speak)
