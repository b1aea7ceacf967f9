"""Dimension order on twisted tori: shortest ways around the twisted dimensions first, with a dateline at each twist."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings.hops import Marks, on_channels
from netlemma.graphs.routings.virtual import LOWER, UPPER, Rule, any_channel
from netlemma.graphs.topology.structure import Network

Twists = tuple[
    list[int], list[Sequence[int]]
]  # nodes along each dimension; what a way around the others adds to the last one


def _twists(net: Network) -> Twists:
    at = net.parameters
    if net.family == "twisted-torus-2d":
        return [at["a"], at["b"]], [(at["a"], at["s"])]
    if net.family == "twisted-torus-3d":
        k = at["k"]
        return [k, k, 2 * k], [(k, 0, k), (0, k, k)]
    raise RoutingError(f"twisted-order is a routing of twisted tori, and {net.title} is none: shortest fits it")


def twisted_order(net: Network, vcs: int = 2) -> ChannelRouting:
    """A shortest way, the dimensions one after the other; of several the one with the fewest hops in the first ones.

    J. M. Camara, M. Moreto, E. Vallejo, R. Beivide, J. Miguel-Alonso, C. Martinez and J. Navaridas, Twisted torus topologies
    for enhanced interconnection networks, 2010.

    >>> from netlemma.graphs import network
    >>> net = network("twisted-torus-2d", a=4, b=4, s=2)
    >>> net.labels(13)
    (3, 1)
    >>> routing = twisted_order(net)
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(0, None, 13, None)]
    ['(0,0)->(3,2) vc 1']
    """
    lengths, turns = _twists(net)
    place = np.array([net.labels(u) for u in range(net.node_count)])
    last = len(lengths) - 1
    dimension, step, wraps = _steps(net, place, lengths, turns)

    def offsets(destination: int) -> np.ndarray:
        """The shortest offsets to the destination; of several the one with the fewest hops in the first dimensions."""
        best, best_key = None, None
        for around in product((-1, 0, 1), repeat=last):
            offset = place[destination] - place
            for times, (axis, length) in zip(around, enumerate(lengths[:last]), strict=True):
                offset[:, axis] += times * length
                offset[:, last] -= times * turns[axis][-1]
            b = lengths[last]
            offset[:, last] = (offset[:, last] + (b - 1) // 2) % b - (b - 1) // 2
            key = np.abs(offset).sum(axis=1)
            for axis in range(last):
                key = key * 4 * max(lengths) + np.abs(offset[:, axis]) * 2 + (offset[:, axis] < 0)
            if best is None or best_key is None:
                best, best_key = offset, key
            else:
                better = key < best_key
                best[better], best_key[better] = offset[better], key[better]
        assert best is not None
        return best

    def marks_to(destination: int) -> Marks:
        left = offsets(destination)
        first = (left != 0).argmax(axis=1)
        due = (dimension == first[net.origin]) & (step == np.sign(left[net.origin, dimension]))
        return Marks((due & (net.origin != destination)).astype(np.uint32))

    rule = any_channel(net)
    if vcs > 1:
        halves = np.where(wraps, UPPER, LOWER).astype(np.uint8)
        rule = Rule(lambda destination: halves, (dimension + 1).astype(np.uint8))
    text = (
        f"a shortest way, the dimensions one after the other; {vcs} vc, the upper half behind a hop around a dimension"
    )
    return on_channels("twisted-order", net, "deterministic" if vcs < 3 else "oblivious", marks_to, rule, vcs, text)


def _steps(
    net: Network, place: np.ndarray, lengths: list[int], turns: list[Sequence[int]]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The dimension of each hop, whether it leads up (1) or down (-1), and whether it leads around the dimension."""
    dimension, step = np.full(net.hop_count, -1), np.zeros(net.hop_count, dtype=np.int64)
    wraps = np.zeros(net.hop_count, dtype=bool)
    found = 0
    for axis, length in enumerate(lengths):
        for way in (1, -1):
            after = place[net.origin].copy()
            after[:, axis] += way
            outside = (after[:, axis] < 0) | (after[:, axis] >= length)
            after[:, axis] %= length
            if axis < len(turns):
                after[outside, -1] = (after[outside, -1] + way * turns[axis][-1]) % lengths[-1]
            same = (after == place[net.target]).all(axis=1)
            dimension[same], step[same], wraps[same] = axis, way, outside[same]
            found += int(same.sum())
    if found != net.hop_count or net.hop_count != 2 * len(lengths) * net.node_count:
        raise RoutingError(
            f"twisted-order is a routing of tori with {2 * len(lengths)} different neighbours at each node, {net.title} has fewer"
        )
    return dimension, step, wraps


ROUTINGS = {"twisted-order": twisted_order}


def _usual(net: Network) -> str:
    """Small tori, in which neighbours coincide, have shortest paths only."""
    dimensions = len(_twists(net)[0])
    return "twisted-order" if net.hop_count == 2 * dimensions * net.node_count else "shortest"


USUAL = {"twisted-torus-2d": _usual, "twisted-torus-3d": _usual}
