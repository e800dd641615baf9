"""Conversations held with a function for a network."""

from __future__ import annotations

from collections.abc import Callable

from checker import urls
from checker.model import Flow, Outcome, Request, T, Task, Url

HTML = (("content-type", "text/html; charset=utf-8"),)


def url(text: str) -> Url:
    found = urls.parse(text)
    assert found is not None
    return found


START = url("https://x.org/")


def hold(flow: Flow[T], answer: Callable[[Request], Outcome]) -> T:
    """Hold a conversation with a function for a network."""
    result: object = None
    try:
        while True:
            step = flow.send(result)
            result = answer(step) if isinstance(step, Request) else step.run() if isinstance(step, Task) else None
    except StopIteration as stop:
        value: T = stop.value
        return value
