"""Named numbers of the explicit networks of the paper: rings and nodes, packets, and packets followed for whole
rounds.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from netlemma.checks.claims.statements.johnson1991.networks import explicit_rings
from netlemma.checks.claims.statements.johnson1991.rounds import Rounds, two_rounds
from netlemma.checks.performance.ring_curves import measurement
from netlemma.derive.core.domain import Size
from netlemma.graphs import RingMeasurement, RingNetwork
from netlemma.graphs.topology.ring_structure import ABSENT

Number = int | Fraction


def on_node(net: RingNetwork, needed: bool = False) -> list[int]:
    """The number of different rings at each node.

    Parameters
    ----------
    net : RingNetwork
        Network of rings.
    needed : bool, default False
        Whether rings of one node are excluded.

    Returns
    -------
    list of int
        Number of rings by node.
    """
    least = 2 if needed else 1
    return [len({x for x in row if x != ABSENT and net.ring_sizes[x] >= least}) for row in net.ring.tolist()]


def _alike(values: Iterable[int]) -> int:
    (found,) = set(values)
    return int(found)


def _center_on_one_ring(net: RingNetwork) -> int:
    """How many rings all nodes of the center are on, those that are on two rings."""
    center = [set(row) - {ABSENT} for row, count in zip(net.ring.tolist(), on_node(net), strict=True) if count == 2]
    return len(set.intersection(*center))


def _links_of_node(net: RingNetwork, stages: int) -> int:
    """How many links with rings of ``stages`` times r nodes each node has."""
    return _alike(sum(net.ring_sizes[x] == stages * net.parameters["r"] for x in row) for row in net.ring.tolist())


NETWORK: Mapping[str, Callable[[RingNetwork], Number]] = {
    "nodes": lambda net: net.node_count,
    "rings": lambda net: net.ring_count,
    "numbers": lambda net: net.fanout,
    "at_most": lambda net: max(on_node(net)),
    "on_node": lambda net: _alike(on_node(net)),
    "needed_on_node": lambda net: _alike(on_node(net, needed=True)),
    "least_needed": lambda net: min(on_node(net, needed=True)),
    "ring_nodes": lambda net: _alike(net.ring_sizes.tolist()),
    "rings_of_one": lambda net: net.ring_sizes.tolist().count(1),
    "rings_of_two": lambda net: net.ring_sizes.tolist().count(2),
    "greatest_ring": lambda net: int(net.ring_sizes.max()),
    "short_ring": lambda net: int(net.ring_sizes.min()),
    "long_ring": lambda net: int(net.ring_sizes.max()),
    "processors_per_node": lambda net: Fraction(net.processor_count, net.node_count),
    "center": lambda net: on_node(net).count(2),
    "center_on_one_ring": _center_on_one_ring,
    "short": lambda net: _links_of_node(net, 1),
    "long": lambda net: _links_of_node(net, 2),
}
PACKETS: Mapping[str, Callable[[RingMeasurement], Number]] = {
    "processors": lambda found: found.nodes,
    "links": lambda found: sum(c.devices for c in found.classes),
    "total_distance": lambda found: found.total_distance,
    "sends": lambda found: int(found.counts.send.sum()),
    "echoes": lambda found: int(found.counts.echo.sum()),
    "entries": lambda found: int(found.counts.entries.sum()),
    "mean_queue": lambda found: found.mean_queue,
}
ROUNDS: Mapping[str, Callable[[Rounds], Number]] = {
    "packets": lambda found: found.packets,
    "later": lambda found: found.later,
    "second_links": lambda found: found.second_links,
    "second_rings": lambda found: found.second_rings,
    "met": lambda found: found.met,
    "too_many": lambda found: found.too_many,
    "round_entries": lambda found: int(found.entries.sum()),
    "most_round_entries": lambda found: int(found.entries.max()),
}
ROUNDS_OF_CLASS: Mapping[str, Callable[[Rounds, str], Number]] = {
    "first_send": lambda found, name: found.first_send[name],
    "first_rings": lambda found, name: found.first_rings[name],
    "new": lambda found, name: found.new_later[name],
    "links": lambda found, name: found.links[name],
}


def counted_number(name: str, family: str, size: Size) -> Number:
    """A named number of a network at a size.

    Parameters
    ----------
    name : str
        A parameter; a name listed above; or a name with a class of links after it: ``send``, ``echo``, ``entries``
        (loads of a link, rings entered by all packets together), and in whole rounds ``first_send``, ``first_rings``,
        ``new`` and ``links``.
    family : str
        Name of the family.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    Number
        The number.

    Examples
    --------
    >>> [counted_number(name, "multicube", {"f": 2, "r": 3}) for name in ("r", "nodes", "links", "send_ring", "echo_ring")]
    [3, 9, 18, 9, 9]
    """
    if name in size:
        return size[name]
    if name in NETWORK:
        return NETWORK[name](explicit_rings(family, size))
    if name in PACKETS:
        return PACKETS[name](measurement(family, size["f"], size["r"]))
    if name in ROUNDS:
        return ROUNDS[name](two_rounds(family, size["f"], size["r"]))
    quantity, _, of = name.rpartition("_")
    if quantity in ROUNDS_OF_CLASS:
        return ROUNDS_OF_CLASS[quantity](two_rounds(family, size["f"], size["r"]), of)
    if quantity == "entries":
        net, found = explicit_rings(family, size), measurement(family, size["f"], size["r"])
        return int(found.counts.entries[net.link_class == net.class_names.index(of)].sum())
    return load(family, of, size)[("send", "echo").index(quantity)]


def load(family: str, name: str, size: Size) -> tuple[int, int]:
    """The packets and echoes that all links of a class carry.

    Parameters
    ----------
    family : str
        Name of the family.
    name : str
        Class of links.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    tuple of (int, int)
        Numbers of packets and of echoes on each link.
    """
    (found,) = next(c.loads for c in measurement(family, size["f"], size["r"]).classes if c.name == name)
    return found[0], found[1]
