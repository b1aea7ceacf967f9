"""Certificates with a number for each channel that rises along every turn that a routing rule permits.

The turns are taken from the rule's definition in the literature, by code of this module; the routing relation is only
asked whether its packets keep to them. On small networks all packets are followed, on large ones those of some drawn
pairs."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np

from netlemma.checks.certificates.certified import choices, ways
from netlemma.checks.certificates.schema import Refused
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.topology.structure import Network

FOLLOWED = 200_000  # channels times destinations up to which all packets are followed
TAKEN = 40_000  # channels that drawn packets take at least
LEAST, MOST = 3, 200  # destinations drawn on larger networks

Rule = tuple[np.ndarray, Callable[[int, int], bool]]  # kind of each hop, and whether a kind may follow another one


def rise_along_turns(routing: ChannelRouting, given: Sequence[int | None]) -> str:
    """Check that numbers are the lengths of the longest chains of permitted turns that lead to each channel.

    Parameters
    ----------
    routing : ChannelRouting
        Routing relation on channels.
    given : sequence of int or None
        Number of each channel.

    Returns
    -------
    str
        The proof in words.

    Raises
    ------
    Refused
        If a number is another one, the routing has no rule of turns, or a packet does not keep to it.

    References
    ----------
    * M. D. Schroeder et al., Autonet: a high-speed, self-configuring local area network using point-to-point links, 1991.
    * C. J. Glass and L. M. Ni, The turn model for adaptive routing, 1992.
    * G.-M. Chiu, The odd-even turn model for adaptive routing, 2000.
    """
    kind, follows = _rule(routing)
    net, vcs, kinds = routing.network, routing.vcs, int(kind.max(initial=0)) + 1
    if any(v is None for v in given):
        raise Refused("every channel may be used, so each of them needs a number")
    value = np.array(given, dtype=np.int64).reshape(-1, vcs)
    into, out = np.full((net.node_count, kinds), -1), np.zeros((net.node_count, kinds), dtype=np.int64)
    np.maximum.at(into, (net.target, kind), value.max(axis=1, initial=-1))
    np.add.at(out, (net.origin, kind), vcs)
    turns, right = 0, np.zeros(len(kind), dtype=np.int64)
    for a in range(kinds):
        count = np.bincount(net.target[kind == a], minlength=net.node_count) * vcs
        for b in range(kinds):
            if follows(a, b):
                turns += int((count * out[:, b]).sum())
                after = kind == b
                right[after] = np.maximum(right[after], into[net.origin[after], a] + 1)
    wrong = np.flatnonzero((value != right[:, None]).ravel())
    if len(wrong):
        c = int(wrong[0])
        raise Refused(
            f"{routing.channel_name(c)} has {given[c]}, which is not the longest chain of turns that leads to it"
        )
    _kept(routing, kind, follows)
    return f"numbers rise along {turns:,} turns, all that the rule permits"


def _kept(routing: ChannelRouting, kind: np.ndarray, follows: Callable[[int, int], bool]) -> None:
    """Whether packets take no other turns: all packets of small networks, on large ones some until they took enough
    turns."""
    ends, vcs, draw, left = list(routing.ends), routing.vcs, Random(0), TAKEN
    few = len(ends) * routing.channel_count <= FOLLOWED
    goals = ends if few else draw.sample(ends, min(len(ends), max(LEAST, min(MOST, FOLLOWED // routing.channel_count))))
    for goal in goals:
        for source in ends if few else draw.sample(ends, min(len(ends), MOST)):
            for label in routing.labels(source, goal) if source != goal and (few or left > 0) else ():
                first = set(choices(routing, source, None, goal, label))
                for channel, later in ways(routing, goal, label, first):
                    left -= 1
                    if not all(follows(int(kind[channel // vcs]), int(kind[c // vcs])) for c in later):
                        raise Refused(
                            f"behind {routing.channel_name(channel)} a packet takes a turn that {routing.name} forbids"
                        )


def _rule(routing: ChannelRouting) -> Rule:
    """The kinds of hops of the rule with the name of a routing."""
    options: dict[str, Any] = dict(routing.options)
    if "sha256" in options:
        raise Refused("a routing file has no rule of turns that is known, whatever its name is")
    if routing.name in ("up-down", "up-down-adaptive"):
        return _up_and_down(routing.network, options.get("root", 0))
    if routing.name in ("west-first", "north-last", "negative-first", "odd-even") and not options.get("allow"):
        return _directions(routing.network, routing.name)
    raise Refused(f"routing {routing.name} has no rule of turns that is known")


def _up_and_down(net: Network, root: int) -> Rule:
    """Kind 1 of hops that lead nearer to the root, or as near to a lower number: it never follows kind 0."""
    far, layer, depth = np.full(net.node_count, -1), np.array([root]), 0
    before = np.argsort(net.origin, kind="stable")
    first = np.searchsorted(net.origin[before], np.arange(net.node_count + 1))
    while len(layer):
        far[layer] = depth
        reached = np.concatenate([net.target[before[first[u] : first[u + 1]]] for u in layer.tolist()])
        layer, depth = np.unique(reached[far[reached] < 0]), depth + 1
    if (far < 0).any():
        raise Refused("the tree of up*/down* does not reach all nodes")
    u, v = net.origin, net.target
    up = (far[v] < far[u]) | ((far[v] == far[u]) & (v < u))
    rises = up & net.forwarding[v]  # by such hops every node comes to one node from which all others hang
    stays = np.setdiff1d(np.flatnonzero(net.forwarding), u[rises])
    others = np.setdiff1d(np.flatnonzero(~net.forwarding), u[rises])
    beside = np.isin(others, v[np.isin(u, stays)])
    if len(stays) != 1 or (others != root).any() or not beside.all():
        raise Refused("not all packets of up*/down* can be delivered in this network for certain")
    return up.astype(np.int64), lambda a, b: (a, b) != (0, 1)


def _directions(net: Network, name: str) -> Rule:
    """Kinds of hops of a mesh: direction, and parity of the column where the hop ends."""
    if any(factor.name != "line" for factor in net.factors) or not net.factors:
        raise Refused(f"{name} is a routing of meshes")
    digits, last = np.array([net.labels(u) for u in range(net.node_count)]), len(net.factors) - 1
    step = digits[net.target] - digits[net.origin]
    d = np.abs(step).argmax(axis=1)
    up = step[np.arange(len(d)), d] > 0
    kind = 4 * d + 2 * up + digits[net.target][:, 0] % 2

    def direction(a: int) -> tuple[int, bool]:
        return a // 4, bool(a // 2 % 2)

    def phase(a: int) -> bool:
        """Whether packets take a direction in the second phase."""
        d, up = direction(a)
        if name == "west-first":
            return up or (d == last and last > 0)
        return up and d > 0 if name == "north-last" else up

    def follows(a: int, b: int) -> bool:
        (d, up), (e, also) = direction(a), direction(b)
        if d == e and up != also:
            return False
        if name == "odd-even":
            turns_in_even = (d, up, e) == (0, True, 1) and a % 2 == 0
            return not turns_in_even and not ((d, e, also) == (1, 0, False) and a % 2 == 1)
        return phase(b) or not phase(a)

    return kind, follows
