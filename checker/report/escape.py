"""Text from outside made harmless: file names, URLs, page titles and certificate names are written by strangers.

A terminal obeys escape sequences, a reader is fooled by bidi controls, and the runner of GitHub Actions obeys
``::command::`` at the beginning of a line (after blanks) and ``##[command]`` anywhere in it. It compares with the
rules of a language (.NET, ICU), where characters without width do not count: so all of those are shown as escapes.
https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
"""

from __future__ import annotations

import re

from checker import urls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Ignored by collation and yet printable to Python: joiners, fillers, variation selectors.
_WIDTHLESS = "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def visible(text: str) -> str:
    """``text`` with every character that prints nothing, or prints past its place, shown as an escape (``\\x1b``)."""
    if text.isprintable() and (text.isascii() or re.search(_WIDTHLESS, text) is None):
        return text
    return "".join(
        character if character.isprintable() and not re.match(_WIDTHLESS, character) else _escape(character)
        for character in text
    )


def _escape(character: str) -> str:
    code = ord(character)
    if character in _SHORT:
        return _SHORT[character]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def plain(text: str) -> str:
    """``text`` as one line that may stand anywhere in a log. Doing it twice changes nothing."""
    text = _no_brackets(visible(urls.mask(text)))
    rest = text.lstrip(" ")
    return f"{text[: len(text) - len(rest)]}\\x3a{rest[1:]}" if rest.startswith(":") else text


def _no_brackets(text: str) -> str:
    return text.replace("##[", r"##\x5b")


def cut(text: str, limit: int) -> str:
    """At most ``limit`` characters of ``text``; what is cut off is marked."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def data(text: str) -> str:
    """``text`` as the message of a workflow command; a line end in it is one in the message."""
    return "\n".join(plain(line) for line in text.split("\n")).translate(_DATA)


def property_value(text: str) -> str:
    """``text`` as the value of a property of a workflow command."""
    return _no_brackets(visible(urls.mask(text))).translate(_PROPERTY)


def json_text(value: object) -> str:
    """``value`` as JSON on one line: ASCII only, no control characters, and nothing that the runner would obey."""
    import json

    text = json.dumps(value, ensure_ascii=True, separators=(", ", ": "))
    return text.replace("\x7f", r"\u007f").replace("##[", r"##\u005b")


def json_line(record: Mapping[str, object]) -> str:
    """``record`` as one line of JSON."""
    return json_text(record) + "\n"
