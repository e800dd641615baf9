from __future__ import annotations

from checker.discover.pieces import Pieces
from checker.discover.values import Value
from checker.model import Link, Mixed, Region, Span, Usage

TEXT = "> http&#58;//a/ \n> b&amp;c"
DOCUMENT = Pieces(TEXT, (Span(2, 17), Span(19, len(TEXT))))


def test_a_value_leads_through_references_and_pieces() -> None:
    value = Value.at(DOCUMENT, Span(0, len(DOCUMENT.joined)))
    assert value.text == "http://a/ \nb&c"
    assert TEXT[value.span(0, 9).start : value.span(0, 9).end] == "http&#58;//a/"
    assert TEXT[value.span(0, len(value.text)).start :] == TEXT[2:]


def test_links_are_trimmed_and_without_what_the_url_parser_drops() -> None:
    document = Pieces(" \x01ht\ntp://a/ ", (Span(0, 13),))
    value = Value.at(document, Span(0, 13))
    assert list(value.links((Usage.IMAGE, Mixed.PASSIVE))) == [Link(2, 12, "http://a/", Usage.IMAGE, Mixed.PASSIVE)]
    local = Value.at(Pieces("http://localhost/", (Span(0, 17),)), Span(0, 17))
    assert [link.mixed for link in local.links((Usage.IMAGE, Mixed.PASSIVE))] == [Mixed.NONE]
    assert list(local.links((Usage.IMAGE, Mixed.PASSIVE), 1)) == []


def test_a_region_keeps_what_pieces_stand_for() -> None:
    text = "x&amp;y"
    value = Value.at(Pieces(text, (Span(0, 7),)), Span(0, 7))
    assert value.region("css") == Region("css", (Span(0, 1), Span(1, 6), Span(6, 7)), ("x", "&", "y"))
    assert Value.at(Pieces(text, (Span(0, 7),)), Span(0, 1)).region("css") == Region("css", (Span(0, 1),))
