"""CSS: ``url()``, ``@import``, ``image-set()``. Comments, other strings and ``@namespace`` hold no links.

https://www.w3.org/TR/css-syntax-3/. Background images are upgraded by browsers; imports and fonts are blocked.
"""

from __future__ import annotations

from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from checker.model import Link, Region, Span


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    from checker.discover import css_links

    yield from css_links.extract(text, within)


LANGUAGE = Language("css", (".css",), extract, ("text/css",))
