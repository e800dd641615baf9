"""A body broke, dripped or did not decode, so there is nothing to compare.

``unknown timeout`` if it dripped past the deadline, ``review similar-page`` if both break alike, ``unknown
bad-response`` if one does.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung, whole
from checker.model import Fault, Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    if not facts.both_fine:
        return None
    assert facts.plain and facts.secure
    broken = [scheme for scheme, reply in (("http", facts.plain), ("https", facts.secure)) if not whole(reply)]
    if not broken:
        return None
    detail = f"the body over {' and '.join(broken)} did not come to its end"
    if Fault.TIMEOUT in (facts.plain.body_fault, facts.secure.body_fault):
        return Judgement(Verdict.UNKNOWN, Reason.TIMEOUT, detail)
    if len(broken) == 2:
        return Judgement(Verdict.REVIEW, Reason.SIMILAR_PAGE, detail)
    return Judgement(Verdict.UNKNOWN, Reason.BAD_RESPONSE, detail)


RUNG = Rung("broken-body", speak)
