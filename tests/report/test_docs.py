"""The examples of ``docs/formats.md`` are real output. ``python -m tests.report.test_docs`` writes them anew."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from checker import plugins, report
from checker.report import formats
from tests.report import sample

DOCS = Path(__file__).parent.parent.parent / "docs" / "formats.md"
_EXAMPLE = re.compile(r"<!-- (\w+) -->\n```\w+\n(.*?)```\n", re.S)


def example(name: str) -> str:
    """What a format makes of the sample: all of it, or for the wide ones the parts that the page announces."""
    whole = "".join(report.render(sample.whole(), name))
    match name:
        case "json":
            content = json.loads(whole)
            return "".join(json.dumps(content[part][1], indent=2) + "\n" for part in ("findings", "targets"))
        case "sarif":
            return json.dumps(json.loads(whole)["runs"][0]["results"][0], indent=2) + "\n"
        case "jsonl":
            lines = whole.splitlines(keepends=True)
            return lines[0] + lines[-2] + lines[-1]
        case _:
            return whole


def with_examples(page: str) -> str:
    def written(match: re.Match[str]) -> str:
        begin = match[0].index("\n```") + 1
        head = match[0][: match[0].index("\n", begin) + 1]
        return f"{head}{example(match[1])}```\n"

    return _EXAMPLE.sub(written, page)


def documented() -> Iterator[str]:
    return (match[1] for match in _EXAMPLE.finditer(DOCS.read_text("utf-8")))


def test_every_format_has_its_example() -> None:
    assert sorted(documented()) == plugins.names(formats)


def test_examples_are_what_the_formats_print() -> None:
    page = DOCS.read_text("utf-8")
    assert with_examples(page) == page


if __name__ == "__main__":
    DOCS.write_text(with_examples(DOCS.read_text("utf-8")), "utf-8")
