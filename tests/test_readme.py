from __future__ import annotations

import re
from pathlib import Path

from checker import cli, config, plugins
from checker.model import Reason, Rule, Verdict
from checker.report import formats

README = Path(__file__).parent.parent / "README.md"


def options_table() -> str:
    """The options as the README lists them; ``python -m tests.test_readme`` writes it."""
    rows = ["| option | meaning |", "| --- | --- |"]
    for name, option in config.OPTIONS.items():
        value = "" if option.read is None else f" {option.metavar or '|'.join(option.choices) or 'NAME'}"
        cells = (f"`--{config.slug(name)}{value}`".replace("|", "\\|"), option.help.replace("|", "\\|"))
        rows.append(f"| {cells[0]} | {cells[1]} |")
    return "\n".join(rows)


def test_the_readme_lists_the_options_as_they_are() -> None:
    text = README.read_text()
    listed = text.partition("<!-- options -->\n")[2].partition("\n<!-- /options -->")[0]
    assert listed == options_table()


def test_the_readme_names_every_verdict_rule_and_format() -> None:
    text = README.read_text()
    for word in (*Verdict, *Rule):
        assert f"`{word.value}`" in text
    assert f"--format {'|'.join(['text', 'lines', 'json', 'jsonl', 'github', 'sarif'])}" in text
    assert set(plugins.names(formats)) == {"text", "lines", "json", "jsonl", "github", "sarif"}


def test_every_word_in_code_that_looks_like_a_reason_is_one() -> None:
    named = set(re.findall(r"`((?:redirects|tls|same)-[a-z-]+)`", README.read_text()))
    assert named <= {reason.value for reason in Reason}
    assert len(named) == 3


def test_the_commands_of_the_readme_are_verbs() -> None:
    used = set(re.findall(r"`https-ready ([a-z]+)", README.read_text()))
    assert used <= set(cli.VERBS)


if __name__ == "__main__":
    before, start, rest = README.read_text().partition("<!-- options -->\n")
    README.write_text(before + start + options_table() + "\n<!-- /options -->" + rest.partition("<!-- /options -->")[2])
