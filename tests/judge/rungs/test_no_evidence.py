"""The rung ``no_evidence``."""

from __future__ import annotations

from tests.worlds import conclude, html, reply


def test_nothing_spoke() -> None:
    judgement = conclude("http://a.org/p", {"http://a.org": reply(403), "https://a.org": html()})
    assert (judgement.verdict.value, judgement.reason.value) == ("unknown", "no-evidence")
    assert judgement.detail == "http answers 403 without a body, https answers 200"
