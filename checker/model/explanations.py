"""Why one URL was judged as it was."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from checker.model.judgements import Judgement, Question
    from checker.model.links import Usage
    from checker.model.network import Exchange, Observation, Target


@dataclass(frozen=True, slots=True)
class Spoken:
    """A rung that was asked, and what it said: nothing, a question, or a judgement."""

    rung: str
    said: Judgement | Question | None


@dataclass(frozen=True)
class Explanation:
    """All that was asked, seen and said about one target."""

    target: Target
    usage: Usage
    judgement: Judgement
    observation: Observation | None = None
    """The last one, bodies included; None if the URL was never asked about, or not to the end."""
    facts: tuple[tuple[str, str], ...] = ()
    """What was compared: its name, and what came of it. May hold text from outside."""
    walks: tuple[tuple[Spoken, ...], ...] = ()
    """Each walk up the ladder; all but the last end in a question."""
    told: tuple[Exchange, ...] = ()
    """Every request of the conversation and what it was told, once each."""
    sent: tuple[Exchange, ...] = ()
    """What went over the network, in order: a retry is there again, and what was known already is not."""
    remark: str = ""
    """What else a reader should know, in one line."""
