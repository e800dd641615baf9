from __future__ import annotations

import gzip

import pytest

from checker.inputs import crawl
from checker.inputs.crawl import Mapped, Read, Sibling
from checker.inputs.frontier import Ask, Kind, Leads
from checker.inputs.sitemaps import Sitemap
from checker.model import Failure, Fault, Outcome, Reply, Request, Stage, Url
from tests.inputs.talks import HTML, START, hold, url

PAGE = Ask(Kind.PAGE, START)


def redirect(location: str) -> Reply:
    return Reply(301, (("location", location),))


def test_a_page_is_read_once_and_its_body_let_go() -> None:
    def read(page: Url, reply: Reply) -> Read:
        return Read(leads=Leads((url(str(page) + reply.body.decode()),)))

    visit = hold(crawl.visit(PAGE, read), lambda request: Reply(200, HTML, b"next"))
    assert isinstance(visit.outcome, Reply)
    assert visit.outcome.body == b""
    assert visit.read == Read(leads=Leads((url("https://x.org/next"),)))


def test_of_what_is_no_document_no_body_is_asked_for() -> None:
    asked: list[Request] = []

    def answer(request: Request) -> Outcome:
        asked.append(request)
        return Reply(200, HTML)

    hold(crawl.visit(PAGE, lambda page, reply: Read()), answer)
    assert [(request.types, request.body_limit) for request in asked] == [(crawl.DOCUMENTS, crawl.PAGE_BYTES)]


@pytest.mark.parametrize(
    "reply",
    [
        Reply(404, HTML, b"x"),
        Reply(200, (("content-type", "image/png"),), b"x"),
        Reply(301, HTML, b"x"),
        Reply(200, ()),
    ],
)
def test_what_is_no_document_is_not_read(reply: Reply) -> None:
    visit = hold(crawl.visit(PAGE, lambda page, reply: Read()), lambda request: reply)
    assert visit.read is None


@pytest.mark.parametrize("kind", ["text/html", "application/xhtml+xml", "text/css; charset=utf-8", "TEXT/XML"])
def test_what_is_a_document_is_read(kind: str) -> None:
    reply = Reply(200, (("content-type", kind),), b"x")
    assert hold(crawl.visit(PAGE, lambda page, reply: Read()), lambda request: reply).read == Read()


@pytest.mark.parametrize(
    ("header", "body", "text"),
    [
        ("text/html; charset=iso-8859-1", b"\xe9", "é"),
        ('text/html; charset="windows-1252"', b"\x80", "€"),
        ("text/html", b'<meta charset="iso-8859-15">\xa4', '<meta charset="iso-8859-15">€'),
        ("text/html", b'<meta http-equiv=content-type content="text/html; charset=koi8-r">\xc1', None),
        ("text/html", "ü".encode(), "ü"),
        ("text/html; charset=none-such", "ü".encode(), "ü"),
        ("text/html; charset=base64", "ü".encode(), "ü"),
        ("text/html; charset=punycode", b"a-b", "a-b"),
        ("text/html; charset=unicode_escape", rb"\u0041", r"\u0041"),
        ("text/html; charset=utf-7", b"+AGE-", "+AGE-"),
        ("text/html", b"\xff\xfea\x00", "a"),
        ("text/html; charset=utf-16", b"\xef\xbb\xbfa", "a"),
        ("text/html; charset=utf-8", b"a\xffb", "a\ufffdb"),
    ],
)
def test_charsets(header: str, body: bytes, text: str | None) -> None:
    found = crawl.document(START, Reply(200, (("content-type", header),), body), "html").text
    assert found == text if text is not None else found.endswith("а")


@pytest.mark.parametrize(
    ("language", "body", "text"),
    [
        ("css", b'@charset "iso-8859-15";\xa4', '@charset "iso-8859-15";€'),
        ("xml", b"<?xml version='1.0' encoding='iso-8859-15'?>\xa4", "<?xml version='1.0' encoding='iso-8859-15'?>€"),
        ("xml", b"<?xml version='1.0'?>\xc3\xbc", "<?xml version='1.0'?>ü"),
    ],
)
def test_other_documents_say_their_charset_in_their_own_way(language: str, body: bytes, text: str) -> None:
    assert crawl.document(START, Reply(200, ()), language).text == ""
    assert crawl.document(START, Reply(200, (), body), language).text == text


MAP = url("https://x.org/sitemap.xml")
URLSET = b"<urlset><url><loc>https://x.org/a</loc></url></urlset>"


@pytest.mark.parametrize(
    ("outcomes", "mapped"),
    [
        ([Reply(200, (), URLSET)], Mapped(MAP, Sitemap(("https://x.org/a",)))),
        ([redirect("/s.xml"), Reply(200, (), gzip.compress(URLSET))], Mapped(MAP, Sitemap(("https://x.org/a",)))),
        ([redirect("https://y.org/")], Mapped(MAP, problem="redirects elsewhere")),
        ([redirect("javascript:1")], Mapped(MAP, problem="redirects elsewhere")),
        ([redirect("/sitemap.xml")] * 6, Mapped(MAP, problem="redirects more than 5 times")),
        ([Reply(404, (), b"x")], Mapped(MAP, problem="answers 404")),
        ([Reply(200, (), b"<html>")], Mapped(MAP, problem="names no pages")),
        ([Reply(200, (), b"")], Mapped(MAP, problem="is no sitemap")),
        ([Failure(Fault.TIMEOUT, Stage.HTTP)], Mapped(MAP, problem="timeout")),
    ],
)
def test_a_sitemap_is_asked_for(outcomes: list[Outcome], mapped: Mapped) -> None:
    waiting = iter(outcomes)
    assert hold(crawl.sitemap(MAP), lambda request: next(waiting)) == mapped


@pytest.mark.parametrize(
    ("outcomes", "leads_here"),
    [
        ([redirect("https://x.org/")], True),
        ([redirect("https://www.x.org/en/"), redirect("https://x.org/en/")], True),
        ([Reply(200, HTML, b"a site of its own")], False),
        ([redirect("https://y.org/")] * 5, False),
        ([redirect("javascript:1")], False),
        ([Failure(Fault.REFUSED, Stage.CONNECT)], False),
    ],
)
def test_the_other_name_of_a_host_is_the_site_if_it_redirects_there(outcomes: list[Outcome], leads_here: bool) -> None:
    waiting = iter(outcomes)
    flow = crawl.sibling(url("https://www.x.org/"), lambda to: to.host == "x.org")
    assert hold(flow, lambda request: next(waiting)) == Sibling("www.x.org", leads_here)
