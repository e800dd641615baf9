"""The http URL redirects to exactly the https twin: ``upgrade redirects-to-https``.

The owner says so, and every reader gets there anyway, whatever page it is, also one that turns the checker away.
Not if https answers 429 or 5xx (told by later rungs), arrives nowhere, or passes through http; and not if the two
conversations ended elsewhere or on something else because http had set a cookie: a link to https has none.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung
from checker.model import Judgement, Reason, Verdict


def speak(facts: Facts) -> Judgement | None:
    secure, plain = facts.secure, facts.plain
    if not facts.led_to_twin or secure is None or plain is None or facts.http_hop:
        return None
    if any(reply.status == 429 or reply.status >= 500 for reply in (secure, plain) if reply.status != 999):
        return None
    if facts.plain_url.scheme != "https" or facts.types_differ:
        return None
    if facts.cookie_decides:
        return None
    return Judgement(Verdict.UPGRADE, Reason.REDIRECTS_TO_HTTPS, f"https answers {secure.status}")


RUNG = Rung("redirect", speak)
