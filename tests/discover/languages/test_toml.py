from __future__ import annotations

from checker import discover
from tests.marked import check


def test_which_files_are_toml() -> None:
    language = discover.language_of("hugo.TOML")
    assert language is not None
    assert language.name == "toml"
    assert discover.language_of("Cargo.lock") is None


def test_a_data_file() -> None:
    check(
        "toml",
        'baseURL = "«http://a.org/»" # http://no.org/\n[params]\nid = "http://no.org/"\nx = ["«http://b.org/»"]\n',
    )
