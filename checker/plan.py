"""Occurrences -> targets, each once; what is skipped, and why."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

from checker import urls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from checker.model import Answer, Judgement, Occurrence, Reason, Target, Url, Usage

_IDENTIFIERS = frozenset(
    # XML and RDF namespaces: compared as strings, never opened. As something to click they are links like any other.
    ("http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")
    + ("http://www.w3.org/1998/Math/MathML", "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/")
    + ("http://www.w3.org/2005/Atom", "http://www.sitemaps.org/schemas/sitemap/0.9", "http://schema.org/")
    + ("http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/", "http://ogp.me/ns")
)


@dataclass(slots=True)
class Plan:
    """Gathers occurrences as they come. ``ignore`` are globs of :func:`checker.urls.matches`."""

    ignore: tuple[str, ...] = ()
    allow_private: bool = False
    places: dict[Url, list[Occurrence]] = field(default_factory=dict)
    """Occurrences by target, in the order of arrival."""
    invalid: list[tuple[Occurrence, Judgement]] = field(default_factory=list)

    def add(self, occurrence: Occurrence) -> Url | None:
        """Note a place; the URL if it is met for the first time."""
        url = urls.parse(occurrence.url)
        if url is None:
            from checker.model import Judgement, Reason, Verdict

            self.invalid.append((occurrence, Judgement(Verdict.SKIPPED, Reason.INVALID_URL)))
            return None
        places = self.places.setdefault(url, [])
        places.append(occurrence)
        return url if len(places) == 1 else None

    def add_all(self, occurrences: Iterable[Occurrence]) -> list[Url]:
        """Note places; the URLs that are met for the first time."""
        return [url for occurrence in occurrences if (url := self.add(occurrence)) is not None]

    def target(self, url: Url) -> Target:
        """The target of a URL, as strict as the places known by now want it."""
        from checker.model import Mixed, Target, Usage

        strict, followed = _kinds()
        usages = {occurrence.usage for occurrence in self.places[url]}
        return Target(
            http=url,
            https=urls.twin(url),
            strict=not usages.isdisjoint(strict),
            form=Usage.FORM in usages,
            navigation=usages <= followed and all(occurrence.mixed is Mixed.NONE for occurrence in self.places[url]),
        )

    def skipped(self, url: Url) -> Answer | None:
        """The answer for a URL that is never asked about; None for one that is."""
        from checker.model import Answer, Judgement, Reason, Usage, Verdict

        reason: Reason | None
        if any(urls.matches(pattern, url) for pattern in self.ignore):
            reason = Reason.IGNORED
        elif str(url) in _IDENTIFIERS and not any(
            occurrence.usage is Usage.NAVIGATION for occurrence in self.places[url]
        ):
            reason = Reason.IDENTIFIER
        else:
            reason = urls.skip(url, allow_private=self.allow_private)
        if reason is None:
            return None
        return Answer(self.target(url), Judgement(Verdict.SKIPPED, reason))


@functools.cache
def _kinds() -> tuple[frozenset[Usage], frozenset[Usage]]:
    """Usages where only bytes or a redirect prove sameness, and usages that a reader follows."""
    from checker.model import Usage

    return frozenset({Usage.SCRIPT, Usage.STYLE, Usage.FONT, Usage.OBJECT, Usage.FORM}), frozenset(
        {Usage.NAVIGATION, Usage.TEXT, Usage.DATA, Usage.METADATA, Usage.HINT, Usage.PING, Usage.BASE, Usage.FORM}
    )


def stricter(answered: Target, now: Target) -> bool:
    """Whether places found since make a target stricter than it was when it was judged."""
    return (
        (now.strict and not answered.strict)
        or (now.form and not answered.form)
        or (answered.navigation and not now.navigation)
    )
