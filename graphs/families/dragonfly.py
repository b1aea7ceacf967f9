"""Dragonfly: groups of a switches, all linked within a group, with h links to other groups on each switch (Kim et al. 2008).

There are a h + 1 groups, with one link between every two of them, if their number is not given; of fewer groups, every two
have several links. Port m of a group, 0 <= m < a h, is on switch m // h. Three arrangements of the links between groups are in
use (Hastings et al. 2015). ``consecutive`` (also called absolute; the figure of Kim et al., BookSim): port m of group i leads to
group m if m < i, else to group m + 1. ``palmtree`` (Camarero, Vallejo and Beivide 2014): port m of group i leads to group
i - (m + 1). ``circulant``: port 2j of group i leads to group i + (j + 1), port 2j + 1 to group i - (j + 1); it takes an odd number
of groups. All numbers of groups are modulo their number.

With g groups fewer than a h + 1, ports are taken in rounds of g - 1, each arranged so, as SST numbers them, and a link joins
ports of the same round. The r ports of a last, shorter round lead to the groups i +- 1, ..., i +- r // 2, and, if r is odd, to the
one opposite, i + g/2, in the order of the arrangement. Numbers of links between two groups thus differ by one at most. All a h
ports are used; g a h must be even, since a link has two ends.
"""

from typing import NamedTuple

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by, switch_facts
from netlemma.graphs.topology.structure import Network

ARRANGEMENTS = ("consecutive", "palmtree", "circulant")


def partners(groups: int, ports: int, arrangement: str) -> np.ndarray:
    """The group to which each port of each group leads.

    Returns: Other group of port m of group i.

    >>> partners(3, 2, "consecutive").tolist(), partners(3, 2, "palmtree").tolist()
    ([[1, 2], [0, 2], [0, 1]], [[2, 1], [0, 2], [1, 0]])
    >>> partners(4, 4, "consecutive").tolist()
    [[1, 2, 3, 2], [0, 2, 3, 3], [0, 1, 3, 0], [0, 1, 2, 1]]
    """
    i, m = np.ogrid[:groups, : groups - 1]
    if arrangement == "consecutive":
        there = np.where(m < i, m, m + 1)
    else:
        apart = -(m + 1) if arrangement == "palmtree" else np.where(m % 2, -(m // 2 + 1), m // 2 + 1)
        there = (i + apart) % groups
    rounds, rest = divmod(ports, groups - 1)
    away = (there - i) % groups
    taken = (np.minimum(away, groups - away) <= rest // 2) | ((rest % 2 == 1) & (2 * away == groups))
    return np.concatenate([*[there] * rounds, there[taken].reshape(groups, rest)], axis=1)


class GlobalLinks(NamedTuple):
    """The links between groups, each once: group and switch of both of its ends."""

    group: np.ndarray
    switch: np.ndarray
    other: np.ndarray
    its_switch: np.ndarray


def global_links(groups: int, ports: int, h: int, arrangement: str) -> GlobalLinks:
    """The links between groups with as many ports, h of them on a switch."""
    there = partners(groups, ports, arrangement)
    home, port = (np.broadcast_to(each, there.shape) for each in np.ogrid[:groups, :ports])
    turn = port // (groups - 1)
    number = np.zeros((-(-ports // (groups - 1)), groups, groups), dtype=np.int64)
    number[turn, home, there] = port
    back = number[turn, there, home]
    once = home < there
    return GlobalLinks(home[once], port[once] // h, there[once], back[once] // h)


def group_symmetries(node: np.ndarray, h: int, arrangement: str) -> list[np.ndarray]:
    """Images of switches under turns and reflections of the groups that keep the links between groups.

    node (ndarray of int, shape (groups, switches)): Numbers of the switches that have links to other groups.

    Returns: Image of each.
    """
    groups, switches = node.shape
    found = [] if arrangement == "consecutive" else [np.roll(node, -1, axis=0)]
    if arrangement == "circulant":
        return found if h % 2 else [*found, node[::-1]]
    return found if switches * h % (groups - 1) else [*found, node[::-1, ::-1]]  # a last round would come first


def make(p: int, a: int, h: int, arrangement: str, groups: int | None = None) -> Network:
    """The explicit network; its size is not checked. That of a h + 1 groups has their number in its name never."""
    many = groups or a * h + 1
    one, other = np.triu_indices(a, 1)
    first = np.arange(many)[:, None] * a
    between = global_links(many, a * h, h, arrangement)
    net = simple_network(
        many * a,
        [
            Links("local", first + one, first + other),
            Links("global", between.group * a + between.switch, between.other * a + between.its_switch),
        ],
        lambda u: divmod(int(u), a),
        symmetries=lambda: [
            image.ravel() for image in group_symmetries(np.arange(many * a).reshape(many, a), h, arrangement)
        ],
        terminals=p,
        parallel=True,
    )
    sizes = {"p": p, "a": a, "h": h, "arrangement": arrangement}
    return net.named("dragonfly", sizes if many == a * h + 1 else {**sizes, "groups": many})


def _facts(p: int, a: int, h: int, arrangement: str, groups: int | None = None) -> dict[str, int]:
    """Every switch has p terminals, the a-1 others of its group and h links to other groups."""
    switches = a * (groups or a * h + 1)
    return switch_facts(switches, switches * (a - 1 + h) // 2, a - 1 + h, p)


def _illegal(p: int, a: int, h: int, arrangement: str, groups: int | None = None) -> str:
    """What is wrong with a size."""
    if groups is None:
        odd = arrangement == "circulant" and a * h % 2
        return "the circulant arrangement takes an even a*h, as with a=2" if odd else ""
    if groups > a * h + 1:
        return f"a group has a*h = {a * h} links to others, so there are at most {a * h + 1} groups"
    if groups * a * h % 2:
        return f"groups*a*h = {groups * a * h} is the number of ends of links between groups, which must be even"
    odd = arrangement == "circulant" and groups % 2 == 0
    return "the circulant arrangement takes an odd number of groups" if odd else ""


FAMILY = Family(
    name="dragonfly",
    parameters=(
        Parameter("p", 0, "terminals on each switch"),
        Parameter("a", 1, "switches of a group"),
        Parameter("h", 1, "links of a switch to other groups"),
        Parameter("arrangement", 0, "of the links between groups", words=ARRANGEMENTS, default=ARRANGEMENTS[0]),
        Parameter("groups", 2, "groups, a*h + 1 if left out; fewer have several links between two", optional=True),
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
