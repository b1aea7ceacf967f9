"""All families, found by discovery: every module of this folder has one ``FAMILY``."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphs.topology.family import Family


@cache
def families() -> Mapping[str, Family]:
    """Every family by its name.

    >>> families()["toroid"].parameters[0]
    Parameter(name='w', minimum=2, meaning='nodes of each ring')
    """
    found = [import_module(f"{__name__}.{module.name}").FAMILY for module in iter_modules(__path__)]
    return MappingProxyType({family.name: family for family in sorted(found, key=lambda family: family.name)})
