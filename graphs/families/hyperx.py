"""HyperX: switches at the points of a grid, every two in a line linked, T terminals on each (Ahn et al. 2009)."""

from math import prod

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by, switch_facts
from netlemma.graphs.topology.structure import Network


def make(S: tuple[int, ...], T: int) -> Network:
    """The explicit network; its size is not checked."""
    node = np.arange(prod(S)).reshape(S)
    links = []
    for axis, size in enumerate(S):
        line = np.moveaxis(node, axis, 0)
        one, other = np.triu_indices(size, 1)
        links.append(Links(f"dimension-{axis}", line[one], line[other]))
    return simple_network(
        node.size,
        links,
        lambda u: tuple(int(x) for x in np.unravel_index(int(u), S)),
        symmetries=lambda: [np.roll(node, 1, axis=axis).ravel() for axis in range(len(S))],
        terminals=T,
    )


def _facts(S: tuple[int, ...], T: int) -> dict[str, int]:
    """A switch is linked to the others of each of its lines and to its terminals."""
    switches, degree = prod(S), sum(size - 1 for size in S)
    return switch_facts(switches, switches * degree // 2, degree, T)


FAMILY = Family(
    name="hyperx",
    parameters=(
        Parameter("S", 2, "switches in a line of each dimension", many=3),
        Parameter("T", 0, "terminals on each switch"),
    ),
    classes=("dimension-i", "terminal"),
    summary="grid of switches, every two in a line linked, with T terminals on each: prod(S) switches",
    make=make,
    log_sizes=sizes_by(_facts),
    facts=_facts,
    default_sizes=tuple(
        {"S": S, "T": T} for S, T in (((2,), 0), ((2,), 1), ((3,), 2), ((2, 3), 1), ((3, 3), 2), ((2, 2, 3), 1))
    ),
)
