"""Routings by rules of the text that defines a family: a packet takes the hop of the first rule that applies."""

from collections.abc import Mapping
from functools import lru_cache
from math import prod

import numpy as np

from netlemma.base.names import assignments
from netlemma.definitions import ROUTE, Place, Term
from netlemma.errors import DefinitionError, RoutingError
from netlemma.graphs.routing.capabilities import Arrays
from netlemma.graphs.routing.channel_routing import DETERMINISTIC, MOST_VCS, ChannelRouting, Label
from netlemma.graphs.routing.choices import BY_NODE, Choices, by_arrays
from netlemma.graphs.topology.defined_family import NodeIndex, columns_of, enumerated, expanded
from netlemma.graphs.topology.structure import Network, show

KEPT = 64  # destinations whose hops are kept


def own_routings(net: Network) -> tuple[str, ...]:
    """The names of the routings that the definition of a network's family brings.

    >>> from netlemma.graphs import network
    >>> own_routings(network("mesh", k=3, n=2))
    ()
    """
    return tuple(net.definition.routings) if net.definition is not None else ()


def defined_routing(net: Network, name: str, vcs: int | None = None) -> ChannelRouting:
    """A routing of the definition of a network's family.

    Raises
    ------
    DefinitionError
        If to some destination no rule applies, the hop is no link, or packets never arrive; with the line and two nodes. Of
        destinations for which no hop was asked it comes with the first hop.
    """
    hops = DefinedHops(net, name)
    if vcs not in (None, hops.vcs):
        raise RoutingError(f"vcs={vcs}: the rules of routing {name} name {hops.vcs} virtual channels: leave out vcs")

    def choices_to(destination: int, label: Label) -> Choices:
        channel = hops.channels_to(destination)
        start = np.concatenate([[0], np.cumsum(channel >= 0)])
        return Choices(BY_NODE, start, channel[channel >= 0].astype(np.int32))

    description = f"the first rule of {name} that applies, of the definition"
    return by_arrays(name, net, DETERMINISTIC, hops.vcs, Arrays(choices_to), description=description)


class DefinedHops:
    """The hops of all packets to a destination by the rules of a routing.

    vcs: Virtual channels of each hop that the rules may name.
    """

    def __init__(self, net: Network, name: str) -> None:
        assert net.definition is not None
        self.net, self.name, self.definition = net, name, net.definition
        self.rules = self.definition.routings[name]
        self.rows = enumerated(self.definition, net.parameters)
        own = tuple(Term("name", (each.name, False)) for each in self.definition.coordinates)
        columns = columns_of(self.rows, self.definition, own)
        self.index, self.count = NodeIndex(np.column_stack(columns)), self.rows.count
        key = net.origin.astype(np.int64) * net.node_count + net.target
        self.order = np.argsort(key, kind="stable")
        self.keys = key[self.order]
        self.to_switch = lru_cache(KEPT)(self._to_switch)
        self.vcs = self._vcs()

    def hop(self, tail: np.ndarray, head: np.ndarray) -> np.ndarray:
        """The hop between two nodes, -1 where no link joins them."""
        key = tail.astype(np.int64) * self.net.node_count + head
        place = np.minimum(np.searchsorted(self.keys, key), len(self.keys) - 1)
        return np.where((head >= 0) & (self.keys[place] == key), self.order[place], -1)

    def _vcs(self) -> int:
        bounds = [_ceiling(rule.vc, self.net.parameters) for rule in self.rules]
        if None not in bounds:
            found = 1 + max(bound for bound in bounds if bound is not None)
        else:
            found = 1 + max(int(self.to_switch(goal)[1].max()) for goal in range(self.count))
        if found > MOST_VCS:
            raise RoutingError(f"routing {self.name} has {found:,} virtual channels: at most {MOST_VCS}")
        return found

    def channels_to(self, destination: int) -> np.ndarray:
        """The channel at each node, -1 where there is none."""
        net, count = self.net, self.count
        goal = self._switch(destination)
        hop, vc, _ = self.to_switch(goal)
        found = np.full(net.node_count, -1, np.int64)
        found[:count] = np.where(hop >= 0, hop * self.vcs + vc, -1)
        found[count:] = net.indptr[count:-1] * self.vcs
        if destination >= count:
            found[goal] = self.hop(np.array([goal]), np.array([destination]))[0] * self.vcs
            found[destination] = -1
        return found

    def _switch(self, node: int) -> int:
        return node if node < self.count else int(self.net.target[self.net.indptr[node]])

    def _to_switch(self, goal: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Hop, virtual channel and number of the rule at each node for packets to one of them; -1 where there is none."""
        definition, count = self.definition, self.count
        here = self.rows
        for each in definition.coordinates:
            column = here.columns[each.name]
            value = column[goal]
            there = np.broadcast_to(value, (count, len(value))) if each.is_word else int(value)
            here = here.adding(f"{each.name}'", there)
        hop, vc, by = np.full(count, -1, np.int64), np.zeros(count, np.int64), np.full(count, -1, np.int64)
        open_ = np.arange(count) != goal
        for number, rule in enumerate(self.rules):
            waiting = np.flatnonzero(open_)
            for part in expanded(here.select(waiting).adding("", waiting), rule.ranges):
                if rule.where is not None:
                    part = part.select(part.spread(part.holds(rule.where)))
                part = part.select(open_[part.columns[""]])
                part = part.select(np.unique(part.columns[""], return_index=True)[1])  # the first values of the ranges
                if not part.count:
                    continue
                tail = part.columns[""]
                columns = columns_of(part, definition, rule.target)
                taken = self.hop(tail, self.index.of(columns, part.count))
                if (taken < 0).any():
                    first = int(np.flatnonzero(taken < 0)[0])
                    end = show(tuple(int(each[first]) for each in columns))
                    start = self._shown(int(tail[first]))
                    what = f"from {start} to {end}, which no link does,"
                    raise self._error(rule.target[0].start, f"{self._to(goal)} leads {what}")
                hop[tail], by[tail] = taken, number
                if rule.vc is not None:
                    lane = part.spread(part.number(rule.vc))
                    if (wrong := (lane < 0) | (lane >= MOST_VCS)).any():
                        first = int(np.flatnonzero(wrong)[0])
                        what = f"the virtual channel {lane[first]} at {self._shown(int(tail[first]))}, of 0 to {MOST_VCS - 1},"
                        raise self._error(rule.vc.start, f"{self._to(goal)} has {what}")
                    vc[tail] = lane
                open_[tail] = False
        self._require_arrival(goal, hop)
        return hop, vc, by

    def _require_arrival(self, goal: int, hop: np.ndarray) -> None:
        """Refuse hops that do not lead to a destination from everywhere that packets come."""
        sources = np.unique([self._switch(end) for end in self.net.ends])
        after = np.where(hop >= 0, self.net.target[hop], np.arange(self.count))
        ends = after
        for _ in range(self.count.bit_length()):
            ends = ends[ends]
        lost = sources[ends[sources] != goal]
        if not len(lost):
            return
        start, last = int(lost[0]), int(ends[lost[0]])
        why = f"comes back to {self._shown(last)} and never arrives"
        if hop[last] < 0:
            why = f"ends at {self._shown(last)}, where no rule applies,"
        raise self._error(self.rules[0].place, f"{self._to(goal)} from {self._shown(start)} {why}")

    def _to(self, goal: int) -> str:
        name = "" if self.name == ROUTE else f"{self.name} "
        return f"the route {name}to {self._shown(goal)}"

    def _shown(self, node: int) -> str:
        return show(self.net.labels(node))

    def _error(self, place: Place, what: str) -> DefinitionError:
        sizes = assignments(self.net.parameters)
        return self.definition.error(place, f"{what} at {sizes}" if sizes else what)


def _ceiling(term: Term | None, sizes: Mapping[str, int]) -> int | None:
    """A number that a virtual channel does not exceed, if its form says one."""
    if term is None:
        return 0
    match term.op:
        case "number":
            return int(term.args[0])
        case "count":
            return 1
        case "name" if term.args[0] in sizes:
            return sizes[term.args[0]]
        case "mod":
            below = _ceiling(term.args[1], sizes)
            return None if below is None else below - 1
        case "+" | "*" | "max":
            found = [_ceiling(each, sizes) if isinstance(each, Term) else None for each in term.args]
            bounds = [each for each in found if each is not None]
            if len(bounds) < len(found):
                return None
            return sum(bounds) if term.op == "+" else prod(bounds) if term.op == "*" else max(bounds)
    return None
