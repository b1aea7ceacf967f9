"""Orbits of channels under the symmetries of the network that map the routing onto itself."""

from __future__ import annotations

import numpy as np

from graphs.deadlock.states import States
from graphs.topology.structure import Network


def one_of_each(states: States) -> list[int]:
    """One channel of each orbit, of those that packets use.

    The symmetries are those that the network suggests, as far as each is verified to keep the routing: places of
    packets are mapped to places, the successors of a place to those of its image, and first places of a source to such
    places.

    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> from graphs.deadlock.states import states
    >>> net = network("toroid", w=4, D=2)
    >>> one_of_each(states(channel_routing(net, "shortest-adaptive")))
    [0, 1]
    """
    from graphs.topology.symmetry_kernels import number_orbits

    net, vcs = states.routing.network, states.routing.vcs
    suggested = [] if net.symmetries is None else [np.asarray(image) for image in net.symmetries()]
    found = [
        channels for image in suggested if (channels := _channels(net, vcs, image)) and _kept(states, image, channels)
    ]
    if not found:
        return states.channels
    orbit = np.empty(net.hop_count * vcs, dtype=np.int32)
    number_orbits(np.array(found, dtype=np.int32), orbit)
    first: dict[int, int] = {}
    for c in states.channels:
        first.setdefault(int(orbit[c]), c)
    return sorted(first.values())


def _channels(net: Network, vcs: int, image: np.ndarray) -> list[int] | None:
    """The image of each channel under a permutation of the nodes, parallel ones in their order; None if it is not a
    symmetry.
    """
    from graphs.topology.symmetry_kernels import permutes

    if image.shape != (net.node_count,) or not permutes(image.astype(np.int32)):
        return None
    between: dict[tuple[int, int], list[int]] = {}
    ends = list(zip(net.origin.tolist(), net.target.tolist(), strict=True))
    for hop, pair in enumerate(ends):
        between.setdefault(pair, []).append(hop)
    hops = [-1] * len(ends)
    for (u, v), there in between.items():
        after = between.get((int(image[u]), int(image[v])), [])
        if len(after) != len(there):
            return None
        for hop, moved in zip(there, after, strict=True):
            hops[hop] = moved
    return [hop * vcs + vc for hop in hops for vc in range(vcs)]


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
