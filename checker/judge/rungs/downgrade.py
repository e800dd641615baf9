"""The https URL sends the reader to http, by redirect, refresh or script, and ends there: ``keep redirects-to-http``.

Rewriting gains nothing, and may loop in browsers that upgrade by themselves. ``review moved`` if http leads to
another https URL that answers.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Reason, Sign, Verdict


def speak(facts: Facts) -> Judgement | None:
    if not facts.ends_on_http:
        bounce = facts.secure_features.signs.get(Sign.BOUNCE) if facts.secure else None
        return Judgement(Verdict.KEEP, Reason.REDIRECTS_TO_HTTP, f"a script: {bounce}") if bounce else None
    return facts.moved or Judgement(Verdict.KEEP, Reason.REDIRECTS_TO_HTTP, f"https leads to {facts.secure_url}")


RUNG = Rung("downgrade", speak)
