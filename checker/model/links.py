"""Links: what an extractor yields, and the places that come of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from checker.model.documents import Source


class Usage(StrEnum):
    """What the place does with the URL."""

    NAVIGATION = "navigation"
    SCRIPT = "script"
    STYLE = "style"
    FRAME = "frame"
    OBJECT = "object"
    FONT = "font"
    IMAGE = "image"
    IMAGESET = "imageset"
    MEDIA = "media"
    ICON = "icon"
    TRACK = "track"
    PRELOAD = "preload"
    HINT = "hint"
    PING = "ping"
    FORM = "form"
    BASE = "base"
    METADATA = "metadata"
    DATA = "data"
    TEXT = "text"


class Mixed(StrEnum):
    """What a browser does with an http URL here on an https page: blocks it, upgrades it, or nothing."""

    ACTIVE = "active"
    PASSIVE = "passive"
    NONE = "none"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of code points in ``Document.text``, half open."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Link:
    """What an extractor yields: the URL's own characters, and the URL as a browser reads them.

    ``start`` and ``end`` are offsets into ``Document.text`` (code points, half open). ``url`` has entities,
    backslashes and escapes undone and is not normalised. ``label`` is where the visible text of the link spells
    the same URL: it is changed along with the link and is no link of its own.
    """

    start: int
    end: int
    url: str
    usage: Usage
    mixed: Mixed = Mixed.NONE
    label: Span | None = None
    safe: bool | None = None
    """Whether a proven change may be written here unasked; None: as its usage says."""


@dataclass(frozen=True)
class Region:
    """What an extractor yields for text of another language: the pieces, read in order as if joined."""

    language: str
    pieces: tuple[Span, ...]
    reads: tuple[str, ...] = ()
    """What each piece stands for, where some are written as references or escapes; empty: each for itself.
    A piece as long as what it stands for is read character by character, any other as a whole."""
    usage: Usage | None = None
    """What its links are used for, whatever their own place says; None: what it says."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place where an http URL is written as a link. Lines and columns are 1-based, columns count code points."""

    document: str
    source: Source
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    url: str
    usage: Usage
    mixed: Mixed
    written: str
    """The characters of the span, as they stand in the document."""
    label: Span | None = None
    label_written: str = ""
    safe: bool | None = None
    """As :attr:`Link.safe`."""
