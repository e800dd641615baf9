"""Markdown: CommonMark with GitHub's tables, footnotes and bare URLs, and what site generators add to it.

Links are inline links, images, ``<http://autolinks>``, bare URLs, reference definitions (used or not, where the URL
is written), values in YAML or TOML front matter, and what stands in HTML blocks and tags. Code is never read: neither
spans nor fences nor indented blocks, nor ``{% highlight %}``; nor are comments, also those of Liquid and kramdown. A
URL that a template completes (``http://a.example/{{ x }}``) cannot be asked about and is passed over.

A link's usage is ``navigation``; an image's is ``image``, which browsers upgrade on an https page (and block if its
host is an address); a bare URL's is ``text``. A definition that only images use is an image.
"""

from __future__ import annotations

from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from checker.model import Link, Region, Span


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    from checker.discover import markdown_links

    yield from markdown_links.extract(text, within)


LANGUAGE = Language("markdown", (".md", ".markdown", ".qmd", ".rmd"), extract, ("text/markdown",))
