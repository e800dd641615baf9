"""The verb ``why``: ask about one URL and tell everything; record that, or replay what was recorded.

Exit codes: 0 told, whatever the verdict; 1 a replay that does not come to the verdict that its recording expects.
"""

from __future__ import annotations

from dataclasses import dataclass

from checker import recording, urls
from checker.config import ConfigError
from checker.model import Explanation, Usage
from checker.pipeline import NetworkError, explaining
from checker.report import escape, explanation

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from checker.config import Settings


@dataclass(frozen=True)
class Told:
    """What the verb prints and writes."""

    text: str
    code: int
    recorded: str = ""
    """The text of the recording, if one was asked for."""


def tell(given: argparse.Namespace, settings: Settings, name: str) -> Told:
    """Explain one URL in the format ``name``. Raises ConfigError."""
    usage = _usage(given.usage)
    if given.replay is not None:
        if given.url is not None or given.record is not None or usage is not None:
            raise ConfigError("--replay takes no URL, no --usage and no --record: the recording says all")
        return _replay(given.replay, name)
    if given.url is None:
        raise ConfigError("why takes a URL, or --replay FILE (see https-ready why --help)")
    if given.record is not None and settings.offline:
        raise ConfigError("--record has nothing to record with --offline")
    url = urls.parse(given.url)
    if url is None:
        raise ConfigError(f"{given.url}: is not a URL that a browser could open")
    if url.scheme == "https":
        raise ConfigError(f"{given.url}: is https already; why asks about an http URL")
    try:
        thorough = given.record is not None
        told, interrupted = explaining.explain(url, usage or Usage.NAVIGATION, settings, thorough=thorough)
    except NetworkError as error:
        raise ConfigError(str(error)) from None
    recorded = ""
    if given.record is not None and not interrupted:
        try:
            recorded = recording.dump(explaining.record(told))
        except recording.RecordingError as error:
            raise ConfigError(f"{given.record}: {error}") from None
    return Told(_shown(told, name), 130 if interrupted else 0, recorded)


def _usage(word: str | None) -> Usage | None:
    if word is None:
        return None
    if word not in list(Usage):
        raise ConfigError(f"--usage: no such usage {word!r} (one of: {', '.join(Usage)})")
    return Usage(word)


def _replay(path: str, name: str) -> Told:
    try:
        with open(path, "rb") as file:
            recorded = recording.load(file.read(recording.MOST_BYTES + 1))
        told = explaining.replay(recorded)
    except recording.RecordingError as error:
        raise ConfigError(f"{path}: {error}") from None
    expected = recorded.expected
    if expected is None:
        return Told(_shown(told, name), 0)
    right = expected == (told.judgement.verdict, told.judgement.reason)
    words = f"{'As' if right else 'Not as'} the recording expects: {expected[0].value}, {expected[1].value}."
    remark = f"{told.remark} {words}".strip()
    return Told(_shown(told, name, remark), 0 if right else 1)


def _shown(told: Explanation, name: str, remark: str = "") -> str:
    import dataclasses

    told = dataclasses.replace(told, remark=remark or told.remark)
    if name == "json":
        return escape.json_line(explanation.record(told))
    return "".join(explanation.text(told))
