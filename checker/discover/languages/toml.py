"""TOML data files: the values. Keys, comments and what names an identifier are none.

A value is one URL or text with bare URLs in it. A file that is broken holds nothing.
"""

from __future__ import annotations

from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from checker.model import Link, Region, Span


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    from checker.discover import toml_values

    yield from toml_values.extract(text, within)


LANGUAGE = Language("toml", (".toml",), extract)
