"""Judgement x occurrence -> finding: its rule and severity, what to do, and the smallest edits that do it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker import urls
from checker.model import (
    Edit,
    Finding,
    Fix,
    Judgement,
    Mixed,
    Occurrence,
    Reason,
    Rule,
    Source,
    Url,
    Usage,
    Verdict,
)

_COLON = r"(?:\\?:|&colon;|&#0*58;|&#[xX]0*3[aA];)"
_SLASH = r"(?:\\?[/\\]|&sol;|&#0*47;|&#[xX]0*2[fF];|&bsol;|&#0*92;|&#[xX]0*5[cC];)"
_WRITTEN = re.compile(rf"(http)({_COLON})((?:{_SLASH})*)([^/?#\\]*)", re.I | re.A)
_ESCAPE = re.compile(r"u[0-9a-f]{4}|x[0-9a-f]{2}|[0-9a-f]{1,6}\s|0{0,4}(?:2f|5c)\Z", re.I | re.A)
_USERINFO_END = re.compile(r"[^/?#\\]*@")
_PORT_80 = re.compile(rf"({_COLON}0*80)(?=[/?#\\]|&(?:sol|quest|num);|$)", re.I | re.A)


def rule_of(occurrence: Occurrence, judgement: Judgement, own_site: bool) -> Rule | None:
    """The first rule that fits (design: the table of rules), or None where a place is no finding."""
    verdict = judgement.verdict
    fixable = verdict in (Verdict.UPGRADE, Verdict.REVIEW, Verdict.KEEP)
    if occurrence.mixed is Mixed.ACTIVE and (fixable or verdict is Verdict.DEAD):
        return Rule.ACTIVE_MIXED_CONTENT
    if occurrence.usage is Usage.FORM and fixable:
        return Rule.INSECURE_FORM
    if own_site and verdict is Verdict.UPGRADE:
        return Rule.OWN_SITE_HTTP
    if occurrence.mixed is Mixed.PASSIVE and verdict in (Verdict.UPGRADE, Verdict.KEEP):
        return Rule.PASSIVE_MIXED_CONTENT
    if verdict is Verdict.UPGRADE:
        return Rule.INSECURE_METADATA if occurrence.usage is Usage.METADATA else Rule.UPGRADABLE_LINK
    return Rule.REVIEW_LINK if verdict is Verdict.REVIEW else None


def https_of(occurrence: Occurrence) -> str:
    """The occurrence's URL as a browser reads it, with https; userinfo masked."""
    text = re.sub(r"[\t\r\n]", "", occurrence.url)
    edits = _edits(text, 0)
    for edit in reversed(edits or ()):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return urls.mask(text)


def _edits(written: str, at: int) -> tuple[Edit, ...] | None:
    """The smallest edits that turn a written http URL into https; None where its spelling is past telling.

    If exactly ``//`` follows the colon only the ``s`` is put in, else scheme and slashes become ``https://``.
    """
    match = _WRITTEN.match(written)
    if match is None:
        return None
    edits = []
    if match[2] == ":" and match[3] == "//":
        edits.append(Edit(at + match.end(1), at + match.end(1), "s"))
    elif match[3].endswith("\\") and _ESCAPE.match(match[4]):  # of a slash, or of a letter
        return None
    else:
        edits.append(Edit(at, at + match.start(4), "https://"))
    userinfo = _USERINFO_END.match(written, match.start(4))
    port = _PORT_80.search(written, userinfo.end() if userinfo else match.start(4), _authority_end(written, match))
    if port:
        edits.append(Edit(at + port.start(1), at + port.end(1), ""))
    return tuple(edits)


def _authority_end(written: str, match: re.Match[str]) -> int:
    """Where the authority ends, one character after included so that a look-ahead can see it."""
    return min(match.end(4) + 1, len(written))


def fix_of(occurrence: Occurrence, judgement: Judgement) -> Fix | None:
    """The edits for a finding: safe for what is proven, unsafe for what a person should look at, none otherwise."""
    if judgement.verdict not in (Verdict.UPGRADE, Verdict.REVIEW):
        return None
    if judgement.reason is Reason.MOVED:
        if judgement.suggestion is None:
            return None
        return Fix((Edit(occurrence.start, occurrence.end, judgement.suggestion),), safe=False)
    edits = _edits(occurrence.written, occurrence.start)
    if edits is None:
        return None
    if occurrence.label is not None:
        edits = (*(_edits(occurrence.label_written, occurrence.label.start) or ()), *edits)
    safe = (
        judgement.verdict is Verdict.UPGRADE
        and occurrence.usage not in (Usage.DATA, Usage.FORM)
        and urls.mask(occurrence.url) == occurrence.url
    )
    return Fix(tuple(sorted(edits, key=lambda edit: edit.start)), safe)


def message_of(occurrence: Occurrence, judgement: Judgement, rule: Rule, https: str) -> str:
    """One line: what is wrong and what to do."""
    match judgement.verdict:
        case Verdict.UPGRADE:
            what = f"works over https ({judgement.reason.says}): change it to {https}"
        case Verdict.REVIEW if judgement.suggestion:
            what = f"{judgement.reason.says}: {judgement.suggestion}"
        case Verdict.REVIEW:
            what = f"https works, but look first: {judgement.reason.says}"
        case Verdict.KEEP:
            what = f"cannot become https: {judgement.reason.says}"
        case _:
            what = judgement.reason.says
    detail = f" ({judgement.detail})" if judgement.detail else ""
    before = ""
    if rule is Rule.ACTIVE_MIXED_CONTENT:
        before = "browsers block this on an https page; "
    elif rule is Rule.INSECURE_FORM:
        before = "what readers type here is sent readable for everyone; "
    elif rule is Rule.PASSIVE_MIXED_CONTENT and judgement.verdict is Verdict.KEEP:
        before = "browsers ask for this over https and show a broken picture; "
    return f"{urls.mask(occurrence.url)}: {before}{what}{detail}"


def finding_of(occurrence: Occurrence, judgement: Judgement, own_hosts: frozenset[str], url: Url) -> Finding | None:
    """The finding of one place, or None where the place is none. ``own_hosts`` are slots of :attr:`Url.slot`."""
    rule = rule_of(occurrence, judgement, url.slot in own_hosts)
    if rule is None:
        return None
    https = https_of(occurrence)
    return Finding(
        rule=rule,
        severity=rule.severity,
        occurrence=occurrence,
        judgement=judgement,
        https=https,
        message=message_of(occurrence, judgement, rule, https),
        fix=fix_of(occurrence, judgement),
        pages=(occurrence.document,) if occurrence.source is Source.PAGE else (),
    )


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """By document, then place."""
    return tuple(sorted(findings, key=lambda finding: (finding.occurrence.document, finding.occurrence.start)))
