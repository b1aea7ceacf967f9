"""The places of packets as one numbered graph: a state is a channel and the goal of a packet that can be in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from graphs.routing.routes import Goal, Routes


@dataclass(frozen=True, eq=False)
class States:
    """States 0..n-1; ``channel[s]``, ``goal[s]``, and ``after[s]``, the states that may follow.

    ``source[s]`` is a source whose packets reach the state after ``depth[s]`` other channels, the fewest of all sources.
    """

    routes: Routes
    channel: list[int]
    goal: list[Goal]
    after: list[tuple[int, ...]]
    source: list[int]
    depth: list[int]

    def __len__(self) -> int:
        return len(self.channel)

    @cached_property
    def channels(self) -> list[int]:
        """The channels that packets use, in order."""
        return sorted(set(self.channel))

    @cached_property
    def at(self) -> dict[int, list[int]]:
        """The states of each channel that is used."""
        found: dict[int, list[int]] = {c: [] for c in self.channels}
        for s, c in enumerate(self.channel):
            found[c].append(s)
        return found

    @cached_property
    def before(self) -> list[list[int]]:
        """The states that each state may follow."""
        found: list[list[int]] = [[] for _ in self.channel]
        for s, later in enumerate(self.after):
            for t in later:
                found[t].append(s)
        return found

    @cached_property
    def backwards(self) -> list[int]:
        """All states, each after those that may follow it."""
        missing = [len(later) for later in self.after]
        order = [s for s, n in enumerate(missing) if not n]
        for s in order:
            for p in self.before[s]:
                missing[p] -= 1
                if not missing[p]:
                    order.append(p)
        return order

    def waits(self, s: int) -> list[tuple[int, ...]]:
        """The sets of states for whose channels a packet may wait: it is blocked while all channels of one set are
        held.
        """
        if not self.after[s]:
            return []
        return [self.after[s]] if self.routes.waits_for_all else [(t,) for t in self.after[s]]


def states(routes: Routes) -> States:
    """The states of all packets, those of one goal together.

    >>> from graphs import network
    >>> from graphs.routing.routes import follow
    >>> from graphs.routings import channel_routing
    >>> found = states(follow(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order")))
    >>> found.channel, found.after[:2], found.source[:2]
    ([1, 2, 0, 2, 0, 1], [(1,), ()], [1, 2])
    """
    found = States(routes, [], [], [], [], [])
    for goal, after in routes.after.items():
        number = {c: len(found) + i for i, c in enumerate(after)}
        found.channel.extend(after)
        found.goal.extend([goal] * len(after))
        found.after.extend(tuple(number[x] for x in later) for later in after.values())
        layer = {c: source for source, start in reversed(routes.first[goal].items()) for c in start}
        nearest: dict[int, tuple[int, int]] = {}
        depth = 0
        while layer:
            nearest |= {c: (source, depth) for c, source in layer.items()}
            layer = {x: source for c, source in layer.items() for x in after[c] if x not in nearest}
            depth += 1
        found.source.extend(nearest[c][0] for c in after)
        found.depth.extend(nearest[c][1] for c in after)
    return found
