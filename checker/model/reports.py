"""What a run found, and the formats that tell it."""

from __future__ import annotations

from dataclasses import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping
    from typing import TypeAlias

    from checker.model.findings import Finding
    from checker.model.judgements import Answer, Judgement
    from checker.model.links import Occurrence
    from checker.model.network import Url
    from checker.model.pages import Page
    from checker.model.rules import Rule
    from checker.model.verdicts import Verdict


@dataclass(frozen=True)
class Problem:
    """Something that could not be read or asked: told on stderr and in reports, never silent."""

    where: str
    what: str
    code: int = 2
    """The exit code that it leads to; 0 where it is a remark only."""


@dataclass(frozen=True)
class Summary:
    """The totals of a run."""

    documents: int
    occurrences: int
    targets: int
    hosts: int
    requests: int
    seconds: float
    verdicts: Mapping[Verdict, int]
    """Targets by verdict; every verdict is a key."""
    rules: Mapping[Rule, int]
    """Findings by rule; every rule is a key."""
    complete: bool = True
    """As :attr:`Report.complete`, for formats that are streams."""


@dataclass(frozen=True)
class Report:
    """All that a format may print. Findings are sorted by document, then place."""

    version: str
    complete: bool
    """False: interrupted, out of time, or could not judge; whoever reads it must not close what is missing."""
    summary: Summary
    findings: tuple[Finding, ...]
    answers: tuple[Answer, ...]
    """Sorted by URL."""
    counts: Mapping[Url, int]
    """Occurrences by target."""
    occurrences: Mapping[Url, tuple[Occurrence, ...]] = field(default_factory=dict)
    """Places by target, for formats that list what is no finding."""
    invalid: tuple[tuple[Occurrence, Judgement], ...] = ()
    """Places whose URL cannot be parsed: skipped, and told."""
    pages: tuple[Page, ...] = ()
    problems: tuple[Problem, ...] = ()
    detailed: bool = False
    """Formats for people list every link, those that are no findings too."""


Event: TypeAlias = "Page | Answer | Finding | Summary"


@dataclass(frozen=True)
class Format:
    """One module of ``report/formats``. ``render`` gives the whole text of a report in pieces;
    ``line`` gives the line of one event as it comes, for formats that are streams."""

    name: str
    render: Callable[[Report], Generator[str, None, None]]
    line: Callable[[Event], str] | None = None
