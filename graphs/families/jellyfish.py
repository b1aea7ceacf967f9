"""Jellyfish: a random regular graph of switches with terminals on each (Singla, Hong, Popa and Godfrey 2012)."""

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by, switch_facts
from netlemma.graphs.topology.random_graphs import random_regular
from netlemma.graphs.topology.structure import Network


def _make(switches: int, degree: int, terminals: int, sample: int) -> Network:
    """The explicit network; its size is not checked."""
    return simple_network(
        switches, [Links("link", *random_regular(switches, degree, sample).T)], lambda u: (int(u),), terminals=terminals
    )


def _facts(switches: int, degree: int, terminals: int, sample: int) -> dict[str, int]:
    """Every switch has its degree and its terminals."""
    least = 1 if terminals else degree
    return {**switch_facts(switches, switches * degree // 2, degree, terminals), "least_degree": least}


def _illegal(switches: int, degree: int, terminals: int, sample: int) -> str:
    """What is wrong with a size."""
    if degree < switches and switches * degree % 2 == 0:
        return ""
    return "degree must be less than switches, and switches*degree even"


FAMILY = Family(
    name="jellyfish",
    parameters=(
        Parameter("switches", 4, "number of switches"),
        Parameter("degree", 3, "links of each switch to others"),
        Parameter("terminals", 0, "terminals on each switch", default=0),
        Parameter("sample", 0, "number of the random graph, the seed of its draws", default=0),
    ),
    classes=("link", "terminal"),
    summary="random regular graph of switches, connected, with terminals on each",
    make=_make,
    log_sizes=sizes_by(_facts),
    illegal=_illegal,
    facts=_facts,
    default_sizes=tuple(
        dict(zip(("switches", "degree", "terminals", "sample"), size, strict=True))
        for size in (
            (4, 3, 0, 0),
            (6, 3, 1, 1),
            (8, 4, 2, 0),
            (9, 4, 1, 2),
            (10, 5, 0, 1),
            (16, 6, 3, 3),
            (20, 4, 0, 2),
        )
    ),
)
