"""Tables after failures, changed only where they must be: a hop that has failed, or leads no nearer any more, is chosen anew.

Messages to other destinations stay where they are, so loads, dependencies and distances change by a difference.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from netlemma.graphs.base.compiled import Kernel, looped
from netlemma.graphs.fabrics.changes import Cut
from netlemma.graphs.fabrics.engine_loops import lengths
from netlemma.graphs.fabrics.engines import Choosing, choosing, engine_tables, rule_of
from netlemma.graphs.fabrics.layers import Dependency, circle_of, topological
from netlemma.graphs.formats.fabric.fabric import NONE, Fabric
from netlemma.graphs.routing.hop_routing import Arrivals

BY_CHOICE = ("minhop", "up-down", "ftree")  # engines whose tables are repaired


@dataclass(frozen=True, eq=False)
class Repaired:
    """A fabric after a failure, with its tables repaired.

    load: Messages of each hop.
    free: Whether no channels between switches wait for one another in a circle.
    diameter: Cables between the farthest hosts.
    """

    load: np.ndarray
    free: bool
    diameter: int


@dataclass(frozen=True, eq=False)
class Repairs:
    """The tables of an engine for hosts with one cable each, and what follows from them, kept for all failures.

    switches, inner: Nodes that are switches, and hops between them; below, both have the numbers of their places here.
    choices: How the engine chooses; one row for each host.
    hop, flow: Hop of each switch towards each host, -1 for none, and messages of other hosts that pass it, (hosts, switches).
    weight: Hosts at each switch.
    ends, row: Switches with hosts, and the place of each switch among them, -1 for others.
    far, down: Lengths of the ways to each of ``ends`` by the engine, and of those that only go down.
    plain: Lengths of shortest ways to each of ``ends``.
    load: Messages of each hop.
    first: Number of the pair of a hop and the first hop behind it.
    uses: Hosts towards which messages take each such pair; empty if the engine leaves no circle, whatever fails.
    rule: What the routes are called.
    """

    fabric: Fabric
    switches: np.ndarray
    inner: np.ndarray
    choices: Choosing
    hop: np.ndarray
    flow: np.ndarray
    weight: np.ndarray
    ends: np.ndarray
    row: np.ndarray
    far: np.ndarray
    down: np.ndarray
    plain: np.ndarray
    load: np.ndarray
    first: np.ndarray
    uses: np.ndarray
    rule: str

    @classmethod
    def of(cls, fabric: Fabric, engine: str) -> Repairs | None:
        """Those of an engine; None where a host has several cables, or is a switch, or a cable is one-way or a bus."""
        net, hosts = fabric.network, np.flatnonzero(fabric.adapter)
        out = np.minimum(net.indptr[:-1], net.hop_count - 1)
        single = (np.diff(net.indptr) == 1) & ~fabric.forwards & fabric.forwards[net.target[out]]
        cables = np.bincount(net.device, minlength=net.device_count)
        if engine not in BY_CHOICE or not single[hosts].all() or (fabric.reverse < 0).any() or (cables != 2).any():
            return None
        tables = engine_tables(fabric, engine, hosts)
        assert tables.height is not None
        choices, switches, inner = _between_switches(fabric, choosing(fabric, engine, hosts, tables.height))
        place = np.append(_places(inner, net.hop_count), NONE).astype(np.int32)  # of hop -1
        hop = np.ascontiguousarray(place[tables.hop[:, switches]])
        rule = rule_of(fabric, tables)
        del tables
        lost = (hop < 0) & (np.arange(len(switches)) != choices.near[:, None])
        if (lost & (np.bincount(choices.near, minlength=len(switches)) > 0)).any():
            return None
        weight = np.bincount(choices.near, minlength=len(switches))
        ends = np.flatnonzero(weight)
        first = np.concatenate([[0], np.cumsum(np.diff(choices.indptr)[choices.target])])
        pairs = np.zeros(0 if choices.restricted else int(first[-1]), dtype=np.int32)
        steps = len(hosts) * len(inner)
        flow, load, uses = looped(followed, steps)(
            choices.indptr, choices.target, hop, choices.near, weight, first, pairs
        )
        none = np.zeros(len(inner), dtype=bool)
        ways = looped(all_lengths, len(ends) * len(inner))
        far, down = map(np.asarray, ways(ends, *_graph(choices), choices.restricted, none))
        plain = np.asarray(ways(ends, *_graph(choices), False, none)[0]) if choices.restricted else far
        return cls(
            fabric, switches, inner, choices, hop, np.asarray(flow), weight, ends, _places(ends, len(switches)),
            far, down, plain, np.asarray(load), first, np.asarray(uses), rule,
        )  # fmt: skip

    def after(self, out: Cut, stays: np.ndarray) -> Repaired | None:
        """The fabric after a failure; None if the engine has no way between some hosts without other choices elsewhere.

        stays: Nodes that are in the part with the most hosts.
        """
        net, here = self.fabric.network, self.choices
        dead = out.cut[net.device] | ~stays[net.origin] | ~stays[net.target]
        kept = stays[np.flatnonzero(self.fabric.adapter)]
        weight = np.bincount(here.near[kept], minlength=len(self.switches))
        steps = len(kept) * len(self.inner) // 16
        failed, origin = np.flatnonzero(dead[self.inner]), self.origin
        sound, load, uses = looped(repaired, steps)(
            *here, self.hop, self.flow, weight, kept, bool(kept.all()), dead[self.inner], failed, origin, self.row, self.far,
            self.down, self.load, self.first, self.uses,
        )  # fmt: skip
        if not sound:
            return None
        far = looped(farthest, steps)(self.ends, *_graph(here), weight, dead[self.inner], self.plain, failed, origin)
        whole = np.zeros(net.hop_count, dtype=np.int64)
        whole[self.inner] = load
        return Repaired(whole, self._free(np.asarray(uses)), int(far))

    @cached_property
    def bridges(self) -> frozenset[int]:
        """Cables that alone join two parts of the switches."""
        import networkx as nx

        net = self.fabric.network
        ends = list(zip(self.origin.tolist(), self.choices.target.tolist(), strict=True))
        count = Counter(ends)
        single = {frozenset(pair) for pair in nx.bridges(nx.Graph(ends)) if count[pair] == 1}
        devices = net.device[self.inner].tolist()
        return frozenset(device for pair, device in zip(ends, devices, strict=True) if frozenset(pair) in single)

    @cached_property
    def origin(self) -> np.ndarray:
        """Where each hop starts."""
        return np.repeat(np.arange(len(self.switches)), np.diff(self.choices.indptr))

    @cached_property
    def _order(self) -> np.ndarray | None:
        """The place of each hop in an order in which all pairs in use go forward; None if they have a circle."""
        return None if self._circle else topological(len(self.inner), *self._ends_of(np.flatnonzero(self.uses)))

    @cached_property
    def _circle(self) -> list[Dependency]:
        """A circle of pairs in use; empty if there is none."""
        return circle_of(list(zip(*(each.tolist() for each in self._ends_of(np.flatnonzero(self.uses))), strict=True)))

    def _ends_of(self, pair: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The two hops of each pair."""
        one = np.searchsorted(self.first, pair, side="right") - 1
        return one, self.choices.indptr[self.choices.target[one]] + pair - self.first[one]

    def _free(self, uses: np.ndarray) -> bool:
        """Whether no pairs of hops in use are in a circle."""
        if not len(uses):
            return True
        if self._order is not None:
            one, other = self._ends_of(np.flatnonzero((uses > 0) & (self.uses == 0)))
            if (self._order[one] < self._order[other]).all():
                return True
        elif all(
            uses[self.first[one] + other - self.choices.indptr[self.choices.target[one]]] for one, other in self._circle
        ):
            return False
        one, other = self._ends_of(np.flatnonzero(uses))
        graph = coo_array((np.ones(len(one), dtype=np.int8), (one, other)), shape=(len(self.inner), len(self.inner)))
        return bool(connected_components(graph, connection="strong")[0] == len(self.inner))


def _places(members: np.ndarray, count: int) -> np.ndarray:
    """The place of each number among some of them, -1 for others."""
    place = np.full(count, NONE, dtype=np.int64)
    place[members] = np.arange(len(members))
    return place


def _graph(here: Choosing) -> tuple[np.ndarray, ...]:
    return here.indptr, here.target, here.into, here.before, here.arriving, here.forwards, here.up, here.rank


def _between_switches(fabric: Fabric, every: Choosing) -> tuple[Choosing, np.ndarray, np.ndarray]:
    """The choices without hosts and their cables, whose hops are certain; the switches, and the hops between them."""
    net = fabric.network
    switches = np.flatnonzero(fabric.forwards)
    inner = np.flatnonzero(fabric.forwards[net.origin] & fabric.forwards[net.target])
    node, hop = _places(switches, net.node_count), _places(inner, net.hop_count)
    indptr = np.searchsorted(node[net.origin[inner]], np.arange(len(switches) + 1))
    into = Arrivals(indptr, node[net.target[inner]])
    order, rank = hop[every.order], node[every.rank]
    small = Choosing(
        indptr, node[net.target[inner]], into.into, into.before, into.hop, fabric.forwards[switches], every.up[inner],
        rank[rank >= 0], every.tier[switches], order[order >= 0], node[every.near], every.number, every.restricted,
        every.rule, every.sequence, node[every.near], np.full(len(every.near), NONE),
    )  # fmt: skip
    return small, switches, inner


def all_lengths(ends, indptr, target, into, before, arriving, forwards, up, rank, restricted, dead):
    """Lengths of the ways from each node to each of some ends, and of those that only go down."""
    count = len(indptr) - 1
    far, down = np.zeros((len(ends), count), dtype=np.int32), np.zeros((len(ends), count), dtype=np.int32)
    queue = np.zeros(count, dtype=np.int32)
    for e in range(len(ends)):
        lengths(ends[e], indptr, target, into, before, arriving, forwards, up, rank, restricted, dead, down[e], far[e], queue)  # fmt: skip
    return far, down


def followed(indptr, target, hop, near, weight, first, pairs):
    """Messages through each switch towards each host, and over each hop, and for how many hosts each pair of hops is used."""
    count = len(indptr) - 1
    flow, load = np.zeros((len(hop), count), dtype=np.int32), np.zeros(len(target), dtype=np.int64)
    uses = np.zeros(len(pairs), dtype=np.int32)
    waiting, stack = np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.int32)
    for d in range(len(hop)):
        waiting[:] = 0
        for v in range(count):
            flow[d, v] = weight[v]
            if hop[d][v] >= 0:
                waiting[target[hop[d][v]]] += 1
        top = 0
        for v in range(count):
            if waiting[v] == 0:
                stack[top] = v
                top += 1
        while top > 0:
            top -= 1
            v = stack[top]
            h = hop[d][v]
            if v == near[d] or h < 0:
                continue
            u = target[h]
            load[h] += flow[d, v]
            flow[d, u] += flow[d, v]
            if len(uses) > 0 and flow[d, v] > 0 and u != near[d]:
                uses[first[h] + hop[d][u] - indptr[u]] += 1
            waiting[u] -= 1
            if waiting[u] == 0:
                stack[top] = u
                top += 1
    return flow, load, uses


@Kernel
def chosen(v, end, d, indptr, target, up, order, number, restricted, rule, tier, dead, far, down, used):
    """The hop of a node towards an end by the rule of an engine, -1 if none leads nearer."""
    best, choices = -1, 0
    for k in range(indptr[v], indptr[v + 1]):
        h = order[k]
        if nearer(h, v, target, up, restricted, dead, far, down):
            choices += 1
            if best < 0 or (rule == 0 and used[h] < used[best]):
                best = h
    if rule == 0 or choices < 2:
        return best
    power = 1
    for _ in range(1, tier[v]):
        power *= choices
    wanted = (number[d] // power) % choices
    for k in range(indptr[v], indptr[v + 1]):
        h = order[k]
        if nearer(h, v, target, up, restricted, dead, far, down):
            if wanted == 0:
                return h
            wanted -= 1
    return -1


@Kernel
def nearer(h, v, target, up, restricted, dead, far, down):
    """Whether a hop of a node is in service and the first of a shortest way of the engine."""
    u = target[h]
    if dead[h] or far[v] < 1 or far[u] != far[v] - 1:
        return False
    if not restricted:
        return True
    if down[v] >= 0:
        return not up[h] and down[u] == down[v] - 1
    return up[h]


def repaired(
    indptr, target, into, before, arriving, forwards, up, rank, tier, order, goal, number, restricted, rule, sequence, near,
    last_hop, hop, flow, weight, kept, whole, dead, failed, origin, row, far, down, load, first, pairs,
):  # fmt: skip
    """Loads and uses of pairs of hops after a failure.

    weight, kept: Hosts at each switch that are still there, and whether each host is; ``whole`` if all are.

    Returns: Whether all of them reach each other, messages of each hop, and hosts for which each pair of hops is used.
    """
    count = len(indptr) - 1
    used, uses = np.zeros(len(target), dtype=np.int64), np.zeros(len(pairs), dtype=np.int32)
    for h in range(len(target)):
        used[h] = load[h]
    for k in range(len(pairs)):
        uses[k] = pairs[k]
    new_far, new_down = np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.int32)
    queue, farthest_first = np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.int32)
    size = np.zeros(count + 2, dtype=np.int32)
    new_hop, new_flow = np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.int32)
    listed, last = 0, -1
    for d in sequence:
        end, x, hit = near[d], -1, 0
        for h in failed:
            if hop[d][origin[h]] == h:
                x = origin[h]
                hit += 1
        if hit == 0 and whole:
            continue
        if hit == 1 and whole:  # if another hop leads nearer as well, nothing else changes
            e = row[end]
            best = chosen(
                x, end, d, indptr, target, up, order, number, restricted, rule, tier, dead, far[e], down[e], used
            )
            if best >= 0:
                moved = flow[d][x]
                if moved > 0:
                    old = hop[d][x]
                    if len(uses) > 0:
                        shifted(d, x, end, -1, old, indptr, target, into, before, arriving, hop, flow, first, uses)
                        shifted(d, x, end, 1, best, indptr, target, into, before, arriving, hop, flow, first, uses)
                        meeting(d, x, end, old, best, indptr, target, hop, flow, first, uses, new_flow)
                    v, h = x, old
                    while v != end:
                        used[h] -= moved
                        v = target[h]
                        h = hop[d][v]
                    v, h = x, best
                    while v != end:
                        used[h] += moved
                        v = target[h]
                        h = hop[d][v]
                continue
        for v in range(count):
            h = hop[d][v]
            if v != end and h >= 0 and flow[d][v] > 0:
                if not kept[d]:
                    used[h] -= flow[d][v]
                u = target[h]
                if len(uses) > 0 and u != end:
                    uses[first[h] + hop[d][u] - indptr[u]] -= 1
        if not kept[d]:
            continue
        if end != last:
            last = end
            lengths(
                end, indptr, target, into, before, arriving, forwards, up, rank, restricted, dead, new_down, new_far, queue
            )  # fmt: skip
            size[:] = 0
            for v in range(count):
                if new_far[v] < 0:
                    if weight[v] > 0:
                        return False, used, uses
                else:
                    size[new_far[v]] += 1
            listed = 0
            for length in range(count, -1, -1):
                here = size[length]
                size[length] = listed
                listed += here
            for v in range(count):
                if new_far[v] >= 0:
                    farthest_first[size[new_far[v]]] = v
                    size[new_far[v]] += 1
        for v in range(count):
            new_hop[v] = -1
            new_flow[v] = weight[v]
        for i in range(listed):
            v = farthest_first[i]
            if v == end:
                continue
            h = hop[d][v]
            if h < 0 or not nearer(h, v, target, up, restricted, dead, new_far, new_down):
                h = chosen(v, end, d, indptr, target, up, order, number, restricted, rule, tier, dead, new_far, new_down, used)  # fmt: skip
            new_hop[v] = h
            if h >= 0:
                new_flow[target[h]] += new_flow[v]
        for v in range(count):
            if v == end:
                continue
            if hop[d][v] >= 0:
                used[hop[d][v]] -= flow[d][v]
            h = new_hop[v]
            if h >= 0 and new_flow[v] > 0:
                used[h] += new_flow[v]
                u = target[h]
                if len(uses) > 0 and u != end:
                    uses[first[h] + new_hop[u] - indptr[u]] += 1
    return True, used, uses


@Kernel
def shifted(d, x, end, sign, h, indptr, target, into, before, arriving, hop, flow, first, uses):
    """Count the pairs of hops at a switch whose messages to a host take one hop there, or take it no more."""
    for i in range(into[x], into[x + 1]):
        if hop[d][before[i]] == arriving[i] and flow[d][before[i]] > 0:
            uses[first[arriving[i]] + h - indptr[x]] += sign
    u = target[h]
    if u != end:
        uses[first[h] + hop[d][u] - indptr[u]] += sign


@Kernel
def meeting(d, x, end, old, best, indptr, target, hop, flow, first, uses, change):
    """Count the pairs of hops behind a switch whose messages to a host take another way from there."""
    moved = flow[d][x]
    for way in range(2):
        v = target[old] if way == 0 else target[best]
        while v != end:
            change[v] = 0
            v = target[hop[d][v]]
    for way in range(2):
        v = target[old] if way == 0 else target[best]
        while v != end:
            change[v] += moved if way == 1 else -moved
            v = target[hop[d][v]]
    for way in range(2):
        v = target[old] if way == 0 else target[best]
        while v != end:
            h, before = hop[d][v], flow[d][v]
            u = target[h]
            if u != end:
                if before > 0 and before + change[v] == 0:
                    uses[first[h] + hop[d][u] - indptr[u]] -= 1
                elif before == 0 and before + change[v] > 0:
                    uses[first[h] + hop[d][u] - indptr[u]] += 1
            change[v] = 0
            v = u


def farthest(ends, indptr, target, into, before, arriving, forwards, up, rank, weight, dead, plain, failed, origin):
    """Cables between the farthest hosts after a failure."""
    count = len(indptr) - 1
    far, down = np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.int32)
    queue = np.zeros(count, dtype=np.int32)
    most = 0
    for e in range(len(ends)):
        end = ends[e]
        if weight[end] == 0:
            continue
        same = True
        for h in failed:
            u = target[h]
            if not same:
                break
            x = origin[h]
            if plain[e][x] == plain[e][u] + 1:
                other = False
                for k in range(indptr[x], indptr[x + 1]):
                    other = other or (not dead[k] and plain[e][target[k]] == plain[e][x] - 1)
                same = same and other
        if not same:
            lengths(end, indptr, target, into, before, arriving, forwards, up, rank, False, dead, down, far, queue)
        for v in range(count):
            length = plain[e][v] if same else far[v]
            if weight[v] > (1 if v == end else 0) and length + 2 > most:
                most = length + 2
    return most
