"""A side was not asked to the end: nothing can be said.

``skipped private-address`` if the host's name leads to an address that is not public: the guard let no request out.
``skipped invalid-url`` for a port that browsers refuse. ``unknown no-evidence`` if the run was interrupted,
``unknown offline`` if it asks nobody.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Fault, Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    failures = [failure for failure in (facts.secure_failure, facts.plain_failure) if failure is not None]
    for failure in failures:
        match failure.fault:
            case Fault.PRIVATE:
                return Judgement(Verdict.SKIPPED, Reason.PRIVATE_ADDRESS, failure.detail)
            case Fault.BAD_PORT:
                return Judgement(Verdict.SKIPPED, Reason.INVALID_URL, failure.detail)
            case Fault.OFFLINE:
                return Judgement(Verdict.UNKNOWN, Reason.OFFLINE)
            case Fault.INTERRUPTED:
                return Judgement(Verdict.UNKNOWN, Reason.NO_EVIDENCE, failure.detail or "interrupted")
            case _:
                pass
    return None


RUNG = Rung("unasked", speak)
