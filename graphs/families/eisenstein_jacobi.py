"""Eisenstein-Jacobi network: the integers x + yw, w = (1 + i sqrt 3)/2, modulo a + bw (Martinez et al. 2008, Flahive and Bose 2010).

A node u is linked to u + 1, u - 1, u + w, u - w, u + w^2 and u - w^2, where w^2 = w - 1. It is written (x, y), the integer x + yw of
least norm in its class. The steps of 1, w and w^2 are the classes ``dimension-0``, ``dimension-1`` and ``dimension-2``.
"""

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.lattices import quotient_network, triangular
from netlemma.graphs.topology.link_arrays import log_count
from netlemma.graphs.topology.structure import Network


def make(a: int, b: int) -> Network:
    """The explicit network; its size is not checked."""
    return quotient_network(
        triangular((a, b), (-b, a + b)),
        [("dimension-0", [(1, 0)]), ("dimension-1", [(0, 1)]), ("dimension-2", [(-1, 1)])],
        norm=lambda x, y: x * x + x * y + y * y,
    )


def _facts(a: int, b: int) -> dict[str, int]:
    """As many nodes as the norm says; the six neighbours differ by integers of norm 1, 3 or 4, so with 5 nodes they are different."""
    count = a * a + a * b + b * b
    return {"nodes": count, **({"degree": 6, "least_degree": 6} if count > 4 else {})}


FAMILY = Family(
    name="eisenstein-jacobi",
    parameters=(Parameter("a", 0, "first number of the modulus"), Parameter("b", 0, "second number of the modulus")),
    classes=("dimension-0", "dimension-1", "dimension-2"),
    summary="Eisenstein-Jacobi integers modulo a + bw: a^2 + ab + b^2 nodes, 6 links at each",
    make=make,
    log_sizes=lambda a, b: log_count(a * a + a * b + b * b, 6 * (a * a + a * b + b * b)),
    illegal=lambda a, b: "" if a + b > 1 else "a^2 + ab + b^2, the number of nodes, must be at least 2",
    facts=_facts,
    default_sizes=tuple(
        {"a": a, "b": b}
        for a, b in ((0, 2), (1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (3, 2), (3, 4), (3, 3), (4, 4), (4, 5), (5, 6))
    ),
)
