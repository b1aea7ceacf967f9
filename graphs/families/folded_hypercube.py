"""Folded hypercube: the hypercube and a link between every two complementary nodes (El-Amawy and Latifi 1991)."""

from typing import Any

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, bits, log_powers, simple_network
from netlemma.graphs.topology.structure import Network


def make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    node = np.arange(2**n)
    flipped = node[:, None] ^ 1 << np.arange(n)
    return simple_network(
        2**n,
        [Links("cube", node[:, None], flipped), Links("complement", node, node ^ 2**n - 1)],
        bits(n),
        symmetries=lambda: [node ^ 1, (node << 1 | node >> n - 1) & 2**n - 1],
    )


def _facts(n: int) -> dict[str, Any]:
    """Every node has its n neighbours in the hypercube and its complement."""
    return {"nodes": 2**n, "degree": n + 1, "least_degree": n + 1, "links": (n + 1) * 2 ** (n - 1)}


FAMILY = Family(
    name="folded-hypercube",
    parameters=(Parameter("n", 2, "dimensions"),),
    classes=("cube", "complement"),
    summary="hypercube with links between complements: 2^n nodes, n+1 links at each",
    make=make,
    log_sizes=lambda n: log_powers(2, n, n + 1),
    facts=_facts,
    other_name="folded-cube",
    default_sizes=tuple({"n": n} for n in range(2, 10)),
)
