"""HTML -> links: what each attribute is used for, and where in its value a URL stands.

What browsers do with each on an https page was measured with Chromium 156.
https://html.spec.whatwg.org/multipage/indices.html#attributes-3
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import replace

from checker import urls
from checker.discover.html_tokens import B, Tag, lower, tags
from checker.discover.pieces import Pieces
from checker.discover.values import Use, Value
from checker.model import Link, Mixed, Region, Span, Usage

_A = (Usage.NAVIGATION, Mixed.NONE)
_FORM = (Usage.FORM, Mixed.NONE)
_FRAME = (Usage.FRAME, Mixed.ACTIVE)
_HINT = (Usage.HINT, Mixed.NONE)
_ICON = (Usage.ICON, Mixed.ACTIVE)
_IMAGE = (Usage.IMAGE, Mixed.PASSIVE)
_MEDIA = (Usage.MEDIA, Mixed.PASSIVE)
_METADATA = (Usage.METADATA, Mixed.NONE)
_OBJECT = (Usage.OBJECT, Mixed.ACTIVE)
_PRELOAD = (Usage.PRELOAD, Mixed.ACTIVE)
_SCRIPT = (Usage.SCRIPT, Mixed.ACTIVE)
_SET = (Usage.IMAGESET, Mixed.ACTIVE)

_ONE_URL: dict[tuple[str, str], Use] = {
    ("a", "href"): _A,
    ("area", "href"): _A,
    ("audio", "src"): _MEDIA,
    ("base", "href"): (Usage.BASE, Mixed.NONE),
    ("blockquote", "cite"): _A,
    ("button", "formaction"): _FORM,
    ("del", "cite"): _A,
    ("embed", "src"): _OBJECT,
    ("form", "action"): _FORM,
    ("frame", "longdesc"): _A,
    ("frame", "src"): _FRAME,
    ("iframe", "longdesc"): _A,
    ("iframe", "src"): _FRAME,
    ("img", "longdesc"): _A,
    ("input", "formaction"): _FORM,
    ("ins", "cite"): _A,
    ("object", "data"): _OBJECT,
    ("q", "cite"): _A,
    ("script", "src"): _SCRIPT,
    ("source", "src"): _MEDIA,
    ("track", "src"): (Usage.TRACK, Mixed.ACTIVE),
    ("video", "poster"): _IMAGE,
    ("video", "src"): _MEDIA,
    **{(name, "background"): _IMAGE for name in ("body", "table", "tbody", "td", "tfoot", "th", "thead", "tr")},
}
SVG: dict[str, Use] = {
    "a": _A,
    "feimage": _IMAGE,
    "image": _IMAGE,
    "script": _SCRIPT,
    "use": (Usage.IMAGE, Mixed.ACTIVE),
}
SVG_OTHER = (Usage.IMAGE, Mixed.NONE)
SVG_SHEETS = ("clip-path", "cursor", "fill", "filter", "marker-end", "marker-mid", "marker-start", "mask", "stroke")
# The first that is among the words of `rel` decides.
_REL: dict[str, Use] = {
    "stylesheet": (Usage.STYLE, Mixed.ACTIVE),
    "modulepreload": _PRELOAD,
    "preload": _PRELOAD,
    "prefetch": _PRELOAD,
    "prerender": _PRELOAD,
    "icon": _ICON,
    "apple-touch-icon": _ICON,
    "apple-touch-icon-precomposed": _ICON,
    "apple-touch-startup-image": _ICON,
    "mask-icon": _ICON,
    "manifest": (Usage.METADATA, Mixed.ACTIVE),
    "preconnect": _HINT,
    "dns-prefetch": _HINT,
}
_CARD = re.compile(
    r"(?:og|twitter):(?!.*(?:alt|description|determiner|locale|site_name|title|type)\Z)"
    r"|article:(?:author|publisher)\Z|(?!.*licen[cs]e).*(?:image|link|logo|mainentityofpage|sameas|thumbnail|url)\Z",
    re.I | re.A,
)
_WANTED = frozenset(
    {"href", "src", *(name for _, name in _ONE_URL)}
    | {"as", "content", "http-equiv", "imagesrcset", "name", "ping", "property", "rel", "srcdoc", "srcset", "style"}
    | {"itemprop", "type", "xlink:href", *SVG_SHEETS}
)

_IDENTIFIER = re.compile(r"profile\Z|schema\.", re.A)

_WORD = re.compile(rf"[^{B}]++")
_CANDIDATE = re.compile(rf"[{B},]*+(?P<url>[^{B}]++)")
_DESCRIPTORS = re.compile(r"(?:(?>[^,(]++|\([^)]*+\)?+))*+")
_REFRESH = re.compile(
    rf"[{B}]*+(?:[0-9]++|(?=\.))[0-9.]*+(?=[;,{B}])[{B}]*+[;,]?+[{B}]*+(?:(?>url[{B}]*+=[{B}]*+))?+"
    r"(?:\"(?P<double>[^\"]*+)|'(?P<single>[^']*+)|(?P<bare>.++))",
    re.I | re.A | re.S,
)
_DRESS = "b|bdi|cite|code|em|font|i|kbd|nobr|samp|small|span|strong|tt|u|wbr"
_LABEL = re.compile(rf"(?:(?><(?:{_DRESS})(?=[{B}>])[^<>]*+>|[{B}]++))*+(?P<text>[^<]++)</", re.I | re.A)


def extract(text: str, within: tuple[Span, ...]) -> Generator[Link | Region, None, None]:
    document = Pieces(text, within)
    for tag in tags(document.joined, _WANTED):
        values = {name: Value.at(document, span) for name, span in tag.values.items()}
        if tag.sheet and lower(values["type"].text if "type" in values else "") in ("", "text/css"):
            yield document.region("css", tag.sheet.pieces, tag.sheet.reads)
        for name, value in values.items():
            if name == "style" or (tag.namespace == "svg" and name in SVG_SHEETS):
                yield value.region("css")
            elif name == "srcdoc" and tag.name == "iframe":
                yield value.region("html")
            elif tag.namespace == "":
                for link in _links(tag.name, name, values):
                    yield _labelled(document, tag, link)
            elif name in ("href", "xlink:href"):
                for link in value.links(_A if tag.namespace == "math" else SVG.get(tag.name, SVG_OTHER)):
                    yield _labelled(document, tag, link)


def _links(tag: str, name: str, values: dict[str, Value]) -> Iterator[Link]:
    """The links in one attribute of an HTML element."""
    value = values[name]
    match tag, name:
        case "meta", "content":
            yield from _meta(values)
        case "link", "href":
            use = _relation(values)
            if use:
                yield from value.links(use)
        case "input", "src":
            if "type" in values and lower(values["type"].text) == "image":
                yield from value.links(_IMAGE)
        case (("a" | "area"), "ping"):
            for word in _WORD.finditer(value.text):
                yield from value.links((Usage.PING, Mixed.ACTIVE), *word.span())
        case (("img" | "image" | "source"), "srcset"):
            yield from _source_set(value)
        case "link", "imagesrcset":
            yield from _source_set(value)
        case (("img" | "image"), "src"):
            for link in value.links(_IMAGE):
                by_address = link.mixed is Mixed.PASSIVE and urls.literal(urls.host_of(link.url)) is not None
                yield replace(link, mixed=Mixed.ACTIVE) if by_address else link
        case _:
            if (tag, name) in _ONE_URL:
                yield from value.links(_ONE_URL[tag, name])


def _labelled(document: Pieces, tag: Tag, link: Link) -> Link:
    """With its visible text, if that is the same URL."""
    if tag.name != "a" or link.usage is not Usage.NAVIGATION:
        return link
    match = _LABEL.match(document.joined, tag.end)
    if match is None:
        return link
    text = Value.at(document, Span(*match.span("text")), attribute=False)
    start, end = text.trimmed(0, len(text.text))
    return replace(link, label=text.span(start, end)) if text.text[start:end] == link.url else link


def _relation(values: dict[str, Value]) -> Use | None:
    """What ``<link rel=…>`` is for; None for identifiers."""
    words = _WORD.findall(lower(values["rel"].text)) if "rel" in values else []
    if words and all(_IDENTIFIER.match(word) for word in words):
        return None
    for name, use in _REL.items():
        if name in words:
            image = name == "preload" and "as" in values and lower(values["as"].text) == "image"
            return (Usage.PRELOAD, Mixed.PASSIVE) if image else use
    return _METADATA


def _meta(values: dict[str, Value]) -> Iterator[Link]:
    content = values["content"]
    if "http-equiv" in values and lower(values["http-equiv"].text) == "refresh":
        if match := _REFRESH.match(content.text):
            yield from content.links(_A, *match.span(match.lastgroup or 0))
        return
    words = [
        word for name in ("property", "name", "itemprop") if name in values for word in _WORD.findall(values[name].text)
    ]
    if any(_CARD.match(word) for word in words) and len(_WORD.findall(content.text)) == 1:  # more is prose
        yield from content.links(_METADATA)


def _source_set(value: Value) -> Iterator[Link]:
    """https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute."""
    at = 0
    while candidate := _CANDIDATE.match(value.text, at):
        at = candidate.end()
        url = candidate["url"].rstrip(",")
        yield from value.links(_SET, candidate.start("url"), candidate.start("url") + len(url))
        if url == candidate["url"]:
            descriptors = _DESCRIPTORS.match(value.text, at)
            at = descriptors.end() if descriptors else at
