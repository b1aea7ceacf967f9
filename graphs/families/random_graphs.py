"""Random regular graphs of switches with hosts."""

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by, switch_facts
from netlemma.graphs.topology.random_graphs import random_lift, random_regular
from netlemma.graphs.topology.structure import Network


def _jellyfish_make(switches: int, degree: int, terminals: int, sample: int) -> Network:
    """The explicit network; its size is not checked."""
    return simple_network(
        switches, [Links("link", *random_regular(switches, degree, sample).T)], lambda u: (int(u),), terminals=terminals
    )


def _jellyfish_facts(switches: int, degree: int, terminals: int, sample: int) -> dict[str, int]:
    """Every switch has its degree and its terminals."""
    least = 1 if terminals else degree
    return {**switch_facts(switches, switches * degree // 2, degree, terminals), "least_degree": least}


def _jellyfish_illegal(switches: int, degree: int, terminals: int, sample: int) -> str:
    """What is wrong with a size."""
    if degree < switches and switches * degree % 2 == 0:
        return ""
    return "degree must be less than switches, and switches*degree even"


JELLYFISH = Family(
    name="jellyfish",
    parameters=(
        Parameter("switches", 4, "number of switches"),
        Parameter("degree", 3, "links of each switch to others"),
        Parameter("terminals", 0, "terminals on each switch", default=0),
        Parameter("sample", 0, "number of the random graph, the seed of its draws", default=0),
    ),
    classes=("link", "terminal"),
    summary="random regular graph of switches, connected, with terminals on each",
    make=_jellyfish_make,
    log_sizes=sizes_by(_jellyfish_facts),
    illegal=_jellyfish_illegal,
    facts=_jellyfish_facts,
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


def _xpander_make(d: int, lift: int, terminals: int, sample: int) -> Network:
    """The explicit network; its size is not checked.

    The label of a switch is its meta-node and its number there.
    """
    return simple_network(
        (d + 1) * lift,
        [Links("link", *random_lift(d, lift, sample).T)],
        lambda u: divmod(int(u), lift),
        terminals=terminals,
    )


def _xpander_facts(d: int, lift: int, terminals: int, sample: int) -> dict[str, int]:
    """Every switch has a link to each other meta-node and its terminals."""
    switches = (d + 1) * lift
    return {**switch_facts(switches, switches * d // 2, d, terminals), "least_degree": 1 if terminals else d}


XPANDER = Family(
    name="xpander",
    parameters=(
        Parameter("d", 3, "links of each switch to others"),
        Parameter("lift", 1, "switches of a meta-node"),
        Parameter("terminals", 0, "terminals on each switch", default=0),
        Parameter("sample", 0, "number of the random graph, the seed of its draws", default=0),
    ),
    classes=("link", "terminal"),
    summary="random lift of the complete graph on d+1 nodes, connected, with terminals on each switch",
    make=_xpander_make,
    log_sizes=sizes_by(_xpander_facts),
    facts=_xpander_facts,
    default_sizes=tuple(
        dict(zip(("d", "lift", "terminals", "sample"), size, strict=True))
        for size in ((3, 1, 0, 0), (3, 2, 1, 1), (4, 2, 2, 0), (3, 4, 0, 2), (5, 3, 1, 3), (4, 5, 0, 1))
    ),
)

FAMILIES = {
    "Jellyfish: a random regular graph of switches with terminals on each (Singla, Hong, Popa and Godfrey 2012).": JELLYFISH,
    "Xpander: a random lift of the complete graph of switches with terminals on each (Valadarsky, Shahaf, Dinitz "
    "and Schapira 2016).\n\n"
    "Each of d + 1 meta-nodes has ``lift`` switches; those of every two meta-nodes are linked one to one at random.": XPANDER,
}
