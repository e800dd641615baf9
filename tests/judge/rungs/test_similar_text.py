"""The rung ``similar_text``."""

from __future__ import annotations

from tests.worlds import WORDS, conclude, html, page, verdict

TEXT = " ".join(WORDS)
TEMPLATE = " ".join(f"menu{number}" for number in range(300))


def both(http: str, https: str) -> str:
    return verdict("http://a.org/p", {"http://a.org": html(http), "https://a.org": html(https)})


def test_a_few_words_of_noise() -> None:
    assert both(page(text=f"{TEXT} sunny"), page(text=f"{TEXT} cloudy")) == "upgrade same-page"


def test_a_cookie_banner_in_an_aside() -> None:
    banner = "<aside>We value your privacy and use cookies to measure how you read and what you like. Accept or decline.</aside>"
    assert both(page(), page(text=f"{banner}{TEXT}")) == "upgrade same-page"


def test_the_detail_names_the_share() -> None:
    world = {"http://a.org": html(page(text=f"{TEXT} sunny")), "https://a.org": html(page(text=f"{TEXT} cloudy"))}
    assert conclude("http://a.org/p", world).detail == "98% of main words shared, same title"


def test_a_template_around_another_text() -> None:
    core = [" ".join(f"{name}{number}" for number in range(30)) for name in ("one", "two")]
    assert both(page(text=f"{TEMPLATE} {core[0]}"), page(text=f"{TEMPLATE} {core[1]}")) == "review similar-page"
    inside = [page(text=f"<div>{TEMPLATE}</div><div>{text}</div>", head="<link rel=canonical href=/>") for text in core]
    assert both(*inside) == "review similar-page"


def test_a_template_in_nav_and_another_text() -> None:
    core = ["red apples grow on old trees " * 8, "blue whales swim in deep water " * 8]
    pages = [page(text=f"<nav>{TEMPLATE}</nav>{text}") for text in core]
    assert not both(*pages).startswith("upgrade")


def test_few_words_prove_nothing() -> None:
    assert not both(page(text="hello dear world of stars"), page(text="hello dear world of suns")).startswith("upgrade")


def test_another_title_or_heading() -> None:
    assert not both(page("Monday"), page("Tuesday")).startswith("upgrade")
    assert not both(page(heading="Monday"), page(heading="Tuesday")).startswith("upgrade")


def test_text_without_blanks() -> None:
    text = (
        "この観測所では毎朝誰かが石の塔に登り四つの計器を読み数字を帳簿に書き込み灯をともしてから港沿いを歩いて家に帰る"
    )
    assert both(page(text=f"{text}。晴"), page(text=f"{text}。雨")) == "upgrade same-page"
