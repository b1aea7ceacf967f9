"""Buffers and worms of the plain simulator between two cycles, and what they say: choices, held channels, blocked worms."""

from collections import deque
from fractions import Fraction

import numpy as np

from netlemma.graphs.routing.channel_routing import OBLIVIOUS
from netlemma.graphs.routing.choices import Goal
from netlemma.graphs.simulate.deadlock import BlockedWorm, Deadlock
from netlemma.graphs.simulate.kernels.draw import ROUTE, draw, draw_routes
from netlemma.graphs.simulate.layouts.layout import Layout
from netlemma.graphs.simulate.layouts.numbering import labels_of
from netlemma.graphs.simulate.options import SimulationOptions

WHOLE = 1 << 32  # different draws of a route
Flit = tuple[int, int]  # message, number within it


class FlitState:
    """Buffers, worms and messages of the plain simulator, and what they say about choices, held channels and blocked worms.

    where: Channels of the network with those of injection and ejection.
    options: Options of the simulation.
    window: First cycle of those in which virtual channels in use are counted, and the first behind them.
    """

    def __init__(self, where: Layout, options: SimulationOptions, window: tuple[int, int] = (0, 0)) -> None:
        self.where, self.options, self.window = where, options, window
        self.now = 0
        self.started = np.empty(0, dtype=np.int64)
        self.delivered = np.empty(0, dtype=np.int64)
        self.busy = (0, 0)
        self.deadlock: Deadlock | None = None
        self.seen = 0  # messages generated so far
        self.queue: list[deque[int]] = [deque() for _ in range(where.ends)]  # of each source
        self.ends: dict[int, tuple[int, int]] = {}  # source and destination of each worm
        self.way: dict[int, list[int]] = {}  # the channels that each worm has got so far
        self.crossed: dict[int, list[int]] = {}  # number of its flits that have crossed each of them
        self.buffer: list[deque[Flit]] = [deque() for _ in range(where.channels)]  # at the end of each channel
        self.owner: list[int | None] = [None] * where.channels
        self.asked: dict[int, int] = {}  # since when each header waits that does
        most = max(where.routing.vcs, where.injection_vcs)
        # virtual channel that crossed each link last
        self.last_turn = [most - 1] * (where.routing.network.hop_count + where.ends)

    def _choices(self, message: int) -> tuple[list[int], list[int]]:
        """The channels that a header may take next: the preferred ones, and those taken only if none of these is free."""
        way, (source, destination) = self.way[message], self.ends[message]
        routing = self.where.routing
        came_by = way[-1] if len(way) > 1 else None
        node = routing.ends[source] if came_by is None else routing.end(came_by)
        labels = labels_of(routing, routing.ends[source], routing.ends[destination])
        drawn = draw_routes(self.options.seed, message, 1)[0] % len(labels) if len(labels) > 1 else 0
        goal = Goal(routing.ends[destination], labels[drawn])
        if came_by is not None and routing.delivers(came_by, *goal):
            return [self.where.first_ejection + destination], []
        weights: dict[int, Fraction] = {}
        for channel, weight in routing.next_channels(node, came_by, *goal):
            if weight:
                weights[channel] = weights.get(channel, Fraction(0)) + weight
        if routing.kind == OBLIVIOUS:
            return self._drawn(message, weights), []
        escape = [c for c in weights if routing.escape and routing.escape(c)]
        return [c for c in weights if c not in escape], escape

    def _drawn(self, message: int, weights: dict[int, Fraction]) -> list[int]:
        """The channels of a hop, drawn by their weights, if they are alike; or one channel, drawn by its weight."""
        vcs, left, groups = self.where.routing.vcs, dict(weights), list[list[int]]()
        while left:
            channel = next(iter(left))
            beside = [c for c in weights if c // vcs == channel // vcs]
            alike = all(weights[c] == weights[channel] for c in beside)
            groups.append(beside if alike else [channel])
            for c in groups[-1]:
                del left[c]
        drawn = draw(self.options.seed % 2**64, message, len(self.way[message]), ROUTE, WHOLE) if len(groups) > 1 else 0
        total = Fraction(0)
        for group in groups:
            total += sum(weights[c] for c in group)
            if drawn < int(total * WHOLE):
                return group
        raise AssertionError("weights add up to 1")

    def _waits_for(self, message: int) -> tuple[list[int], list[int]]:
        """The channels for which a header waits that has found none free, in the same two lists."""
        others, escape = self._choices(message)
        return ([], escape) if self.options.waiting == "escape" and escape else (others, escape)

    def _blocked_by(self, message: int) -> tuple[int, ...]:
        """The worms that block a worm: it can move only after one of them has moved."""
        last = self.way[message][-1]
        if message in self.asked:
            owners = [self.owner[channel] for part in self._waits_for(message) for channel in part]
            return tuple(dict.fromkeys(-1 if owner is None else owner for owner in owners))
        return (self.buffer[last][0][0],)  # in its buffer before it, or in the one to which it goes

    def holds(self, message: int, channel: int) -> bool:
        """Whether a worm holds a channel that its header has crossed: no other worm can cross it before this one moves."""
        buffer = self.buffer[channel]
        full = len(buffer) == self.options.buffers and buffer[-1][0] == message
        return full or self.owner[channel] == message

    def _blocked(self, message: int, by: tuple[int, ...]) -> BlockedWorm:
        position = self.crossed[message].index(0) if 0 in self.crossed[message] else len(self.way[message])
        way = self.way[message]
        holds = tuple(c for c in way[:position] if self.holds(message, c))
        if position < len(way):
            wanted: tuple[int, ...] = (way[position],)
        else:
            wanted = tuple(c for part in self._waits_for(message) for c in part)
        return BlockedWorm(message, *self.ends[message], holds, wanted, by)
