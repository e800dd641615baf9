"""A run that asks nobody, from files to the report; and that it opens no socket and imports no network."""

from __future__ import annotations

import datetime
import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from checker import cli, pipeline
from checker.model import Reason, Verdict
from checker.pipeline import offline
from tests.pipeline.runs import check, links, settings, told

PAGE = """<a href="http://a.dev/">a</a> <img src="http://b.dev/x.png"> <script src="http://c.dev/x.js"></script>
<form action="http://d.dev/"></form> <a href="http://a.org/">o</a> <a href="http://8.8.8.8/">p</a>
<a href="http://a.dev:8080/">q</a> <a href="http://localhost/">r</a> <a href="http://u:p@e.dev/">s</a>
"""
VERDICTS = {
    "http://a.dev/": ("upgrade", "hsts-preload"),
    "http://b.dev/x.png": ("upgrade", "hsts-preload"),
    "http://c.dev/x.js": ("upgrade", "hsts-preload"),
    "http://d.dev/": ("review", "similar-page"),
    "http://a.org/": ("unknown", "offline"),
    "http://8.8.8.8/": ("unknown", "offline"),
    "http://a.dev:8080/": ("unknown", "offline"),
    "http://localhost/": ("skipped", "special-use"),
    "http://***@e.dev/": ("review", "userinfo"),
}


@pytest.fixture
def no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: Any, **named: Any) -> Any:
        raise AssertionError(f"the network is touched: {given} {named}")

    for name in ("socket", "create_connection", "getaddrinfo", "gethostbyname"):
        monkeypatch.setattr(socket, name, fail)


@pytest.mark.usefixtures("no_socket")
def test_every_target_is_judged_by_the_list() -> None:
    Path("a.html").write_text(PAGE)
    report, run = check(settings(offline=True), "a.html")
    assert told(report) == VERDICTS
    assert all(answer.observation is None for answer in report.answers)
    assert report.complete and not run.interrupted
    assert report.summary.requests == 0
    (problem,) = report.problems
    assert (problem.where, problem.code) == ("--offline", 0)
    assert problem.what.startswith("judged by the HSTS preload list of 20")
    assert problem.what.endswith("; 3 of 8 URLs could not be told without the network")


@pytest.mark.usefixtures("no_socket")
def test_the_whole_command_opens_no_socket(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.html").write_text(PAGE)
    Path(".https-ready.yml").write_text("offline: true\n")
    code = cli.main(["check", "--format", "json"])
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert code == 1
    assert {target["url"]: (target["verdict"], target["reason"]) for target in report["targets"]} == VERDICTS
    assert report["targets"][2]["evidence"]["detail"].startswith("HSTS preload list of 20")
    assert report["problems"][0]["what"].startswith("judged by the HSTS preload list of 20")
    assert err.startswith("https-ready: --offline: judged by the HSTS preload list of 20")
    assert err.count("\n") == 1


def test_what_cannot_be_told_passes_and_no_network_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.md").write_text(links(*(f"http://{name}.org/" for name in "abcdefgh")))
    assert cli.main(["--offline", "a.md", "--fail-on", "note"]) == 0
    out, err = capsys.readouterr()
    assert "8 offline: not asked: the run was offline" in out
    assert out.endswith("No link to change; 8 URLs could not be told.\n")
    assert err.endswith("; 8 of 8 URLs could not be told without the network\n")


def test_a_site_cannot_be_crawled(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.md").write_text(links("http://a.dev/"))
    assert cli.main(["--offline", "a.md", "http://u:secret@x.org/"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "https-ready: error: http://***@x.org/: cannot be crawled with --offline\n")
    with pytest.raises(pipeline.NetworkError):
        check(settings(offline=True), "https://x.org/")


def test_what_is_said_of_the_list() -> None:
    day = datetime.date(2100, 1, 1)
    assert offline.remark(3, 0, day).endswith(" days old")
    assert offline.remark(3, 2, day).endswith(" days old; 2 of 3 URLs could not be told without the network")


def test_every_request_fails_alike() -> None:
    target = pipeline.Run(settings(), lambda event: None)
    Path("a.md").write_text(links("http://a.dev/x", "http://a.org/x"))
    target._read(("a.md",))
    first, second = (offline.judge(target.plan.target(url)) for url in target.plan.places)
    assert (first.judgement.verdict, first.judgement.reason) == (Verdict.UPGRADE, Reason.HSTS_PRELOAD)
    assert (second.judgement.verdict, second.judgement.reason) == (Verdict.UNKNOWN, Reason.OFFLINE)


SPY = """
import sys
touched = []
sys.addaudithook(lambda event, given: touched.append(event) if event.startswith("socket.") else None)
from checker import cli
code = cli.main(sys.argv[1:])
network = {"httpx", "httpcore", "ssl", "socket", "hstspreload", "checker.wire", "checker.wire.fetch"}
print("\\n", code, touched, sorted(network & set(sys.modules)))
"""


@pytest.mark.parametrize(
    ("text", "code", "imported"),
    [("[x](http://a.dev/) [y](http://a.org/)\n", 1, ["hstspreload"]), ("nothing here\n", 0, [])],
)
def test_a_process_of_its_own_touches_and_imports_no_network(text: str, code: int, imported: list[str]) -> None:
    Path("a.md").write_text(text)
    command = [sys.executable, "-c", SPY, "--offline", "a.md", "--format", "lines"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == f" {code} [] {imported}", done.stderr
