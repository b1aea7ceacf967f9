"""Networks assembled from arrays of links, at most one between two nodes; terminals may be attached to the switches."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from netlemma.graphs.topology.arrays.words import log_count
from netlemma.graphs.topology.devices import DeviceClass, Label
from netlemma.graphs.topology.structure import Network


class Links(NamedTuple):
    """Links of one class: link i joins ``tail[i]`` and ``head[i]``; one-way links lead from tail to head.

    Parameters
    ----------
    name : str
        Name of the class.
    tail, head : array-like of int
        Ends of the links, of one shape or shapes that broadcast.
    """

    name: str
    tail: Any
    head: Any


def simple_network(
    nodes: int,
    links: Sequence[Links],
    labels: Callable[[int], Label],
    *,
    one_way: bool = False,
    symmetries: Callable[[], Sequence[np.ndarray]] | None = None,
    terminals: int = 0,
    carriers: np.ndarray | None = None,
    ends: range | None = None,
    relay: bool = True,
) -> Network:
    """A network with at most one link between two nodes: links to the node itself and repeated ones are left out.

    It has no name and no sizes: its family gives them.

    Parameters
    ----------
    nodes : int
        Number of nodes; those without the terminals that are attached to them.
    links : Sequence of Links
        The links by classes, of which some may have the same name and are one; of repeated links the first stays.
    labels : Callable
        Function from the number of a node to its coordinates.
    one_way : bool, default False
        Whether the links are one-way.
    symmetries : Callable, optional
        Function that returns permutations of the nodes said to be symmetries.
    terminals : int, default 0
        Number of terminals on each node that carries some: they are attached by links of the class ``terminal`` and
        numbered after the nodes, and messages run between them. The label of a terminal is that of its node and its
        number there.
    carriers : ndarray of int, optional
        Nodes that carry terminals; all if None.
    ends : range, optional
        Nodes between which messages run; all if None and without terminals.
    relay : bool, default True
        Whether ``ends`` forward messages of others.

    Returns
    -------
    Network
        The network.

    Examples
    --------
    >>> ring = [Links("ring", [0, 1], [1, 2]), Links("ring", 2, 0)]
    >>> net = simple_network(4, [*ring, Links("handle", 0, 3)], lambda u: (u,))
    >>> net.classes, net.node_count
    ([('ring', 3), ('handle', 1)], 4)
    >>> net = simple_network(2, [Links("link", 0, 1)], lambda u: (u,), terminals=2)
    >>> net.classes, net.ends, net.labels(5)
    ([('link', 1), ('terminal', 4)], (2, 3, 4, 5), (1, 1))
    """
    tail, head, kind = _merged(nodes, links, one_way)
    every = list(dict.fromkeys(each.name for each in links))
    classes, kind = np.unique(np.array([every.index(each.name) for each in links])[kind], return_inverse=True)
    names = [every[each] for each in classes]
    device = np.arange(len(tail))
    at = np.repeat(np.arange(nodes) if carriers is None else carriers, terminals)
    count = nodes + len(at)
    back = np.zeros(0, np.int64) if one_way else device
    tails, heads, devices = [tail, head[back]], [head, tail[back]], [device, back]
    forwards, between = None, None if ends is None else tuple(ends)
    if ends and not relay:
        forwards = np.isin(np.arange(nodes), ends, invert=True)
    if terminals:
        outer, number = np.arange(nodes, count), len(tail) + np.arange(len(at))
        tails, heads, devices = [*tails, at, outer], [*heads, outer, at], [*devices, number, number]
        kind = np.concatenate([kind, np.full(len(at), len(names), dtype=np.int16)])
        names.append("terminal")
        forwards, between = np.arange(count) < nodes, tuple(range(nodes, count))
    origin, target, device = map(np.concatenate, (tails, heads, devices))
    order = np.lexsort((device, origin))
    return Network(
        family="",
        parameters={},
        indptr=np.concatenate([[0], np.cumsum(np.bincount(origin, minlength=count))]).astype(np.int64),
        target=target[order].astype(np.int32),
        device=device[order].astype(np.int32),
        device_classes=tuple(
            DeviceClass(name, "one-way link" if one_way and name != "terminal" else "link") for name in names
        ),
        device_class=kind.astype(np.int16),
        labels=_with_terminals(labels, nodes, terminals, at) if terminals else labels,
        symmetries=symmetries and (lambda: [_carried(image, nodes, terminals, at) for image in symmetries()]),
        terminals=between,
        forwards=forwards,
    )


def switch_facts(switches: int, links: int, degree: int, terminals: int) -> dict[str, int]:
    """The numbers of a network whose switches carry terminals each, see :func:`netlemma.graphs.topology.facts.counted`.

    Parameters
    ----------
    switches : int
        Number of switches.
    links : int
        Links between switches.
    degree : int
        The largest number of links of a switch to others.
    terminals : int
        Terminals on each switch; without terminals messages run between switches.

    Returns
    -------
    dict of str to int
        ``nodes``, ``ends``, ``links`` and ``degree``.

    Examples
    --------
    >>> switch_facts(4, 6, 3, 2)
    {'nodes': 12, 'ends': 8, 'links': 14, 'degree': 5}
    """
    return {
        "nodes": switches * (1 + terminals),
        "ends": switches * (terminals or 1),
        "links": links + switches * terminals,
        "degree": degree + terminals,
    }


def sizes_by(facts: Callable[..., Mapping[str, int]], **most: int) -> Callable[..., tuple[float, float]]:
    """Log10 of the numbers of nodes and of hops, by the facts of a family without one-way links.

    Parameters
    ----------
    facts : Callable
        Function from the sizes to the numbers of ``nodes`` and ``links``.
    **most : int
        Sizes beyond which networks are refused in any case, so that larger ones need no exact numbers.

    Returns
    -------
    Callable
        Function from the sizes to both logarithms.
    """

    def log_sizes(*values: Any, **size: Any) -> tuple[float, float]:
        found = facts(*values, **{name: min(value, most.get(name, value)) for name, value in size.items()})
        return log_count(found["nodes"], 2 * found["links"])

    return log_sizes


def _merged(nodes: int, links: Sequence[Links], one_way: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Tails, heads and classes of the links, those to the node itself and repeated ones left out."""
    pairs = [np.broadcast_arrays(np.asarray(each.tail, np.int64), np.asarray(each.head, np.int64)) for each in links]
    tail = np.concatenate([tail.ravel() for tail, _ in pairs])
    head = np.concatenate([head.ravel() for _, head in pairs])
    kind = np.repeat(np.arange(len(links), dtype=np.int16), [tail.size for tail, _ in pairs])
    ends = (tail, head) if one_way else (np.minimum(tail, head), np.maximum(tail, head))
    _, first = np.unique(ends[0] * nodes + ends[1], return_index=True)
    kept = np.sort(first[tail[first] != head[first]])
    return tail[kept], head[kept], kind[kept]


def _with_terminals(labels: Callable[[int], Label], nodes: int, each: int, at: np.ndarray) -> Callable[[int], Label]:
    def label(node: int) -> Label:
        number = int(node) - nodes
        return labels(node) if number < 0 else (*labels(int(at[number])), number % each)

    return label


def _carried(image: np.ndarray, nodes: int, each: int, at: np.ndarray) -> np.ndarray:
    """A symmetry of the nodes that takes their terminals along."""
    first = np.full(nodes, -1)  # the number of each carrier's first terminal
    first[at[:: max(each, 1)]] = nodes + np.arange(0, len(at), max(each, 1))
    return np.concatenate([image, first[image[at]] + np.arange(len(at)) % max(each, 1)])
