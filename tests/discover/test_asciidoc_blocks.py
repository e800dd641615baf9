"""Blocks of AsciiDoc: which lines hold inline text, which name URLs, which are verbatim or comments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.discover import asciidoc_blocks
from checker.discover.asciidoc_blocks import Html, Target, Words


def read(text: str) -> list[tuple[str, str]]:
    """Kind and text of each block; the lines of one block joined by a bar."""
    said = []
    for block in asciidoc_blocks.read(text):
        match block:
            case Target():
                said.append((block.use, text[block.place.start : block.place.end]))
            case Words() | Html():
                kind = "words" if isinstance(block, Words) else "html"
                said.append((kind, "|".join(text[line.start : line.end].strip("\n") for line in block.lines)))
    return said


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("one\ntwo\n\nthree", [("words", "one|two"), ("words", "three")]),
        ("= Title\n\n== Part\n\ntext", [("words", "Title"), ("words", "Part"), ("words", "text")]),
        ("* one\n** two\n. three", [("words", "one"), ("words", "two"), ("words", "three")]),
        ("* one\n+\ntwo", [("words", "one"), ("words", "two")]),
        ("term:: what\nmore", [("words", "term"), ("words", "what|more")]),
        (".Caption\n====\ntext\n====", [("words", "Caption"), ("words", "text")]),
        ("____\nquote\n____\n\nNOTE: text", [("words", "quote"), ("words", "NOTE: text")]),
        ("|===\n|a |b\n\n|c\n|d\n|===", [("words", "a "), ("words", "b"), ("words", "c"), ("words", "d")]),
        ("ifdef::x[text]\n", [("words", "text")]),
    ],
)
def test_what_holds_inline_text(text: str, blocks: list[tuple[str, str]]) -> None:
    assert [(kind, words.strip("|")) for kind, words in read(text) if words.strip("| ")] == blocks


@pytest.mark.parametrize(
    "text",
    [
        "----\ncode\n----\n\nafter",
        "....\ncode\n....\n\nafter",
        "```sh\ncode\n```\n\nafter",
        "[source,ruby]\ncode\nmore\n\nafter",
        "[source]\n--\ncode\n\nmore\n--\nafter",
        "[mermaid]\n....\ncode\n....\nafter",
        "////\ncomment\n\nmore\n////\nafter",
        "// comment\nafter",
        "[comment]\n--\ncomment\n--\nafter",
        "[stem]\n++++\ncode\n++++\nafter",
        "  literal\n  more\n\nafter",
        "[listing]\ncode\n\nafter",
        "-----\ncode\n----\nmore\n-----\nafter",
    ],
)
def test_code_and_comments_hold_none(text: str) -> None:
    assert read(text) == [("words", "after")]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("image::http://a/i.png[alt]", [("image", "http://a/i.png")]),
        ("image::http://a/i.png[alt,link=http://b/]", [("image", "http://a/i.png"), ("navigation", "http://b/")]),
        ("video::http://a/v.mp4[]", [("media", "http://a/v.mp4")]),
        ("audio::http://a/s.ogg[]", [("media", "http://a/s.ogg")]),
        ("include::http://a/x.adoc[]", [("data", "http://a/x.adoc")]),
        (":name: http://a/", [("navigation", "http://a/")]),
        (":name: see http://a/", [("words", "see http://a/")]),
        (":name:\n:!name:\n", []),
        ("[link=http://a/]\nimage::x.png[]", [("navigation", "http://a/"), ("image", "x.png")]),
        ("++++\n<b>\n++++\n\nafter", [("html", "<b>"), ("words", "after")]),
        ("[pass]\n<b>\n\nafter", [("html", "<b>"), ("words", "after")]),
    ],
)
def test_what_names_urls(text: str, blocks: list[tuple[str, str]]) -> None:
    assert read(text) == blocks


@given(st.text(st.sampled_from("ab :._|+-=*>[]<`#1,!/\n\t ü;")))
def test_every_text_is_read_to_its_end(text: str) -> None:
    for block in asciidoc_blocks.read(text):
        places = (block.place,) if isinstance(block, Target) else block.lines
        assert all(0 <= line.start <= line.end <= len(text) for line in places)
