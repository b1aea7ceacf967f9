"""Number of links at a node, for nodes whose links share one bandwidth (Reed 1982, after Goodman 1981)."""

import numpy as np
import sympy

from netlemma.checks.performance.class_lemmas import NetworkLemmas
from netlemma.derive.networks.products.products import Product
from netlemma.graphs import Network


def connections(net: Network) -> tuple[int, int]:
    """The least and the greatest number of links (buses, one-way links) at a node of the network.

    >>> from netlemma.graphs import network
    >>> connections(network("toroid", w=3, D=2)), connections(network("mesh", k=3, n=2))
    ((4, 4), (2, 4))
    """
    useful = net.origin != net.target  # a link from a node to itself is crossed by no message
    ends = np.concatenate([net.origin[useful], net.target[useful]]).astype(np.int64)
    pairs = np.unique(ends * max(net.device_count, 1) + np.tile(net.device[useful], 2))
    counts = np.bincount(pairs // max(net.device_count, 1), minlength=net.node_count)
    return int(counts.min()), int(counts.max())


def connections_of_product(product: Product) -> sympy.Expr:
    """The greatest number of links at a node: the sum over the factors.

    >>> from netlemma.derive.networks.products.products import parse
    >>> connections_of_product(parse("ring(w)^D x bus(4)"))
    2*D + 1
    """
    return sympy.Add(*(group.count * _FACTORS[group.kind.name](group.size) for group in product.groups))


def _line(size: sympy.Expr) -> sympy.Expr:
    return sympy.Integer(1) if size == 2 else sympy.Integer(2) if size.is_Integer else sympy.Min(size - 1, 2)


_FACTORS = {
    "line": _line,
    "ring": lambda size: sympy.Integer(2),
    "oneway-ring": lambda size: sympy.Integer(2),
    "clique": lambda size: size - 1,
    "bus": lambda size: sympy.Integer(1),
}


def mean_connections(found: NetworkLemmas, buses: bool) -> sympy.Expr | None:
    """The mean number of links at a node, in symbols: each link has two ends.

    Parameters
    ----------
    found : NetworkLemmas
        Lemmas of the network.
    buses : bool
        Whether the network has buses.

    Returns
    -------
    Expr or None
        Number of links, or None if it is unknown.
    """
    if found.product is not None:
        return connections_of_product(found.product)
    nodes = found.nodes()
    if buses or nodes is None:
        return None
    return sympy.cancel(2 * sympy.Add(*(found.devices(c) for c in found.classes)) / nodes)
