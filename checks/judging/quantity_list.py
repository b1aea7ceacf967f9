"""The quantities that are measured on any explicit network: one list, shown by ``netlemma list quantities``."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from netlemma.base.names import nearest
from netlemma.base.synonyms import QUANTITY, advice, quantity_meant
from netlemma.checks.base.inputs import quoted_text
from netlemma.errors import InputError, legal_names

DISTANCE = "i"  # the parameter of quantities by distance
MOST_HALVED = 64  # nodes of networks whose bisection is computed unasked
MOST_FAILING = 100  # nodes of networks each of whose links fails unasked
MOST_SOLVED = 36  # nodes of networks whose forwarding indices are computed unasked
MEAN, LOAD, NODE_LOAD, LENGTH, COUNT, OTHER = "mean", "load", "node load", "length", "count", "other"


@dataclass(frozen=True)
class MeasurableQuantity:
    """A quantity that is measured.

    name: Name; of a class of devices, that of the class follows behind a dot.
    words: Meaning.
    kind: ``mean`` (over pairs), ``load`` (crossings of a device by one message), ``node load`` (the same for a message
    of every node), ``length`` (of a path), ``count`` or ``other``.
    by_class: Whether it is that of a class of devices.
    extra: Parameters besides the sizes of the network.
    rings: Whether it belongs to networks of point-to-point rings alone.
    most_nodes: Largest number of nodes of the sizes that are tried unasked.
    """

    name: str
    words: str
    kind: str
    by_class: bool = False
    extra: tuple[str, ...] = ()
    rings: bool = False
    most_nodes: int | None = None


_EVERY = (
    MeasurableQuantity("nodes", "nodes between which messages run", COUNT),
    MeasurableQuantity("switches", "nodes that only pass messages on", COUNT),
    MeasurableQuantity("ports", "most links and buses at a switch; at any node if there are no switches", COUNT),
    MeasurableQuantity("links", "links and buses; links.CLASS of one class", COUNT, by_class=True),
    MeasurableQuantity("degree", "links and buses at a node, if all have as many", COUNT),
    MeasurableQuantity("min_degree", "fewest links and buses at a node", COUNT),
    MeasurableQuantity("mean_degree", "links and buses at a node on average", COUNT),
    MeasurableQuantity("max_degree", "most links and buses at a node", COUNT),
    MeasurableQuantity("distance_sum", "sum of the distances over all ordered pairs", COUNT),
    MeasurableQuantity("mean_distance", "mean distance, over pairs of different nodes", MEAN),
    MeasurableQuantity("diameter", "largest distance", LENGTH),
    MeasurableQuantity("nodes_at_distance", "nodes at distance i from a node, on average", COUNT, extra=(DISTANCE,)),
    MeasurableQuantity("pairs_at_distance", "ordered pairs of nodes at distance i", COUNT, extra=(DISTANCE,)),
    MeasurableQuantity("visit_ratio", "crossings of a device by one message, mean of a class", LOAD, True),
    MeasurableQuantity("max_visit_ratio", "the same, largest of a class", LOAD, True),
    MeasurableQuantity("min_visit_ratio", "the same, smallest of a class", LOAD, True),
    MeasurableQuantity("bottleneck", "largest visit ratio of any device", LOAD),
    MeasurableQuantity("largest_load", "most crossings of a device if every node sends one message", NODE_LOAD, True),
    MeasurableQuantity("quantum", "smallest ratio of the processors' to the links' service time", NODE_LOAD),
    MeasurableQuantity(
        "max_channel_load",
        "largest load of a directed channel if every node sends one message to the others",
        NODE_LOAD,
    ),
    MeasurableQuantity("throughput", "messages a node and unit of time that load that channel with one message", OTHER),
    MeasurableQuantity(
        "bisection",
        "fewest channels between two halves of the nodes; a full-duplex link is two",
        COUNT,
        most_nodes=MOST_HALVED,
    ),
    MeasurableQuantity(
        "edge_forwarding_index",
        "least largest number of routes of all ordered pairs over a device",
        OTHER,
        most_nodes=MOST_SOLVED,
    ),
    MeasurableQuantity(
        "vertex_forwarding_index", "least largest number of such routes through a node", OTHER, most_nodes=MOST_SOLVED
    ),
    MeasurableQuantity("radius", "least eccentricity of a node", LENGTH),
    MeasurableQuantity(
        "wiener_index", "sum of the distances of unordered pairs; ordered ones with one-way links", COUNT
    ),
    MeasurableQuantity("hyper_wiener_index", "sum of (d + d^2)/2 of the same distances", COUNT),
    MeasurableQuantity("harary_index", "sum of 1/d of the same distances", COUNT),
    MeasurableQuantity(
        "szeged_index", "sum over links of the nodes nearer to one end times those nearer to the other", COUNT
    ),
    MeasurableQuantity("gutman_index", "sum over unordered pairs of d times the product of both degrees", COUNT),
    MeasurableQuantity("degree_distance", "sum over unordered pairs of d times the sum of both degrees", COUNT),
    MeasurableQuantity("first_zagreb_index", "sum of the squares of the degrees", COUNT),
    MeasurableQuantity("second_zagreb_index", "sum over links of the product of the degrees of both ends", COUNT),
    MeasurableQuantity(
        "diameter_after_failure",
        "largest distance after one link has failed, whichever",
        LENGTH,
        most_nodes=MOST_FAILING,
    ),
    MeasurableQuantity(
        "mean_distance_after_failure", "mean distance after the link has failed that makes it greatest", MEAN
    ),
    MeasurableQuantity(
        "detour_after_failure",
        "greatest distance between the ends of a link that has failed",
        LENGTH,
        most_nodes=MOST_FAILING,
    ),
    MeasurableQuantity("distance", "most links that a packet crosses", LENGTH, rings=True),
    MeasurableQuantity("ring_hops", "most rings that a packet visits", LENGTH, rings=True),
    MeasurableQuantity("total_distance", "links crossed by packets of all pairs", COUNT, rings=True),
    MeasurableQuantity("hot_queue", "most packets that enter rings at a node", OTHER, rings=True),
    MeasurableQuantity("mean_queue", "packets that enter rings at a node on average", OTHER, rings=True),
    MeasurableQuantity("hot_send", "most send packets on a link of a class", OTHER, True, rings=True),
    MeasurableQuantity("hot_echo", "most echo packets on a link of a class", OTHER, True, rings=True),
)
QUANTITIES: Mapping[str, MeasurableQuantity] = {each.name: each for each in _EVERY}
OF_RINGS = ("nodes", "mean_distance")  # quantities of all networks that networks of rings have, too


def quantity_named(name: str, lemmas: Iterable[str] = (), title: str = "") -> tuple[MeasurableQuantity, str]:
    """The measured quantity of a name, and the class of devices in it.

    >>> found, group = quantity_named("links.rim")
    >>> found.words, group
    ('links and buses; links.CLASS of one class', 'rim')
    """
    first, _, group = name.partition(".")
    quantity = QUANTITIES.get(quantity_meant(first, list(QUANTITIES)))
    if quantity is None or (group and not quantity.by_class):
        known = list(dict.fromkeys([*lemmas, *QUANTITIES]))
        whose = f"{title} has no quantity {quoted_text(name)}" if title else f"no quantity {quoted_text(name)} is known"
        listed = f"list lemmas {title} and netlemma list quantities" if title else "list quantities"
        near = advice(name, QUANTITY) or nearest(name, known, 3)
        raise InputError(f"{whose}{near}; {legal_names('quantities', known, listed)}")
    return quantity, group
