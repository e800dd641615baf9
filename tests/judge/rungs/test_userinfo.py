"""The rung ``userinfo``."""

from __future__ import annotations

from tests.worlds import REFUSED, Net, conclude, html, redirect, verdict


def test_a_password_makes_it_a_review_even_with_a_redirect() -> None:
    world = {"http://a.org": redirect("https://a.org/p"), "https://a.org": html()}
    assert verdict("http://me:secret@a.org/p", world) == "review userinfo"


def test_https_that_fails_is_still_kept() -> None:
    assert verdict("http://me@a.org/p", {"http://a.org": html(), "https://a.org": REFUSED}) == "keep refused"


def test_it_is_never_sent_nor_told() -> None:
    net = Net({"http://a.org": html(), "https://a.org": html()})
    judgement = conclude("http://me:secret@a.org/p", {}, net=net)
    assert [str(request.url) for request in net.asked] == ["http://a.org/p", "https://a.org/p"]
    assert "secret" not in repr(judgement)
