from __future__ import annotations

import pytest

from checker import discover
from tests.marked import check


@pytest.mark.parametrize("name", ["_config.yml", "data/A.YAML", ".github/x.yml"])
def test_which_files_are_yaml(name: str) -> None:
    language = discover.language_of(name)
    assert language is not None
    assert language.name == "yaml"


@pytest.mark.parametrize("name", ["pnpm-lock.yaml", "a/conda-lock.yml", "env.lock.yml", ".https-ready.yml"])
def test_lock_files_are_left_out(name: str) -> None:
    assert discover.language_of(name) is None


def test_a_data_file() -> None:
    check(
        "yaml",
        "# http://no.org/\nurl: «http://a.org/»\nid: http://no.org/\nmore:\n  - see <«http://b.org/»>\ntab:\t«http://c.org/»\n",
    )
