from __future__ import annotations

import pytest

from checker import discover
from tests.marked import check


@pytest.mark.parametrize("name", ["index.adoc", "docs/README.ASCIIDOC", "x.asc"])
def test_which_files_are_asciidoc(name: str) -> None:
    language = discover.language_of(name)
    assert language is not None
    assert language.name == "asciidoc"


def test_a_document_with_html_in_its_text_and_styles_in_that() -> None:
    check(
        "asciidoc",
        "link:«http://a.org/»[a] +++<p style=\"background: url('«http://b.org/i.png»')\">+++ `+http://no.org/+`\n",
    )
