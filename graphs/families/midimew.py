"""Midimew network: the circulant graph C_n(b-1, b), b = ceil(sqrt(n/2)), of least mean distance (Beivide et al. 1991).

The class ``jump-1`` has the links of jump b-1, the class ``jump-2`` those of jump b.
"""

from math import isqrt

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.lattices import quotient_network
from netlemma.graphs.topology.link_arrays import log_count
from netlemma.graphs.topology.structure import Network


def make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    b = isqrt((n - 1) // 2) + 1
    return quotient_network([(n,)], [("jump-1", [(b - 1,)]), ("jump-2", [(b,)])])


FAMILY = Family(
    name="midimew",
    parameters=(Parameter("n", 2, "nodes"),),
    classes=("jump-1", "jump-2"),
    summary="circulant graph of n nodes with the jumps b-1 and b, b = ceil(sqrt(n/2)): the least mean distance with 4 links",
    make=make,
    log_sizes=lambda n: log_count(n, 4 * n),
    facts=lambda n: {"nodes": n, "degree": min(n - 1, 4), "links": n * min(n - 1, 4) // 2},
    default_sizes=tuple({"n": n} for n in (*range(2, 11), 13, 16, 18, 23, 25, 32, 41, 50, 64, 100)),
)
