"""Numbers of channels that rise on every hop: checked by packets followed through arrays of choices, on one line of
each dimension, or along every turn of a routing rule.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import prod
from queue import SimpleQueue
from random import Random
from threading import Lock
from typing import Any

import numpy as np

from netlemma.checks.certificates import choice_loops as loops
from netlemma.checks.certificates.certificate_subject import choices, labels, ways
from netlemma.errors import CertificateError
from netlemma.graphs.base.compiled import compiled
from netlemma.graphs.base.parallel import cores
from netlemma.graphs.routing.channel_routing import ADAPTIVE, DETERMINISTIC, ChannelRouting, no_label
from netlemma.graphs.routing.choices import BY_NODE, Choices
from netlemma.graphs.routings.dimensions import dimensions
from netlemma.graphs.topology.structure import Network

# Numbers of channels checked on large networks, by packets followed through the arrays that a routing gives.


MANY = 300_000  # channels times destinations from which on loops are compiled
FAULTS = {
    loops.STRANDED: "a packet to {goal} is stranded at {node}",
    loops.ELSEWHERE: "at {node} the routing gives a channel of another node",
    loops.SEVERAL: "at {node} the routing has several choices, but is deterministic",
    loops.CIRCLE: "packets to {goal} can go in circles through {channel}",
    loops.STUCK: "behind {channel} a packet to {goal} may wait for ever",
}


Taken = Callable[[int, Choices, np.ndarray], None]  # goal, choices and channels of packets without a label


def least_numbers(
    routing: ChannelRouting, value: list[int], rising: bool, wormhole: bool, taken: Taken | None = None
) -> tuple[list[int], int]:
    """The least numbers that the packets of all goals allow, if the given ones let every packet proceed.

    routing: Routing that gives its choices as arrays.
    """
    net, threads = routing.network, cores()
    idle: SimpleQueue[_Goals] = SimpleQueue()
    workers = [_Goals(routing, np.array(value, dtype=np.int32), rising, wormhole) for _ in range(threads)]
    for worker in workers:
        idle.put(worker)

    def check(goal: int) -> None:
        worker = idle.get()
        try:
            worker.check(goal, taken)
        finally:
            idle.put(worker)

    with ThreadPoolExecutor(max_workers=threads) as pool:
        for _ in pool.map(check, routing.ends):
            pass
    least = np.max([worker.least for worker in workers], axis=0)
    assert len(least) == net.hop_count * routing.vcs
    return least.tolist(), sum(worker.places for worker in workers)


class _Goals:
    """The goals of one thread."""

    def __init__(self, routing: ChannelRouting, value: np.ndarray, rising: bool, wormhole: bool) -> None:
        net, count = routing.network, routing.channel_count
        self.routing, self.places = routing, 0
        self.head = np.repeat(net.target.astype(np.int32), routing.vcs)
        self.first = net.indptr.astype(np.int64) * routing.vcs
        self.how = (routing.kind == DETERMINISTIC, routing.kind == ADAPTIVE, wormhole, rising, value)
        self.least, self.state = np.full(count, -1, dtype=np.int32), np.zeros(count, dtype=np.int8)
        self.room = [np.zeros(count, dtype=kind) for kind in (np.int32, np.int64, np.int32, np.int32)]
        self.fault = np.zeros(2, dtype=np.int64)

    def check(self, goal: int, taken: Taken | None) -> None:
        """Follow the packets to one destination."""
        routing, net = self.routing, self.routing.network
        senders: dict[object, list[int]] = {}
        if routing.labels is no_label:
            senders[None] = [source for source in routing.ends if source != goal]
        else:
            for source in routing.ends:
                for label in labels(routing, source, goal):
                    senders.setdefault(label, []).append(source)
        for label, sources in senders.items():
            assert routing.arrays.choices_to is not None
            given = routing.arrays.choices_to(goal, label)
            if given.weight is not None and (given.weight <= 0).any():
                raise CertificateError(f"choices to {routing.node_name(goal)} have weights that are not positive")
            head, destination = self.head, goal
            if routing.phases.parts:
                head, destination = self.head.copy(), -1
                head[[c for c in np.flatnonzero(head == goal).tolist() if routing.delivers(c, goal, label)]] = -1
            count = compiled(loops.check_goal)(
                given.by == BY_NODE, net.node_count, self.first, head, net.forwarding, destination,
                np.array(sources, dtype=np.int32), given.start, given.channel, *self.how, self.least, self.state,
                *self.room, self.fault,
            )  # fmt: skip
            self.places += count
            if taken is not None:
                taken(goal, given, self.room[2][:count].copy())
            fault, at = (int(n) for n in self.fault)
            if fault != loops.FINE:
                by_channel = fault in (loops.CIRCLE, loops.STUCK)
                where = {"channel": routing.channel_name(at)} if by_channel else {"node": routing.node_name(at)}
                raise CertificateError(FAULTS[fault].format(goal=routing.node_name(goal), **where))


def in_phases(routing: ChannelRouting) -> bool:
    """Whether packets go between all nodes by way of any node, in two phases that do not depend on each other."""
    every = len(routing.ends) == routing.network.node_count
    parts = [part for part, _ in routing.phases.parts]
    return routing.by_any_node and every and all(part.kind != ADAPTIVE and part.labels is no_label for part in parts)


def least_numbers_in_phases(routing: ChannelRouting, value: list[int]) -> tuple[list[int], int]:
    """The same as :func:`least_numbers` for numbers that rise along the ways of packets, phase by phase."""
    net = routing.network
    ended: list[list[int]] = [[] for _ in range(net.node_count)]  # channels by which packets come to their label
    count = routing.phases.parts[1][0].channel_count
    # destinations by number of those that go on by each
    nearest, farthest = (np.full(count, net.node_count), np.full(count, -1))
    lock = Lock()

    def first(goal: int, given: Choices, channels: np.ndarray) -> None:
        ended[goal] = channels[net.target[channels // routing.phases.parts[0][0].vcs] == goal].tolist()

    def second(goal: int, given: Choices, channels: np.ndarray) -> None:
        away = np.repeat(np.arange(net.node_count) != goal, np.diff(given.start[: net.node_count + 1]))
        begun = given.channel[: len(away)][away]
        with lock:
            nearest[begun], farthest[begun] = np.minimum(nearest[begun], goal), np.maximum(farthest[begun], goal)

    least, places = [-1] * len(value), 0
    number: list[list[int]] = []
    for (part, low), taken in zip(routing.phases.parts, (first, second), strict=True):
        number.append([c // part.vcs * routing.vcs + low + c % part.vcs for c in range(part.channel_count)])
        found, many = least_numbers(part, [value[c] for c in number[-1]], True, True, taken)
        places += many
        for c, n in zip(number[-1], found, strict=True):
            least[c] = n
    vcs = routing.phases.parts[1][0].vcs
    for node, channels in enumerate(ended):
        out = [c for c in range(int(net.indptr[node]) * vcs, int(net.indptr[node + 1]) * vcs) if farthest[c] >= 0]
        for last in channels:
            for begun in out:
                alone = nearest[begun] == farthest[begun]
                if alone and not _from_another(routing.phases.parts[0][0], node, last, int(nearest[begun])):
                    continue
                a, b = number[0][last], number[1][begun]
                if value[b] <= value[a]:
                    raise CertificateError(
                        f"behind {routing.channel_name(a)} a packet by way of {routing.node_name(node)} may wait for ever"
                    )
                least[b] = max(least[b], value[a] + 1)
    return least, places


def _from_another(part: ChannelRouting, goal: int, last: int, node: int) -> bool:
    """Whether a packet to a goal that comes from another node than a given one takes a channel last."""
    assert part.arrays.choices_to is not None
    given, nodes = part.arrays.choices_to(goal, None), part.network.node_count
    todo, seen = [last], {last}
    while todo:
        rows = np.searchsorted(given.start, np.flatnonzero(given.channel == todo.pop()), side="right") - 1
        for row in rows.tolist():
            if row < nodes and row not in (goal, node):
                return True
            if given.by == BY_NODE:
                before = np.flatnonzero(np.repeat(part.network.target, part.vcs) == row).tolist()
            else:
                before = [row - nodes] if row >= nodes else []
            todo += [c for c in before if c not in seen]
            seen.update(before)
    return False


# Numbers of channels checked on one line of each dimension, for large products whose routing goes line by line.
#
# A routing that goes line by line corrects dimension 0 first, then 1, and so on, in the same way on all lines of a
# dimension. So a packet holds and wants two channels of one line, or one that ends its hops in a dimension and one that
# begins them in a later dimension. These properties are tested on routes of packets through the whole network.


Numbers = Sequence["int | None"]
NONE = -1


def rise_on_lines(routing: ChannelRouting, given: Numbers) -> int:
    """Count the dependencies of the lines through node 0 along which the numbers rise.

    A channel represents the channels in its position on all lines of its dimension. Its numbers may depend on the
    digits of earlier dimensions, but not on those of later ones.
    """
    net, dims, vcs = routing.network, dimensions(routing.network), routing.vcs
    sizes, dimension = [factor.size for factor in net.factors], np.array(dims.dimension)
    value = np.array([NONE if v is None else v for v in given])
    # the highest number of a channel by which packets come to a line, by the digits before
    came, places = (np.full(1, NONE), 0)
    for d, size in enumerate(sizes):
        there, line = np.flatnonzero(dimension == d), range(0, prod(sizes[d:]), prod(sizes[d + 1 :]))
        # digit, digits before, behind
        nodes = np.moveaxis(np.arange(net.node_count).reshape(len(came), size, -1), 1, 0)
        start = there[np.searchsorted(net.origin[there], np.arange(net.node_count))]
        place = {
            (int(h) * vcs + vc): start[nodes[a]] * vcs + (int(h) - int(start[u])) * vcs + vc
            for a, u in enumerate(line)
            for h in there[net.origin[there] == u]
            for vc in range(vcs)
        }
        into = {u: [int(h) for h in np.flatnonzero((net.target == u) & (dimension < d))] for u in line}
        least, last = dict[int, np.ndarray](), np.full((len(came), size), NONE)
        for goal in line:
            starts = {u: set(choices(routing, u, None, goal, None)) for u in line if u != goal}
            turns = ((u, c) for u in starts for h in into[u] for c in range(h * vcs, h * vcs + vcs) if value[c] != NONE)
            if any(set(choices(routing, u, c, goal, None)) != starts[u] for u, c in turns):
                return 0
            first = set().union(*starts.values())
            for c in first:
                least[c] = np.maximum(least.get(c, 0), came + 1)
            for channel, later in ways(routing, goal, None, first):
                if channel not in place:
                    return 0
                own, digit, places = value[place[channel][:, 0]], dims.digit(routing.end(channel), d), places + 1
                for c in later:
                    least[c] = np.maximum(least.get(c, 0), own + 1)
                if not later:
                    last[:, digit] = np.maximum(last[:, digit], own)
        for c, all_there in place.items():
            right = least[c][:, None] if c in least else np.minimum(value[all_there], 0)
            for i in all_there[value[all_there] != right][:1].tolist():
                raise CertificateError(
                    f"{routing.channel_name(i)} has {given[i]}, which is not the longest chain that leads to it"
                )
        came = np.maximum(came[:, None], last).ravel()
    return places


FEW_NODES = 400  # up to here all packets are followed
TRIED = 500  # ways of packets through the whole network


def on_lines(routing: ChannelRouting, given: Numbers, wormhole: bool) -> str | None:
    """Check numbers that must rise along every dependency, on one line of each dimension.

    With whole packets in buffers, the numbers may be those of an escape route that every packet has among its choices.
    """
    net, own = routing.network, routing
    if net.node_count <= FEW_NODES:
        return None
    if routing.kind == "adaptive":
        if wormhole or routing.escape is None or routing.escape.escape_routing is None:
            return None
        own = routing.escape.escape_routing
        split = [divmod(c, routing.vcs) for c in range(routing.channel_count)]
        if any(given[c] for c, (_, vc) in enumerate(split) if vc >= own.vcs):
            raise CertificateError("there is a number for a channel that is no escape channel")
        given = [given[c] for c, (_, vc) in enumerate(split) if vc < own.vcs]
    if not own.dependencies.line_by_line or own.terminals is not None or own.labels is not no_label:
        return None
    places = rise_on_lines(own, given)
    draw = Random(0)
    for _ in range(TRIED if places else 0):
        source, goal = draw.sample(range(net.node_count), 2)
        first = set(choices(own, source, None, goal, None))
        for channel, later in ways(own, goal, None, first):
            if any((given[c] or 0) <= (given[channel] or 0) for c in later):
                raise CertificateError(f"behind {own.channel_name(channel)} a packet to node {goal} may wait for ever")
        if own is not routing:
            lifted = {c // own.vcs * routing.vcs + c % own.vcs for c in first}
            if not lifted <= set(choices(routing, source, None, goal, None)):
                return None
    return (
        f"numbers rise in {places:,} places of one line for each dimension, and on all lines, since the routing declares that "
        f"it goes line by line (tried on {TRIED} packets)"
        if places
        else None
    )


# Certificates with a number for each channel that rises along every turn that a routing rule permits.
#
# The turns are taken from the rule's definition in the literature, by code of this module; the routing relation is only
# asked whether its packets keep to them. On small networks all packets are followed, on large ones those of some drawn
# pairs.


FOLLOWED = 200_000  # channels times destinations up to which all packets are followed
TAKEN = 40_000  # channels that drawn packets take at least
LEAST, MOST = 3, 200  # destinations drawn on larger networks

Rule = tuple[np.ndarray, Callable[[int, int], bool]]  # kind of each hop, and whether a kind may follow another one


def rise_along_turns(routing: ChannelRouting, given: Sequence[int | None]) -> str:
    """Check that numbers are the lengths of the longest chains of permitted turns that lead to each channel.

    * M. D. Schroeder et al., Autonet: a high-speed, self-configuring local area network using point-to-point links, 1991.
    * C. J. Glass and L. M. Ni, The turn model for adaptive routing, 1992.
    * G.-M. Chiu, The odd-even turn model for adaptive routing, 2000.
    """
    kind, follows = _rule(routing)
    net, vcs, kinds = routing.network, routing.vcs, int(kind.max(initial=0)) + 1
    if any(v is None for v in given):
        raise CertificateError("every channel may be used, so each of them needs a number")
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
        raise CertificateError(
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
                        raise CertificateError(
                            f"behind {routing.channel_name(channel)} a packet takes a turn that {routing.name} forbids"
                        )


def _rule(routing: ChannelRouting) -> Rule:
    """The kinds of hops of the rule with the name of a routing."""
    options: dict[str, Any] = dict(routing.options)
    if "sha256" in options:
        raise CertificateError("a routing file has no rule of turns that is known, whatever its name is")
    if routing.name in ("up-down", "up-down-adaptive"):
        net, root = routing.network, options.get("root", 0)
        named = {str(each[0]): node for node in range(net.node_count) if len(each := net.labels(node)) == 1}
        return _up_and_down(net, named.get(str(root), root) if isinstance(net.labels(0)[0], str) else root)
    if routing.name in ("west-first", "north-last", "negative-first", "odd-even") and not options.get("allow"):
        return _directions(routing.network, routing.name)
    raise CertificateError(f"routing {routing.name} has no rule of turns that is known")


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
        raise CertificateError("the tree of up*/down* does not reach all nodes")
    u, v = net.origin, net.target
    up = (far[v] < far[u]) | ((far[v] == far[u]) & (v < u))
    rises = up & net.forwarding[v]  # by such hops every node comes to one node from which all others hang
    stays = np.setdiff1d(np.flatnonzero(net.forwarding), u[rises])
    others = np.setdiff1d(np.flatnonzero(~net.forwarding), u[rises])
    beside = np.isin(others, v[np.isin(u, stays)])
    if len(stays) != 1 or (others != root).any() or not beside.all():
        raise CertificateError("not all packets of up*/down* can be delivered in this network for certain")
    return up.astype(np.int64), lambda a, b: (a, b) != (0, 1)


def _directions(net: Network, name: str) -> Rule:
    """Kinds of hops of a mesh: direction, and parity of the column where the hop ends."""
    if any(factor.name != "line" for factor in net.factors) or not net.factors:
        raise CertificateError(f"{name} is a routing of meshes")
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
