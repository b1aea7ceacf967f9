"""File formats, found by discovery: every module of this folder has one ``FORMAT``; their common parts are in
``fabric``."""

from collections.abc import Mapping
from types import MappingProxyType

from netlemma.graphs.formats.fabric.format import Format
from netlemma.plugins import by_name, offering, registry


@registry
def formats() -> Mapping[str, Format]:
    """Every format by its name.

    >>> formats()["links"].summary
    'a table of links with the columns from,to or source,target and perhaps class'
    """
    found = ((module.FORMAT.name, module.FORMAT, module) for module in offering(__name__, "FORMAT"))
    return MappingProxyType(by_name("file format", found))
