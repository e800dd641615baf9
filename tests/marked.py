"""Texts that carry their own expectation: every link that must be found stands in «guillemets»."""

from __future__ import annotations

from checker import discover
from checker.model import Document


def marked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its marks, and the spans (code points, half open) that were marked."""
    plain: list[str] = []
    spans: list[tuple[int, int]] = []
    start = 0
    for character in text:
        match character:
            case "«":
                start = len(plain)
            case "»":
                spans.append((start, len(plain)))
            case _:
                plain.append(character)
    return "".join(plain), spans


def found(language: str, text: str) -> list[tuple[int, int]]:
    """The spans that ``discover`` finds in a text."""
    return [(place.start, place.end) for place in discover.find(Document("x", text, language))]


def show(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with marks, so that a failed comparison can be read."""
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + "«" + text[start:end] + "»" + text[end:]
    return text


def check(language: str, text: str) -> None:
    """Assert that exactly the marked places are found."""
    plain, _ = marked(text)
    assert show(plain, found(language, plain)) == text
