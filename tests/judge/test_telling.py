"""The facts as people read them."""

from __future__ import annotations

from dataclasses import replace

from checker.judge.reading import read
from checker.judge.telling import tell
from checker.model import Ending, Fault, Observation
from tests.worlds import REFUSED, chain, failure, html, observe, page, redirect, reply, target

A, B = "http://a.org/p", "https://a.org/p"


def test_two_pages_that_are_the_same() -> None:
    seen = observe(target(A), {"http://a.org": html(), "https://a.org": html()})
    length = len(page())
    assert tell(seen) == (
        ("http ends", "answers 200"),
        ("https ends", "answers 200"),
        ("http leads to the https URL", "no"),
        ("types", "the same: text/html, text/html"),
        ("where both end", "two URLs"),
        ("bytes", f"the same: {length} and {length}"),
        ("text but for what varies", "the same"),
    )


def test_what_a_reading_adds() -> None:
    other = page("Another", head='<link rel="canonical" href="https://a.org/q">')
    seen = read(observe(target(A), {"http://a.org": html(), "https://a.org": html(other)}))
    facts = dict(tell(seen))
    assert facts["bytes"].startswith("not the same: ")
    assert facts["text but for what varies"] == "not the same"
    assert facts["titles"] == "'Weather records', 'Another'"
    assert facts["headings"] == "'Weather records', 'Another'"
    assert "a.org/q" in facts["canonical links"]
    assert facts["words"].endswith("% shared, of 56 and 55")


def test_redirects_and_failures() -> None:
    led = observe(target(A), {"http://a.org": redirect(B), "https://a.org": html()})
    assert tell(led)[:4] == (
        ("http ends", "answers 200, at https://a.org/p"),
        ("https ends", "answers 200"),
        ("http leads to the https URL", "yes"),
        ("a cookie of http decides", "no"),
    )
    shut = observe(target(A), {"http://a.org": REFUSED, "https://a.org": failure(Fault.TLS_EXPIRED, "on Monday")})
    assert tell(replace(shut, port_80_seen=False, shared_body=True)) == (
        ("http ends", "refused"),
        ("https ends", "on Monday"),
        ("http leads to the https URL", "no"),
        ("port 80", "no host of the run answered there"),
        ("another URL of the host", "gave the same page over https"),
    )
    private = chain((A, redirect("http://10.0.0.1/")), ending=Ending.PRIVATE, location="http://10.0.0.1/")
    wrong = chain((B, redirect("x:")), ending=Ending.INVALID, location="x:")
    assert tell(Observation(target(A), private, wrong))[:2] == (
        ("http ends", "leads to a private address: 'http://10.0.0.1/'"),
        ("https ends", "leads to what cannot be followed: 'x:'"),
    )


def test_what_a_page_does_with_it_and_what_it_shows() -> None:
    parked = html("<title>a.org</title><h1>Buy this domain</h1>")
    seen = observe(target(A, strict=True, form=True), {"http://a.org": html(), "https://a.org": parked})
    facts = dict(tell(seen))
    assert facts["loaded by a page"] == "only equal bytes or a redirect prove"
    assert facts["a form"] == "a GET proves nothing about a POST"
    assert facts["https shows parked"]
    assert "http shows parked" not in facts


def test_follow_up_questions() -> None:
    seen = observe(target(A), {"http://a.org": html(), "https://a.org": html()})
    same, gone = chain((B, html())), chain((B, reply(404)))
    assert dict(tell(replace(seen, sibling=same)))["a random path beside it"] == (
        "gives what the https URL gives (answers 200)"
    )
    assert dict(tell(replace(seen, sibling=gone)))["a random path beside it"] == (
        "gives something else (answers 404 without a body)"
    )
    silent = chain((B, failure(Fault.TIMEOUT)))
    assert dict(tell(replace(seen, sibling=silent)))["a random path beside it"] == "could not be compared (timeout)"
    assert dict(tell(replace(seen, http_again=chain((A, html())))))["http differs from itself"] == "no"
    assert dict(tell(replace(seen, http_again=chain((A, html(page("b")))))))["http differs from itself"] == "yes"
    again = dict(tell(replace(seen, http_again=chain((A, REFUSED)))))
    assert again["http differs from itself"] == "could not be compared"


def test_offline_there_is_one_fact() -> None:
    plain, secure = (chain((at, failure(Fault.OFFLINE))) for at in (A, B))
    seen = Observation(target(A), plain, secure, preloaded="2025-01-01")
    assert tell(seen) == (("HSTS preload list", "2025-01-01: covers the host"),)
    assert tell(replace(seen, preloaded="")) == (("HSTS preload list", "does not cover the host"),)
