"""``github``: annotations of GitHub Actions, then the summary as plain lines; the default if ``GITHUB_ACTIONS=true``.

GitHub keeps ten annotations of each level a step, the first ten. So the ones worth most come first (on changed lines,
in files, on most pages), findings of one line are joined, and where there are more than ten the last says how many;
those are listed in the log below. Columns are given only where a link ends on the line it begins on. What is written
on a crawled page has no file to point at: it is annotated without one. Paths are relative to the working directory, so
run it at the root of the workspace.
https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
"""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterator

from checker.model import Finding, Format, Report, Severity
from checker.report import escape, words

BUDGET = 10
MESSAGE = 4_000
"""Characters of a message; GitHub cuts at 4,096."""
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(report: Report) -> Generator[str, None, None]:
    groups = [tuple(group) for _, group in itertools.groupby(words.fresh(report), _line_of)]
    left: list[tuple[Finding, ...]] = []
    for severity, level in _LEVELS.items():
        ranked = sorted((group for group in groups if _severity(group) is severity), key=_rank)
        shown = len(ranked) if len(ranked) <= BUDGET else BUDGET - 1
        yield from (_command(level, group) for group in ranked[:shown])
        if ranked[shown:]:
            left += ranked[shown:]
            more = sum(map(len, ranked[shown:]))
            yield f"::{level} title=https-ready::{more:,} more: see the summary\n"
    yield from (f"{line}\n" for line in _summary(report, left))


def _line_of(finding: Finding) -> tuple[str, int]:
    return finding.occurrence.document, finding.occurrence.line


def _severity(group: tuple[Finding, ...]) -> Severity:
    return max(finding.severity for finding in group)


def _rank(group: tuple[Finding, ...]) -> tuple[bool, bool, int]:
    """Changed lines, then what can be shown beside its line, then what is on most pages."""
    changed = any(finding.changed for finding in group)
    return not changed, not words.in_tree(group[0].occurrence), -max(len(finding.pages) for finding in group)


def _command(level: str, group: tuple[Finding, ...]) -> str:
    first, last = group[0].occurrence, group[-1].occurrence
    properties: dict[str, str | int] = {}
    if words.in_tree(first):
        properties = {"file": first.document, "line": first.line}
        if all(finding.occurrence.line == finding.occurrence.end_line for finding in group):
            properties |= {"col": first.column, "endColumn": last.end_column}
    top = max(group, key=lambda finding: finding.severity)
    properties["title"] = top.rule.headline if len(group) == 1 else f"{top.rule.headline} ({len(group)} links)"
    listed = ",".join(f"{name}={escape.property_value(str(value))}" for name, value in properties.items())
    return f"::{level} {listed}::{escape.data(words.joined([_one_line(finding) for finding in group], MESSAGE))}\n"


def _one_line(finding: Finding) -> str:
    """The message as one visible line; with its place where the annotation cannot show it."""
    place = "" if words.in_tree(finding.occurrence) else f"{words.where(finding.occurrence)} "
    slugs = f"{finding.rule.value}: {finding.judgement.verdict.value}, {finding.judgement.reason.value}"
    return escape.visible(f"{place}{finding.message} [{slugs}]")


def _summary(report: Report, left: list[tuple[Finding, ...]]) -> Iterator[str]:
    if words.partial(report):
        yield words.partial(report)
    if left:
        yield "Not annotated:"
        for finding in itertools.chain.from_iterable(left):
            yield escape.plain(f"  {words.where(finding.occurrence)} {finding.message}")
    untold = list(words.untold(report))
    if untold:
        yield "Could not be told:"
        yield from (escape.plain(f"  {line}") for line in untold)
    for problem in report.problems:
        yield escape.plain(f"Problem: {problem.where}: {problem.what}")
    if report.summary.occurrences:
        yield words.scope(report)
        for verdict, count, reasons in words.totals(report):
            yield f"  {verdict.value:8}{count:>7,}  {reasons}"
    yield words.conclusion(report)


FORMAT = Format("github", render)
