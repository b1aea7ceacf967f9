"""Symmetries of a network that map a routing onto itself, and the classes of channels under them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from netlemma.graphs.routing.channel_routing import ChannelRouting, no_label
from netlemma.graphs.routing.choices import BY_NODE, Choices, choices_to, goals
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import hop_image
from netlemma.graphs.traffic.channels import channels_of


@dataclass(frozen=True, eq=False)
class ChannelClasses:
    """Directed channels that symmetries of a network map onto one another.

    first: One channel of each class.
    before: For each other channel one of its class that a symmetry maps to it; -1 for those that are first.
    by: Number of this symmetry.
    order: All channels, each behind the one before it.
    symmetries: Image of each node under each symmetry.
    """

    first: tuple[int, ...]
    before: np.ndarray
    by: np.ndarray
    order: tuple[int, ...]
    symmetries: tuple[np.ndarray, ...]


def channel_classes(routing: ChannelRouting) -> ChannelClasses:
    """Classes of channels under those symmetries suggested by the network that keep the routing, each of them verified.

    Packets to every destination have at every place the images of the choices that packets to its image have at the
    image of the place, with the same weights.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> ring = network("toroid", w=5, D=1)
    >>> channel_classes(channel_routing(ring, "dimension-order")).first
    (0, 1)
    """
    net = routing.network
    every = net.terminals is None and routing.terminals is None and net.forwards is None
    asked = [phase for phase, _ in routing.phases.parts] or [routing]
    suggested = [*_of_dimensions(net), *(net.symmetries() if net.symmetries else ())] if every else []
    symmetries, images = list[np.ndarray](), list[np.ndarray]()
    of_hops = channels_of(net)
    for image in map(np.asarray, suggested):
        hops = hop_image(net, image)
        if hops is None or any(np.array_equal(image, known) for known in symmetries):
            continue
        moved = channel_image(of_hops, hops)
        if moved is not None and all(each.labels is no_label and _keeps(each, image, hops) for each in asked):
            symmetries.append(image)
            images.append(moved)
    return _classes(int(of_hops.max(initial=-1)) + 1, symmetries, images)


def channel_image(of_hops: np.ndarray, hops: np.ndarray) -> np.ndarray | None:
    """The image of each channel under a symmetry of the hops.

    of_hops (ndarray of int, shape (hops,)): Channel of each hop.
    hops (ndarray of int, shape (hops,)): Image of each hop.

    Returns: The images; None if the hops of a bus go to different channels.
    """
    moved = np.full(int(of_hops.max()) + 1, -1)
    moved[of_hops] = of_hops[hops]
    same = np.array_equal(moved[of_hops], of_hops[hops]) and len(np.unique(moved)) == len(moved)
    return moved if same else None


def _classes(count: int, symmetries: list[np.ndarray], images: list[np.ndarray]) -> ChannelClasses:
    first, order, before, by = [], list[int](), np.full(count, -1), np.full(count, -1)
    seen, maps = [False] * count, [image.tolist() for image in images]
    for start in range(count):
        if seen[start]:
            continue
        first.append(start)
        seen[start] = True
        order.append(start)
        at = len(order) - 1
        while at < len(order):
            for number, image in enumerate(maps):
                to = image[order[at]]
                if not seen[to]:
                    seen[to] = True
                    before[to], by[to] = order[at], number
                    order.append(to)
            at += 1
    return ChannelClasses(tuple(first), before, by, tuple(order), tuple(symmetries))


def _of_dimensions(net: Network) -> Iterator[np.ndarray]:
    """For each dimension of a product, the symmetry of its factor applied to it alone."""
    digits = np.array(np.unravel_index(np.arange(net.node_count), [f.size for f in net.factors])) if net.factors else ()
    for d, factor in enumerate(net.factors):
        moved = list(digits)
        moved[d] = factor.about.symmetry(factor.size)[digits[d]]
        yield np.ravel_multi_index(tuple(moved), [f.size for f in net.factors])


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
