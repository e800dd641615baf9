from __future__ import annotations

import subprocess
import sys

import pytest

from checker import plugins, report
from checker.report import formats
from tests.report import sample


def test_formats_go_by_the_names_of_their_modules() -> None:
    found = report.all_formats()
    assert [form.name for form in found.values()] == plugins.names(formats) == list(found)
    assert [name for name, form in found.items() if form.line is not None] == ["jsonl"]


@pytest.mark.parametrize("name", plugins.names(formats))
def test_a_report_comes_in_pieces_that_end_with_a_line_end(name: str) -> None:
    pieces = list(report.render(sample.whole(), name))
    assert len(pieces) > 3
    assert "".join(pieces).endswith("\n")
    assert max(map(len, pieces)) < 6_000


def test_no_such_format() -> None:
    with pytest.raises(KeyError):
        report.render(sample.empty(), "toml")


def test_formats_cost_little_to_import() -> None:
    says = "import sys; from checker import report; report.all_formats(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", says], check=True, capture_output=True, text=True).stdout.split()
    assert not {"ada_url", "bs4", "hashlib", "httpx", "importlib.resources", "textwrap", "urllib.parse"} & set(loaded)


def test_a_line_for_standard_error_needs_no_format_and_no_parser() -> None:
    says = "import sys; from checker.report import escape; escape.plain('a'); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", says], check=True, capture_output=True, text=True).stdout.split()
    assert not {"ada_url", "bs4", "hashlib", "httpx", "checker.report.formats.sarif"} & set(loaded)
