from __future__ import annotations

from checker import discover
from tests.marked import check


def test_which_files_and_media_types_are_css() -> None:
    for language in (discover.language_of("site/a.CSS"), discover.language_of("/", "text/css")):
        assert language is not None
        assert language.name == "css"
    assert discover.language_of("a.scss") is None


def test_a_style_sheet() -> None:
    check("css", "@import url(«http://a.org/»);\np{background:url('«http://b.org/»')} /* url(http://no.org/) */")
