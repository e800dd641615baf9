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
