from __future__ import annotations

import pytest

from checker import discover
from tests.marked import check


@pytest.mark.parametrize("name", ["index.rst", "docs/README.RST", "x.rest"])
def test_which_files_are_restructuredtext(name: str) -> None:
    language = discover.language_of(name)
    assert language is not None
    assert language.name == "rst"


def test_a_document_with_raw_html_and_its_styles() -> None:
    check(
        "rst",
        "`a <«http://a.org/»>`_\n\n.. raw:: html\n\n   <p style=\"background: url('«http://b.org/i.png»')\">\n\n``http://no.org/``\n",
    )
