"""Where a page leads, http or not: what a crawler follows, and which documents belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from checker import urls
from checker.discover import css_links, references
from checker.discover.html_tokens import Tag, tags
from checker.model import Span, Url

_FOLLOWED = {"a": ("href", "xlink:href"), "area": ("href",), "frame": ("src",), "iframe": ("src",)}
_WANTED = ("href", "src", "xlink:href", "rel", "type", "name", "content")
_NAMES = (*_FOLLOWED, "base", "link", "meta")
_FEEDS = ("application/rss+xml", "application/atom+xml")


@dataclass(frozen=True, slots=True)
class Leads:
    """Where a page leads: URLs, each once, in order."""

    pages: tuple[Url, ...]
    """Of links and frames."""
    unfollowed: tuple[Url, ...]
    """Of links that say ``rel=nofollow``, and all where the page says it of itself."""
    parts: tuple[Url, ...]
    """Style sheets and feeds."""
    canonical: Url | None


def page_leads(text: str, page: Url) -> Leads:
    """Relative URLs are resolved against the first ``<base href>``, else against ``page``."""
    base, based, nofollow = page, False, False
    followed: dict[str, bool] = {}
    parts: dict[str, None] = {}
    canonical = ""
    for tag in tags(text, _WANTED, _NAMES):
        match tag.name:
            case "base" if not based and "href" in tag.values and not tag.namespace:
                based = True
                base = urls.parse(_value(text, tag, "href"), page) or page
            case "meta" if _value(text, tag, "name").lower() in ("robots", "https-ready"):
                nofollow = nofollow or says_nofollow(_value(text, tag, "content"))
            case "link":
                rel = _value(text, tag, "rel").lower().split()
                if "canonical" in rel:
                    canonical = canonical or _value(text, tag, "href")
                elif "stylesheet" in rel or ("alternate" in rel and _value(text, tag, "type").lower() in _FEEDS):
                    parts[_value(text, tag, "href")] = None
            case name if name in _FOLLOWED:
                follow = "nofollow" not in _value(text, tag, "rel").lower().split()
                for attribute in _FOLLOWED[name]:
                    if attribute in tag.values:
                        written = _value(text, tag, attribute)
                        followed[written] = followed.get(written, False) or follow
            case _:
                pass
    kept = [written for written, follow in followed.items() if follow and not nofollow]
    dropped = [written for written, follow in followed.items() if not follow or nofollow]
    return Leads(
        _resolved(kept, base),
        _resolved(dropped, base),
        _resolved(filter(None, parts), base),
        urls.parse(canonical, base) if canonical else None,
    )


def sheets(css: str, sheet: Url) -> tuple[Url, ...]:
    """The style sheets that a style sheet imports."""
    return _resolved(css_links.imports(css), sheet)


def says_nofollow(directives: str) -> bool:
    """Whether the directives of a robots meta or an ``X-Robots-Tag`` say that links are not to be followed."""
    return not {"nofollow", "none"}.isdisjoint(re.split(r"[\s,:]+", directives.lower()))


def _resolved(written: Iterable[str], base: Url) -> tuple[Url, ...]:
    return tuple(dict.fromkeys(url for url in map(urls.resolver(base), written) if url is not None))


def _value(text: str, tag: Tag, name: str) -> str:
    span = tag.values.get(name)
    return _read(text, span) if span is not None else ""


def _read(text: str, span: Span) -> str:
    return "".join(references.decode(text, span.start, span.end)[1]).strip()
