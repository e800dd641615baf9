"""What is open inside ``svg`` and ``math``: there ``<style>`` and ``<script>`` hold markup and CDATA is real.

https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign, without a tree. What is open outside is not
known; an end tag that closes nothing inside is taken for one that closes an element outside. Elements stand in
segments, split where HTML begins again, with a count of each name: an end tag costs no more than it closes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

_BREAKOUT = frozenset((
    "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2",
    "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre",
    "ruby", "s", "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u", "ul", "var",
))  # fmt: skip
_VOID = frozenset((
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img", "input", "keygen",
    "link", "meta", "param", "source", "track", "wbr",
))  # fmt: skip
_SVG_POINTS = frozenset(("foreignobject", "desc", "title"))
_MATH_POINTS = frozenset(("mi", "mo", "mn", "ms", "mtext"))
_GLYPHS = frozenset(("mglyph", "malignmark"))
# End tags that close nothing outside either: they leave `svg` open.
_NEVER_OUTSIDE = frozenset((
    "body", "html", "head", "circle", "clippath", "defs", "ellipse", "filter", "g", "line", "lineargradient",
    "marker", "mask", "path", "pattern", "polygon", "polyline", "radialgradient", "rect", "stop", "symbol",
    "text", "textpath", "tspan", "use", "annotation", "annotation-xml", "mfrac", "mi", "mn", "mo", "mrow", "ms",
    "msqrt", "mstyle", "msub", "msup", "mtable", "mtd", "mtext", "mtr", "semantics",
))  # fmt: skip


@dataclass(slots=True)
class _Segment:
    namespace: str
    """Empty for HTML within an element of the segment before."""
    stack: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def push(self, name: str) -> None:
        self.stack.append(name)
        self.counts[name] = self.counts.get(name, 0) + 1

    def pop_to(self, name: str) -> None:
        while (last := self.stack.pop()) != name:
            self.counts[last] -= 1
        self.counts[name] -= 1


class Foreign:
    """The open elements from the outermost ``svg`` or ``math`` on; empty ``segments``: it has been left."""

    def __init__(self, root: str) -> None:
        self.segments = [_Segment(root)]
        self.segments[0].push(root)

    @property
    def holds_cdata(self) -> bool:
        """Whether the current element is no HTML element."""
        top = self.segments[-1]
        return bool(top.namespace) or not top.stack

    def open(self, name: str, closed: bool, *, breakout: bool, html_annotation: bool) -> str:
        """The namespace (empty: HTML) of the element that a start tag makes."""
        top = self.segments[-1]
        if not top.namespace:
            point = self.segments[-2].stack[-1]
            if not top.stack and point in _MATH_POINTS and name in _GLYPHS:
                return self._enter("math", name, closed)
            if name in ("svg", "math"):
                return self._enter(name, name, closed)
            if name not in _VOID:
                top.push(name)
            return ""
        if breakout or name in _BREAKOUT:
            self.segments.pop()
            return self.open(name, closed, breakout=False, html_annotation=False) if self.segments else ""
        if name == "svg" and top.stack[-1] == "annotation-xml":
            return self._enter(name, name, closed)
        if not closed:
            top.push(name)
            points = _SVG_POINTS if top.namespace == "svg" else _MATH_POINTS
            if name in points or (html_annotation and top.namespace == "math"):
                self.segments.append(_Segment(""))
        return top.namespace

    def _enter(self, namespace: str, name: str, closed: bool) -> str:
        if not closed:
            self.segments.append(_Segment(namespace))
            self.segments[-1].push(name)
        return namespace

    def close(self, name: str) -> None:
        """An end tag."""
        top = self.segments[-1]
        if not top.namespace:
            self._close_html(name)
        elif name in ("p", "br"):
            self.segments.pop()
        elif top.counts.get(name):
            self._pop_to(name)
        elif len(self.segments) == 1:
            if name not in _NEVER_OUTSIDE:
                self.segments.pop()
        else:
            below = self.segments[-2]
            if below.counts.get(name) or (not below.stack and self.segments[-3].counts.get(name)):
                self.segments.pop()
                self.close(name)

    def _close_html(self, name: str) -> None:
        """Strictly, an open ``p`` would keep ``</foreignObject>`` from closing anything; p is often closed unsaid."""
        top, outer = self.segments[-1], self.segments[-2]
        if top.counts.get(name):
            top.pop_to(name)
        elif outer.stack[-1] == name or (not top.stack and outer.counts.get(name)):
            self.segments.pop()
            self._pop_to(name)

    def _pop_to(self, name: str) -> None:
        top = self.segments[-1]
        top.pop_to(name)
        if not top.stack:
            self.segments.pop()
