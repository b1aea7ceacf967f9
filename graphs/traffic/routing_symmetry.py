"""Symmetries of a network that map a routing onto itself, and the orbits of hops under them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from graphs.routing.channel_routing import ChannelRouting, no_label
from graphs.routing.choices import BY_NODE, Choices, choices_to, goals
from graphs.topology.structure import Network
from graphs.topology.symmetry import orbits_of


def hop_orbits(routing: ChannelRouting) -> np.ndarray:
    """Orbits of hops under those symmetries suggested by the network that keep the routing, each of them verified.

    Packets to every destination have at every place the images of the choices that packets to its image have at the
    image of the place, with the same weights.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.

    Returns
    -------
    ndarray of int, shape (hops,)
        Number of the orbit of each hop.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> ring = network("toroid", w=5, D=1)
    >>> hop_orbits(channel_routing(ring, "dimension-order")).tolist()[:4]
    [0, 1, 1, 0]
    """
    net = routing.network
    every = net.terminals is None and routing.terminals is None and net.forwards is None
    asked = [phase for phase, _ in routing.phases] or [routing]
    suggested = [*_of_dimensions(net), *(net.symmetries() if net.symmetries else ())] if every else []
    kept = []
    for image in map(np.asarray, suggested):
        hops = _hop_image(net, image)
        if hops is not None and all(each.labels is no_label and _keeps(each, image, hops) for each in asked):
            kept.append(hops)
    return orbits_of(net.hop_count, kept) if kept else np.arange(net.hop_count)


def _of_dimensions(net: Network) -> Iterator[np.ndarray]:
    """For each dimension of a product, the symmetry of its factor applied to it alone."""
    digits = np.array(np.unravel_index(np.arange(net.node_count), [f.size for f in net.factors])) if net.factors else ()
    for d, factor in enumerate(net.factors):
        moved = list(digits)
        moved[d] = factor.about.symmetry(factor.size)[digits[d]]
        yield np.ravel_multi_index(tuple(moved), [f.size for f in net.factors])


def _hop_image(net: Network, image: np.ndarray) -> np.ndarray | None:
    """The image of each hop, parallel ones in their order; None if the permutation is no symmetry."""
    if image.shape != (net.node_count,) or not np.array_equal(np.sort(image), np.arange(net.node_count)):
        return None
    old = np.lexsort((np.arange(net.hop_count), net.target, net.origin))
    tail, head = image[net.origin], image[net.target]
    new = np.lexsort((np.arange(net.hop_count), head, tail))
    if (net.origin[old] != tail[new]).any() or (net.target[old] != head[new]).any():
        return None
    hops = np.empty(net.hop_count, dtype=np.int64)
    hops[new] = old
    return hops


def _keeps(routing: ChannelRouting, image: np.ndarray, hops: np.ndarray) -> bool:
    net = routing.network
    channels = (hops[:, None] * routing.vcs + np.arange(routing.vcs)).ravel()
    of_channels, of_hops = (
        np.concatenate([image, net.node_count + channels]),
        np.concatenate([image, net.node_count + hops]),
    )
    for destination in range(net.node_count):
        here, there = (_choices(routing, goal) for goal in (destination, int(image[destination])))
        if here.by != there.by or here.weights != there.weights:
            return False
        single = [_single_hops(choices, net, routing.vcs) for choices in (here, there)]
        if single[0] is not None and single[1] is not None:
            moved = np.full_like(single[0], -1)
            known = single[0] >= 0
            moved[of_hops[: len(known)][known]] = hops[single[0][known]]
            same = np.array_equal(moved, single[1])
        else:
            same = np.array_equal(_sorted(here, of_channels, channels), _sorted(there, None, None))
        if not same:
            return False
    return True


def _choices(routing: ChannelRouting, destination: int) -> Choices:
    [(label, sources)] = goals(routing, destination)
    return choices_to(routing, destination, label, sources)


def _single_hops(choices: Choices, net: Network, vcs: int) -> np.ndarray | None:
    """The hop taken at each node, or behind each hop whatever its virtual channel, -1 where none is; None where there
    are several.
    """
    row = np.repeat(np.arange(len(choices.start) - 1), np.diff(choices.start))
    if choices.by != BY_NODE:
        row = np.where(row < net.node_count, row, net.node_count + (row - net.node_count) // vcs)
    hop = choices.channel // vcs
    found = np.full(net.node_count + (0 if choices.by == BY_NODE else net.hop_count), -1)
    found[row] = hop
    return found if np.array_equal(found[row], hop) else None


def _sorted(choices: Choices, rows: np.ndarray | None, channels: np.ndarray | None) -> np.ndarray:
    """Row, channel and weight of all choices, mapped if so wanted, in order."""
    row = np.repeat(np.arange(len(choices.start) - 1), np.diff(choices.start))
    channel = choices.channel.astype(np.int64)
    if rows is not None and channels is not None:
        row, channel = rows[row], channels[channel]
    weight = np.ones_like(channel) if choices.weight is None else choices.weight
    return np.stack([row, channel, weight], axis=1)[np.lexsort((channel, row))]
