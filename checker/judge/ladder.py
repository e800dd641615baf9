"""The order in which the rungs are asked: the first that speaks decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.judge import rungs
from checker.judge.facts import Facts, Rung, Speech
from checker.model import Judgement, Observation, Question, Reason, Verdict
from checker.plugins import collect

ORDER = (
    # Nothing was asked, or https does not work
    "preloaded",
    "unasked",
    "no_such_host",
    "loop",
    "downgrade",
    "certificate",
    "transport",
    "http_hop",
    "gone",
    # The owner's word
    "userinfo",
    "redirect",
    "odd_redirect",
    # https turns away, or http tells nothing
    "wall",
    "overload",
    "odd_status",
    "https_only",
    "http_fails",
    # Both answer, and https gives something else
    "parked",
    "default_page",
    "front_page",
    "login",
    "content_type",
    "soft_not_found",
    "mixed_content",
    # Both answer: are they the same?
    "same_bytes",
    "broken_body",
    "empty",
    "strict",
    "same_text",
    "other_data",
    "similar_text",
    "different",
    "no_evidence",
)
_RUNGS = collect(rungs, Rung)
LADDER = tuple(_RUNGS[name] for name in ORDER)


def judge(observation: Observation, ladder: Sequence[Rung] = LADDER) -> Judgement | Question:
    """What the first rung that speaks says. Exactly one judgement for every observation, after at most a question of
    each kind and one more reading: a question whose answer is there already counts as silence."""
    _, said = decide(observation, ladder)
    return said


def decide(observation: Observation, ladder: Sequence[Rung] = LADDER) -> tuple[str, Judgement | Question]:
    """The name of the rung that spoke, and what it said."""
    for name, said in walk(observation, ladder):
        if said is not None:
            return name, said
    return "", Judgement(Verdict.UNKNOWN, Reason.NO_EVIDENCE)


def walk(observation: Observation, ladder: Sequence[Rung] = LADDER) -> Iterator[tuple[str, Speech]]:
    """Each rung that is asked and what it says, up to the one that speaks."""
    facts = Facts(observation)
    for rung in ladder:
        said = rung.speak(facts)
        match said:
            case Question() if answered(observation, said):
                yield rung.name, None
            case Judgement():
                yield rung.name, at_most_review(observation, said)
                return
            case _:
                yield rung.name, said
                if said is not None:
                    return


def answered(observation: Observation, question: Question) -> bool:
    """Whether asking again would bring nothing new."""
    chains = (observation.http, observation.https, observation.sibling, observation.http_again)
    match question:
        case Question.SIBLING:
            return observation.sibling is not None
        case Question.HTTP_AGAIN:
            return observation.http_again is not None
        case Question.READING:
            replies = [chain.reply for chain in chains if chain is not None]
            return all(reply is None or reply.reading is not None for reply in replies)


def at_most_review(observation: Observation, judgement: Judgement) -> Judgement:
    """A form is submitted by POST as a rule, and nothing that a GET brings proves anything about that."""
    if not observation.target.form or judgement.verdict is not Verdict.UPGRADE:
        return judgement
    detail = f"{judgement.reason.says}, but that proves nothing about what a form sends"
    return Judgement(Verdict.REVIEW, Reason.SIMILAR_PAGE, detail)
