from __future__ import annotations

import pytest

from checker import urls
from checker.discover.pages import page_links


def leads(text: str, page: str = "https://x.org/docs/page.html") -> list[str]:
    url = urls.parse(page)
    assert url is not None
    return [str(to) for to in page_links(text, url)]


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
