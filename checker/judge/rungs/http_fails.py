"""https is fine, and http told nothing that could be compared: ``unknown`` with what was wrong with http.

Silence, 429 and 5xx pass, so they are no sign that http is gone (as the rung ``https-only`` needs).
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung, told
from checker.model import Fault, Judgement, Reason, Verdict

_REASONS = {Fault.TIMEOUT: Reason.TIMEOUT, Fault.RESET: Reason.BAD_RESPONSE, Fault.BAD_RESPONSE: Reason.BAD_RESPONSE}
_TRANSPORT = frozenset((Fault.NO_SUCH_HOST, Fault.LOOKUP, Fault.REFUSED, Fault.UNREACHABLE, Fault.PROXY, *_REASONS))


def speak(facts: Facts) -> Judgement | None:
    plain, failure = facts.plain, facts.plain_failure
    if failure is not None and failure.fault in _TRANSPORT:
        reason = _REASONS.get(failure.fault, Reason.UNREACHABLE)
    elif plain is not None and plain.status == 429:
        reason = Reason.RATE_LIMITED
    elif plain is not None and plain.status >= 500 and plain.status != 999:
        reason = Reason.SERVER_ERROR
    else:
        return None
    return Judgement(Verdict.UNKNOWN, reason, told(facts.seen.http))


RUNG = Rung("http-fails", speak)
