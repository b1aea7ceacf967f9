"""Orbits of channels under the symmetries of the network that map the routing onto itself."""

import numpy as np

from netlemma.graphs.deadlock.states import States
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import hop_image, orbits_of


def one_of_each(states: States) -> list[int]:
    """One channel of each orbit, of those that packets use.

    The symmetries are those that the network suggests, as far as each is verified to keep the routing: places of
    packets are mapped to places, the successors of a place to those of its image, and first places of a source to such
    places.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> from netlemma.graphs.deadlock.states import states
    >>> net = network("toroid", w=4, D=2)
    >>> one_of_each(states(channel_routing(net, "shortest-adaptive")))
    [0, 1]
    """
    net, vcs = states.routing.network, states.routing.vcs
    suggested = [] if net.symmetries is None else [np.asarray(image) for image in net.symmetries()]
    mapped = [(image, _channels(net, vcs, image)) for image in suggested]
    found = [channels for image, channels in mapped if channels is not None and _kept(states, image, channels.tolist())]
    if not found:
        return states.channels
    orbit = orbits_of(net.hop_count * vcs, found)
    first: dict[int, int] = {}
    for c in states.channels:
        first.setdefault(int(orbit[c]), c)
    return sorted(first.values())


def _channels(net: Network, vcs: int, image: np.ndarray) -> np.ndarray | None:
    """The image of each channel under a permutation of the nodes; None if it is not a symmetry."""
    hops = hop_image(net, image)
    return None if hops is None else (hops[:, None] * vcs + np.arange(vcs)).ravel()


def _kept(states: States, image: np.ndarray, channels: list[int]) -> bool:
    """Whether a symmetry keeps the routing."""
    number = {(c, *goal): s for s, (c, goal) in enumerate(zip(states.channel, states.goal, strict=True))}
    moved = [
        number.get((channels[c], int(image[goal.destination]), goal.label), -1)
        for c, goal in zip(states.channel, states.goal, strict=True)
    ]
    if -1 in moved:
        return False
    return all(
        states.depth[s] == states.depth[t] and {moved[x] for x in states.after[s]} == set(states.after[t])
        for s, t in enumerate(moved)
    )
