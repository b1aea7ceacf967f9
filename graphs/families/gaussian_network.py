"""Gaussian network: the Gaussian integers modulo a + bi, u linked to u + 1, u - 1, u + i and u - i (Martinez et al. 2008).

A node is written (x, y), the integer x + yi of least norm in its class. The steps of 1 and of i are the classes ``dimension-0`` and
``dimension-1``.
"""

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.lattices import quotient_network, triangular
from netlemma.graphs.topology.link_arrays import log_count
from netlemma.graphs.topology.structure import Network


def make(a: int, b: int) -> Network:
    """The explicit network; its size is not checked."""
    return quotient_network(
        triangular((a, b), (-b, a)),
        [("dimension-0", [(1, 0)]), ("dimension-1", [(0, 1)])],
        norm=lambda x, y: x * x + y * y,
    )


def _facts(a: int, b: int) -> dict[str, int]:
    """As many nodes as the norm says; the four neighbours differ by integers of norm 2 or 4, so with 5 nodes they are different."""
    count = a * a + b * b
    return {"nodes": count, **({"degree": 4, "least_degree": 4} if count > 4 else {})}


FAMILY = Family(
    name="gaussian-network",
    parameters=(Parameter("a", 0, "real part of the modulus"), Parameter("b", 0, "imaginary part of the modulus")),
    classes=("dimension-0", "dimension-1"),
    summary="Gaussian integers modulo a + bi: a^2 + b^2 nodes, 4 links at each",
    make=make,
    log_sizes=lambda a, b: log_count(a * a + b * b, 4 * (a * a + b * b)),
    illegal=lambda a, b: "" if a * a + b * b > 1 else "a^2 + b^2, the number of nodes, must be at least 2",
    facts=_facts,
    default_sizes=tuple(
        {"a": a, "b": b}
        for a, b in (
            *((0, 2), (1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (1, 4)),
            *((4, 1), (3, 4), (0, 5), (4, 4), (4, 5), (5, 6)),
        )
    ),
)
