"""YAML data files: the values of all documents. Keys, comments and what names an identifier are none.

A value is one URL or text with bare URLs in it. What an alias stands for has been read at its anchor. A file that is
broken holds nothing. Lock files are passed over, and so are our own settings.
"""

from __future__ import annotations

from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from checker.model import Link, Region, Span


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    from checker.discover import yaml_values

    yield from yaml_values.extract(text, within)


LANGUAGE = Language(
    "yaml",
    (".yaml", ".yml"),
    extract,
    left_out=("pnpm-lock.yaml", "conda-lock.yml", ".lock.yaml", ".lock.yml", ".https-ready.yml"),
)
