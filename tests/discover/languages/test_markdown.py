"""Markdown as a whole: every «marked» place is found, and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import discover
from checker.discover import markdown_links
from checker.discover.languages.markdown import LANGUAGE, extract
from checker.discover.markdown_inline import undo_escapes
from checker.model import Document, Link, Mixed, Occurrence, Region, Span, Usage
from checker.text import decode
from tests.marked import check


def places(text: str) -> list[Occurrence]:
    return discover.find(Document("x.md", text, "markdown"))


@pytest.mark.parametrize("name", ["a.md", "A.MD", "b.markdown", "c.qmd", "d.Rmd"])
def test_names(name: str) -> None:
    found = discover.language_of(name)
    assert found is LANGUAGE


@pytest.mark.parametrize(
    "text",
    [
        # the place is that of the link, also where the same URL stands before it
        "`http://a/` then [x](«http://a/»)\n\n<!-- http://b/ -->\n\n[y](«http://b/»)\n",
        "[a](«http://a/b») [c](«http://a/») [d](«http://a/b»)\n",
        # blocks
        "\u00a0\n«http://a.example/»\n",
        "# [a](«http://a/») #\n\nB «http://b/»\n====\n\n> > - «http://c/»\nlazy [d](«http://d/»)\n",
        "- item\n\n  ```\n  http://no/\n  ```\n\n      http://no/\n\n  «http://yes/»\n",
        "> ```\n> http://no/\n\n«http://yes/»\n\n```\nhttp://no/ (never closed)\n",
        "| [x](«http://a/?a=1\\|2») | «http://b/y»|\n|--|--|\n| `http://no/` | ![i](«http://c/i.png») | http://dropped/ |\n",
        ">\t\thttp://no/\n\n>\t«http://a/»\n",
        "> [x](\n> «http://a/»\n> 'b\n> c')\n",
        # definitions: the place where the URL is written, used or not, each once
        "[Foo bar][], [t][FOO  BAR], [foo bar]\n\n[foo\nBar]: «http://a/» \"t\"\n\n[unused]: <«http://b/»>\n",
        "[q] [l]\n\n> [q]: «http://q/»\n\n- x\n\n  [l]: «http://l/»\n",
        "para\n[a]: «http://a/»\n",
        "[r]: «http://a/»\n\"t\" junk «http://b/»\n",
        "[r]: «http://a/» \"t\" x\n",
        "> [r]:\n«http://a/»\n",
        "[refs][r]\n\n[r]: «http://a/» (t)\n[code]: `http://no/`\n",
        "[x][r] [http://no/][r] [«http://b/»][none]\n\n[r]: «http://a/»\n",
        "x[^1]\n\n[^1]: «http://a/»\n[^n]: see [s](«http://b/»).\n    And «http://c/»\n",
        # front matter
        "---\nlink: «http://a/»\n---\n\n[b](«http://b/»)\n",
        "+++\nlink = \"«http://a/»\"\n+++\n[b](«http://b/»)\n",
        "---\n\nA rule, and «http://a/»\n\n---\n\nx\n",
        "<!-- licence -->\n---\nx: «http://a/»\n---\n\n[b](«http://body/»)\n",
        # template languages
        "{% highlight ruby %}\nhttp://no/\n\nhttp://no/\n{% endhighlight %}\n«http://a/» {% comment %}http://no/{% endcomment %} b\n",
        "{{< highlight go >}}\nhttp://no/\n{{< /highlight >}}\n{::comment}\nhttp://no/\n{:/comment}\n«http://a/»\n",
        "{% raw %}«http://a/»{% endraw %} {%- comment -%} http://no/ {%- endcomment -%}\n",
        "{% highlight x %} «http://a/» {% comment %} «http://b/» {% endhighlightx %}\n",
        "[z](http://b/{{ x }}) [z](http://b/{{x}}) ![z](http://b/{%x%}) <http://b/{{x}}> http://b/{{ x }} [y](«http://c/»)\n",
        "[z]: http://b/{{x}}\n",
        "[x](«http://a/»){:target=\"_blank\"} «http://b/»{:.c}\n{: .class}\n",
        "{{< figure src=\"«http://img.example/a.png»\" >}}\n",
    ],
)  # fmt: skip
def test_links(text: str) -> None:
    check("markdown", text)


@pytest.mark.parametrize(
    "text",
    [
        "* Site: <a href=\"«http://a/»\" rel=x>http://a/</a>\n",
        "<a href=\"«http://a/»\">«http://b/»</a>\n",
        "<a\n  href=\"«http://a/»\"\n  target=\"_blank\"\n>\n  text\n</a>\n",
        "> <a\n> href=\"«http://a/»\n> \" b>\n",
        "> x <a\n> href='«http://a/»' b>\n",
        "<div>\n[link](http://no/)\n</div>\n\n<div>\n\n[link](«http://yes/»)\n\n</div>\n",
        "<pre>\n<a href=\"«http://a/»\">A</a> and [x](http://no/)\n</pre>\n",
        "<script>var u = \"http://no/\";</script>\n\n<script src=\"«http://a/x.js»\"></script>\n\n<style>b{background:url(«http://c/b.png»)}</style>\n",
        # a script goes on over the blank lines at which its block ends
        "<div>\n<script>\nx\n\nhttp://no/ [x](http://no/)\n\n<a href=\"http://no/\">\n\n</script>\n</div>\n\n[y](«http://a/»)\n",
        "<div>\n<!--\n\n[x](http://no/)\n\n<img src=\"http://no/\">\n\n--> <img src=\"«http://a/»\">\n",
        # what never ends loses no link
        "<div>\n<script>\n\n[x](«http://a/») <img src=\"«http://b/»\">\n",
        "<div title=\"\n\n[x](«http://a/») <img src=\"«http://b/»\">\n",
        "use <title> in\n\n[x](«http://a/») <img src=\"«http://b/»\">\n\n</title>\n",
        "![<img src=\"http://no/\">](«http://a/»)\n",
        "- <img\n  src=\"«http://a/»\">\n",
    ],
)  # fmt: skip
def test_html_in_markdown(text: str) -> None:
    check("markdown", text)


def test_usages_mixed_content_and_labels() -> None:
    text = (
        "[http://a.example/](http://a.example/) ![i](http://b.example/) ![i](http://127.0.0.1/) ![i](http://[::1]/)\n"
        "<http://c.example/> http://d.example/ ![x][only] ![x][both] [both]\n\n"
        "[only]: http://e.example/\n[both]: http://f.example/\n[none]: http://g.example/\n[only]: http://h.example/\n"
    )
    found = [(place.url, place.usage, place.mixed, place.label_written) for place in places(text)]
    assert found == [
        ("http://a.example/", Usage.NAVIGATION, Mixed.NONE, "http://a.example/"),
        ("http://b.example/", Usage.IMAGE, Mixed.PASSIVE, ""),
        ("http://127.0.0.1/", Usage.IMAGE, Mixed.ACTIVE, ""),
        ("http://[::1]/", Usage.IMAGE, Mixed.ACTIVE, ""),
        ("http://c.example/", Usage.NAVIGATION, Mixed.NONE, ""),
        ("http://d.example/", Usage.TEXT, Mixed.NONE, ""),
        ("http://e.example/", Usage.IMAGE, Mixed.PASSIVE, ""),
        ("http://f.example/", Usage.NAVIGATION, Mixed.NONE, ""),
        ("http://g.example/", Usage.NAVIGATION, Mixed.NONE, ""),
        ("http://h.example/", Usage.NAVIGATION, Mixed.NONE, ""),
    ]


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("[x](http://a/\\_b\\*c)", "http://a/_b*c"),
        ("[x](http&#58;//a/&amp;)", "http://a/&"),
        ("[x](http\\://a/)", "http://a/"),
        ("<http://a/?q&amp;r\\*>", "http://a/?q&r\\*"),
        ("http://a/d\\_e&amp;f", "http://a/d\\_e&amp;f"),
        ("[r]: http://a/\\_&amp;", "http://a/_&"),
        ("[x](<http://a/b c>)", "http://a/b c"),
        ("[x](http:\\\\c\\d)", "http:\\c\\d"),
    ],
)
def test_urls_are_what_a_browser_gets(written: str, url: str) -> None:
    (place,) = places(written + "\n")
    assert place.url == url


def test_places_in_odd_texts() -> None:
    data = b"\xef\xbb\xbfa\0b bad \xff\xfe( byte \xf0\x9f\x98\x80 [x](http://a/)\r\n\r\n> \t http://b/ c\r\rhttp://c/"
    found = places(decode(data)[0])
    assert [(place.line, place.column, place.written) for place in found] == [
        (1, 24, "http://a/"),
        (3, 5, "http://b/"),
        (5, 1, "http://c/"),
    ]


def test_pieces_of_a_text_are_read_as_one() -> None:
    text = "// [a](http://\n// a/) ![b](http://b/)\n// <i\n// src='http://c/'>\n"
    starts = [match.end() for match in re.finditer("^// ", text, re.M)]
    within = tuple(Span(start, text.index("\n", start) + (start > 3)) for start in starts)
    assert [text[piece.start : piece.end] for piece in within][:2] == ["[a](http://", "a/) ![b](http://b/)\n"]
    first, second, third = extract(text, within)
    assert isinstance(first, Link) and text[first.start : first.end] == "http://\n// a/"
    assert (first.url, first.label) == ("http://a/", None)
    assert isinstance(second, Link) and text[second.start : second.end] == "http://b/"
    assert isinstance(third, Region) and third.language == "html"
    assert "".join(text[piece.start : piece.end] for piece in third.pieces) == "<i\nsrc='http://c/'>"


def test_a_text_without_links_imports_no_parser() -> None:
    code = (
        "import sys; from checker import discover; from checker.model import Document;"
        "assert discover.find(Document('x.md', '# x\\n[a](/a/)\\n', 'markdown')) == [];"
        "print([name for name in sys.modules if name.startswith(('markdown_it', 'mdit', 'yaml', 'linkify'))])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


PARTS = [
    "[x](http://a/)",
    "<http://b/>",
    "http://c/",
    "[r]",
    "[r]: http://r/\n",
    "> ",
    "- ",
    "\n",
    "\n\n",
    "| a |\n|---|\n",
    "`",
    "```\n",
]
PARTS += [
    "<div>\n",
    "<!--",
    "-->",
    "<b title='",
    "'>",
    "    ",
    "\t",
    "# ",
    "---\n",
    "+++\n",
    "a: ",
    "{% comment %}",
    "{% endcomment %}",
    "![",
    "](",
]
PARTS += ["\\", "&amp;", "\0", "é", "\udce9", "😀", " ", "===\n", "<http://d/\n>", "[t]:\n", "'u\nv'\n", "[^1]: "]
TEXTS = st.lists(st.sampled_from(PARTS), max_size=25).map("".join)


def links(text: str) -> list[Link]:
    return [item for item in extract(text, (Span(0, len(text)),)) if isinstance(item, Link)]


@given(TEXTS)
def test_every_span_spells_its_url_up_to_escapes(text: str) -> None:
    levelled = markdown_links.level_lines(text)
    for link in links(text):
        written = levelled[link.start : link.end]
        assert link.url in (written, undo_escapes(written), undo_escapes(written.replace("\\", "\\\\")))


@given(TEXTS)
def test_every_kind_of_line_end_gives_the_same_links(text: str) -> None:
    def by_line(written: str) -> list[tuple[int, int, str]]:
        found = discover.find(Document("x.md", written, "markdown"))
        return [(place.line, place.column, place.url) for place in found]

    assert by_line(text.replace("\n", "\r\n")) == by_line(text) == by_line(text.replace("\n", "\r"))


@given(TEXTS)
def test_a_fence_around_a_text_removes_its_links(text: str) -> None:
    fence = "`" * 26  # longer than any in the text
    whole = f"{fence}\n{text}\n{fence}\n"
    assert list(extract(whole, (Span(0, len(whole)),))) == []


@given(TEXTS)
def test_a_paragraph_after_a_closed_text_keeps_its_link(text: str) -> None:
    safe = text.translate({ord(character): "x" for character in "`<{"}).replace("+++", "x").replace("---", "x")
    whole = f"{safe}\n\n# [y](http://last/)\n"
    assert [link.url for link in links(whole)][-1:] == ["http://last/"] or "http://last/" in [
        link.url for link in links(whole)
    ]


@pytest.mark.parametrize(
    "unit",
    ["[", "*", "<", "(", "`", "> > > ", "> > > \n", "![", "[a](", "- ", "1. ", "| ", "| a |\n|--|\n", "[a]: http://a/\n", "[a\n"]
    + ["<div>\n<!--\n\n", "<div>\n<script>\n\n", "<title>", "<a x='", "{% comment %}", "x\n", "http://a.b/。", "- \n  ", "\r", "&#"],
)  # fmt: skip
def test_hostile_texts_end_and_what_stands_before_them_is_found(unit: str) -> None:
    assert links("# [x](http://first/)\n\n" + unit * (60_000 // len(unit)))[0].url == "http://first/"
