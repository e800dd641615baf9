from __future__ import annotations

from checker.model import Rule


def test_every_rule_has_a_headline_and_a_help_that_ends_a_sentence() -> None:
    for rule in Rule:
        assert rule.headline
        assert rule.help.endswith(".")
        assert rule.severity.slug in ("error", "warning", "note")
