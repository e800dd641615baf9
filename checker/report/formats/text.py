"""``text``: for people at a terminal, grouped by file or page; the default.

Each finding begins with ``file:line:column``, which terminals and editors make a link. Below it: what to do, and
why (severity, rule, verdict, reason, detail). URLs stand whole on a line of their own. With
``--verbose`` also every link that is no finding. Then: what could not be read,
what could not be told, the totals, and the conclusion in the last line. No colour: it reads the same in a log.
"""

from __future__ import annotations

import itertools

from checker import urls
from checker.model import Format
from checker.report import escape, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from checker.model import Finding, Report

WIDTH = 80
DETAIL = 400
"""Characters of a detail that are shown; the JSON report has all of it."""
PAGES = 10
"""Pages that could not be read that are named."""


def render(report: Report) -> Generator[str, None, None]:
    for block in _blocks(report):
        yield "".join(f"{line}\n" for line in block) + "\n"
    yield f"{escape.plain(words.conclusion(report))}\n"


def _blocks(report: Report) -> Iterator[list[str]]:
    notice = words.partial(report)
    if notice:
        yield _wrapped(notice, "")
    findings = words.fresh(report)
    for document, group in itertools.groupby(findings, lambda finding: finding.occurrence.document):
        yield [escape.plain(document), *itertools.chain.from_iterable(map(_finding, group))]
    if report.detailed:
        yield from _section("No findings:", list(_others(report)))
    yield from _section("Problems:", list(_problems(report)))
    yield from _section("Pages without an answer:", list(_silent_pages(report)))
    yield from _section("Not a URL:", [f"{words.where(place)} {place.url}" for place, _ in report.invalid])
    yield from _section("Could not be told:", list(words.untold(report)))
    if report.summary.occurrences:
        yield [*_wrapped(words.scope(report), "  "), *itertools.chain.from_iterable(_totals(report))]


def _finding(finding: Finding) -> Iterator[str]:
    judgement = finding.judgement
    yield escape.plain(f"  {words.where(finding.occurrence)} {urls.mask(finding.occurrence.url)}")
    yield escape.plain(f"    {urls.mask(words.to_do(finding))}")
    why = f"{finding.severity.slug} {finding.rule.value}: {judgement.verdict.value}, {judgement.reason.value}"
    detail = f" ({escape.cut(judgement.detail, DETAIL)})" if judgement.detail else ""
    yield from _wrapped(why + detail, "    ", "      ")


def _others(report: Report) -> Iterator[str]:
    """Every link that is no finding, and how it was judged."""
    listed = {(finding.occurrence.document, finding.occurrence.start) for finding in report.findings}
    rows = []
    for answer in report.answers:
        for place in report.occurrences.get(answer.target.http, ()):
            if (place.document, place.start) not in listed:
                judgement = answer.judgement
                says = f"{judgement.verdict.value}, {judgement.reason.value}"
                detail = f" ({escape.cut(judgement.detail, DETAIL)})" if judgement.detail else ""
                rows.append((place.document, place.start, f"{words.where(place)} {place.url}", f"  {says}{detail}"))
    for _, _, link, says in sorted(rows):
        yield from (link, says)


def _problems(report: Report) -> Iterator[str]:
    """Remarks (on standard error too) are no news where there was nothing to check."""
    for problem in report.problems:
        if problem.code or report.summary.occurrences:
            yield f"{problem.where}: {problem.what}"


def _silent_pages(report: Report) -> Iterator[str]:
    silent = [page for page in report.pages if page.problem]
    yield from (f"{page.url}: {page.problem}" for page in silent[:PAGES])
    if len(silent) > PAGES:
        yield f"and {len(silent) - PAGES:,} more"


def _section(heading: str, lines: list[str]) -> Iterator[list[str]]:
    if lines:
        yield [heading, *(escape.plain(f"  {line}") for line in lines)]


def _totals(report: Report) -> Iterator[list[str]]:
    for verdict, count, reasons in words.totals(report):
        yield _wrapped(f"{verdict.value:8}{count:>7,}  {reasons}", "  ", " " * 19)


def _wrapped(text: str, first: str, rest: str | None = None) -> list[str]:
    import textwrap

    lines = textwrap.wrap(
        escape.visible(text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [escape.plain(line) for line in lines]


FORMAT = Format("text", render)
