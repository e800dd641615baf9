"""The shape is a test: the import contracts, one test file a module, and what it takes to add a part."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import checker
from checker import discover, report
from checker.discover import languages
from checker.model import Document
from checker.report import formats

ROOT = Path(__file__).parent.parent

TOY_LANGUAGE = """
import re
from checker.model import Language, Link, Usage

def extract(text, within):
    for piece in within:
        for match in re.finditer(r"@(http:\\S+)", text[piece.start : piece.end]):
            yield Link(piece.start + match.start(1), piece.start + match.end(1), match[1], Usage.TEXT)

LANGUAGE = Language("toy", (".toy",), extract)
"""

TOY_FORMAT = """
from checker.model import Format

def render(report):
    yield f"{len(report.findings)} findings\\n"

FORMAT = Format("toy", render)
"""


def test_the_import_contracts_hold() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
            "--no-cache",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_every_module_has_its_test() -> None:
    package = Path(checker.__file__).parent
    missing = []
    for module in package.rglob("*.py"):
        relative = module.relative_to(package)
        if module.name in ("__init__.py", "__main__.py") or "schema" in relative.parts:
            continue
        if not any(isinstance(node, ast.FunctionDef) for node in ast.walk(ast.parse(module.read_text("utf-8")))):
            continue  # records alone: nothing to test
        if not (ROOT / "tests" / relative.parent / f"test_{module.name}").exists():
            missing.append(str(relative))
    assert missing == []


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose modules belong to the languages and formats, as if they lay beside the others."""
    for package in (languages, formats):
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path / package.__name__.split(".")[-1])])
    caches = [discover.all_languages, discover._by_suffix, report.all_formats]
    (tmp_path / "languages").mkdir()
    (tmp_path / "formats").mkdir()
    for cache in caches:
        cache.cache_clear()
    importlib.invalidate_caches()
    yield tmp_path
    for cache in caches:
        cache.cache_clear()
    for name in ("checker.discover.languages.toy", "checker.report.formats.toy"):
        sys.modules.pop(name, None)


def test_a_language_is_one_module(toys: Path) -> None:
    (toys / "languages" / "toy.py").write_text(TOY_LANGUAGE)
    language = discover.language_of("a.toy")
    assert language is not None
    found = discover.find(Document("a.toy", "x\n @http://x.org/ http://y.org/\n", language.name))
    assert [(place.line, place.column, place.url) for place in found] == [(2, 3, "http://x.org/")]


def test_a_format_is_one_module(toys: Path) -> None:
    (toys / "formats" / "toy.py").write_text(TOY_FORMAT)
    assert "toy" in report.all_formats()
