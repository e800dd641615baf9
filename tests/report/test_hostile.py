"""Whatever strangers write into names, URLs, titles and certificates: no format lets it speak to the runner."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker import plugins, report
from checker.model import Failure, Fault, Judgement, Page, Problem, Reason, Report, Source, Stage, Verdict
from checker.report import formats
from tests.report import runner, sample
from tests.report.test_escape import hostile


def poisoned(name: str, text: str, source: Source) -> Report:
    """A report with ``name`` and ``text`` in every place that strangers can write to."""
    at = replace(
        sample.place("http://libre.example/", f"{name}" or "a", source=source), url=f"http://libre.example/{text}"
    )
    judgement = Judgement(Verdict.REVIEW, Reason.MOVED, text, text)
    answer = sample.answer(
        judgement,
        sample.chain(("http://libre.example/", sample.OK)),
        sample.chain(("https://libre.example/", Failure(Fault.TLS_HOSTNAME, Stage.TLS, text))),
    )
    made = sample.report(
        [answer, sample.UNTOLD],
        sample.PLACES,
        complete=False,
        pages=(Page(name, None, 0, 0, text),),
        problems=(Problem(name, text), Problem(text, name, 0)),
        invalid=((at, Judgement(Verdict.SKIPPED, Reason.INVALID_URL)),),
    )
    found = replace(sample.finding(sample.PLACES[0], judgement), occurrence=at, message=text, https=text, pages=(name,))
    return replace(made, findings=(found,) * 12 + made.findings)


@pytest.mark.parametrize("name", plugins.names(formats))
@given(document=hostile, text=hostile, source=st.sampled_from(Source))
@settings(max_examples=40, deadline=None)
def test_no_command_but_ours(name: str, document: str, text: str, source: Source) -> None:
    written = "".join(report.render(poisoned(document, text, source), name))
    found = runner.commands(written)
    assert {command.name for command in found} <= ({"error", "warning", "notice"} if name == "github" else set())
    assert {key for command in found for key in command.properties} <= {"file", "line", "col", "endColumn", "title"}
    assert all(line.isprintable() for line in written.split("\n"))
    if name in ("json", "sarif"):
        json.loads(written)


@pytest.mark.parametrize("name", plugins.names(formats))
def test_userinfo_is_in_no_format(name: str) -> None:
    made = poisoned("https://me:s3cret@site.example/", "https://me:s3cret@libre.example/", Source.PAGE)
    written = "".join(report.render(made, name))
    assert "s3cret" not in written
    assert "***@" in written or name == "sarif"
