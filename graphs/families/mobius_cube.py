"""Möbius cubes of kind 0 and 1 (Cull and Larson 1995).

Nodes are words x_1 ... x_n of bits, and x_0 is the kind. The i-th link of a node flips x_i alone if x_(i-1) = 0, and x_i, ..., x_n if
x_(i-1) = 1. These links are the class ``dimension-i``.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, bits, cube_facts, log_powers, simple_network
from netlemma.graphs.topology.structure import Network


def make(n: int, kind: int) -> Network:
    """The explicit network; its size is not checked."""
    node = np.arange(2**n)
    links = []
    for i in range(1, n + 1):
        weight = 1 << n - i
        before = (node | kind << n) >> n - i + 1 & 1
        links.append(Links(f"dimension-{i}", node, node ^ np.where(before, 2 * weight - 1, weight)))

    def symmetries() -> list[np.ndarray]:
        """The last two bits flipped; with three bits the first one, too: all nodes are alike then."""
        found = [node ^ 1 << bit for bit in range(min(n, 2))]
        return [*found, node ^ 4 ^ node >> 1 & 1 ^ (node >> 2 & 1) * kind] if n == 3 else found

    return simple_network(2**n, links, bits(n), symmetries=symmetries)


FAMILY = Family(
    name="mobius-cube",
    parameters=(Parameter("n", 1, "dimensions"), Parameter("kind", 0, "0 or 1, the bit before the first")),
    classes=("dimension-i",),
    summary="hypercube whose links behind a 1 flip all later bits: 2^n nodes, n links at each",
    make=make,
    log_sizes=lambda n, kind: log_powers(2, n, n),
    illegal=lambda n, kind: "kind is 0 or 1" if kind > 1 else "",
    facts=lambda n, kind: cube_facts(n),
    default_sizes=tuple({"n": n, "kind": kind} for n in range(1, 8) for kind in (0, 1)),
)
