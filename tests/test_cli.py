from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from checker import cli, config
from checker.model import Reason, Rule, Verdict
from tests.sites import serve


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["none.md"], "https-ready: error: none.md: no such file or directory"),
        (
            ["check", "--worker", "3"],
            "https-ready: error: unrecognized arguments: --worker (see https-ready check --help)",
        ),
        (["--workers", "many"], "https-ready: error: --workers: 'many' is not a whole number from 1 up"),
        (["--workers"], "https-ready: error: argument --workers: expected one argument (see https-ready check --help)"),
        (["--format", "jsonx"], "https-ready: error: --format: no such value 'jsonx', did you mean 'json'?"),
        (["-o", "json"], "https-ready: error: --output: 'json' is not FORMAT=PATH"),
        (["--fail-on", "errors"], "https-ready: error: --fail-on: no such value 'errors', did you mean 'error'?"),
        (["--timeout", "-1"], "https-ready: error: --timeout: '-1' is not a number of seconds from 0 up"),
        (["--config", "none.yml"], "https-ready: error: none.yml: No such file or directory"),
        (["http://x.org:99999/"], "https-ready: error: http://x.org:99999/: is not a URL that can be crawled"),
        (["http://u:secret@[bad/"], "https-ready: error: http://***@[bad/: is not a URL that can be crawled"),
        (["https://x.org:22/"], "https-ready: error: https://x.org:22/: is not a URL that can be crawled"),
        (["links", "https://x.org/"], "https-ready: error: https://x.org/: links reads files only; check crawls a URL"),
        (["links", "--format", "sarif"], "https-ready: error: --format: no such value 'sarif' (one of: text, jsonl)"),
        (
            ["rules", "upgradeable-link"],
            "no rule, verdict or reason 'upgradeable-link', did you mean 'upgradable-link'?",
        ),
    ],
)
def test_bad_input_gets_one_line_and_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    code, _, err = run(capsys, *arguments)
    assert code == 2
    assert err.count("\n") == 1
    assert says in err


def test_a_bad_path_does_not_stop_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.md").write_text("[x](http://localhost/)\n")
    code, out, err = run(capsys, "none.md", "a.md", "--format", "json")
    assert (code, err) == (2, "https-ready: error: none.md: no such file or directory\n")
    assert [target["reason"] for target in json.loads(out)["targets"]] == ["special-use"]


def test_nothing_matched_is_one_line_and_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.txt").touch()
    code, out, err = run(capsys, ".")
    assert code == 0
    assert err == "https-ready: .: holds no file of a kind that is read\n"
    assert out.count("\n") <= 1


def test_what_outside_text_says_does_not_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "\x1b[31m\n::error::x\u202e.md")
    assert code == 2
    assert err.count("\n") == 1
    assert "\x1b" not in err
    assert "\u202e" not in err
    assert re.search(r"^\s*::", err, re.M) is None


def test_links_as_text_and_jsonl(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.md").write_text("é [x](http://u:p@x.org/#a) and\n![y](http://y.org/p.png)\n")
    code, out, err = run(capsys, "links")
    assert (code, err) == (0, "")
    assert out == "a.md:1:7 http://***@x.org/#a navigation\na.md:2:6 http://y.org/p.png image passive\n"
    code, out, _ = run(capsys, "links", "--format", "jsonl", "a.md")
    assert json.loads(out.splitlines()[1]) == {
        "file": "a.md",
        "line": 2,
        "column": 6,
        "end_line": 2,
        "end_column": 24,
        "url": "http://y.org/p.png",
        "usage": "image",
        "mixed": "passive",
    }


def test_links_can_be_written_to_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.md").write_text("<http://x.org/>\n")
    code, _, _ = run(capsys, "links", "-o", "jsonl=links.jsonl")
    assert code == 0
    assert json.loads(Path("links.jsonl").read_text())["url"] == "http://x.org/"
    assert sorted(os.listdir()) == ["a.md", "links.jsonl"]


def test_a_report_that_cannot_be_written_is_code_2_and_leaves_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.md").write_text("nothing\n")
    code, _, err = run(capsys, "a.md", "-o", "json=none/report.json")
    assert (code, err) == (2, "https-ready: error: none/report.json: no such file or directory\n")
    assert os.listdir() == ["a.md"]


def test_a_report_replaces_the_old_one_and_takes_the_usual_mode(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.md").write_text("nothing\n")
    Path("report.json").write_text("old")
    code, _, _ = run(capsys, "a.md", "-o", "json=report.json")
    assert code == 0
    assert json.loads(Path("report.json").read_text())["complete"] is True
    umask = os.umask(0)
    os.umask(umask)
    assert Path("report.json").stat().st_mode & 0o777 == 0o666 & ~umask


def test_a_verb_wins_over_a_folder_of_that_name(capsys: pytest.CaptureFixture[str]) -> None:
    Path("links").mkdir()
    Path("links/a.md").write_text("<http://x.org/>\n")
    Path("b.md").write_text("<http://y.org/>\n")
    assert run(capsys, "links", "b.md")[1] == "b.md:1:2 http://y.org/ navigation\n"
    assert run(capsys, "links", "./links")[1] == "links/a.md:1:2 http://x.org/ navigation\n"


def test_paths_with_leading_dashes(capsys: pytest.CaptureFixture[str]) -> None:
    Path("-a.md").write_text("<http://x.org/>\n")
    assert run(capsys, "links", "--", "-a.md")[1] == "-a.md:1:2 http://x.org/ navigation\n"


def test_rules_explains_every_word(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules")
    assert code == 0
    words = [line.split()[0] for line in out.splitlines() if line]
    assert words == [word.value for kind in (Rule, Verdict, Reason) for word in kind]
    for word in words:
        code, out, _ = run(capsys, "rules", word)
        assert code == 0
        assert out.startswith(f"{word} (")


def test_config_tells_where_each_value_came_from(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(".https-ready.yml").write_text("retries: 1\n")
    monkeypatch.setenv("HTTPS_READY_DELAY", "0.5")
    code, out, _ = run(capsys, "config", "--workers", "3")
    assert code == 0
    lines = out.splitlines()
    assert len(lines) == len(config.OPTIONS)
    assert "workers = 3  (command line)" in lines
    assert "delay = 0.5  (HTTPS_READY_DELAY)" in lines
    assert "retries = 1  (.https-ready.yml)" in lines
    assert "per-host = 6  (default)" in lines


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("check", "links"):
        with pytest.raises(SystemExit) as stop:
            cli.main([verb, "--help"])
        assert stop.value.code == 0
        shown = set(re.findall(r"--([a-z][a-z-]*)", capsys.readouterr().out))
        wanted = {config.slug(name) for name, option in config.OPTIONS.items() if verb in option.verbs}
        assert wanted <= shown


def test_overview_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version")[1].startswith("https-ready 0.")
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert all(f"  {verb}" in out for verb in cli.VERBS)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "checker", *arguments]


def test_a_pipe_that_closes_is_no_traceback() -> None:
    Path("a.md").write_text("<http://x.org/>\n\n" * 20_000)
    process = subprocess.Popen(
        command("links", "a.md"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": ""}
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(10) == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device")
def test_a_full_disk_is_one_line_and_code_2() -> None:
    Path("a.md").write_text("<http://x.org/>\n")
    with open("/dev/full", "w") as full:
        done = subprocess.run(command("links", "a.md"), stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (2, "https-ready: error: standard output: no space left on device\n")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_streams_that_are_closed(closed: str) -> None:
    Path("a.md").write_text("<http://localhost/>\n")
    done = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *command("check", "a.md")], capture_output=True, text=True
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_ctrl_c_while_the_report_is_written_loses_nothing() -> None:
    Path("a.md").write_text("".join(f"<http://h{number}.localhost/>\n\n" for number in range(3000)))
    script = (
        "import os, signal, sys\n"
        "from checker import cli, report\n"
        "def render(result, name, real=report.render):\n"
        "    for number, piece in enumerate(real(result, name)):\n"
        "        if number == 5: os.kill(os.getpid(), signal.SIGINT)\n"
        "        yield piece\n"
        "report.render = render\n"
        "sys.exit(cli.main(['a.md', '--format', 'json', '-o', 'json=report.json']))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    # The first one is noted, the second (the format on standard output) counts.
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert len(json.loads(Path("report.json").read_text())["targets"]) == 3000


def test_standard_input_that_is_closed_is_one_line() -> None:
    done = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *command("links", "-")], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "https-ready: error: -: standard input is closed\n")


def test_config_masks_and_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".https-ready.yml").write_text('ignore: "##[error]pwned"\nsite: http://u:secret@h.org/\n')
    code, out, _ = run(capsys, "config")
    assert code == 0
    assert "##[" not in out
    assert "secret" not in out


def test_secrets_of_options_are_printed_nowhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_READY_HEADER", "a.org=Authorization: s3cret\nb.org=X-B: s3cret")
    monkeypatch.setenv("HTTPS_READY_PROXY", "http://user:s3cret@p.lan:3128")
    code, out, _ = run(capsys, "config")
    assert code == 0
    assert "header = a.org=Authorization: ***, b.org=X-B: ***  (HTTPS_READY_HEADER)" in out.splitlines()
    assert "proxy = http://***@p.lan:3128  (HTTPS_READY_PROXY)" in out.splitlines()
    Path("a.md").write_text("<http://a.org/>")
    for wrong, says in (
        (("--header", "a.org=Host: s3cret"), "header for a.org: Host cannot be set"),
        (("--header", "Authorization: s3cret"), "header: not HOST=NAME: VALUE"),
        (("--proxy", "socks5://user:s3cret@p.lan"), "proxy: socks5 is not supported, only http"),
        (("--headers=a.org=X:s3cret",), "unrecognized arguments: --headers (see https-ready check --help)"),
    ):
        assert run(capsys, "a.md", *wrong) == (2, "", f"https-ready: error: {says}\n")


def test_a_run_without_http_imports_neither_httpx_nor_a_parser() -> None:
    Path("docs").mkdir()
    for number in range(20):
        Path(f"docs/{number}.md").write_text("# Words\n\n[secure](https://www.example.org/)\n")
        Path(f"docs/{number}.html").write_text("<!doctype html><a href='https://www.example.org/'>x</a>")
    script = (
        "import sys; from checker.cli import main; code = main(['check', 'docs']);"
        "print('\\n'.join(sorted(sys.modules)), file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    heavy = {"httpx", "httpcore", "markdown_it", "mdit_py_plugins", "linkify_it", "bs4", "yaml", "protego", "ada_url"}
    assert loaded.isdisjoint(heavy | {"ssl", "asyncio", "cryptography"})
    assert "checker" in loaded


def test_a_crawl_that_is_killed_leaves_what_it_learned_and_is_taken_up_again(tmp_path: Path) -> None:
    pages = {"/": "<title>x</title>" + "".join(f"<a href=/{number}>x</a>" for number in range(40))}
    pages |= {f"/{number}": f"<title>{number}</title><a href=/>x</a>" for number in range(40)}
    told = tmp_path / "run.jsonl"
    with serve(pages, dict.fromkeys(pages, 0.05)) as site:
        arguments = command("check", site.url, "--no-sitemap", "--per-host=2", "--quiet", "-o", f"jsonl={told}")
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": ""})
        until = time.monotonic() + 20
        while time.monotonic() < until and (not told.exists() or told.read_text().count('"type": "page"') < 10):
            time.sleep(0.02)
        process.kill()
        process.wait()
        fetched = site.asked.copy()
        lines = told.read_text().splitlines(keepends=True)
        done = [json.loads(line)["url"] for line in lines if line.endswith("\n")]
        assert 10 <= len(done) < 41
        resumed = subprocess.run(
            [*arguments, "--resume", str(told)], capture_output=True, env={**os.environ, "PYTHONPATH": ""}
        )
    assert (resumed.returncode, resumed.stderr) == (0, b"")
    records = [json.loads(line) for line in told.read_text().splitlines()]
    assert sorted(record["url"] for record in records if record["type"] == "page") == sorted(
        site.url + path[1:] for path in pages
    )
    assert records[-1]["type"] == "summary"
    assert records[-1]["complete"]
    for url in done:
        assert site.asked["/" + url.removeprefix(site.url)] == fetched["/" + url.removeprefix(site.url)]
