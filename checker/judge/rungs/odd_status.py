"""A side answers with a status that is neither success nor a redirect that leads anywhere.

``review odd-status`` for 300, 304 and redirects without ``Location``, and for other errors that both sides give
alike or http alone (``426 Upgrade Required``). ``keep https-error`` for an error that https gives and http does
not.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung, fine, told
from checker.model import Judgement, Reason, Reply, Verdict


def speak(facts: Facts) -> Judgement | None:
    secure, plain = facts.secure, facts.plain
    if secure is None:
        return None
    if _leads_nowhere(secure):
        return Judgement(Verdict.REVIEW, Reason.ODD_STATUS, f"https answers {secure.status}")
    if not fine(secure):
        alike = plain is not None and plain.status == secure.status
        detail = f"https answers {secure.status}, {told(facts.seen.http)}"
        return Judgement(Verdict.REVIEW, Reason.ODD_STATUS, detail) if alike else _keep(detail)
    if plain is not None and (_leads_nowhere(plain) or (400 <= plain.status < 500 and plain.status in _ODD)):
        return Judgement(Verdict.REVIEW, Reason.ODD_STATUS, f"http answers {plain.status}, https {secure.status}")
    return None


_ODD = frozenset(range(400, 500)) - {401, 403, 404, 407, 410, 429, 451}


def _leads_nowhere(reply: Reply) -> bool:
    return reply.status < 200 or 300 <= reply.status < 400


def _keep(detail: str) -> Judgement:
    return Judgement(Verdict.KEEP, Reason.HTTPS_ERROR, detail)


RUNG = Rung("odd-status", speak)
