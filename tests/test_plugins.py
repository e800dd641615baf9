from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from checker import plugins
from checker.discover import languages
from checker.model import Language


@dataclass(frozen=True)
class Toy:
    word: str


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    folder = tmp_path / "toy_package"
    folder.mkdir()
    (folder / "__init__.py").touch()
    for word in ("two", "one"):
        (folder / f"{word}.py").write_text(f"from {__name__} import Toy\nTOY = Toy({word!r})\n")
    monkeypatch.syspath_prepend(tmp_path)
    import toy_package  # type: ignore[import-not-found]

    yield toy_package
    for name in [name for name in sys.modules if name.partition(".")[0] == "toy_package"]:
        del sys.modules[name]


def test_one_constant_a_module_in_the_order_of_names(package: ModuleType) -> None:
    assert plugins.names(package) == ["one", "two"]
    assert list(plugins.collect(package, Toy).items()) == [("one", Toy("one")), ("two", Toy("two"))]


def test_a_module_without_its_constant_is_an_error_that_names_it(package: ModuleType) -> None:
    (Path(package.__path__[0]) / "three.py").write_text("TOY = 3\n")
    with pytest.raises(TypeError, match=r"toy_package\.three defines 0 constants of type Toy"):
        plugins.collect(package, Toy)


def test_languages_go_by_the_names_of_their_modules() -> None:
    found = plugins.collect(languages, Language)
    assert [language.name for language in found.values()] == plugins.names(languages)
