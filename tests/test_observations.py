"""Recorded conversations, each judged as a person wrote into its file.

To add one: ``https-ready why URL --record tests/observations/NAME.json``, then write the right verdict and reason as its
``expected``. Look through it first: it holds what the host served.
"""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from checker import recording
from checker.model import Verdict
from checker.pipeline import explaining

FILES = sorted((Path(__file__).parent / "observations").glob("*.json"))


def expected(file: Path) -> dict[str, str]:
    content: dict[str, dict[str, str]] = json.loads(file.read_text())
    return content["expected"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_judged_as_expected(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: Any, **named: Any) -> Any:
        raise AssertionError("a replay touches the network")

    monkeypatch.setattr(socket, "socket", fail)
    monkeypatch.setattr(socket, "getaddrinfo", fail)
    judgement = explaining.replay(recording.load(file.read_bytes())).judgement
    assert {"verdict": judgement.verdict.value, "reason": judgement.reason.value} == expected(file)


def test_there_are_some_of_each_kind() -> None:
    assert len(FILES) >= 12
    assert {expected(file)["verdict"] for file in FILES} == {*Verdict} - {Verdict.SKIPPED}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_small_and_written_as_the_command_writes_it(file: Path) -> None:
    text = file.read_text()
    assert len(text) < 20_000
    recorded = recording.load(text.encode())
    written = json.loads(recording.dump(recorded))
    kept = json.loads(text)
    assert {**written, "exchanges": []} == {**kept, "exchanges": []}
    assert [one["url"] for one in written["exchanges"]] == [one["url"] for one in kept["exchanges"]]
