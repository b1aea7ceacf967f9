"""Dragonfly: a h + 1 groups of a switches, all linked within a group, one link between every two groups (Kim et al. 2008).

Port m of a group, 0 <= m < a h, is on switch m // h. Three arrangements of the links between groups are in use.
``consecutive`` (also called absolute; the figure of Kim et al., BookSim): port m of group i leads to group m if m < i, else
to group m + 1. ``palmtree`` (Camarero, Vallejo and Beivide 2014, SST): port m of group i leads to group i - (m + 1).
``circulant``: port 2j of group i leads to group i + (j + 1), port 2j + 1 to group i - (j + 1); it takes an even a h. All
numbers of groups are modulo a h + 1.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by, switch_facts
from netlemma.graphs.topology.structure import Network

ARRANGEMENTS = ("consecutive", "palmtree", "circulant")


def partners(groups: int, arrangement: str) -> np.ndarray:
    """The group to which each port of each group leads.

    Returns: Other group of port m of group i.

    >>> partners(3, "consecutive").tolist(), partners(3, "palmtree").tolist()
    ([[1, 2], [0, 2], [0, 1]], [[2, 1], [0, 2], [1, 0]])
    """
    i, m = np.ogrid[:groups, : groups - 1]
    if arrangement == "consecutive":
        return np.where(m < i, m, m + 1)
    apart = -(m + 1) if arrangement == "palmtree" else np.where(m % 2, -(m // 2 + 1), m // 2 + 1)
    return (i + apart) % groups


def global_links(groups: int, h: int, arrangement: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The links between groups, each from both of its ends.

    Returns: By group and port: the switch of the port in its group, the other group and the switch there.
    """
    there = partners(groups, arrangement)
    back = np.argsort(there, axis=1)  # back[i, j'] is the port of group i to the j'-th of the other groups
    home = np.arange(groups)[:, None]
    port = back[there, np.where(home < there, home, home - 1)]
    return np.arange(groups - 1) // h, there, port // h


def group_symmetries(node: np.ndarray, h: int, arrangement: str) -> list[np.ndarray]:
    """Images of switches under turns and reflections of the groups that keep the links between groups.

    node (ndarray of int, shape (groups, switches)): Numbers of the switches that have links to other groups.

    Returns: Image of each.
    """
    found = [] if arrangement == "consecutive" else [np.roll(node, -1, axis=0)]
    if arrangement != "circulant":
        return [*found, node[::-1, ::-1]]
    return found if h % 2 else [*found, node[::-1]]


def make(p: int, a: int, h: int, arrangement: str) -> Network:
    """The explicit network; its size is not checked."""
    groups = a * h + 1
    one, other = np.triu_indices(a, 1)
    first = np.arange(groups)[:, None] * a
    switch, there, its_switch = global_links(groups, h, arrangement)
    return simple_network(
        groups * a,
        [Links("local", first + one, first + other), Links("global", first + switch, there * a + its_switch)],
        lambda u: divmod(int(u), a),
        symmetries=lambda: [
            image.ravel() for image in group_symmetries(np.arange(groups * a).reshape(groups, a), h, arrangement)
        ],
        terminals=p,
    )


def _facts(p: int, a: int, h: int, arrangement: str) -> dict[str, int]:
    """Every switch has p terminals, the a-1 others of its group and h links to other groups."""
    switches = a * (a * h + 1)
    return switch_facts(switches, switches * (a - 1 + h) // 2, a - 1 + h, p)


def _illegal(p: int, a: int, h: int, arrangement: str) -> str:
    """What is wrong with a size."""
    odd = arrangement == "circulant" and a * h % 2
    return "the circulant arrangement takes an even a*h, as with a=2" if odd else ""


FAMILY = Family(
    name="dragonfly",
    parameters=(
        Parameter("p", 0, "terminals on each switch"),
        Parameter("a", 1, "switches of a group"),
        Parameter("h", 1, "links of a switch to other groups"),
        Parameter("arrangement", 0, "of the links between groups", words=ARRANGEMENTS, default=ARRANGEMENTS[0]),
    ),
    classes=("local", "global", "terminal"),
    summary="a*h + 1 groups of a switches, all linked in a group, a link between every two groups, p terminals a switch",
    make=make,
    log_sizes=sizes_by(_facts),
    illegal=_illegal,
    facts=_facts,
    default_sizes=tuple(
        {"p": p, "a": a, "h": h, "arrangement": arrangement}
        for p, a, h in ((0, 1, 1), (1, 1, 1), (1, 2, 1), (2, 2, 1), (1, 2, 2), (1, 3, 1), (2, 4, 2))
        for arrangement in ARRANGEMENTS
        if arrangement != "circulant" or a * h % 2 == 0
    ),
)
