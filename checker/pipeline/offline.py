"""A run that asks nobody: every target is judged by the HSTS preload list, and what that does not tell is unknown.

The ladder is the same; the network is one function that answers nothing.
"""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import TYPE_CHECKING

from checker import preload
from checker.model import Answer, Failure, Fault, Observation, Outcome, Problem, Request, Stage, Target, Url, Verdict
from checker.pipeline import asking

if TYPE_CHECKING:
    from checker.pipeline.run import Run


def fetch(_: Request) -> Outcome:
    """What comes of every request."""
    return Failure(Fault.OFFLINE, Stage.LOOKUP)


def note(observation: Observation) -> Observation:
    """The observation with what the list says of the host."""
    covered = preload.covers(observation.target.http.host)
    return replace(observation, preloaded=preload.edition() if covered else "")


def judge(target: Target) -> Answer:
    """The answer for a target that is not asked: without an observation, as nothing was seen."""
    answer: Answer = asking.alone(asking.check(target, note), fetch)
    return replace(answer, observation=None)


def hold(run: Run, urls: list[Url]) -> None:
    """Judge every URL, and say by which list and how many could not be told."""
    untold = 0
    for url in urls:
        answer = judge(run.plan.target(url))
        untold += answer.judgement.verdict is Verdict.UNKNOWN
        run.answered(answer)
    run.problem(Problem("--offline", remark(len(urls), untold, datetime.date.today()), 0))


def remark(judged: int, untold: int, today: datetime.date) -> str:
    left = f"; {untold} of {judged} URLs could not be told without the network" if untold else ""
    return f"judged by the HSTS preload list of {preload.age(today)}{left}"
