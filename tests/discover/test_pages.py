from __future__ import annotations

import pytest

from checker import urls
from checker.discover import pages
from checker.discover.pages import Leads, page_leads


def leads(text: str, page: str = "https://x.org/docs/page.html") -> list[str]:
    url = urls.parse(page)
    assert url is not None
    return [str(to) for to in page_leads(text, url).pages]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<a href="a.html">', ["https://x.org/docs/a.html"]),
        ("<a href=/b>", ["https://x.org/b"]),
        ("<A HREF='../c?d#e'>", ["https://x.org/c?d"]),
        ("<a href='?q=1&amp;r=2'>", ["https://x.org/docs/page.html?q=1&r=2"]),
        ("<a href='//y.org/'>", ["https://y.org/"]),
        ("<a href='http://x.org/'>", ["http://x.org/"]),
        ("<a href=' a\nb '>", ["https://x.org/docs/ab"]),
        (
            "<area href=a><iframe src=b></iframe><frame src=c>",
            ["https://x.org/docs/a", "https://x.org/docs/b", "https://x.org/docs/c"],
        ),
        ("<svg><a xlink:href=a></a></svg>", ["https://x.org/docs/a"]),
        ("<a href='#top'>", ["https://x.org/docs/page.html"]),
        ("<a href=a><a href=a#b><a href=a>", ["https://x.org/docs/a"]),
        ("<a href='mailto:x@y'><a href='javascript:1'><a name=x><a href='http://[bad'>", []),
        ("<img src=a><link href=b><script src=c></script>", []),
        ("<!-- <a href=a> --><script>'<a href=a>'</script><textarea><a href=a></textarea>", []),
        (
            "<noscript><a href=a></noscript><template><a href=b></template>",
            ["https://x.org/docs/a", "https://x.org/docs/b"],
        ),
        ("<base href='/other/'><base href=no><a href=a>", ["https://x.org/other/a"]),
        ("<a href=a><base href='https://y.org/z/'>", ["https://y.org/z/a"]),
        ("<base href='data:x'><a href=a>", ["https://x.org/docs/a"]),
    ],
)
def test_where_the_links_of_a_page_lead(text: str, expected: list[str]) -> None:
    assert leads(text) == expected


def test_it_reads_tags_that_could_hold_no_http() -> None:
    calm = "<p>words <b class=x>more</b> " * 2000
    assert leads(f"{calm}<a href=end>") == ["https://x.org/docs/end"]


def test_twenty_thousand_links() -> None:
    text = "".join(f"<a href={number}>" for number in range(20_000))
    assert len(leads(text)) == 20_000


@pytest.mark.parametrize(
    ("text", "pages", "unfollowed"),
    [
        ("<a href=a rel=nofollow><a href=b rel='noopener NOFOLLOW'><a href=c rel=me>", ["c"], ["a", "b"]),
        ("<a href=a rel=nofollow><a href=a>", ["a"], []),
        ("<a href=a><meta name=robots content='noindex, nofollow'>", [], ["a"]),
        ("<meta name=ROBOTS content=None><a href=a>", [], ["a"]),
        ("<meta name=robots content=noindex><a href=a>", ["a"], []),
        ("<meta name=description content=nofollow><a href=a>", ["a"], []),
    ],
)
def test_nofollow_speaks_to_links(text: str, pages: list[str], unfollowed: list[str]) -> None:
    base = urls.parse("https://x.org/")
    assert base is not None
    found = page_leads(text, base)
    assert [str(to).removeprefix("https://x.org/") for to in found.pages] == pages
    assert [str(to).removeprefix("https://x.org/") for to in found.unfollowed] == unfollowed


def test_the_parts_and_the_canonical_url_of_a_page() -> None:
    base = urls.parse("https://x.org/d/p")
    assert base is not None
    found = page_leads(
        "<link rel='alternate stylesheet' href=a.css><link rel=alternate type=application/rss+xml href=/feed>"
        "<link rel=alternate hreflang=de href=/de><link rel=icon href=i.png><link rel=CANONICAL href=/c>"
        "<link rel=canonical href=/second><link rel=stylesheet>",
        base,
    )
    expected = [urls.parse(text) for text in ("https://x.org/d/a.css", "https://x.org/feed", "https://x.org/c")]
    assert found == Leads((), (), (expected[0], expected[1]), expected[2])  # type: ignore[arg-type]


def test_what_a_style_sheet_imports() -> None:
    base = urls.parse("https://x.org/css/a.css")
    assert base is not None
    css = "@import 'b.css'; @IMPORT url(/c.css) print; /* @import 'no.css' */ a { background: url(d.png) }"
    assert [str(to) for to in pages.sheets(css, base)] == ["https://x.org/css/b.css", "https://x.org/c.css"]
    assert pages.sheets("a { color: red }", base) == ()


@pytest.mark.parametrize(
    ("directives", "expected"),
    [("nofollow", True), ("otherbot: noindex, NoFollow", True), ("none", True), ("noindex", False), ("", False)],
)
def test_directives(directives: str, expected: bool) -> None:
    assert pages.says_nofollow(directives) is expected
