"""The sentences that people read, the same in every format: where, what to do, how it stands. Not escaped yet."""

from __future__ import annotations

from collections import Counter

from checker.model import Source, Verdict
from checker.report import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.model import Answer, Finding, Occurrence, Report

NAMED = 3
"""Targets that are named where the others are only counted."""


def plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def where(occurrence: Occurrence) -> str:
    return f"{occurrence.document}:{occurrence.line}:{occurrence.column}"


def in_tree(occurrence: Occurrence) -> bool:
    """Whether it is in a file at or below the working directory: what GitHub can show beside its line."""
    name = occurrence.document
    outside = name == "-" or name.startswith(("/", "../")) or name[1:3] in (":/", ":\\")
    return occurrence.source is Source.FILE and not outside


def to_do(finding: Finding) -> str:
    """What to do about it, in a few words."""
    match finding.judgement.verdict:
        case Verdict.UPGRADE:
            return f"change to {finding.https}"
        case Verdict.REVIEW:
            return f"look at {finding.judgement.suggestion or finding.https}"
        case Verdict.KEEP:
            return "https does not work: host it elsewhere or remove it"
        case _:
            return "gone: remove it"


def joined(texts: list[str], limit: int) -> str:
    """The messages of one line, a line each; at most ``limit`` characters, and how many are left out."""
    shown: list[str] = []
    room = limit
    for index, text in enumerate(texts):
        if shown and len(text) + 40 > room:
            shown.append(f"and {plural(len(texts) - index, 'more link')} on this line")
            break
        shown.append(escape.cut(text, room))
        room -= len(text) + 1
    return "\n".join(shown)


def fresh(report: Report) -> list[Finding]:
    """The findings that are not known from before."""
    return [finding for finding in report.findings if not finding.known]


def totals(report: Report) -> Iterator[tuple[Verdict, int, str]]:
    """Targets by verdict, and each verdict's reasons by number; verdicts that nothing got are left out."""
    reasons = Counter((answer.judgement.verdict, answer.judgement.reason) for answer in report.answers)
    for verdict, count in report.summary.verdicts.items():
        if count:
            parts = [(reason, number) for (of, reason), number in reasons.items() if of is verdict]
            parts.sort(key=lambda part: (-part[1], part[0]))
            yield verdict, count, ", ".join(f"{number:,} {reason.value}" for reason, number in parts)


def untold(report: Report) -> Iterator[str]:
    """The unknown targets by reason: how many, and the first few by name."""
    by_reason: dict[str, list[Answer]] = {}
    for answer in report.answers:
        if answer.judgement.verdict is Verdict.UNKNOWN:
            by_reason.setdefault(answer.judgement.reason.value, []).append(answer)
    for reason, answers in sorted(by_reason.items(), key=lambda item: (-len(item[1]), item[0])):
        says = answers[0].judgement.reason.says
        yield f"{len(answers):,} {reason}: {says}"
        yield from (f"  {answer.target.http}" for answer in answers[:NAMED])
        if len(answers) > NAMED:
            yield f"  and {len(answers) - NAMED:,} more"


def scope(report: Report) -> str:
    """What was looked at."""
    total = report.summary
    parts = f"{plural(total.occurrences, 'http link')} in {plural(total.documents, 'document')}"
    asked = f"{plural(total.targets, 'URL')} on {plural(total.hosts, 'host')}"
    return f"{parts}, {asked}; {plural(total.requests, 'request')} in {total.seconds:.1f} s"


def partial(report: Report) -> str:
    """What to say first of a run that did not come to its end; empty if it did."""
    if report.complete:
        return ""
    return "Partial report: the run did not come to its end, or could not judge. What is missing is not solved."


def conclusion(report: Report) -> str:
    """The report in one line."""
    if not report.summary.occurrences:
        if not report.summary.documents:
            return "Nothing to read: no document was found."
        return f"No http links in {plural(report.summary.documents, 'document')}."
    findings = fresh(report)
    upgrades = [finding for finding in findings if finding.judgement.verdict is Verdict.UPGRADE]
    looks = sum(finding.judgement.verdict is Verdict.REVIEW for finding in findings)
    stuck = len(findings) - len(upgrades) - looks
    parts = []
    if upgrades:
        parts.append(f"{plural(len(upgrades), 'link')} can become https {_spread(upgrades)}")
    if looks:
        parts.append(f"{looks:,} {'needs' if looks == 1 else 'need'} a look")
    if stuck:
        parts.append(f"{stuck:,} cannot be mended by https")
    if not parts:
        parts.append("No link to change")
    known = len(report.findings) - len(findings)
    if known:
        parts.append(f"{known:,} known from before")
    unknown = report.summary.verdicts.get(Verdict.UNKNOWN, 0)
    if unknown:
        parts.append(f"{plural(unknown, 'URL')} could not be told")
    return "; ".join(parts) + "."


def _spread(findings: list[Finding]) -> str:
    files = {finding.occurrence.document for finding in findings if finding.occurrence.source is Source.FILE}
    pages = {finding.occurrence.document for finding in findings if finding.occurrence.source is Source.PAGE}
    parts = []
    if files:
        parts.append(f"in {plural(len(files), 'file')}")
    if pages:
        parts.append(f"on {plural(len(pages), 'page')}")
    return " and ".join(parts)
