"""http and https give the same bytes: ``upgrade same-page``.

Not empty ones, except for 204 and 205 alike; an empty 200 proves nothing. Of a body over the limit, the first bytes
must be equal, and the lengths or the strong entity tags; where neither is told (a stream without end), equal first
bytes do, but not for scripts, styles, fonts and objects. Both URLs leading to one https URL is the same thing as
well.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung, Same
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    if not facts.both_fine:
        return None
    assert facts.plain and facts.secure
    if facts.plain.status == facts.secure.status and facts.secure.status in (204, 205):
        return _upgrade(f"both answer {facts.secure.status}")
    if facts.types_differ or facts.plain.status != facts.secure.status:
        return None
    if facts.same_end and not facts.cookie_decides:
        return _upgrade(f"both lead to {facts.secure_url}")
    length = facts.secure_features.length
    if facts.same_bytes is Same.YES:
        return _upgrade(f"the same {length} bytes{' of a longer body' if facts.secure.body_cut else ''}")
    streams = facts.plain.body_cut and facts.secure.body_cut and not facts.target.strict
    if facts.same_bytes is Same.UNTOLD and streams:
        return _upgrade(f"the same first {length} bytes of a body of unknown length")
    return None


def _upgrade(detail: str) -> Judgement:
    return Judgement(Verdict.UPGRADE, Reason.SAME_PAGE, detail)


RUNG = Rung("same-bytes", speak)
