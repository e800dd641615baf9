"""One target: ask, and go on asking until the ladder has decided."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from checker import judge, probe
from checker.judge import reading
from checker.judge.features import with_features
from checker.model import (
    COMPARED,
    Answer,
    Chain,
    Fetch,
    Flow,
    Judgement,
    Observation,
    Outcome,
    Question,
    Reply,
    Request,
    T,
    Target,
    Task,
    Together,
)

Decide: TypeAlias = Callable[[Observation], Judgement | Question]


def fetch_with_features(fetch: Callable[[Request], Outcome], request: Request) -> Outcome:
    if request.body_limit > COMPARED:
        return fetch(request)  # a page to crawl: it is read, not compared
    return with_features(fetch(request))


def alone(flow: Flow[T], fetch: Fetch) -> T:
    """Hold one conversation to its end, one step after the other, where ``fetch`` takes no time."""
    sent: Any = None
    while True:
        try:
            step = flow.send(sent)
        except StopIteration as stop:
            result: T = stop.value
            return result
        match step:
            case Request():
                sent = fetch(step)
            case Task():
                sent = step.run()
            case Together():
                sent = tuple(alone(each, fetch) for each in step.flows)


def check(target: Target, note: Callable[[Observation], Observation], decide: Decide = judge.judge) -> Flow[Answer]:
    """Ask about one target, and go on asking until the ladder has decided."""
    observation: Observation = note((yield from probe.probe(target)))
    while True:
        decided = decide(observation)
        match decided:
            case Judgement():
                return Answer(target, decided, _without_bodies(observation))
            case Question.READING:
                observation = yield Task(functools.partial(reading.read, observation))
            case _:
                observation = yield from probe.ask(observation, decided)


def _without_bodies(observation: Observation) -> Observation:
    def bare(chain: Chain | None) -> Chain | None:
        if chain is None:
            return None
        exchanges = tuple(
            replace(exchange, outcome=replace(exchange.outcome, body=b""))
            if isinstance(exchange.outcome, Reply)
            else exchange
            for exchange in chain.exchanges
        )
        return replace(chain, exchanges=exchanges)

    http, https = bare(observation.http), bare(observation.https)
    assert http is not None
    assert https is not None
    return replace(
        observation,
        http=http,
        https=https,
        sibling=bare(observation.sibling),
        http_again=bare(observation.http_again),
    )
