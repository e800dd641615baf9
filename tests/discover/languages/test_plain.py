from __future__ import annotations

import pytest

from checker import discover
from checker.model import Document, Usage
from tests.marked import check


@pytest.mark.parametrize("name", ["notes.txt", "README", "LICENSE"])
def test_no_file_is_plain_text_by_its_name(name: str) -> None:
    assert discover.language_of(name) is None


@pytest.mark.parametrize(
    "text",
    [
        "See «http://a.org/x».\r\n(«http://b.org/») <«http://c.org/»>",
        "https://no.org/ https://web.archive.org/web/2010/http://no.org/ httpx http:",
        "# «http://a.org/»\n    «http://b.org/»\n`«http://c.org/»`",
    ],
)
def test_every_bare_url_is_a_link(text: str) -> None:
    check("plain", text)


def test_its_usage_is_text() -> None:
    (place,) = discover.find(Document("x.txt", "http://a.org/", "plain"))
    assert place.usage is Usage.TEXT
