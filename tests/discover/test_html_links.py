from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import discover
from checker.discover.languages.html import LANGUAGE
from checker.model import Document, Link, Mixed, Region, Span, Usage
from tests.marked import check, found


def uses(text: str) -> list[tuple[str, Usage, Mixed]]:
    return [(place.url, place.usage, place.mixed) for place in discover.find(Document("x.html", text, "html"))]


def read(text: str) -> list[str]:
    return [place.url for place in discover.find(Document("x.html", text, "html"))]


USES = [
    ("<a href={}>", Usage.NAVIGATION, Mixed.NONE),
    ("<area href={}>", Usage.NAVIGATION, Mixed.NONE),
    ("<a ping={}>", Usage.PING, Mixed.ACTIVE),
    ("<area ping={}>", Usage.PING, Mixed.ACTIVE),
    ("<base href={}>", Usage.BASE, Mixed.NONE),
    ("<link href={}>", Usage.METADATA, Mixed.NONE),
    ("<link rel=canonical href={}>", Usage.METADATA, Mixed.NONE),
    ("<link href={} REL='ALTERNATE feed'>", Usage.METADATA, Mixed.NONE),
    ("<link rel='alternate StyleSheet' href={}>", Usage.STYLE, Mixed.ACTIVE),
    ("<link rel='shortcut icon' href={}>", Usage.ICON, Mixed.ACTIVE),
    ("<link rel=apple-touch-icon href={}>", Usage.ICON, Mixed.ACTIVE),
    ("<link rel=preload as=script href={}>", Usage.PRELOAD, Mixed.ACTIVE),
    ("<link rel=preload as=IMAGE href={}>", Usage.PRELOAD, Mixed.PASSIVE),
    ("<link rel=modulepreload href={}>", Usage.PRELOAD, Mixed.ACTIVE),
    ("<link rel=prefetch href={}>", Usage.PRELOAD, Mixed.ACTIVE),
    ("<link rel=manifest href={}>", Usage.METADATA, Mixed.ACTIVE),
    ("<link rel=preconnect href={}>", Usage.HINT, Mixed.NONE),
    ("<link rel=dns-prefetch href={}>", Usage.HINT, Mixed.NONE),
    ("<link rel='me profile' href={}>", Usage.METADATA, Mixed.NONE),
    ("<link rel=preload as=image imagesrcset={}>", Usage.IMAGESET, Mixed.ACTIVE),
    ("<script src={}></script>", Usage.SCRIPT, Mixed.ACTIVE),
    ("<iframe src={}></iframe>", Usage.FRAME, Mixed.ACTIVE),
    ("<frame src={}>", Usage.FRAME, Mixed.ACTIVE),
    ("<embed src={}>", Usage.OBJECT, Mixed.ACTIVE),
    ("<object data={}>", Usage.OBJECT, Mixed.ACTIVE),
    ("<track src={}>", Usage.TRACK, Mixed.ACTIVE),
    ("<img src={}>", Usage.IMAGE, Mixed.PASSIVE),
    ("<image src={}>", Usage.IMAGE, Mixed.PASSIVE),
    ("<img srcset={}>", Usage.IMAGESET, Mixed.ACTIVE),
    ("<source srcset={}>", Usage.IMAGESET, Mixed.ACTIVE),
    ("<source src={}>", Usage.MEDIA, Mixed.PASSIVE),
    ("<video src={}>", Usage.MEDIA, Mixed.PASSIVE),
    ("<video poster={}>", Usage.IMAGE, Mixed.PASSIVE),
    ("<audio src={}>", Usage.MEDIA, Mixed.PASSIVE),
    ("<input src={} type=Image>", Usage.IMAGE, Mixed.PASSIVE),
    ("<body background={}>", Usage.IMAGE, Mixed.PASSIVE),
    ("<td background={}>", Usage.IMAGE, Mixed.PASSIVE),
    ("<form action={}>", Usage.FORM, Mixed.NONE),
    ("<button formaction={}>", Usage.FORM, Mixed.NONE),
    ("<input formaction={}>", Usage.FORM, Mixed.NONE),
    ("<q cite={}>", Usage.NAVIGATION, Mixed.NONE),
    ("<img longdesc={}>", Usage.NAVIGATION, Mixed.NONE),
    ("<meta property=og:image content={}>", Usage.METADATA, Mixed.NONE),
    ("<meta content={} name='x twitter:player'>", Usage.METADATA, Mixed.NONE),
    ("<meta name=msapplication-TileImage content={}>", Usage.METADATA, Mixed.NONE),
    ("<meta name=citation_pdf_url content={}>", Usage.METADATA, Mixed.NONE),
    ("<meta itemprop=thumbnailUrl content={}>", Usage.METADATA, Mixed.NONE),
    ("<meta itemprop='x sameAs' content={}>", Usage.METADATA, Mixed.NONE),
    ("<meta property=article:publisher content={}>", Usage.METADATA, Mixed.NONE),
    ("<link itemprop=url href={}>", Usage.METADATA, Mixed.NONE),
    ("<link rel='pingback' href={}>", Usage.METADATA, Mixed.NONE),
    ("<link rel=preload as=font href={}>", Usage.PRELOAD, Mixed.ACTIVE),
    ("<link rel=mask-icon href={}>", Usage.ICON, Mixed.ACTIVE),
    ("<iframe longdesc={}></iframe>", Usage.NAVIGATION, Mixed.NONE),
    ("<blockquote cite={}>", Usage.NAVIGATION, Mixed.NONE),
    ("<del cite={}>", Usage.NAVIGATION, Mixed.NONE),
    ("<svg><feImage href={} />", Usage.IMAGE, Mixed.PASSIVE),
    ("<meta http-equiv=Refresh content='0; url={}'>", Usage.NAVIGATION, Mixed.NONE),
    ("<p style='background:url({})'>", Usage.IMAGE, Mixed.PASSIVE),
    ("<style>@import {};</style>", Usage.STYLE, Mixed.ACTIVE),
    ("<style>@font-face{{src:url({})}}</style>", Usage.FONT, Mixed.ACTIVE),
    ("<svg><a href={}>", Usage.NAVIGATION, Mixed.NONE),
    ("<svg><a xlink:href={}>", Usage.NAVIGATION, Mixed.NONE),
    ("<svg><image href={} />", Usage.IMAGE, Mixed.PASSIVE),
    ("<svg><use xlink:href={} />", Usage.IMAGE, Mixed.ACTIVE),
    ("<svg><script href={} />", Usage.SCRIPT, Mixed.ACTIVE),
    ("<svg><path fill='url({})'/>", Usage.IMAGE, Mixed.PASSIVE),
    ("<math><mi href={}>", Usage.NAVIGATION, Mixed.NONE),
    ("<noscript><img src={}></noscript>", Usage.IMAGE, Mixed.PASSIVE),
    ("<template><a href={}></template>", Usage.NAVIGATION, Mixed.NONE),
    ("<iframe srcdoc='<img src={}>'>", Usage.IMAGE, Mixed.PASSIVE),
]


@pytest.mark.parametrize(("markup", "usage", "mixed"), USES)
def test_usage_and_mixed(markup: str, usage: Usage, mixed: Mixed) -> None:
    quote = "" if "{}'" in markup or "({})" in markup else '"'
    assert uses(markup.format(f"{quote}http://a.example/{quote}")) == [("http://a.example/", usage, mixed)]


@pytest.mark.parametrize(
    "markup",
    [
        '<link rel=profile href="http://gmpg.org/xfn/11">',
        '<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/">',
        '<html xmlns="http://www.w3.org/1999/xhtml" prefix="og: http://ogp.me/ns#"><head profile="http://gmpg.org/xfn/11">',
        '<p itemscope itemtype="http://schema.org/Article" itemid="http://a.example/1">',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><path/></svg>',
        '<a xlink:href="http://a.example/">',
        '<p href="http://a.example/" src="http://a.example/" data-src="http://a.example/">',
        '<input src="http://a.example/" value="http://a.example/">',
        '<meta name=description content="http://a.example/">',
        '<meta property=og:title content="http://a.example/">',
        '<meta itemprop=identifier content="http://a.example/"><meta itemprop=image content="see http://a.example/">',
        '<meta name=DC.Identifier content="http://a.example/"><meta name=dcterms.license content="http://a.example/">',
        '<meta name=license-url content="http://a.example/"><meta name=urls content="http://a.example/">',
        '<meta property=og:image content="http://a.example/ is the address">',
        '<meta http-equiv=x content="0; url=http://a.example/">',
        "<a href=\"javascript:location='http://a.example/'\">",
        '<a href="https://a.example/http://b.example/">',
        '<a href="xhttp://a.example/">',
        "http://a.example/",
        '<style type="text/less">@import "http://a.example/";</style>',
        '<script type="text/template"><a href="http://a.example/"></script>',
        '<DOCTYPE html PUBLIC "x" "http://www.w3.org/TR/html4/strict.dtd">',
    ],
)
def test_no_link(markup: str) -> None:
    assert read(markup) == []


@pytest.mark.parametrize(
    "text",
    [
        # Comments and what is like them.
        "<!--><a href='«http://a/»'>",
        "<!---><a href='«http://a/»'>",
        "<!-- <a href='http://no/'> --!><a href='«http://a/»'>",
        "<!-- -!><a href='http://no/'> --><a href='«http://a/»'>",
        "<!-- <!-- --><a href='«http://a/»'> -->",
        "<!--!><a href='http://no/'>--><a href='«http://a/»'>",
        "<![if !IE]><a href='«http://a/»'><![endif]>",
        "<!--[if IE]><a href='http://no/'><![endif]-->",
        "<?php '><a href='«http://a/»'>?>",
        "</ x='><a href='«http://a/»'>'>",
        "<!DOCTYPE html \"><a href='«http://a/»'>\">",
        "</><a href='«http://a/»'>",
        "< a href='http://no/'><a href='«http://a/»'>",
        "<1 a='<a href='«http://a/»'>",
        "<![CDATA[<a href='http://no/'>]]><a href='«http://a/»'>",
        # Tags.
        "<a href=«http:x/»>",
        "<a x= href=http://no/>",
        "<a =href=http://no/ href=«http://a/»>",
        "<a x/href=«http://a/»>",
        '<a title="x"href=«http://a/»>',
        "<a title='>' href='«http://a/»'>",
        "<a href=«http://a/\"'<=`x» y>",
        "<a href=«http://a/»\f><a href=«http://b/\xa0x»>",
        "<a href='«http://a/»' href='http://no/'>",
        "<a HREF='«http://a/»' hReF='http://no/'>",
        "<A\nhref\t=\r\n'«http://a/»'\n>",
        "</a href='><a href=http://no/>'><a href=«http://b/»>",
        "<a<b href='http://no/'>",
        "<a href><a href=><a href=''><a href='«http://a/»'>",
        "<a href='«http://a/»'/>",
        "<p title='<a href=http://no/>'>",
        # What is not ended is dropped, and what follows is not looked at.
        "<a href='«http://a/»'><a href='http://no/",
        "<a href='«http://a/»'><a x='><a href=http://no/>",
        "<a href='«http://a/»'><a href=http://no/",
        "<a href='«http://a/»'><!-- <a href='http://no/'>",
        # ASCII only.
        "<\u212aa><lin\u212a rel=icon href=http://no/><a href=«http://a/»>",
        "<script>x</ſcript><a href=http://no/></script><a href=«http://a/»>",
        "<a hreſ='http://no/'>",
        # Raw text.
        "<title><a href=http://no/></title><a href=«http://a/»>",
        "<textarea></textareax><a href=http://no/></textarea ><a href=«http://a/»>",
        "<xmp><a href=http://no/></XMP/><a href=«http://a/»>",
        "<iframe><a href=http://no/></iframe\n><a href=«http://a/»>",
        "<noembed><a href=http://no/></noembed><noframes><a href=http://no/></noframes><a href=«http://a/»>",
        "<a href=«http://a/»><plaintext></plaintext><a href=http://no/>",
        "<script/><a href=http://no/></script><a href=«http://a/»>",
        "<style>@import '«http://a/»';<a href=http://no/>",
        "<title><a href=http://no/>",
        # Scripts.
        "<script><!-- </script><a href=«http://a/»>",
        "<script><!-- <script> </script><a href=http://no/> </script><a href=«http://a/»>",
        "<script><!-- <script> --></script><a href=«http://a/»>",
        "<script><!--><script></script><a href=«http://a/»>",
        "<script><!-- <scripty></script><a href=«http://a/»>",
        "<script><script></script><a href=«http://a/»>",
        # svg and math.
        "<svg><style><a href='«http://a/»'/></style></svg>",
        "<svg><script><a href='«http://a/»'/></script></svg>",
        "<svg><title><style><a href=http://no/></style></title><style><a href=«http://a/»></style></svg>",
        "<svg><desc><title><a href=http://no/></title></desc></svg><title><a href=http://no/></title><a href=«http://a/»>",
        "<svg><foreignObject><textarea><a href=http://no/></textarea></foreignObject><textarea><a href=«http://a/»></textarea></svg>",
        "<svg/><style><a href=http://no/></style>",
        "<svg a=b/><style><a href=«http://a/»></style>",
        "<svg><![CDATA[<a href=http://no/>]]><a href='«http://a/»'/></svg>",
        "<svg><desc><![CDATA[<a href=http://no/>]]></desc></svg>",
        "<svg><p><style><a href=http://no/></style>",
        "<svg><font color=red><style><a href=http://no/></style>",
        "<svg><font><style><a href=«http://a/»></style>",
        "<svg></p><style><a href=http://no/></style>",
        "<div><svg></div><style><a href=http://no/></style>",
        "<svg></g><style><a href=«http://a/»></style>",
        "<math><mi><style><a href=http://no/></style></mi><style><a href=«http://a/»></style></math>",
        "<math><mi><mglyph><style><a href=«http://a/»></style>",
        "<math><annotation-xml><style><a href=«http://a/»></style>",
        "<math><annotation-xml encoding='&#84;ext/html'><style><a href=http://no/></style>",
        "<math><annotation-xml><svg><foreignObject><style><a href=http://no/></style>",
        "<math><svg><foreignObject><style><a href=«http://a/»></style>",
        "<svg><style><![CDATA[@import '«http://a/»';]]> <!-- --> b{background:url(&quot;«http://b/»&quot;)}</style></svg>",
        "<math><style>@import 'http://no/';</style></math>",
        # Values.
        "<a href=' «http://a/b c» \n'>",
        "<a href='«ht\ntp://a/\tb»'>",
        "<a href='\x01«http:x»\x1f'>",
        "<a href='\x00http://no/'>",
        "<a href='&#32;«http://a/»&Tab;'>",
        "<a href='«h&Tab;ttp://a/»'><a href='«http&#58//b/»'><a href='«&#x68ttp://c/»'><a href='«http&colon;//d/»'>",
        "<img srcset=' , «http://a/?1,2» 1x,«http://b/» 2x, «http://c/»,, «http://d/» (1,2) x,«http://e/,f»,'>",
        "<img srcset='«http://a/»&#32;1x,&#10;«http://b/&amp;»'>",
        "<a ping='«http://a/»\n«http://b/» /c'>",
        "<meta http-equiv=refresh content='5;«http://a/»'>",
        "<meta http-equiv=refresh content=' 0.5 , URL = \"«http://a/»\" x'>",
        "<meta http-equiv=refresh content='0 «http://a/»'>",
        "<meta http-equiv=refresh content='0; url=&quot;«http://a/»&quot;'>",
        "<meta http-equiv=refresh content='0; url http://no/'><meta http-equiv=refresh content='url=http://no/'><meta http-equiv=refresh content='0xhttp://no/'>",
        "<p style='background:url(&quot;«http://a/»&quot;),url(«http://b/?&amp;c»),url(«http\\3a //c/»)'>",
        '<iframe srcdoc=\'<a href="«http://a/»"><style>@import "«http://b/»";</style>\'>',
        "<iframe srcdoc='&lt;a href=&quot;«http://a/?x&amp;amp;y»&quot;>&lt;iframe srcdoc=&quot;&lt;img src=«http&amp;colon;//b/»>&quot;>'>",
        "<?xml version='1.0'?><html><script src='«http://a/»'/><title/><a href='«http://b/»'/></html>",
    ],
)
def test_places(text: str) -> None:
    check("html", text)


@pytest.mark.parametrize(
    ("markup", "url"),
    [
        ("<a href='http://a/?a=1&amp;b=2'>", "http://a/?a=1&b=2"),
        ("<a href='http://a/?a&copy=1&copyx&notit;&copy&lt'>", "http://a/?a&copy=1&copyx&notit;©<"),
        ("<a href='ht\r\ntp://a/\rb\tc'>", "http://a/bc"),
        ("<a href='http:\\\\a\\b'>", "http:\\\\a\\b"),
        ("<a href='http://a/\x00b'>", "http://a/\ufffdb"),
        ("<a href='HTTP://A/'>", "HTTP://A/"),
        ("<p style=\"background:url('http://a/\\)b')\">", "http://a/)b"),
    ],
)
def test_urls_are_as_a_browser_reads_them(markup: str, url: str) -> None:
    assert read(markup) == [url]


@pytest.mark.parametrize(
    ("url", "mixed"),
    [
        ("http://192.0.2.1/x.png", Mixed.ACTIVE),
        ("http://[2001:db8::1]/x.png", Mixed.ACTIVE),
        ("http://0x7f000002:8/x.png", Mixed.NONE),
        ("http://1.a.example/x.png", Mixed.PASSIVE),
        ("http://localhost:8000/x.png", Mixed.NONE),
        ("http://127.0.0.1/x.png", Mixed.NONE),
    ],
)
def test_pictures_on_addresses_and_on_this_machine(url: str, mixed: Mixed) -> None:
    assert uses(f"<img src='{url}'>") == [(url, Usage.IMAGE, mixed)]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("<a href='http://a/'>http://a/</a>", True),
        ("<a class=x href='http://a/?b&amp;c'>\n http://a/?b&amp;c \n</a>", True),
        ("<a href='http://a/?b&amp;c'><code><span class='pre'>http://a/?b&#38;c</span></code></a>", True),
        ("<a href='http://a/'>http://a/ and more</a>", False),
        ("<a href='http://a/'>http://b/</a>", False),
        ("<a href='http://a/'></a>http://a/", False),
        ("<a href='http://a/'><!-- -->http://a/</a>", False),
        ("<a href='http://a/'>http://a/", False),
        ("<area href='http://a/'>http://a/</area>", False),
    ],
)
def test_text_that_is_the_url_goes_with_the_link(text: str, label: bool) -> None:
    (place,) = discover.find(Document("x.html", text, "html"))
    spelled = {"http://a/", "http://a/?b&amp;c", "http://a/?b&#38;c"}
    assert (place.label is not None) is label
    assert not label or place.label_written in spelled


PARTS = st.sampled_from(
    [
        "<a href='http://a.example/?x&amp;y'>",
        "<a href='http://b.example/'>http://b.example/</a>",
        "<img srcset='http://c.example/1 1x, http://c.example/2&#32;2x'>",
        "<p style='background:url(&quot;http://d.example/\\)&quot;)'>",
        "<style>@import 'http://e.example/';</style>",
        "<svg><style>b{background:url(http://f.example/&amp;)}</style></svg>",
        '<iframe srcdoc="<a href=&quot;http://g.example/&quot;>">',
        "<!--",
        "-->",
        "</p>",
        "<script>",
        "</script>",
        "\r\n",
        "'",
        '"',
        ">",
        "<",
        "é𝄞",
    ]
)


@given(st.lists(PARTS, max_size=12), st.data())
def test_pieces_read_as_the_whole_and_spans_spell_their_urls(parts: list[str], data: st.DataObject) -> None:
    """A quote mark before each line, as in Markdown, changes no link and moves each by what stands before it."""
    whole = "".join(parts)
    cuts = sorted(set(data.draw(st.lists(st.integers(0, len(whole)), max_size=6))) | {0, len(whole)})
    quoted, pieces, moved = "", [], {}
    for start, end in itertools.pairwise(cuts):
        quoted += "> "
        pieces.append(Span(len(quoted), len(quoted) + end - start))
        moved.update({start + at: len(quoted) + at for at in range(end - start)})
        quoted += whole[start:end]

    def spans(text: str, within: tuple[Span, ...]) -> list[object]:
        return list(LANGUAGE.extract(text, within))

    expected: list[tuple[object, ...]] = []
    for item in spans(whole, (Span(0, len(whole)),)):
        if isinstance(item, Link):
            label = item.label and Span(moved[item.label.start], moved[item.label.end - 1] + 1)
            expected.append((moved[item.start], moved[item.end - 1] + 1, item.url, item.usage, item.mixed, label))
        else:
            assert isinstance(item, Region)
            expected.append(
                (item.language, "".join(item.reads or [whole[piece.start : piece.end] for piece in item.pieces]))
            )
    actual: list[tuple[object, ...]] = []
    for item in spans(quoted, tuple(pieces)):
        if isinstance(item, Link):
            actual.append((item.start, item.end, item.url, item.usage, item.mixed, item.label))
        else:
            assert isinstance(item, Region)
            actual.append(
                (item.language, "".join(item.reads or [quoted[piece.start : piece.end] for piece in item.pieces]))
            )
    assert actual == expected


SPELLED = {
    "http://a.example/?x&amp;y": "http://a.example/?x&y",
    "http://d.example/\\)": "http://d.example/)",
    "http://f.example/&amp;": "http://f.example/&",
}


@given(st.lists(PARTS, max_size=12))
def test_every_span_spells_its_url(parts: list[str]) -> None:
    for place in discover.find(Document("x.html", "".join(parts), "html")):
        assert SPELLED.get(place.written, place.written) == place.url


@given(st.text(st.sampled_from("<>/!-=\"'& ahrefstylevgcipt\n\0#;:x"), max_size=60))
def test_any_text_is_read(text: str) -> None:
    assert found("html", f"{text}http:") == sorted(set(found("html", f"{text}http:")))
