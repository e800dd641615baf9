from __future__ import annotations

from checker import discover
from tests.marked import check


def test_which_files_are_notebooks() -> None:
    language = discover.language_of("a/B.IPYNB")
    assert language is not None
    assert language.name == "notebook"


def test_a_notebook() -> None:
    check(
        "notebook",
        '{"cells": [{"cell_type": "markdown", "source": ["[a](«http://a.org/»)\\n", "`http://no.org/`"]},\n'
        ' {"cell_type": "code", "source": "http://no.org/", "outputs": []}], "metadata": {"x": "http://no.org/"}}',
    )
