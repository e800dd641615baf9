"""``jsonl``: one JSON object a line as each comes, for programs that watch a run.

``{"type": "page"|"answer"|"finding"|"summary", ...}``: the fields of ``pages``, ``targets`` (without ``occurrences``),
``findings`` and ``summary`` of the ``json`` format. The summary comes last and says whether the run was ``complete``;
an answer comes before the findings that follow from it. What only the whole run can tell (that the network was at
fault) is in the reports of the other formats; problems are on standard error.

While a run goes on a page has ``held`` too (its links, and the pages that it was the first to name) and an answer
``body``: with them ``--resume FILE`` goes on where a run was stopped.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import assert_never

from checker.model import Answer, Event, Finding, Format, Page, Report, Summary
from checker.report import escape, records


def line(event: Event) -> str:
    match event:
        case Page():
            held = {} if event.held is None else {"held": records.held(event.held)}
            return escape.json_line({"type": "page", **records.page(event), **held})
        case Answer():
            body = {"body": event.body} if event.body else {}
            return escape.json_line({"type": "answer", **records.answer(event), **body})
        case Finding():
            return escape.json_line({"type": "finding", **records.finding(event)})
        case Summary():
            return escape.json_line({"type": "summary", "complete": event.complete, **records.summary(event)})
        case _:
            assert_never(event)


def render(report: Report) -> Generator[str, None, None]:
    yield from map(line, report.pages)
    yield from map(line, report.answers)
    yield from map(line, report.findings)
    yield line(report.summary)


FORMAT = Format("jsonl", render, line)
