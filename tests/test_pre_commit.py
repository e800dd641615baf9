from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from checker import cli, discover

ROOT = Path(__file__).parent.parent
MANIFEST = ROOT / ".pre-commit-hooks.yaml"


@pytest.fixture(scope="module")
def hook() -> dict[str, Any]:
    (only,) = yaml.safe_load(MANIFEST.read_text())
    return dict(only)


def test_the_hook(hook: dict[str, Any]) -> None:
    assert hook["id"] == "https-ready"
    assert hook["language"] == "python"
    assert hook["stages"] == ["pre-push", "manual"]  # it asks the network
    assert hook["require_serial"] is True  # limits a host hold for one process only


def test_its_entry_is_the_command_followed_by_file_names(
    hook: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *arguments = shlex.split(hook["entry"])
    assert command == "https-ready"
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "a b.md").write_text("nothing here\n")
    (tmp_path / "c.html").write_text("<p>nor here</p>\n")
    assert cli.main([*arguments, "a b.md", "c.html"]) == 0
    assert capsys.readouterr().out == "No http links in 2 documents.\n"


def test_it_takes_the_types_that_are_read(hook: dict[str, Any]) -> None:
    identify = pytest.importorskip("identify.identify")
    for name in ("a.md", "a.markdown", "a.mdx", "a.html", "a.htm", "a.xhtml"):
        assert bool(identify.tags_from_filename(name) & set(hook["types_or"])) is bool(discover.language_of(name)), name


def test_pre_commit_takes_the_manifest() -> None:
    pytest.importorskip("pre_commit")
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", str(MANIFEST)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
