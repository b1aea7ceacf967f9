"""Twisted cube of odd dimension (Hilbers, Koopman and van de Snepscheut 1987).

Bits of a node are u_(n-1) ... u_0, and P_i is the sum of u_i, ..., u_0 modulo 2. One link flips u_0. For each j = 3, 5, ..., n one
flips bit j-1; and one flips bits j-1 and j-2 if P_(j-3) = 0, bit j-2 alone if P_(j-3) = 1. The class ``dimension-i`` has the
links that flip bit i and none below. Esfahanian, Ni and Sagan (1991) call a hypercube with one pair of links exchanged
twisted; it is not meant here.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, bits, cube_facts, log_powers, simple_network
from netlemma.graphs.topology.structure import Network


def make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    node = np.arange(2**n)
    sums = node & 1  # P_(j-3)
    links = [Links("dimension-0", node, node ^ 1)]
    for j in range(3, n + 1, 2):
        links.append(Links(f"dimension-{j - 2}", node, node ^ 1 << j - 2 ^ (1 - sums) << j - 1))
        links.append(Links(f"dimension-{j - 1}", node, node ^ 1 << j - 1))
        sums = sums ^ node >> j - 2 & 1 ^ node >> j - 1 & 1
    return simple_network(2**n, links, bits(n), symmetries=lambda: _symmetries(n))


def _symmetries(n: int) -> list[np.ndarray]:
    """Bits flipped that leave all sums as they are: j-1 and j-2 for each j, and each of the last two.

    A bit before these may be flipped if bit n-1 is where bit n-2 is 1. Three dimensions are all alike then.
    """
    node = np.arange(2**n)
    if n == 1:
        return [node ^ 1]
    found = [node ^ 3 << j - 2 for j in range(3, n + 1, 2)]
    return [*found, node ^ 1 << n - 1, node ^ 1 << max(n - 4, 0) ^ (node >> n - 2 & 1) << n - 1]


FAMILY = Family(
    name="twisted-cube",
    parameters=(Parameter("n", 1, "dimensions, odd"),),
    classes=("dimension-i",),
    summary="hypercube of odd dimension, half of its links turned by parities of bits: 2^n nodes, n links at each",
    make=make,
    log_sizes=lambda n: log_powers(2, n, n),
    illegal=lambda n: "" if n % 2 else "n must be odd: 1, 3, 5, ...",
    facts=cube_facts,
    default_sizes=tuple({"n": n} for n in range(1, 10, 2)),
)
