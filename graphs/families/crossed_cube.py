"""Crossed cube (Efe 1992): a hypercube whose links in dimension m may also change bits below m.

Bits of a node are u_(n-1) ... u_0. Nodes u and v are linked in dimension m if the bits above m are equal, bit m differs,
bit m-1 is equal if m is odd, and the pairs (u_(2i+1) u_(2i)) and (v_(2i+1) v_(2i)), 0 <= i < floor(m/2), are related: 00 to
00, 10 to 10, 01 to 11, 11 to 01. The links in dimension m are the class ``dimension-m``.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, bits, cube_facts, log_powers, simple_network
from netlemma.graphs.topology.structure import Network

LOW = 0x5555_5555_5555_5555  # the even bits, which are the lower ones of the pairs


def make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    node = np.arange(2**n)
    links = []
    for m in range(n):
        below = LOW & (1 << m // 2 * 2) - 1
        links.append(Links(f"dimension-{m}", node, node ^ 1 << m ^ (node & below) << 1))
    return simple_network(2**n, links, bits(n), symmetries=lambda: _symmetries(n))


def _symmetries(n: int) -> list[np.ndarray]:
    """Bits flipped on which no relation depends: the upper ones of the pairs, and those of the last pair.

    The lower bit of the last but one pair may be flipped if its upper bit is flipped where the bits above have an odd sum.
    With at most four bits this makes all nodes alike.
    """
    node = np.arange(2**n)
    last = (n - 1) // 2 * 2  # lower bit of the last pair
    found = [node ^ 1 << bit for bit in (*range(1, n, 2), last)]
    if last:
        odd = (node >> last ^ node >> last + 1) & 1
        found.append(node ^ 1 << last - 2 ^ odd << last - 1)
    return found


FAMILY = Family(
    name="crossed-cube",
    parameters=(Parameter("n", 1, "dimensions"),),
    classes=("dimension-m",),
    summary="hypercube whose links change pairs of lower bits as well: 2^n nodes, n links at each",
    make=make,
    log_sizes=lambda n: log_powers(2, n, n),
    facts=cube_facts,
    default_sizes=tuple({"n": n} for n in range(1, 9)),
)
