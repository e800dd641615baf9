"""Collect the one constant that each module of a package defines, in the order of the modules' names."""

from __future__ import annotations

import importlib
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import TypeVar

    T = TypeVar("T")


def collect(package: ModuleType, kind: type[T]) -> dict[str, T]:
    """The constants of type ``kind`` of every module in ``package``, by module name.

    Raises TypeError for a module that does not define exactly one.
    """
    return {name: load(package, name, kind) for name in names(package)}


def load(package: ModuleType, name: str, kind: type[T]) -> T:
    """The constant of one module. Raises TypeError where there is not exactly one."""
    module = importlib.import_module(f"{package.__name__}.{name}")
    constants = [value for value in vars(module).values() if isinstance(value, kind)]
    if len(constants) != 1:
        raise TypeError(f"{module.__name__} defines {len(constants)} constants of type {kind.__name__}, not one")
    return constants[0]


def names(package: ModuleType) -> list[str]:
    """The modules of ``package``, none of them imported."""
    found = []
    for folder in package.__path__:
        try:
            files = sorted(os.listdir(folder))
        except OSError:  # within an archive
            import pkgutil  # 2 ms, which most runs need not pay

            found += [info.name for info in pkgutil.iter_modules([folder])]
        else:
            found += [file[:-3] for file in files if file.endswith(".py") and file != "__init__.py"]
    return found
