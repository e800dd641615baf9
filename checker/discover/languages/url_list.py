"""A list of URLs, one a line, as standard input gives them. Blank lines count for nothing."""

from __future__ import annotations

import re

from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from checker.model import Link, Region, Span


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    from checker.model import Link, Usage

    for piece in within:
        for match in re.compile(r"[^\r\n]+").finditer(text, piece.start, piece.end):
            written = match[0].strip()
            if written:
                start = match.start() + match[0].index(written)
                yield Link(start, start + len(written), written, Usage.TEXT)


LANGUAGE = Language("url_list", (), extract)
