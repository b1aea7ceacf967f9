"""Layouts, found by discovery.

A module with ``place(net)`` named after a family (``four_rings.py`` for ``four-rings``) is the layout of that family; one with
``FAMILIES``, names of families, is the layout of each of these.
Modules with ``STRUCTURE``, a number, have ``place(net, links)``, which returns a layout for networks of a structure and
None for others; they are tried in the order of these numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from graphs import Network, RingNetwork
from netlemma.drawing.layout import DrawingLayout
from netlemma.drawing.links import Link


def _modules() -> list[Any]:
    return [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]


@cache
def of_families() -> Mapping[str, Callable[..., DrawingLayout]]:
    """The layouts of single families, by name of the family.

    >>> "cube-connected-cycles" in of_families()
    True
    """
    own = [module for module in _modules() if not hasattr(module, "STRUCTURE")]
    names = {m: getattr(m, "FAMILIES", (m.__name__.rpartition(".")[2].replace("_", "-"),)) for m in own}
    return MappingProxyType({name: m.place for m, each in names.items() for name in each})


@cache
def structures() -> Sequence[Callable[..., DrawingLayout | None]]:
    """The layouts by structure, in the order in which they are tried."""
    found = [module for module in _modules() if hasattr(module, "STRUCTURE")]
    return tuple(module.place for module in sorted(found, key=lambda module: module.STRUCTURE))


def layout(net: Network | RingNetwork, links: Sequence[Link]) -> DrawingLayout:
    """The layout of a network: from the module of :mod:`netlemma.drawing.layouts` named after its family, else by its
    structure.

    Parameters
    ----------
    net : Network or RingNetwork
        Network.
    links : sequence of Link
        Links of the network to draw.

    Returns
    -------
    DrawingLayout
        Layout in the style of the papers.

    Raises
    ------
    AssertionError
        If no layout fits; the last one fits every network.

    Examples
    --------
    >>> from graphs import network
    >>> from netlemma.drawing.links import links
    >>> net = network("mesh", k=3, n=2)
    >>> layout(net, links(net)).places[5].tolist()  # node (1,2)
    [1.0, 2.0]
    """
    own = of_families().get(net.family)
    if own is not None:
        return own(net)
    for place in structures():
        found = place(net, links)
        if found is not None:
            return found
    raise AssertionError("the last structure places any network")
