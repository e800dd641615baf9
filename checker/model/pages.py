"""The pages of a crawl."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from checker.model.links import Occurrence


@dataclass(frozen=True)
class Held:
    """What a page held: all that it takes to go on with a crawl that was stopped after it."""

    occurrences: tuple[Occurrence, ...] = ()
    queued: tuple[tuple[str, str, int], ...] = ()
    """What was met for the first time: its kind (``page``, ``part``), its URL, its depth."""
    canonical: str = ""
    """The page's key among those that name one canonical URL; empty where it was not read."""
    content: str = ""
    """Equal for pages that hold the same links."""
    start: str = ""
    """Where the start page redirects to, where this is the start page and does."""


@dataclass(frozen=True)
class Page:
    """A crawled page: what became of it."""

    url: str
    status: int | None
    depth: int
    links: int
    problem: str = ""
    same_as: str = ""
    """The page that was read already under another URL: both name one canonical URL and hold the same."""
    held: Held | None = None
    """As the page comes; let go of afterwards."""
