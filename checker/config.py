"""Every option once: name, type, default, help, and where it may come from.

Order: command line, environment (``HTTPS_READY_*``, lists by newline), file (``.https-ready.yml``, or
``[tool.https-ready]`` in ``pyproject.toml``), default. A file in the scanned tree may be a stranger's: what would
let it reach the network of whoever runs the command (``trusted`` options) comes from command line or environment only.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import re
from dataclasses import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, NoReturn

FILE_NAMES = (".https-ready.yml", ".https-ready.yaml")
MAX_FILE_BYTES = 1 << 20
_REPORT_ENDS = (".json", ".jsonl", ".sarif", ".txt", ".log")
_SIZE = r"(\d{1,12})\s*(?:(k|m|g)(i?)b?|b)?"


class ConfigError(Exception):
    """A value that cannot be used; one line that names what and where."""


# --- what a value may be: each reads text and raises ValueError saying what it wants -------------------------------


def count(text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text) or int(text) < 1:
        raise ValueError("a whole number from 1 up")
    return int(text)


def natural(text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text):
        raise ValueError("a whole number from 0 up")
    return int(text)


def seconds(text: str) -> float:
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text):
        raise ValueError("a number of seconds from 0 up")
    return float(text)


def deadline(text: str) -> float:
    value = seconds(text)
    if value <= 0:
        raise ValueError("a number of seconds above 0")
    return value


def size(text: str) -> int:
    match = re.fullmatch(_SIZE, text.strip(), re.I)
    if not match:
        raise ValueError("a size such as 500kB or 32MiB")
    base = 1024 if match[3] else 1000
    power = " kmg".index(match[2].lower()) if match[2] else 0
    return int(match[1]) * int(base**power)


def line(text: str) -> str:
    if not text or not text.isprintable():
        raise ValueError("one printable line")
    return text


def header(text: str) -> str:
    if not re.fullmatch(r"[!-~](?:[ -~]*[!-~])?", text):
        raise ValueError("printable ASCII without blanks at its ends")
    return text


def site(text: str) -> str:
    from checker import urls

    if urls.parse(text) is None:
        raise ValueError("an http or https URL")
    return text


def output(text: str) -> str:
    name, separator, path = text.partition("=")
    if not (name and separator and path) or "\0" in path:
        raise ValueError("FORMAT=PATH")
    return text


def redacted_header(text: str) -> str:
    """``HOST=NAME: ***``; only ``***`` where it cannot be told what is the value."""
    match = re.match(r"[^=:\s]{1,255}=[A-Za-z0-9_-]{1,100}:", text)
    return f"{match[0]} ***" if match else "***"


def redacted_proxy(text: str) -> str:
    return re.sub(r"\A([A-Za-z0-9+.-]{0,20}:[\\/]+)?.*@", r"\1***@", text, flags=re.S)


# --- the options ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """What one option is. ``read`` turns text into its value; None for a switch."""

    help: str
    group: str
    read: Callable[[str], Any] | None = None
    metavar: str = ""
    short: str = ""
    many: bool = False
    commas: bool = False
    """Each value may hold several, separated by commas."""
    choices: tuple[str, ...] = ()
    trusted: bool = False
    """Never from a file in the scanned tree."""
    shown: Callable[[str], str] | None = None
    """A value as it may be printed, where it may hold a secret."""
    verbs: tuple[str, ...] = ("check",)


def _option(default: Any, says: str, group: str, **rest: Any) -> Any:
    return field(default=default, metadata={"option": Option(says, group, **rest)})


_BOTH = ("check", "links")


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """The options in force. A field's name with ``-`` for ``_`` is the option's name."""

    format: str = _option(
        "", "format on stdout (default: text; github when GITHUB_ACTIONS=true)", "output", read=line, verbs=_BOTH
    )
    output: tuple[str, ...] = _option(
        (), "also write this format to a file; repeatable", "output", read=output, metavar="FORMAT=PATH", short="-o",
        many=True, verbs=_BOTH,
    )  # fmt: skip
    quiet: bool = _option(False, "print nothing on stderr but errors", "output", verbs=_BOTH)
    verbose: bool = _option(False, "list every link, also those that are no findings", "output", verbs=_BOTH)
    fail_on: str = _option(
        "warning", "least severity of a finding that makes the exit code 1", "policy", read=line,
        choices=("error", "warning", "note", "never"),
    )  # fmt: skip
    ignore: tuple[str, ...] = _option(
        (), "leave URLs alone that match; a bare host means it and its subdomains; repeatable", "policy", read=line,
        metavar="URLGLOB", many=True,
    )  # fmt: skip
    site: tuple[str, ...] = _option(
        (), "this URL's host is your own: http links to it are own-site-http; repeatable", "policy", read=site,
        metavar="URL", many=True,
    )  # fmt: skip
    include: tuple[str, ...] = _option(
        (), "read only files whose path matches; repeatable", "discovery", read=line, metavar="GLOB", many=True,
        verbs=_BOTH,
    )  # fmt: skip
    exclude: tuple[str, ...] = _option(
        (), "leave out files and folders whose path matches; repeatable", "discovery", read=line, metavar="GLOB",
        many=True, verbs=_BOTH,
    )  # fmt: skip
    max_file_size: int = _option(
        32 << 20, "pass over larger files and say so (default: 32MiB)", "discovery", read=size, metavar="SIZE",
        verbs=_BOTH,
    )  # fmt: skip
    workers: int = _option(64, "requests under way at once, all hosts together", "network", read=count, metavar="N")
    per_host: int = _option(6, "open connections a host, both schemes together", "network", read=count, metavar="N")
    delay: float = _option(0.0, "least time between two requests to a host", "network", read=seconds, metavar="SECONDS")
    timeout: float = _option(
        10.0, "deadline of one exchange, look-up to last byte", "network", read=deadline, metavar="SECONDS"
    )
    retries: int = _option(2, "how often a passing failure is asked again", "network", read=natural, metavar="N")
    max_time: float = _option(
        0.0, "stop after this time with a partial report (0: no limit)", "network", read=seconds, metavar="SECONDS"
    )
    user_agent: str = _option("", "User-Agent to send instead of our own", "network", read=header, metavar="TEXT")
    header: tuple[str, ...] = _option(
        (), "send this header to HOST alone; its value is never printed; repeatable", "network", read=line,
        metavar="HOST=NAME: VALUE", many=True, trusted=True, shown=redacted_header,
    )  # fmt: skip
    proxy: str = _option(
        "", "connect through this HTTP proxy, which looks up names itself: http://[USER:PASSWORD@]HOST[:PORT]",
        "network", read=line, metavar="URL", trusted=True, shown=redacted_proxy,
    )  # fmt: skip
    ca_file: str = _option(
        "", "trust these certificates (PEM) besides the system's", "network", read=line, metavar="FILE", trusted=True
    )
    connect_to: tuple[str, ...] = _option(
        (), "connect to ADDR:PORT instead of HOST:PORT, as curl's; empty parts match all; repeatable", "network",
        read=line, metavar="HOST:PORT:ADDR:PORT", many=True, trusted=True,
    )  # fmt: skip
    offline: bool = _option(
        False, "ask nobody: judge by the HSTS preload list, and let pass what that does not tell", "network"
    )
    allow_private: bool = _option(False, "ask private addresses and special-use names too", "network", trusted=True)
    depth: int | None = _option(
        None, "how many links away from the start page (0: it alone; default: no limit)", "crawl", read=natural,
        metavar="N",
    )  # fmt: skip
    max_pages: int = _option(50_000, "stop crawling after this many pages", "crawl", read=count, metavar="N")
    exclude_path: tuple[str, ...] = _option(
        (), "do not crawl pages whose path matches; comma-separated or repeated", "crawl", read=line, metavar="GLOB",
        many=True, commas=True,
    )  # fmt: skip
    scope: tuple[str, ...] = _option(
        (), "crawl what this fits too, beside the start's host and folder; as --ignore; repeatable", "crawl", read=line,
        metavar="URLGLOB", many=True,
    )  # fmt: skip
    ignore_query: tuple[str, ...] = _option(
        (), "parameters that make no other page, such as utm_*; comma-separated or repeated", "crawl", read=line,
        metavar="GLOB", many=True, commas=True,
    )  # fmt: skip
    ignore_robots: bool = _option(False, "crawl what robots.txt forbids (for your own site)", "crawl")
    resume: str = _option(
        "", "go on where a run was stopped: the jsonl that it wrote", "state", read=line, metavar="FILE",
        trusted=True,
    )  # fmt: skip
    no_sitemap: bool = _option(False, "do not look for pages in sitemaps", "crawl")


_WHY = ("format", "quiet", "ignore")
"""What ``why`` takes besides the options of the network."""
OPTIONS: dict[str, Option] = {f.name: f.metadata["option"] for f in dataclasses.fields(Settings)}
_DEFAULTS: dict[str, Any] = {f.name: f.default for f in dataclasses.fields(Settings)}


def slug(name: str) -> str:
    return name.replace("_", "-")


@dataclass(frozen=True, slots=True)
class Config:
    """The settings, and for each where its value came from."""

    settings: Settings
    origins: Mapping[str, str]
    remarks: tuple[str, ...] = ()


def resolve(
    command_line: Mapping[str, Any],
    environment: Mapping[str, str],
    folder: str,
    config_file: str | None = None,
    choices: Mapping[str, tuple[str, ...]] | None = None,
) -> Config:
    """What is in force. ``command_line`` holds the texts given there, by field name (a list where repeatable).

    ``choices`` adds the allowed values of options whose names other modules know. Raises ConfigError.
    """
    values, origins = dict(_DEFAULTS), dict.fromkeys(_DEFAULTS, "default")
    file, content = _read_file(folder, config_file)
    for key, value in content.items():
        name = str(key).replace("-", "_")
        where = f"{file}: {key}"
        if name not in OPTIONS or "_" in str(key):
            raise ConfigError(f"{file}: unknown key {str(key)!r}{_nearest(str(key))}")
        if OPTIONS[name].trusted:
            raise ConfigError(f"{where}: only the command line or the environment may set this")
        values[name] = _from_file(name, value, where, choices)
        origins[name] = str(file)
    remarks = []
    for variable, text in sorted(environment.items()):
        if not variable.startswith("HTTPS_READY_"):
            continue
        name = variable.removeprefix("HTTPS_READY_").lower()
        if name not in OPTIONS:
            remarks.append(f"{variable}: no such option{_nearest(slug(name))}; passed over")
            continue
        values[name] = _from_text(name, text.split("\n") if OPTIONS[name].many else [text], variable, choices)
        origins[name] = variable
    for name, given in command_line.items():
        if isinstance(given, bool):
            values[name] = given
        else:
            values[name] = _from_text(name, given if isinstance(given, list) else [given], f"--{slug(name)}", choices)
        origins[name] = "command line"
    return Config(Settings(**values), origins, tuple(remarks))


def _nearest(key: str) -> str:
    import difflib

    close = difflib.get_close_matches(key, [slug(name) for name in OPTIONS], 1, 0.5)
    return f", did you mean {close[0]!r}?" if close else ""


def _from_text(name: str, texts: list[str], where: str, choices: Mapping[str, tuple[str, ...]] | None) -> Any:
    option = OPTIONS[name]
    if option.read is None:
        word = texts[0].strip().lower()
        if word in ("1", "true", "yes", "on"):
            return True
        if word in ("", "0", "false", "no", "off"):
            return False
        raise ConfigError(f"{where}: {texts[0]!r} is not true or false")
    if option.commas:
        texts = [part for text in texts for part in text.split(",")]
    if option.many:
        texts = [text.strip() for text in texts if text.strip()]
    values = []
    for text in texts:
        try:
            value = option.read(text)
        except ValueError as error:
            told = option.shown(text) if option.shown else text
            raise ConfigError(f"{where}: {told!r} is not {error}") from None
        allowed = option.choices or (choices or {}).get(name, ())
        chosen = text.partition("=")[0] if name == "output" else text
        if allowed and chosen not in allowed:
            import difflib

            close = difflib.get_close_matches(chosen, allowed, 1)
            hint = f", did you mean {close[0]!r}?" if close else f" (one of: {', '.join(allowed)})"
            raise ConfigError(f"{where}: no such value {chosen!r}{hint}")
        values.append(value)
    return tuple(values) if option.many else values[0]


def _from_file(name: str, value: Any, where: str, choices: Mapping[str, tuple[str, ...]] | None) -> Any:
    option = OPTIONS[name]
    if option.read is None:
        if not isinstance(value, bool):
            raise ConfigError(f"{where}: {_shown(value)} is not true or false")
        return value
    items = value if isinstance(value, list) else [value]
    if isinstance(value, list) and not option.many:
        raise ConfigError(f"{where}: takes one value, not a list")
    texts = []
    for item in items:
        if isinstance(item, bool) or not isinstance(item, str | int | float):
            raise ConfigError(f"{where}: {_shown(item)} is not a text or a number")
        try:
            texts.append(str(item))
        except ValueError:
            raise ConfigError(f"{where}: a number of too many digits") from None
    read = _from_text(name, texts, where, choices)
    if name == "output":
        for text in texts:
            _inside(text.partition("=")[2], where)
    return read


def _shown(value: object) -> str:
    """A value in a message. Lists and the like are not printed: aliases can make them endless."""
    if isinstance(value, str):
        return repr(value[:100])
    if isinstance(value, int) and abs(value) < 10**9:
        return str(value)
    return repr(value) if value is None or isinstance(value, float) else f"a value of type {type(value).__name__}"


def _inside(path: str, where: str) -> None:
    """Refuse a path that a file names outside the folder that the command runs in."""
    parts = path.replace("\\", "/").split("/")
    inside = os.path.join(os.path.realpath("."), "")
    if os.path.isabs(path) or path.startswith("/") or ".." in parts or not os.path.realpath(path).startswith(inside):
        raise ConfigError(f"{where}: {path!r} is outside the working directory")
    if any(part.startswith(".") and part != "." for part in parts):
        raise ConfigError(f"{where}: {path!r} is hidden: only the command line or the environment may name it")
    if not path.endswith(_REPORT_ENDS):
        raise ConfigError(f"{where}: {path!r} does not end as a report does ({', '.join(_REPORT_ENDS)})")
    if os.path.lexists(path) and not (os.path.isfile(path) and b"https-ready" in _bytes(path, cut=True)[:1024]):
        raise ConfigError(f"{where}: {path!r} is there already and no report of ours")


def _read_file(folder: str, named: str | None) -> tuple[str | None, Mapping[Any, Any]]:
    if named is not None:
        return named, _load(named)
    for name in FILE_NAMES:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return name, _load(path)
    project = os.path.join(folder, "pyproject.toml")
    if os.path.isfile(project) and b"https-ready" in _bytes(project):
        return "pyproject.toml", _load(project)
    return None, {}


def _bytes(path: str, *, cut: bool = False) -> bytes:
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from None
    if len(data) > MAX_FILE_BYTES and not cut:
        raise ConfigError(f"{path}: larger than {MAX_FILE_BYTES} bytes")
    return data


def _load(path: str) -> Mapping[Any, Any]:
    try:
        text = _bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not UTF-8") from None
    content: Any
    if path.endswith(".toml"):
        import tomllib

        try:
            content = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise ConfigError(f"{path}: not TOML: {error}") from None
        if os.path.basename(path) == "pyproject.toml":
            tool = content.get("tool")
            content = tool.get("https-ready", {}) if isinstance(tool, dict) else {}
    else:
        import yaml

        try:
            content = yaml.safe_load(text)
        except (yaml.YAMLError, RecursionError, ValueError, LookupError, AttributeError, TypeError) as error:
            mark = getattr(error, "problem_mark", None)
            at = f" in line {mark.line + 1}" if mark else ""
            raise ConfigError(f"{path}: not YAML{at}: {getattr(error, 'problem', None) or error}") from None
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise ConfigError(f"{path}: not a list of keys and values")
    return content


# --- the command line ----------------------------------------------------------------------------------------------


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def _get_formatter(self) -> argparse.HelpFormatter:
        # With a width of its own, argparse does not import shutil and the compression modules behind it.
        columns = os.environ.get("COLUMNS", "")
        try:
            width = int(columns) if columns.isdigit() else os.get_terminal_size().columns
        except (OSError, ValueError):
            width = 80
        return self.formatter_class(prog=self.prog, width=max(width, 20) - 2)  # type: ignore[call-arg]

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized arguments:"):
            message = message.partition("=")[0]  # a misspelt --header or --proxy may hold a secret
        raise ConfigError(f"{message} (see {self.prog} --help)")


def add_options(parser: argparse.ArgumentParser, verb: str, choices: Mapping[str, tuple[str, ...]]) -> None:
    """Give a verb's parser its options, grouped; their texts are read later, by :func:`resolve`."""
    groups: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        if verb not in option.verbs and not (verb == "why" and (option.group == "network" or name in _WHY)):
            continue
        group = groups.setdefault(option.group, None) or parser.add_argument_group(option.group)
        groups[option.group] = group
        default = _DEFAULTS[name]
        shown = f"{default:g}" if isinstance(default, float) else str(default)
        extra = f" (default: {shown})" if default and "default:" not in option.help else ""
        common: dict[str, Any] = {"dest": name, "default": argparse.SUPPRESS, "help": (option.help + extra)}
        flags = [option.short, f"--{slug(name)}"] if option.short else [f"--{slug(name)}"]
        if option.read is None:
            group.add_argument(*flags, action=argparse.BooleanOptionalAction, **common)
        else:
            metavar = option.metavar or "|".join(option.choices or choices.get(name, ("NAME",)))
            group.add_argument(*flags, action="append" if option.many else "store", metavar=metavar, **common)


def schema() -> dict[str, Any]:
    """The JSON Schema of the file, which ships as ``schema/config.schema.json``."""
    properties: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        if option.trusted:
            continue
        if option.read is None:
            kind: dict[str, Any] = {"type": "boolean"}
        elif option.choices:
            kind = {"enum": list(option.choices)}
        elif option.read in (count, natural):
            kind = {"type": "integer", "minimum": 1 if option.read is count else 0}
        elif option.read in (seconds, deadline):
            kind = {"type": "number", "minimum": 0}
        elif option.read is size:
            kind = {"type": ["integer", "string"]}
        else:
            kind = {"type": "string"}
        if option.many:
            kind = {"oneOf": [kind, {"type": "array", "items": kind}]}
        properties[slug(name)] = {"description": option.help, **kind}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "https-ready configuration (.https-ready.yml)",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
