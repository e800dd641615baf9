"""Words and headings of the pages that a chain ended with: slow (3 MB/s), so asked for only when a rung needs it.

A worker runs :func:`read` as a task. Beautiful Soup is imported then and not before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.judge.features import HTML, media_type
from checker.judge.markup import decode, split, without_comments
from checker.model import Chain, Observation, Reading, Reply
from checker.urls import is_http

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag
    from bs4.element import PageElement

NOTHING = Reading("", "", "", {}, {})
"""The reading of what is no page."""

_BESIDE = frozenset(("nav", "header", "footer", "aside"))
_UNREAD = frozenset(("script", "style", "noscript", "template", "title"))
_LOADED = {"script": "src", "iframe": "src", "frame": "src", "embed": "src", "track": "src", "object": "data"}
_SHEETS = frozenset(("stylesheet", "modulepreload"))
_CSS_LOAD = re.compile(
    r"""@import\s{0,9}(?:url\(\s{0,9})?["']?(http:[^"')\s;]{0,2000})|@font-face\s{0,9}\{[^}]{0,4000}?url\(\s{0,9}["']?(http:[^"')\s]{0,2000})""",
    re.I,
)
_STRAY = re.compile(r"<(?![^<>]*>)|(?<=&#)(?=\w{8})")
"""What html.parser takes quadratic time over (20,000 times ``<a``: a minute), or fails at (5,000 digits)."""
_WORD = re.compile(r"\w+")
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
"""Thai, Lao, kana and Han are written without blanks: bigrams instead of words."""


def read(observation: Observation) -> Observation:
    """The observation with a reading in the final reply of every chain."""
    return replace(
        observation,
        http=_read_last(observation.http),
        https=_read_last(observation.https),
        sibling=_read_last(observation.sibling) if observation.sibling else None,
        http_again=_read_last(observation.http_again) if observation.http_again else None,
    )


def _read_last(chain: Chain) -> Chain:
    reply = chain.reply
    if reply is None or reply.reading is not None:
        return chain
    last = replace(chain.last, outcome=replace(reply, reading=reading(reply)))
    return replace(chain, exchanges=(*chain.exchanges[:-1], last))


def reading(reply: Reply) -> Reading:
    """What a page says; :data:`NOTHING` for what is no HTML or has no body."""
    essence = reply.features.type if reply.features else media_type(reply)
    if essence not in HTML or not reply.body:
        return NOTHING
    from bs4 import BeautifulSoup
    from bs4.exceptions import ParserRejectedMarkup

    text = _STRAY.sub("&lt;", without_comments(decode(reply)))
    try:
        soup = BeautifulSoup(text, "html.parser")
    except (ParserRejectedMarkup, RecursionError):
        markup = split(text)
        found = words(markup.text)
        return Reading(markup.title, markup.heading, "", found, found)
    return _reading(soup)


def _reading(soup: BeautifulSoup) -> Reading:
    from bs4 import Tag
    from bs4.element import NavigableString, PreformattedString

    everything: list[str] = []
    beside: list[str] = []
    title: str | None = None
    heading: str | None = None
    canonical = ""
    active: list[str] = []
    upgraded = False
    # A walk along the parse order keeps no stack; ``until`` is the first element after the one that is passed over.
    skip_until: object = None
    beside_until: object = None
    skipping = aside = False
    for node in soup.descendants:
        if skipping and node is skip_until:
            skipping = False
        if aside and node is beside_until:
            aside = False
        if isinstance(node, Tag):
            if skipping:
                continue
            if node.name == "title" and title is None:
                title = _line(node)
            elif node.name == "h1" and heading is None:
                heading = _line(node)
            elif node.name == "link" and "canonical" in _tokens(node, "rel"):
                canonical = canonical or _attribute(node, "href").strip()
            elif node.name == "meta" and _attribute(node, "http-equiv").lower() == "content-security-policy":
                upgraded = upgraded or "upgrade-insecure-requests" in _attribute(node, "content").lower()
            active.extend(_active(node))
            if node.name in _UNREAD:
                skipping, skip_until = True, _after(node)
            elif node.name in _BESIDE and not aside:
                aside, beside_until = True, _after(node)
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString) and not skipping:
            (beside if aside else everything).append(node)
    main = words(" ".join(everything))
    whole = Counter(main)
    whole.update(words(" ".join(beside)))
    return Reading(title or "", heading or "", canonical, whole, main, () if upgraded else tuple(active[:20]))


def _after(tag: Tag) -> object:
    """The node that follows a tag and all within it; None at the end."""
    node: PageElement | None = tag
    while node is not None and node.next_sibling is None:
        node = node.parent
    return node.next_sibling if node is not None else None


def _line(tag: Tag) -> str:
    return " ".join(tag.get_text(" ").split())[:500]


def _attribute(tag: Tag, name: str) -> str:
    value = tag.get(name)
    return " ".join(value) if isinstance(value, list) else value or ""


def _tokens(tag: Tag, name: str) -> list[str]:
    return _attribute(tag, name).lower().split()


def _active(tag: Tag) -> Iterator[str]:
    """http URLs of this element that a browser refuses to load in an https page, so that the page breaks.

    An icon or a prefetch that is missing breaks nothing.
    """
    if (name := _LOADED.get(tag.name)) and is_http(value := _attribute(tag, name)):
        yield value
    elif tag.name == "link" and (
        _SHEETS.intersection(rel := _tokens(tag, "rel"))
        or ("preload" in rel and _attribute(tag, "as").lower() in ("script", "style", "font"))
    ):
        if is_http(value := _attribute(tag, "href")) and "alternate" not in rel:
            yield value
    elif tag.name in ("img", "source"):
        candidates = (part.split() for part in _attribute(tag, "srcset").split(","))
        yield from (words[0] for words in candidates if words and is_http(words[0]))
    elif tag.name == "base" and is_http(value := _attribute(tag, "href")):
        # Everything relative in the page is loaded over http.
        yield value
    elif tag.name == "style":
        for match in _CSS_LOAD.finditer(tag.get_text()):
            yield match[1] or match[2]


def words(text: str) -> Mapping[str, int]:
    """The multiset of words, case folded; bigrams where a script writes no blanks."""
    found: Counter[str] = Counter()
    for word in _WORD.findall(text.casefold()):
        at = 0
        for run in _UNSPACED.finditer(word):
            if before := word[at : run.start()]:
                found[before] += 1
            found.update(run[0][i : i + 2] for i in range(max(1, len(run[0]) - 1)))
            at = run.end()
        if rest := word[at:]:
            found[rest] += 1
    return found


def dice(one: Mapping[str, int], other: Mapping[str, int]) -> float:
    """How much of two multisets is shared, 0 to 1: twice the shared over the sum. Two empty ones share nothing."""
    total = sum(one.values()) + sum(other.values())
    if len(other) < len(one):
        one, other = other, one
    shared = sum(min(count, other.get(word, 0)) for word, count in one.items())
    return 2 * shared / total if total else 0.0


def extra(one: Mapping[str, int], other: Mapping[str, int]) -> int:
    """Words of ``one`` that ``other`` lacks, each as often as it is too many."""
    return sum(max(0, count - other.get(word, 0)) for word, count in one.items())
