"""Cases from public reports, judged as their finder would: every link at its own place, and nothing else."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest

from checker import discover
from checker.model import Document
from checker.text import decode

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent.parent / "cases" / "extract.json").read_text("utf-8"))


def written(case: dict[str, Any]) -> bytes:
    text, encoding = case["text"], case.get("encoding", "utf-8")
    match encoding:
        case "utf-8-surrogateescape":
            return bytes(text.encode("utf-8", "surrogateescape"))
        case "utf-16-le-bom":
            return b"\xff\xfe" + bytes(text.encode("utf-16-le"))
        case "utf-16-be-bom":
            return b"\xfe\xff" + bytes(text.encode("utf-16-be"))
    return bytes(text.encode(encoding))


def canonical(url: str) -> str:
    """One spelling an address: scheme and host case, entities, percent-encoding, stray blanks."""
    url = re.sub(r"[\t\n\r]", "", url.strip(" \t\n\r\f\0"))
    url = re.sub(r"&(?:#\d+|#[xX][0-9a-fA-F]+|\w+);", lambda match: html.unescape(match[0]), url)
    if match := re.match(r"(?i)(http):([\\/]*)([^\\/?#]*)(.*)", url, re.S):
        url = "http:" + match[2] + match[3].lower() + match[4]
    return unquote_to_bytes(url.encode("utf-8", "surrogateescape")).decode("utf-8", "replace")


def faults(case: dict[str, Any]) -> list[str]:
    """What is missing, stands or ends elsewhere, or is unexpected; empty if all is right."""
    language = discover.language_of(case["filename"])
    assert language is not None
    text, _ = decode(written(case))
    rest = discover.find(Document(case["filename"], text, language.name))
    why: list[str] = []

    def take(link: dict[str, Any]) -> bool:
        url = canonical(link["url"])
        allowed = {url} | {canonical(other) for other in case.get("accept", {}).get(link["url"], [])}
        for row in rest:
            if (row.line, row.column) == (link["line"], link["col"]) and canonical(row.url) in allowed:
                rest.remove(row)
                end = (row.end_line, row.end_column)
                if canonical(row.url) == url and end != (link["end_line"], link["end_col"]):
                    why.append(f"{link['url']!r} ends at {end}")
                return True
        return False

    why += [f"missing {link['url']!r} at {link['line']}:{link['col']}" for link in case["expect"] if not take(link)]
    for link in case.get("optional", []):
        take(link)
    fine = {canonical(url) for url in case.get("optional_extra", [])}
    why += [f"unexpected {row.url!r} at {row.line}:{row.column}" for row in rest if canonical(row.url) not in fine]
    return why


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert faults(case) == [], case["note"]


def test_the_judge_sees_what_is_missing_misplaced_and_unexpected() -> None:
    link = {"url": "http://a.example/", "line": 1, "col": 10, "end_line": 1, "end_col": 26, "kind": "a[href]"}
    elsewhere = {**link, "col": 9}
    case = {"filename": "x.html", "text": '<a href="http://a.example/">', "note": ""}
    assert faults({**case, "expect": [link]}) == ["'http://a.example/' ends at (1, 27)"]
    assert faults({**case, "expect": [elsewhere]}) == [
        "missing 'http://a.example/' at 1:9",
        "unexpected 'http://a.example/' at 1:10",
    ]
