"""JSON: tokens against the standard library, links by «guillemets»."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.discover import json_values
from checker.discover.json_values import BrokenError
from checker.model import Link, Span
from tests.marked import check, found, marked

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=20,
)


def strings(value: Any) -> list[tuple[str, str]]:
    """Keys and strings in the order in which they are written."""
    match value:
        case str():
            return [("string", value)]
        case list():
            return [found for item in value for found in strings(item)]
        case dict():
            return [found for key, item in value.items() for found in [("key", key), *strings(item)]]
        case _:
            return []


@given(JSON, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_tokens_are_those_that_the_standard_library_wrote(value: Any, indent: Any, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    read = [
        (token.kind, json.loads(f'"{text[token.start : token.end]}"'))
        for token in json_values.tokens(text)
        if token.kind in ("key", "string")
    ]
    assert read == strings(value)


@given(st.lists(st.sampled_from(["[", "]", "{", "}", ",", ":", '"a"', "1", "null", " ", '"', "\n"]), max_size=9))
def test_what_the_standard_library_takes_is_taken(parts: list[str]) -> None:
    text = "".join(parts)
    try:
        json.loads(text)
    except ValueError:
        return
    list(json_values.tokens(text))


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "«http://a.org/»", "b": {"c": ["«http://b.org/»", 1, "x «http://c.org/»."]}}',
        '{"http://no.org/": 1, "x": "«http://a.org/»"}',
        '{"a": "«http://a.org/1»", "a": "«http://a.org/2»"}',
        '{"@context": {"x": "http://no.org/", "y": ["http://no.org/"]}, "@type": ["http://no.org/"], "z": "«http://a.org/»"}',
        '[{"id": "http://no.org/", "url": "«http://a.org/»"}, {"\\u0069d": "http://no.org/"}]',
        '{"a": [[{"id": [{"x": "http://no.org/"}], "b": "«http://a.org/»"}], "«http://b.org/»"]}',
        '// http://no.org/\n{"a": /* "http://no.org/" */ "«http://a.org/»", }',
        "{a: '«http://a.org/»', $schema: 'http://no.org/', b: ['it\\'s «http://b.org/»',],}",
        '\ufeff{"a"\t:\r\n"«http://a.org/»"}\n{"b": "«http://b.org/»"}\n"«http://c.org/»"',
        '"<a href=\\"«http://a.org/»\\">http"',
        '{"a": "\\\\\\"«http://a.org/»\\\\\\""}',
        '["https:", "\\u2028«http:\\/\\/a.org»\\n", "日本 «http://b.org/» 😀«http://c.org/»"]',
    ],
)
def test_places(text: str) -> None:
    check("json", text)


@pytest.mark.parametrize(
    "text",
    [
        '{"schema": "https-ready/1", "findings": [{"url": "http://a.org/"}]}',
        '{"a": "http://a.org/"',
        '{"a": "http://a.org/"]',
        '{"a" "http://a.org/"}',
        '{"a": }, "http://a.org/"',
        '["http://a.org/" "http://b.org/"]',
        '["http://a.org/\n"]',
        '["http://a.org/]',
        '[, "http://a.org/"]',
        '{"a": "http://a.org/"}}',
        '{{ x }} "http://a.org/"',
        '{"a": "http://a.org/"} /* open',
        "http://a.org/",
        "[" * 1001 + '"http://a.org/"' + "]" * 1001,
    ],
)
def test_what_is_broken_holds_nothing(text: str) -> None:
    assert found("json", text) == []


def test_a_tree_keeps_what_is_wanted() -> None:
    text = '{"a": [1, "x", {"b": "y", "c": ["no"]}, [], {}], "c": {"a": "no"}, "b": null}'
    x, y = text.index("x"), text.index("y")
    assert json_values.tree(text, ("a", "b")) == {"a": [Span(x, x + 1), {"b": Span(y, y + 1)}]}
    assert json_values.tree("[[], 1]", ()) is None
    with pytest.raises(BrokenError):
        json_values.tree('{"a": "b"', ("a",))


@given(st.integers(0, 40), st.integers(0, 40))
def test_pieces_read_as_the_whole(at: int, gap: int) -> None:
    plain, spans = marked('{"a": "x «http://a.org/y\\u00e9» z", "id": "http://no.org/"}')
    cut = plain[:at] + "#" * gap + plain[at:]
    links = list(json_values.extract(cut, (Span(0, at), Span(at + gap, len(cut)))))
    ((start, end),) = spans
    assert [(link.start, link.end) for link in links if isinstance(link, Link)] == [
        (start + (gap if start >= at else 0), end + (gap if end > at else 0))
    ]


@pytest.mark.parametrize(
    ("language", "head", "unit"),
    [
        *(("json", "", unit) for unit in ("[", '{"a":', '"', '"\\', "/*", "//", "'")),
        *(("json", "[", unit) for unit in ('"(http://a/",', "[],", '"\\u0068",')),
        ("json", '"', "(http://a/"),
        ("notebook", '{"cells":[{"cell_type":"markdown","source":[', '"\\u0068ttp://a/ ",'),
    ],
)
def test_hostile_text_takes_linear_time(language: str, head: str, unit: str) -> None:
    """What is quadratic takes minutes for this, and the rest about a second."""
    found(language, head + unit * (200_000 // len(unit)) + "http:")
