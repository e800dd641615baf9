from __future__ import annotations

from dataclasses import replace

from checker import report
from checker.model import Judgement, Page, Problem, Reason, Report, Verdict
from tests.report import sample

WHOLE = """\
docs/guide.md
  docs/guide.md:3:21 http://libre.example/start?a=1&b=2
    change to https://libre.example/start?a=1&b=2
    warning upgradable-link: upgrade, redirects-to-https (301 to
      https://libre.example/start?a=1&b=2)
  docs/guide.md:3:80 http://old.example/
    look at https://new.example/home
    note review-link: review, moved (302)

site/index.html
  site/index.html:7:14 http://cdn.example/jquery.js
    change to https://cdn.example/jquery.js
    error active-mixed-content: upgrade, same-page (equal bytes, 5120 of them)
  site/index.html:12:11 http://pictures.example/cat.jpg
    https does not work: host it elsewhere or remove it
    warning passive-mixed-content: keep, tls-expired (pictures.example: ended on
      2024-03-01)
  site/index.html:14:10 http://libre.example/start?a=1&b=2
    change to https://libre.example/start?a=1&b=2
    warning upgradable-link: upgrade, redirects-to-https (301 to
      https://libre.example/start?a=1&b=2)

Could not be told:
  1 timeout: the host stays silent
    http://silent.example/

  7 http links in 2 documents, 6 URLs on 6 hosts; 12 requests in 1.2 s
  upgrade       2  1 redirects-to-https, 1 same-page
  review        1  1 moved
  keep          1  1 tls-expired
  unknown       1  1 timeout
  skipped       1  1 special-use

3 links can become https in 2 files; 1 needs a look; 1 cannot be mended by https; 1 URL could not be told.
"""

NO_FINDINGS = """\
  docs/guide.md:9:5 http://silent.example/
    unknown, timeout (nothing within 10 s)
  docs/guide.md:11:1 http://localhost:8000/
    skipped, special-use
"""

CRAWLED = """\
Partial report: the run did not come to its end, or could not judge. What is
missing is not solved.

https://site.example/about
  https://site.example/about:3:21 http://libre.example/start?a=1&b=2
    change to https://libre.example/start?a=1&b=2
    warning upgradable-link: upgrade, redirects-to-https (301 to
      https://libre.example/start?a=1&b=2)
  https://site.example/about:3:80 http://old.example/
    look at https://new.example/home
    note review-link: review, moved (302)

Problems:
  https://site.example/: 2 pages over --max-pages were not crawled
  docs/secret.md: permission denied

Pages without an answer:
  https://site.example/gone: answers 404

Not a URL:
  docs/guide.md:20:4 http://[::1/

  3 http links in 3 documents, 2 URLs on 2 hosts; 4 requests in 1.2 s
  upgrade       1  1 redirects-to-https
  review        1  1 moved

1 link can become https on 1 page; 1 needs a look.
"""


def text(of: Report) -> str:
    return "".join(report.render(of, "text"))


def test_the_whole_report() -> None:
    assert text(sample.whole()) == WHOLE


def test_a_partial_report_of_a_crawl() -> None:
    assert text(sample.crawled()) == CRAWLED


def test_nothing_matched_is_one_line() -> None:
    assert text(sample.empty()) == "No http links in 3 documents.\n"
    remark = Problem(".", "holds no file of a kind that is read", 0)
    assert text(replace(sample.empty(0), problems=(remark,))) == "Nothing to read: no document was found.\n"
    assert text(replace(sample.empty(), problems=(Problem("a.md", "permission denied"),))) == (
        "Problems:\n  a.md: permission denied\n\nNo http links in 3 documents.\n"
    )


def test_what_is_known_is_counted_and_not_listed() -> None:
    whole = sample.whole()
    shown = text(replace(whole, findings=tuple(replace(found, known=True) for found in whole.findings)))
    assert shown.startswith("Could not be told:\n")
    assert shown.endswith("\nNo link to change; 5 known from before; 1 URL could not be told.\n")


def test_only_addresses_are_wider_than_a_narrow_terminal() -> None:
    long = "an " * 300 + "end"
    made = sample.report(
        [replace(sample.SAME, judgement=Judgement(Verdict.UPGRADE, Reason.SAME_PAGE, long))], sample.PLACES
    )
    body = text(made).splitlines()[:-1]
    assert [line for line in body if len(line) > 80] == []
    assert sum(line.count("an ") for line in body) > 100
    assert max(map(len, text(made).splitlines())) < 110


def test_silent_pages_beyond_the_first_are_counted() -> None:
    pages = tuple(Page(f"https://site.example/{number}", None, 1, 0, "timeout") for number in range(12))
    shown = text(replace(sample.empty(), pages=pages)).splitlines()
    assert shown[:2] == ["Pages without an answer:", "  https://site.example/0: timeout"]
    assert shown[10:12] == ["  https://site.example/9: timeout", "  and 2 more"]


def test_every_link_is_listed_if_asked_for() -> None:
    whole = sample.whole()
    shown = text(replace(whole, detailed=True))
    assert all(
        f"{place.document}:{place.line}:{place.column} " in shown for at in whole.occurrences.values() for place in at
    )
    section = shown.partition("\nNo findings:\n")[2].partition("\n\n")[0].splitlines()
    assert section == NO_FINDINGS.splitlines()
