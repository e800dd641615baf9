from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from checker import config, plugins
from checker.config import ConfigError, resolve
from checker.report import formats


def resolved(
    folder: Path, line: dict[str, Any] | None = None, env: dict[str, str] | None = None, file: str = ""
) -> config.Config:
    if file:
        (folder / ".https-ready.yml").write_text(file)
    return resolve(line or {}, env or {}, str(folder), None, {"format": ("json", "text"), "output": ("json", "text")})


def test_the_defaults_of_the_design(tmp_path: Path) -> None:
    settings = resolved(tmp_path).settings
    assert (settings.workers, settings.per_host, settings.delay, settings.timeout) == (64, 6, 0, 10)
    assert (settings.retries, settings.max_time, settings.max_file_size) == (2, 0, 32 << 20)
    assert (settings.depth, settings.max_pages, settings.fail_on) == (None, 50_000, "warning")
    assert not settings.allow_private


def test_command_line_before_environment_before_file_before_default(tmp_path: Path) -> None:
    file = "workers: 1\nretries: 1\ntimeout: 1.5\n"
    env = {"HTTPS_READY_WORKERS": "2", "HTTPS_READY_RETRIES": "2", "PATH": "/bin"}
    found = resolved(tmp_path, {"workers": "3"}, env, file)
    assert (found.settings.workers, found.settings.retries, found.settings.timeout) == (3, 2, 1.5)
    assert found.settings.per_host == 6
    origins = {name: found.origins[name] for name in ("workers", "retries", "timeout", "per_host")}
    assert origins == {
        "workers": "command line",
        "retries": "HTTPS_READY_RETRIES",
        "timeout": ".https-ready.yml",
        "per_host": "default",
    }


def test_lists(tmp_path: Path) -> None:
    env = {"HTTPS_READY_IGNORE": "a.org\nb.org\n", "HTTPS_READY_EXCLUDE_PATH": "/a/*,/b/*\n/c"}
    found = resolved(tmp_path, {"exclude": ["x", "y"]}, env, "site: https://x.org\ninclude: ['*.md', '*.html']\n")
    settings = found.settings
    assert settings.ignore == ("a.org", "b.org")
    assert settings.exclude_path == ("/a/*", "/b/*", "/c")
    assert settings.exclude == ("x", "y")
    assert settings.site == ("https://x.org",)
    assert settings.include == ("*.md", "*.html")


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("worker: 3", ".https-ready.yml: unknown key 'worker', did you mean 'workers'?"),
        ("max_pages: 3", ".https-ready.yml: unknown key 'max_pages', did you mean 'max-pages'?"),
        ("workers: many", ".https-ready.yml: workers: 'many' is not a whole number from 1 up"),
        ("workers: 0", ".https-ready.yml: workers: '0' is not a whole number from 1 up"),
        ("workers: [1]", ".https-ready.yml: workers: takes one value, not a list"),
        ("workers: true", ".https-ready.yml: workers: True is not a text or a number"),
        ("timeout: 0", ".https-ready.yml: timeout: '0' is not a number of seconds above 0"),
        ("quiet: 1", ".https-ready.yml: quiet: 1 is not true or false"),
        ("fail-on: warn", ".https-ready.yml: fail-on: no such value 'warn', did you mean 'warning'?"),
        ("format: jsn", ".https-ready.yml: format: no such value 'jsn', did you mean 'json'?"),
        ("output: json", ".https-ready.yml: output: 'json' is not FORMAT=PATH"),
        ("output: xml=a", ".https-ready.yml: output: no such value 'xml' (one of: json, text)"),
        ("output: json=/etc/x", ".https-ready.yml: output: '/etc/x' is outside the working directory"),
        ("output: json=a/../../x", ".https-ready.yml: output: 'a/../../x' is outside the working directory"),
        ("site: x.org", ".https-ready.yml: site: 'x.org' is not an http or https URL"),
        ("max-file-size: big", ".https-ready.yml: max-file-size: 'big' is not a size such as 500kB or 32MiB"),
        ("[1, 2]", ".https-ready.yml: not a list of keys and values"),
        ("a: b: c", ".https-ready.yml: not YAML in line 1: mapping values are not allowed here"),
        ("a: !!python/object/apply:os.system [x]", "could not determine a constructor"),
        ("? [a]\n: b", "unhashable key"),
        ("&a x: *b", "undefined alias"),
        ('user-agent: "a\\nb"', "is not printable ASCII without blanks at its ends"),
        ("user-agent: ' x'", "is not printable ASCII without blanks at its ends"),
        ("quiet: &a [x]", "quiet: a value of type list is not true or false"),
        ("ignore:\n - &a [x]\n - [*a, *a]", "ignore: a value of type list is not a text or a number"),
        ("ignore: !!int ''", "not YAML"),
        ("ignore: !!timestamp foo", "not YAML"),
        ("quiet: !!bool foo", "not YAML"),
        ("workers: 0x" + "f" * 9000, "a number of too many digits"),
        ("output: json=.git/config", "'.git/config' is hidden: only the command line or the environment may name it"),
        ("output: json=README.md", "'README.md' does not end as a report does"),
        ("output: json=here.json", "'here.json' is there already and no report of ours"),
    ],
)
def test_a_bad_file_gets_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, says: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here.json").write_text("{}")
    with pytest.raises(ConfigError) as caught:
        resolved(tmp_path, file=file)
    message = str(caught.value).replace(f"{tmp_path}/", "")
    assert says in message
    assert "\n" not in message


@pytest.mark.parametrize("key", sorted(name for name, option in config.OPTIONS.items() if option.trusted))
def test_a_strangers_file_cannot_reach_the_network_of_the_runner(tmp_path: Path, key: str) -> None:
    with pytest.raises(ConfigError, match="only the command line or the environment may set this"):
        resolved(tmp_path, file=f"{config.slug(key)}: true")


def test_which_options_are_trusted() -> None:
    assert {name for name, option in config.OPTIONS.items() if option.trusted} == {
        "allow_private",
        "connect_to",
        "ca_file",
        "resume",
        "header",
        "proxy",
    }


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://user:s3cret@p.lan:3128", "http://***@p.lan:3128"),
        ("socks5://s3cret@p.lan", "socks5://***@p.lan"),
        ("s3cret:s3cret@p.lan:3128", "***@p.lan:3128"),
        ("http://s3cret@s3cret@p.lan", "http://***@p.lan"),
        ("http://p.lan:3128", "http://p.lan:3128"),
    ],
)
def test_what_is_shown_of_a_proxy(text: str, shown: str) -> None:
    assert config.redacted_proxy(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a.org=Authorization: Bearer s3cret", "a.org=Authorization: ***"),
        ("a.org=s3cret", "***"),
        ("Authorization: Bearer s3cret=", "***"),
        ("a.org=X s3cret: s3cret", "***"),
    ],
)
def test_what_is_shown_of_a_header(text: str, shown: str) -> None:
    assert config.redacted_header(text) == shown


@pytest.mark.parametrize("option", ["header", "proxy"])
def test_secrets_are_in_no_message(tmp_path: Path, option: str) -> None:
    with pytest.raises(ConfigError, match="is not one printable line") as told:
        resolved(
            tmp_path, {option: ["a.org=X: s3cret\nY: s3cret" if option == "header" else "http://s3cret@p.lan\x01x"]}
        )
    assert "s3cret" not in str(told.value)


def test_trusted_options_come_from_the_environment(tmp_path: Path) -> None:
    env = {"HTTPS_READY_ALLOW_PRIVATE": "true", "HTTPS_READY_CONNECT_TO": ":80:127.0.0.1:1\n:443:127.0.0.1:2"}
    settings = resolved(tmp_path, env=env).settings
    assert settings.allow_private
    assert settings.connect_to == (":80:127.0.0.1:1", ":443:127.0.0.1:2")


def test_an_unknown_variable_is_told(tmp_path: Path) -> None:
    found = resolved(tmp_path, env={"HTTPS_READY_WORKER": "3"})
    assert found.remarks == ("HTTPS_READY_WORKER: no such option, did you mean 'workers'?; passed over",)


def test_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.https-ready]\nworkers = 5\nignore = ['a.org']\n")
    settings = resolved(tmp_path).settings
    assert (settings.workers, settings.ignore) == (5, ("a.org",))


def test_a_file_that_is_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        resolve({}, {}, str(tmp_path), str(tmp_path / "none.yml"))


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="larger than"):
        resolved(tmp_path, file="#" * (config.MAX_FILE_BYTES + 1))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("32MiB", 32 << 20), ("500kB", 500_000), ("1g", 10**9), ("12", 12), ("7 B", 7)],
)
def test_sizes(text: str, expected: int) -> None:
    assert config.size(text) == expected


def written_schema() -> str:
    """What ships; ``make schema`` writes it."""
    schema = config.schema()
    schema["properties"]["format"]["enum"] = sorted(plugins.names(formats))
    return json.dumps(schema, indent=2) + "\n"


def test_the_shipped_schema_is_the_one_of_the_options() -> None:
    assert resources.files("checker").joinpath("schema/config.schema.json").read_text() == written_schema()


def test_the_schema_takes_and_refuses_what_the_command_does(tmp_path: Path) -> None:
    shipped = json.loads(resources.files("checker").joinpath("schema/config.schema.json").read_text())
    good = "workers: 3\nignore: [a.org]\nsite: https://x.org\ntimeout: 2.5\nquiet: true\n"
    jsonschema.validate(yaml.safe_load(good), shipped)
    resolved(tmp_path, file=good)
    for bad in ("worker: 3", "workers: 0", "fail-on: warn", "allow-private: true", "quiet: 1"):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(yaml.safe_load(bad), shipped)
        with pytest.raises(ConfigError):
            resolved(tmp_path, file=bad)


if __name__ == "__main__":
    (Path(config.__file__).parent / "schema" / "config.schema.json").write_text(written_schema())
