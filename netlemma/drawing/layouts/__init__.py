"""Layouts, found by discovery.

A module with ``place(net)`` named after a family (``four_rings.py`` for ``four-rings``) is the layout of that family; one with
``FAMILIES``, names of families, is the layout of each of these.
Modules with ``STRUCTURE``, a number, have ``place(net, links)``, which returns a layout for networks of a structure and
None for others; they are tried in the order of these numbers, and users choose among them by the names of the modules.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from netlemma.base.names import nearest
from netlemma.drawing.layout import DrawingLayout
from netlemma.drawing.links import Link
from netlemma.errors import InputError
from netlemma.graphs.topology.ring_structure import AnyNetwork
from netlemma.plugins import by_name, offering, registry


def _modules() -> list[Any]:
    return offering(__name__, "place")


@registry
def of_families() -> Mapping[str, Callable[..., DrawingLayout]]:
    """The layouts of single families, by name of the family.

    >>> "cube-connected-cycles" in of_families()
    True
    """
    own = [module for module in _modules() if not hasattr(module, "STRUCTURE")]
    names = {m: getattr(m, "FAMILIES", (m.__name__.rpartition(".")[2].replace("_", "-"),)) for m in own}
    found = ((name, m.place, m) for m, each in names.items() for name in each)
    return MappingProxyType(by_name("layout of a family", found))


@registry
def structures() -> Mapping[str, Callable[..., DrawingLayout | None]]:
    """The layouts by structure, by name, in the order in which they are tried.

    >>> list(structures())
    ['given', 'stages', 'grid', 'tiers', 'springs', 'circular']
    """
    found = [module for module in _modules() if hasattr(module, "STRUCTURE")]
    ordered = sorted(found, key=lambda module: module.STRUCTURE)
    named = ((module.__name__.rpartition(".")[2], module.place, module) for module in ordered)
    return MappingProxyType(by_name("layout", named))


def layout(net: AnyNetwork, links: Sequence[Link], name: str = "") -> DrawingLayout:
    """The layout of a network: the named one, else the places that come with it, else from the module of
    :mod:`netlemma.drawing.layouts` named after its family, else by its structure.

    >>> from netlemma.graphs import network
    >>> from netlemma.drawing.links import links
    >>> net = network("mesh", k=3, n=2)
    >>> layout(net, links(net)).places[5].tolist()  # node (1,2)
    [1.0, 2.0]
    """
    if not name and getattr(net, "places", None) is None and (own := of_families().get(net.family)) is not None:
        return own(net)
    if name and name not in structures():
        raise InputError(
            f"there is no layout {name!r}{nearest(name, structures())}; there are {', '.join(structures())}"
        )
    tried = [structures()[name]] if name else structures().values()
    placed = (place(net, links) for place in tried)
    drawing_layout = next((each for each in placed if each is not None), None)
    if drawing_layout is None:
        *others, last = (each for each, place in structures().items() if place(net, links) is not None)
        fitting = f"{', '.join(others)} and {last} do" if others else f"{last} does"
        raise InputError(f"the layout {name} does not fit {net.title}; {fitting}")
    return drawing_layout
