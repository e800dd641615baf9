"""Nothing was asked, and the host is on the HSTS preload list: ``upgrade hsts-preload``.

Browsers ask such a host over https whatever a link says, so the https URL is what every reader gets already. They keep
a port other than 80, and nothing says that it speaks TLS: this rung passes by. A user name or password is never proven:
``review userinfo``. Where a host was asked, its answers count and not the list.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Fault, Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    failures = (facts.plain_failure, facts.secure_failure)
    if not facts.seen.preloaded or any(failure is None or failure.fault is not Fault.OFFLINE for failure in failures):
        return None
    if facts.target.http.port != 80:
        return None
    if facts.target.http.userinfo:
        return Judgement(Verdict.REVIEW, Reason.USERINFO)
    return Judgement(Verdict.UPGRADE, Reason.HSTS_PRELOAD, f"HSTS preload list of {facts.seen.preloaded}")


RUNG = Rung("preloaded", speak)
