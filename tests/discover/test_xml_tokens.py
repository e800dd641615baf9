"""XML tokens, against expat where the text is well-formed."""

from __future__ import annotations

from typing import Any
from xml.parsers import expat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.discover import references
from checker.discover.xml_tokens import End, Instruction, Start, Text, tokens
from checker.model import Span


def read(text: str) -> list[Any]:
    """Tokens with the texts of their places."""
    shown: list[Any] = []
    for token in tokens(text):
        match token:
            case Start():
                shown.append(
                    (token.name, {name: text[v.start : v.end] for name, v in token.values.items()}, token.empty)
                )
            case End():
                shown.append("/" + token.name)
                assert text.startswith("</" + token.name, token.start)
            case Text():
                shown.append(text[token.place.start : token.place.end])
            case Instruction():
                shown.append(("?" + token.name, {name: text[v.start : v.end] for name, v in token.values.items()}))
    return shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<a b='1' c = \"2>\n\"/>x</a >", [("a", {"b": "1", "c": "2>\n"}, True), "x", "/a"]),
        ("<x:é ü:b='&lt;'>", [("x:é", {"ü:b": "&lt;"}, False)]),
        ("<a b='1' b='2' c d=e>", [("a", {"b": "1", "d": "e"}, False)]),
        ("<a>a<!-- <b> -- -->b<![CDATA[<c>&amp;]]></a>", [("a", {}, False), "a", "b", "<c>&amp;", "/a"]),
        ("<!DOCTYPE a [<!ENTITY b '<x>]>'><!-- ' ] > --><?p ' ?>]><a/>", [("a", {}, True)]),
        ("<!DOCTYPE a PUBLIC 'x>' \"y>\"><a/>", [("a", {}, True)]),
        ("<?xml version='1.0'?><?p a='>' b?>", [("?xml", {"version": "1.0"}), ("?p", {"a": ">"})]),
        ("1 < 2 <= 3 <> <&amp;</>", ["1 < 2 <= 3 <> <&amp;</>"]),
        ("a<b", ["a"]),
        ("<a b='", []),
        ("<a>x<!-- y", [("a", {}, False), "x"]),
        ("<a>x<![CDATA[y", [("a", {}, False), "x", "y"]),
        ("<a>x<![CDATA[", [("a", {}, False), "x", ""]),
        ("<!DOCTYPE a [", []),
        ("<!DOCTYPE a [ <!-- ", []),
        ("<!DOCTYPE a '", []),
        ("<?x", [("?x", {})]),
        ("<?", []),
        ("", []),
        ("x", ["x"]),
    ],
)
def test_tokens(text: str, shown: list[Any]) -> None:
    assert read(text) == shown


def test_where_a_start_tag_ends_and_what_is_literal() -> None:
    assert list(tokens("<a><![CDATA[x]]>")) == [Start("a", 3, {}, empty=False), Text(Span(12, 13), literal=True)]


NAME = st.sampled_from(["a", "b:c", "é", "x-1"])
CHARACTERS = st.text(st.sampled_from("ab é\U0001f600:/'\"<>&]\n"), max_size=8)


def escape(text: str) -> str:
    return (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&#62;")
        .replace('"', "&quot;")
        .replace("\n", "&#xA;")
    )


def element(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    attributes = st.dictionaries(NAME, CHARACTERS, max_size=2).map(
        lambda values: "".join(f'\n {name} = "{escape(value)}"' for name, value in values.items())
    )
    whole = st.builds(lambda name, values, content: f"<{name}{values}>{content}</{name} >", NAME, attributes, inner)
    return whole | st.builds(lambda name, values: f"<{name}{values}/>", NAME, attributes)


NODES = st.recursive(
    CHARACTERS.map(escape)
    | CHARACTERS.map(lambda text: f"<![CDATA[{text}]]>" if "]]>" not in text and text[-1:] != "]" else "")
    | CHARACTERS.map(lambda text: f"<!--{text}-->")
    | st.just("<?p '<a>'?>"),
    lambda inner: element(st.lists(inner, max_size=3).map("".join)),
    max_leaves=12,
)


@given(
    element(st.lists(NODES, max_size=4).map("".join)),
    st.sampled_from(["", "<?xml version='1.0'?>", "<!DOCTYPE a [<!-- ' -->]>"]),
)
def test_well_formed_text_is_read_as_expat_reads_it(body: str, head: str) -> None:
    text = head + body
    expected: list[Any] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, values: expected.append((name, values))
    parser.EndElementHandler = lambda name: expected.append("/" + name)
    characters: list[str] = []
    parser.CharacterDataHandler = characters.append
    parser.Parse(text, True)
    shown: list[Any] = []
    words: list[str] = []
    for token in tokens(text):
        match token:
            case Start():
                values = {n: "".join(references.decode(text, v.start, v.end)[1]) for n, v in token.values.items()}
                shown.append((token.name, values))
                shown += ["/" + token.name] if token.empty else []
            case End():
                shown.append("/" + token.name)
            case Text(place, literal):
                written = text[place.start : place.end]
                words.append(written if literal else "".join(references.decode(text, place.start, place.end)[1]))
            case _:
                pass
    assert shown == expected
    assert "".join(words) == "".join(characters)


@given(
    st.lists(
        st.sampled_from(["<", ">", "a", "/", "!", "--", "[CDATA[", "]]>", "?", "'", '"', "=", " ", "DOCTYPE", "[", "]"])
    )
)
def test_any_text_is_read_and_places_go_forward(parts: list[str]) -> None:
    text = "".join(parts)
    at = 0
    for token in tokens(text):
        match token:
            case Text(place):
                assert at <= place.start <= place.end <= len(text)
                at = place.end
            case Start():
                assert at < token.end <= len(text)
                at = token.end
            case _:
                pass
