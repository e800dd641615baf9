"""Blocks of reStructuredText: which lines hold inline text, which name URLs, which are code or comments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.discover import rst_blocks
from checker.discover.rst_blocks import Html, Target, Words


def read(text: str) -> list[tuple[str, str]]:
    """Kind and text of each block; the lines of one block joined by a bar."""
    said = []
    for block in rst_blocks.read(text):
        kind = {Words: "words", Html: "html"}.get(type(block), getattr(block, "use", ""))
        said.append((kind, "|".join(text[line.start : line.end].strip("\n") for line in block.lines)))
    return said


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("one\ntwo\n\nthree", [("words", "one|two"), ("words", "three")]),
        ("Title\n=====\n\ntext", [("words", "Title"), ("words", "text")]),
        ("=====\nTitle\n=====\n\ntext", [("words", "Title"), ("words", "text")]),
        ("* one\n  more\n* two", [("words", "one|more"), ("words", "two")]),
        ("1. one\n2. two\n#. three", [("words", "one"), ("words", "two"), ("words", "three")]),
        ("* - deep\n\n  para", [("words", "deep"), ("words", "para")]),
        ("term\n  what it is", [("words", "term"), ("words", "what it is")]),
        (":field: body\n  more", [("words", "body|more")]),
        ("| line\n| block", [("words", "line"), ("words", "block")]),
        ("  quoted\n\nafter", [("words", "quoted"), ("words", "after")]),
        (".. [1] note\n   more", [("words", "note|more")]),
        ("-o FILE  write it\n--long  more", [("words", "write it"), ("words", "more")]),
    ],
)
def test_what_holds_inline_text(text: str, blocks: list[tuple[str, str]]) -> None:
    assert read(text) == blocks


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("so::\n\n  code\n\n  more\n\nafter", [("words", "so::"), ("words", "after")]),
        ("so::\n\n> quoted\n> code\n\nafter", [("words", "so::"), ("words", "after")]),
        ("::\n\n  code\nafter", [("words", "::"), ("words", "after")]),
        (">>> code\nout\n\nafter", [("words", "after")]),
        (".. code-block:: python\n   :name: x\n\n   code\n\nafter", [("navigation", "x"), ("words", "after")]),
        (".. comment\n   more\n\nafter", [("words", "after")]),
        ("..\n   comment\n\nafter", [("words", "after")]),
        ("..\n\n   a quotation", [("words", "a quotation")]),
        (".. raw:: latex\n\n   code\n\nafter", [("words", "after")]),
        (".. parsed-literal::\n\n   code\n", []),
    ],
)
def test_code_and_comments_hold_none(text: str, blocks: list[tuple[str, str]]) -> None:
    assert read(text) == blocks


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        (".. _name: http://a/", [("navigation", "http://a/")]),
        (".. _name: http://a/\n   b", [("navigation", "http://a/|b")]),
        (".. _`a: b`: http://a/", [("navigation", "http://a/")]),
        ("__ http://a/", [("navigation", "http://a/")]),
        (".. __: http://a/", [("navigation", "http://a/")]),
        (
            ".. image:: http://a/i.png\n   :alt: x\n   :target: http://b/",
            [("image", "http://a/i.png"), ("navigation", "http://b/")],
        ),
        (".. |sub| image:: http://a/i.png", [("image", "http://a/i.png")]),
        (".. figure:: http://a/i.png\n\n   caption", [("image", "http://a/i.png"), ("words", "caption")]),
        (".. include:: http://a/", [("data", "http://a/")]),
        (".. csv-table:: title\n   :url: http://a/", [("data", "http://a/"), ("words", "title")]),
        (".. raw:: html\n\n   <b>\n", [("html", "|   <b>|")]),
        (".. note:: text\n   more", [("words", "text|more")]),
        (".. note::\n\n   text", [("words", "text")]),
        (".. toctree::\n\n   page\n   t <http://a/>\n", [("navigation", "page"), ("navigation", "http://a/")]),
    ],
)
def test_what_names_urls(text: str, blocks: list[tuple[str, str]]) -> None:
    assert read(text) == blocks


def test_the_cells_of_tables() -> None:
    grid = "+---+-----+\n| a | b   |\n|   | c   |\n+===+=====+\n| d | e   |\n+---+-----+\n"
    assert [words.replace(" ", "") for _, words in read(grid)] == ["a", "b|c", "d", "e"]
    simple = "==== =====\na    b\n==== =====\nc    d e\n==== =====\n"
    assert [words.replace(" ", "") for _, words in read(simple)] == ["a", "b", "c", "de"]


def test_a_grid_table_whose_last_row_ends_early() -> None:
    assert read("  +--+\n|") is not None


@given(st.text(st.sampled_from('ab :._|+-=*>[]<`#(1)\n\t ü漢"')))
def test_every_text_is_read_to_its_end(text: str) -> None:
    for block in rst_blocks.read(text):
        assert isinstance(block, Words | Target | Html)
        assert all(0 <= line.start <= line.end <= len(text) for line in block.lines)
