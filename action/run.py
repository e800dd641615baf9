"""Run https-ready for the action: inputs from the environment, outputs and step summary before the exit code.

Run as ``python -I run.py`` by the Python of the environment that ``install.py`` made, in the workspace. ``-I`` keeps
the workspace off the import path, for this and for the command: a tree under test may hold its own ``checker/``.
Inputs are in ``READY_*`` variables; no shell ever reads them.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

SUMMARY_BYTES = 500_000
"""GitHub drops a summary of more than 1 MiB whole."""
SUMMARY_FINDINGS = 200


class InputError(Exception):
    """An input that cannot be used; one line."""


def main() -> int:
    report_file = os.path.join(
        tempfile.mkdtemp(prefix="https-ready-", dir=os.environ.get("RUNNER_TEMP")), "report.json"
    )
    sarif_file = _input("sarif-file")
    try:
        command = [os.environ.get("READY_PYTHON") or sys.executable, "-I", "-m", "checker", "check"]
        command += _arguments(report_file, sarif_file)
    except InputError as error:
        print(f"::error title=https-ready::{error}", flush=True)
        _write_outputs({"exit-code": "2"})
        return 2
    if sarif_file and os.path.isfile(sarif_file):
        os.unlink(sarif_file)  # one of an earlier run must not pass for this one's
    code = subprocess.run(command, check=False).returncode
    report = _read(report_file)
    _write_outputs(_outputs(code, report, report_file, sarif_file))
    _append("GITHUB_STEP_SUMMARY", _summary(code, report))
    return code if 0 <= code < 256 else 1


def _input(name: str) -> str:
    return os.environ.get("READY_" + name.upper().replace("-", "_"), "").strip()


def _arguments(report_file: str, sarif_file: str) -> list[str]:
    targets = [_path(line) for line in _lines("paths")] + [_url(line) for line in _lines("urls")]
    if not targets:
        raise InputError("nothing to check: give paths or urls")
    if "\n" in sarif_file:
        raise InputError("sarif-file takes one path")
    try:
        extra = shlex.split(_input("args"))
    except ValueError as error:
        raise InputError(f"args: {str(error).lower()}") from None
    named = [f"--{name}={_input(name)}" for name in ("config", "fail-on", "format") if _input(name)]
    outputs = [f"--output=json={report_file}"]
    if sarif_file:
        outputs.append(f"--output=sarif={sarif_file}")
    return [*targets, *extra, *named, *outputs]


def _lines(name: str) -> Iterator[str]:
    return (line.strip() for line in _input(name).splitlines() if line.strip())


def _path(line: str) -> str:
    """A path is never an option, nor standard input."""
    return f"./{line}" if line.startswith("-") else line


def _url(line: str) -> str:
    if not line.lower().startswith(("http://", "https://")):
        raise InputError("urls: each line must begin with http:// or https://")
    return line


def _read(report_file: str) -> dict[str, Any] | None:
    """The report, or None where the run made none."""
    try:
        with open(report_file, encoding="utf-8") as file:
            report: dict[str, Any] = json.load(file)
    except FileNotFoundError:
        return None
    return report


def _outputs(code: int, report: dict[str, Any] | None, report_file: str, sarif_file: str) -> dict[str, str]:
    """``sarif-file`` only for a run that saw everything: uploading another would close alerts that still stand."""
    outputs = {"findings": "", "upgradable": "", "sarif-file": "", "report-file": "", "exit-code": str(code)}
    if report is not None:
        fresh = _fresh(report)
        outputs["findings"] = str(len(fresh))
        outputs["upgradable"] = str(sum(finding["verdict"] == "upgrade" for finding in fresh))
        outputs["report-file"] = report_file
        if code in (0, 1) and report["complete"] and sarif_file and os.path.isfile(sarif_file):
            outputs["sarif-file"] = sarif_file
    return outputs


def _fresh(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [finding for finding in report["findings"] if not finding["known"]]


def _write_outputs(outputs: dict[str, str]) -> None:
    lines = []
    for name, value in outputs.items():
        delimiter = uuid.uuid4().hex
        lines.append(f"{name}<<{delimiter}\n{value}\n{delimiter}\n")
    _append("GITHUB_OUTPUT", lines)


def _append(variable: str, lines: Iterable[str]) -> None:
    path = os.environ.get(variable)
    if path:
        with open(path, "a", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.writelines(lines)


# --- the step summary -----------------------------------------------------------------------------------------------


def _summary(code: int, report: dict[str, Any] | None) -> Iterator[str]:
    yield "## https-ready\n\n"
    if report is None:
        yield f"No report was made (exit code {code}); the log says why.\n"
        return
    if not report["complete"]:
        yield "**Partial report**: the run did not come to its end, or could not judge.\n\n"
    fresh = _fresh(report)
    upgradable = sum(finding["verdict"] == "upgrade" for finding in fresh)
    total = report["summary"]
    yield f"{upgradable:,} of {total['occurrences']:,} http links can become https; {len(fresh):,} findings.\n\n"
    verdicts = {name: count for name, count in total["verdicts"].items() if count}
    if verdicts:
        yield f"| {' | '.join(verdicts)} |\n|{' ---: |' * len(verdicts)}\n"
        yield f"| {' | '.join(f'{count:,}' for count in verdicts.values())} |\n\n"
    yield from _table(fresh)
    yield from _problems(report["problems"])


def _table(fresh: list[dict[str, Any]]) -> Iterator[str]:
    if not fresh:
        return
    severities = Counter(finding["severity"] for finding in fresh)
    order = ("error", "warning", "note")
    yield ", ".join(f"{severities[name]:,} {name}" for name in order if severities[name]) + ":\n\n"
    yield "| where | link | verdict | rule |\n| --- | --- | --- | --- |\n"
    ranked = sorted(fresh, key=lambda finding: order.index(finding["severity"]))
    room = SUMMARY_BYTES
    for index, finding in enumerate(ranked):
        row = _row(finding)
        room -= len(row)
        if index == SUMMARY_FINDINGS or room < 0:
            yield f"\n{len(ranked) - index:,} more are in the report.\n"
            break
        yield row
    yield "\n"


def _row(finding: dict[str, Any]) -> str:
    where = f"{finding.get('file') or finding.get('page')}:{finding['line']}:{finding['column']}"
    link = finding["url"]
    if finding["verdict"] == "upgrade":
        link = f"{link} → {finding['https']}"
    elif finding["suggestion"]:
        link = f"{link} → {finding['suggestion']}"
    verdict = f"{finding['verdict']}, {finding['reason']}"
    return f"| {_code(where)} | {_code(link)} | {verdict} | {finding['rule']} |\n"


def _problems(problems: list[dict[str, Any]]) -> Iterator[str]:
    for problem in problems[:20]:
        yield f"- {_code(problem['where'])}: {_code(problem['what'])}\n"
    if len(problems) > 20:
        yield f"- and {len(problems) - 20:,} more\n"


def _code(text: str) -> str:
    """Text from outside as code: no character of it can be markup, a link or a line end."""
    shown = text if len(text) <= 300 else text[:299] + "…"
    parts = []
    for character in shown:
        if character.isalnum() and character.isprintable():
            parts.append(character)
        elif character.isprintable():
            parts.append(f"&#{ord(character)};")
        else:
            parts.append(f"&#92;u{ord(character):04x}")
    return f"<code>{''.join(parts)}</code>"


if __name__ == "__main__":
    sys.exit(main())
