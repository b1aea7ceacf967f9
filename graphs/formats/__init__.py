"""File formats, found by discovery: every module of this folder has one ``FORMAT``; their common parts are in
``fabric``."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from netlemma.graphs.formats.fabric.format import Format


@cache
def formats() -> Mapping[str, Format]:
    """Every format by its name.

    >>> formats()["links"].summary
    'a table of links with the columns from,to or source,target and perhaps class'
    """
    modules = (module.name for module in iter_modules(__path__) if not module.ispkg)
    found = (import_module(f"{__name__}.{name}").FORMAT for name in modules)
    return MappingProxyType({each.name: each for each in found})
