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
    Exchange,
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


COOKIES_KEPT = 256
"""Characters of the cookies of one request that are kept for the whole run: that there were some is what counts."""
HEADERS_KEPT = 4096
"""Characters of an answer's header that are kept for the whole run."""
_NEEDED = ("content-disposition", "content-security-policy", "content-type", "etag", "location", "refresh")


def _lighter(exchange: Exchange) -> Exchange:
    request, outcome = exchange.request, exchange.outcome
    if len(request.cookies) > COOKIES_KEPT:
        request = replace(request, cookies=request.cookies[:COOKIES_KEPT])
    if isinstance(outcome, Reply):
        outcome = replace(outcome, body=b"", headers=_fewer(outcome.headers))
    return Exchange(request, outcome)


def _fewer(headers: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Of a header that is too long only what a judgement may rest on, and of that nothing that is too long itself."""
    left = HEADERS_KEPT
    if sum(len(name) + len(value) for name, value in headers) <= left and len(headers) <= 100:
        return headers
    kept = []
    for name, value in headers:
        if name in _NEEDED and len(value) < left:
            kept.append((name, value))
            left -= len(name) + len(value)
    return tuple(kept)


def _without_bodies(observation: Observation) -> Observation:
    def bare(chain: Chain | None) -> Chain | None:
        if chain is None:
            return None
        return replace(chain, exchanges=tuple(map(_lighter, chain.exchanges)))

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
