from __future__ import annotations

import json

import jsonschema

from checker import report
from checker.report import records
from tests.report import sample


def test_a_line_an_event_in_the_order_of_a_run() -> None:
    crawled = sample.crawled()
    lines = [json.loads(line) for line in "".join(report.render(crawled, "jsonl")).splitlines()]
    assert [line["type"] for line in lines] == ["page"] * 3 + ["answer"] * 2 + ["finding"] * 2 + ["summary"]
    assert lines[0] == {"type": "page", **records.page(crawled.pages[0])}
    assert lines[3] == {"type": "answer", **records.answer(crawled.answers[0])}
    assert lines[5] == {"type": "finding", **records.finding(crawled.findings[0])}
    assert lines[7] == {"type": "summary", "complete": False, **records.summary(crawled.summary)}


def test_the_stream_and_the_report_are_the_same_lines() -> None:
    whole = sample.whole()
    line = report.all_formats()["jsonl"].line
    assert line is not None
    live = [*map(line, whole.answers), *map(line, whole.findings), line(whole.summary)]
    assert live == list(report.render(whole, "jsonl"))


def test_fields_are_those_of_the_schema() -> None:
    definitions = report.schema()["$defs"]
    for line in map(json.loads, report.render(sample.whole(), "jsonl")):
        kind = {"answer": "target"}.get(line.pop("type"), "")
        if kind == "target":
            line["occurrences"] = 0
        elif "complete" in line:
            kind, _ = "summary", line.pop("complete")
        else:
            kind = "finding"
        jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": definitions}).validate(line)
