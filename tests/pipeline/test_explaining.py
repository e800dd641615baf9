"""One URL explained: live, offline and from a recording."""

from __future__ import annotations

import _thread
import threading
import time

import pytest

from checker import pipeline, recording
from checker.model import Explanation, Judgement, Question, Reason, Usage
from checker.pipeline import explaining
from examples import pretend_web
from tests.pipeline.runs import settings
from tests.worlds import url


def explain(web: pretend_web.Web, name: str, usage: Usage = Usage.NAVIGATION, **given: object) -> Explanation:
    told, interrupted = explaining.explain(url(web.url(name)), usage, settings(web, **given))
    assert not interrupted
    return told


def said(told: Explanation) -> tuple[str, str]:
    return told.judgement.verdict.value, told.judgement.reason.value


def sent(told: Explanation) -> list[str]:
    return sorted(str(one.request.url) for one in told.sent)


def test_all_that_was_asked_seen_and_said(web: pretend_web.Web) -> None:
    told = explain(web, "soft-not-found")
    assert said(told) == ("review", "soft-not-found")
    assert told.observation is not None and told.observation.sibling is not None
    beside = str(told.observation.sibling.last.request.url)
    page = web.url("soft-not-found")
    assert sent(told) == sorted([page, page.replace("http:", "https:"), beside])
    assert {one.request for one in told.told} == {one.request for one in told.sent}
    assert told.observation.http.reply is not None and told.observation.http.reply.body
    assert all(one.outcome.address == "127.0.0.1" for one in told.sent)
    first, last = told.walks
    assert first[-1].rung == last[-1].rung == "soft-not-found"
    assert first[-1].said is Question.SIBLING
    assert last[-1].said == told.judgement
    assert [spoken.said for spoken in last[:-1]] == [None] * (len(last) - 1)
    assert dict(told.facts)["a random path beside it"].startswith("gives what the https URL gives")


def test_a_retry_is_sent_twice_and_told_once(web: pretend_web.Web) -> None:
    told = explain(web, "busy-once")
    assert said(told) == ("upgrade", "same-page")
    secure = [one for one in told.sent if one.request.url.scheme == "https"]
    assert [getattr(one.outcome, "status", None) for one in secure] == [503, 200]
    assert len([one for one in told.told if one.request.url.scheme == "https"]) == 1


def test_a_script_needs_more_and_a_form_gets_less(web: pretend_web.Web) -> None:
    assert said(explain(web, "dynamic")) == ("upgrade", "same-page")
    assert said(explain(web, "dynamic", Usage.SCRIPT)) == ("review", "similar-page")
    assert said(explain(web, "redirects", Usage.FORM)) == ("review", "similar-page")


def test_https_alone_proves_nothing_where_no_host_answers_over_http(web: pretend_web.Web) -> None:
    told = explain(web, "http-refused")
    assert said(told) == ("unknown", "no-evidence")
    assert told.remark == (
        "No host answered on port 80 in this run. Beside hosts that do, this would be upgrade, https-only."
    )
    assert told.observation is not None and not told.observation.port_80_seen
    assert told.walks[-1][-1].said == told.judgement


def test_what_is_skipped_is_not_asked(web: pretend_web.Web) -> None:
    for address, reason in (("http://localhost/", "special-use"), ("http://10.0.0.1/", "private-address")):
        told, _ = explaining.explain(url(address), Usage.NAVIGATION, settings(web))
        assert (said(told), told.walks, told.sent) == (("skipped", reason), (), ())
        with pytest.raises(recording.RecordingError, match="nothing to record"):
            explaining.record(told)
    assert said(explain(web, "same-page", ignore=("pretend",))) == ("skipped", "ignored")


def test_offline_the_list_speaks() -> None:
    told, _ = explaining.explain(url("http://a.dev/"), Usage.NAVIGATION, settings(offline=True))
    assert said(told) == ("upgrade", "hsts-preload")
    assert (told.sent, told.told) == ((), ())
    assert [spoken.rung for spoken in told.walks[0]] == ["preloaded"]
    assert told.remark.startswith("judged by the HSTS preload list of 20")
    other, _ = explaining.explain(url("http://a.org/"), Usage.NAVIGATION, settings(offline=True))
    assert said(other) == ("unknown", "offline")


def test_a_network_that_cannot_be_used(web: pretend_web.Web) -> None:
    with pytest.raises(pipeline.NetworkError):
        explain(web, "same-page", connect_to=("nonsense",))


def test_out_of_time_tells_what_was_asked(web: pretend_web.Web) -> None:
    began = time.monotonic()
    told = explain(web, "silent-https", timeout=30.0, max_time=0.7)
    assert time.monotonic() - began < 5
    assert said(told) == ("unknown", "no-evidence")
    assert told.remark == "out of time (--max-time)"
    assert told.observation is None
    assert web.url("silent-https") in sent(told)


def test_an_interruption_tells_what_was_asked(web: pretend_web.Web) -> None:
    threading.Timer(0.7, _thread.interrupt_main).start()
    where = url(web.url("silent-https"))
    told, interrupted = explaining.explain(where, Usage.NAVIGATION, settings(web, timeout=30.0))
    assert interrupted
    assert (said(told), told.remark, told.observation) == (("unknown", "no-evidence"), "interrupted", None)
    assert str(where) in sent(told)


REPLAYED = (
    ("redirects", "dynamic", "adverts", "zipped", "long-body", "flaky", "cookie-loop", "session", "location-raw")
    + ("http-not-found", "moved", "login", "parked", "robot-wall", "many-choices", "to-private", "http-hop", "changing")
    + ("expired", "thousand-hops", "same-etag", "ping-pong", "rate-limited-nonsense", "gzip-bomb", "bad-chunks")
)


@pytest.mark.parametrize("name", REPLAYED)
def test_a_recording_is_judged_as_the_conversation_was(web: pretend_web.Web, name: str) -> None:
    told = explain(web, name)
    kept = recording.load(recording.dump(explaining.record(told)).encode())
    again = explaining.replay(kept)
    assert again.judgement == told.judgement
    assert kept.said == (told.judgement.verdict, told.judgement.reason)
    assert again.facts == told.facts
    assert again.sent == ()
    decided = [walk[-1].rung for walk in told.walks]
    assert [walk[-1].rung for walk in again.walks] == decided


def test_a_recording_holds_more_than_its_verdict_needed(web: pretend_web.Web) -> None:
    where = url(web.url("same-page"))
    told, _ = explaining.explain(where, Usage.NAVIGATION, settings(web), thorough=True)
    assert said(told) == ("upgrade", "same-page")
    assert len(told.told) == 4
    assert {one.request.again for one in told.told} == {0, 1}
    assert told.observation is not None
    assert (told.observation.sibling, told.observation.http_again) == (None, None)  # nothing rests on them


def test_a_question_that_was_not_put_then_is_told_in_one_line(web: pretend_web.Web) -> None:
    made = explaining.record(explain(web, "soft-not-found"))
    less = recording.Recording(made.url, made.usage, made.exchanges[:-1])
    with pytest.raises(recording.RecordingError, match=r"^holds no answer for https://.*: it was not asked then$"):
        explaining.replay(less)


def test_what_the_run_knew_is_part_of_it(web: pretend_web.Web) -> None:
    made = explaining.record(explain(web, "http-refused"))
    assert not made.port_80_seen
    assert explaining.replay(made).judgement.reason is Reason.NO_EVIDENCE
    seen = recording.Recording(made.url, made.usage, made.exchanges, port_80_seen=True)
    judgement = explaining.replay(seen).judgement
    assert isinstance(judgement, Judgement)
    assert judgement.reason is Reason.HTTPS_ONLY
