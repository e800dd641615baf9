"""reStructuredText: documents; «guillemets» mark what must be found.

docutils 0.22 finds the same, but for the entries of ``toctree`` (Sphinx's), ``meta`` and raw HTML, which it does not read.
"""

from __future__ import annotations

import pytest

from checker import discover
from checker.model import Document, Mixed, Usage
from tests.marked import check, marked

TEXTS = [
    "Title http\n==========\n\nSee «http://a.org/» and `b <«http://b.org/»>`_.\n",
    "* «http://a.org/1»\n\n  «http://a.org/2»\n\n1. «http://a.org/3»\n",
    "term «http://a.org/»\n  «http://b.org/»\n",
    ":field: «http://a.org/»\n",
    "so::\n\n  http://no.org/\n\n«http://a.org/»\n",
    ".. code-block:: sh\n\n   curl http://no.org/\n\n«http://a.org/»\n",
    ".. http://no.org/\n\n..\n   http://no.org/\n\n.. note:: «http://a.org/»\n",
    ">>> http://no.org/\nhttp://no.org/\n\n«http://a.org/»\n",
    ".. _a: «http://a.org/»\n.. _b: «http://b\n   .org/»\n\n__ «http://c.org/»\n",
    ".. _a: «http://a.org/\n   long/path»\n\na_\n",
    ".. image:: «http://a.org/i.png»\n   :alt: http://no.org/\n   :target: «http://b.org/»\n",
    '.. raw:: html\n\n   <a href="«http://a.org/»">http://no.org/</a> <!-- http://no.org/ -->\n\n«http://b.org/»\n',
    "+----------------------+----------------+\n| «http://a.org/»        | ``http://no/`` |\n+----------------------+----------------+\n",
    "====================  =========\n«http://a.org/»         x\n====================  =========\n",
    ".. [1] «http://a.org/»\n.. [CIT] `x <«http://b.org/»>`_\n",
    "| «http://a.org/»\n| «http://b.org/»\n",
    ".. |logo| image:: «http://a.org/i.png»\n",
    ".. meta::\n   :description: http://no.org/\n   :property=og:image: «http://a.org/i.png»\n",
    ".. toctree::\n\n   t <«http://a.org/»>\n   page\n",
    "«http://a.org/»\r\n\r\n::\r\n\r\n  http://no.org/\r\n\r\n«http://b.org/»\r\n",
    "``http://no.org/``, :doc:`http://no.org/`, *http://no.org/*\n",
]


@pytest.mark.parametrize("text", TEXTS)
def test_which_urls_are_links(text: str) -> None:
    check("rst", text)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("text", [text for text in TEXTS if "\r" not in text])
def test_every_line_end_gives_the_same_links(text: str, ending: str) -> None:
    check("rst", text.replace("\n", ending))


@pytest.mark.parametrize(
    ("text", "usage", "mixed"),
    [
        ("http://a.org/", Usage.TEXT, Mixed.NONE),
        ("`x <http://a.org/>`_", Usage.NAVIGATION, Mixed.NONE),
        (".. _x: http://a.org/", Usage.NAVIGATION, Mixed.NONE),
        (".. image:: http://a.org/i.png", Usage.IMAGE, Mixed.PASSIVE),
        (".. image:: http://93.184.216.34/i.png", Usage.IMAGE, Mixed.ACTIVE),
        (".. literalinclude:: http://a.org/x.py", Usage.DATA, Mixed.NONE),
    ],
)
def test_what_a_place_does_with_its_url(text: str, usage: Usage, mixed: Mixed) -> None:
    (place,) = discover.find(Document("x.rst", text, "rst"))
    assert (place.usage, place.mixed) == (usage, mixed)


def test_a_url_over_two_lines_is_read_as_one() -> None:
    text, ((start, end),) = marked(".. _a: «http://a.org/\n   long/path»\n")
    (place,) = discover.find(Document("x.rst", text, "rst"))
    assert (place.url, place.start, place.end) == ("http://a.org/long/path", start, end)


@pytest.mark.parametrize("text", TEXTS)
def test_code_around_a_text_removes_its_links(text: str) -> None:
    plain, _ = marked(text)
    inside = "".join(f"   {line}\n" for line in plain.splitlines())
    check("rst", f".. code-block:: rst\n\n{inside}\nafter\n")
