"""Blocks of Markdown: which lines make one up, without the markers of the containers they stand in."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.discover.markdown_blocks import MAX_LEVELS, Definition, read
from checker.discover.markdown_lines import joined
from checker.model import Span

H = "http://a"


def inline(text: str, *, mdx: bool = False) -> list[str]:
    return [joined(text, lines) for lines in read(text, mdx=mdx).inline]


def html(text: str, *, mdx: bool = False) -> list[str]:
    return [joined(text, lines) for lines in read(text, mdx=mdx).html]


def definitions(text: str) -> list[tuple[str, str, str]]:
    found = read(text).definitions
    return [(one.key, text[one.place.start : one.place.end], one.url) for one in found]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        (f"{H} x\ny\n\nz {H}\n", [f"{H} x\ny", f"z {H}"]),
        (f"  {H}\n   b\n", [f"{H}\nb"]),
        # a line of blanks outside ASCII is a line of the paragraph
        (f"\u00a0\n{H}\n", [f"\u00a0\n{H}"]),
        (f"# {H} #\n## {H}\n#{H}\n####### {H}\n", [f" {H} #", f" {H}", f"#{H}\n####### {H}"]),
        (f"B {H}\n====\nc {H}\nd\n----\n", [f"B {H}", f"c {H}\nd"]),
        (f"> > - {H}\nlazy {H}\n", [f"{H}\nlazy {H}"]),
        (f"- a {H}\n\n  b {H}\n- c\n  1. d {H}\n     e\n", [f"a {H}", f"b {H}", f"d {H}\ne"]),
        (f"> a {H}\n> b\n>\n> c {H}\n", [f"a {H}\nb", f"c {H}"]),
        # tabs
        (f">\t\t{H}\n\n>\t{H}\n\n-\t{H}\n", [H, H]),
        # code
        (f"    {H}\n\n```\n{H}\n```\n~~~ x\n{H}\n", []),
        (f"- item\n\n  ```\n  {H}\n  ```\n\n      {H}\n\n  x {H}\n", [f"x {H}"]),
        (f"> ```\n> {H}\n\n{H} x\n", [f"{H} x"]),
        (f"para\n    {H}\n", [f"para\n{H}"]),
        # footnotes
        (
            f"[^1]: {H}\n[^n]: see [s]({H}).\n    And {H}\n\n    [x] more {H}\n",
            [H, f"see [s]({H}).\nAnd {H}", f"[x] more {H}"],
        ),
        ("text without\n\n***\n", []),
    ],
)
def test_lines_of_paragraphs_and_headings(text: str, blocks: list[str]) -> None:
    assert inline(text) == blocks


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        (
            f"| a {H} | b |\n|---|---|\n| [x]({H}?1\\|2) | {H}/y|\n| c | {H}/d | dropped {H} |\n",
            [f" a {H} ", " b ", f" [x]({H}?1|2) ", f" {H}/y", " c ", f" {H}/d "],
        ),
        (f"a {H} | b\n:-: | -\n{H} | `x \\| y` | z\n", [f"a {H} ", " b", f"{H} ", " `x | y` "]),
        (f"- | {H} |\n  |---|\n  | {H} `a | b` |\n", [f" {H} ", f" {H} `a "]),
        (f"| {H} |\n|---|\n| \\\\| {H} |\n\n| {H} |\n|--|--|\n", [f" {H} ", f" \\| {H} ", f"| {H} |\n|--|--|"]),
        (f"| {H} |\n|---|\nx {H}\n> {H}\n", [f" {H} ", f"x {H}", H]),
    ],
)
def test_cells_of_tables(text: str, cells: list[str]) -> None:
    assert inline(text) == cells


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"[r]: {H}\n", [("r", H, H)]),
        (f"[Foo\nBar]:\n  <{H} b>\n  'a\n  b'\n", [("foo bar", f"{H} b", f"{H} b")]),
        (
            f"[a]: {H}/\\_&amp; (t)\n[b]: {H}b\n[a]: {H}c\n",
            [("a", f"{H}/\\_&amp;", f"{H}/_&"), ("b", f"{H}b", f"{H}b"), ("a", f"{H}c", f"{H}c")],
        ),
        (f"> [q]: {H}\n\n- x\n\n  [l]:\n  {H}l\n", [("q", H, H), ("l", f"{H}l", f"{H}l")]),
        (f"> [r]:\n{H}\n", [("r", H, H)]),
        (f'[r]: {H}\n"t" junk {H}/b\n', [("r", H, H)]),
        (f'[r]: {H} "t" x\n[s]: <>\n[]: {H}\n[t] : {H}\n[u]: {H} <x>\n', []),
        (f"para\n[a]: {H}\n", []),
        (f"[^1]: {H}\n", []),
        (f"[a\\]b]: {H}\n[é]: {H}é", [("a\\]b", H, H), ("é", f"{H}é", f"{H}é")]),
    ],
)
def test_definitions(text: str, found: list[tuple[str, str, str]]) -> None:
    assert definitions(text) == found


def test_the_text_behind_a_definition_is_a_paragraph() -> None:
    assert inline(f'[r]: {H}\n"t" junk {H}/b\n') == [f'"t" junk {H}/b']


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        (
            f"<div>\n[l]({H})\n</div>\n\n<div>\n\n[l]({H})\n\n</div>\n",
            [f"<div>\n[l]({H})\n</div>\n", "<div>\n", "</div>\n"],
        ),
        (f'> <a\n>   href="{H}\n> b">\n', []),
        (f'> <div\n>   title="{H}\n> b">\n', [f'<div\n  title="{H}\nb">\n']),
        ("- <div>\n    x\n  y\n", ["<div>\n  x\ny\n"]),
        ("<!--\n\nx\n-->\ny\n", ["<!--\n\nx\n-->\n"]),
        ("<script>\n\nx", ["<script>\n\nx"]),
        # (an IndexError of markdown-it-py 4.3)
        ("x\n>- <!--<http://d/\n", ["<!--<http://d/\n"]),
    ],
)
def test_html_blocks_keep_their_characters(text: str, blocks: list[str]) -> None:
    assert html(text) == blocks


def test_mdx_has_no_indented_code_and_no_html_blocks() -> None:
    text = f"    {H}\n\n<div>\n[l]({H})\n</div>\n"
    assert inline(text, mdx=True) == [H, f"<div>\n[l]({H})\n</div>"]
    assert html(text, mdx=True) == []


@pytest.mark.parametrize("marker", ["> ", "- ", "1. "])
def test_what_nests_too_deep_is_read_as_text(marker: str) -> None:
    text = marker * 3 * MAX_LEVELS + H + "\n\nafter " + H
    blocks = inline(text)
    assert len(blocks) == 2
    assert blocks[0].endswith(H)
    assert blocks[1] == "after " + H


def test_lists_within_lists_are_all_read() -> None:
    depth = MAX_LEVELS // 2 - 1
    text = "".join("  " * level + f"- {H}{level}\n" for level in range(depth))
    assert inline(text) == [f"{H}{level}" for level in range(depth)]


def test_places_are_offsets_into_the_text() -> None:
    text = f"> [r]: <{H}>\n>\n> {H}\n"
    blocks = read(text)
    assert blocks.definitions == [Definition("r", Span(8, 16), H)]
    assert blocks.inline == [(Span(text.rindex(H), len(text) - 1),)]


PARTS = [
    "> ",
    "- ",
    "1. ",
    "    ",
    "\t",
    "\n",
    "\n\n",
    "```\n",
    "# ",
    "===\n",
    "---\n",
    "| ",
    "|--|\n",
    "[r]: ",
    "[^1]: ",
    "<div>\n",
    "<!--",
]
PARTS += ["-->", "http://a/", "x", " ", "\u00a0", "\\", "é", "\\|", "'t'"]
TEXTS = st.lists(st.sampled_from(PARTS), max_size=30).map("".join)


@given(TEXTS)
def test_lines_are_in_order_and_never_twice(text: str) -> None:
    blocks = read(text)
    for lines in (*blocks.inline, *blocks.html):
        assert all(line.start <= line.end for line in lines)
    spans = sorted(line for lines in (*blocks.inline, *blocks.html) for line in lines if line.start < line.end)
    assert all(before.end <= after.start for before, after in itertools.pairwise(spans))
    assert all(span.end <= len(text) for span in spans)


@given(TEXTS)
def test_a_fence_around_a_text_leaves_no_block(text: str) -> None:
    blocks = read(f"``````\n{text}\n``````\n")
    assert (blocks.inline, blocks.html, blocks.definitions) == ([], [], [])


@given(TEXTS)
def test_a_quote_around_a_text_changes_no_block(text: str) -> None:
    if "\t" in text:  # its width depends on the column
        return
    quoted = "".join(f"> {line}\n" for line in text.split("\n"))
    assert inline(quoted) == inline(text + "\n")
    assert [one[1] for one in definitions(quoted)] == [one[1] for one in definitions(text + "\n")]
