"""AsciiDoc: documents; «guillemets» mark what must be found. Asciidoctor 2.0 finds the same."""

from __future__ import annotations

import pytest

from checker import discover
from checker.model import Document, Mixed, Usage
from tests.marked import check, marked

TEXTS = [
    "= Title «http://a.org/»\n\nSee «http://b.org/»[b].\n",
    "* «http://a.org/1»\n** «http://a.org/2»[x]\n\n. «http://a.org/3»\n",
    "term:: «http://a.org/»\n«http://b.org/»[b]:: text\n",
    "----\nhttp://no.org/\n----\n\n«http://a.org/»\n",
    "[source,sh]\ncurl http://no.org/\n\n«http://a.org/»\n",
    "// http://no.org/\n////\nhttp://no.org/\n////\n«http://a.org/»\n",
    "....\nhttp://no.org/\n\n----\nhttp://no.org/\n....\n«http://a.org/»\n",
    "image::«http://a.org/i.png»[alt,link=«http://b.org/»]\n",
    '++++\n<a href="«http://a.org/»">http://no.org/</a> <!-- http://no.org/ -->\n++++\n\n«http://b.org/»\n',
    "|===\n|«http://a.org/» |«http://b.org/»[b]\n|`+http://no.org/+`\n|===\n",
    "====\n«http://a.org/»\n====\n\n____\n«http://b.org/»\n____\n\n****\n«http://c.org/»\n****\n",
    "NOTE: «http://a.org/»\n",
    "«http://a.org/»\r\n\r\n----\r\nhttp://no.org/\r\n----\r\n\r\n«http://b.org/»\r\n",
    " http://no.org/ literal\n\n«http://a.org/»\n",
    "a footnote:[«http://a.org/»[a]] b\n",
    "http://{host}/ http://a.org/{path}[x] «http://b.org/»\n",
]


@pytest.mark.parametrize("text", TEXTS)
def test_which_urls_are_links(text: str) -> None:
    check("asciidoc", text)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("text", [text for text in TEXTS if "\r" not in text])
def test_every_line_end_gives_the_same_links(text: str, ending: str) -> None:
    check("asciidoc", text.replace("\n", ending))


@pytest.mark.parametrize(
    ("text", "usage", "mixed"),
    [
        ("http://a.org/", Usage.TEXT, Mixed.NONE),
        ("http://a.org/[x]", Usage.NAVIGATION, Mixed.NONE),
        ("image:http://a.org/i.png[]", Usage.IMAGE, Mixed.PASSIVE),
        ("image::http://93.184.216.34/i.png[]", Usage.IMAGE, Mixed.ACTIVE),
        ("video::http://a.org/v.mp4[]", Usage.MEDIA, Mixed.PASSIVE),
        ("include::http://a.org/x.adoc[]", Usage.DATA, Mixed.NONE),
        (":home: http://a.org/", Usage.NAVIGATION, Mixed.NONE),
    ],
)
def test_what_a_place_does_with_its_url(text: str, usage: Usage, mixed: Mixed) -> None:
    (place,) = discover.find(Document("x.adoc", text, "asciidoc"))
    assert (place.usage, place.mixed) == (usage, mixed)


@pytest.mark.parametrize("text", TEXTS)
def test_code_around_a_text_removes_its_links(text: str) -> None:
    plain, _ = marked(text)
    check("asciidoc", f"------\n{plain}\n------\n")
