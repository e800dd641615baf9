"""``sarif``: SARIF 2.1.0 as GitHub code scanning reads it. It always holds the whole run.

GitHub makes an alert of a result's first location and cannot tell two alerts of one line and rule apart: so there is
one result per file, line and rule, and it lists its URLs. An alert closes when a later upload lacks it: so a run
without findings is written too, known findings stay in, and a run that is partial, or could not read all it was given,
says ``executionSuccessful: false`` and must not be uploaded. What is written on crawled pages, on standard input or
outside the working directory has no file in the repository: it is left out and counted in a notification. At most
25,000 results, the severest. ``fixes`` hold the proven edits, for other viewers.
``partialFingerprints`` has a key of ours, made of rule, file and URLs, that survives moved lines; GitHub's
own (``primaryLocationLineHash``) is added by its upload step.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html,
https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from typing import Any, TypeAlias

from checker import urls
from checker.model import Edit, Finding, Format, Occurrence, Report, Rule
from checker.report import escape, words

MAX_RESULTS = 25_000
MESSAGE = 4_000
"""Characters of a message."""
FINGERPRINT = "httpsReady/v1"
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_RULES = list(Rule)
_SECURITY = {
    # The base score of CVSS 3.1 for what travels readable: a part that browsers block anyway, and what readers type.
    Rule.ACTIVE_MIXED_CONTENT: "5.9",
    Rule.INSECURE_FORM: "7.4",
}

Json: TypeAlias = dict[str, Any]
Group: TypeAlias = tuple[Finding, ...]


def render(report: Report) -> Generator[str, None, None]:
    groups, left_out = _results(report)
    invocation = {
        "executionSuccessful": report.complete and not any(problem.code for problem in report.problems),
        "toolExecutionNotifications": list(_notifications(report, left_out, len(groups) - MAX_RESULTS)),
    }
    yield f'{{\n"$schema": {escape.json_text(_SCHEMA)},\n"version": "2.1.0",\n"runs": [{{\n'
    yield f'"tool": {{"driver": {escape.json_text(_driver(report.version))}}},\n'
    yield '"columnKind": "unicodeCodePoints",\n'
    yield f'"invocations": [{escape.json_text(invocation)}],\n'
    yield '"results": ['
    separator = "\n"
    seen: Counter[str] = Counter()
    for group in _severest(groups):
        yield separator + escape.json_text(_result(group, seen))
        separator = ",\n"
    yield "\n]\n}]\n}\n"


def _results(report: Report) -> tuple[list[Group], int]:
    """Findings by file, line and rule, in the order of the files; and how many have no file to point at."""
    shown = [finding for finding in report.findings if words.in_tree(finding.occurrence)]
    shown.sort(key=lambda finding: (*_key(finding)[:2], _RULES.index(finding.rule), finding.occurrence.start))
    groups = [tuple(group) for _, group in itertools.groupby(shown, _key)]
    return groups, len(report.findings) - len(shown)


def _key(finding: Finding) -> tuple[str, int, Rule]:
    return finding.occurrence.document, finding.occurrence.line, finding.rule


def _severest(groups: list[Group]) -> list[Group]:
    if len(groups) <= MAX_RESULTS:
        return groups
    return sorted(groups, key=lambda group: -group[0].severity)[:MAX_RESULTS]


def _notifications(report: Report, left_out: int, too_many: int) -> Iterator[Json]:
    if words.partial(report):
        yield _notification("error", words.partial(report))
    for problem in report.problems:
        yield _notification("error" if problem.code else "note", f"{problem.where}: {problem.what}")
    if left_out:
        what = f"{words.plural(left_out, 'finding')} on crawled pages or outside this folder left out: no file to show"
        yield _notification("note", what)
    if too_many > 0:
        yield _notification("warning", f"{words.plural(too_many, 'result')} over {MAX_RESULTS:,} left out")


def _notification(level: str, text: str) -> Json:
    return {"level": level, "message": {"text": _text(text)}}


def _driver(version: str) -> Json:
    return {
        "name": "https-ready",
        "version": version,
        "semanticVersion": version,
        "rules": [_rule(rule) for rule in _RULES],
    }


def _rule(rule: Rule) -> Json:
    security = _SECURITY.get(rule)
    tags = ["security", "external/cwe/cwe-319"] if security else ["maintainability"]
    properties: Json = {"tags": tags, "precision": "very-high"}
    if security:
        properties["security-severity"] = security
    return {
        "id": rule.value,
        "name": "".join(word.capitalize() for word in rule.value.split("-")),
        "shortDescription": {"text": rule.headline},
        "fullDescription": {"text": rule.headline},
        "help": {"text": rule.help.replace("`", ""), "markdown": rule.help},
        "defaultConfiguration": {"level": rule.severity.slug},
        "properties": properties,
    }


def _result(group: Group, seen: Counter[str]) -> Json:
    first = group[0]
    place = first.occurrence
    fingerprint = _fingerprint(group)
    seen[fingerprint] += 1
    result: Json = {
        "ruleId": first.rule.value,
        "ruleIndex": _RULES.index(first.rule),
        "level": first.severity.slug,
        "message": {"text": words.joined([_text(finding.message) for finding in group], MESSAGE)},
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(place), "region": _region(group)}}],
        "partialFingerprints": {FINGERPRINT: f"{fingerprint}:{seen[fingerprint]}"},
    }
    edits = [
        (finding.occurrence, edit)
        for finding in group
        if finding.fix and finding.fix.safe
        for edit in finding.fix.edits
    ]
    if edits:
        replacements = [_replacement(place, edit) for place, edit in edits]
        changes = [{"artifactLocation": _artifact(place), "replacements": replacements}]
        result["fixes"] = [{"description": {"text": "Change http to https"}, "artifactChanges": changes}]
    return result


def _fingerprint(group: Group) -> str:
    """Of what stays when lines move: the rule, the file, the URLs. Equal ones of a file are told apart by number."""
    import hashlib  # 10 ms, and every run imports every format

    places = [finding.occurrence for finding in group]
    parts = [group[0].rule.value, places[0].document, *sorted({urls.mask(place.url) for place in places})]
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _text(text: str) -> str:
    """One visible line in which nothing is an embedded link (SARIF 2.1.0, section 3.11.6)."""
    return escape.visible(urls.mask(text)).replace("](", "] (")


def _artifact(place: Occurrence) -> Json:
    """A relative URI; percent-encoded, undecodable bytes as what they are, so a colon is never a scheme."""
    import urllib.parse

    return {"uri": urllib.parse.quote(place.document.encode("utf-8", "surrogateescape"), safe="/")}


def _region(group: Sequence[Finding]) -> Json:
    first = group[0].occurrence
    return _columns(first.line, first.column, first.end_line, first.end_column)


def _columns(line: int, column: int, end_line: int, end_column: int) -> Json:
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _replacement(place: Occurrence, edit: Edit) -> Json:
    inside = place.line == place.end_line and place.start <= edit.start and edit.end <= place.end
    if inside:
        begin = place.column + edit.start - place.start
        region = _columns(place.line, begin, place.line, begin + edit.end - edit.start)
    else:
        region = {"charOffset": edit.start, "charLength": edit.end - edit.start}
    return {"deletedRegion": region, "insertedContent": {"text": edit.text}}


FORMAT = Format("sarif", render)
