"""A world is a table of URLs and what they answer; a driver of a few lines holds the conversations of probe with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from checker import judge as judging
from checker import probe, urls
from checker.judge.features import with_features
from checker.judge.reading import read
from checker.model import (
    Chain,
    Ending,
    Exchange,
    Failure,
    Fault,
    Fetch,
    Flow,
    Judgement,
    Observation,
    Outcome,
    Question,
    Reply,
    Request,
    Stage,
    Target,
    Task,
    Together,
    Url,
)

Answers: TypeAlias = Outcome | Callable[[Request], Outcome]
World: TypeAlias = Mapping[str, Answers]


def drive(flow: Flow[Any], fetch: Fetch) -> Any:
    """Hold a conversation to its end."""
    sent: Any = None
    while True:
        try:
            step = flow.send(sent)
        except StopIteration as stop:
            return stop.value
        match step:
            case Request():
                sent = fetch(step)
            case Task():
                sent = step.run()
            case Together():
                sent = tuple(drive(each, fetch) for each in step.flows)


class Net:
    """Answers requests from a world; equal requests are answered once. ``asked`` holds the requests in order."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.asked: list[Request] = []
        self._known: dict[Request, Outcome] = {}

    def __call__(self, request: Request) -> Outcome:
        if request not in self._known:
            self.asked.append(request)
            self._known[request] = with_features(self._answer(request))
        return self._known[request]

    def _answer(self, request: Request) -> Outcome:
        url = str(request.url)
        if urls.skip(request.url, allow_private=False) and urls.literal(request.url.host):
            return Failure(Fault.PRIVATE, Stage.LOOKUP, "not public")
        answer = self.world.get(url) or self.world.get(request.url.origin) or reply(404, "<h1>Not Found</h1>")
        return answer if isinstance(answer, Reply | Failure) else answer(request)


def url(text: str) -> Url:
    parsed = urls.parse(text)
    assert parsed is not None, text
    return parsed


def target(text: str, **flags: bool) -> Target:
    http = url(text)
    return Target(http, urls.twin(http), **flags)


def observe(asked: Target, world: World) -> Observation:
    observation: Observation = drive(probe.probe(asked), Net(world))
    return observation


def conclude(text: str, world: World, net: Net | None = None, **flags: bool) -> Judgement:
    """Ask about one URL and go on asking until the ladder has decided; more than six questions is a bug."""
    fetch = net or Net(world)
    port_80_seen = flags.pop("port_80_seen", True)
    observation: Observation = drive(probe.probe(target(text, **flags)), fetch)
    observation = replace(observation, port_80_seen=port_80_seen)
    for _ in range(6):
        said = judging.judge(observation)
        if isinstance(said, Judgement):
            return said
        observation = read(observation) if said is Question.READING else drive(probe.ask(observation, said), fetch)
    raise AssertionError("the ladder asks for ever")


def verdict(text: str, world: World, **flags: bool) -> str:
    """Verdict and reason in two words."""
    judgement = conclude(text, world, None, **flags)
    return f"{judgement.verdict.value} {judgement.reason.value}"


# --- what worlds are made of --------------------------------------------------------------------------------------


def reply(
    status: int = 200,
    body: str | bytes = b"",
    media: str | None = "text/html; charset=utf-8",
    *,
    headers: Iterable[tuple[str, str]] = (),
    cut: bool = False,
    broken: Fault | None = None,
    length: int | None = None,
) -> Reply:
    data = body.encode() if isinstance(body, str) else body
    named = (("content-type", media),) if media is not None else ()
    whole = not cut and broken is None
    known = length if length is not None or not whole else len(data)
    return Reply(status, (*named, *headers), data, whole, cut, known, body_fault=broken)


def redirect(location: str, status: int = 301, *cookies: str) -> Outcome:
    return reply(status, headers=(("location", location), *(("set-cookie", cookie) for cookie in cookies)))


def failure(fault: Fault, detail: str = "") -> Outcome:
    stage = Stage.TLS if fault.value.startswith("tls") else Stage.HTTP if fault is Fault.TIMEOUT else Stage.CONNECT
    return Failure(fault, Stage.LOOKUP if fault is Fault.NO_SUCH_HOST else stage, detail)


REFUSED = failure(Fault.REFUSED)


def chain(*steps: tuple[str, Outcome], ending: Ending | None = None, location: str = "") -> Chain:
    """A chain as :func:`checker.probe.follow` makes it, features included."""
    exchanges = tuple(Exchange(Request(url(at)), with_features(outcome)) for at, outcome in steps)
    if ending is None:
        ending = Ending.FAILED if isinstance(steps[-1][1], Failure) else Ending.ARRIVED
    return Chain(exchanges, ending, location)


WORDS = [
    "the",
    "observatory",
    "keeps",
    "daily",
    "records",
    "of",
    "clouds",
    "wind",
    "rain",
    "and",
    "light",
    "over",
    "the",
    "harbour",
    "since",
    "eighteen",
    "ninety",
    "and",
    "every",
    "morning",
    "somebody",
    "climbs",
    "the",
    "stone",
    "tower",
    "reads",
    "four",
    "brass",
    "instruments",
    "writes",
    "numbers",
    "into",
    "a",
    "ledger",
    "and",
    "lights",
    "the",
    "lamp",
    "before",
    "walking",
    "home",
    "along",
    "the",
    "quay",
    "where",
    "fishermen",
    "mend",
    "nets",
    "under",
    "yellow",
    "lanterns",
]


def page(
    title: str = "Weather records", text: str = " ".join(WORDS), head: str = "", heading: str | None = None
) -> str:
    """An HTML page of some forty words."""
    first = title if heading is None else heading
    return (
        f"<!DOCTYPE html><html><head><title>{title}</title>{head}</head>"
        f"<body><nav>Home About Archive</nav><h1>{first}</h1><p>{text}</p></body></html>"
    )


def html(text: str = "", **options: Any) -> Outcome:
    return reply(200, text or page(), **options)
