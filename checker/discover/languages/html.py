"""HTML: every attribute that holds a URL, ``srcset`` candidates, meta refresh, social cards, style sheets, ``srcdoc``.

What a URL is used for, and what browsers do with it on an https page, stands in the tables below (the mixed column was
measured with Chromium 156). Identifiers are no links: namespaces, ``rel=profile``, ``itemtype``, ``prefix``. Neither
are scripts, comments, plain text and ``data-*``. https://html.spec.whatwg.org/multipage/indices.html#attributes-3
"""

from __future__ import annotations

from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from checker.model import Link, Region, Span


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    from checker.discover import html_links

    yield from html_links.extract(text, within)


LANGUAGE = Language("html", (".html", ".htm", ".xhtml"), extract, ("text/html", "application/xhtml+xml"))
