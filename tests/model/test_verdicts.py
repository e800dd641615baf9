from __future__ import annotations

import pytest

from checker.model import Reason, Verdict


@pytest.mark.parametrize("kind", [Verdict, Reason])
def test_every_word_is_explained_in_one_line(kind: type[Verdict] | type[Reason]) -> None:
    said = [word.says for word in kind]
    assert all(line and "\n" not in line and not line.endswith(".") for line in said)
    assert len(set(said)) == len(said)
