"""JSON data files: the values. Keys, comments and what names an identifier (``$schema``, ``@type``, licences) are none.

A value is one URL or text with bare URLs in it, each at its own characters, whatever of it is escaped.
Comments, trailing commas and JSON5 are read; a file that is broken holds nothing. Lock files and reports of ours are
passed over.
"""

from __future__ import annotations

from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from checker.model import Link, Region, Span


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    from checker.discover import json_values

    yield from json_values.extract(text, within)


LANGUAGE = Language(
    "json",
    (".json", ".json5", ".jsonc", ".webmanifest"),
    extract,
    ("application/json", "application/feed+json", "application/manifest+json"),
    left_out=("package-lock.json", "npm-shrinkwrap.json", ".lock.json", ".min.json"),
)
