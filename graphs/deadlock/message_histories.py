"""How messages get to their places in an otherwise empty network: their ways, and the messages that caused them, first."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from netlemma.graphs.deadlock.configurations import Packet
from netlemma.graphs.deadlock.message_chains import Message
from netlemma.graphs.deadlock.message_places import Group, Places
from netlemma.graphs.routing.channel_routing import Label


@dataclass(eq=False)
class Sent:
    """A message that was sent, and the one that caused it."""

    message: Message
    label: Label
    cause: "Sent | None" = None
    flits: int = 1


class Move(NamedTuple):
    """A message enters a resource; or is taken off the network."""

    sent: Sent
    resource: int | None


class Stuck(NamedTuple):
    """A message that waits for ever: what it holds, tail first, and the resources for which it waits."""

    sent: Sent
    held: tuple[int, ...]
    waits: tuple[int, ...]


class Histories:
    """Finds moves that bring single messages to their places, past resources that others hold.

    messages: All messages, with what each causes.
    first: Messages that nodes send by themselves.
    """

    def __init__(
        self, places: Places, messages: Mapping[Message, Sequence[Sequence[Message]]], first: Iterable[Message]
    ) -> None:
        self.places, self.messages, self.first = places, messages, frozenset(first)
        self.source_of = {place: source for (_, source), place in places.queues.items()}
        self.groups: dict[Message, list[Group]] = {}
        for group, some in places.messages.items():
            for message in some:
                self.groups.setdefault(message, []).append(group)
        self.causes: dict[Message, list[tuple[Message, int]]] = {}
        for message, puts in messages.items():
            for i, put in enumerate(puts):
                for other in put:
                    self.causes.setdefault(other, []).append((message, i))

    def one_by_one(self, candidates: Mapping[int, Sequence[Packet]]) -> tuple[list[Stuck], list[Move]] | None:
        """One message for each head, so that they can get to their places one after the other; None if they are not found.

        The last one to arrive is determined first: it must get past all others.
        """
        places, left = self.places, dict(candidates)
        found: list[tuple[list[Stuck], list[Move]]] = []
        while left:
            for head, packets in sorted(left.items()):
                others = {places.channel[s] for h, some in left.items() if h != head for s in some[0].held}
                arrived = next((a for packet in packets if (a := self._arrived(packet, others))), None)
                if arrived:
                    found.append(arrived)
                    del left[head]
                    break
            else:
                return None
        found.reverse()
        return [each for stuck, _ in found for each in stuck], [move for _, moves in found for move in moves]

    def _arrived(self, packet: Packet, others: set[int]) -> tuple[list[Stuck], list[Move]] | None:
        """A message brought to its place, and as many more as its channel or injection queue holds."""
        places, resources = self.places, self.places.resources
        held = tuple(places.channel[s] for s in packet.held)
        waits = tuple(sorted({places.channel[s] for s in packet.waits}))
        stuck, moves = list[Stuck](), list[Move]()
        in_line = not resources.is_queue(held[0])  # messages do not pass one another in a channel
        for copy in range(resources.room(held[0])):
            behind = copy > 0 and (in_line or len(held) > 1)  # of a message that stands in the network, too
            target = packet.held[0]
            avoid = others | set(held if in_line else held[1:]) if behind else others
            sent, history = self.reached(target, avoid, behind and in_line)
            if sent is None:
                return None
            moves += history
            if not behind:
                moves += [Move(sent, places.channel[s]) for s in packet.held[1:]]
                put = self._drained(
                    sent, self.messages[sent.message][: places.put[packet.held[-1]]], others | set(held), frozenset()
                )
                if put is None:
                    return None
                moves += put
                sent.flits = sum(r < resources.turns for r in held)
                stuck.append(Stuck(sent, held, waits))
                continue
            wanted = tuple(sorted({places.channel[s] for each in places.wanted[target] for s in each}))
            stuck.append(Stuck(sent, held[:1], () if in_line else wanted))
        return stuck, moves

    def reached(self, place: int, avoid: set[int], joins: bool = False) -> tuple[Sent | None, list[Move]]:
        """Moves that bring a message to a place while others hold some resources, the place among them if it joins them there."""
        group = self.places.group[place]
        for source, way in self._ways(place, avoid, joins):
            for message in self.places.messages[group]:
                if message.source == source:
                    sent, moves = self._created(message, group.label, avoid, frozenset())
                    if sent is not None:
                        return sent, moves + [Move(sent, r) for r in way[1:]]
        return None, []

    def _ways(self, place: int, avoid: set[int], joins: bool = False) -> Iterator[tuple[int, list[int]]]:
        """Sources, and resources from their injection queues up to a place; none is to be avoided but for the last where it joins."""
        places = self.places
        onward: dict[int, int | None] = {place: None}
        todo = deque([place])
        if places.channel[place] in avoid and not joins:
            return
        while todo:
            p = todo.popleft()
            if p in self.source_of:
                way, at = list[int](), p
                while at is not None:
                    if not way or places.channel[at] != way[-1]:
                        way.append(places.channel[at])
                    at = onward[at]  # type: ignore[assignment]
                yield self.source_of[p], way
            for q in places.before[p]:
                if q not in onward and places.channel[q] not in avoid:
                    onward[q] = p
                    todo.append(q)

    def _created(
        self, message: Message, label: Label, avoid: set[int], above: frozenset[Message]
    ) -> tuple[Sent | None, list[Move]]:
        """A message in its injection queue, all that caused it being gone."""
        queue = self.places.resources.queue(message.kind, message.source)
        if queue in avoid or message in above:
            return None, []
        if message in self.first:
            sent = Sent(message, label)
            return sent, [Move(sent, queue)]
        for cause, put in self.causes.get(message, ()):
            for parent, moves, held in self._at_put(cause, put, avoid, above | {message}):
                sent = Sent(message, label, parent)
                after = self._drained(parent, self.messages[cause][put + 1 :], avoid | held | {queue}, above)
                if after is not None:
                    return sent, [*moves, Move(sent, queue), *after, Move(parent, None)]
        return None, []

    def _at_put(
        self, cause: Message, put: int, avoid: set[int], above: frozenset[Message]
    ) -> Iterator[tuple[Sent, list[Move], set[int]]]:
        """A message in its last place, with so many of those that it causes gone; and what it holds there."""
        for group in self.groups[cause]:
            for variants in self.places.last[group]:
                place = variants[min(put, len(variants) - 1)]
                for source, way in self._ways(place, avoid):
                    if source != cause.source:
                        continue
                    sent, moves = self._created(cause, group.label, avoid, above)
                    if sent is None:
                        break
                    held = set(way[-2:] if way[-1] >= self.places.resources.turns else way[-1:])
                    before = self._drained(sent, self.messages[cause][:put], avoid | held, above)
                    if before is not None:
                        yield sent, [*moves, *(Move(sent, r) for r in way[1:]), *before], held
                    break

    def _drained(
        self, parent: Sent, puts: Sequence[Sequence[Message]], avoid: set[int], above: frozenset[Message]
    ) -> list[Move] | None:
        """Moves by which messages that one causes, and all that they cause, come and go."""
        moves = list[Move]()
        for put in puts:
            for message in put:
                gone = self._gone(parent, message, avoid, above)
                if gone is not None:
                    moves += gone
                    break
            else:
                return None
        return moves

    def _gone(self, parent: Sent, message: Message, avoid: set[int], above: frozenset[Message]) -> list[Move] | None:
        queue = self.places.resources.queue(message.kind, message.source)
        if queue in avoid or message in above:
            return None
        for group in self.groups[message]:
            for variants in self.places.last[group]:
                way = next((w for s, w in self._ways(variants[0], avoid) if s == message.source), None)
                if way is None:
                    continue
                sent = Sent(message, group.label, parent)
                held = set(way[-2:] if way[-1] >= self.places.resources.turns else way[-1:])
                rest = self._drained(sent, self.messages[message], avoid | held, above | {message})
                if rest is not None:
                    return [*(Move(sent, r) for r in way), *rest, Move(sent, None)]
        return None
