"""XML: SVG, RSS, Atom, sitemaps, OPML, XSLT style sheets; anything else by attributes and elements that are a URL.

Entries of feeds and sitemaps are ``metadata``, the HTML within them (escaped, CDATA or XHTML) is HTML. A drawing's
links are what SVG uses them for, its styles CSS. Elsewhere an attribute named ``href``, ``src``, ``url``, ``uri`` or
``link``, and an element whose whole text is an http URL, is ``data``.

What only names something is no link: namespaces, document types and schemas, ``guid`` and Atom's ``id`` (readers show
every entry again whose ``id`` changes), licences, RDF. Entities that a document declares are never expanded.
"""

from __future__ import annotations

import re

from checker.discover import may_hold_http
from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from checker.model import Link, Region, Span


# Nearly every document names its namespaces, and few hold another http URL. Compiled when first needed.
_NAMES = (
    r"\s(?:xmlns(?::[\w.-]++)?+|rdf:(?:about|datatype|resource)|xsi:\w++)=(?:\"[^\"'<>]*+\"|'[^\"'<>]*+')"
    r"|<!DOCTYPE\s[^<>\[\]]*+>"
)


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    if not may_hold_http(re.sub(_NAMES, "", "".join([text[piece.start : piece.end] for piece in within]))):
        return
    from checker.discover import xml_links

    yield from xml_links.extract(text, within)


LANGUAGE = Language(
    "xml",
    (".xml", ".svg", ".rss", ".atom", ".rdf", ".opml", ".xsl", ".xslt"),
    extract,
    ("application/xml", "text/xml", "image/svg+xml", "application/rss+xml", "application/atom+xml")
    + ("application/rdf+xml", "text/x-opml"),
)
