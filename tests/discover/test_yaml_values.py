"""YAML: links by «guillemets», with the parser in C and the one in Python."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from checker.discover import yaml_values
from checker.model import Span
from tests.marked import check, found


@pytest.fixture(params=["c", "python"], autouse=True)
def parser(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "python":
            patch.delattr(yaml, "CSafeLoader")
        yield


@pytest.mark.parametrize(
    "text",
    [
        "a: «http://a.org/»\nb: '«http://b.org/»'\nc: \"«http://c.org/»\"\n",
        "- «http://a.org/»\n- - «http://b.org/»\n  - x: [«http://c.org/», {y: «http://d.org/»}]\n",
        "«http://a.org/»",
        "%YAML 1.1\n---\na: «http://a.org/»\n...\n---\n- «http://b.org/»\n--- «http://c.org/»\n",
        "# http://no.org/\na: «http://a.org/» # http://no.org/\n",
        "a: |\n  # «http://a.org/»\n  [x](«http://b.org/y») «http://c.org/».\nb: >-\n\n  «http://d.org/»\n# http://no.org/\n",
        "a: |2+ # http://no.org/\n    «http://a.org/»\n\n",
        "a: &x «http://a.org/»\nb: *x\nc: [*x, *x]\n<<: *x\n",
        "<<: {a: «http://a.org/»}\n<<: [{b: «http://b.org/»}]\n",
        "a: !!str «http://a.org/»\nb: !x &y # http://no.org/\n  «http://b.org/»\nc: &z !x '«http://c.org/»'\n",
        "a: *undefined\nb: «http://a.org/»\n",
        "a: «http://a.org/1»\na: «http://a.org/2»\n",
        "http://no.org/: «http://a.org/»\n? http://no.org/\n: «http://b.org/»\n? [http://no.org/, {a: http://no.org/}]\n: «http://c.org/»\n",
        "id: http://no.org/\n$schema: http://no.org/\n'@context': {a: [http://no.org/]}\nxmlns:dc: http://no.org/\nx: «http://a.org/»\n",
        "license:\n  name: MIT\n  url: http://no.org/\nlicenses: [http://no.org/]\nlist:\n- id: http://no.org/\n  url: «http://a.org/»\n",
        "a: \"see \\\"«http:\\/\\/a.org\\/x»\\\" \\u0026 «\\x68ttp://b.org/»\"\nb: 'it''s «http://c.org/d''e»'\n",
        "a: \"«http://a.org/\\\n    b»\"\nc: 'x\n  «http://b.org/»\n  y'\nd: x\n  «http://c.org/»\n  y\n",
        "a: «http://a.org/»\r\nb:\r\n  - '«http://b.org/»'\r\n",
        "é: \U0001f600 «http://a.org/»\nb: 日本«http://b.org/»、x\n",
        "a: \udce9 «http://a.org/»\nb: x\x07 «http://b.org/»\n",
        "{a: «http://a.org/», b: ['«http://b.org/»', \"«http://c.org/»\"]}",
        "a: http://a.org/{{ page.url }}\nb: https://a.org/http://no.org/\nc: http:\nd: 'http://'\n",
        "a: ~\nb:\nc: «http://a.org/»\n",
    ],
)
def test_places(text: str) -> None:
    check("yaml", text)


@pytest.mark.parametrize(
    "text",
    [
        "a: http://a.org/\n b: x\n",
        "a: [http://a.org/\n",
        "a: 'http://a.org/\n",
        "a: b: http://a.org/\n",
        "\ta: http://a.org/\n",
        "a: {{ site.x }} http://a.org/\n",
        "[" * 600 + "http://a.org/" + "]" * 600,
    ],
)
def test_what_is_broken_holds_nothing(text: str) -> None:
    assert found("yaml", text) == []


def test_aliases_do_not_multiply() -> None:
    levels = ["a0: &a0 [http://a.org/]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    assert found("yaml", "\n".join(levels)) == [(9, 22)]


def test_front_matter_is_one_mapping() -> None:
    def read(text: str) -> int | None:
        links = yaml_values.read(text, Span(0, len(text)), front_matter=True)
        return None if links is None else len(links)

    assert read("a: http://a.org/\n") == 1
    assert [read(text) for text in ("", "- http://a.org/\n", "http://a.org/", "a: b\n---\nc: d\n", "# x\n")] == [
        None
    ] * 5


VALUES = st.recursive(
    st.sampled_from(
        [
            "http://a.org/x",
            "see http://b.org/ it",
            "é",
            'it\'s "http://c.org/" \\ ',
            "x: y",
            "#",
            "a\nb http://d.org/\n",
        ]
    ),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "http://no.org/"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(VALUES, st.sampled_from([None, "'", '"', "|", ">"]), st.sampled_from([None, True, False]), st.booleans())
def test_what_is_dumped_is_found(value: object, style: str | None, flow: bool | None, unicode: bool) -> None:
    text = yaml.safe_dump(value, default_style=style, default_flow_style=flow, allow_unicode=unicode, width=30)
    written = str(value).count("http://") - str(value).count("http://no.org/")
    assert len(found("yaml", text)) == written
    assert all(text[start:end].startswith("http://") for start, end in found("yaml", text))


@pytest.mark.parametrize("unit", ["{a: ", "- ", "? ", "&a ", '"', "a: b\n", "a:\n ", "[a, ", "!a ", "[]: ", "[[]],"])
def test_hostile_text_takes_linear_time(unit: str) -> None:
    """Of the parser in Python less is asked, for it is ten times as slow."""
    found("yaml", unit * ((200_000 if hasattr(yaml, "CSafeLoader") else 10_000) // len(unit)) + "http:")
