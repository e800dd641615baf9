from __future__ import annotations

from dataclasses import replace

from checker import report
from checker.model import Finding, Report, Severity
from tests.report import runner, sample
from tests.report.runner import Command

SUMMARY = """\
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


def log(of: Report) -> str:
    return "".join(report.render(of, "github"))


def many(count: int, written: str = "http://libre.example/") -> list[Finding]:
    return [
        sample.finding(sample.place(written, "a.md", line=number + 1, start=number * 100), sample.SAME.judgement)
        for number in range(count)
    ]


def test_the_whole_log() -> None:
    written = log(sample.whole())
    assert runner.commands(written) == [
        Command(
            "error",
            {
                "file": "site/index.html",
                "line": "7",
                "col": "14",
                "endColumn": "42",
                "title": "Browsers block this part of the page",
            },
            "http://cdn.example/jquery.js: browsers block this on an https page; works over https (http and https give "
            "the same content): change it to https://cdn.example/jquery.js (equal bytes, 5120 of them) "
            "[active-mixed-content: upgrade, same-page]",
        ),
        Command(
            "warning",
            {
                "file": "docs/guide.md",
                "line": "3",
                "col": "21",
                "endColumn": "99",
                "title": "This link can become https without changing what the reader gets (2 links)",
            },
            "http://libre.example/start?a=1&b=2: works over https (the http URL redirects to exactly this https URL): "
            "change it to https://libre.example/start?a=1&b=2 (301 to https://libre.example/start?a=1&b=2) "
            "[upgradable-link: upgrade, redirects-to-https]\n"
            "http://old.example/: the http URL redirects to another https URL that answers: https://new.example/home "
            "(302) [review-link: review, moved]",
        ),
        Command(
            "warning",
            {
                "file": "site/index.html",
                "line": "12",
                "col": "11",
                "endColumn": "42",
                "title": "Browsers ask for this picture, sound or film over https whatever you write",
            },
            "http://pictures.example/cat.jpg: browsers ask for this over https and show a broken picture; cannot become "
            "https: the certificate is out of date (pictures.example: ended on 2024-03-01) "
            "[passive-mixed-content: keep, tls-expired]",
        ),
        Command(
            "warning",
            {
                "file": "site/index.html",
                "line": "14",
                "col": "10",
                "endColumn": "48",
                "title": "This link can become https without changing what the reader gets",
            },
            "http://libre.example/start?a=1&b=2: works over https (the http URL redirects to exactly this https URL): "
            "change it to https://libre.example/start?a=1&b=2 (301 to https://libre.example/start?a=1&b=2) "
            "[upgradable-link: upgrade, redirects-to-https]",
        ),
    ]
    assert written.endswith(SUMMARY)


def test_ten_annotations_a_level_and_the_tenth_counts_the_rest() -> None:
    notes = [replace(found, severity=Severity.NOTE) for found in many(10)]
    found = [*many(25), *(replace(note, occurrence=replace(note.occurrence, document="b.md")) for note in notes)]
    written = log(replace(sample.whole(), findings=tuple(found)))
    given = runner.commands(written)
    assert [command.name for command in given] == ["warning"] * 10 + ["notice"] * 10
    assert given[9] == Command("warning", {"title": "https-ready"}, "16 more: see the summary")
    assert written.count("\n  a.md:") == 16
    assert "\nNot annotated:\n  a.md:10:1 http://libre.example/: works over https " in written


def test_changed_lines_come_first_then_what_shows_on_most_pages() -> None:
    plain = [replace(found, changed=False) for found in many(12)]
    plain[11] = replace(plain[11], changed=True)
    plain[7] = replace(plain[7], pages=("https://site.example/1", "https://site.example/2"))
    given = runner.commands(log(replace(sample.whole(), findings=tuple(plain))))
    assert [command.properties.get("line") for command in given] == ["12", "8", "1", "2", "3", "4", "5", "6", "7", None]


def test_what_has_a_line_to_stand_beside_comes_before_crawled_pages() -> None:
    made = replace(sample.whole(), findings=sample.crawled().findings + sample.whole().findings[:1])
    assert ["file" in command.properties for command in runner.commands(log(made))] == [True, False]


def test_known_findings_are_not_annotated() -> None:
    known = tuple(replace(found, known=True) for found in many(3))
    assert runner.commands(log(replace(sample.whole(), findings=known))) == []


def test_no_columns_for_a_link_over_several_lines() -> None:
    (found,) = many(1)
    broken = replace(found, occurrence=replace(found.occurrence, end_line=2, end_column=4))
    (given,) = runner.commands(log(replace(sample.whole(), findings=(broken,))))
    assert given.properties.keys() == {"file", "line", "title"}


def test_what_has_no_file_in_the_workspace_is_annotated_without_one() -> None:
    (found,) = many(1)
    for name in ("-", "/etc/a.md", "../a.md"):
        outside = replace(found, occurrence=replace(found.occurrence, document=name))
        (given,) = runner.commands(log(replace(sample.whole(), findings=(outside,))))
        assert given.properties.keys() == {"title"}
        assert given.data.startswith(f"{name}:1:1 http://libre.example/: works")
    (given,) = runner.commands(log(sample.crawled()))
    assert given.properties.keys() == {"title"}
    assert given.data.startswith("https://site.example/about:3:21 http://libre.example/")


def test_a_long_message_is_cut_below_the_limit() -> None:
    (found,) = many(1)
    line = [replace(found, occurrence=replace(found.occurrence, start=at), message="m" * 900) for at in range(20)]
    (given,) = runner.commands(log(replace(sample.whole(), findings=tuple(line))))
    assert len(given.data) < 4_096
    assert given.data.endswith("\nand 16 more links on this line")


def test_a_partial_run_says_so() -> None:
    written = log(sample.crawled()).splitlines()
    assert written[1].startswith("Partial report: ")
    assert "Problem: docs/secret.md: permission denied" in written
