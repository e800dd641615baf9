"""Where the links of a page lead, http or not: what a crawler follows."""

from __future__ import annotations

from checker import urls
from checker.discover import references
from checker.discover.html_tokens import tags
from checker.model import Span, Url

_FOLLOWED = {"a": ("href", "xlink:href"), "area": ("href",), "frame": ("src",), "iframe": ("src",)}
_WANTED = ("href", "src", "xlink:href")


def page_links(text: str, page: Url) -> list[Url]:
    """The URLs that the links and frames of an HTML page lead to, each once, in order.

    Relative ones are resolved against the first ``<base href>``, else against ``page``.
    """
    base, based = page, False
    written: dict[str, None] = {}
    for tag in tags(text, _WANTED, every=True):
        if tag.name == "base" and not based and "href" in tag.values and not tag.namespace:
            based = True
            base = urls.parse(_read(text, tag.values["href"]), page) or page
        for name in _FOLLOWED.get(tag.name, ()):
            if name in tag.values:
                written[_read(text, tag.values[name])] = None
    resolved = (urls.parse(value, base) for value in written)
    return list(dict.fromkeys(url for url in resolved if url is not None))


def _read(text: str, span: Span) -> str:
    return "".join(references.decode(text, span.start, span.end)[1]).strip()
