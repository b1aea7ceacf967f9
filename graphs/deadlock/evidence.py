"""Verdicts with their certificates: numbers of channels, or packets and the moves by which they come to wait
forever.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from netlemma.graphs.deadlock.configurations import Advance, Packet
from netlemma.graphs.deadlock.states import States
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, RULES, UNKNOWN, DeadlockVerdict
from netlemma.graphs.routing.channel_routing import ChannelRouting

DEPENDENCY = "channel dependency graph (Dally and Seitz 1987)"


def shortest_way(after: Mapping[int, Iterable[int]], first: int, last: int) -> list[int]:
    """The nodes behind ``first`` on a shortest way of one step or more to ``last``; none if there is no way.

    >>> shortest_way({0: [1, 2], 1: [0], 2: [3]}, 0, 0), shortest_way({0: [1, 2], 1: [0], 2: [3]}, 0, 3)
    ([1, 0], [2, 3])
    """
    came: dict[int, int] = {}
    todo = deque([first])
    while todo and last not in came:
        node = todo.popleft()
        for x in after.get(node, ()):
            if x not in came:
                came[x] = node
                todo.append(x)
    way = [last] if last in came else []
    while way and came[way[-1]] != first:
        way.append(came[way[-1]])
    return way[::-1]


class VerdictMaker:
    """Makes the verdicts on one routing with one kind of switching.

    A certificate names the network, routing and switching, and has for "numbers", "turns" and "ranks" a number for each
    channel (null: not used); for "configuration" the ``packets`` with source, destination, label, flits, and the channels that
    they hold (tail first) and wait for, and the ``moves``, pairs of packet and channel in the order in which heads
    enter channels.

    dependencies: Number of dependencies.
    packets: Number of triples of a source, a destination and a label.
    used: Channels that packets use.
    """

    def __init__(
        self, routing: ChannelRouting, switching: str, dependencies: int, packets: int, used: Iterable[int]
    ) -> None:
        self.routing = routing
        self.switching = switching
        self.dependencies = dependencies
        self.packets = packets
        self.used = used

    @property
    def scope(self) -> str:
        """Scope of the verdict."""
        ends = self.routing.ends
        packets, pairs = self.packets, len(ends) * (len(ends) - 1)
        whose = "all ordered pairs of different nodes" if self.routing.terminals is None else f"{len(ends)} end nodes"
        if self.routing.talking is not None:
            whose = f"{packets} packets of traffic {self.routing.talking['name']}"
        elif packets < pairs:
            whose = f"{packets} packets of given routes"
        buffers = "buffers of one flit" if self.switching == "wormhole" else "buffers of one packet"
        if any(c.kind == "bus" for c in self.routing.network.device_classes):
            buffers += ", buses shared flit by flit"
        return (
            f"{whose}; {self.switching} switching with {buffers}, packets of any length that may wait anywhere; "
            f"{self.routing.kind} routing {self.routing.name}: {self.routing.description}"
        )

    @property
    def about(self) -> dict[str, Any]:
        """What certificates say of their subject."""
        net = self.routing.network
        return {
            "network": {"family": net.family, "parameters": net.parameters},
            "routing": {
                "name": self.routing.name,
                "vcs": self.routing.vcs,
                "options": dict(self.routing.options),
                "description": self.routing.description,
            },
            "switching": self.switching,
            **({} if self.routing.talking is None else {"traffic": dict(self.routing.talking)}),
        }

    def free(
        self,
        criterion: str,
        numbers: Sequence[int | None] | None = None,
        ranks: Mapping[int, int] | None = None,
        turns: Sequence[int] | None = None,
    ) -> DeadlockVerdict:
        """The verdict "deadlock-free", shown by numbers that rise along dependencies, by ranks, or by a search."""
        certificate: dict[str, Any]
        if numbers is not None:
            used = set(self.used)
            certificate = {
                "kind": "numbers",
                "rule": RULES["numbers"],
                "numbers": [n if c in used else None for c, n in enumerate(numbers)],
            }
        elif ranks is not None:
            count = self.routing.channel_count
            certificate = {"kind": "ranks", "rule": RULES["ranks"], "ranks": [ranks.get(c) for c in range(count)]}
        elif turns is not None:
            certificate = {"kind": "turns", "rule": RULES["turns"], "numbers": list(turns)}
        else:  # a search can only be repeated
            return self._verdict(FREE, criterion, [], None)
        return self._verdict(FREE, criterion, [], certificate)

    def bubbles(
        self, criterion: str, ranks: Sequence[int | None], rings: Sequence[Sequence[int]], slots: Mapping[str, Any]
    ) -> DeadlockVerdict:
        """The verdict "deadlock-free", shown by rings of channels with a bubble and ranks that rise along other dependencies."""
        certificate = {"kind": "bubbles", "rule": RULES["bubbles"], **slots, "rings": rings, "ranks": ranks}
        return self._verdict(FREE, criterion, [], certificate)

    def slots(
        self,
        criterion: str,
        packets: Sequence[tuple[tuple[int, int, Any, Sequence[int]], int | None]],
        moves: Sequence[tuple[int, int]],
        rings: Sequence[Sequence[int]],
        slots: Mapping[str, Any],
    ) -> DeadlockVerdict:
        """The verdict "deadlock" of packets that fill slots of channels, each with its way and, if it is first, what it wants."""
        name = self.routing.node_name
        written = [
            {
                "source": name(s),
                "destination": name(d),
                "label": label,
                "flits": 1,
                "holds": [way[-1]],
                "waits": [] if wants is None else [wants],
            }
            for (s, d, label, way), wants in packets
        ]
        certificate = {
            "kind": "configuration", **slots, "rings": rings, "packets": written, "moves": [list(m) for m in moves],
        }  # fmt: skip
        follows = {c: x for ring in rings for c, x in zip(ring, [*ring[1:], ring[0]], strict=True)}
        cycle = self._cycle([each for each in written if each["waits"]], follows)
        return self._verdict(DEADLOCK, criterion, cycle, certificate)

    def unknown(self, tried: str) -> DeadlockVerdict:
        """The verdict "unknown"."""
        return self._verdict(UNKNOWN, tried, [], None)

    def _verdict(
        self, verdict: str, criterion: str, cycle: list[Any], certificate: dict[str, Any] | None
    ) -> DeadlockVerdict:
        return DeadlockVerdict(
            verdict,
            criterion,
            self.scope,
            self.routing.channel_count,
            self.dependencies,
            cycle,
            None if certificate is None else {"verdict": verdict, **self.about, **certificate},
        )

    def deadlock(
        self, criterion: str, states: States, packets: Sequence[Packet], steps: Sequence[Advance]
    ) -> DeadlockVerdict:
        """The verdict "deadlock", with the moves that lead to it.

        Parameters
        ----------
        criterion : str
            Theorem or search that gave the verdict.
        states : States
            States of the packets.
        packets : Sequence of Packet
            Packets of the deadlock.
        steps : Sequence of Advance
            Moves in their order.

        Returns
        -------
        DeadlockVerdict
            The verdict.
        """
        channel = states.channel
        source = {step.packet: step.source for step in steps if step.source is not None}
        written = [
            {
                "source": self.routing.node_name(source[i]),
                "destination": self.routing.node_name(states.goal[p.held[0]].destination),
                "label": states.goal[p.held[0]].label,
                "flits": len(p.held),
                "holds": [channel[s] for s in p.held],
                "waits": [channel[t] for t in p.waits],
            }
            for i, p in enumerate(packets)
        ]
        moves = [[step.packet, channel[step.state]] for step in steps]
        certificate = {"kind": "configuration", "packets": written, "moves": moves}
        return self._verdict(DEADLOCK, criterion, self._cycle(written), certificate)

    def _cycle(self, packets: list[dict[str, Any]], follows: Mapping[int, int] | None = None) -> list[dict[str, Any]]:
        """A cycle of packets in the configuration, each waiting for the channel that the next one holds.

        follows: The next channel of a ring: whoever must leave a free channel of it to others waits for the packets there.
        """
        holder = {c: p for p in packets for c in p["holds"]}
        wanted, path = packets[0]["holds"][-1], list[int]()
        while wanted not in path:
            path.append(wanted)
            wanted = holder[wanted]["waits"][0]
            while follows and wanted not in holder:
                wanted = follows[wanted]
        circle = path[path.index(wanted) :]
        name = self.routing.channel_name
        return [
            {"source": holder[c]["source"], "destination": holder[c]["destination"], "holds": name(c), "wants": name(x)}
            for c, x in zip(circle, [*circle[1:], circle[0]], strict=True)
        ]
