"""https answers 404 or 410.

``dead`` (``not-found``, ``gone``) if http says so too or leads there, else ``keep https-error``: https serves
another tree.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung, told
from checker.model import Judgement, Reason, Verdict

_GONE = {404: Reason.NOT_FOUND, 410: Reason.GONE}


def speak(facts: Facts) -> Judgement | None:
    secure, plain = facts.secure, facts.plain
    if secure is None or secure.status not in _GONE:
        return None
    if facts.led_to_twin or (plain is not None and plain.status in _GONE):
        return Judgement(Verdict.DEAD, _GONE[secure.status], f"{facts.secure_url} answers {secure.status}")
    return Judgement(Verdict.KEEP, Reason.HTTPS_ERROR, f"https answers {secure.status}, {told(facts.seen.http)}")


RUNG = Rung("gone", speak)
