"""XML: the vocabularies of the web; «guillemets» mark what must be found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import discover
from checker.discover import xml_links
from checker.model import Document, Link, Mixed, Region, Span, Usage
from tests.marked import check, found, marked

FEED = [
    # RSS
    '<rss xmlns:atom="http://no/"><channel><title>http://no/</title><link>«http://a/»</link><docs>«http://b/»</docs></channel></rss>',
    "<rss><link>\n «http://a/?x&amp;y» \n</link><guid>http://no/</guid><guid isPermaLink='true'>http://no/</guid></rss>",
    "<rss><link><![CDATA[«http://a/?x&y»]]></link><comments>«http://a/c»</comments><category domain='http://no/'>http://no/</category></rss>",
    "<rss><enclosure url='«http://a/x.mp3»'/><source url=\"«http://b/»\">http</source><image><url>«http://c/i.png»</url></image></rss>",
    "<rss><atom:link rel='self' href='«http://a/»'/><atom:link rel='license' href='http://no/'/><cc:license>http://no/</cc:license></rss>",
    "<rss><media:content url='«http://a/»'><media:thumbnail url='«http://b/»'/></media:content><itunes:image href='«http://c/»'/></rss>",
    "<rss><wfw:commentRss>«http://a/»</wfw:commentRss><dc:identifier>http://no/</dc:identifier><dc:rights>http://no/</dc:rights></rss>",
    "<rss><generator>http://no/</generator><dc:creator>http://no/</dc:creator><dc:source>«http://a/»</dc:source></rss>",
    "<rss><description>see http://no/ now</description><description>http://no/</description></rss>",
    "<rss><link>http://a/{{ page.url }}</link><link>{{ site.url }}</link><link>http://a/ b</link><link>https://a/http://no/</link></rss>",
    '<rdf:RDF><channel rdf:about="http://no/"><link>«http://a/»</link><rdf:li rdf:resource="http://no/"/></channel></rdf:RDF>',
    # Atom
    "<feed><id>http://no/</id><link rel='alternate' href='«http://a/»'/><icon>«http://b/»</icon><logo>«http://c/»</logo></feed>",
    "<feed xml:base='«http://a/»'><author><name>http://no/</name><uri>«http://b/»</uri></author><category scheme='http://no/'/></feed>",
    "<feed><generator uri='«http://a/»'>x</generator><rights>http://no/</rights><content src='«http://b/»' type='video/mp4'/></feed>",
    "<a:feed xmlns:a='http://no/'><a:id>http://no/</a:id><a:link href='«http://a/»'/></a:feed>",
    "<feed><summary>&lt;a href='http://no/'></summary><content type='text'>&lt;a href='http://no/'></content></feed>",
    # sitemaps
    '<urlset xmlns="http://no/" xsi:schemaLocation="http://no/ http://no/x.xsd"><url><loc>«http://a/»</loc><lastmod>x</lastmod></url></urlset>',
    "<urlset><url><image:image><image:loc>«http://a/»</image:loc><image:license>http://no/</image:license></image:image></url></urlset>",
    "<urlset><video:thumbnail_loc>«http://a/»</video:thumbnail_loc><video:uploader info='«http://b/»'>x</video:uploader></urlset>",
    "<urlset><xhtml:link rel='alternate' hreflang='de' href='«http://a/»'/></urlset>",
    "<sitemapindex><sitemap><loc>«http://a/»</loc></sitemap></sitemapindex>",
    # what is not quite XML
    "---\nlayout: null\n---\n<?xml version='1.0'?><rss><link>«http://a/»</link>{% for x in y %}<link>«http://b/»</link>{% endfor %}</rss>",
    "<rss><channel><link>«http://a/»</link></item></rss><link>x",
    "<rss><item><link>«http://a/»</item><link>«http://b/»</link></rss>",
    "<rss><title>a & b</title><link>«http://a/?b&c»</link><title>1 < 2</title><link>«http://b/»</link>",
    "<rss><!-- <link>http://no/</link> --><link>«http://a/<!-- x -->b»</link><?x href='http://no/'?></rss>",
    "<rss><link>http://a/<b/></link></rss>",
]


@pytest.mark.parametrize("text", FEED)
def test_feeds_and_sitemaps(text: str) -> None:
    check("xml", text)
    plain, _ = marked(text)
    uses = {(place.usage, place.mixed) for place in discover.find(Document("x.xml", plain, "xml"))}
    assert uses <= {(Usage.METADATA, Mixed.NONE), (Usage.BASE, Mixed.NONE)}


@pytest.mark.parametrize(
    "text",
    [
        '<rss><description>&lt;a href="«http://a/?b&amp;amp;c»"&gt;x&lt;/a></description></rss>',
        "<rss><content:encoded><![CDATA[<img src='«http://a/?b&amp;c»'><!-- <a href='http://no/'> -->]]></content:encoded></rss>",
        "<rss><description><![CDATA[<a href='«http://a/»'>]]>&lt;a href=«http://b/»&gt;<!-- x --></description></rss>",
        "<rss><description>&amp;lt;a href='http://no/'></description></rss>",
        "<feed><content type='html'>&lt;a href=&quot;«http://a/»&quot;&gt;</content><title type='text/html'>&lt;a href=«http://b/»></title></feed>",
        "<feed><content type='xhtml'><div xmlns='http://no/'><a href='«http://a/»'>http://no/</a><img src='«http://b/»'/></div></content><id>http://no/</id></feed>",
        "<feed><content type='application/xhtml+xml'><div><id>http://no/</id><p style='background:url(«http://a/»)'/></div></content><link href='«http://b/»'/></feed>",
        "<feed><entry><content type='xhtml'><a href='«http://a/»'></entry><entry><link href='«http://b/»'/></entry></feed>",
        "<feed><content type='xhtml'><a href='«http://a/»'>",
        "<rss><item><body xmlns='http://no/'><p><a href='«http://a/»'>x</a></p></body><link>«http://b/»</link></item></rss>",
        "<html xmlns='http://no/'><head><link rel='stylesheet' href='«http://a/»'/></head><body><p>http://no/</p></body></html>",
        "<?xml version='1.0'?><xsl:stylesheet xmlns:xsl='http://no/'><a href='«http://a/»'>x</a><xsl:text>http://no/</xsl:text></xsl:stylesheet>",
    ],
)
def test_html_within_xml(text: str) -> None:
    check("xml", text)


@pytest.mark.parametrize(
    ("markup", "usage", "mixed"),
    [
        ("<a href='{}'/>", Usage.NAVIGATION, Mixed.NONE),
        ("<a q:href='{}'/>", Usage.NAVIGATION, Mixed.NONE),
        ("<x:a x:href='{}'/>", Usage.NAVIGATION, Mixed.NONE),
        ("<image href='{}'/>", Usage.IMAGE, Mixed.PASSIVE),
        ("<feImage xlink:href='{}'/>", Usage.IMAGE, Mixed.PASSIVE),
        ("<use href='{}#x'/>", Usage.IMAGE, Mixed.ACTIVE),
        ("<script xlink:href='{}'/>", Usage.SCRIPT, Mixed.ACTIVE),
        ("<linearGradient xlink:href='{}'/>", Usage.IMAGE, Mixed.NONE),
        ("<g style='fill:url({})'/>", Usage.IMAGE, Mixed.PASSIVE),
        ("<g filter='url({})'/>", Usage.IMAGE, Mixed.PASSIVE),
        ("<style>@import '{}';</style>", Usage.STYLE, Mixed.ACTIVE),
        ("<style type='text/css'><![CDATA[@font-face{{src:url({})}}]]></style>", Usage.FONT, Mixed.ACTIVE),
        ("<g xml:base='{}'/>", Usage.BASE, Mixed.NONE),
        ("<foreignObject><iframe src='{}'/></foreignObject>", Usage.FRAME, Mixed.ACTIVE),
    ],
)
def test_drawings(markup: str, usage: Usage, mixed: Mixed) -> None:
    text = f"<svg>{markup.format('http://a.org/')}</svg>"
    for whole in (text, f"<x><y/>{text}</x>"):
        (place,) = discover.find(Document("x.svg", whole, "xml"))
        assert (place.usage, place.mixed, place.written[:13]) == (usage, mixed, "http://a.org/")


@pytest.mark.parametrize(
    "text",
    [
        "<svg xmlns='http://no/' xmlns:href='http://no/' src='http://no/'><title>http://no/</title><text>http://no/</text></svg>",
        "<svg><metadata><rdf:RDF><cc:Work rdf:about='http://no/'><x href='http://no/'/><dc:source>http://no/</dc:source></cc:Work></rdf:RDF></metadata><a href='«http://a/»'/></svg>",
        "<svg><a href='«http://a/»' xlink:href='«http://b/»'/><script>'http://no/'</script><style type='text/x'>@import 'http://no/'</style></svg>",
        "<svg><style>@import '«http&#58;//a/»'; <!-- a{b:url(http://no/)} --> c{d:url(«ht\\74p://b/»)}</style></svg>",
        "<?xml-stylesheet type='text/css' href='«http://a/»'?><svg/>",
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://no/" [<!ENTITY ns "http://no/">]><svg xmlns="&ns;"><a href="&ns;"/></svg>',
        # other vocabularies
        "<opml><outline xmlUrl='«http://a/»' htmlUrl=\"«http://b/»\" url='«http://c/»' text='http://no/'/></opml>",
        "<project xmlns='http://no/'><url>«http://a/»</url><licenses><license><url>http://no/</url></license></licenses><id>http://no/</id></project>",
        "<x href='«http://a/»' src='«http://b/»' uri='«http://c/»' link='«http://d/»' value='http://no/'>see http://no/</x>",
        "<kml><href> «http://a/» </href><name>«http://b/»</name><x namespace='http://no/'/><namespace>http://no/</namespace></kml>",
        "<x><y>http://a/ http://b/</y><y>http://no/<z/></y></x>",
    ],
)
def test_places(text: str) -> None:
    check("xml", text)


def test_other_vocabularies_are_data() -> None:
    text = "<opml><outline xmlUrl='http://a/'/><x>http://b/</x></opml>"
    assert {place.usage for place in discover.find(Document("x.opml", text, "xml"))} == {Usage.DATA}


def test_entities_are_never_expanded() -> None:
    bomb = '<!DOCTYPE r [<!ENTITY a "http://no/">' + "".join(
        f'<!ENTITY {"abcdefghijkl"[n]} "{("&" + "abcdefghijkl"[n - 1] + ";") * 10}">' for n in range(1, 12)
    )
    check("xml", bomb + '<!ENTITY x SYSTEM "http://no/">]><rss><title>&l;&x;</title><link>«http://a/»</link></rss>')


def test_depth_is_bounded() -> None:
    deep = (
        "<a>" * (xml_links.MAX_DEPTH + 5)
        + "<link>http://no/</link><b href='http://a/'/>"
        + "</a>" * 5
        + "<c>http://b/</c>"
    )
    plain = "<rss>" + deep + "</a>" * xml_links.MAX_DEPTH + "<link>http://c/</link></rss>"
    assert [plain[start:end] for start, end in found("xml", plain)] == ["http://a/", "http://c/"]


PARTS = st.sampled_from(
    [
        "<rss>",
        "<svg>",
        "<a href='http://a/'>",
        "</a>",
        "<link>",
        "</link>",
        "http://a/",
        "&amp;",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        " ",
    ]
    + [
        "<content type='xhtml'>",
        "</content>",
        "<description>",
        "</description>",
        "&lt;a href=http://a/>",
        "<style>",
        "url(http://a/)",
    ]
    + ["<foreignObject>", "</foreignObject>", "</svg>", "</rss>", "<x/>", "<", "'"]
)


@given(st.lists(PARTS, max_size=14), st.integers(0, 60), st.integers(1, 9))
def test_pieces_read_as_the_whole(parts: list[str], at: int, gap: int) -> None:
    text = "".join(parts)
    at = min(at, len(text))
    cut = text[:at] + "#" * gap + text[at:]

    def moved(span: Span) -> set[int]:
        return {offset + gap * (offset >= at) for offset in range(span.start, span.end)}

    whole = list(xml_links.extract(text, (Span(0, len(text)),)))
    parted = list(xml_links.extract(cut, (Span(0, at), Span(at + gap, len(cut)))))
    assert len(whole) == len(parted)
    for one, other in zip(whole, parted, strict=True):
        match one, other:
            case Link(), Link():
                assert (one.url, one.usage) == (other.url, other.usage)
                assert moved(Span(one.start, one.end)) <= set(range(other.start, other.end))
            case Region(), Region():
                assert one.language == other.language
                assert set().union(*map(moved, one.pieces)) <= {
                    offset for piece in other.pieces for offset in range(piece.start, piece.end)
                }
            case _:
                raise AssertionError


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        *(
            ("", unit)
            for unit in ("<a>", "<a ", "<a b='", "</a>", "<a></b>", "<!--", "<![CDATA[", "<?", "<!DOCTYPE a [", "<")
        ),
        *(("<!DOCTYPE a [", unit) for unit in ("'", "<!--", "<!ENTITY a '&a;'>")),
        *(("<a ", unit) for unit in ("b='c' ", "b=", " ", " xmlns='")),
        *(("<rss><link>", unit) for unit in ("&amp;", "http://a/ ", "x<!-- -->")),
        ("<rss><description>", "&lt;a href=http://a/>"),
        ("<feed>", "<content type='xhtml'><a href='http://a/'>"),
        ("<svg>", "<foreignObject><style>"),
    ],
)
def test_hostile_text_takes_linear_time(head: str, unit: str) -> None:
    """What is quadratic takes minutes for this, and the rest about a second."""
    found("xml", "http: " + head + unit * (200_000 // len(unit)))
