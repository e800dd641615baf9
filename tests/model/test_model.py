from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from checker import model


def defined(module: str) -> set[str]:
    """The names that a module of the nouns defines for others."""
    tree = ast.parse(Path(model.__file__).with_name(f"{module}.py").read_text(encoding="utf-8"))
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    values = {
        target.id
        for node in tree.body
        for target in (node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)])
        if isinstance(target, ast.Name)
    }
    return {name for name in classes | values if not name.startswith("_") and name != "TYPE_CHECKING"}


def modules() -> list[str]:
    return sorted(path.stem for path in Path(model.__file__).parent.glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("module", modules())
def test_every_noun_of_a_module_can_be_had_from_the_package(module: str) -> None:
    assert set(model._NOUNS[module]) == defined(module)
    for noun in model._NOUNS[module]:
        assert getattr(model, noun) is getattr(importlib.import_module(f"checker.model.{module}"), noun)


def test_a_type_checker_is_told_of_the_same_nouns() -> None:
    source = Path(model.__file__).read_text(encoding="utf-8")
    told = {
        alias.asname for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert told - {None} == set(model._MODULE_OF)


def test_an_unknown_noun_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="Nonsense"):
        model.Nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_a_noun_loads_its_own_module_only() -> None:
    code = (
        "import sys; from checker.model import Verdict; print(*sorted(m for m in sys.modules if 'checker.model.' in m))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["checker.model.verdicts"]
