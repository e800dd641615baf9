"""Plain text: every bare URL, as :mod:`checker.discover.bare` reads it.

Nothing in a text file says whether a URL is meant as a link, so no file name leads here by itself: what is read as
plain text (``.txt``, ``.text``) is for the one who asks to say.
"""

from __future__ import annotations

from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from checker.model import Link, Region, Span


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    from checker.discover import bare
    from checker.model import Link, Usage

    for piece in within:
        for place in bare.scan(text, piece.start, piece.end):
            yield Link(place.start, place.end, text[place.start : place.end], Usage.TEXT)


LANGUAGE = Language("plain", (), extract)
