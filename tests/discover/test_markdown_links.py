from __future__ import annotations

import pytest

from checker.discover import markdown_links
from tests.marked import check, found


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_level_lines_keeps_every_character_in_its_place(end: str) -> None:
    text = f"a{end}b\0c{end}{end}"
    level = markdown_links.level_lines(text)
    assert len(level) == len(text)
    assert "\r" not in level
    assert level.splitlines() == ["a" + " " * (len(end) - 1), "b\ufffdc" + " " * (len(end) - 1), " " * (len(end) - 1)]


@pytest.mark.parametrize(
    "text",
    [
        "---\nlink: «http://a.org/»\n---\n\n[x](«http://b.org/»)\n",
        "+++\nlink = '«http://a.org/»'\n+++\n\n<«http://b.org/»>\n",
        "[x](«http://a.org/»)\n\n{% highlight sh %}\nhttp://no.org/\n{% endhighlight %}\n\n«http://b.org/»\n",
        "{% comment %}http://no.org/{% endcomment %} «http://b.org/»\n",
        "{% comment %}\nhttp://no.org/\n{% endcomment %} «http://b.org/»\n",
        "[x](http://a.org/{{ page }}) «http://b.org/»\n",
        "[a][r] and ![b][r]\n\n[r]: «http://a.org/»\n",
        "<div>\n<!--\n\n[x](http://no.org/)\n\n-->\n</div>\n\n[x](«http://a.org/»)\n",
        "a <a href='«http://a.org/»'>«http://b.org/x»</a> b\n",
        "> quoted <a\n> href='«http://a.org/»'>x</a>\n",
    ],
)
def test_parts_of_a_document_put_together(text: str) -> None:
    check("markdown", text)


def test_a_definition_that_only_images_use_is_an_image() -> None:
    from checker import discover
    from checker.model import Document, Mixed, Usage

    def usages(text: str) -> list[tuple[Usage, Mixed]]:
        return [(place.usage, place.mixed) for place in discover.find(Document("x", text, "markdown"))]

    assert usages("![a][r]\n\n[r]: http://a.org/x.png\n") == [(Usage.IMAGE, Mixed.PASSIVE)]
    assert usages("![a][r] [r]\n\n[r]: http://a.org/x.png\n") == [(Usage.NAVIGATION, Mixed.NONE)]
    assert usages("[r]: http://a.org/x.png\n") == [(Usage.NAVIGATION, Mixed.NONE)]


def test_thousands_of_links_in_one_paragraph() -> None:
    assert len(found("markdown", "[http://x.org/](http://x.org/)\n" * 3000)) == 3000
