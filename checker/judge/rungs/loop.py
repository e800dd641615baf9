"""The https URL redirects in a circle, or more than twenty times.

``dead redirect-loop`` if http does too (also when each sends to the other), ``review moved`` if http leads to
another https URL that answers, else ``keep redirect-loop``. A URL that is met again with a changed cookie is no
loop.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Ending, Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    if facts.seen.https.ending is not Ending.LOOP:
        return None
    detail = f"{len(facts.seen.https.exchanges)} requests, the last to {facts.secure_url}"
    if facts.seen.http.ending is Ending.LOOP:
        return Judgement(Verdict.DEAD, Reason.REDIRECT_LOOP, detail)
    return facts.moved or Judgement(Verdict.KEEP, Reason.REDIRECT_LOOP, detail)


RUNG = Rung("loop", speak)
