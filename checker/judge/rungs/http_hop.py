"""The https URL passes through http before it arrives at an https page.

``review http-hop`` where readers follow the link; ``keep redirects-to-http`` where a page loads it, since browsers
block or upgrade the hop.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung, fine
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    if facts.http_hop is None or facts.secure is None or not fine(facts.secure):
        return None
    detail = f"passes through {facts.http_hop}"
    if facts.target.navigation:
        return Judgement(Verdict.REVIEW, Reason.HTTP_HOP, detail)
    return Judgement(Verdict.KEEP, Reason.REDIRECTS_TO_HTTP, detail)


RUNG = Rung("http-hop", speak)
