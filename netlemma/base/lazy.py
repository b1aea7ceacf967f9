"""Packages whose public names are imported on first use, so that importing the package is quick (PEP 562)."""

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any


def attach(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """``__getattr__``, ``__dir__`` and ``__all__`` of a package from the imports of its stub ``__init__.pyi``.

    Type checkers and editors read the same stub. A public name must not be the name of a module in the package, unless
    ``__init__.py`` imports it itself, because importing the module would set the attribute to the module.

    >>> from netlemma import graphs
    >>> "measure" in graphs.__all__, graphs.measure.__module__
    (True, 'netlemma.graphs.loads.measure')
    """
    module = sys.modules[package]
    assert module.__file__ is not None
    homes = exports(Path(module.__file__).with_suffix(".pyi"))

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home, own_name = homes[name]
        value = import_module(f"{home}.{own_name}") if home == package else getattr(import_module(home), own_name)
        setattr(module, name, value)
        return value

    return get, lambda: sorted({*vars(module), *homes}), sorted(homes)


def exports(stub: Path) -> dict[str, tuple[str, str]]:
    """The module and the name there of each public name that a stub imports."""
    imports = [node for node in ast.parse(stub.read_text(encoding="utf-8")).body if isinstance(node, ast.ImportFrom)]
    return {each.asname or each.name: (str(node.module), each.name) for node in imports for each in node.names}
