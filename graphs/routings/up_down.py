"""Up*/down*: towards the root of a tree first, then away from it, on any network."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from graphs.base.errors import RoutingError
from graphs.routing.channel_routing import ChannelRouting
from graphs.routing.hop_routing import Choice
from graphs.routing.turns import Turns
from graphs.routings.hops import alike, alone, on_channels
from graphs.routings.virtual import any_channel, words
from graphs.topology.devices import show
from graphs.topology.structure import Network


class UpDown:
    """Direction of each hop, and distances to a destination of packets that may still go up or only down.

    A hop goes up if its end is nearer to the root, or as near and of lower number (Schroeder et al. 1991).
    """

    def __init__(self, net: Network, root: int) -> None:
        level = np.full(net.node_count, -1)
        level[root] = 0
        queue = deque([root])
        while queue:
            u = queue.popleft()
            for v in net.target[net.indptr[u] : net.indptr[u + 1]]:
                if level[v] < 0:
                    level[v] = level[u] + 1
                    queue.append(int(v))
        ends = (net.origin, net.target)
        rank = level * net.node_count + np.arange(net.node_count)
        self.network, self.root, self.level = net, root, level
        self.up = [bool(x) for x in rank[ends[1]] < rank[ends[0]]]
        self.before: list[list[int]] = [[] for _ in range(net.node_count)]
        for hop, v in enumerate(net.target.tolist()):
            self.before[v].append(hop)
        self.distance = lru_cache(maxsize=4096)(self._distance)

    def _distance(self, destination: int) -> dict[tuple[int, bool], int]:
        """Hops to the destination from (node, whether the packet may go up)."""
        far = {(destination, True): 0, (destination, False): 0}
        queue = deque(far)
        while queue:
            state = queue.popleft()
            node, may = state
            if not self.network.forwarding[node] and node != destination:
                continue
            for hop in self.before[node]:
                # an up hop keeps the freedom to go up, a down hop ends it; whoever may go up may also go down
                earlier = (
                    [(True, True)] if self.up[hop] and may else [] if self.up[hop] else [(True, False), (False, False)]
                )
                for was, now in earlier:
                    key = (int(self.network.origin[hop]), was)
                    if now == may and key not in far:
                        far[key] = far[state] + 1
                        queue.append(key)
        return far

    def hops(self, node: int, came_by: int | None, destination: int) -> list[int]:
        """The hops that begin a shortest legal path.

        Parameters
        ----------
        node : int
            Number of the node.
        came_by : int or None
            Hop by which the packet came; None at its source.
        destination : int
            Number of the destination.

        Returns
        -------
        list of int
            Numbers of the hops.
        """
        may, far = came_by is None or self.up[came_by], self.distance(destination)
        here = far.get((node, may))
        if here is None:
            return []
        row = range(int(self.network.indptr[node]), int(self.network.indptr[node + 1]))
        onward = [h for h in row if self._forwards(h, destination) and (may or not self.up[h])]
        return [h for h in onward if far.get((int(self.network.target[h]), self.up[h])) == here - 1]

    def turns(self, vcs: int) -> Turns | None:
        """No turn from a down to an up hop; None if it is not certain that all packets are delivered.

        They are if all nodes but one can go up to a node that forwards, and the root or a node below it is that one.

        Parameters
        ----------
        vcs : int
            Virtual channels of each hop.

        Returns
        -------
        Turns or None
            Kinds 0, down, and 1, up.
        """
        net, up = self.network, np.array(self.up, dtype=bool)
        climbs = np.zeros(net.node_count, dtype=bool)
        climbs[net.origin[up & net.forwarding[net.target]]] = True
        tops = np.flatnonzero(net.forwarding & ~climbs)
        climbs[tops[:1]] = True
        climbs[self.root] = True
        below = len(tops) == 1 and (tops[0] == self.root or self.root in net.target[net.origin == tops[0]])
        if (self.level < 0).any() or not below or not climbs.all():
            return None
        return Turns(np.repeat(up.astype(np.int64), vcs), np.array([[True, False], [True, True]]))

    def _forwards(self, hop: int, destination: int) -> bool:
        """Whether a packet to this destination can continue where the hop ends, or has arrived."""
        node = int(self.network.target[hop])
        return node == destination or bool(self.network.forwarding[node])


def _up_down(net: Network, name: str, kind: str, vcs: int, root: int) -> ChannelRouting:
    if not 0 <= root < net.node_count:
        raise RoutingError(f"root={root}: nodes of {net.title} have numbers 0 to {net.node_count - 1}")
    ways = set(zip(net.origin.tolist(), net.target.tolist(), strict=True))
    if any((v, u) not in ways for u, v in ways):
        raise RoutingError(f"{name} goes up and down links that lead both ways, {net.title} has one-way links")
    tree, pick = UpDown(net, root), alone if kind == "deterministic" else alike

    def hops(node: int, came_by: int | None, destination: int) -> Sequence[Choice]:
        return pick(tree.hops(node, came_by, destination))

    which = "the first shortest way" if kind == "deterministic" else "any shortest way"
    text = f"{which} that goes up and then down the breadth-first tree of node {show(net.labels(root))}; {words('none', vcs)}"
    kind = "oblivious" if kind == "deterministic" and vcs > 1 else kind
    found = on_channels(name, net, kind, hops, any_channel(net, vcs), vcs, text)
    return replace(found, turns=lambda: tree.turns(vcs))


def up_down(net: Network, vcs: int = 1, root: int = 0) -> ChannelRouting:
    """Up*/down* by one way for each destination: at each node the first hop of a shortest legal way.

    Parameters
    ----------
    net : Network
        Network without one-way links.
    vcs : int, default 1
        Virtual channels of each hop.
    root : int, default 0
        Number of the root.

    Returns
    -------
    ChannelRouting
        The routing.

    References
    ----------
    M. D. Schroeder et al., Autonet: a high-speed, self-configuring local area network using point-to-point links, 1991.

    Examples
    --------
    >>> from graphs import network
    >>> routing = up_down(network("ring", K=4))
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(2, None, 1, None)]
    ['(2)->(1)']
    """
    return _up_down(net, "up-down", "deterministic", vcs, root)


def up_down_adaptive(net: Network, vcs: int = 1, root: int = 0) -> ChannelRouting:
    """Up*/down* by whichever hop of a shortest legal way is free.

    Parameters
    ----------
    net : Network
        Network without one-way links.
    vcs : int, default 1
        Virtual channels of each hop.
    root : int, default 0
        Number of the root.

    Returns
    -------
    ChannelRouting
        The routing.

    References
    ----------
    M. D. Schroeder et al., Autonet: a high-speed, self-configuring local area network using point-to-point links, 1991.
    """
    return _up_down(net, "up-down-adaptive", "adaptive", vcs, root)


ROUTINGS = {"up-down": up_down, "up-down-adaptive": up_down_adaptive}
