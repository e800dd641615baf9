"""The certificate or the TLS of the https URL, or of a host that it redirects to, is not what browsers accept.

``keep`` with the fault as reason, whatever http says; ``review moved`` if http leads to another https URL that
answers.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Fault, Judgement, Reason, Verdict

_REASONS = {
    Fault.TLS_EXPIRED: Reason.TLS_EXPIRED,
    Fault.TLS_HOSTNAME: Reason.TLS_HOSTNAME,
    Fault.TLS_UNTRUSTED: Reason.TLS_UNTRUSTED,
    Fault.TLS_PROTOCOL: Reason.TLS_PROTOCOL,
    Fault.TLS_WEAK: Reason.TLS_WEAK,
    Fault.TLS_NOT_TLS: Reason.TLS_NOT_TLS,
}


def speak(facts: Facts) -> Judgement | None:
    failure = facts.secure_failure
    if failure is None or failure.fault not in _REASONS:
        return None
    detail = f"{facts.secure_url.host}: {failure.detail}" if failure.detail else facts.secure_url.host
    return facts.moved or Judgement(Verdict.KEEP, _REASONS[failure.fault], detail)


RUNG = Rung("certificate", speak)
