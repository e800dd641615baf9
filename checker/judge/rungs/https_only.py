"""http gives nothing any more (refused, reset, 404, 410), and https gives the page.

``upgrade https-only`` only if https ends at the host (± ``www.``) and path that were asked, a random path beside it
gives an error, and nothing speaks of a parking or default page or of "not found". Else ``review``. A script,
style sheet, font, object or form needs more proof than that.

Run gate: where no host at all answered on port 80, a network that lets only 443 out would prove everything:
``unknown no-evidence``.
"""

from __future__ import annotations

from checker.judge.facts import Facts, Rung, fine, whole
from checker.judge.signs import login
from checker.model import Fault, Judgement, Question, Reason, Sign, Verdict


def speak(facts: Facts) -> Judgement | Question | None:
    secure = facts.secure
    if secure is None or not fine(secure) or not (silence := _silence(facts)):
        return None
    if not facts.seen.port_80_seen:
        return Judgement(Verdict.UNKNOWN, Reason.NO_EVIDENCE, "no host of this run answered on port 80")
    if doubt := _doubt(facts):
        return doubt
    match facts.sibling_alike:
        case Question() as question:
            return question
        case True:
            return _review(Reason.SOFT_NOT_FOUND, f"{silence}; over https a random path gives the same page")
        case None:
            return _review(Reason.SIMILAR_PAGE, f"{silence}; whether https gives more than one page was not learned")
        case False if facts.sibling_answers:
            return _review(Reason.SIMILAR_PAGE, f"{silence}; over https a random path gives a page as well")
    return Judgement(Verdict.UPGRADE, Reason.HTTPS_ONLY, f"{silence}; https answers {secure.status}")


def _silence(facts: Facts) -> str:
    """How http gives nothing, in its first answer; empty if it does give something."""
    failure, plain = facts.plain_failure, facts.plain
    if failure and len(facts.seen.http.exchanges) == 1 and failure.fault in (Fault.REFUSED, Fault.RESET):
        return f"http: {failure.fault.value}"
    if plain is not None and plain.status in (404, 410):
        return f"http answers {plain.status}"
    return ""


def _doubt(facts: Facts) -> Judgement | None:
    assert facts.secure
    signs = facts.secure_features.signs
    if facts.secure_parked:
        return _review(Reason.PARKED, facts.secure_parked)
    if Sign.DEFAULT_PAGE in signs:
        return _review(Reason.SOFT_NOT_FOUND, f"https gives a server's default page: {signs[Sign.DEFAULT_PAGE]}")
    if Sign.NOT_FOUND in signs:
        return _review(Reason.SOFT_NOT_FOUND, f"https says {signs[Sign.NOT_FOUND]!r}")
    if facts.to_front:
        return _review(Reason.FRONT_PAGE, f"https leads to {facts.secure_url}")
    if login(facts.secure_url) and not login(facts.twin):
        return _review(Reason.LOGIN, f"https leads to {facts.secure_url}")
    if not facts.same_place:
        return _review(Reason.SIMILAR_PAGE, f"http gives nothing, https leads to {facts.secure_url}")
    if facts.target.strict:
        return _review(Reason.SIMILAR_PAGE, "http gives nothing to compare, and a page loads this")
    if not facts.secure_features.length or not whole(facts.secure):
        return _review(Reason.SIMILAR_PAGE, "https gives no whole body")
    return None


def _review(reason: Reason, detail: str) -> Judgement:
    return Judgement(Verdict.REVIEW, reason, detail)


RUNG = Rung("https-only", speak)
