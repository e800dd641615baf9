"""Front matter: its values are links. «guillemets» mark them."""

from __future__ import annotations

import pytest

from checker.discover import front_matter
from checker.model import Usage
from tests.marked import marked, show


def check(text: str) -> None:
    plain, _ = marked(text)
    read = front_matter.read(plain)
    assert read is not None
    end, links = read
    assert plain[end:].startswith("\nbody") or end == len(plain)
    assert {link.usage for link in links} <= {Usage.DATA}
    assert show(plain, [(link.start, link.end) for link in links]) == text


@pytest.mark.parametrize(
    "text",
    [
        "---\nlink: «http://a/»\nimage: '«http://a/i.png»'\nother: \"«http://a/o»\"\n---\nbody http://no/",
        "---\nlinks:\n  - «http://a/»\n  - {x: [«http://b/», y]}\n...\nbody",
        "--- \ntext: see «http://a/x», and «http://b/».\n---  \nbody",
        "---\nlong: |\n  «http://a/»\n  x\nfolded: > # http://no/\n  y «http://b/»\n---",
        '---\na: |-\n  «http://a/»\nb: !!str "«http://b/»"\nc: >-\n  «http://c/»\n---',
        "---\na: &x «http://a/»\nb: *x\nc: [*x, *x]\n---",
        '---\na: «http://a/b,c)»\nb: "\\u0068ttp://a/"\n---'.replace('"\\u0068ttp://a/"', '"«\\u0068ttp://a/»"'),
        "---\n# http://no/\na: x # http://no/\nhttp://no/: y\n---",
        "---\n$schema: http://no/\nid: http://no/\n'@context': {a: http://no/}\nlicense: http://no/\nxmlns:x: http://no/\n---",
        "---\na: http://no/{{ site.x }}\nb: https://s/http://no/\nc: \u00e9 «http://a/»\n---",
        "+++\nlink = \"«http://a/»\" # http://no/\n'x' = '«http://b/»'\n[t]\ny.z = [ \"«http://c/»\", '''see\n«http://d/»''', \"\"\"«http://e/»\"\"\" ]\n+++\nbody",
        '+++\n"id" = "http://no/"\nlicense = ["http://no/"]\na = "x\\"«http://a/»\\""\nb = 1\n"http://no/" = 2\n+++',
    ],
)
def test_values_of_front_matter(text: str) -> None:
    check(text)


def test_an_escaped_value_is_decoded() -> None:
    read = front_matter.read('---\na: "\\u0068ttp://a/\\x41"\n---\n')
    assert read is not None
    assert [link.url for link in read[1]] == ["http://a/A"]


@pytest.mark.parametrize(
    "text",
    [
        "x\n---\na: http://a/\n---\n",
        "---\na: http://a/\n",
        "--- x\na: http://a/\n---\n",
        "---\n\nhttp://a/\n\n---\n",
        "---\n- http://a/\n---\n",
        "---\na: b: http://a/\n---\n",
        "---\na: \udce9\n---\n",
        "---\n" + "[" * 1200 + "\n---\n",
        "---\na: " + "x" * front_matter.MAX_LENGTH + "\n---\n",
        "---\n---\n",
        "+++\nx http://a/\n+++\n",
        "+++\na = " + "[" * 1200 + "\n+++\n",
        "++++\na = 1\n++++\n",
    ],
)
def test_what_is_no_front_matter(text: str) -> None:
    assert front_matter.read(text) is None


def test_aliases_do_not_multiply() -> None:
    levels = ["a0: &a0 [http://a/]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    read = front_matter.read("---\n" + "\n".join(levels) + "\n---\n")
    assert read is not None
    assert len(read[1]) == 1
