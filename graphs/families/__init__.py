"""All families, found by discovery: every module of this folder has one ``FAMILY``."""

from __future__ import annotations

from functools import cache, lru_cache
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

    >>> families()["toroid"].parameters[0].domain
    'w>=2'
    """
    found = [import_module(f"{__name__}.{module.name}").FAMILY for module in iter_modules(__path__)]
    return MappingProxyType({family.name: family for family in sorted(found, key=lambda family: family.name)})


@lru_cache(256)
def family_called(name: str) -> Family | None:
    """The family of this name, or of this other usual name; None if there is none.

    >>> family_called("toroid").name, family_called("toriod")
    ('toroid', None)
    """
    if not name.replace("-", "").isalnum():  # a file, or a product
        return None
    module = name.replace("-", "_")
    if module in {each.name for each in iter_modules(__path__)}:
        found: Family = import_module(f"{__name__}.{module}").FAMILY
        if found.name == name:
            return found
    other = (family for family in families().values() if family.other_name == name)
    return families().get(name) or next(other, None)
