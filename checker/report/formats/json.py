"""``json``: everything, for programs; ``"schema": "https-ready/1"``.

Its JSON Schema ships with the package (``checker/schema/report.schema.json``). Within version 1 fields are only added.
ASCII only: an undecodable byte of a file name is the lone surrogate ``\\udcXX``, as Python's ``surrogateescape`` has
it. Userinfo of URLs is masked. One finding and one target a line, so that reports compare well line by line.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from checker.model import Format, Report
from checker.report import escape, records

SCHEMA = "https-ready/1"


def render(report: Report) -> Generator[str, None, None]:
    yield "{\n"
    yield _field("schema", SCHEMA)
    yield _field("tool", {"name": "https-ready", "version": report.version})
    yield _field("complete", report.complete)
    yield _field("summary", records.summary(report.summary))
    yield from _list("findings", map(records.finding, report.findings))
    yield from _list("targets", _targets(report))
    yield from _list("invalid", (records.invalid(*pair) for pair in report.invalid))
    yield from _list("pages", map(records.page, report.pages))
    yield from _list("problems", map(records.problem, report.problems), last=True)
    yield "}\n"


def _targets(report: Report) -> Iterator[records.Record]:
    for answer in report.answers:
        yield {**records.answer(answer), "occurrences": report.counts.get(answer.target.http, 0)}


def _field(name: str, value: object) -> str:
    return f'  "{name}": {escape.json_text(value)},\n'


def _list(name: str, items: Iterable[records.Record], last: bool = False) -> Iterator[str]:
    yield f'  "{name}": ['
    separator = "\n"
    for item in items:
        yield f"{separator}    {escape.json_text(item)}"
        separator = ",\n"
    yield ("" if separator == "\n" else "\n  ") + ("]\n" if last else "],\n")


FORMAT = Format("json", render)
