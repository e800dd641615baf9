from __future__ import annotations

import subprocess
import sys

import pytest

from checker import discover
from tests.marked import check


@pytest.mark.parametrize("name", ["a.html", "A.HTM", "dir.md/b.xhtml", "page.html"])
def test_which_files_are_html(name: str) -> None:
    language = discover.language_of(name)
    assert language is not None
    assert language.name == "html"


@pytest.mark.parametrize("media_type", ["text/html", "application/xhtml+xml"])
def test_which_media_types_are_html(media_type: str) -> None:
    language = discover.language_of("/", media_type)
    assert language is not None
    assert language.name == "html"


def test_a_page_with_everything_that_html_hands_over() -> None:
    check(
        "html",
        "<!doctype html><link rel=stylesheet href='«http://a.org/a.css»'>\n<style>@import '«http://b.org/b.css»';</style>"
        "<p style='background:url(«http://c.org/c.png»)'><a href=«http://d.org/»>x</a>"
        "<iframe srcdoc='<img src=«http://e.org/e.png»>'></iframe><script>'http://no.org/'</script>",
    )


def test_knowing_the_names_of_files_costs_no_parser() -> None:
    script = (
        "import sys; from checker import discover; assert discover.language_of('a.html').name == 'html';"
        "print([name for name in sys.modules if 'links' in name or 'tokens' in name])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
