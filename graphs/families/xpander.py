"""Xpander: a random lift of the complete graph of switches with terminals on each (Valadarsky, Shahaf, Dinitz and Schapira 2016).

Each of d + 1 meta-nodes has ``lift`` switches; those of every two meta-nodes are linked one to one at random.
"""

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by, switch_facts
from netlemma.graphs.topology.random_graphs import random_lift
from netlemma.graphs.topology.structure import Network


def _make(d: int, lift: int, terminals: int, sample: int) -> Network:
    """The explicit network; its size is not checked.

    The label of a switch is its meta-node and its number there.
    """
    return simple_network(
        (d + 1) * lift,
        [Links("link", *random_lift(d, lift, sample).T)],
        lambda u: divmod(int(u), lift),
        terminals=terminals,
    )


def _facts(d: int, lift: int, terminals: int, sample: int) -> dict[str, int]:
    """Every switch has a link to each other meta-node and its terminals."""
    switches = (d + 1) * lift
    return {**switch_facts(switches, switches * d // 2, d, terminals), "least_degree": 1 if terminals else d}


FAMILY = Family(
    name="xpander",
    parameters=(
        Parameter("d", 3, "links of each switch to others"),
        Parameter("lift", 1, "switches of a meta-node"),
        Parameter("terminals", 0, "terminals on each switch", default=0),
        Parameter("sample", 0, "number of the random graph, the seed of its draws", default=0),
    ),
    classes=("link", "terminal"),
    summary="random lift of the complete graph on d+1 nodes, connected, with terminals on each switch",
    make=_make,
    log_sizes=sizes_by(_facts),
    facts=_facts,
    default_sizes=tuple(
        dict(zip(("d", "lift", "terminals", "sample"), size, strict=True))
        for size in ((3, 1, 0, 0), (3, 2, 1, 1), (4, 2, 2, 0), (3, 4, 0, 2), (5, 3, 1, 3), (4, 5, 0, 1))
    ),
)
