"""What is said about a place, and the edits that would mend it."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from checker.model.judgements import Judgement
    from checker.model.links import Occurrence
    from checker.model.rules import Rule, Severity


@dataclass(frozen=True)
class Edit:
    """Replace code points ``start`` to ``end`` of the decoded document by ``text``."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Fix:
    """The edits that mend one place, in the order of the text."""

    edits: tuple[Edit, ...]
    safe: bool


@dataclass(frozen=True)
class Finding:
    """A place that someone should know about."""

    rule: Rule
    severity: Severity
    occurrence: Occurrence
    judgement: Judgement
    https: str
    """The occurrence's URL with https, userinfo masked."""
    message: str
    """One line: what is wrong and what to do. May hold text from outside."""
    fix: Fix | None = None
    pages: tuple[str, ...] = ()
    """Pages that it shows up on, where traced or crawled."""
    known: bool = False
    changed: bool = True
