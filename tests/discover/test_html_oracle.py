"""html5lib's tree as a witness: generated and mutated documents hold the same URLs for both, and nothing is missed.

Each URL of a document has a number of its own, so that copies which a tree makes of misnested links do not count.
What a tree drops and this reports all the same is named in ``dropped_by_trees``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import html5lib
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from checker import discover
from checker.model import Document

SVG, MATH, HTML = (
    "{http://www.w3.org/2000/svg}",
    "{http://www.w3.org/1998/Math/MathML}",
    "{http://www.w3.org/1999/xhtml}",
)
XLINK = "{http://www.w3.org/1999/xlink}href"
ATTRIBUTES = {
    **dict.fromkeys(("a", "area", "base", "link"), ("href",)),
    **dict.fromkeys(("script", "iframe", "frame", "embed", "track", "audio", "source"), ("src",)),
    **dict.fromkeys(("q", "blockquote", "ins", "del"), ("cite",)),
    **dict.fromkeys(("body", "table", "td", "th", "tr"), ("background",)),
    "img": ("src", "longdesc"),
    "video": ("src", "poster"),
    "object": ("data",),
    "form": ("action",),
    "button": ("formaction",),
}
NUMBERED = re.compile(r"http:[/\\]*[a-z.]*/([0-9]+)")


def by_tree(text: str) -> Iterator[str]:
    tree = html5lib.parse(text, treebuilder="etree")
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue
        name = element.tag
        if name in (HTML + "style", SVG + "style"):
            sheet = Document("x.css", "".join(element.itertext()), "css")  # CSS is not what is at stake here
            yield from (place.url for place in discover.find(sheet))
        if name.startswith(HTML):
            wanted: tuple[str, ...] = ATTRIBUTES.get(name.removeprefix(HTML), ())
        else:
            wanted = ("href", XLINK)
        yield from (element.get(attribute, "") for attribute in wanted)


def number(urls: Iterator[str] | list[str]) -> Counter[str]:
    cleaned = (re.sub(r"[\t\n\r]", "", url.strip("".join(map(chr, range(0x21))))) for url in urls)
    return Counter(match[1] for url in cleaned if (match := NUMBERED.match(url.lower())))


def ours(text: str) -> Counter[str]:
    return number([place.url for place in discover.find(Document("x.html", text, "html"))])


HOLDERS = (
    "<a href={}>", "<A HREF={} >", "<a title='>' href={}>", "<a\nhref\n=\n{}\n>", "<img src={}>", "<img src={}/>", "<image src={}>",
    "<link rel=next href={}>", "<script src={}></script>", "<iframe src={}></iframe>", "<video poster={}></video>",
    "<object data={}></object>", "<q cite={}>", "<base href={}>", "<a x href={}/>", "<a/href={}>", "<a ='x' href={}>", "<embed src={}>",
)  # fmt: skip
VALUES = (
    '"http://a.example/{}"', "'http://a.example/{}'", "http://a.example/{}", '"&#104;ttp&colon;//a.example/{}"',
    '" http://a.example/{}\n"', '"ht\ntp://a.example/{}?a&copy=1&amp;b"', '"HTTP:/a.example/{}"', '"http:\\\\a.example/{}"',
    '"https://a.example/{}"', '"/a:b/{}"', "x:http://a.example/{}", '"http&#x3A//a.example/{}"', '"&Tab;http://a.example/{}"',
)  # fmt: skip
OPEN = ("div", "p", "b", "span", "ul", "li", "em", "custom-tag", "noscript", "section", "h1", "a")
PLAIN = (
    "text ", "a < b ", "<>", "</>", "</ x>", "<!-- c -->", "<!-->", "<!--->", "<!-- > --!>", "<?x ?>", "<!x '>", "&lt;", '"', "'", "\r\n",
    "<br>", "<br/>", "<title>t</title>", "<textarea><b></textarea>", "<script>a<b</script>", "<script><!-- <script> </script> --></script>",
    "<xmp><a></xmp>", "<![CDATA[ x ]]>", "<noframes><p></noframes>", "<style>b{}</style>",
)  # fmt: skip
HIDDEN = (
    "<!-- {} -->", "<script>{}</script>", "<textarea>{}</textarea>", "<title>{}</title>", "<xmp>{}</xmp>", "<!--{}-->", "<!x{}",
    "<script><!--<script>{}</script>{}--></script>", "<style>/* {} */</style>", "<noembed>{}</noembed>", "<iframe>{}</iframe>",
)  # fmt: skip
FOREIGN = ("g", "path", "desc", "foreignObject", "a", "mi", "mtext", "mrow", "annotation-xml")
IN_FOREIGN = (
    "<svg>", "<math>", "</svg>", "</math>", "<path d='x'/>", "<image xlink:href={} />", "<use href={} />", "<a href={}>x</a>", "<svg/>",
    "<style>{}</style>", "<script href={}></script>", "<script href={} />", "<![CDATA[<a href={}>]]>", "<title>{}</title>", "<desc>{}</desc>",
    "<foreignObject>{}</foreignObject>", "<mi>{}</mi>", "<annotation-xml encoding='text/HTML'>{}</annotation-xml>", "<font color=red>", "<font>",
    "<textarea>{}</textarea>", "<svg><style>@import {};</style></svg>", "</p>", "</div>", "<mglyph href={} />",
)  # fmt: skip


@st.composite
def documents(draw: st.DrawFn, foreign: bool) -> str:
    parts = []
    for index in range(draw(st.integers(1, 12))):
        value = draw(st.sampled_from(VALUES)).format(index)
        holder = draw(st.sampled_from(HOLDERS)).format(value)
        name = draw(st.sampled_from(FOREIGN if foreign and index % 2 else OPEN))
        pools = [[holder], [f"<{name}>", f"</{name}>"], PLAIN, HIDDEN, ["<style>@import {};</style>"]]
        pool = draw(st.sampled_from([*pools, IN_FOREIGN] if foreign else pools))
        piece = draw(st.sampled_from(pool))
        is_value = "={}" in piece or "@import" in piece
        parts.append(piece.replace("{}", f'"http://a.example/{index}"' if is_value else holder))
    text = "".join(parts)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(["", *"<>\"'=/&-! \n\0"])) + text[at + draw(st.integers(0, 1)) :]
    return "<!DOCTYPE html><body>" + text


def dropped_by_trees(text: str) -> bool:
    """A form in a form, a second body, html or head, parts of tables elsewhere: trees drop their tags."""
    return (
        re.search("<(form|body|html|head|t[adhr]|frame|select)", text.removeprefix("<!DOCTYPE html><body>"), re.I)
        is not None
    )


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents(foreign=False))
@example("<!DOCTYPE html><body><a href=http://a.example/1 <b href=http://a.example/2>")
@example(
    "<!DOCTYPE html><body><script><!--<script></script><a href=http://a.example/1>--></script><a href=http://a.example/2>"
)
def test_the_same_urls_as_a_tree(text: str) -> None:
    found = ours(text)
    expected = number(by_tree(text))
    assert set(expected) <= set(found)
    if not dropped_by_trees(text):
        assert set(expected) == set(found)


def closes_nothing(text: str) -> bool:
    """An end tag without its start tag, which in svg is taken for one of an element outside."""
    stack: list[str] = []
    for closing, name in re.findall(r"<(/?)([a-z][^\s/>]*)", text.lower()):
        if not closing:
            stack.append(name)
        elif name not in stack:
            return True
        else:
            while stack.pop() != name:
                pass
    return False


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(documents(foreign=True))
def test_the_same_urls_as_a_tree_with_svg_and_math(text: str) -> None:
    assume(not closes_nothing(text))
    assert set(number(by_tree(text))) == set(ours(text))


PAGES = [
    """<!doctype html><html lang=en class=no-js><head><meta charset=utf-8><link href=http://a.example/1 rel=canonical>
    <script>document.documentElement.className=document.documentElement.className.replace("no-js","js"); "<a href=http://no.example/0>"</script>
    <style>:root{--md-icon:url('data:image/svg+xml;charset=utf-8,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M1"/></svg>')}</style>
    </head><body dir=ltr><header><a href=/ title="A &amp; B" class="md-header__button"><svg xmlns=http://www.w3.org/2000/svg viewBox="0 0 24 24"><path
    d="M12 8a3 3 0 0 0 3-3"/></svg></a><form name=search><input type=text><button type=reset><svg viewBox="0 0 24 24"><title>x</title><g><path/></g></svg>
    </button></form></header><nav><ul><li><a href=http://a.example/2>Two<li><a href=http://a.example/3>Three</a></ul></nav>
    <table><tr><td><a href=http://a.example/4>x</a><td><p>y<p>z</table><footer><a href="http://a.example/5"><svg><use xlink:href="http://a.example/6#i"/></svg>
    </a></footer><script src=http://a.example/7></script></body></html>""",
    """<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
    <html xmlns="http://www.w3.org/1999/xhtml"><head><title>Old <b> page</title><script type="text/javascript">
    //<![CDATA[
    document.write('<scr'+'ipt src="http://no.example/0"><\\/script>');
    //]]>
    </script></head><body background="http://a.example/1"><!-- <a href="http://no.example/0"> --><center><font color=red><a href='http://a.example/2'>a</font></a>
    <TABLE BACKGROUND="http://a.example/3"><TR><TD><IMG SRC="http://a.example/4"><A HREF=http://a.example/5><IMG SRC=x></A></TD></TR></TABLE></center>
    <!--[if lt IE 9]><script src="http://no.example/0"></script><![endif]--><iframe src="http://a.example/6"><a href="http://no.example/0"></iframe>
    <noscript><img src="http://a.example/7"></noscript></body></html>""",
]


@pytest.mark.parametrize("text", PAGES, ids=["new", "old"])
def test_pages_as_they_are_found(text: str) -> None:
    assert set(number(by_tree(text))) == set(ours(text)) == set("1234567")
