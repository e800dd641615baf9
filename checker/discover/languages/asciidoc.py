"""AsciiDoc, as Asciidoctor reads it.

Links are ``http://…[text]``, ``link:http://…[text]``, ``<http://…>``, bare URLs, pictures, videos and sounds, attribute
entries whose value is a URL (``:name: http://…``; what uses them is not read again), ``link=`` of pictures and blocks,
what ``include::`` names (usage ``data``), and what passthroughs hand to the browser as HTML. A URL in backticks is a
link in AsciiDoc.

Listings, literals, source, stem and diagram blocks, comments, ``+…+`` and escaped URLs (``\\http://…``) hold no links,
and neither do URLs that an ``{attribute}`` completes: what would be asked is not known.
"""

from __future__ import annotations

from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from checker.model import Link, Region, Span


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    from checker.discover import asciidoc_links

    yield from asciidoc_links.extract(text, within)


LANGUAGE = Language("asciidoc", (".adoc", ".asciidoc", ".asc"), extract, ("text/asciidoc",))
