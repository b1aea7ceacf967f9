"""Twisted torus of two dimensions: leaving x = a-1 upwards enters x = 0 with y shifted by s modulo b; y is a ring (Beivide et al. 1991).

The links along x are the class ``dimension-0``, those along y ``dimension-1``. Links from a node to itself are left out and parallel ones
merged, as in rings of one or two nodes.
"""

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.lattices import quotient_network
from netlemma.graphs.topology.link_arrays import log_count
from netlemma.graphs.topology.structure import Network


def make(a: int, b: int, s: int) -> Network:
    """The explicit network; its size is not checked."""
    return quotient_network([(a, -s % b), (0, b)], [("dimension-0", [(1, 0)]), ("dimension-1", [(0, 1)])])


FAMILY = Family(
    name="twisted-torus-2d",
    parameters=(
        Parameter("a", 1, "nodes along x"),
        Parameter("b", 2, "nodes along y"),
        Parameter("s", 0, "shift of y where x wraps around"),
    ),
    classes=("dimension-0", "dimension-1"),
    summary="torus of a x b nodes whose links around x shift y by s: ab nodes, 4 links at each",
    make=make,
    log_sizes=lambda a, b, s: log_count(a * b, 4 * a * b),
    facts=lambda a, b, s: {"nodes": a * b, **({"degree": 4, "least_degree": 4} if min(a, b) > 2 else {})},
    default_sizes=tuple(
        {"a": a, "b": b, "s": s}
        for a, b, s in (
            *((1, 2, 0), (1, 5, 2), (2, 2, 1), (2, 4, 2), (3, 3, 1), (4, 4, 0), (4, 4, 2)),
            *((3, 6, 3), (4, 6, 3), (4, 8, 4), (5, 5, 2), (8, 8, 4)),
        )
    ),
)
