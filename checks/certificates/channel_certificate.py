"""Certificates about channels, checked again from the network and its routing relation alone: numberings, deadlocked
configurations, and the number of virtual channels.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from json import dumps
from typing import Any, NamedTuple

from netlemma.checks.certificates.certificate_subject import (
    certified_routing,
    choices,
    first_channels,
    labels,
    require_following,
    routing_words,
    ways,
)
from netlemma.checks.certificates.channel_numbering import (
    MANY,
    in_phases,
    least_numbers,
    least_numbers_in_phases,
    on_lines,
    rise_along_turns,
)
from netlemma.errors import CertificateError
from netlemma.graphs.deadlock.verdict import RULES
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting

# Certificates of deadlock, checked again: packets that wait for each other's channels, and the moves that lead
# there.


class _Packet(NamedTuple):
    source: int
    goal: int
    label: Any
    flits: int
    way: list[int]  # channels that it has entered


def reached(
    routing: ChannelRouting, packets: Sequence[Mapping[str, Any]], moves: Sequence[Sequence[int]], wormhole: bool,
    buffers: int = 1, rings: Sequence[Sequence[int]] = (), bubble: str | None = None,
) -> str:  # fmt: skip
    """Make the moves, channel by channel, and check that all packets are then blocked by one another.

    A packet starts as the routing lets packets of its source and destination start, with one of their labels. In the end
    it holds as many channels as it has flits, and all channels for which it may wait are held.

    A channel holds as many packets as ``buffers`` says, first in first out: those behind one that waits need not wait themselves. Where
    ``rings`` have bubbles, a packet enters one of them only if two slots of the channel are free, or one slot of it and another one of the
    ring (``bubble`` is critical, or worm, whose worms here have one flit).
    """
    if wormhole and buffers > 1:
        raise CertificateError(f"buffers is {buffers}: buffers of several packets are not those of wormhole switching")
    if not packets:
        raise CertificateError("there are no packets: a deadlock has at least one")
    if bubble == "worm" and (not wormhole or any(given["flits"] != 1 for given in packets)):
        raise CertificateError("bubbles of worms are replayed under wormhole switching, for worms of one flit")
    ring_of = {c: ring for ring in rings for c in ring}
    before, number = _before(routing, rings), {routing.node_name(u): u for u in routing.ends}
    those = [_packet(routing, number, i, given, wormhole) for i, given in enumerate(packets)]
    held: defaultdict[int, list[int]] = defaultdict(list)  # packets of each channel, in the order in which they came

    def room(channel: int, came_by: int | None) -> int:
        free = buffers - len(held[channel])
        if channel not in before or before[channel] == came_by:
            return free
        if bubble is None:
            return free - 1
        ring = ring_of[channel]
        return min(free, sum(buffers - len(held[c]) for c in ring) - 1)

    for i, channel in moves:
        if i >= len(those):
            raise CertificateError(f"there is a move of packet {i}, but there are {len(those)} packets")
        _, goal, label, flits, way = those[i]
        node, came_by = (routing.end(way[-1]), way[-1]) if way else (those[i].source, None)
        arrived = way and routing.delivers(way[-1], goal, label)
        if arrived or channel not in choices(routing, node, came_by, goal, label) or room(channel, came_by) < 1:
            raise CertificateError(f"packet {i} cannot enter channel {channel}")
        way.append(channel)
        held[channel].append(i)
        for left in way[-flits - 1 : -flits]:
            if held[left][0] != i:
                raise CertificateError(f"packet {i} cannot pass the one before it in channel {left}")
            held[left].remove(i)
    for i, (given, (_, goal, label, flits, way)) in enumerate(zip(packets, those, strict=True)):
        if len(way) < flits or list(given["holds"]) != way[-flits:]:
            raise CertificateError(f"packet {i} does not hold what is said, or has arrived")
        if held[way[-1]][0] != i:
            continue
        if routing.delivers(way[-1], goal, label):
            raise CertificateError(f"packet {i} does not hold what is said, or has arrived")
        after, waits = choices(routing, routing.end(way[-1]), way[-1], goal, label), given["waits"]
        if routing.kind == ADAPTIVE:
            right = sorted(waits) == sorted(after)
        else:
            right = len(waits) == 1 and waits[0] in after
        if not right:
            raise CertificateError(f"packet {i} waits for {waits}, which is not what a packet waits for there: {after}")
        if any(room(channel, way[-1]) > 0 for channel in waits):
            raise CertificateError(f"packet {i} can go on")
    return f"{len(packets)} packets come to wait for one another for ever, by {len(moves)} moves"


def _before(routing: ChannelRouting, rings: Sequence[Sequence[int]]) -> dict[int, int]:
    """The channel before each channel of a ring, of rings that share none."""
    found: dict[int, int] = {}
    for i, ring in enumerate(rings):
        for c, x in zip(ring, [*ring[1:], *ring[:1]], strict=True):
            if max(c, x) >= routing.channel_count or routing.end(c) != routing.start(x) or x in found:
                raise CertificateError(f"rings[{i}] is no ring of channels, or shares one with another ring")
            found[x] = c
    return found


def _with_bubbles(routing: ChannelRouting, certificate: Mapping[str, Any]) -> str:
    """Check that packets wait only inside rings, which are never full, or for channels of higher rank."""
    bubble, buffers = certificate.get("bubble"), certificate.get("buffers", 1)
    worms = bubble == "worm"
    if worms != (certificate["switching"] == "wormhole") or (bubble is None and buffers < 2) or (worms and buffers > 1):
        raise CertificateError(
            "bubbles need channels that hold two whole packets, critical ones channels of whole packets, those of worms wormhole switching"
        )
    if bubble is not None and any(len(ring) * buffers < 2 for ring in certificate["rings"]):
        raise CertificateError("a ring with a bubble has two slots at least")
    before, rank = _before(routing, certificate["rings"]), certificate["ranks"]
    if len(rank) != routing.channel_count:
        raise CertificateError(f"there must be a rank, or null, for each of {routing.channel_count} channels")
    if any(rank[c] is None or rank[c] != rank[x] for x, c in before.items()):
        raise CertificateError("the channels of a ring must have one rank")
    require_following(routing)
    if worms and routing.kind == ADAPTIVE:
        raise CertificateError("bubbles of worms are those of routings whose packets wait for one channel at a time")
    length = {c: len(ring) for ring in certificate["rings"] for c in ring}
    places = 0
    for (goal, label), first in first_channels(routing).items():
        run: dict[int, int] = {}  # channels of a ring that a packet may take from this one on
        for channel, later in ways(routing, goal, label, first):
            places += 1
            run[channel] = 1 + max((run[x] for x in later if before.get(x) == channel), default=0)
            if worms and run[channel] >= length.get(channel, run[channel] + 1):
                raise CertificateError(
                    f"from {routing.channel_name(channel)} on a packet to {routing.node_name(goal)} may take all channels of a ring, "
                    "which a worm never enters"
                )
            if rank[channel] is None:
                raise CertificateError(f"{routing.channel_name(channel)} has no rank, but packets take it")
            good = [before.get(x) == channel or (rank[x] is not None and rank[x] > rank[channel]) for x in later]
            if later and not (any if routing.kind == ADAPTIVE else all)(good):
                raise CertificateError(
                    f"behind {routing.channel_name(channel)} a packet to {routing.node_name(goal)} waits for no channel of its ring and "
                    "none of higher rank"
                )
    return f"{len(certificate['rings'])} rings are never full, and each of the {places:,} waiting states can advance"


def packet(
    routing: ChannelRouting, number: Mapping[str, int], where: str, given: Mapping[str, Any]
) -> tuple[int, int, Any]:
    """Source, destination and label of a packet of a certificate; the label is the one of the routing that is written so."""
    for end in ("source", "destination"):
        if given[end] not in number:
            raise CertificateError(f"{where}.{end} is no node between which messages run")
    source, goal = number[given["source"]], number[given["destination"]]
    label = [each for each in labels(routing, source, goal) if dumps(each) == dumps(given["label"])]
    if not label:
        raise CertificateError(f"{where}.label is not one that the routing gives packets of its source and destination")
    return source, goal, label[0]


def _packet(
    routing: ChannelRouting, number: Mapping[str, int], i: int, given: Mapping[str, Any], wormhole: bool
) -> _Packet:
    """A packet before its first move; its label is the one of the routing that is written as the certificate says."""
    source, goal, label = packet(routing, number, f"packets[{i}]", given)
    flits = given["flits"]
    if flits > 1 and not wormhole:
        raise CertificateError(
            f"packets[{i}].flits is {flits}: a packet that is stored whole takes the buffer of one channel"
        )
    return _Packet(source, goal, label, flits, [])


# Proofs that clauses have no solution, checked by unit propagation alone.


def refutes(clauses: Iterable[Sequence[int]], proof: Iterable[Sequence[int]]) -> bool:
    """Whether each clause of a proof follows from all before by unit propagation, and the last step is a contradiction.

    A clause follows if the negations of its literals lead to one by clauses all of whose literals but one are false.

    E. Goldberg and Y. Novikov, Verification of proofs of unsatisfiability for CNF formulas, 2003.

    >>> refutes([[1, 2], [1, -2], [-1, 2], [-1, -2]], [[1]]), refutes([[1, 2], [1, -2], [-1, 2]], [[1]])
    (True, False)
    """
    known = _Clauses()
    for clause in clauses:
        known.add(clause)
    for clause in proof:
        if known.contradictory:
            break
        if not known.implies(clause):
            return False
        known.add(clause)
    return known.contradictory


class _Clauses:
    """Clauses with what follows from them alone; of each clause two literals are watched that are not false."""

    def __init__(self) -> None:
        self.contradictory = False
        self._true: dict[int, None] = {}
        self._watched: defaultdict[int, list[list[int]]] = defaultdict(list)

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause, and what follows."""
        literals = list(dict.fromkeys(clause))
        literals.sort(key=lambda each: -each in self._true)  # those not false first
        for literal in literals[:2] if len(literals) > 1 else ():
            self._watched[literal].append(literals)
        if not literals or -literals[0] in self._true:
            self.contradictory = True
        elif len(literals) == 1 or -literals[1] in self._true:
            self.contradictory |= not self._propagate([literals[0]])

    def implies(self, clause: Sequence[int]) -> bool:
        """Whether the negation of a clause leads to a contradiction."""
        before = len(self._true)
        follows = not self._propagate([-literal for literal in clause])
        for literal in list(self._true)[before:]:
            del self._true[literal]
        return follows

    def _propagate(self, literals: Iterable[int]) -> bool:
        """Whether literals and all that follows from them are true without contradiction."""
        todo = list(literals)
        while todo:
            literal = todo.pop()
            if -literal in self._true:
                return False
            if literal in self._true:
                continue
            self._true[literal] = None
            kept = []
            watching = self._watched[-literal]
            for i, clause in enumerate(watching):
                if clause[0] == -literal:
                    clause[0], clause[1] = clause[1], clause[0]
                other = next((k for k in range(2, len(clause)) if -clause[k] not in self._true), 0)
                if clause[0] in self._true or not other:
                    kept.append(clause)
                    if clause[0] not in self._true:
                        if -clause[0] in self._true:
                            self._watched[-literal] = kept + watching[i + 1 :]
                            return False
                        todo.append(clause[0])
                else:
                    clause[1], clause[other] = clause[other], clause[1]
                    self._watched[clause[1]].append(clause)
            self._watched[-literal] = kept
        return True


# Certificates about the number of virtual channels, checked again: an order in which all routes rise, or routes that
# rise in none.


MOST_VCS = 64


def rises(routing: ChannelRouting, vcs: int, order: Sequence[int]) -> str:
    """Follow all packets: on each hop they take the first virtual channel behind the one that they hold."""
    hops = _hops(routing)
    if len(order) != hops * vcs or sorted(order) != list(range(hops * vcs)):
        raise CertificateError(f"order must have each of {hops * vcs} channels once")
    require_following(routing)
    places: list[list[int]] = [[] for _ in range(hops)]
    for place, channel in enumerate(order):
        places[channel // vcs].append(place)
    held: dict[tuple[int, Any], set[tuple[int, int]]] = {}
    for source in routing.ends:
        for goal in routing.ends:
            for label in labels(routing, source, goal):
                first = {(hop, places[hop][0]) for hop in choices(routing, source, None, goal, label)}
                held.setdefault((goal, label), set()).update(first)
    seen = 0
    for (goal, label), met in held.items():
        todo = list(met)
        while todo:
            hop, place = todo.pop()
            if routing.delivers(hop, goal, label):
                continue
            for following in choices(routing, routing.end(hop), hop, goal, label):
                behind = bisect_right(places[following], place)
                if behind == vcs:
                    raise CertificateError(
                        f"a packet to {routing.node_name(goal)} finds no virtual channel behind its last one"
                    )
                found = (following, places[following][behind])
                if found not in met:
                    met.add(found)
                    todo.append(found)
        seen += len(met)
    return f"packets rise in an order of {len(order):,} channels, in {seen:,} places"


def in_no_order(routing: ChannelRouting, shown: Mapping[str, Any]) -> str:
    """Check the proof that channels have no order in which some routes of a routing rise.

    The virtual channels of a hop are interchangeable: let them be numbered in the order. Packets may take the first one
    behind the one that they hold. Variables are, for each destination, label and hop as they occur, "some packet takes
    virtual channel v of the hop or a later one" for v from 1 on, and then "the first channel is before the second" for
    the channels of successive hops, as they occur. A cycle is refuted by one of its pairs.
    """
    _hops(routing)
    if routing.kind == ADAPTIVE:
        raise CertificateError(f"packets of an adaptive routing such as {routing.name} may wait in cycles")
    if shown["vcs"] > MOST_VCS:
        raise CertificateError(f"fewer.vcs is {shown['vcs']}: up to {MOST_VCS} is expected")
    vcs, number = shown["vcs"], {routing.node_name(u): u for u in routing.ends}
    routes = [_legal(routing, number, i, route) for i, route in enumerate(shown["routes"])]
    level: dict[Any, int] = {}
    for place in (place for route in routes for place in route):
        level.setdefault(place, len(level) * (vcs - 1))
    levels = len(level) * (vcs - 1)
    before: dict[tuple[int, int], int] = {}
    clauses = [[at + v, -at - v - 1] for at in level.values() for v in range(1, vcs - 1)]
    for route in routes:
        for here, there in pairwise(route):
            for v in range(vcs):
                for w in range(vcs):
                    pair = (here[-1] * vcs + v, there[-1] * vcs + w)
                    clause = [before.setdefault(pair, levels + 1 + len(before))]
                    clause += [-level[here] - v] * (v > 0) + [level[there] + w + 1] * (w < vcs - 1)
                    clauses.append(clause)
    for i, cycle in enumerate(shown["cycles"]):
        if not cycle:
            raise CertificateError(f"cycles[{i}] has no channels")
        clauses.append([])
        for tail, head in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True):
            if (tail, head) in before:
                clauses[-1].append(-before[tail, head])
            elif tail // vcs != head // vcs or tail >= head:
                raise CertificateError(f"cycles[{i}] has no dependency from channel {tail} to {head}")
    if not refutes(clauses, shown["proof"]):
        raise CertificateError("the clauses of the proof do not follow, or do not end in a contradiction")
    each = f"{vcs} virtual channel{'s' * (vcs > 1)} on each hop"
    return (
        f"its routes cannot all rise in an order of {each}: {len(routes)} of them and those made of their parts do not"
    )


def _hops(routing: ChannelRouting) -> int:
    if routing.vcs != 1:
        raise CertificateError(f"{routing.name} has {routing.vcs} virtual channels: a routing with one chooses hops")
    return routing.network.hop_count


def _legal(
    routing: ChannelRouting, number: Mapping[str, int], i: int, route: Mapping[str, Any]
) -> list[tuple[int, Any, int]]:
    """Destination, label and hop of a packet, one after another, that the routing lets it take."""
    source, goal, label = packet(routing, number, f"routes[{i}]", route)
    node, came_by = source, None
    for hop in route["hops"]:
        arrived = came_by is not None and routing.delivers(came_by, goal, label)
        if arrived or hop not in choices(routing, node, came_by, goal, label):
            raise CertificateError(f"routes[{i}] takes hop {hop}, which the routing does not")
        node, came_by = routing.end(hop), hop
    return [(goal, label, hop) for hop in route["hops"]]


# Certificates about channels, checked again from the network and its routing relation alone, without the code of the
# finders.
#
# The kinds "numbers" and "ranks" show that a blocked packet has a choice beyond all channels that it holds (for
# "configuration" see checks.certificates.channel_certificate). The number of a channel is the length of the
# longest chain of dependencies that leads to it; its rank is the least that the choices of its packets allow. The routing
# determines both, and no other values are accepted.


NONE = -1  # below all: what a channel without a number has


def check_channels(certificate: Mapping[str, Any], file: str | None = None, network: Any = None) -> str:
    """Check a certificate about channels.

    >>> check_channels({"kind": "numbers", "network": {"family": "mesh", "parameters": {"k": 3, "n": 1}}, "numbers": [0, 1, 1, 0],
    ...                 "routing": {"name": "dimension-order", "vcs": 1}, "switching": "wormhole"})
    'mesh k=3 n=1, routing dimension-order, wormhole switching: each of the 6 waiting states can advance'
    """
    shown = _shown(certificate, file, network)
    for name in ("fewer", "deadlock"):
        if name not in certificate:
            continue
        less = certificate[name]
        base, _ = certified_routing({**certificate, "routing": less["routing"]}, file, network)
        named = f"routing {routing_words(base, file)}" if "sha256" in base.options else routing_words(base)
        if name == "fewer":
            shown += f"; {named}: {in_no_order(base, less)}"
        else:
            if base.vcs != 1:
                raise CertificateError(
                    f"deadlock.routing has {base.vcs} virtual channels: it needs one, so that it has no choice of them"
                )
            wormhole = certificate["switching"] == "wormhole"
            shown += f"; {named} with one virtual channel: {reached(base, less['packets'], less['moves'], wormhole)}"
    return shown


def _shown(certificate: Mapping[str, Any], file: str | None, network: Any) -> str:
    kind, wormhole = certificate["kind"], certificate["switching"] == "wormhole"
    routing, subject = certified_routing(certificate, file, network)
    if kind == "order":
        lanes = f", {certificate['vcs']} virtual channels on each hop" if certificate["vcs"] > 1 else ""
        return f"{subject}{lanes}: {rises(routing, certificate['vcs'], certificate['order'])}"
    if kind == "configuration":
        slots = certificate.get("buffers", 1), certificate.get("rings", ()), certificate.get("bubble")
        return f"{subject}: {reached(routing, certificate['packets'], certificate['moves'], wormhole, *slots)}"
    if kind == "bubbles":
        return f"{subject}: {_with_bubbles(routing, certificate)}"
    rule, given = RULES[kind], certificate["ranks" if kind == "ranks" else "numbers"]
    if certificate.get("rule", rule) != rule:
        raise CertificateError(f"rule is not that of {kind}: {rule}")
    if len(given) != routing.channel_count:
        raise CertificateError(
            f"there must be a number from 0 on, or null, for each of {routing.channel_count} channels"
        )
    if kind == "turns":
        return f"{subject}: {rise_along_turns(routing, given)}"
    return f"{subject}: {_beyond(routing, given, kind == 'numbers', wormhole)}"


def _beyond(routing: ChannelRouting, given: Sequence[int | None], rising: bool, wormhole: bool) -> str:
    """Follow all packets of each goal; numbers must rise on their ways, ranks leave a way on with a lower one."""
    if rising and (shown := on_lines(routing, given, wormhole)):
        return shown
    if large := next((v for v in given if v is not None and v >= routing.channel_count), None):
        raise CertificateError(
            f"the number {large} is given, and {routing.channel_count} channels need none above {routing.channel_count - 1}"
        )
    escape = routing.escape if rising and routing.kind == "adaptive" else None
    value = [NONE if v is None or (escape and not escape(c)) else v for c, v in enumerate(given)]
    phases = rising and in_phases(routing)
    arrays = phases or (routing.arrays.choices_to is not None and len(routing.ends) * len(value) > MANY)
    require_following(routing, "packets" if arrays else "relations", phases)
    if phases:
        least, places = least_numbers_in_phases(routing, value)
    elif arrays:
        least, places = least_numbers(routing, value, rising, wormhole)
    else:
        least, places = _followed(routing, value, rising, wormhole)
    for c, (v, right) in enumerate(zip(given, least, strict=True)):
        right = NONE if escape and not escape(c) else right
        if (v or 0) != max(right, 0) or (v is None and right != NONE):
            raise CertificateError(
                f"{routing.channel_name(c)} has {v}, which should be {'null' if right == NONE else right}"
            )
    return f"each of the {places:,} waiting states can advance"


def _followed(routing: ChannelRouting, value: list[int], rising: bool, wormhole: bool) -> tuple[list[int], int]:
    """The least numbers that packets allow, and the number of their places, by asking the relation at each place."""
    pick, least, places = max if rising == (routing.kind == "adaptive") else min, [NONE] * len(value), 0
    for (goal, label), first in first_channels(routing).items():
        order, met = ways(routing, goal, label, first), dict.fromkeys(first, NONE)
        for channel, later in reversed(order) if rising else order:
            choice = pick(value[c] for c in later) if later else NONE
            if rising:
                held = max(met[channel], value[channel]) if wormhole else value[channel]
                least[channel] = max(least[channel], 0)
                for c in later:
                    met[c] = max(met.get(c, NONE), held)
                    least[c] = max(least[c], held + 1)
                stuck = later and choice <= held
            else:
                met[channel] = max(choice + 1, *(met[c] for c in later if wormhole), NONE)
                least[channel] = max(least[channel], met[channel])
                stuck = met[channel] > value[channel]
            if stuck:
                raise CertificateError(
                    f"behind {routing.channel_name(channel)} a packet to node {goal} may wait for ever"
                )
        places += len(order)
    return least, places
