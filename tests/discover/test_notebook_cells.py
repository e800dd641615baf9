"""Notebooks: Markdown through JSON strings, each place at its own characters."""

from __future__ import annotations

import json

import pytest

from checker import discover
from checker.model import Document, Mixed, Usage
from tests.marked import check, found


@pytest.mark.parametrize(
    "text",
    [
        '{"cells": [{"source": "[x](«http://a.org/») ![](«http://b.org/i.png»)", "cell_type": "markdown"}]}',
        '{"cells": [{"cell_type": "markdown", "source": ["# T\\n", "\\"[x](«http://a.org/\\u00e9»)\\"\\n", "`http://no.org/`"]}]}',
        '{"cells": [{"cell_type": "markdown", "source": ["```\\n", "http://no.org/\\n", "```\\n", "«http://a.org/»"]}]}',
        '{"cells": [{"cell_type": "markdown", "source": ["    http://no.org/\\n", "\\n", "> <«http:\\/\\/a.org/»>\\n"]}]}',
        '{"cells": [{"cell_type": "markdown", "source": ["<a\\n", "href=\\"«http://a.org/?a&amp;b»\\">x</a>"]}]}',
        '{"cells": [{"cell_type": "markdown", "source": ["[x][r]\\n", "\\n", "[r]: «\\u0068ttp://a.org/»\\n"]}]}',
        '{"cells": [{"cell_type": "markdown", "source": "\\ud83d\\ude00 «http://a.org/»、 é «http://b.org/»"}]}',
        '{"cells": [{"cell_type": "markdown", "source": "http://a.org/{{ x }}"}, {"cell_type": "raw", "source": "http://no.org/"}]}',
        '{"cells": [{"cell_type": "code", "source": "# http://no.org/", "outputs": [{"text": ["http://no.org/"], "output_type": "stream"}]}]}',
        '{"cells": [{"cell_type": "markdown", "attachments": {"source": "http://no.org/"}, "metadata": {"cells": ["http://no.org/"]}, "source": []}]}',
        '{"metadata": {"cells": [{"cell_type": "markdown", "source": "http://no.org/"}]}, "cells": []}',
        '{"worksheets": [{"cells": [{"cell_type": "markdown", "source": ["«http://a.org/»"]}, {"cell_type": "code", "outputs": [{"html": "<a href=«http://b.org/»>"}]}]}]}',
        '{"cells": [{"cell_type": "code", "outputs": [{"data": {"text/html": ["<img src=\\"", "«http://a.org/i.png»\\">"], "text/plain": "http://no.org/", "text/markdown": "«http://b.org/»"}}]}]}',
    ],
)
def test_places(text: str) -> None:
    check("notebook", text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '"http://a.org/"',
        '{"cells": "http://a.org/"}',
        '{"cells": [["http://a.org/"], "http://a.org/", {"cell_type": ["markdown"], "source": "http://a.org/"}]}',
        '{"cells": [{"cell_type": "markdown", "source": {"x": "http://a.org/"}, "outputs": {"data": "http://a.org/"}}]}',
        '{"cells": [{"cell_type": "markdown", "source": "http://a.org/"}]',
    ],
)
def test_what_is_no_notebook_holds_nothing(text: str) -> None:
    assert found("notebook", text) == []


def test_outputs_are_results() -> None:
    """They are ``data``, so no edit of them is safe; what browsers do with them stays as it is."""
    cells = [
        {"cell_type": "markdown", "source": "![](http://a.org/i.png) http://b.org/"},
        {
            "cell_type": "code",
            "outputs": [{"data": {"text/html": "<a href=http://c.org/>http://c.org/</a><img src=http://d.org/>"}}],
        },
    ]
    places = discover.find(Document("x.ipynb", json.dumps({"cells": cells}), "notebook"))
    assert [(place.url, place.usage, place.mixed, bool(place.label)) for place in places] == [
        ("http://a.org/i.png", Usage.IMAGE, Mixed.PASSIVE, False),
        ("http://b.org/", Usage.TEXT, Mixed.NONE, False),
        ("http://c.org/", Usage.DATA, Mixed.NONE, True),
        ("http://d.org/", Usage.DATA, Mixed.PASSIVE, False),
    ]
