"""What stands on the pages of the pretend web: prose that differs from URL to URL, and the pages that fool checkers."""

from __future__ import annotations

import html
import random
import struct
import zlib
from typing import NamedTuple

_PROSE = """
The gauge sits on the inner wall of the old harbour and reports the height of the water every six minutes.
Each reading is the median of sixty echoes, because one passing boat is enough to spoil a single one.
Volunteers clean the sensor twice a year, usually in May and again before the autumn storms arrive.
When the air is colder than five degrees the speed of sound is corrected with the second thermometer.
The battery lasts for eleven weeks in winter and is charged by a panel no larger than a school atlas.
All readings are kept as plain text, one line for each, so that anybody can open them in forty years.
A storm surge on the ninth of December lifted the water a full metre above the table for that night.
The table lists high and low water for the coming month and is computed from two years of readings.
Fishermen asked for a warning by text message, and a small script has been sending it ever since.
The mast was moved four metres north after the pier had been repaired, and the zero was levelled again.
Students from the technical college built the second station during one wet and cheerful weekend.
Seaweed on the tube makes the water look higher than it is, which the checks notice within a day.
The drawings of the case are free to use, and three other harbours have printed their own by now.
Every station has a logbook page where visits, faults and changes to the software are written down.
The radio link reaches the lighthouse, from where a cable carries the numbers to the mainland.
A gap of more than half an hour is left blank and never filled in, whatever the graph looks like.
Local schools use the graphs to teach how the moon and the sun pull together at spring tide.
The oldest record in the parish archive is a painted mark on the church door from the flood of 1825.
""".strip().splitlines()

_OTHER_PROSE = """
Bouquets for weddings, anniversaries and gallant apologies leave our workshop before nine each morning.
Choose roses, peonies or ranunculus and let a courier ring at your sweetheart's door by lunchtime.
Subscribers receive seasonal stems fortnightly together with a handwritten card and vase advice.
Discount codes cannot be combined with vouchers, loyalty stamps or our generous birthday gift.
""".strip().splitlines()


def prose(seed: str, sentences: int = 9) -> list[str]:
    """Sentences that belong to ``seed``: the same each time, others for another."""
    return random.Random(seed).sample(_PROSE, sentences)


def title(host: str, resource: str) -> str:
    name = resource.split("?")[0].strip("/").replace("-", " ").replace("/", " ").title() or "Home"
    return f"{name} | {host}"


def page(
    host: str,
    resource: str,
    *,
    main: list[str] | None = None,
    head: str = "",
    before: str = "",
    after: str = "",
    named: str | None = None,
) -> str:
    """A page with navigation, a heading, paragraphs that belong to its URL (or ``main``) and a footer."""
    name = html.escape(title(host, resource) if named is None else named)
    paragraphs = "\n".join(f"<p>{text}</p>" for text in (prose(host + resource) if main is None else main))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{name}</title>{head}</head>\n<body>\n'
        f'<nav><a href="/">Home</a> <a href="/guide">Guide</a> <a href="/news">News</a></nav>\n{before}'
        f"<main>\n<h1>{name}</h1>\n{paragraphs}\n</main>\n{after}"
        f"<footer>Kept by the friends of {host}</footer>\n</body>\n</html>\n"
    )


def another(host: str) -> str:
    """A page of the same host that has nothing to do with what was asked for."""
    return page(host, "/", main=list(_OTHER_PROSE), named="Flowers by return of post")


def plain(name: str, text: str) -> str:
    return (
        f"<!DOCTYPE html>\n<html><head><title>{name}</title></head>\n<body><h1>{name}</h1><p>{text}</p></body></html>\n"
    )


NGINX = plain(
    "Welcome to nginx!",
    "If you see this page, the nginx web server is successfully installed and working. "
    "Further configuration is required.",
)
"""What nginx shows on a fresh machine."""


def parked(host: str) -> str:
    return plain(
        f"{host} is for sale", f"The domain {host} is for sale. Buy this domain. Related searches: shoes, loans."
    )


def login(host: str) -> str:
    form = '<form method="post"><input name="user"><input name="password" type="password"><button>Enter</button></form>'
    return plain(f"Sign in to {host}", form)


def missing(host: str, resource: str) -> str:
    return plain("404 Not Found", f"{html.escape(resource)} is not on {host}.")


CHALLENGE = (
    "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>"
    "<script>window._cf_chl_opt={cvId:'3'};</script></body></html>\n"
)
"""What a wall against bots shows instead of the page."""


def _png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes((x * 8, y * 8, 160)[c] for x in range(32) for c in range(3)) for y in range(32))
    header = struct.pack(">IIBBBBB", 32, 32, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Asset(NamedTuple):
    type: str
    body: bytes


_FEED = (
    '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>'
    "<id>tag:pretend,2024:news</id><updated>2024-05-01T08:00:00Z</updated></feed>\n"
)
ASSETS = {
    "/logo.png": Asset("image/png", _png()),
    "/photo.png": Asset("image/png", _png() + b"\0a photograph"),
    "/app.js": Asset("text/javascript", b"document.documentElement.classList.add('js');\n"),
    "/style.css": Asset("text/css", b"body { max-width: 40em; margin: auto; }\n"),
    "/data.json": Asset("application/json", b'{"station": "inner harbour", "metres": [1.2, 1.3, 1.1]}\n'),
    "/feed.xml": Asset("application/atom+xml", _FEED.encode()),
    "/font.woff2": Asset("font/woff2", b"wOF2" + bytes(range(256)) * 8),
    "/report.pdf": Asset("application/pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + bytes(range(256)) * 16),
    "/harbour.mp4": Asset("video/mp4", b"\0\0\0\x18ftypmp42" + bytes(range(256)) * 16),
}
"""Files that hosts serve beside their pages, by path."""
