"""The pages of a crawl."""

from __future__ import annotations

from dataclasses import dataclass


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
