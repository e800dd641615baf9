from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from checker import urls
from examples import demo, pretend_web
from examples.demo import Link

LINKS = demo.expected()


@pytest.fixture(scope="module")
def folder() -> Path:
    return demo.ROOT


def test_the_demonstration_shows_both_reports_and_finds_every_link_judged_as_expected(
    capfd: pytest.CaptureFixture[str],
) -> None:
    code = demo.main()
    out, _ = capfd.readouterr()
    lines = out.splitlines()
    files, site = (lines.index(f"$ https-ready check --verbose {target}") for target in (demo.SITE, demo.START))
    assert lines[-1] == "All 62 links in 8 files and 24 on 4 live documents were judged as expected."
    assert code == 0
    for shown, name, page in ((lines[files:site], "site/content/index.md:", ""), (lines[site:], "", demo.START)):
        report = "\n".join(shown)
        assert name in report
        assert page in report
        assert "https://redirects-308.pretend/page" in report
        assert "tls-expired" in report


def test_expectations_stand_where_they_say(folder: Path) -> None:
    written = {"http://b\u00fccher.pretend/page": "http://b&uuml;cher.pretend/page"}
    for link in LINKS:
        line = (folder / link.where).read_text(encoding="utf-8").splitlines()[link.line - 1]
        assert line[link.column - 1 :].startswith(written.get(link.url, link.url)), link
    assert len({link.place for link in LINKS}) == len(LINKS)


def test_expectations_are_those_of_the_behaviours(web: pretend_web.Web) -> None:
    known = {row.url: (row.verdict, row.reason) for row in web.expected()}
    told = {link.url: (link.verdict, link.reason) for link in LINKS}
    assert {url: known[url] for url in told.keys() & known.keys()} == {
        url: told[url] for url in told.keys() & known.keys()
    }
    assert len(told.keys() & known.keys()) > 25
    assert len(set(told.values())) > 20


def test_live_links_are_those_of_the_pages_that_are_crawled() -> None:
    live = demo.live(LINKS)
    assert {link.where for link in live} == set(demo.LIVE.values())
    assert not any("2030" in link.url for link in live)  # robots.txt closes drafts/


# --- the comparison ----------------------------------------------------------------------------------------------------

UPGRADE = Link("a.md", 1, 2, "http://b\u00fccher.pretend/", "upgrade", "same-page")
KEEP = Link("a.md", 3, 4, "http://refused.pretend/page", "keep", "refused")


def report(*links: Link) -> dict[str, Any]:
    """What the command writes where it says exactly this."""
    counts = Counter(link.target for link in links)
    targets = {link.target: (link.verdict, link.reason) for link in links}
    return {
        "complete": True,
        "targets": [
            {"url": url, "verdict": verdict, "reason": reason, "occurrences": counts[url]}
            for url, (verdict, reason) in targets.items()
        ],
        "findings": [
            {"file": link.where, "line": link.line, "column": link.column} for link in links if link.verdict != "keep"
        ],
    }


def test_a_report_as_expected_has_no_differences() -> None:
    again = UPGRADE._replace(line=9)
    assert demo.differences(report(UPGRADE, KEEP, again), [UPGRADE, again, KEEP]) == []


@pytest.mark.parametrize(
    ("reported", "says"),
    [
        (
            [UPGRADE, KEEP._replace(verdict="upgrade", reason="same-page")],
            [
                "a.md:3:4: http://refused.pretend/page: expected keep (refused), reported upgrade (same-page)",
            ],
        ),
        ([UPGRADE], ["a.md:3:4: http://refused.pretend/page: expected keep (refused), not reported"]),
        (
            [UPGRADE, KEEP, KEEP._replace(url="http://new.pretend/")],
            ["http://new.pretend/: not expected"],
        ),
        ([UPGRADE, KEEP, KEEP], ["http://refused.pretend/page: expected in 1 places, reported in 2"]),
        (
            [UPGRADE._replace(column=3), KEEP],
            [
                "a.md:1:2: http://b\u00fccher.pretend/: expected as a finding, not reported",
                "a.md:1:3: a finding that is not expected",
            ],
        ),
    ],
)
def test_each_difference_is_told(reported: list[Link], says: list[str]) -> None:
    assert demo.differences(report(*reported), [UPGRADE, KEEP]) == says


def test_a_partial_report_is_a_difference() -> None:
    assert demo.differences(report(KEEP) | {"complete": False}, [KEEP]) == ["the report is not complete"]


def test_targets_are_compared_as_they_are_asked_for() -> None:
    assert UPGRADE.target == "http://xn--bcher-kva.pretend/" == str(urls.parse(UPGRADE.url))


def test_a_difference_ends_with_code_1(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object) -> list[str]:
        return []

    def check(target: str, *_: object) -> list[str]:
        return [f"{target}: another verdict"]

    monkeypatch.setattr(demo, "misplaced", nothing)
    monkeypatch.setattr(demo, "check", check)
    assert demo.main() == 1
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "examples/site: another verdict",
        "https://site.pretend/: another verdict",
        "Not as expected: 2 differences.",
    ]


def test_places_of_links_that_are_no_findings_are_compared_too() -> None:
    wrong = [link._replace(column=link.column + 1) if link.verdict == "dead" else link for link in LINKS]
    dead = [link for link in LINKS if link.verdict == "dead"]
    found = demo.misplaced(dict(os.environ), wrong)
    assert len(found) == 2 * len(dead) > 0
    assert f"{dead[0].place}: {dead[0].url}: no link" in found


def test_nothing_of_the_users_settings_reaches_the_command(
    web: pretend_web.Web, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HTTPS_READY_IGNORE", "*")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    told = demo.environment(web, str(tmp_path))
    assert "HTTPS_READY_IGNORE" not in told
    assert "GITHUB_ACTIONS" not in told
    assert told["HTTPS_READY_CONNECT_TO"].splitlines() == web.connect_to()


def test_without_the_command_the_way_to_get_it_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="make demo"):
        demo.command()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups to interrupt")
def test_ctrl_c_ends_it_within_two_seconds(folder: Path, tmp_path: Path) -> None:
    variables = {**os.environ, "TMPDIR": str(tmp_path)}
    arguments = [sys.executable, "-m", "examples.demo"]
    with subprocess.Popen(
        arguments,
        cwd=folder,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        while not process.stdout.readline().startswith("$ https-ready check"):
            pass
        time.sleep(1)  # the command is asking by now: its silent host takes longer than that
        begin = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        code = process.wait(10)
        assert time.monotonic() - begin < 2.5
        assert code == 130
        assert "Traceback" not in process.stdout.read() + process.stderr.read()
    assert list(tmp_path.iterdir()) == []


# --- every behaviour, judged by the command ----------------------------------------------------------------------------


def test_the_command_judges_every_behaviour_as_expected(tmp_path: Path) -> None:
    with pretend_web.start() as web:
        expected = {str(urls.parse(row.url)): f"{row.verdict} {row.reason}" for row in web.expected()}
        done = subprocess.run(
            [demo.command(), "check", "-", "--format", "json"],
            input="\n".join(row.url for row in web.expected()),
            cwd=tmp_path,
            env=demo.environment(web, str(tmp_path)),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        peaks = {name: host.peak_connections for name, host in web.hosts.items()}
    found = {row["url"]: f"{row['verdict']} {row['reason']}" for row in json.loads(done.stdout)["targets"]}
    assert {url: answer for url, answer in found.items() if expected.get(url) != answer} == {}
    assert found.keys() == expected.keys()
    assert (done.returncode, done.stderr) == (1, "")
    assert max(peaks.values()) <= 6
