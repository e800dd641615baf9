"""Documents, and the languages that they are written in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import TypeAlias

    from checker.model.links import Link, Region, Span


class Source(Enum):
    """Where a document comes from."""

    FILE = "file"
    PAGE = "page"


@dataclass(frozen=True, slots=True)
class Document:
    """One text that links are read from: a file, a crawled page, or standard input (the file ``-``).

    ``name`` is a path relative to the working directory (``/``-separated, no ``./``) or the URL of a page.
    ``text`` is decoded without loss (see :mod:`checker.text`), a byte order mark not included.
    ``language`` names the module of ``discover/languages`` that reads it.
    """

    name: str
    text: str
    language: str
    source: Source = Source.FILE


Extract: TypeAlias = "Callable[[str, tuple[Span, ...]], Generator[Link | Region, None, None]]"


@dataclass(frozen=True)
class Language:
    """One module of ``discover/languages``. ``extract(text, within)`` reads the pieces ``within`` of ``text``."""

    name: str
    suffixes: tuple[str, ...]
    """File name endings, lower case, with the dot."""
    extract: Extract
    media_types: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    """Endings of names that are not read though a suffix fits, lower case: lock files."""
