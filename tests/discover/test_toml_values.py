"""TOML: links by «guillemets»; what the standard library takes is taken."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.discover import toml_values
from checker.model import Span
from tests.marked import check, found


@pytest.mark.parametrize(
    "text",
    [
        'a = "«http://a.org/»"\n\'b\' = \'«http://b.org/»\'\n"c".d = "x «http://c.org/»."',
        "a = \"\"\"\nsee «http://a.org/»\n\"\"\"\nb = '''«http://b.org/»''' # http://no.org/\n",
        'a = [\n  "«http://a.org/»", # http://no.org/\n  [ \'«http://b.org/»\' ],\n]\nb = { c = "«http://c.org/»", d.e = [1, "«http://d.org/»"] }\n',
        '[t."http://no.org/"]\nx = "«http://a.org/»"\n[[u]]\nx = "«http://b.org/»"\n',
        'id = "http://no.org/"\na.license = "http://no.org/"\nlicense = { url = "http://no.org/", x = ["http://no.org/"] }\nx = "«http://a.org/»"\n',
        '[project.license]\nurl = "http://no.org/"\n[project.urls]\nHomepage = "«http://a.org/»"\n',
        'a = { id = "http://no.org/", url = "«http://a.org/»" }\n',
        'a = "\\"«http:\\u002F/a.org/x»\\""\nb = """«http://a.org/\\\n   y»"""\nc = \'C:\\x «http://b.org/»\'\n',
        'a = """x""""\nb = "«http://a.org/»"\n',
        'd = 1979-05-27 07:32:00Z\ne = -1_000.5e+3\nf = inf\ng = 0xFF\nh = true\ni = "«http://a.org/»"\n',
        'a = "«http://a.org/»"\r\n[b]\r\nc = "«http://b.org/»"\r\n',
        '[ a . "b" ] # x\nc = "http://a.org/{id}"\nd = "«http://a.org/»"',
    ],
)
def test_places(text: str) -> None:
    check("toml", text)


@pytest.mark.parametrize(
    "text",
    [
        'a = "http://a.org/',
        'a = "http://a.org/" b = 1\n',
        'a "http://a.org/"\n',
        'x = ["http://a.org/"\n',
        'x = ["http://a.org/" "y"]\n',
        'x = {a = "http://a.org/"\n',
        'x = {"http://a.org/"}\n',
        'a = [,"http://a.org/"]\n',
        '[a\nb = "http://a.org/"\n',
        'a = """http://a.org/\n',
        'a = {{ x }}\nb = "http://a.org/"\n',
        "a = http://a.org/\n",
        'a = "http://a.org/"\na = ' + "[" * 1001 + "]" * 1001,
    ],
)
def test_what_is_broken_holds_nothing(text: str) -> None:
    assert found("toml", text) == []


PARTS = [
    "a",
    "=",
    " ",
    "\n",
    "[",
    "]",
    "{",
    "}",
    ",",
    '"x"',
    "'y'",
    '"""z\n"""',
    "1",
    ".",
    "#",
    "b",
    "true",
    "1.5",
    '"c".d',
]


@given(st.lists(st.sampled_from(PARTS), max_size=14))
def test_what_the_standard_library_takes_is_taken(parts: list[str]) -> None:
    text = "".join(parts)
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert toml_values.read(text, Span(0, len(text))) == []


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        *(("", unit) for unit in ("a.", "a=1\n", '"', '"""', "#", "[a]\n", '"x".', "a")),
        *(("a = ", unit) for unit in ("[", "{a=", "1_", "'''", '"\\')),
        *(("a = [", unit) for unit in ("[],", '"http://a/ ",', "\n")),
        ("[a", ".a"),
    ],
)
def test_hostile_text_takes_linear_time(head: str, unit: str) -> None:
    """What is quadratic takes minutes for this, and the rest about a second."""
    found("toml", head + unit * (200_000 // len(unit)) + "http:")
