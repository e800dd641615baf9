"""https turns the checker away: 401, 403, 407, 451, 999, or a challenge for bots (also with 200 or 503).

``review blocked-alike`` if http does the same: the page is there, and was not seen. ``unknown blocked`` if http
does not.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung, told, wall
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    if facts.secure is None or not (met := wall(facts.secure)):
        return None
    plain = wall(facts.plain) if facts.plain else ""
    if plain == met or (facts.plain and plain and facts.plain.status == facts.secure.status):
        return Judgement(Verdict.REVIEW, Reason.BLOCKED_ALIKE, met)
    return Judgement(Verdict.UNKNOWN, Reason.BLOCKED, f"https: {met}; {told(facts.seen.http)}")


RUNG = Rung("wall", speak)
