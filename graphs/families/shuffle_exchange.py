"""Shuffle-exchange network: words of n bits; links rotate the word or flip its last bit (Stone 1971).

The links from 0...0 and 1...1 to themselves are left out, and two shuffle links between the same words are one.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, bits, log_powers, simple_network
from netlemma.graphs.topology.structure import Network


def make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    node, all_ones = np.arange(2**n), 2**n - 1
    rotated = node << 1 & all_ones | node >> n - 1
    return simple_network(
        2**n,
        [Links("exchange", node, node ^ 1), Links("shuffle", node, rotated)],
        bits(n),
        symmetries=lambda: [node ^ all_ones],
    )


FAMILY = Family(
    name="shuffle-exchange",
    parameters=(Parameter("n", 1, "bits"),),
    classes=("exchange", "shuffle"),
    summary="words rotated or with their last bit flipped: 2^n nodes, at most 3 links at each",
    make=make,
    log_sizes=lambda n: log_powers(2, n, 3),
    facts=lambda n: {"nodes": 2**n, "links": 3 * 2 ** (n - 1) - 2 - (n % 2 == 0), "degree": min(n, 3)},
    default_sizes=tuple({"n": n} for n in range(1, 9)),
)
