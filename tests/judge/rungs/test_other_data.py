"""The rung ``other_data``."""

from __future__ import annotations

import pytest

from tests.worlds import conclude, reply, verdict


@pytest.mark.parametrize(
    "media", ["application/json", "text/plain", "application/rss+xml", "image/png", "application/pdf", "video/mp4"]
)
def test_unequal_data_is_for_a_person(media: str) -> None:
    world = {"http://a.org": reply(200, "a b c", media), "https://a.org": reply(200, "a b d", media)}
    assert verdict("http://a.org/p", world) == "review similar-page"


def test_the_detail() -> None:
    world = {"http://a.org": reply(200, "abc", "image/png"), "https://a.org": reply(200, "abcd", "image/png")}
    assert conclude("http://a.org/p", world).detail == "image/png, 3 and 4 bytes, not equal"
