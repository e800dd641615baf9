"""Arguments in, exit code out: the one place where errors become lines and codes.

Exit codes, the first that fits: 130 interrupted, 4 a bug here, 2 usage, config or input error, 3 the run could not
judge, 1 findings at or above ``--fail-on``, 0.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import io
import os
import sys

from checker import __version__, config, output, plugins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from checker.model import Event, Problem, Report

VERBS = {
    "check": "check targets and report (the default)",
    "links": "print the http links; no network",
    "why": "ask about one URL and tell everything: exchanges, facts, rungs, verdict",
    "rules": "explain rules, verdicts and reasons",
    "config": "what is in force, and where each value came from",
}
_TARGET = "a file, a folder, a glob, an http(s) URL to crawl, or - for URLs on standard input (default: .)"
_LINK_FORMATS = ("text", "jsonl")
_WHY_FORMATS = ("text", "json")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code."""
    _open_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        try:
            os.getcwd()
        except OSError as error:
            raise config.ConfigError(f"the working directory: {(error.strerror or str(error)).lower()}") from None
        code = _dispatch(given)
        sys.stdout.flush()
        return code
    except config.ConfigError as error:
        _say(f"error: {error}")
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _let_go_of_output()  # nobody reads on
        return 0
    except OSError as error:
        _let_go_of_output()
        _say(f"error: {error.filename or 'standard output'}: {(error.strerror or str(error)).lower()}")
        return 2
    except Exception as error:  # noqa: BLE001 - the one boundary: a bug becomes one line and exit code 4
        return _bug(error, "--verbose" in given)


def _open_streams() -> None:
    """Give streams that were closed by the caller a place to go to, and let none of them fail on a character."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - until the process ends
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _let_go_of_output() -> None:
    """What is buffered must not raise again when the interpreter ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _bug(error: Exception, verbose: bool) -> int:
    if verbose:
        import traceback

        traceback.print_exc()
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    place = f"{os.path.basename(last.tb_frame.f_code.co_filename)}:{last.tb_lineno}" if last else "?"
    _say(
        f"this is a bug in https-ready {__version__}: {type(error).__name__} at {place}: {error} (--verbose tells more)"
    )
    return 4


def _dispatch(given: list[str]) -> int:
    if given[:1] in (["-h"], ["--help"]):
        print(_overview(), end="")
        return 0
    if given == ["--version"]:
        print(f"https-ready {__version__}")
        return 0
    verb = given[0] if given and given[0] in VERBS else "check"
    rest = given[1:] if given and given[0] in VERBS else given
    match verb:
        case "rules":
            return _rules(rest)
        case "config":
            return _config(rest)
        case "links":
            return _links(rest)
        case "why":
            return _why(rest)
        case _:
            return _check(rest)


# --- arguments ------------------------------------------------------------------------------------------------------


def _parser(verb: str, options: str) -> config.Parser:
    parser = config.Parser(prog=f"https-ready {verb}", description=VERBS[verb], allow_abbrev=False)
    if verb in ("check", "links"):
        parser.add_argument("targets", nargs="*", metavar="TARGET", help=_TARGET)
    parser.add_argument("--config", metavar="FILE", help="read options from this file instead of .https-ready.yml")
    own = {"links": _LINK_FORMATS, "why": _WHY_FORMATS}.get(verb)
    config.add_options(parser, options, {"format": own or _format_names()})
    return parser


def _format_names() -> tuple[str, ...]:
    from checker.report import formats

    return tuple(sorted(plugins.names(formats)))


def _resolve(namespace: argparse.Namespace, choices: tuple[str, ...]) -> config.Config:
    given = {name: value for name, value in vars(namespace).items() if name in config.OPTIONS}
    environment = {name: os.fsencode(value).decode("utf-8", "replace") for name, value in os.environ.items()}
    allowed = {"format": choices, "output": choices}
    resolved = config.resolve(given, environment, "", namespace.config, allowed)
    if not resolved.settings.quiet:
        for remark in resolved.remarks:
            _say(remark)
    return resolved


def _overview() -> str:
    verbs = "".join(f"  {verb:8} {text}\n" for verb, text in VERBS.items())
    return (
        "usage: https-ready [VERB] [TARGET ...] [OPTION ...]\n\n"
        "Find http links in Markdown, built HTML and deployed sites, and learn which can become https.\n\n"
        f"TARGET: {_TARGET}\n\nverbs:\n{verbs}\n"
        "https-ready VERB --help lists the options of a verb.\n"
        "exit code: 0 nothing found, 1 findings, 2 usage or input error, 3 could not judge, 4 a bug, 130 interrupted\n"
    )


# --- check ----------------------------------------------------------------------------------------------------------


def _check(arguments: list[str]) -> int:
    namespace = _parser("check", "check").parse_args(arguments)
    settings = _resolve(namespace, _format_names()).settings
    name = settings.format or ("github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text")
    outputs = [(text.partition("=")[0], text.partition("=")[2]) for text in settings.output]

    from checker import pipeline, report

    live = report.named(name).line
    progress = _progress(settings.quiet)
    with contextlib.ExitStack() as stack:
        streams = _streams(outputs, stack)

        def emit(event: Event) -> None:
            progress(event)
            if live is not None:
                _print([live(event)])
            for line, stream in streams:
                stream.write(line(event))

        def ready() -> None:
            for _, stream in streams:
                stream.settle()

        run = pipeline.Run(settings, emit, ready)
        try:
            result = run.check(tuple(namespace.targets or ["."]))
        except (pipeline.NetworkError, pipeline.ResumeError) as error:
            raise config.ConfigError(str(error)) from None
        with _one_interruption() as noted:
            ready()
            return _finish(result, settings, name, outputs, streams, lambda: run.interrupted or bool(noted))


_Streams = list[tuple["Callable[[Event], str]", "output.Stream"]]


def _streams(outputs: list[tuple[str, str]], stack: contextlib.ExitStack) -> _Streams:
    """The outputs that are written as things come; they are taken out of ``outputs``."""
    from checker import report

    streams: _Streams = []
    for name, path in tuple(outputs):
        line = report.named(name).line
        if line is not None:
            try:
                stream = output.Stream(path)
            except OSError as error:
                raise config.ConfigError(f"{path}: {(error.strerror or str(error)).lower()}") from None
            stack.callback(stream.close)
            streams.append((line, stream))
            outputs.remove((name, path))
    return streams


def _finish(
    result: Report,
    settings: config.Settings,
    name: str,
    outputs: list[tuple[str, str]],
    streams: _Streams,
    interrupted: Callable[[], bool],
) -> int:
    """Tell and write what came of a run; the exit code."""
    from checker import report

    live = report.named(name).line
    if not settings.quiet and sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")  # the counter is over
        sys.stderr.flush()
    code = _exit_code(result, settings.fail_on)
    _tell(result.problems, settings.quiet)
    failed: list[tuple[str, OSError]] = []
    for form, path in outputs:
        try:
            output.write(path, report.render(result, form))
        except OSError as error:
            failed.append((path, error))
    for line, stream in streams:
        stream.write(line(result.summary))
        stream.close()
        if stream.error is not None:
            failed.append((stream.path, stream.error))
    for path, problem in failed:
        _say(f"error: {path}: {(problem.strerror or str(problem)).lower()}")
        code = 2
    if live is not None:
        _print([live(result.summary)])
    else:
        told = dataclasses.replace(result, problems=()) if name == "text" else result  # told on standard error
        _print(report.render(told, name))
    return 130 if interrupted() else code


@contextlib.contextmanager
def _one_interruption() -> Iterator[list[int]]:
    """While a report is written one Ctrl-C is only noted, so that what was learned is not lost; the next one counts."""
    import signal

    noted: list[int] = []

    def note(number: int, _frame: object) -> None:
        if noted:
            raise KeyboardInterrupt
        noted.append(number)

    try:
        before = signal.signal(signal.SIGINT, note)
    except ValueError:  # not the main thread
        yield noted
        return
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


def _exit_code(report: Report, fail_on: str) -> int:
    codes = {problem.code for problem in report.problems}
    if 2 in codes:
        return 2
    if 3 in codes:
        return 3
    if fail_on == "never":
        return 0
    from checker.model import Severity

    least = Severity[fail_on.upper()]
    return int(any(finding.severity >= least and not finding.known for finding in report.findings))


def _tell(problems: Iterable[Problem], quiet: bool) -> None:
    for problem in problems:
        if problem.code or not quiet:
            _say(f"{'error: ' if problem.code else ''}{problem.where}: {problem.what}")


def _say(text: str) -> None:
    """One line on standard error; text from outside cannot speak to a terminal or a runner."""
    from checker.report import escape

    with contextlib.suppress(OSError, ValueError):
        print(f"https-ready: {escape.plain(text)}", file=sys.stderr, flush=True)


def _print(pieces: Iterable[str]) -> None:
    for piece in pieces:
        sys.stdout.write(piece)
    sys.stdout.flush()


def _progress(quiet: bool) -> Callable[[Event], None]:
    """What to do with each event: a counter on a terminal, else nothing."""
    seen = {"answers": 0, "pages": 0}
    if quiet or not sys.stderr.isatty():
        return lambda _: None
    from checker.model import Answer, Page

    def note(event: Event) -> None:
        match event:
            case Answer() | Page():
                seen["answers" if isinstance(event, Answer) else "pages"] += 1
                pages = f"{seen['pages']} pages, " if seen["pages"] else ""
                sys.stderr.write(f"\r{pages}{seen['answers']} URLs answered\x1b[K\r")
                sys.stderr.flush()
            case _:
                pass

    return note


# --- the other verbs ------------------------------------------------------------------------------------------------


def _links(arguments: list[str]) -> int:
    namespace = _parser("links", "links").parse_args(arguments)
    settings = _resolve(namespace, _LINK_FORMATS).settings

    from checker import pipeline
    from checker.model import Problem
    from checker.report import escape

    targets = tuple(namespace.targets or ["."])
    for target in targets:
        if target.lower().startswith(("http://", "https://")):
            raise config.ConfigError(f"{target}: links reads files only; check crawls a URL")
    problems: list[Problem] = []

    def rows(name: str) -> Iterator[str]:
        for item in pipeline.occurrences(targets, settings):
            if isinstance(item, Problem):
                problems.append(item)
                continue
            for place in item[1]:
                if name == "jsonl":
                    yield escape.json_line(_link(place))
                else:
                    where = f"{place.document}:{place.line}:{place.column}"
                    mixed = f" {place.mixed.value}" if place.mixed.value != "none" else ""
                    yield f"{escape.plain(where)} {escape.plain(_masked(place.url))} {place.usage.value}{mixed}\n"

    _print(rows(settings.format or "text"))
    for text in settings.output:
        name, _, path = text.partition("=")
        problems.clear()
        try:
            output.write(path, rows(name))
        except OSError as error:
            raise config.ConfigError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    _tell(problems, settings.quiet)
    return max((problem.code for problem in problems), default=0)


def _why(arguments: list[str]) -> int:
    parser = _parser("why", "why")
    parser.epilog = "exit code: 0 told, whatever the verdict; 1 a replay not as its recording expects; 2 usage or input"
    parser.add_argument("url", nargs="?", metavar="URL", help="an http URL")
    parser.add_argument("--usage", metavar="USAGE", help="what a page does with it (default: navigation)")
    parser.add_argument("--record", metavar="FILE", help="write what was asked and told to this file")
    parser.add_argument("--replay", metavar="FILE", help="judge what was recorded, without the network")
    namespace = parser.parse_args(arguments)
    if getattr(namespace, "format", "text") not in _WHY_FORMATS:
        raise config.ConfigError(f"--format: no such value {namespace.format!r} (one of: {', '.join(_WHY_FORMATS)})")
    settings = _resolve(namespace, _format_names()).settings  # a file may name formats of other verbs

    from checker import why

    told = why.tell(namespace, settings, settings.format if settings.format in _WHY_FORMATS else "text")
    _print([told.text])
    if told.recorded:
        try:
            output.write(namespace.record, [told.recorded])
        except OSError as error:
            raise config.ConfigError(f"{namespace.record}: {(error.strerror or str(error)).lower()}") from None
    return told.code


def _link(place: Any) -> dict[str, object]:
    return {
        "file": place.document,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
        "url": _masked(place.url),
        "usage": place.usage.value,
        "mixed": place.mixed.value,
    }


def _masked(url: str) -> str:
    from checker import urls

    return urls.mask(url)


def _rules(arguments: list[str]) -> int:
    from checker.model import Reason, Rule, Verdict

    parser = config.Parser(prog="https-ready rules", description=VERBS["rules"], allow_abbrev=False)
    parser.add_argument("name", nargs="?", help="a rule, verdict or reason")
    name = parser.parse_args(arguments).name
    if name is None:
        _print(f"{rule.value:22} {rule.severity.slug:8} {rule.headline}\n" for rule in Rule)
        _print(["\n", *(f"{verdict.value:22} {'verdict':8} {verdict.says}\n" for verdict in Verdict)])
        _print(["\n", *(f"{reason.value:22} {'reason':8} {reason.says}\n" for reason in Reason)])
        return 0
    for rule in Rule:
        if rule.value == name:
            print(f"{rule.value} ({rule.severity.slug}): {rule.headline}\n\n{rule.help}")
            return 0
    for word in (*Verdict, *Reason):
        if word.value == name:
            print(f"{word.value} ({'verdict' if isinstance(word, Verdict) else 'reason'}): {word.says}")
            return 0
    import difflib

    names = [word.value for kind in (Rule, Verdict, Reason) for word in kind]
    close = difflib.get_close_matches(name, names, 1)
    raise config.ConfigError(
        f"no rule, verdict or reason {name!r}" + (f", did you mean {close[0]!r}?" if close else "")
    )


def _config(arguments: list[str]) -> int:
    namespace = _parser("config", "check").parse_args(arguments)
    from checker.report import escape

    resolved = _resolve(namespace, _format_names())
    for name, origin in resolved.origins.items():
        value, hide = getattr(resolved.settings, name), config.OPTIONS[name].shown
        if hide:
            value = tuple(map(hide, value)) if isinstance(value, tuple) else hide(value)
        shown = ", ".join(map(str, value)) if isinstance(value, tuple) else "" if value is None else str(value)
        _print([escape.plain(f"{config.slug(name)} = {shown}  ({origin})") + "\n"])
    return 0
