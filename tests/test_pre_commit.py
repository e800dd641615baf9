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
HOOKS: dict[str, dict[str, Any]] = {hook["id"]: hook for hook in yaml.safe_load(MANIFEST.read_text())}
CHECKS = ["https-ready", "https-ready-offline"]


@pytest.fixture(params=CHECKS)
def hook(request: pytest.FixtureRequest) -> dict[str, Any]:
    return HOOKS[request.param]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return tmp_path


def test_the_hooks(hook: dict[str, Any]) -> None:
    assert hook["language"] == "python"
    assert hook["require_serial"] is True  # limits a host hold for one process only


def test_when_they_run() -> None:
    assert HOOKS["https-ready"]["stages"] == ["pre-push", "manual"]  # it asks the network
    assert HOOKS["https-ready-offline"]["stages"] == ["pre-commit"]


def test_their_entry_is_the_command_followed_by_file_names(
    hook: dict[str, Any], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *arguments = shlex.split(hook["entry"])
    assert command == "https-ready"
    (folder / "a b.md").write_text("nothing here\n")
    (folder / "c.html").write_text("<p>nor here</p>\n")
    assert cli.main([*arguments, "a b.md", "c.html"]) == 0
    assert capsys.readouterr().out == "No http links in 2 documents.\n"


def test_the_offline_hook_fails_on_what_is_proven_and_passes_on_what_cannot_be_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, *arguments = shlex.split(HOOKS["https-ready-offline"]["entry"])
    (folder / "a.md").write_text("[x](http://a.dev/)\n")
    (folder / "b.md").write_text("[x](http://a.org/)\n")
    assert cli.main([*arguments, "a.md", "b.md"]) == 1
    assert cli.main([*arguments, "b.md"]) == 0
    assert "1 of 1 URLs could not be told without the network" in capsys.readouterr().err


def test_they_take_the_types_that_are_read(hook: dict[str, Any]) -> None:
    identify = pytest.importorskip("identify.identify")
    for name in ("a.md", "a.markdown", "a.mdx", "a.html", "a.htm", "a.xhtml"):
        assert bool(identify.tags_from_filename(name) & set(hook["types_or"])) is bool(discover.language_of(name)), name


def test_pre_commit_takes_the_manifest() -> None:
    pytest.importorskip("pre_commit")
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", str(MANIFEST)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
