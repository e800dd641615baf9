"""The facts about an observation, for people: each with a name, as far as it is known."""

from __future__ import annotations

from collections.abc import Iterator

from checker.judge.facts import Facts, Same, told
from checker.judge.reading import dice
from checker.model import Chain, Ending, Fault, Observation, Question, Reading, Reply

SHOWN = 200
"""Characters of a text from a page that are shown."""
_SAME = {Same.YES: "the same", Same.NO: "not the same", Same.UNTOLD: "the same as far as they were read"}


def tell(seen: Observation) -> tuple[tuple[str, str], ...]:
    """The facts in the order in which the rungs look at them."""
    return tuple(_facts(Facts(seen)))


def _facts(facts: Facts) -> Iterator[tuple[str, str]]:
    seen, failure = facts.seen, facts.plain_failure
    if failure is not None and failure.fault is Fault.OFFLINE:
        yield "HSTS preload list", f"{seen.preloaded}: covers the host" if seen.preloaded else "does not cover the host"
        return
    yield "http ends", _end(seen.http, "http")
    yield "https ends", _end(seen.https, "https")
    yield "http leads to the https URL", _yes(facts.led_to_twin)
    if facts.led_to_twin:
        yield "a cookie of http decides", _yes(facts.cookie_decides)
    if facts.http_hop:
        yield "https passes through", str(facts.http_hop)
    if facts.target.strict:
        yield "loaded by a page", "only equal bytes or a redirect prove"
    if facts.target.form:
        yield "a form", "a GET proves nothing about a POST"
    if not seen.port_80_seen:
        yield "port 80", "no host of the run answered there"
    if seen.shared_body:
        yield "another URL of the host", "gave the same page over https"
    yield from _signs(facts)
    if facts.both_fine:
        yield from _compared(facts)
    yield from _asked(facts)


def _end(chain: Chain, scheme: str) -> str:
    url = chain.last.request.url
    match chain.ending:
        case Ending.INVALID:
            words = f"leads to what cannot be followed: {chain.location[:SHOWN]!r}"
        case Ending.PRIVATE:
            words = f"leads to a private address: {chain.location[:SHOWN]!r}"
        case _:
            words = told(chain, scheme).removeprefix(f"{scheme} ").removeprefix(f"{scheme}: ")
    return words if len(chain.exchanges) == 1 else f"{words}, at {url}"


def _signs(facts: Facts) -> Iterator[tuple[str, str]]:
    for scheme, reply in (("http", facts.plain), ("https", facts.secure)):
        if reply is not None and reply.features:
            for sign, shown in reply.features.signs.items():
                yield f"{scheme} shows {sign.value}", shown[:SHOWN]


def _compared(facts: Facts) -> Iterator[tuple[str, str]]:
    plain, secure = facts.plain_features, facts.secure_features
    alike = "the same" if not facts.types_differ else "not the same"
    yield "types", f"{alike}: {plain.type or 'none'}, {secure.type or 'none'}"
    yield "where both end", "one https URL" if facts.same_end else "two URLs"
    yield "bytes", f"{_SAME[facts.same_bytes]}: {plain.length:,} and {secure.length:,}"
    if plain.normalised is not None or secure.normalised is not None:
        yield "text but for what varies", "the same" if facts.same_text else "not the same"
    match facts.readings:
        case (one, other):
            yield from _readings(one, other)


def _readings(one: Reading, other: Reading) -> Iterator[tuple[str, str]]:
    for name, mine, yours in (
        ("titles", one.title, other.title),
        ("headings", one.heading, other.heading),
        ("canonical links", one.canonical, other.canonical),
    ):
        if mine or yours:
            both = f"{mine[:SHOWN]!r}" if mine == yours else f"{mine[:SHOWN]!r}, {yours[:SHOWN]!r}"
            yield name, both
    for name, words, others in (("words", one.words, other.words), ("main words", one.main, other.main)):
        count = f"{sum(words.values()):,} and {sum(others.values()):,}"
        yield name, f"{dice(words, others):.0%} shared, of {count}"


def _asked(facts: Facts) -> Iterator[tuple[str, str]]:
    seen = facts.seen
    if seen.sibling is not None:
        match facts.sibling_alike if facts.secure is not None else None:
            case True:
                words = "gives what the https URL gives"
            case False:
                words = "gives something else"
            case _:
                words = "could not be compared"
        yield "a random path beside it", f"{words} ({_end(seen.sibling, 'https')})"
    if seen.http_again is not None:
        varies = facts.varies if isinstance(facts.plain, Reply) else None
        words = "could not be compared" if varies is None or isinstance(varies, Question) else _yes(varies)
        yield "http differs from itself", words


def _yes(value: bool) -> str:
    return "yes" if value else "no"
