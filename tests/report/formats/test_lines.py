from __future__ import annotations

from dataclasses import replace

from checker import report
from checker.model import Report
from tests.report import sample


def lines(of: Report) -> list[str]:
    return "".join(report.render(of, "lines")).splitlines()


def test_file_line_column_and_the_url() -> None:
    assert lines(sample.whole()) == [
        "docs/guide.md:3:21 http://libre.example/start?a=1&b=2",
        "docs/guide.md:3:80 http://old.example/",
        "site/index.html:7:14 http://cdn.example/jquery.js",
        "site/index.html:12:11 http://pictures.example/cat.jpg",
        "site/index.html:14:10 http://libre.example/start?a=1&b=2",
    ]


def test_a_page_is_named_once_for_each_url_as_httpsyet_does() -> None:
    crawled = sample.crawled()
    assert lines(replace(crawled, findings=crawled.findings * 2)) == [
        "https://site.example/about http://libre.example/start?a=1&b=2",
        "https://site.example/about http://old.example/",
    ]


def test_the_url_is_what_follows_the_last_blank() -> None:
    at = sample.place("http://libre.example/a\tb c", "a b.md")
    made = replace(sample.whole(), findings=(sample.finding(at, sample.REDIRECTS.judgement),))
    assert lines(made) == ["a b.md:1:1 http://libre.example/a%09b%20c"]


def test_no_findings_no_lines() -> None:
    assert lines(sample.empty()) == []
