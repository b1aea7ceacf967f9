"""Layouts, found by discovery.

A module with ``place(net)`` named after a family (``four_rings.py`` for ``four-rings``) is the layout of that family. Modules with
``STRUCTURE``, a number, have ``place(net, links)``, which gives a layout for networks of a structure and None for others; they are
asked in the order of these numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from netlemma.drawing.layout import Layout


def _modules() -> list[Any]:
    return [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]


@cache
def of_families() -> Mapping[str, Callable[..., Layout]]:
    """The layouts of single families, by the name of the family.

    >>> "cube-connected-cycles" in of_families()
    True
    """
    own = [module for module in _modules() if not hasattr(module, "STRUCTURE")]
    return MappingProxyType({m.__name__.rpartition(".")[2].replace("_", "-"): m.place for m in own})


@cache
def structures() -> Sequence[Callable[..., Layout | None]]:
    """The layouts by structure, in the order in which they are asked."""
    found = [module for module in _modules() if hasattr(module, "STRUCTURE")]
    return tuple(module.place for module in sorted(found, key=lambda module: module.STRUCTURE))
