"""Documents -> occurrences with exact spans.

A language says which regions of a text count and how a URL ends there; in ``places`` its links get their lines and
columns, and nobody else invents positions. What a text without links costs is here.
"""

from __future__ import annotations

import functools
import re

from checker import plugins
from checker.discover import languages
from checker.model import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from checker.model import Document, Occurrence

# The scheme in lower case, broken by what the URL parser drops, and its colon (written, as a reference or escaped).
_PLAIN = re.compile(r"h[\t\r\n]*+t[\t\r\n]*+t[\t\r\n]*+p[\t\r\n]*+[:&\\]")
# References that spell a letter of it, its colon, what is dropped or a backslash, however often their `&` is a
# reference itself.
_REFERENCE = (
    r"&(?:amp;)*+(?:tab;|newline;|bsol;|#(?:0*+(?:9|10|13|38|58|72|80|84|92|104|112|116)(?![0-9])"
    r"|x0*+(?:9|a|d|26|3a|48|50|54|5c|68|70|74)(?![0-9a-f])))"
)
# Escapes (CSS, JSON, YAML) that do, also of the marks that begin references and escapes; and escapes after a letter of
# it that could go on with it.
_ESCAPE = (
    r"\\(?:[ux]?0{0,6}(?:3a|48|50|54|68|70|74)|[ux]0{0,6}(?:26(?:amp;)*+(?:tab;|newline;|bsol;|#)|5c)"
    r"|(?<=[htp\t\r\n]\\)(?:[ux]?0{0,7}[9ad](?![0-9a-f])|[htpnr\n\r\f]))"
)


def may_hold_http(text: str) -> bool:
    """Whether a text could hold an http URL: a scan that is right about "no", and most files hold none.

    Two ways of writing it are not looked for: a scheme broken over lines of which the second begins with the marks of a
    Markdown quote or list, and one broken within a word by a comment of XML or the end of a string of a notebook.
    """
    if "http:" in text:
        return True
    text = text.lower()  # a case-blind pattern takes ten times as long
    if _PLAIN.search(text):
        return True
    if "&" in text and re.search(_REFERENCE, text):  # these two are compiled when first needed
        return True
    return "\\" in text and re.search(_ESCAPE, text) is not None


@functools.cache
def all_languages() -> dict[str, Language]:
    return plugins.collect(languages, Language)


@functools.cache
def _by_suffix() -> dict[str, Language]:
    return {suffix: language for language in all_languages().values() for suffix in language.suffixes}


def language_of(name: str, media_type: str = "") -> Language | None:
    """The language of a file name or of a page's media type; None if it is not one that is read.

    Of two endings that fit a name the longer one counts.
    """
    if media_type:
        return next((known for known in all_languages().values() if media_type in known.media_types), None)
    known = _by_suffix()
    name = name[name.rfind("/") + 1 :].lower()
    dot = name.find(".")
    while dot >= 0:
        if (language := known.get(name[dot:])) is not None:
            return None if name.endswith(language.left_out) else language
        dot = name.find(".", dot + 1)
    return None


def find(document: Document) -> list[Occurrence]:
    """Every http link written in a document, in the order of the text, each place once."""
    if not may_hold_http(document.text):
        return []
    from checker.discover import places

    return places.find(document)
