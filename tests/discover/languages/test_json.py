from __future__ import annotations

import pytest

from checker import discover
from checker.model import Document, Mixed, Usage
from tests.marked import check


@pytest.mark.parametrize("name", ["_data/a.json", "A.JSON", "site.webmanifest", "a.json5", "tsconfig.jsonc"])
def test_which_files_are_json(name: str) -> None:
    language = discover.language_of(name)
    assert language is not None
    assert language.name == "json"


@pytest.mark.parametrize(
    "name", ["package-lock.json", "a/npm-shrinkwrap.json", "packages.lock.json", "search.min.json"]
)
def test_lock_files_are_left_out(name: str) -> None:
    assert discover.language_of(name) is None


def test_a_data_file() -> None:
    text = '{"$schema": "http://no.org/s", "home": "http://a.org/", "n": [1, "see http:\\/\\/b.org\\/x."]}'
    found = discover.find(Document("a.json", text, "json"))
    assert [(place.url, place.written, place.usage, place.mixed) for place in found] == [
        ("http://a.org/", "http://a.org/", Usage.DATA, Mixed.NONE),
        ("http://b.org/x", "http:\\/\\/b.org\\/x", Usage.DATA, Mixed.NONE),
    ]
    check("json", text.replace("http://a.org/", "«http://a.org/»").replace(found[1].written, f"«{found[1].written}»"))
