"""The fields of the JSON formats, written one by one: a published format is never a dump of an inner type.

``checker/schema/report.schema.json`` says the same; a test compares them.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from checker import urls
from checker.model import (
    Answer,
    Chain,
    Edit,
    Ending,
    Exchange,
    Failure,
    Finding,
    Fix,
    Held,
    Judgement,
    Observation,
    Occurrence,
    Page,
    Problem,
    Reply,
    Source,
    Summary,
)

Record: TypeAlias = dict[str, Any]


def finding(found: Finding) -> Record:
    occurrence, judgement = found.occurrence, found.judgement
    return {
        "rule": found.rule.value,
        "severity": found.severity.slug,
        "url": urls.mask(occurrence.url),
        "https": urls.mask(found.https),
        "verdict": judgement.verdict.value,
        "reason": judgement.reason.value,
        "usage": occurrence.usage.value,
        "mixed": occurrence.mixed.value,
        **place(occurrence),
        "fix": fix(found.fix),
        "suggestion": _suggestion(judgement),
        "pages": [urls.mask(page) for page in found.pages],
        "known": found.known,
        "changed": found.changed,
    }


def place(occurrence: Occurrence) -> Record:
    """Where it is written. A file's name is exact; lone surrogates stand for undecodable bytes."""
    if occurrence.source is Source.FILE:
        name = {"file": occurrence.document}
    else:
        name = {"page": urls.mask(occurrence.document)}
    return {
        **name,
        "line": occurrence.line,
        "column": occurrence.column,
        "end_line": occurrence.end_line,
        "end_column": occurrence.end_column,
    }


def fix(proposed: Fix | None) -> Record | None:
    if proposed is None:
        return None
    return {"edits": [_edit(edit) for edit in proposed.edits], "safety": "safe" if proposed.safe else "unsafe"}


def _edit(edit: Edit) -> Record:
    return {"start": edit.start, "end": edit.end, "text": urls.mask(edit.text)}


def _suggestion(judgement: Judgement) -> str | None:
    return None if judgement.suggestion is None else urls.mask(judgement.suggestion)


def answer(given: Answer) -> Record:
    """A target with its judgement and the evidence for it."""
    judgement = given.judgement
    return {
        "url": str(given.target.http),
        "https": str(given.target.https),
        "verdict": judgement.verdict.value,
        "reason": judgement.reason.value,
        "evidence": evidence(judgement, given.observation) if given.evidence is None else dict(given.evidence),
        "suggestion": _suggestion(judgement),
    }


def evidence(judgement: Judgement, observation: Observation | None) -> Record:
    """What decided: every request that was made, what came of it, and how each chain of redirects ended."""
    record: Record = {"detail": urls.mask(judgement.detail)}
    if observation is None:
        return record
    chains = {
        "http": observation.http,
        "https": observation.https,
        "sibling": observation.sibling,
        "http_again": observation.http_again,
    }
    asked = {name: chain for name, chain in chains.items() if chain is not None}
    return {
        **record,
        **{name: _steps(chain) for name, chain in asked.items()},
        "ending": {name: chain.ending.value for name, chain in asked.items()},
    }


def _steps(chain: Chain) -> list[Record]:
    steps = [_step(exchange) for exchange in chain.exchanges]
    if chain.ending in (Ending.INVALID, Ending.PRIVATE):
        steps[-1]["location"] = urls.mask(chain.location)
    return steps


def _step(exchange: Exchange) -> Record:
    record: Record = {"url": str(exchange.request.url)}
    match exchange.outcome:
        case Failure() as failure:
            record |= {"fault": failure.fault.value, "detail": urls.mask(failure.detail)}
        case Reply() as reply:
            record["status"] = reply.status
            if reply.features is not None:
                record |= {"type": reply.features.type, "digest": reply.features.digest}
            if reply.length is not None:
                record["length"] = reply.length
    return record


def page(visited: Page) -> Record:
    return {
        "url": urls.mask(visited.url),
        "status": visited.status,
        "depth": visited.depth,
        "links": visited.links,
        "problem": urls.mask(visited.problem),
        "same_as": urls.mask(visited.same_as) or None,
    }


def held(content: Held) -> Record:
    """All that it takes to go on with a crawl that was stopped."""
    return {
        "links": [_held_link(occurrence) for occurrence in content.occurrences],
        "queued": [[kind, urls.mask(url), depth] for kind, url, depth in content.queued],
        "canonical": content.canonical,
        "content": content.content,
        "start": content.start,
    }


def _held_link(occurrence: Occurrence) -> Record:
    label = occurrence.label
    return {
        "start": occurrence.start,
        "end": occurrence.end,
        "line": occurrence.line,
        "column": occurrence.column,
        "end_line": occurrence.end_line,
        "end_column": occurrence.end_column,
        "url": urls.mask(occurrence.url),
        "usage": occurrence.usage.value,
        "mixed": occurrence.mixed.value,
        "written": urls.mask(occurrence.written),
        "label": None if label is None else [label.start, label.end, urls.mask(occurrence.label_written)],
    }


def problem(met: Problem) -> Record:
    return {"where": urls.mask(met.where), "what": urls.mask(met.what), "code": met.code}


def invalid(occurrence: Occurrence, judgement: Judgement) -> Record:
    """A place whose URL cannot be parsed."""
    return {"url": urls.mask(occurrence.url), "reason": judgement.reason.value, **place(occurrence)}


def summary(total: Summary) -> Record:
    return {
        "documents": total.documents,
        "occurrences": total.occurrences,
        "targets": total.targets,
        "hosts": total.hosts,
        "requests": total.requests,
        "seconds": total.seconds,
        "verdicts": {verdict.value: count for verdict, count in total.verdicts.items()},
        "rules": {rule.value: count for rule, count in total.rules.items()},
    }
