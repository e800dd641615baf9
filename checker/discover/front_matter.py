"""Front matter: the YAML between two lines of ``---``, or the TOML between two of ``+++``, at the head of a file.

Its values are usage ``data``. Values of keys that name identifiers, and comments, are no links. What does not parse
as a mapping is no front matter (a text may begin with a thematic break), and is then read as Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker import urls
from checker.discover import bare
from checker.model import Link, Span, Usage

MAX_LENGTH = 65_536
"""Code points. PyYAML reads some 50 kB a second at its slowest."""

_FENCED = re.compile(r"(---|\+\+\+)[ \t]*+\n")
_IDENTIFIERS = frozenset(
    ("$schema", "$id", "$ref", "@context", "@id", "@type", "@vocab", "@base", "id", "license", "licence")
)


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
    links = _yaml(text, body) if fence == "---" else _toml(text, body)
    return None if links is None else (closing.end(), links)


def _is_identifier(key: str) -> bool:
    return key in _IDENTIFIERS or key.startswith("xmlns")


def _in_value(text: str, place: Span, value: str) -> Iterator[Link]:
    """The URLs of one value that is written at ``place``: the whole of it, or bare URLs in it (``value`` empty)."""
    if urls.is_http(value) and not re.search(r"\s", value):
        if "{{" not in value:
            yield Link(place.start, place.end, value, Usage.DATA)
        return
    for span in bare.scan(text, place.start, place.end):
        yield Link(span.start, span.end, text[span.start : span.end], Usage.DATA)


def _yaml(text: str, body: Span) -> list[Link] | None:
    import yaml

    try:
        root = yaml.compose(text[body.start : body.end], Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError):
        return None
    if not isinstance(root, yaml.MappingNode):
        return None
    links: list[Link] = []
    seen: set[int] = set()
    waiting: list[yaml.Node] = [root]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:  # an alias: the text of its anchor has been read
            continue
        seen.add(id(node))
        match node:
            case yaml.MappingNode():
                waiting += [
                    value
                    for key, value in node.value
                    if not (isinstance(key, yaml.ScalarNode) and _is_identifier(key.value))
                ]
            case yaml.SequenceNode():
                waiting += node.value
            case yaml.ScalarNode():
                value = "" if node.style in _BLOCK_STYLES else node.value
                links += _in_value(text, _scalar_place(text, body.start, node), value)
    return links


_BLOCK_STYLES = ("|", ">")
_PROPERTIES = re.compile(r"(?:(?>[&!]\S*+\s++))*+")  # an anchor, a tag


def _scalar_place(text: str, shift: int, node: object) -> Span:
    """Where the characters of a scalar stand: inside its quotes, or below the head of a block."""
    import yaml

    assert isinstance(node, yaml.ScalarNode)
    start, end = node.start_mark.index + shift, node.end_mark.index + shift
    if properties := _PROPERTIES.match(text, start, end):
        start = properties.end()
    if node.style in ("'", '"'):
        return Span(start + 1, end - 1)
    if node.style in _BLOCK_STYLES:
        head = text.find("\n", start, end)
        return Span(end if head < 0 else head, end)
    return Span(start, end)


_TOML = re.compile(
    r"#[^\n]*+"
    r"|(?P<long>\"\"\"(?:(?>[^\"\\]|\\.|\"(?!\"\")))*+\"{3,5}|'''(?:(?>[^']|'(?!'')))*+'{3,5})"
    r"|(?P<short>\"(?:(?>[^\"\\\n]|\\.))*+\"|'[^'\n]*+')"
    r"|(?P<bare>[A-Za-z0-9_-]++)",
    re.S,
)
_KEY = re.compile(r"[ \t]*+=")


def _toml(text: str, body: Span) -> list[Link] | None:
    import tomllib

    try:
        tomllib.loads(text[body.start : body.end])
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    links: list[Link] = []
    key = ""
    for token in _TOML.finditer(text, body.start, body.end):
        quotes = 3 if token["long"] else 1 if token["short"] else 0
        inner = Span(token.start() + quotes, token.end() - quotes)
        if _KEY.match(text, token.end(), body.end) and not token["long"]:
            key = text[inner.start : inner.end]
        elif quotes and not _is_identifier(key):
            value = text[inner.start : inner.end]
            links += _in_value(text, inner, value if "\\" not in value and quotes == 1 else "")
    return links
