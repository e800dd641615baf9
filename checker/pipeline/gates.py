"""Gates: what one answer cannot know, and the whole run can."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from checker import judge
from checker.model import Answer, Chain, Failure, Fault, Judgement, Problem, Reason, Reply, Verdict

Gate = Callable[[list[Answer]], tuple[list[Answer], Problem | None]]


def port_80(port_80_seen: bool) -> Gate:
    """If no host answered over http at all, https-only proves nothing: a network may let only port 443 out."""

    def gate(asked: list[Answer]) -> tuple[list[Answer], Problem | None]:
        changed = []
        if not port_80_seen:
            for answer in asked:
                if answer.judgement.reason is Reason.HTTPS_ONLY and answer.observation is not None:
                    judgement = judge.judge(replace(answer.observation, port_80_seen=False))
                    if not isinstance(judgement, Judgement):
                        judgement = Judgement(Verdict.UNKNOWN, Reason.NO_EVIDENCE)
                    changed.append(replace(answer, judgement=judgement))
        return changed, None

    return gate


def _chains(answer: Answer) -> tuple[Chain, ...]:
    assert answer.observation is not None
    return (answer.observation.http, answer.observation.https)


def network(asked: list[Answer]) -> tuple[list[Answer], Problem | None]:
    """No HTTP answer from any host, of three or more: the network is at fault, and nothing may be called dead.

    Fewer are enough where no name could be looked up, and one where nothing came through the proxy.
    """
    asked = [answer for answer in asked if answer.judgement.verdict is not Verdict.SKIPPED]
    hosts = {answer.target.http.slot for answer in asked}
    faults: dict[Fault, str] = {}
    for answer in asked:
        for chain in _chains(answer):
            for exchange in chain.exchanges:
                if isinstance(exchange.outcome, Reply):
                    return [], None
                faults.setdefault(exchange.outcome.fault, exchange.outcome.detail)
    if faults.keys() == {Fault.PROXY}:
        what = f"nothing came through the proxy: {faults[Fault.PROXY]}"
    elif faults.keys() == {Fault.LOOKUP} and len(hosts) > 1:
        what = f"none of {len(hosts)} names could be looked up: is the resolver dead, or this machine offline?"
    elif len(hosts) > 2:
        what = f"none of {len(hosts)} hosts answered: is this machine offline?"
    else:
        return [], None
    judgement = Judgement(Verdict.UNKNOWN, Reason.UNREACHABLE, "no host answered in this run")
    changed = [replace(answer, judgement=judgement) for answer in asked]
    return changed, Problem("network", what, 3)


def trust(asked: list[Answer]) -> tuple[list[Answer], Problem | None]:
    """Four fifths of five or more TLS origins untrusted: the trust store or an interceptor is at fault."""
    origins: dict[str, bool] = {}
    for answer in asked:
        first = _chains(answer)[1].exchanges[0]
        match first.outcome:
            case Failure(fault=Fault.TLS_UNTRUSTED):
                origins[first.request.url.origin] = True
            case Failure(fault=Fault.TLS_EXPIRED | Fault.TLS_HOSTNAME) | Reply():
                origins[first.request.url.origin] = False
    untrusted = sum(origins.values())
    if len(origins) < 5 or untrusted * 5 < len(origins) * 4:
        return [], None
    what = f"{untrusted} of {len(origins)} certificates are not trusted: trust store or interception?"
    return [], Problem("network", what, 3)
