"""The ``jsonl`` of a run that was stopped -> its pages and answers, so that nothing is asked for twice.

Lines are read one at a time, in the order in which they were written. The last one may be torn: it counts for nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from checker import urls
from checker.model import Answer, Held, Judgement, Mixed, Occurrence, Page, Reason, Source, Span, Target, Usage, Verdict

MAX_LINE = 64 << 20
"""Characters of one line; longer ones are none of ours."""


class ResumeError(Exception):
    """A file that is no jsonl of a run; one line that names file and place."""


def read(path: str) -> Iterator[Page | Answer]:
    """Pages with what they held, and answers without an observation; findings and summaries are passed over.

    The target of an answer knows nothing of the places that lead to it. Raises ResumeError, and OSError.
    """
    with open(path, encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
        number = 0
        while line := stream.readline(MAX_LINE):
            number += 1
            if not line.endswith("\n"):
                if len(line) >= MAX_LINE:
                    raise ResumeError(f"{path}:{number}: is longer than {MAX_LINE} characters")
                return  # torn
            try:
                record = json.loads(line)
                found = _record(record)
            except (ValueError, KeyError, TypeError, RecursionError):
                raise ResumeError(f"{path}:{number}: is no line that `check` writes as jsonl") from None
            if found is not None:
                yield found


def _record(record: Any) -> Page | Answer | None:
    match record["type"]:
        case "page":
            return _page(record)
        case "answer":
            return _answer(record)
        case "finding" | "summary":
            return None
        case _:
            raise ValueError(record["type"])


def _page(record: Any) -> Page:
    url = _text(record["url"])
    if urls.parse(url) is None:
        raise ValueError(url)
    status = record["status"]
    return Page(
        url,
        None if status is None else _number(status),
        _number(record["depth"]),
        _number(record["links"]),
        _text(record["problem"]),
        _text(record["same_as"] or ""),
        _held(url, record["held"]) if "held" in record else None,
    )


def _held(page: str, record: Any) -> Held:
    return Held(
        tuple(_occurrence(page, link) for link in record["links"]),
        tuple((_text(kind), _text(url), _number(depth)) for kind, url, depth in record["queued"]),
        _text(record["canonical"]),
        _text(record["content"]),
        _text(record["start"]),
    )


def _occurrence(page: str, record: Any) -> Occurrence:
    label = record["label"]
    return Occurrence(
        document=page,
        source=Source.PAGE,
        start=_number(record["start"]),
        end=_number(record["end"]),
        line=_number(record["line"]),
        column=_number(record["column"]),
        end_line=_number(record["end_line"]),
        end_column=_number(record["end_column"]),
        url=_text(record["url"]),
        usage=Usage(record["usage"]),
        mixed=Mixed(record["mixed"]),
        written=_text(record["written"]),
        label=None if label is None else Span(_number(label[0]), _number(label[1])),
        label_written="" if label is None else _text(label[2]),
    )


def _answer(record: Any) -> Answer:
    http = urls.parse(_text(record["url"]))
    if http is None or http.scheme != "http":
        raise ValueError(record["url"])
    evidence = record["evidence"]
    if not isinstance(evidence, dict):
        raise TypeError(evidence)
    suggestion = record["suggestion"]
    judgement = Judgement(
        Verdict(record["verdict"]),
        Reason(record["reason"]),
        _text(evidence["detail"]),
        None if suggestion is None else _text(suggestion),
    )
    return Answer(Target(http, urls.twin(http)), judgement, body=_text(record.get("body", "")), evidence=evidence)


def spoke_over_http(answer: Answer) -> bool:
    """Whether some host answered over http when this was asked."""
    steps = (answer.evidence or {}).get("http", ())
    return isinstance(steps, list) and any(
        isinstance(step, dict) and str(step.get("url")).startswith("http:") and "status" in step for step in steps
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 53:
        raise TypeError(value)
    return value
