"""The runner of the tests obeys what the real one obeys."""

from __future__ import annotations

import pytest

from tests.report.runner import Command, commands


@pytest.mark.parametrize(
    ("log", "found"),
    [
        ("::error file=a%2Cb.md,line=3::x%0Ay%253A", [Command("error", {"file": "a,b.md", "line": "3"}, "x\ny%3A")]),
        ("a\n \t\u3000::warning::x", [Command("warning", {}, "x")]),
        ("text ##[error]x", [Command("error", {}, "x")]),
        ("text #\u200d#\ufe0f[group a=b]x", [Command("group", {}, "x")]),
        (":\u00ad:stop-commands::x", [Command("stop-commands", {}, "x")]),
        ("see ::error::x", []),
        ("::1:1 http::x", []),
        ("##[note]", []),
    ],
)
def test_what_it_obeys(log: str, found: list[Command]) -> None:
    assert commands(log) == found
