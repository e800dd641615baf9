"""Runs of the pipeline against the pretend web."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from checker import pipeline
from checker.config import Settings
from checker.model import Event, Report
from examples import pretend_web


def settings(web: pretend_web.Web | None = None, *ports: int, **given: object) -> Settings:
    """Settings that lead to the pretend web, and past it to what listens on ``ports``."""
    basis = Settings(timeout=2.0, retries=1)
    if web is not None:
        own = tuple(f"127.0.0.1:{port}:127.0.0.1:{port}" for port in ports)
        basis = replace(basis, ca_file=web.ca_file, connect_to=(*own, *web.connect_to()))
    return replace(basis, **given)  # type: ignore[arg-type]


def check(
    chosen: Settings, *targets: str, emit: Callable[[Event], None] = lambda event: None
) -> tuple[Report, pipeline.Run]:
    run = pipeline.Run(chosen, emit)
    return run.check(targets), run


def told(report: Report) -> dict[str, tuple[str, str]]:
    return {
        str(answer.target.http): (answer.judgement.verdict.value, answer.judgement.reason.value)
        for answer in report.answers
    }


def links(*urls: str) -> str:
    return "".join(f"[x]({url})\n\n" for url in urls)
