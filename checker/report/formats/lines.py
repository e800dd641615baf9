"""``lines``: ``WHERE URL``, a line each, for scripts.

As httpsyet prints them (https://github.com/qvl/httpsyet): the page that holds the link, a blank, the http URL. A page
is named by its URL alone and each URL once a page, as there; a file by ``file:line:column``. Where httpsyet
lists what answers over https, this lists the findings, so also those to look at; ``--fail-on`` has no say in it. Blanks
in a file name stay: the URL is what follows the last one (blanks in URLs are written ``%20``).
"""

from __future__ import annotations

import re
from collections.abc import Generator

from checker import urls
from checker.model import Finding, Format, Report, Source
from checker.report import escape, words

_BLANK = re.compile(r"\s")


def render(report: Report) -> Generator[str, None, None]:
    seen: set[str] = set()
    for finding in words.fresh(report):
        line = _line(finding)
        if line not in seen:
            seen.add(line)
            yield line


def _line(finding: Finding) -> str:
    place = finding.occurrence
    where = words.where(place) if place.source is Source.FILE else urls.mask(place.document)
    url = _BLANK.sub(lambda match: f"%{ord(match[0]):02X}" if ord(match[0]) < 0x80 else match[0], place.url)
    return escape.plain(f"{where} {urls.mask(url)}") + "\n"


FORMAT = Format("lines", render)
