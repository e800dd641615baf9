"""The URL holds a user name or password: ``review userinfo``.

They are never sent, so what a reader gets was not seen.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    if not (facts.target.http.userinfo or facts.target.https.userinfo):
        return None
    return Judgement(Verdict.REVIEW, Reason.USERINFO)


RUNG = Rung("userinfo", speak)
