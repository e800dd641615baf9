"""An explanation as people read it, and as JSON; text from outside stays harmless in both."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from checker.judge import ladder, telling
from checker.judge.features import with_features
from checker.model import (
    Ending,
    Exchange,
    Explanation,
    Fault,
    Judgement,
    Observation,
    Outcome,
    Question,
    Reason,
    Reply,
    Request,
    Spoken,
    Usage,
    Verdict,
)
from checker.report import escape, explanation
from tests.report import runner
from tests.worlds import chain, failure, html, redirect, reply, target, url

A, B = "http://a.org/p", "https://a.org/p"


def at(outcome: Outcome, address: str = "192.0.2.7", seconds: float = 0.25) -> Outcome:
    return replace(outcome, address=address, seconds=seconds)


def explained(seen: Observation, **more: object) -> Explanation:
    walk = tuple(Spoken(rung, said) for rung, said in ladder.walk(seen))
    judgement = walk[-1].said
    assert isinstance(judgement, Judgement)
    told = Explanation(seen.target, Usage.NAVIGATION, judgement, seen, telling.tell(seen), (walk,))
    return replace(told, **more)  # type: ignore[arg-type]


def sent(*steps: tuple[str, Outcome]) -> tuple[Exchange, ...]:
    return tuple(Exchange(Request(url(where)), with_features(outcome)) for where, outcome in steps)


REDIRECTS = Observation(
    target(A), chain((A, at(redirect(B))), (B, at(html("<p>x")))), chain((B, at(html("<p>x"), "2001:db8::7")))
)


def test_the_whole_text() -> None:
    tries = sent((A, at(redirect(B))), (B, at(reply(503))), (B, at(html("<p>x"))))
    assert "".join(explanation.text(explained(REDIRECTS, sent=tries, remark="A remark."))) == (
        "http://a.org/p\n"
        "https://a.org/p\n"
        "\n"
        "Over http\n"
        "  1. GET http://a.org/p\n"
        "     301, text/html, 0 bytes, 0.25 s, from 192.0.2.7\n"
        "     Location: https://a.org/p\n"
        "  2. GET https://a.org/p\n"
        "     200, text/html, 4 bytes, 0.25 s, from 192.0.2.7\n"
        "     asked 2 times; before: 503\n"
        "  arrived\n"
        "\n"
        "Over https\n"
        "  1. GET https://a.org/p\n"
        "     200, text/html, 4 bytes, 0.25 s, from 2001:db8::7\n"
        "     asked 2 times; before: 503\n"
        "  arrived\n"
        "\n"
        "Facts\n"
        "  http ends                    answers 200, at https://a.org/p\n"
        "  https ends                   answers 200\n"
        "  http leads to the https URL  yes\n"
        "  a cookie of http decides     no\n"
        "  types                        the same: text/html, text/html\n"
        "  where both end               one https URL\n"
        "  bytes                        the same: 4 and 4\n"
        "  text but for what varies     the same\n"
        "\n"
        "Rungs, in the order in which they were asked\n"
        "  preloaded     passes\n"
        "  unasked       passes\n"
        "  no-such-host  passes\n"
        "  loop          passes\n"
        "  downgrade     passes\n"
        "  certificate   passes\n"
        "  transport     passes\n"
        "  http-hop      passes\n"
        "  gone          passes\n"
        "  userinfo      passes\n"
        "  redirect      decides: upgrade, redirects-to-https\n"
        "\n"
        "A remark.\n"
        "\n"
        "upgrade, redirects-to-https: the http URL redirects to exactly this https URL\n"
        "  (https answers 200). Change it to https.\n"
    )


def test_a_question_stands_beside_the_rung_that_had_it() -> None:
    walks = (
        (Spoken("one", None), Spoken("nag", Question.SIBLING)),
        (Spoken("one", None), Spoken("nag", None), Spoken("last", Judgement(Verdict.KEEP, Reason.REFUSED))),
    )
    text = "".join(explanation.text(explained(REDIRECTS, walks=walks)))
    assert "  one   passes\n  nag   asked what a random path beside it gives; passes\n" in text
    assert "  last  decides: keep, refused\n" in text
    halfway = "".join(explanation.text(explained(REDIRECTS, walks=walks[:1])))
    assert "  nag  asked what a random path beside it gives; asks what a random path beside\n" in halfway


def test_how_exchanges_end() -> None:
    shut = at(failure(Fault.TLS_EXPIRED, "ended on Monday"), "", 1.5)
    lines = explanation.text(explained(Observation(target(A), chain((A, shut)), chain((B, shut)))))
    assert "     tls-expired (tls), ended on Monday, 1.50 s\n  failed\n" in "".join(lines)
    asked = Request(url(B), "a=1; session=x")
    broken = with_features(at(reply(200, b"abc", broken=Fault.TIMEOUT)))
    cut = with_features(at(reply(200, b"abc", cut=True, length=9)))
    seen = replace(
        REDIRECTS,
        http=replace(REDIRECTS.http, exchanges=(Exchange(asked, broken),)),
        https=replace(REDIRECTS.https, exchanges=(Exchange(asked, cut),)),
    )
    text = "".join(explanation.text(explained(seen, sent=sent((A, html())))))
    assert "the body broke off: timeout, 0.25 s" in text
    assert "9 bytes, 3 of them read" in text
    assert "     with the cookies a, session\n" in text
    assert "=x" not in text
    assert "     not sent: known from another request\n" in text


@pytest.mark.parametrize(
    ("ending", "says"),
    [
        (Ending.LOOP, "goes round in a circle"),
        (Ending.INVALID, "leads to what cannot be followed"),
        (Ending.PRIVATE, "leads to a private address, which is not followed"),
    ],
)
def test_endings(ending: Ending, says: str) -> None:
    seen = replace(REDIRECTS, https=chain((B, redirect("x:")), ending=ending, location="x:"))
    assert f"     Location: x:\n  {says}\n" in "".join(explanation.text(explained(seen)))


def test_what_was_not_asked_and_what_was_cut_short() -> None:
    skipped = Explanation(target(A), Usage.NAVIGATION, Judgement(Verdict.SKIPPED, Reason.IGNORED))
    assert "".join(explanation.text(skipped)) == (
        "http://a.org/p\nhttps://a.org/p\n\nskipped, ignored: ignored by request. Nothing to do.\n"
    )
    judgement = Judgement(Verdict.UNKNOWN, Reason.NO_EVIDENCE, "interrupted")
    cut = replace(skipped, judgement=judgement, sent=sent((A, at(html("<p>x")))))
    assert "Asked so far\n  1. GET http://a.org/p\n     200, text/html, 4 bytes, 0.25 s, from 192.0.2.7\n" in "".join(
        explanation.text(cut)
    )
    plain, secure = (chain((where, failure(Fault.OFFLINE))) for where in (A, B))
    offline = "".join(explanation.text(explained(Observation(target(A), plain, secure))))
    assert "Over http\n  not asked: offline\n\nOver https\n  not asked: offline\n" in offline


HOSTILE = "\x1b[31m\r\n::error::x ##[error]y \u202e\u200bhttp://user:secret@b.org/ " + "long " * 200


def hostile() -> Explanation:
    evil = at(redirect(HOSTILE), HOSTILE)
    page = with_features(html(f"<title>{HOSTILE}</title><h1>Buy this domain</h1>{HOSTILE}"))
    asked = Exchange(Request(url("https://a.org/" + "p" * 300), HOSTILE), page)
    https = replace(chain((B, evil), (B, page)), exchanges=(*chain((B, evil)).exchanges, asked))
    http = chain((A, at(failure(Fault.LOOKUP, HOSTILE), HOSTILE)))
    told = explained(Observation(target("http://user:secret@a.org/p"), http, https))
    judgement = Judgement(Verdict.REVIEW, Reason.MOVED, HOSTILE, HOSTILE)
    spoken = (Spoken("moved", judgement),)
    return replace(told, judgement=judgement, walks=(spoken,), remark=HOSTILE, facts=((HOSTILE[:9], HOSTILE),))


def test_text_from_outside_does_nothing() -> None:
    for text in ("".join(explanation.text(hostile())), escape.json_line(explanation.record(hostile()))):
        assert "secret" not in text
        assert not set(text) & {"\x1b", "\r", "\u202e", "\u200b"}
        assert runner.commands(text) == []


def test_it_fits_a_terminal_but_for_urls() -> None:
    for line in "".join(explanation.text(hostile())).splitlines():
        assert len(line) <= explanation.WIDTH or "GET " in line or "Location: " in line, line


def test_the_whole_record() -> None:
    seen = Observation(target(A), chain((A, at(redirect(B))), (B, at(html("<p>x")))), chain((B, at(html("<p>x")))))
    told = explained(seen, sent=sent((A, at(failure(Fault.RESET, "gone")))), remark="A remark.")
    page = {
        "method": "GET", "url": B, "address": "192.0.2.7", "status": 200, "type": "text/html", "length": 4, "read": 4,
        "location": None, "seconds": 0.25,
    }  # fmt: skip
    led = {**page, "url": A, "status": 301, "length": 0, "read": 0, "location": B}
    record = explanation.record(told)
    walk = record.pop("walks")
    assert [step["rung"] for step in walk[0]][-1] == "redirect"
    assert walk[0][0] == {"rung": "preloaded"}
    assert walk[0][-1] == {"rung": "redirect", "verdict": "upgrade", "reason": "redirects-to-https"}
    assert record.pop("facts")[0] == {"name": "http ends", "says": "answers 200, at https://a.org/p"}
    assert json.loads(json.dumps(record)) == {
        "schema": "https-ready-why/1",
        "url": A,
        "https": B,
        "usage": "navigation",
        "verdict": "upgrade",
        "reason": "redirects-to-https",
        "says": "the http URL redirects to exactly this https URL",
        "detail": "https answers 200",
        "suggestion": None,
        "decided_by": "redirect",
        "chains": {
            "http": {"ending": "arrived", "exchanges": [led, page]},
            "https": {"ending": "arrived", "exchanges": [page]},
        },
        "sent": [
            {
                "method": "GET", "url": A, "address": "192.0.2.7", "fault": "reset", "stage": "connect",
                "detail": "gone", "seconds": 0.25,
            }
        ],
        "remark": "A remark.",
    }  # fmt: skip
    asks = explanation.record(explained(REDIRECTS, walks=((Spoken("nag", Question.READING),),)))
    assert (asks["walks"], asks["decided_by"]) == ([[{"rung": "nag", "asks": "reading"}]], "")


def test_every_question_and_verdict_has_its_words() -> None:
    assert {question.value for question in Question} <= set(explanation.QUESTIONS)
    assert set(explanation._TO_DO) == set(Verdict)
    assert isinstance(REDIRECTS.https.reply, Reply)
