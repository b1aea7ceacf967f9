"""Networks by name: a family with its parameters, or a product as text."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from graphs.base.errors import NetworkError, SizeError, UnknownFamily
from graphs.families import families
from graphs.topology.grammar import looks_like_product, parse_product
from graphs.topology.product import build
from graphs.topology.ring_structure import RingNetwork
from graphs.topology.structure import Network


def network(name: str, **parameters: Any) -> Network | RingNetwork:
    """The explicit network of a family at one size, or of a product.

    Parameters
    ----------
    name : a family's name (see :func:`graphs.families`) or a product such as ``"line(4) x ring(5)^2"`` of the factors
        line, ring,
        oneway-ring, clique and bus.
    parameters : the family's parameters; none for a product.

    Raises
    ------
    UnknownFamily : no such family; the message suggests the nearest.
    ProductError : the product does not parse; the message points at the character.
    SizeError : a parameter is missing, unknown, outside the domain or too large to build.

    >>> network("toroid", w=4, D=3)
    <Network toroid w=4 D=3: 64 nodes, 192 devices>
    >>> network("line(4) x ring(5)").classes
    [('dimension-0', 15), ('dimension-1', 20)]
    """
    known = families()
    if name in known:
        return known[name].build(**parameters)
    if looks_like_product(name):
        parts = parse_product(name)
        if parameters:
            raise SizeError(f"a product has its sizes in its text and takes no parameter {next(iter(parameters))}")
        return build(parts)
    near = get_close_matches(name.lower(), known, 1)
    hint = f"did you mean {near[0]}?" if near else "a product is written like 'line(4) x ring(5)^2'."
    if re.search(r"[./\\]", name):
        hint = "a file goes behind an option that says what it is (-h shows them)."
    raise UnknownFamily(f"no family is called {name[:40]!r}: {hint} Families: {', '.join(known)}")


def device_network(name: str, **parameters: Any) -> Network:
    """The same where messages visit devices: links and buses.

    :raises NetworkError: for a network of rings, which has no visit ratios

    >>> device_network("ring", K=5).device_count
    5
    """
    net = network(name, **parameters)
    if isinstance(net, RingNetwork):
        raise NetworkError(
            f"{name} is made of point-to-point rings, whose links carry send and echo packets and have no visit ratios: "
            f"netlemma measure {net.title} shows their loads"
        )
    return net


def ring_network(name: str, **parameters: Any) -> RingNetwork:
    """The same where packets travel on rings.

    :raises NetworkError: for a network of devices

    >>> ring_network("clock").ring_count
    2
    """
    net = network(name, **parameters)
    if not isinstance(net, RingNetwork):
        raise NetworkError(
            f"{name} is not made of point-to-point rings, so there are no send and echo packets to count"
        )
    return net
