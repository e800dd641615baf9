"""Which pieces of HTML in Markdown are read together. ``[[`` and ``]]`` mark the chunks of a text."""

from __future__ import annotations

import re

import pytest

from checker.discover.markdown_html import Chunk, join
from checker.model import Span


def joined(text: str, *, inline: bool = False) -> tuple[list[str], list[str]]:
    """The regions and the hidden ranges of a marked text."""
    plain = text.replace("[[", "").replace("]]", "")
    chunks = []
    removed = 0
    for match in re.finditer(r"\[\[(.*?)\]\]", text, re.S):
        start = match.start() - removed
        end = start + len(match[1])
        removed += 4
        limit = plain.find("\n\n", end) if inline else len(plain)
        chunks.append(Chunk((Span(start, end),), limit if limit >= 0 else len(plain)))
    result = join(plain, chunks)
    regions = ["".join(plain[piece.start : piece.end] for piece in region) for region in result.regions]
    return regions, [plain[span.start : span.end] for span in result.hidden]


@pytest.mark.parametrize(
    ("text", "regions", "hidden"),
    [
        ("", [], []),
        ("a [[<b>]] c [[</b>]] d", ["<b></b>"], []),
        # raw text goes on over what Markdown takes for paragraphs
        ("[[<script>\nx\n]]\ny\n\n[[</script>]] z", ["<script>\nx\n\ny\n\n</script>"], ["\ny\n\n</script>"]),
        ("[[<STYLE>]] a [[</style >]] b [[<b>]]", ["<STYLE> a </style ><b>"], [" a </style >"]),
        ("[[<div>\n<!--\n]]\nx\n\n--> y [[</div>]]", ["<div>\n<!--\n\nx\n\n--></div>"], ["\nx\n\n-->"]),
        ("[[<!--]] x --!> y", ["<!-- x --!>"], [" x --!>"]),
        ("[[<title>]] [[<b>]] x </title> [[<i>]]", ["<title> <b> x </title><i>"], [" <b> x </title>"]),
        (
            "[[<script>]] x </scripts> [[</script><b>]] y",
            ["<script> x </scripts> </script><b>"],
            [" x </scripts> </script>"],
        ),
        # complete in itself
        ("[[<script>x</script>]] y </script>", ["<script>x</script>"], []),
        ("[[<!-- <script> -->]] y [[</script>]]", ["<!-- <script> --></script>"], []),
        ("[[<!-->]] y --> [[<!--->]]", ["<!--><!--->"], []),
        ("[[<a title='<script>' b=\"<!--\">]] y --></script>", ["<a title='<script>' b=\"<!--\">"], []),
        (
            "[[< script> <!x <script> <? <!-- > </> <scripts>]] --> </script>",
            ["< script> <!x <script> <? <!-- > </> <scripts>"],
            [],
        ),
        # what never ends swallows nothing
        ("[[<script>]] y [[<b>]]", ["<script>", "<b>"], []),
        ("[[<!--]] y [[<b>]] [[<!--]] z [[<i>]]", ["<!--", "<b><!--", "<i>"], []),
        ('[[<div title="x]] y [[<b>]] "', ['<div title="x', "<b>"], []),
        ("[[<div x=]] y [[<b>]]", ["<div x=", "<b>"], []),
        ("[[<div]] y [[<b>]]", ["<div", "<b>"], []),
        ("[[<!x]] y [[<b>]]", ["<!x", "<b>"], []),
        ("[[</ x]] y [[<b>]]", ["</ x", "<b>"], []),
        ("[[<script src=x />]] y [[</script>]]", ["<script src=x />", "</script>"], []),
        ("[[<script>]] y </script", ["<script>"], []),
    ],
)
def test_html_is_joined(text: str, regions: list[str], hidden: list[str]) -> None:
    assert joined(text) == (regions, hidden)


def test_an_inline_tag_hides_nothing_beyond_its_block() -> None:
    assert joined("use [[<title>]] here\n\n[[<b>]] x [[</title>]]", inline=True) == (["<title>", "<b></title>"], [])
    assert joined("use [[<title>]] here [[</title>]]\n\n[[<b>]]", inline=True) == (
        ["<title> here </title><b>"],
        [" here </title>"],
    )


def test_pieces_of_a_chunk_are_read_as_one_tag() -> None:
    text = "> <a\n> href=x>"
    result = join(text, [Chunk((Span(2, 5), Span(7, 14)), len(text))])
    assert result.regions == [(Span(2, 5), Span(7, 14))]


@pytest.mark.parametrize("unit", ["[[<script>]] ", "[[<!--]] ", "[[<title>]] </script ", "[[<a b=']] ", "[[<div>]]"])
def test_many_that_never_end(unit: str) -> None:
    regions, hidden = joined(unit * 3000)
    assert "".join(regions).count("<") == 3000
    assert hidden == []
