"""MDX: Markdown in which indented text is no code, tags do not begin HTML blocks (what stands between them is
Markdown), and ``import``, ``export`` and ``{/* comments */}`` hold no links.
"""

from __future__ import annotations

from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from checker.model import Link, Region, Span


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    from checker.discover import markdown_links

    yield from markdown_links.extract(text, within, mdx=True)


LANGUAGE = Language("mdx", (".mdx",), extract, ("text/mdx",))
