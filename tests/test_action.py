"""The action: its scripts run for real, with a stand-in for the command and with the command itself."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from checker import config, plugins, report
from checker.model import Report
from checker.report import formats
from tests.report import runner, sample

ROOT = Path(__file__).parent.parent
RUN = ROOT / "action" / "run.py"
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
FINDINGS = "findings", "upgradable", "sarif-file", "report-file", "exit-code"

# In place of the environment's Python: notes what it was given, and writes the reports that it is told to.
STAND_IN = """\
#!{python}
import json, os, shutil, sys
with open(os.environ["NOTED"], "w") as file:
    json.dump(sys.argv[1:], file)
for argument in sys.argv:
    name, _, path = argument.removeprefix("--output=").partition("=")
    if argument.startswith("--output=") and os.path.exists(os.environ["REPORTS"] + "/" + name):
        shutil.copy(os.environ["REPORTS"] + "/" + name, path)
sys.exit(int(os.environ["CODE"]))
"""


@dataclass(frozen=True)
class Done:
    code: int
    log: str
    outputs: dict[str, str]
    summary: str
    given: list[str]
    """Arguments of the command, the path of the report replaced by ``REPORT``."""


Act = Callable[..., Done]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "work space"
    folder.mkdir()
    return folder


@pytest.fixture
def act(tmp_path: Path, workspace: Path) -> Act:
    """Run the last step with these inputs; ``of`` is the report that the stand-in writes and ``code`` its exit code.

    ``real`` runs the command itself.
    """
    stand_in = tmp_path / "python"
    stand_in.write_text(STAND_IN.format(python=sys.executable))
    stand_in.chmod(0o755)
    reports = tmp_path / "reports"
    reports.mkdir()

    def run(code: int = 0, of: Report | None = None, real: bool = False, **inputs: str) -> Done:
        for name in ("json", "sarif"):
            (reports / name).unlink(missing_ok=True)
            if of is not None:
                (reports / name).write_text("".join(report.render(of, name)))
        defaults = {name: str(what.get("default", "")) for name, what in ACTION["inputs"].items()}
        given = {**defaults, **{name.replace("_", "-"): value for name, value in inputs.items()}}
        files = {name: tmp_path / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "NOTED")}
        for path in files.values():
            path.unlink(missing_ok=True)
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "HTTPS_READY_"))},
            **step_environment(given, {"install": {"python": sys.executable if real else str(stand_in)}}),
            **{name: str(path) for name, path in files.items()},
            "GITHUB_ACTIONS": "true",
            "RUNNER_TEMP": str(tmp_path),
            "REPORTS": str(reports),
            "CODE": str(code),
        }
        command = [sys.executable, "-I", str(RUN)]
        done = subprocess.run(command, env=environment, cwd=workspace, capture_output=True, text=True)
        noted = json.loads(files["NOTED"].read_text()) if files["NOTED"].exists() else []
        return Done(
            done.returncode,
            done.stdout + done.stderr,
            read_outputs(files["GITHUB_OUTPUT"]),
            files["GITHUB_STEP_SUMMARY"].read_text() if files["GITHUB_STEP_SUMMARY"].exists() else "",
            [re.sub(r"^--output=json=.*", "--output=json=REPORT", argument) for argument in noted],
        )

    return run


def step_environment(inputs: Mapping[str, str], steps: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """The ``env:`` of the last step, its expressions put in as the runner does."""

    def value(match: re.Match[str]) -> str:
        match match[1].split("."):
            case ["inputs", name]:
                return inputs[name]
            case ["steps", step, "outputs", name]:
                return steps[step][name]
            case _:
                raise AssertionError(match[0])

    expression = re.compile(r"\$\{\{ *([\w.-]+) *\}\}")
    return {name: expression.sub(value, text) for name, text in STEPS[-1]["env"].items()}


def read_outputs(path: Path) -> dict[str, str]:
    """As the runner reads them: ``name<<delimiter``, lines, the delimiter."""
    found = re.findall(r"^([\w-]+)<<(\w+)\n(.*?)\n?\2$", path.read_text(), re.M | re.S) if path.exists() else []
    return {name: value for name, _, value in found}


# --- action.yml ------------------------------------------------------------------------------------------------------


def test_every_used_action_is_pinned_to_a_commit() -> None:
    used = [step["uses"] for step in STEPS if "uses" in step]
    assert [re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", name) is not None for name in used] == [True]
    assert STEPS[0]["with"]["update-environment"] is False


def test_no_input_reaches_a_shell() -> None:
    for step in STEPS[1:]:
        assert "${{" not in step["run"]
        assert step["shell"] == "bash"
        script = re.search(r"action/(\w+\.py)", step["run"])
        assert script is not None
        assert (ROOT / "action" / script[1]).is_file()


def test_every_input_is_passed_on_and_every_output_is_written(act: Act) -> None:
    passed = re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", json.dumps(STEPS[-1]["env"]))
    assert sorted(passed) == sorted(ACTION["inputs"])
    assert set(ACTION["outputs"]) == set(FINDINGS)
    for name, what in ACTION["outputs"].items():
        assert what["value"] == f"${{{{ steps.check.outputs.{name} }}}}"
    assert set(act(of=sample.whole()).outputs) == set(FINDINGS)


def test_inputs_are_options_of_the_command() -> None:
    options = {config.slug(name): option for name, option in config.OPTIONS.items()}
    assert set(ACTION["inputs"]) - set(options) == {"paths", "urls", "config", "sarif-file", "args"}
    assert all(choice in ACTION["inputs"]["fail-on"]["description"] for choice in options["fail-on"].choices)
    assert all(name in ACTION["inputs"]["format"]["description"] for name in plugins.names(formats))


def test_the_lock_holds_every_dependency_with_hashes_and_names_no_index() -> None:
    lock = (ROOT / "action" / "requirements.txt").read_text()
    locked = set(re.findall(r"^([\w-]+)==", lock, re.M))
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert {re.split(r"[<>=!~ ;\[]", name)[0].lower() for name in wanted} <= locked
    assert "://" not in lock
    entries = re.split(r"^(?=[\w-]+==)", lock, flags=re.M)[1:]
    assert all(re.search(r" --hash=sha256:[0-9a-f]{64}(?: \\)?$", entry, re.M) for entry in entries)


# --- run.py ----------------------------------------------------------------------------------------------------------


def test_what_the_command_is_given(act: Act) -> None:
    done = act(
        paths="docs\n  -dash.md \n-\na b/*.html\n\n",
        urls="https://site.example/\n",
        config="ci/https ready.yml",
        fail_on="error",
        format="text",
        sarif_file="-out/my report.sarif",
        args="--ignore 'http://a b/*' --depth=2 \"$HOME `id`\"",
    )
    assert done.given == [
        "-I", "-m", "checker", "check",
        "docs", "./-dash.md", "./-", "a b/*.html", "https://site.example/",
        "--ignore", "http://a b/*", "--depth=2", "$HOME `id`",
        "--config=ci/https ready.yml", "--fail-on=error", "--format=text",
        "--output=json=REPORT", "--output=sarif=-out/my report.sarif",
    ]  # fmt: skip


def test_by_default_the_folder_is_checked(act: Act) -> None:
    assert act().given == ["-I", "-m", "checker", "check", ".", "--output=json=REPORT"]


def test_outputs_are_written_before_failing(act: Act) -> None:
    done = act(1, sample.whole(), sarif_file="out.sarif")
    assert done.code == 1
    path = done.outputs.pop("report-file")
    assert done.outputs == {"findings": "5", "upgradable": "3", "sarif-file": "out.sarif", "exit-code": "1"}
    assert json.loads(Path(path).read_text())["schema"] == "https-ready/1"


@pytest.mark.parametrize(
    ("code", "of"), [(3, sample.whole()), (2, sample.whole()), (130, sample.crawled()), (0, sample.crawled())]
)
def test_no_sarif_of_a_run_that_did_not_see_everything(act: Act, code: int, of: Report) -> None:
    done = act(code, of, sarif_file="out.sarif")
    assert (done.code, done.outputs["sarif-file"], done.outputs["exit-code"]) == (code, "", str(code))
    assert done.outputs["report-file"] != ""


def test_a_run_without_a_report(act: Act, workspace: Path) -> None:
    (workspace / "out.sarif").write_text("of another day")
    done = act(4, sarif_file="out.sarif")
    assert done.code == 4
    assert done.outputs == {"findings": "", "upgradable": "", "sarif-file": "", "report-file": "", "exit-code": "4"}
    assert done.summary == "## https-ready\n\nNo report was made (exit code 4); the log says why.\n"
    assert not (workspace / "out.sarif").exists()


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({"paths": " \n", "urls": ""}, "nothing to check: give paths or urls"),
        ({"urls": "site.example"}, "urls: each line must begin with http:// or https://"),
        ({"args": "--ignore 'a"}, "args: no closing quotation"),
        ({"sarif_file": "a\nb"}, "sarif-file takes one path"),
    ],
)
def test_inputs_that_cannot_be_used(act: Act, inputs: dict[str, str], says: str) -> None:
    done = act(**inputs)
    assert (done.code, done.log) == (2, f"::error title=https-ready::{says}\n")
    assert done.outputs == {"exit-code": "2"}
    assert done.given == []


def test_the_summary(act: Act) -> None:
    summary = act(1, sample.crawled()).summary
    assert summary.startswith("## https-ready\n\n**Partial report**: ")
    assert (
        "\n1 of 3 http links can become https; 2 findings.\n\n| upgrade | review |\n| ---: | ---: |\n| 1 | 1 |\n"
        in summary
    )
    assert "\n1 warning, 1 note:\n\n| where | link | verdict | rule |\n" in summary
    rows = [html_text(line) for line in summary.splitlines() if "<code>" in line]
    assert rows == [
        "| https://site.example/about:3:21 | http://libre.example/start?a=1&b=2 → https://libre.example/start?a=1&b=2 | "
        "upgrade, redirects-to-https | upgradable-link |",
        "| https://site.example/about:3:80 | http://old.example/ → https://new.example/home | review, moved | review-link |",
        "- https://site.example/: 2 pages over --max-pages were not crawled",
        "- docs/secret.md: permission denied",
    ]


def html_text(line: str) -> str:
    return re.sub(r"&#(\d+);", lambda match: chr(int(match[1])), re.sub(r"</?code>", "", line))


def test_nothing_from_outside_is_markup_in_the_summary(act: Act) -> None:
    at = sample.place("http://libre.example/|`</code><img src=x>[a](http://evil.example)\n# @you", "a|b\udce9.md")
    found = sample.finding(at, sample.REDIRECTS.judgement)
    summary = act(1, replace(sample.whole(), findings=(found,))).summary
    (row,) = [line for line in summary.splitlines() if "<code>" in line]
    inside = re.findall(r"<code>(.*?)</code>", row)
    assert len(inside) == 2
    assert all(re.fullmatch(r"(?:\w|&#\d+;)*", text) for text in inside)
    assert html_text(row).startswith(r"| a|b\udce9.md:1:1 | http://libre.example/|`</code>")


def test_a_long_summary_is_cut_and_says_so(act: Act) -> None:
    found = sample.finding(sample.place("http://libre.example/" + "é|" * 500), sample.REDIRECTS.judgement)
    summary = act(1, replace(sample.whole(), findings=(found,) * 1_000)).summary
    assert "\n800 more are in the report.\n" in summary
    assert len(summary.encode()) < 1_000_000


def test_the_command_itself_in_a_hostile_tree(act: Act, workspace: Path) -> None:
    """The tree has its own ``checker`` and libraries, and files that look like options; none of them is run."""
    for name in ("httpx.py", "sitecustomize.py", "checker.py", "yaml.py"):
        (workspace / name).write_text("raise SystemExit('a stranger spoke')\n")
    (workspace / "-o.md").write_text("see <http://localhost:8000/> and <http://intranet/>\n")
    done = act(real=True, paths="-o.md\n.", sarif_file="out put.sarif")
    assert done.code == 0, done.log
    path = done.outputs.pop("report-file")
    assert done.outputs == {"findings": "0", "upgradable": "0", "sarif-file": "out put.sarif", "exit-code": "0"}
    content = json.loads(Path(path).read_text())
    assert [target["url"] for target in content["targets"]] == ["http://intranet/", "http://localhost:8000/"]
    assert content["summary"]["documents"] == 1
    assert json.loads((workspace / "out put.sarif").read_text())["runs"][0]["results"] == []
    assert runner.commands(done.log) == []
    assert done.log.endswith("\nNo link to change.\n")
    assert "0 of 2 http links can become https" in done.summary


def test_the_command_itself_refuses_what_is_not_there(act: Act) -> None:
    done = act(real=True, paths="none.md")
    assert done.code == 2
    assert "none.md: no such file or directory" in done.log
    assert (done.outputs["exit-code"], done.outputs["sarif-file"]) == ("2", "")


# --- install.py ------------------------------------------------------------------------------------------------------


def wheel(folder: Path) -> str:
    """A wheel of one module in ``folder``; its hash."""
    info = "toy-1.0.dist-info"
    parts = {
        "toy.py": "WORD = 'toy'\n",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    path = folder / "toy-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in parts.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(text)}\n"
            archive.writestr(name, text)
        archive.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.timeout(180)  # makes two environments
@pytest.mark.skipif(importlib.util.find_spec("pip") is None, reason="this environment was made without pip")
def test_installing_what_is_locked_and_nothing_else(tmp_path: Path) -> None:
    checkout, wheels, temporary = (tmp_path / name for name in ("check out", "wheels", "temp"))
    for folder in (checkout / "action", checkout / "checker", wheels, temporary):
        folder.mkdir(parents=True)
    (checkout / "action" / "install.py").write_bytes((ROOT / "action" / "install.py").read_bytes())
    (checkout / "checker" / "__init__.py").touch()
    (checkout / "checker" / "__main__.py").write_text("import toy; print('checks with', toy.WORD)\n")
    digest = wheel(wheels)
    lock = checkout / "action" / "requirements.txt"

    def install() -> tuple[int, str, str]:
        output = tmp_path / "output"
        output.write_text("")
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PIP_")},
            "GITHUB_OUTPUT": str(output),
            "RUNNER_TEMP": str(temporary),
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(wheels),
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_TARGET": str(tmp_path / "elsewhere"),
            "PYTHONPATH": str(tmp_path),
        }
        command = [sys.executable, "-I", str(checkout / "action" / "install.py")]
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr, output.read_text().removeprefix("python=").strip()

    lock.write_text(f"toy==1.0 --hash=sha256:{'0' * 64}\n")
    code, log, python = install()
    assert (code, python) == (1, "")
    assert "::error title=https-ready::could not install the action; see the log above\n" in log

    lock.write_text(f"toy==1.0 --hash=sha256:{digest}\n")
    code, log, python = install()
    assert (code, log) == (0, "")
    said = subprocess.run([python, "-I", "-m", "checker"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert said.stdout == "checks with toy\n"
    assert not (tmp_path / "elsewhere").exists()

    made = Path(python).stat().st_ctime_ns
    assert install() == (0, "", python)
    assert Path(python).stat().st_ctime_ns == made
