"""The rung ``strict``."""

from __future__ import annotations

from tests.worlds import conclude, html, page, reply


def judged(http: str, https: str, media: str = "text/javascript") -> tuple[str, str]:
    world = {"http://a.org": reply(200, http, media), "https://a.org": reply(200, https, media)}
    judgement = conclude("http://a.org/x.js", world, strict=True, navigation=False)
    return f"{judgement.verdict.value} {judgement.reason.value}", judgement.detail.partition(";")[0]


def test_a_script_that_only_names_itself_by_another_scheme() -> None:
    assert judged('u="http://a.org/"', 'u="https://a.org/"') == (
        "review similar-page",
        "equal but for times and tokens",
    )


def test_another_version_of_a_style() -> None:
    assert judged("a{color:red}", "a{color:blue}", "text/css") == ("review similar-page", "not the same bytes")


def test_words_prove_nothing_for_a_page_that_is_loaded_as_an_object() -> None:
    assert judged(page(), page() + "<!-- x -->", "text/html")[0] == "review similar-page"
    same = html(page())
    assert (
        conclude("http://a.org/p", {"http://a.org": same, "https://a.org": same}, strict=True).verdict.value
        == "upgrade"
    )
