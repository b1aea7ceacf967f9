"""The reference engine with endpoints that take a message off the network only once all that it causes is in injection queues."""

import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from netlemma.graphs.deadlock.message_chains import ORIGIN, Message, caused
from netlemma.graphs.simulate.deadlock import BlockedWorm
from netlemma.graphs.simulate.engines.flits import FlitSimulator
from netlemma.graphs.simulate.layouts.endpoints import EndpointNumbering
from netlemma.graphs.simulate.messages import Messages
from netlemma.graphs.simulate.options import SimulationOptions


@dataclass
class Sent:
    """A message: the cycle from which on it can enter the network, and the times at which it enters and is consumed, -1 before.

    begun: Its number among the messages that nodes send by themselves, -1 if another one caused it.
    """

    message: Message
    created: int
    begun: int = -1
    started: int = -1
    delivered: int = -1


@dataclass
class Arrived:
    """A message that waits at its node.

    left: Of each message that it still has to cause, those of which one is sent.
    has_turn: Whether the node has begun with it.
    """

    since: int
    left: list[Sequence[Message]] = field(default_factory=list)
    has_turn: bool = True

    @property
    def served(self) -> bool:
        """Whether it can be taken off the network."""
        return self.has_turn and not self.left


class EndpointSimulator(FlitSimulator):
    """The plain simulator of messages in chains. A message keeps its place in an injection queue until its tail has left it.

    ``sent`` are all messages in the order of their generation; ``started`` and ``delivered`` are of those that nodes send by
    themselves.
    """

    where: EndpointNumbering

    def __init__(self, where: EndpointNumbering, options: SimulationOptions, window: tuple[int, int] = (0, 0)) -> None:
        super().__init__(where, options, window)
        self.chains, self.ends_of_network = where.chains, list(where.routing.ends)
        self.number = {node: end for end, node in enumerate(self.ends_of_network)}
        self.random = random.Random(options.seed)
        self.sent: list[Sent] = []
        self.queue = [deque() for _ in range(where.ends * len(self.chains.kinds))]
        self.arrived: dict[int, Arrived] = {}
        self.turns: list[int | None] = [None] * where.ends
        self.known: dict[Message, tuple[tuple[Message, ...], ...]] = {}
        self.begins: dict[
            tuple[int, int], list[Message]
        ] = {}  # that nodes send by themselves, by source and destination
        for r, row in enumerate(self.chains.rows):
            if row.first:
                self.begins.setdefault((row.source, row.destination), []).append(
                    Message(row.kind, row.source, row.destination, -1, r)
                )

    @np.errstate(over="ignore")  # of random numbers
    def advance(self, messages: Messages, until: int, progress: Callable[[int], None] | None = None) -> None:
        """Simulate all cycles before ``until``, or up to a deadlock."""
        more = np.full(len(messages) - len(self.delivered), -1, dtype=np.int64)
        self.started = np.concatenate([self.started, more])
        self.delivered = np.concatenate([self.delivered, more])
        self._run(messages, until, progress)

    def unfinished(self, start: int, stop: int) -> bool:
        """Whether a message generated in some cycles has not been consumed."""
        return any(start < each.created <= stop and each.delivered < 0 for each in self.sent)

    def _generate(self, messages: Messages) -> None:
        while self.seen < len(messages) and messages.cycle[self.seen] <= self.now:
            ends = int(messages.source[self.seen]), int(messages.destination[self.seen])
            message = self._begun(self.ends_of_network[ends[0]], self.ends_of_network[ends[1]])
            self.queue[ends[0] * len(self.chains.kinds) + message.kind].append(len(self.sent))
            self.sent.append(Sent(message, int(messages.cycle[self.seen]), self.seen))
            self.seen += 1

    def _begun(self, source: int, destination: int) -> Message:
        """A message that a node sends by itself: one of those of a file, or of a kind that begins a chain."""
        if self.chains.rows:
            return self.random.choice(self.begins[source, destination])
        kind = self.random.choice([k for k, first in enumerate(self.chains.first) if first])
        return Message(kind, source, destination, source if ORIGIN in self.chains.to else -1)

    def _inject(self, messages: Messages) -> None:
        """Give places in injection queues: first to what messages cause that wait for it, then to what nodes send by themselves."""
        self._serve()
        for number, queue in enumerate(self.queue):
            end, kind = divmod(number, len(self.chains.kinds))
            for place in self.where.places(kind, end) if queue else ():
                if queue and self.owner[place] is None:
                    self.put(queue.popleft(), place)

    def put(self, message: int, place: int) -> None:
        """Put a message into a place of an injection queue."""
        _, source, destination, *_ = self.sent[message].message
        self.owner[place] = message
        self.ends[message] = self.number[source], self.number[destination]
        self.way[message], self.crossed[message] = [place], [0]

    def _serve(self) -> None:
        """Let nodes take turns, and put what messages cause into injection queues, in the order of their arrival."""
        for channel, buffer in enumerate(self.buffer[: self.where.network_channels]):
            if buffer and buffer[0][1] == 0 and buffer[0][0] not in self.arrived:
                message = buffer[0][0]
                if self.way[message][-1] == channel and self._is_last(message):
                    one_by_one = self.chains.order == "fifo"
                    self.arrived[message] = Arrived(self.now, list(self._puts(message)), not one_by_one)
        for message, arrived in sorted(self.arrived.items(), key=lambda each: (each[1].since, each[0])):
            end = self.ends[message][1]
            if not arrived.has_turn and self.turns[end] is None:
                self.turns[end], arrived.has_turn = message, True
            while arrived.has_turn and arrived.left:
                place = self._free_place(arrived.left[0], end)
                if place is None:
                    break
                other = self.random.choice(arrived.left.pop(0))
                self.sent.append(Sent(other, self.now))
                self.put(len(self.sent) - 1, place)

    def _puts(self, message: int) -> tuple[tuple[Message, ...], ...]:
        one = self.sent[message].message
        if one not in self.known:
            self.known[one] = caused(self.chains, one, self.ends_of_network)
        return self.known[one]

    def _free_place(self, put: Sequence[Message], end: int) -> int | None:
        return next((c for c in self.where.places(put[0].kind, end) if self.owner[c] is None), None)

    def _is_last(self, message: int) -> bool:
        """Whether the last channel that a message has is that to its destination."""
        routing, came_by = self.where.routing, self.way[message][-1] - self._copy(message)
        return routing.delivers(came_by, routing.ends[self.ends[message][1]], self._label(message))

    def _goes_on(self, message: int) -> bool:
        """Whether a header may ask for the next channel: at its destination once all that the message causes is put."""
        return message not in self.arrived or self.arrived[message].served

    def _copy(self, message: int) -> int:
        """First channel of the network of a message."""
        return self.where.resources.channel(self.sent[message].message.kind, 0)

    def _until_empty(self, channel: int) -> bool:
        """Places of injection queues belong to a message until its tail has left them."""
        return self.where.network_channels <= channel or super()._until_empty(channel)

    def _starts(self, message: int) -> None:
        sent = self.sent[message]
        sent.started = self.now
        if sent.begun >= 0:
            self.started[sent.begun] = self.now

    def _arrives(self, message: int) -> None:
        sent, end = self.sent[message], self.ends[message][1]
        sent.delivered = self.now + 1
        if sent.begun >= 0:
            self.delivered[sent.begun] = self.now + 1
        del self.arrived[message]
        if self.turns[end] == message:
            self.turns[end] = None

    def _waits_at_end(self, message: int) -> list[int]:
        """What a message at its destination waits for: the turn, or any place of a queue; nothing elsewhere."""
        arrived = self.arrived.get(message)
        if arrived is None or arrived.served:
            return []
        end = self.ends[message][1]
        return list(self.where.places(arrived.left[0][0].kind, end)) if arrived.has_turn else [self.where.turn_of(end)]

    def _blocked_by(self, message: int) -> tuple[int, ...]:
        wanted = self._waits_at_end(message)
        if not wanted:
            return super()._blocked_by(message)
        turns = self.where.channels
        owners = [self.turns[c - turns] if c >= turns else self.owner[c] for c in wanted]
        return tuple(dict.fromkeys(-1 if owner is None else owner for owner in owners))

    def _blocked(self, message: int, by: tuple[int, ...]) -> BlockedWorm:
        found, wanted, end = super()._blocked(message, by), self._waits_at_end(message), self.ends[message][1]
        holds = (*found.holds, self.where.turn_of(end)) if self.turns[end] == message else found.holds
        kind = self.chains.kinds[self.sent[message].message.kind]
        return BlockedWorm(
            message, found.source, found.destination, holds, tuple(wanted[:1]) or found.waits_for, by, kind
        )
