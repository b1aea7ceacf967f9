"""Twisted torus of k x k x 2k nodes: leaving x = k-1 upwards enters x = 0 with z shifted by k modulo 2k, likewise y (Camara et al. 2010).

The lines along z are rings. Links along x, y and z are the classes ``dimension-0``, ``dimension-1`` and ``dimension-2``. Interconnects of
accelerators with optical switches offer it beside the torus (Jouppi et al. 2023).
"""

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.lattices import quotient_network
from netlemma.graphs.topology.link_arrays import log_count
from netlemma.graphs.topology.structure import Network


def make(k: int) -> Network:
    """The explicit network; its size is not checked."""
    units = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    return quotient_network(
        [(k, 0, k), (0, k, k), (0, 0, 2 * k)], [(f"dimension-{axis}", [unit]) for axis, unit in enumerate(units)]
    )


FAMILY = Family(
    name="twisted-torus-3d",
    parameters=(Parameter("k", 1, "nodes along x and y, half of those along z"),),
    classes=("dimension-0", "dimension-1", "dimension-2"),
    summary="torus of k x k x 2k nodes whose links around x and y shift z by k: 2k^3 nodes, 6 links at each",
    make=make,
    log_sizes=lambda k: log_count(2 * k**3, 12 * k**3),
    facts=lambda k: {"nodes": 2 * k**3, **({"degree": 6, "least_degree": 6} if k > 1 else {})},
    default_sizes=tuple({"k": k} for k in range(1, 6)),
    other_name="twisted-torus",
)
