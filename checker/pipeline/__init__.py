"""The data path end to end: the only package that knows every stage.

``run`` gathers and reports, ``conversations`` holds the network part of a run, ``asking`` asks about one target,
``crawling`` walks a site, ``gates`` tells what only the whole run can know, ``offline`` judges without asking. Each is
loaded when something is to be asked.
"""


class NetworkError(Exception):
    """A network option that cannot be used; one line."""


class ResumeError(Exception):
    """A file to resume from that is none; one line."""


from checker.pipeline.run import Run as Run  # noqa: E402
from checker.pipeline.run import occurrences as occurrences  # noqa: E402
