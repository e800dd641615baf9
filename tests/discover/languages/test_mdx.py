"""MDX: every «marked» place is found, and nothing else."""

from __future__ import annotations

import pytest

from checker import discover
from checker.discover.languages.mdx import LANGUAGE
from tests.marked import check


def test_names() -> None:
    assert discover.language_of("docs/a.mdx") is LANGUAGE


@pytest.mark.parametrize(
    "text",
    [
        "---\nlink: «http://a/»\n---\n\n[x](«http://b/»)\n\n    «http://c/» indented\n",
        "import x from 'http://no/'\nimport {y} from \"http://no/\"\n\n«http://a/»\n",
        "export const meta = {\n  url: 'http://no/',\n}\n\n«http://a/»\n\nexport default 'http://no/'\n",
        "# x\nimport «http://a/»\n\nimport taxes, see «http://a/»\n\nexport «http://b/»\n",
        "x\nimport y from '«http://a/»'\n",
        "```js\n\nimport x from 'http://no/'\n```\n[x](«http://a/»)\n",
        "{/* http://no/ */} «http://a/» { /*\nhttp://no/\n\nhttp://no/ */ }\n\n«http://b/» {/* «http://c/»\n",
        "<div>\n[link](«http://a/»)\n</div>\n",
        ":::note\n\nSee [x](«http://a/»)\n\n:::\n\n<Tabs>\n<TabItem value=\"a\">\n\n«http://b/»\n\n</TabItem>\n</Tabs>\n",
    ],
)  # fmt: skip
def test_links(text: str) -> None:
    check("mdx", text)


@pytest.mark.parametrize(
    "text",
    [
        "<a\n  href=\"«http://a/»\"\n  target=\"_blank\"\n>\n  text\n</a>\n",
        "<img src=\"«http://a/i.png»\" /> and <B href={\"«http://c/»\"} />\n",
    ],
)  # fmt: skip
def test_tags(text: str) -> None:
    check("mdx", text)
