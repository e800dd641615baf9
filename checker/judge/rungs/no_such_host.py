"""The host does not exist, for http and for https: ``dead no-such-host``.

Where a redirect leads to a host that does not exist, both schemes must end so. If only one look-up fails, the other
rungs tell: a name that exists for http exists for https.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Fault, Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    secure, plain = facts.secure_failure, facts.plain_failure
    if secure is None or plain is None or not secure.fault == plain.fault == Fault.NO_SUCH_HOST:
        return None
    return Judgement(Verdict.DEAD, Reason.NO_SUCH_HOST, facts.secure_url.host)


RUNG = Rung("no-such-host", speak)
