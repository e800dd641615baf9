"""The HSTS preload list as the package ``hstspreload`` ships it: hosts that browsers ask over https and nothing else.

https://hstspreload.org/ and RFC 6797. A host is covered by its own entry, by an entry above it that includes
subdomains, or by a top-level domain that is preloaded as a whole. An address is never covered (section 8.1.1).
The package is a snapshot: its version is its date.
"""

from __future__ import annotations

import functools
import re
import warnings

from checker import urls

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime
    from typing import Any


@functools.cache
def _list() -> Any:
    """Imported when first asked: its tables cost 2 MB, and most runs need none."""
    import hstspreload

    return hstspreload


def covers(host: str) -> bool:
    """Whether browsers ask a parsed host (``Url.host``) over https only. A dot at the end is no part of the name."""
    name = host.removesuffix(".")
    if not name or urls.literal(name) is not None:
        return False
    with warnings.catch_warnings():
        # It reads its file by a function that Python 3.11 and 3.12 call deprecated, and 3.13 does not.
        warnings.simplefilter("ignore", DeprecationWarning)
        return bool(_list().in_hsts_preload(name))


def edition() -> str:
    """The date of the list, ``2025-01-01``; its version where that is no date."""
    made = _made()
    return made.isoformat() if made else f"version {_list().__version__}"


def age(today: datetime.date) -> str:
    """What to say of the list: its date, and how old it is."""
    made = _made()
    days = (today - made).days if made else -1
    return edition() + (f", {days} {'day' if days == 1 else 'days'} old" if days >= 0 else "")


def _made() -> datetime.date | None:
    import datetime

    match = re.match(r"(\d{4})\.(\d{1,2})\.(\d{1,2})(?!\d)", _list().__version__)
    try:
        return datetime.date(*map(int, match.groups())) if match else None
    except ValueError:
        return None
