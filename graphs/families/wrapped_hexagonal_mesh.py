"""Wrapped hexagonal mesh (Chen, Shin and Kandlur 1990): u linked to u +- 1, u +- (3n-1) and u +- (3n-2) modulo 3n^2 - 3n + 1.

Its nodes are those of a hexagonal mesh with n nodes a side. The steps of 1, 3n-1 and 3n-2 are the classes ``dimension-0``, ``dimension-1``
and ``dimension-2``.
"""

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.lattices import quotient_network
from netlemma.graphs.topology.link_arrays import log_count
from netlemma.graphs.topology.structure import Network


def make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    steps = [(f"dimension-{i}", [(step,)]) for i, step in enumerate((1, 3 * n - 1, 3 * n - 2))]
    return quotient_network([(3 * n * n - 3 * n + 1,)], steps)


FAMILY = Family(
    name="wrapped-hexagonal-mesh",
    parameters=(Parameter("n", 2, "nodes of a side"),),
    classes=("dimension-0", "dimension-1", "dimension-2"),
    summary="hexagon of a triangular lattice, n nodes a side, wrapped around: 3n^2 - 3n + 1 nodes, 6 links at each",
    make=make,
    log_sizes=lambda n: log_count(3 * n * n - 3 * n + 1, 18 * n * n),
    facts=lambda n: {"nodes": 3 * n * n - 3 * n + 1, "degree": 6, "least_degree": 6},
    default_sizes=tuple({"n": n} for n in range(2, 9)),
)
