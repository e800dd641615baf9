"""Front matter: the YAML between two lines of ``---``, or the TOML between two of ``+++``, at the head of a file.

Its values are usage ``data``. Values of keys that name identifiers, and comments, are no links. What does not parse
as a mapping is no front matter (a text may begin with a thematic break), and is then read as Markdown.
"""

from __future__ import annotations

import re
from dataclasses import replace

from checker.discover import toml_values, yaml_values
from checker.model import Link, Span

MAX_LENGTH = 65_536
"""Code points. Without its part in C, PyYAML reads some 50 kB a second at its slowest."""

_FENCED = re.compile(r"(---|\+\+\+)[ \t]*+\n")


def read(text: str) -> tuple[int, list[Link]] | None:
    """Where the body of a text (its lines ending in LF) begins, and the links before it; None without front matter."""
    opening = _FENCED.match(text)
    if opening is None:
        return None
    fence = opening[1]
    ends = "---|\\.\\.\\." if fence == "---" else "\\+\\+\\+"
    closing = re.compile(rf"^(?:{ends})[ \t]*+$", re.M).search(text, opening.end(), opening.end() + MAX_LENGTH)
    if closing is None:
        return None
    body = Span(opening.end(), closing.start())
    links = yaml_values.read(text, body, front_matter=True) if fence == "---" else toml_values.read(text, body)
    return None if links is None else (closing.end(), [replace(link, safe=True) for link in links])
