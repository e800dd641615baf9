from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import findings, urls
from checker.model import (
    Edit,
    Finding,
    Judgement,
    Mixed,
    Occurrence,
    Reason,
    Rule,
    Severity,
    Source,
    Span,
    Usage,
    Verdict,
)

SAME = Judgement(Verdict.UPGRADE, Reason.SAME_PAGE)
SIMILAR = Judgement(Verdict.REVIEW, Reason.SIMILAR_PAGE)
EXPIRED = Judgement(Verdict.KEEP, Reason.TLS_EXPIRED)
GONE = Judgement(Verdict.DEAD, Reason.GONE)
UNKNOWN = Judgement(Verdict.UNKNOWN, Reason.TIMEOUT)


def place(
    written: str = "http://x.org/",
    usage: Usage = Usage.NAVIGATION,
    mixed: Mixed = Mixed.NONE,
    url: str = "",
    at: int = 0,
) -> Occurrence:
    return Occurrence(
        "a.md", Source.FILE, at, at + len(written), 1, 1, 1, 1 + len(written), url or written, usage, mixed, written
    )


def finding(occurrence: Occurrence, judgement: Judgement, own: str = "") -> Finding | None:
    url = urls.parse(occurrence.url)
    assert url is not None
    return findings.finding_of(occurrence, judgement, frozenset({own}), url)


@pytest.mark.parametrize(
    ("usage", "mixed", "judgement", "own", "rule"),
    [
        (Usage.SCRIPT, Mixed.ACTIVE, SAME, "", Rule.ACTIVE_MIXED_CONTENT),
        (Usage.SCRIPT, Mixed.ACTIVE, GONE, "", Rule.ACTIVE_MIXED_CONTENT),
        (Usage.SCRIPT, Mixed.ACTIVE, SAME, "x.org", Rule.ACTIVE_MIXED_CONTENT),
        (Usage.SCRIPT, Mixed.ACTIVE, UNKNOWN, "", None),
        (Usage.FORM, Mixed.NONE, SIMILAR, "", Rule.INSECURE_FORM),
        (Usage.FORM, Mixed.NONE, EXPIRED, "", Rule.INSECURE_FORM),
        (Usage.FORM, Mixed.NONE, GONE, "", None),
        (Usage.NAVIGATION, Mixed.NONE, SAME, "x.org", Rule.OWN_SITE_HTTP),
        (Usage.NAVIGATION, Mixed.NONE, SIMILAR, "x.org", Rule.REVIEW_LINK),
        (Usage.IMAGE, Mixed.PASSIVE, SAME, "", Rule.PASSIVE_MIXED_CONTENT),
        (Usage.IMAGE, Mixed.PASSIVE, EXPIRED, "", Rule.PASSIVE_MIXED_CONTENT),
        (Usage.IMAGE, Mixed.PASSIVE, SIMILAR, "", Rule.REVIEW_LINK),
        (Usage.IMAGE, Mixed.PASSIVE, GONE, "", None),
        (Usage.METADATA, Mixed.NONE, SAME, "", Rule.INSECURE_METADATA),
        (Usage.METADATA, Mixed.NONE, EXPIRED, "", None),
        (Usage.NAVIGATION, Mixed.NONE, SAME, "", Rule.UPGRADABLE_LINK),
        (Usage.NAVIGATION, Mixed.NONE, EXPIRED, "", None),
        (Usage.TEXT, Mixed.NONE, SIMILAR, "", Rule.REVIEW_LINK),
    ],
)
def test_the_first_rule_that_fits(
    usage: Usage, mixed: Mixed, judgement: Judgement, own: str, rule: Rule | None
) -> None:
    found = finding(place(usage=usage, mixed=mixed), judgement, own)
    assert (found.rule if found else None) is rule


def test_severities() -> None:
    assert {rule: rule.severity for rule in Rule} == {
        Rule.ACTIVE_MIXED_CONTENT: Severity.ERROR,
        Rule.INSECURE_FORM: Severity.ERROR,
        Rule.OWN_SITE_HTTP: Severity.WARNING,
        Rule.PASSIVE_MIXED_CONTENT: Severity.WARNING,
        Rule.INSECURE_METADATA: Severity.WARNING,
        Rule.UPGRADABLE_LINK: Severity.WARNING,
        Rule.REVIEW_LINK: Severity.NOTE,
    }


def apply(written: str, edits: tuple[Edit, ...], at: int = 0) -> str:
    for edit in reversed(edits):
        written = written[: edit.start - at] + edit.text + written[edit.end - at :]
    return written


@pytest.mark.parametrize(
    ("written", "fixed", "edits"),
    [
        ("http://x.org/p", "https://x.org/p", 1),
        ("HTTP://x.org/p", "HTTPs://x.org/p", 1),
        ("http://x.org:80/p", "https://x.org/p", 2),
        ("http://x.org:080?q", "https://x.org?q", 2),
        ("http://x.org:80", "https://x.org", 2),
        ("http://x.org:8080/", "https://x.org:8080/", 1),
        ("http://x.org/a:80/b", "https://x.org/a:80/b", 1),
        ("http://x.org/?u=y:80", "https://x.org/?u=y:80", 1),
        ("http://[::80]/", "https://[::80]/", 1),
        ("http://[::1]:80/", "https://[::1]/", 2),
        ("http:x.org/p", "https://x.org/p", 1),
        ("http:/x.org/p", "https://x.org/p", 1),
        ("http:///x.org/p", "https://x.org/p", 1),
        ("http:\\\\x.org\\p", "https://x.org\\p", 1),
        ("http&#58;//x.org/", "https://x.org/", 1),
        ("http&colon;&sol;&sol;x.org/", "https://x.org/", 1),
        ("http\\://x.org/", "https://x.org/", 1),
        ("http:\\/\\/x.org:80\\/p", "https://x.org\\/p", 2),
        ("http://x.org/\udce9", "https://x.org/\udce9", 1),
    ],
)
def test_the_smallest_edit(written: str, fixed: str, edits: int) -> None:
    found = finding(place(written, url="http://x.org/", at=7), SAME)
    assert found is not None
    assert found.fix is not None
    assert apply(written, found.fix.edits, 7) == fixed
    assert len(found.fix.edits) == edits
    assert found.fix.safe


@pytest.mark.parametrize(
    "written",
    ["ht\ntp://x.org/", "&#104;ttp://x.org/", "\\68ttp://x.org/", "http:\\u002f\\u002fx.org/", "http:/\\2f x.org/"],
)
def test_a_spelling_that_is_past_telling_is_left_alone(written: str) -> None:
    found = finding(place(written, url="http://x.org/"), SAME)
    assert found is not None
    assert found.fix is None


def test_moved_replaces_the_whole_url_and_is_unsafe() -> None:
    judgement = Judgement(Verdict.REVIEW, Reason.MOVED, suggestion="https://new.org/p")
    found = finding(place("http://x.org/p"), judgement)
    assert found is not None
    assert found.fix is not None
    assert (found.fix.edits, found.fix.safe) == ((Edit(0, 14, "https://new.org/p"),), False)


@pytest.mark.parametrize(
    ("occurrence", "judgement", "safe"),
    [
        (place(), SAME, True),
        (place(usage=Usage.DATA), SAME, False),
        (place(usage=Usage.FORM), SAME, False),
        (place("http://u:p@x.org/"), SAME, False),
        (place(), SIMILAR, False),
    ],
)
def test_what_is_safe(occurrence: Occurrence, judgement: Judgement, safe: bool) -> None:
    found = finding(occurrence, judgement)
    assert found is not None
    assert found.fix is not None
    assert found.fix.safe is safe


def test_never_an_edit_for_what_is_kept() -> None:
    found = finding(place(mixed=Mixed.PASSIVE, usage=Usage.IMAGE), EXPIRED)
    assert found is not None
    assert found.fix is None


def test_the_label_goes_along() -> None:
    text = "[http://x.org/](http://x.org/)"
    occurrence = Occurrence(
        "a.md", Source.FILE, 16, 29, 1, 17, 1, 30, "http://x.org/", Usage.NAVIGATION, Mixed.NONE, "http://x.org/",
        Span(1, 14), "http://x.org/",
    )  # fmt: skip
    found = finding(occurrence, SAME)
    assert found is not None
    assert found.fix is not None
    assert apply(text, found.fix.edits) == "[https://x.org/](https://x.org/)"


@pytest.mark.parametrize(
    ("url", "https"),
    [
        ("http://x.org/p#part", "https://x.org/p#part"),
        ("http://x.org:80/p", "https://x.org/p"),
        ("http:x.org", "https://x.org"),
        ("http://u:secret@x.org/", "https://***@x.org/"),
        ("ht\ntp://x.org/", "https://x.org/"),
    ],
)
def test_https_keeps_the_spelling(url: str, https: str) -> None:
    assert findings.https_of(place(url)) == https


@given(st.text(st.sampled_from("ab:/?#@\\.80[]&;"), max_size=25))
def test_an_edit_gives_the_twin_or_nothing(rest: str) -> None:
    written = "http://" + rest
    url = urls.parse(written)
    if url is None:
        return
    found = findings.finding_of(place(written), SAME, frozenset(), url)
    assert found is not None
    assert found.fix is not None
    assert urls.parse(apply(written, found.fix.edits)) == urls.twin(url)


def test_a_message_says_what_and_what_to_do_without_userinfo() -> None:
    found = finding(place("http://u:secret@x.org/", Usage.SCRIPT, Mixed.ACTIVE), EXPIRED)
    assert found is not None
    assert found.message == (
        "http://***@x.org/: browsers block this on an https page; cannot become https: the certificate is out of date"
    )
