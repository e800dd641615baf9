"""What is said about a target."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from checker.model.network import Observation, Target
    from checker.model.verdicts import Reason, Verdict


@dataclass(frozen=True)
class Judgement:
    """What the ladder says of a target, and why."""

    verdict: Verdict
    reason: Reason
    detail: str = ""
    """One line of evidence for people, beyond what the reason says. May hold text from outside."""
    suggestion: str | None = None
    """Where the answer lives now (for ``moved``), userinfo masked."""


class Question(Enum):
    """What a rung wants to know before it speaks."""

    READING = "reading"
    """The words and headings of both final pages."""
    SIBLING = "sibling"
    """What a random path beside the twin's gives over https."""
    HTTP_AGAIN = "http-again"
    """What http gives when asked once more."""


@dataclass(frozen=True)
class Answer:
    """A target with its judgement. ``observation`` is None for what was never asked; its bodies are dropped."""

    target: Target
    judgement: Judgement
    observation: Observation | None = None
    body: str = ""
    """A digest of what the twin gave; answers of one host that share it are doubted."""
    evidence: Mapping[str, Any] | None = None
    """As an earlier run told it, where there is no observation."""
