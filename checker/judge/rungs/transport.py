"""The https URL brought no HTTP answer.

- refused: ``keep refused``, whatever http says
- silent, reset, unreachable: ``keep`` (``https-timeout``, ``https-error``) where http answers, else ``unknown``: it
  may be the network or the hour
- unreadable as HTTP, or the look-up failed: ``unknown``

Before any of these, ``review moved`` if http leads to another https URL that answers.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Fault, Judgement, Reason, Verdict

_IF_HTTP_ANSWERS = {
    Fault.TIMEOUT: Reason.HTTPS_TIMEOUT,
    Fault.RESET: Reason.HTTPS_ERROR,
    Fault.UNREACHABLE: Reason.HTTPS_ERROR,
    Fault.NO_SUCH_HOST: Reason.HTTPS_ERROR,
}
_ELSE = {
    Fault.TIMEOUT: Reason.TIMEOUT,
    Fault.RESET: Reason.BAD_RESPONSE,
    Fault.BAD_RESPONSE: Reason.BAD_RESPONSE,
}


def speak(facts: Facts) -> Judgement | None:
    failure = facts.secure_failure
    if failure is None:
        return None
    detail = f"{facts.secure_url.netloc}: {failure.detail or failure.fault.value}"
    if facts.moved:
        return facts.moved
    if failure.fault is Fault.REFUSED:
        return Judgement(Verdict.KEEP, Reason.REFUSED, detail)
    # A name that does not exist after a redirect is the fault of the redirect; at the first request it is a resolver's.
    resolver = failure.fault is Fault.NO_SUCH_HOST and len(facts.seen.https.exchanges) == 1
    if facts.http_answered and failure.fault in _IF_HTTP_ANSWERS and not resolver:
        return Judgement(Verdict.KEEP, _IF_HTTP_ANSWERS[failure.fault], detail)
    return Judgement(Verdict.UNKNOWN, _ELSE.get(failure.fault, Reason.UNREACHABLE), detail)


RUNG = Rung("transport", speak)
