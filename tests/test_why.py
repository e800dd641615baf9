"""The verb ``why``: arguments in, words and exit codes out; record and replay from the command line."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from checker import cli
from examples import pretend_web

OBSERVATIONS = Path(__file__).parent / "observations"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(["why", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def live(web: pretend_web.Web) -> list[str]:
    return ["--ca-file", web.ca_file, *(part for text in web.connect_to() for part in ("--connect-to", text))]


def test_one_url_is_told_and_the_code_is_0_whatever_the_verdict(
    web: pretend_web.Web, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, says in (("same-page", "upgrade, same-page: "), ("bounces-back", "keep, redirects-to-http: ")):
        code, out, err = run(capsys, web.url(name), *live(web))
        assert (code, err) == (0, "")
        assert out.startswith(f"{web.url(name)}\n")
        assert f"\n{says}" in out


def test_json(web: pretend_web.Web, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, web.url("redirects"), "--format", "json", "--usage", "script", *live(web))
    told = json.loads(out)
    assert (code, told["verdict"], told["usage"], told["decided_by"]) == (0, "upgrade", "script", "redirect")


def test_a_recording_replays_without_the_network(
    web: pretend_web.Web, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = run(capsys, web.url("another-page"), "--record", "a.json", *live(web))
    assert (code, err, os.listdir()) == (0, "", ["a.json"])
    content = json.loads(Path("a.json").read_text())
    assert content["said"] == {"verdict": "keep", "reason": "different-page"}
    assert content["expected"] is None

    def fail(*given: Any, **named: Any) -> Any:
        raise AssertionError("a replay touches the network")

    monkeypatch.setattr(socket, "socket", fail)
    monkeypatch.setattr(socket, "getaddrinfo", fail)
    code, out, err = run(capsys, "--replay", "a.json")
    assert (code, err) == (0, "")
    assert "\nkeep, different-page: " in out


def test_a_replay_is_compared_with_what_is_expected(capsys: pytest.CaptureFixture[str]) -> None:
    content = json.loads((OBSERVATIONS / "gone.json").read_text())
    for expected, code, says in (
        ({"verdict": "dead", "reason": "gone"}, 0, "\nAs the recording expects: dead, gone.\n"),
        ({"verdict": "keep", "reason": "refused"}, 1, "\nNot as the recording expects: keep, refused.\n"),
    ):
        Path("a.json").write_text(json.dumps({**content, "expected": expected}))
        assert run(capsys, "--replay", "a.json")[::2] == (code, "")
        assert says in run(capsys, "--replay", "a.json")[1]


def test_a_replay_imports_no_network() -> None:
    code = (
        "import sys; from checker import cli; code = cli.main(sys.argv[1:]);"
        "print(code, sorted({'httpx', 'httpcore', 'ssl', 'socket', 'checker.wire'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", code, "why", "--replay", str(OBSERVATIONS / "gone.json")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "0 []", done.stderr


def test_offline(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "http://a.dev/", "--offline")
    assert (code, err) == (0, "")
    assert "\njudged by the HSTS preload list of 20" in out
    assert "\nupgrade, hsts-preload: " in out


def test_options_of_other_verbs_in_a_file_do_no_harm(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".https-ready.yml").write_text("format: sarif\noutput: json=report.json\nfail-on: never\noffline: true\n")
    code, out, err = run(capsys, "http://a.org/")
    assert (code, err) == (0, "")
    assert "\nunknown, offline: " in out
    assert os.listdir() == [".https-ready.yml"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "why takes a URL, or --replay FILE (see https-ready why --help)"),
        (["x.org"], "x.org: is not a URL that a browser could open"),
        (["http://u:secret@[bad/"], "http://***@[bad/: is not a URL that a browser could open"),
        (["https://x.org/"], "https://x.org/: is https already; why asks about an http URL"),
        (["http://a.org/", "http://b.org/"], "unrecognized arguments: http://b.org/ (see https-ready why --help)"),
        (["http://a.org/", "--format", "sarif"], "--format: no such value 'sarif' (one of: text, json)"),
        (["http://a.org/", "--usage", "link"], "--usage: no such usage 'link' (one of: navigation, script, "),
        (["http://a.org/", "--fail-on", "note"], "unrecognized arguments: --fail-on note (see https-ready why --help)"),
        (
            ["http://a.org/", "--replay", "a"],
            "--replay takes no URL, no --usage and no --record: the recording says all",
        ),
        (
            ["http://a.org/", "--offline", "--record", "a"],
            "--record has nothing to record with --offline",
        ),
        (
            ["http://localhost/", "--record", "a.json"],
            "a.json: nothing to record: the URL was not asked about to the end",
        ),
        (["http://a.org/", "--connect-to", "x"], "x"),
        (["--replay", "none.json"], "none.json: no such file or directory"),
        (["--replay", "."], ".: is a directory"),
        (["--replay", "bad.json"], "bad.json: exchanges[0].status: 7 is no status"),
        (["--replay", "less.json"], "less.json: holds no answer for https://gone.pretend/page: it was not asked then"),
        (["--replay", "evil.json"], "evil.json: \\x1b[31m: no such field"),
    ],
)
def test_bad_input_gets_one_line_and_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    content = json.loads((OBSERVATIONS / "gone.json").read_text())
    exchanges = content["exchanges"]
    Path("less.json").write_text(
        json.dumps({**content, "exchanges": [one for one in exchanges if one["url"].startswith("http:")]})
    )
    Path("bad.json").write_text(json.dumps({**content, "exchanges": [{**exchanges[0], "status": 7}]}))
    Path("evil.json").write_text(json.dumps({**content, "\x1b[31m": 1}))
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("https-ready: error: ")
    assert says in err
    assert "secret" not in err


def test_a_recording_that_cannot_be_written_is_code_2(web: pretend_web.Web, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, web.url("gone"), "--record", "none/a.json", *live(web))
    assert (code, err) == (2, "https-ready: error: none/a.json: no such file or directory\n")
    assert "\ndead, gone: " in out


def test_the_help_tells_the_exit_codes_and_the_options_of_the_network(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["why", "--help"])
    assert left.value.code == 0
    out = " ".join(capsys.readouterr().out.split())
    for words in ("0 told, whatever the verdict", "--record FILE", "--replay FILE", "--timeout", "--offline"):
        assert words in out
    assert "--fail-on" not in out
