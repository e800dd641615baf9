"""reStructuredText, as docutils and Sphinx read it.

Links are ``text <http://…>`` in backquotes with one underscore or two behind, hyperlink targets (``.. _name: http://…``,
over several lines too, and ``__ http://…``), pictures and their ``:target:``, bare URLs, and what stands in
``.. raw:: html``. A bare URL ends where docutils ends it. Other options of directives count when all of their value is
a URL; ``:url:`` and what ``include`` names are usage ``data``.

Literals, literal blocks, doctests, code directives (``parsed-literal`` too), comments, interpreted text and emphasis
hold no links.
"""

from __future__ import annotations

from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from checker.model import Link, Region, Span


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    from checker.discover import rst_links

    yield from rst_links.extract(text, within)


LANGUAGE = Language("rst", (".rst", ".rest"), extract, ("text/x-rst",))
