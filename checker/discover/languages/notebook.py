"""Jupyter notebooks: Markdown cells are Markdown; HTML and Markdown among the outputs of code are HTML and Markdown.

Places lead through the JSON strings, their escapes and the list of lines. What an output links is a result: its usage
is ``data``, so it is changed only when unsafe edits are asked for. Code, raw cells and metadata are none.
"""

from __future__ import annotations

from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from checker.model import Link, Region, Span


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    from checker.discover import notebook_cells

    yield from notebook_cells.extract(text, within)


LANGUAGE = Language("notebook", (".ipynb",), extract, ("application/x-ipynb+json",))
