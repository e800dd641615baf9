from __future__ import annotations

from checker import urls
from checker.model import COMPARED, Answer, Observation, Reply, Request
from checker.pipeline import asking
from tests import worlds


def test_features_are_made_of_what_is_compared_and_not_of_pages_to_crawl() -> None:
    url = urls.parse("http://x.pretend/")
    assert url is not None
    reply = Reply(200, (("content-type", "text/html"),), b"<p>words")
    compared = asking.fetch_with_features(lambda request: reply, Request(url))
    assert isinstance(compared, Reply)
    assert compared.features is not None
    assert asking.fetch_with_features(lambda request: reply, Request(url, body_limit=COMPARED + 1)) is reply


def test_an_answer_keeps_its_evidence_without_the_bodies_and_every_observation_was_noted() -> None:
    noted: list[Observation] = []

    def note(observation: Observation) -> Observation:
        noted.append(observation)
        return observation

    page = Reply(200, (("content-type", "text/html"),), b"<title>A page</title><p>some words")
    flow = asking.check(worlds.target("http://x.pretend/a"), note)
    answer = worlds.drive(flow, lambda request: asking.fetch_with_features(lambda _: page, request))
    assert isinstance(answer, Answer)
    assert answer.judgement.verdict.value == "upgrade"
    assert len(noted) == 1
    assert answer.observation is not None
    for chain in (answer.observation.http, answer.observation.https):
        assert chain.reply is not None
        assert chain.reply.body == b""
        assert chain.reply.features is not None


def test_what_a_host_sends_too_much_of_is_not_kept_for_the_whole_run() -> None:
    """Long headers but for what a judgement may rest on, and long cookies."""
    many = tuple((f"x-{number}", "y" * 100) for number in range(60))
    needed = (("content-type", "text/html"), ("etag", '"12345678"'))
    flags = tuple(("set-cookie", f"c{number}={'v' * 50}; path=/") for number in range(20))
    pages = {
        "http": Reply(302, (("location", "https://x.pretend/a"), *flags)),
        "https": Reply(200, (*many, *needed, ("refresh", "9" * 5000)), b"<title>A page</title>"),
    }
    flow = asking.check(worlds.target("http://x.pretend/a"), lambda observation: observation)
    answer = worlds.drive(
        flow, lambda request: asking.fetch_with_features(lambda asked: pages[asked.url.scheme], request)
    )
    assert isinstance(answer, Answer) and answer.observation is not None
    first, second = answer.observation.http.exchanges
    assert isinstance(first.outcome, Reply) and isinstance(second.outcome, Reply)
    assert first.outcome.headers == pages["http"].headers, "a usual header is kept whole"
    assert second.outcome.headers == needed
    assert (
        second.request.cookies == f"c0={'v' * 50}; c1={'v' * 50}; c2={'v' * 50}; c3={'v' * 50}; c4={'v' * 50}; "[:256]
    )
