"""The nouns that travel between the stages: frozen records and enumerations, no I/O.

Documents -> occurrences -> targets -> observations -> judgements -> findings -> text or edits.

``from checker.model import Url`` works for every noun. Making a record costs Python half a millisecond, and most
runs find no link and talk to nobody: so each module here is loaded when the first of its nouns is asked for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from checker.model.documents import Document as Document
    from checker.model.documents import Extract as Extract
    from checker.model.documents import Language as Language
    from checker.model.documents import Source as Source
    from checker.model.explanations import Explanation as Explanation
    from checker.model.explanations import Spoken as Spoken
    from checker.model.findings import Edit as Edit
    from checker.model.findings import Finding as Finding
    from checker.model.findings import Fix as Fix
    from checker.model.judgements import Answer as Answer
    from checker.model.judgements import Judgement as Judgement
    from checker.model.judgements import Question as Question
    from checker.model.links import Link as Link
    from checker.model.links import Mixed as Mixed
    from checker.model.links import Occurrence as Occurrence
    from checker.model.links import Region as Region
    from checker.model.links import Span as Span
    from checker.model.links import Usage as Usage
    from checker.model.network import COMPARED as COMPARED
    from checker.model.network import Chain as Chain
    from checker.model.network import Ending as Ending
    from checker.model.network import Exchange as Exchange
    from checker.model.network import Failure as Failure
    from checker.model.network import Fault as Fault
    from checker.model.network import Features as Features
    from checker.model.network import Fetch as Fetch
    from checker.model.network import Flow as Flow
    from checker.model.network import Job as Job
    from checker.model.network import Observation as Observation
    from checker.model.network import Outcome as Outcome
    from checker.model.network import Reading as Reading
    from checker.model.network import Reply as Reply
    from checker.model.network import Request as Request
    from checker.model.network import Sign as Sign
    from checker.model.network import Stage as Stage
    from checker.model.network import Step as Step
    from checker.model.network import T as T
    from checker.model.network import Target as Target
    from checker.model.network import Task as Task
    from checker.model.network import Together as Together
    from checker.model.network import Url as Url
    from checker.model.pages import Held as Held
    from checker.model.pages import Page as Page
    from checker.model.reports import Event as Event
    from checker.model.reports import Format as Format
    from checker.model.reports import Problem as Problem
    from checker.model.reports import Report as Report
    from checker.model.reports import Summary as Summary
    from checker.model.rules import Rule as Rule
    from checker.model.rules import Severity as Severity
    from checker.model.verdicts import Reason as Reason
    from checker.model.verdicts import Verdict as Verdict

_NOUNS = {
    "documents": ("Document", "Extract", "Language", "Source"),
    "links": ("Link", "Mixed", "Occurrence", "Region", "Span", "Usage"),
    "network": (
        "COMPARED",
        "Chain",
        "Ending",
        "Exchange",
        "Failure",
        "Fault",
        "Features",
        "Fetch",
        "Flow",
        "Job",
        "Observation",
        "Outcome",
        "Reading",
        "Reply",
        "Request",
        "Sign",
        "Stage",
        "Step",
        "T",
        "Target",
        "Task",
        "Together",
        "Url",
    ),
    "verdicts": ("Reason", "Verdict"),
    "judgements": ("Answer", "Judgement", "Question"),
    "explanations": ("Explanation", "Spoken"),
    "rules": ("Rule", "Severity"),
    "findings": ("Edit", "Finding", "Fix"),
    "pages": ("Held", "Page"),
    "reports": ("Event", "Format", "Problem", "Report", "Summary"),
}
_MODULE_OF = {noun: module for module, nouns in _NOUNS.items() for noun in nouns}


if not TYPE_CHECKING:  # a type checker knows the names above, and no others

    def __getattr__(name: str) -> object:
        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import importlib

        value = globals()[name] = getattr(importlib.import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
        return value
