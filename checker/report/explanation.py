"""An explanation (the verb ``why``) as text for people, and as JSON.

As text: every exchange, the facts, the rungs, the verdict; it fits 80 columns, URLs stand whole on a line of their own.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from checker import urls
from checker.model import (
    Chain,
    Ending,
    Exchange,
    Explanation,
    Failure,
    Judgement,
    Question,
    Reply,
    Spoken,
    Verdict,
)
from checker.report import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SCHEMA = "https-ready-why/1"
WIDTH = 80
SHOWN = 400
"""Characters of a text from outside that are shown; JSON has all of it."""
QUESTIONS = {
    "reading": "what both pages say",
    "sibling": "what a random path beside it gives",
    "http-again": "what http gives once more",
    "longer": "more of both bodies",
}
_TO_DO = {
    Verdict.UPGRADE: "Change it to https.",
    Verdict.REVIEW: "Open both and decide.",
    Verdict.KEEP: "Leave it as it is, or link to something else.",
    Verdict.DEAD: "Remove it, or link to something else.",
    Verdict.UNKNOWN: "Ask again later.",
    Verdict.SKIPPED: "Nothing to do.",
}


def chains(told: Explanation) -> Iterator[tuple[str, Chain]]:
    """The conversations of an explanation, each with its name."""
    seen = told.observation
    if seen is None:
        return
    for name in ("http", "https", "sibling", "http_again"):
        chain = getattr(seen, name)
        if chain is not None:
            yield name, chain


def decisive(told: Explanation) -> str:
    """The name of the rung that decided; empty if none was asked."""
    return told.walks[-1][-1].rung if told.walks and isinstance(told.walks[-1][-1].said, Judgement) else ""


# --- as text --------------------------------------------------------------------------------------------------------

_HEADINGS = {
    "http": "Over http",
    "https": "Over https",
    "sibling": "A random path beside it, over https",
    "http_again": "Over http, once more",
}


def text(told: Explanation) -> Iterator[str]:
    for block in _blocks(told):
        yield "".join(f"{line}\n" for line in block) + "\n"
    judgement = told.judgement
    yield from (f"{line}\n" for line in _wrapped(_verdict(judgement), "", "  "))


def _blocks(told: Explanation) -> Iterator[list[str]]:
    yield [_plain(str(told.target.http)), _plain(str(told.target.https))]
    for name, chain in chains(told):
        yield [_HEADINGS[name], *_chain(chain, told.sent)]
    if told.observation is None and told.sent:
        yield ["Asked so far", *(line for at, one in enumerate(told.sent, 1) for line in _exchange(at, one))]
    if told.facts:
        width = max(len(name) for name, _ in told.facts)
        yield ["Facts", *(line for name, says in told.facts for line in _row(name, says, width))]
    if told.walks:
        yield ["Rungs, in the order in which they were asked", *_rungs(told.walks)]
    if told.remark:
        yield _wrapped(told.remark, "")


def _chain(chain: Chain, sent: tuple[Exchange, ...]) -> Iterator[str]:
    if all(_unasked(exchange) for exchange in chain.exchanges):
        yield "  not asked: offline"
        return
    for number, exchange in enumerate(chain.exchanges, 1):
        tries = [one for one in sent if one.request == exchange.request]
        yield from _exchange(number, exchange, tries, bool(sent))
    yield from _wrapped(_ending(chain), "  ", "    ")


def _unasked(exchange: Exchange) -> bool:
    return isinstance(exchange.outcome, Failure) and exchange.outcome.fault.value == "offline"


def _exchange(
    number: int, exchange: Exchange, tries: list[Exchange] | None = None, live: bool = False
) -> Iterator[str]:
    yield _plain(f"  {number}. GET {exchange.request.url}")
    yield from _wrapped(", ".join(_told(exchange)), "     ", "       ")
    if exchange.request.cookies:
        names = ", ".join(pair.partition("=")[0] for pair in exchange.request.cookies.split("; "))
        yield from _wrapped(f"with the cookies {escape.cut(names, SHOWN)}", "     ", "       ")
    if (location := _location(exchange)) is not None:
        yield _plain(f"     Location: {escape.cut(location, SHOWN)}")
    if tries is not None and len(tries) > 1:
        before = ", ".join(_short(one) for one in tries[:-1])
        yield from _wrapped(f"asked {len(tries)} times; before: {before}", "     ", "       ")
    if live and not tries:
        yield "     not sent: known from another request"


def _told(exchange: Exchange) -> Iterator[str]:
    """What came of a request, in words."""
    match exchange.outcome:
        case Failure() as failure:
            yield f"{failure.fault.value} ({failure.stage.name.lower()})"
            if failure.detail:
                yield escape.cut(failure.detail, SHOWN)
        case Reply() as reply:
            yield str(reply.status)
            if reply.features and reply.features.type:
                yield reply.features.type
            yield _size(reply)
            if reply.body_fault is not None:
                yield f"the body broke off: {reply.body_fault.value}"
    yield f"{exchange.outcome.seconds:.2f} s"
    if exchange.outcome.address:
        yield f"from {exchange.outcome.address}"


def _size(reply: Reply) -> str:
    read = reply.features.length if reply.features else len(reply.body)
    if reply.length is not None and reply.length != read:
        return f"{reply.length:,} bytes, {read:,} of them read"
    return f"{'the first ' if reply.body_cut else ''}{read:,} bytes"


def _short(exchange: Exchange) -> str:
    outcome = exchange.outcome
    return outcome.fault.value if isinstance(outcome, Failure) else str(outcome.status)


def _location(exchange: Exchange) -> str | None:
    """Where a reply sends its reader: its Location, or its refresh."""
    if not isinstance(exchange.outcome, Reply):
        return None
    location = exchange.outcome.header("location")
    if location is None and exchange.outcome.features:
        location = exchange.outcome.features.refresh
    return location


def _ending(chain: Chain) -> str:
    match chain.ending:
        case Ending.ARRIVED:
            return "arrived"
        case Ending.FAILED:
            return "failed"
        case Ending.LOOP:
            return "goes round in a circle"
        case Ending.INVALID:
            return "leads to what cannot be followed"
        case Ending.PRIVATE:
            return "leads to a private address, which is not followed"


def _row(name: str, says: str, width: int) -> list[str]:
    return _wrapped(f"{name.ljust(width)}  {urls.mask(says)}", "  ", " " * (width + 6))


def _rungs(walks: tuple[tuple[Spoken, ...], ...]) -> Iterator[str]:
    """The last walk; beside a rung that had a question before, what it wanted to know."""
    asked: dict[str, list[str]] = {}
    for walk in walks:
        said = walk[-1].said
        if isinstance(said, Question):
            asked.setdefault(walk[-1].rung, []).append(QUESTIONS.get(said.value, said.value))
    width = max(len(spoken.rung) for spoken in walks[-1])
    for spoken in walks[-1]:
        words = [f"asked {question}" for question in asked.get(spoken.rung, ())]
        match spoken.said:
            case Judgement() as judgement:
                words.append(f"decides: {judgement.verdict.value}, {judgement.reason.value}")
            case Question() as question:
                words.append(f"asks {QUESTIONS.get(question.value, question.value)}")
            case None:
                words.append("passes")
        yield from _wrapped(f"{spoken.rung.ljust(width)}  {'; '.join(words)}", "  ", " " * (width + 6))


def _verdict(judgement: Judgement) -> str:
    detail = f" ({escape.cut(urls.mask(judgement.detail), SHOWN)})" if judgement.detail else ""
    moved = f" Its place now: {urls.mask(judgement.suggestion)}" if judgement.suggestion else ""
    says = f"{judgement.verdict.value}, {judgement.reason.value}: {judgement.reason.says}{detail}."
    return f"{says} {_TO_DO[judgement.verdict]}{moved}"


def _plain(line: str) -> str:
    return escape.plain(line)


def _wrapped(words: str, first: str, rest: str | None = None) -> list[str]:
    lines = textwrap.wrap(
        escape.plain(words),
        WIDTH,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )
    return [escape.plain(line) for line in lines]


# --- as JSON --------------------------------------------------------------------------------------------------------


def record(told: Explanation) -> dict[str, Any]:
    """The fields of ``why --format json``, written one by one."""
    judgement = told.judgement
    return {
        "schema": SCHEMA,
        "url": str(told.target.http),
        "https": str(told.target.https),
        "usage": told.usage.value,
        "verdict": judgement.verdict.value,
        "reason": judgement.reason.value,
        "says": judgement.reason.says,
        "detail": urls.mask(judgement.detail),
        "suggestion": None if judgement.suggestion is None else urls.mask(judgement.suggestion),
        "decided_by": decisive(told),
        "chains": {
            name: {"ending": chain.ending.value, "exchanges": [_step(one) for one in chain.exchanges]}
            for name, chain in chains(told)
        },
        "sent": [_step(one) for one in told.sent],
        "facts": [{"name": name, "says": urls.mask(says)} for name, says in told.facts],
        "walks": [[_spoken(spoken) for spoken in walk] for walk in told.walks],
        "remark": urls.mask(told.remark),
    }


def _step(exchange: Exchange) -> dict[str, Any]:
    outcome = exchange.outcome
    step: dict[str, Any] = {"method": "GET", "url": str(exchange.request.url)}
    step["address"] = urls.mask(outcome.address) or None
    match outcome:
        case Failure():
            step |= {
                "fault": outcome.fault.value,
                "stage": outcome.stage.name.lower(),
                "detail": urls.mask(outcome.detail),
            }
        case Reply():
            location = _location(exchange)
            step |= {
                "status": outcome.status,
                "type": outcome.features.type if outcome.features else "",
                "length": outcome.length,
                "read": outcome.features.length if outcome.features else len(outcome.body),
                "location": None if location is None else urls.mask(location),
            }
    return {**step, "seconds": round(outcome.seconds, 3)}


def _spoken(spoken: Spoken) -> dict[str, Any]:
    match spoken.said:
        case Judgement() as judgement:
            return {"rung": spoken.rung, "verdict": judgement.verdict.value, "reason": judgement.reason.value}
        case Question() as question:
            return {"rung": spoken.rung, "asks": question.value}
        case None:
            return {"rung": spoken.rung}
