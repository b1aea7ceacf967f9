"""Where messages can be that cause other messages, and what they wait for there: channels, injection queues, and the turn of a
node that takes messages one by one.

A message holds its injection queue, then channels of its virtual network. In the last one it waits until all that it causes is in
the injection queues of its destination; then it is gone. A message that causes nothing is taken at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from netlemma.errors import RoutingError
from netlemma.graphs.deadlock.message_chains import Message, MessageChains
from netlemma.graphs.deadlock.states import States
from netlemma.graphs.routing.channel_routing import ChannelRouting, Label


class Resources:
    """Numbers of what messages hold: channels network by network, injection queues, and the turns of nodes.

    buffers: Messages that a channel holds, first in first out.
    """

    def __init__(self, chains: MessageChains, routing: ChannelRouting, buffers: int = 1) -> None:
        self.chains, self.routing, self.buffers = chains, routing, buffers
        self.channels, self.nodes = routing.channel_count, routing.network.node_count
        self.queues = self.channels * chains.network_count
        kinds = len(chains.kinds) if chains.injection == "kinds" else chains.network_count
        self.turns = self.queues + kinds * self.nodes
        self.count = self.turns + self.nodes

    def channel(self, kind: int, channel: int) -> int:
        """A channel in the network of a kind."""
        return self.chains.networks[kind] * self.channels + channel

    def queue(self, kind: int, node: int) -> int:
        """The injection queue of a kind at a node."""
        which = kind if self.chains.injection == "kinds" else self.chains.networks[kind]
        return self.queues + which * self.nodes + node

    def turn(self, node: int) -> int:
        """The turn of a message at a node that takes one after the other."""
        return self.turns + node

    def is_queue(self, resource: int) -> bool:
        """Whether it is an injection queue."""
        return self.queues <= resource < self.turns

    def room(self, resource: int) -> int:
        """How many messages a resource holds."""
        return self.buffers if resource < self.queues else self.chains.queue if resource < self.turns else 1

    def written(self, resource: int) -> list[Any]:
        """A resource as certificates have it."""
        if resource < self.queues:
            return ["channel", *divmod(resource, self.channels)]
        if resource < self.turns:
            return ["queue", *divmod(resource - self.queues, self.nodes)]
        return ["turn", 0, resource - self.turns]

    def name(self, resource: int) -> str:
        """A resource in words."""
        what, which, number = self.written(resource)
        if what == "channel":
            more = f" of network {which}" if self.chains.network_count > 1 else ""
            return self.routing.channel_name(number) + more
        node = self.routing.node_name(number)
        if what == "turn":
            return f"turn at {node}"
        if self.chains.injection == "kinds":
            return f"{self.chains.kinds[which]} queue of {node}"
        return f"injection queue of {node}" + (f", network {which}" if self.chains.network_count > 1 else "")


class Group(NamedTuple):
    """Messages that are alike on their way: the same kind, destination and label, and the same kinds of messages caused."""

    kind: int
    destination: int
    label: Label
    puts: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Places(States):
    """Places of messages as :class:`netlemma.graphs.deadlock.states.States`: ``channel`` is the resource, ``after`` the places to
    which the body of a message reaches.

    group, put: Group of each place, and how many of the messages that it causes were put before.
    wanted: The sets of places for whose resources a message may wait.
    queues: Places in injection queues: of each group by its source.
    last: Places of each group from which messages are taken off the network, by the messages put before.
    messages: All messages of each group.
    """

    resources: Any = None
    group: list[Group] = field(default_factory=list)
    put: list[int] = field(default_factory=list)
    wanted: list[list[tuple[int, ...]]] = field(default_factory=list)
    queues: dict[tuple[Group, int], int] = field(default_factory=dict)
    last: dict[Group, list[list[int]]] = field(default_factory=dict)
    messages: dict[Group, list[Message]] = field(default_factory=dict)

    def waits(self, s: int) -> list[tuple[int, ...]]:
        """The sets of places for whose resources a message may wait."""
        return self.wanted[s]

    def add_place(self, group: Group, resource: int, put: int = 0) -> int:
        """A new place."""
        self.channel.append(resource)
        self.group.append(group)
        self.put.append(put)
        self.after.append(())
        self.wanted.append([])
        return len(self.channel) - 1


def places(
    routing: ChannelRouting,
    chains: MessageChains,
    messages: Mapping[Message, tuple[tuple[Message, ...], ...]],
    buffers: int = 1,
) -> Places:
    """The places of all messages, in channels that hold so many."""
    found = Places(routing, resources=Resources(chains, routing, buffers))
    alike: dict[Group, dict[int, None]] = {}
    for message, puts in messages.items():
        for label in routing.labels(message.source, message.destination):
            group = Group(message.kind, message.destination, label, tuple(put[0].kind for put in puts))
            alike.setdefault(group, {})[message.source] = None
            found.messages.setdefault(group, []).append(message)
    relation = _Relation(routing)
    for group, sources in alike.items():
        _follow(found, group, list(sources), relation)
    of_resource: dict[int, int] = {}
    for place, resource in enumerate(found.channel):
        of_resource.setdefault(resource, place)
    for group, last in found.last.items():  # where the messages that it causes wait for room, whoever gets them
        for variants in last:
            for place in variants:
                if found.put[place] < len(group.puts):
                    queue = found.resources.queue(group.puts[found.put[place]], group.destination)
                    found.wanted[place] = [(of_resource[queue],)]
    return found


class _Relation:
    """What the routing answers, asked once for each place of a packet."""

    def __init__(self, routing: ChannelRouting) -> None:
        self.routing = routing
        self.known: dict[tuple[int, int | None, int, Label], tuple[int, ...]] = {}

    def __call__(self, node: int, came_by: int | None, destination: int, label: Label) -> tuple[int, ...]:
        place = (node, came_by, destination, label)
        if place not in self.known:
            found = self.routing.next_channels(*place)
            self.known[place] = tuple(dict.fromkeys(int(c) for c, weight in found if weight))
            if not self.known[place]:
                to, at = self.routing.node_name(destination), self.routing.node_name(node)
                raise RoutingError(f"routing {self.routing.title}: a packet to {to} is stranded at {at}")
        return self.known[place]


def _follow(found: Places, group: Group, sources: list[int], relation: _Relation) -> None:
    """Add the places of the messages of a group: their ways, each channel once."""
    routing, resources = found.routing, found.resources
    kind, destination, label, puts = group
    fifo = resources.chains.order == "fifo"
    at: dict[int, list[int]] = {}  # places in each channel: one, or one for each message put before
    last: list[list[int]] = []

    def enter(channel: int) -> list[int]:
        if channel in at:
            return at[channel]
        resource = resources.channel(kind, channel)
        delivered = routing.delivers(channel, destination, label)
        if not delivered or fifo:
            at[channel] = [found.add_place(group, resource)]
        else:
            at[channel] = [found.add_place(group, resource, i) for i in range(max(1, len(puts)))]
            last.append(at[channel])
        if delivered and fifo:
            turns = [found.add_place(group, resources.turn(destination), i) for i in range(max(1, len(puts)))]
            last.append(turns)
            found.after[at[channel][0]] = tuple(turns)
            found.wanted[at[channel][0]] = [(turns[0],)]
        if not delivered:
            todo.append(channel)
        return at[channel]

    todo: list[int] = []
    begin = {
        s: (found.add_place(group, resources.queue(kind, s)), relation(s, None, destination, label)) for s in sources
    }
    for source, (place, first) in begin.items():
        found.queues[group, source] = place
        _lead(found, place, [enter(c) for c in first])
    while todo:
        channel = todo.pop()
        onward = relation(routing.end(channel), channel, destination, label)
        _lead(found, at[channel][0], [enter(c) for c in onward])
    found.last[group] = last


def _lead(found: Places, place: int, onward: list[list[int]]) -> None:
    """A place from which a message goes on by any of some channels."""
    found.after[place] = tuple(p for variants in onward for p in variants)
    each = [variants[0] for variants in onward]
    found.wanted[place] = [tuple(each)] if found.waits_for_all else [(p,) for p in each]
