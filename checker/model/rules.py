"""What a finding is called."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Severity(IntEnum):
    NOTE = 1
    WARNING = 2
    ERROR = 3

    @property
    def slug(self) -> str:
        return self.name.lower()


class Rule(StrEnum):
    ACTIVE_MIXED_CONTENT = "active-mixed-content"
    INSECURE_FORM = "insecure-form"
    OWN_SITE_HTTP = "own-site-http"
    PASSIVE_MIXED_CONTENT = "passive-mixed-content"
    INSECURE_METADATA = "insecure-metadata"
    UPGRADABLE_LINK = "upgradable-link"
    REVIEW_LINK = "review-link"

    @property
    def severity(self) -> Severity:
        return _RULES[self][0]

    @property
    def headline(self) -> str:
        return _RULES[self][1]

    @property
    def help(self) -> str:
        """What the rule is about and what to do, as Markdown."""
        return _RULES[self][2]


_RULES = {
    Rule.ACTIVE_MIXED_CONTENT: (
        Severity.ERROR,
        "Browsers block this part of the page",
        "A script, style sheet, frame, font, `srcset` candidate or the like is loaded over `http`. On an `https` page "
        "browsers refuse to load it. Change it to `https` where the message says that https works; otherwise host "
        "the file elsewhere or remove it.",
    ),
    Rule.INSECURE_FORM: (
        Severity.ERROR,
        "A form sends what readers type over http",
        "The form's target is `http`, so what readers type travels readable for everyone on the way, and browsers "
        "warn before sending it. A GET cannot prove that a POST works over `https`: try the form after the change.",
    ),
    Rule.OWN_SITE_HTTP: (
        Severity.WARNING,
        "A link to your own site over http",
        "The site links to itself over `http` although it is served over `https`. Each such link costs readers a "
        "redirect and can be intercepted. Change it to `https` or to a relative URL.",
    ),
    Rule.PASSIVE_MIXED_CONTENT: (
        Severity.WARNING,
        "Browsers ask for this picture, sound or film over https whatever you write",
        "On an `https` page browsers upgrade the URL by themselves, with no way back. Where https does not work the "
        "reader sees a broken picture; where it does, write `https` so that every reader gets it the same way.",
    ),
    Rule.INSECURE_METADATA: (
        Severity.WARNING,
        "Metadata names an http URL that works over https",
        "Canonical links, Open Graph properties, alternates, feeds and sitemaps tell other programs which URL to use. "
        "An `http` one makes them prefer the insecure copy.",
    ),
    Rule.UPGRADABLE_LINK: (
        Severity.WARNING,
        "This link can become https without changing what the reader gets",
        "The `https` URL is proven to give the same as the `http` one. Change the scheme.",
    ),
    Rule.REVIEW_LINK: (
        Severity.NOTE,
        "https works here, but a person should look",
        "The `https` URL answers, yet it is not proven to be the same page, or the answer lives at another URL now. "
        "Open both and decide.",
    ),
}
