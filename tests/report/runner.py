"""How the runner of GitHub Actions reads a line of a log, written anew after its sources (ActionCommand.cs).

It trims leading blanks of every kind, and compares by the rules of a language (ICU), in which characters without
width or weight do not count: here they are dropped before comparing, so this obeys at least what the runner does.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

COMMANDS = frozenset(
    ("error", "warning", "notice", "debug", "set-output", "set-env", "save-state", "add-path", "add-mask", "group")
    + (
        "endgroup",
        "add-matcher",
        "remove-matcher",
        "stop-commands",
        "echo",
        "internal-set-repo-path",
        "section",
        "command",
    )
)
_ENDS = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Command:
    name: str
    properties: dict[str, str]
    data: str


def commands(log: str) -> list[Command]:
    """Every command that the runner would obey in a log."""
    return [found for line in _ENDS.split(log) if (found := _double_colon(line) or _bracket(line)) is not None]


def lines(log: str) -> list[str]:
    return _ENDS.split(log)


def _weightless(character: str) -> bool:
    code = ord(character)
    return (
        unicodedata.category(character) in ("Cf", "Cc", "Cs", "Cn", "Co")
        or code in (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0)
        or 0x180B <= code <= 0x180F
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0100 <= code <= 0xE01EF
    )


def _counting(line: str) -> str:
    return "".join(character for character in line if not _weightless(character))


def _double_colon(line: str) -> Command | None:
    line = _counting(line.lstrip()).lstrip()
    if not line.startswith("::") or (end := line.find("::", 2)) < 0:
        return None
    name, _, rest = line[2:end].partition(" ")
    if name not in COMMANDS:
        return None
    pairs = [item.split("=", 1) for item in rest.strip().split(",") if item]
    properties = {pair[0]: _undo(pair[1], "%0D\r %0A\n %3A: %2C, %25%") for pair in pairs if len(pair) == 2}
    return Command(name, properties, _undo(line[end + 2 :], "%0D\r %0A\n %25%"))


def _bracket(line: str) -> Command | None:
    line = _counting(line)
    begin = line.find("##[")
    if begin < 0 or (end := line.find("]", begin)) < 0:
        return None
    name = line[begin + 3 : end].partition(" ")[0]
    return Command(name, {}, line[end + 1 :]) if name in COMMANDS else None


def _undo(text: str, pairs: str) -> str:
    for pair in re.findall(r"(%..)([^%]|%(?=$))", pairs):
        text = text.replace(pair[0], pair[1])
    return text
