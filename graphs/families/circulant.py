"""Circulant graph C_n(jumps): nodes 0, ..., n-1, each linked to those a jump away on either side modulo n (Boesch and Tindell 1984)."""

from math import gcd

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.lattices import quotient_network
from netlemma.graphs.topology.link_arrays import log_count
from netlemma.graphs.topology.structure import Network


def make(n: int, jumps: tuple[int, ...]) -> Network:
    """The explicit network; its size is not checked."""
    return quotient_network([(n,)], [(f"jump-{jump}", [(jump,)]) for jump in jumps])


def _illegal(n: int, jumps: tuple[int, ...]) -> str:
    """What is wrong with a size."""
    if max(jumps) > n // 2 or len(set(jumps)) < len(jumps):
        return "the jumps are different numbers from 1 to n/2 (jump n-j is the same as jump j)"
    common = gcd(n, *jumps)
    return (
        "" if common == 1 else f"it would not be connected, as {common} divides n and all jumps: add a jump such as 1"
    )


def _facts(n: int, jumps: tuple[int, ...]) -> dict[str, int]:
    """Two links of each jump at each node, one of the jump n/2."""
    degree = 2 * len(jumps) - (2 * max(jumps) == n)
    return {"nodes": n, "degree": degree, "least_degree": degree, "links": n * degree // 2}


FAMILY = Family(
    name="circulant",
    parameters=(Parameter("n", 2, "nodes"), Parameter("jumps", 1, "of the links", many=2)),
    classes=("jump-j",),
    summary="circle of n nodes, each linked to those that are one of the jumps away",
    make=make,
    log_sizes=lambda n, jumps: log_count(n, 2 * n * len(jumps)),
    illegal=_illegal,
    facts=_facts,
    default_sizes=tuple(
        {"n": n, "jumps": jumps}
        for n, jumps in (
            *((2, (1,)), (5, (1, 2)), (8, (1, 3)), (8, (1, 4)), (13, (1, 5))),
            *((15, (3, 5)), (16, (1, 6)), (21, (1, 4, 6)), (24, (1, 7)), (64, (1, 8))),
        )
    ),
)
