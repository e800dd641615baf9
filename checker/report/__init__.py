"""Findings -> text: one module a format, in ``formats``; what they share lies here.

``escape`` makes text from outside harmless, ``records`` builds the fields of the JSON formats, ``words`` the sentences
that people read.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from checker import plugins
from checker.model import Format, Report
from checker.report import formats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@functools.cache
def all_formats() -> dict[str, Format]:
    """Every format by name."""
    return plugins.collect(formats, Format)


def named(name: str) -> Format:
    """One format, without importing the others. Raises KeyError for a name that is none."""
    if name not in plugins.names(formats):
        raise KeyError(name)
    return plugins.load(formats, name, Format)


def render(report: Report, name: str) -> Iterator[str]:
    """The whole text of a report in the format ``name``, in pieces. Raises KeyError for a name that is none."""
    return named(name).render(report)


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the ``json`` format."""
    import importlib.resources
    import json

    file = importlib.resources.files("checker") / "schema" / "report.schema.json"
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content
