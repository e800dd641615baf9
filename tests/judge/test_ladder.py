"""The ladder: its order, its questions, and that every observation gets exactly one judgement."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from checker import judge as judging
from checker.judge import rungs
from checker.judge.facts import Facts, Rung
from checker.judge.ladder import LADDER, ORDER, decide
from checker.judge.reading import read
from checker.model import (
    Chain,
    Ending,
    Fault,
    Judgement,
    Observation,
    Outcome,
    Question,
    Reason,
    Reply,
    Verdict,
)
from checker.plugins import names
from tests.worlds import chain, failure, html, observe, page, reply, target

# --- every combination of outcomes ----------------------------------------------------------------------------------

REPLIES = st.one_of(
    st.sampled_from((200, 200, 204, 206, 300, 304, 400, 401, 403, 404, 410, 429, 451, 500, 503, 999)).map(
        lambda status: reply(status, page(), headers=[("etag", '"0123456789"')])
    ),
    st.builds(
        reply,
        st.just(200),
        st.sampled_from(("", "x", page(), page("Other", "another text " * 30), "<title>404 Not Found</title>", "{}"))
        | st.sampled_from((page(head='<script src="http://c.org/x.js"></script>'), "<title>a</title>buy this domain")),
        st.sampled_from(("text/html", "application/json", "text/javascript", "image/png", None)),
        cut=st.booleans(),
        broken=st.sampled_from((None, None, Fault.TIMEOUT, Fault.BAD_RESPONSE)),
        length=st.sampled_from((None, 70_000)),
    ),
)
FAILURES = st.sampled_from(Fault).map(failure)
URLS = {
    scheme: st.sampled_from(tuple(f"{scheme}://{rest}" for rest in ("a.org/d/p", "a.org/", "b.org/d/p", "a.org/login")))
    for scheme in ("http", "https")
}
HOPS = st.lists(URLS["http"] | URLS["https"], max_size=3)


@st.composite
def chains(draw: st.DrawFn, first: str) -> Chain:
    ending = draw(st.sampled_from((*Ending, Ending.ARRIVED, Ending.ARRIVED, Ending.ARRIVED)))
    urls = (first, *draw(HOPS))
    last: Outcome = draw(FAILURES if ending is Ending.FAILED else REPLIES)
    steps = [*((at, reply(302)) for at in urls[:-1]), (urls[-1], last)]
    return chain(*steps, ending=ending, location="http://10.0.0.1/")


OBSERVATIONS = st.builds(
    Observation,
    st.builds(
        lambda strict, form, navigation: target("http://a.org/d/p", strict=strict, form=form, navigation=navigation),
        *(st.booleans(),) * 3,
    ),
    chains("http://a.org/d/p"),
    chains("https://a.org/d/p"),
    sibling=st.none() | chains("https://a.org/d/x"),
    http_again=st.none() | chains("http://a.org/d/p"),
    port_80_seen=st.booleans(),
    shared_body=st.booleans(),
)


def settle(observation: Observation, sibling: Chain, again: Chain) -> tuple[Observation, Judgement]:
    """Answer every question; a kind of question is asked once, a reading once more for each new page."""
    asked: list[Question] = []
    while True:
        said = judging.judge(observation)
        if isinstance(said, Judgement):
            return observation, said
        asked.append(said)
        assert asked.count(said) <= (3 if said is Question.READING else 1), asked
        match said:
            case Question.READING:
                observation = read(observation)
            case Question.SIBLING:
                observation = replace(observation, sibling=sibling)
            case Question.HTTP_AGAIN:
                observation = replace(observation, http_again=again)


@settings(max_examples=500, deadline=None)
@given(OBSERVATIONS, chains("https://a.org/d/x"), chains("http://a.org/d/p"))
def test_exactly_one_judgement_and_never_a_wrong_upgrade(seen: Observation, sibling: Chain, again: Chain) -> None:
    seen, judgement = settle(seen, sibling, again)
    assert (judgement.suggestion is not None) == (judgement.reason is Reason.MOVED)
    if judgement.verdict is not Verdict.UPGRADE:
        return
    assert seen.https.ending is Ending.ARRIVED
    assert all(exchange.request.url.scheme == "https" for exchange in seen.https.exchanges)
    assert not seen.target.form
    https, http = seen.https.reply, seen.http.reply
    assert isinstance(https, Reply) and https.features
    assert https.status not in (404, 410, 429) and (https.status < 500 or https.status == 999)
    if http is not None and http.status < 400:
        assert http.features and http.features.type == https.features.type
    if judgement.reason is Reason.SAME_PAGE:
        assert http is not None and 200 <= http.status < 300 and 200 <= https.status < 300
    if judgement.reason is Reason.HTTPS_ONLY:
        assert seen.port_80_seen and seen.sibling is not None and not seen.target.strict


@settings(max_examples=200, deadline=None)
@given(OBSERVATIONS, chains("https://a.org/d/x"), chains("http://a.org/d/p"))
def test_without_bodies_there_is_a_judgement_too(seen: Observation, sibling: Chain, again: Chain) -> None:
    """A kept observation has features and no bodies."""

    def bare(kept: Chain) -> Chain:
        last = kept.last.outcome
        outcome = replace(last, body=b"") if isinstance(last, Reply) else last
        return replace(kept, exchanges=(*kept.exchanges[:-1], replace(kept.last, outcome=outcome)))

    kept = replace(seen, http=bare(seen.http), https=bare(seen.https), sibling=None, http_again=None)
    _, judgement = settle(kept, bare(sibling), bare(again))
    assert isinstance(judgement, Judgement)


# --- the list -------------------------------------------------------------------------------------------------------


def test_every_rung_is_in_the_order_once() -> None:
    assert sorted(ORDER) == sorted(names(rungs))
    assert [rung.name for rung in LADDER] == [name.replace("_", "-") for name in ORDER]


def test_every_rung_has_a_page() -> None:
    for rung in LADDER:
        module = __import__(rung.speak.__module__, fromlist=["x"])
        assert module.__doc__ and module.__doc__.splitlines()[0].endswith((".", "?")), rung.name


def test_a_toy_rung_is_one_module_and_one_line() -> None:
    def speak(facts: Facts) -> Judgement | None:
        if facts.target.http.host != "toy.org":
            return None
        return Judgement(Verdict.KEEP, Reason.DIFFERENT_PAGE, "a toy")

    ladder = (Rung("toy", speak), *LADDER)
    same = {"http://toy.org": html(), "https://toy.org": html(), "http://a.org": html(), "https://a.org": html()}
    toy, other = observe(target("http://toy.org/"), same), observe(target("http://a.org/"), same)
    assert decide(toy, ladder) == ("toy", Judgement(Verdict.KEEP, Reason.DIFFERENT_PAGE, "a toy"))
    assert decide(other, ladder)[0] == "same-bytes"


def test_a_question_that_is_answered_counts_as_silence() -> None:
    ladder = (Rung("nag", lambda facts: Question.SIBLING), *LADDER)
    seen = observe(target("http://a.org/"), {"http://a.org": html(), "https://a.org": html()})
    assert decide(seen, ladder) == ("nag", Question.SIBLING)
    assert decide(replace(seen, sibling=seen.https), ladder)[0] == "same-bytes"


def test_an_empty_ladder_is_no_evidence() -> None:
    seen = observe(target("http://a.org/"), {})
    assert decide(seen, ()) == ("", Judgement(Verdict.UNKNOWN, Reason.NO_EVIDENCE))
