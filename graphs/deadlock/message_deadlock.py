"""Deadlock of messages that cause messages: a node takes a message off the network only once all that it causes is in its
injection queues.

1. If kinds cause only kinds in other virtual networks, in no circle, and the routing is free of deadlock, so is the whole: the
   networks are emptied one after the other, the last in the chains first.
2. Otherwise resources (channels, injection queues, turns of nodes) are released by elimination, as channels are of an adaptive
   routing: a resource is released if whatever message holds it has a choice that was released before. If all are released,
   there is no deadlock.
3. Of what is left over a deadlock is made whose messages can get to their places.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from netlemma.errors import InputError
from netlemma.graphs.deadlock.configurations import Configurations, Packet, shrink
from netlemma.graphs.deadlock.evidence import VerdictMaker, shortest_way
from netlemma.graphs.deadlock.message_chains import MessageChains, begun, every_message, message_chains
from netlemma.graphs.deadlock.message_histories import Histories, Move, Stuck
from netlemma.graphs.deadlock.message_places import Places, Resources, places
from netlemma.graphs.deadlock.states import HardCore
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, SWITCHING, UNKNOWN, DeadlockVerdict
from netlemma.graphs.rings.routing import RingRouting
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting

NETWORKS = "virtual networks emptied one after the other: kinds cause only kinds in later ones, each free of deadlock by itself"
ELIMINATION = "greatest set of channels, injection queues and turns whose messages wait for one another alone"
SEARCH = "search of all configurations of messages"
RANKS = "every message has a choice of lower rank than all that it holds"
MANY = 16  # ends from which on a deadlock among few of them is looked for first
MOST_CYCLES = 200  # of single choices, tried before all configurations
MOST_CONFIGURATIONS = 500


def in_networks(chains: MessageChains) -> list[int] | None:
    """An order of the virtual networks in which every kind causes kinds of later ones alone; None if there is none.

    Messages that a node takes one by one wait for one another, whatever their networks.
    """
    if chains.order != "any":
        return None
    after: dict[int, set[int]] = {w: set() for w in chains.networks}
    for kind, causes in enumerate(chains.causes):
        after[chains.networks[kind]] |= {chains.networks[c] for c in causes}
    order: list[int] = []
    while len(order) < len(after):
        ready = [w for w, later in sorted(after.items()) if w not in order and later <= set(order)]
        if not ready:
            return None
        order += ready[:1]
    return order[::-1]


def decide_messages(
    sent: ChannelRouting,
    routing: ChannelRouting | RingRouting,
    messages: Any,
    switching: str,
    alone: Callable[[], DeadlockVerdict],
    *,
    networks: str | None = None,
    injection: str | None = None,
    fewest_networks: bool = False,
    buffers: int = 1,
) -> DeadlockVerdict:
    """The verdict on messages in chains, which words or a file give; see :func:`netlemma.deadlock`.

    sent: The routing, with packets only where nodes send messages by themselves.
    alone: Gives the verdict on the routing whose packets all leave at their destinations.
    buffers: Messages that a channel holds.
    """
    if isinstance(routing, RingRouting):
        raise InputError("`messages` in chains are decided on networks of channels, not of point-to-point rings")
    if switching not in SWITCHING:
        raise InputError(f"switching={switching!r}: it is one of {', '.join(SWITCHING)}")
    chains = message_chains(messages, routing, injection)
    if fewest_networks:
        return _with_fewest_networks(
            chains, lambda some: message_deadlock(routing, some, switching, sent, alone, buffers=buffers)
        )
    return message_deadlock(routing, chains.in_networks(networks), switching, sent, alone, buffers=buffers)


def message_deadlock(
    routing: ChannelRouting,
    chains: MessageChains,
    switching: str,
    sent: ChannelRouting,
    alone: Callable[[], DeadlockVerdict],
    most_configurations: int = MOST_CONFIGURATIONS,
    buffers: int = 1,
) -> DeadlockVerdict:
    """The verdict on messages in chains; see :func:`decide_messages`."""
    verdict = _by_networks_or_places(routing, chains, switching, sent, alone, most_configurations, buffers)
    if buffers == 1:
        return verdict
    scope = verdict.scope.replace("buffers of one packet", f"buffers of {buffers} packets")
    certificate = verdict.certificate
    return replace(verdict, scope=scope, certificate=certificate and {**certificate, "buffers": buffers})


def _by_networks_or_places(
    routing: ChannelRouting,
    chains: MessageChains,
    switching: str,
    sent: ChannelRouting,
    alone: Callable[[], DeadlockVerdict],
    most_configurations: int,
    buffers: int,
) -> DeadlockVerdict:
    if next(begun(chains, sent, sent.ends), None) is None:
        raise InputError("no node sends a message by itself, so nothing is sent: the traffic has no pairs")
    order = in_networks(chains)
    if order is not None:
        verdict = alone()
        if verdict.verdict == FREE:
            return _free_in_networks(verdict, chains, order, switching, routing)
        if sent is routing and not chains.rows and (found := _of_one_kind(verdict, chains, switching, routing)):
            return found
    ends = list(routing.ends)
    for few in (2, 3, 4) if len(ends) > MANY and not chains.rows else ():  # a deadlock among few is one of all
        some = ends[:few]
        if next(begun(chains, sent, some), None) is not None:
            verdict = _decided(routing, chains, switching, sent, most_configurations, some, buffers)
            if verdict.verdict == DEADLOCK:
                return verdict
    return _decided(routing, chains, switching, sent, most_configurations, ends, buffers)


def _of_one_kind(
    verdict: DeadlockVerdict, chains: MessageChains, switching: str, routing: ChannelRouting
) -> DeadlockVerdict | None:
    """The deadlock of a routing alone as one of messages of the first kind, if each can pass its injection queue on its way."""
    alone = verdict.certificate or {}
    if verdict.verdict != DEADLOCK or alone.get("kind") != "configuration":
        return None
    kind = chains.first.index(True)
    number = {routing.node_name(u): u for u in routing.ends}
    resources = Resources(chains, routing)

    def written(channel: int) -> list[Any]:
        return resources.written(resources.channel(kind, channel))

    queues = [resources.written(resources.queue(kind, number[each["source"]])) for each in alone["packets"]]
    moves: list[Any] = []
    begun_already = set[int]()
    for i, channel in alone["moves"]:
        moves += [[i, written(channel)]] if i in begun_already else [[i, queues[i]], [i, written(channel)]]
        begun_already.add(i)
    if any(each["flits"] > 1 for each in alone["packets"]) and len({tuple(q) for q in queues}) < len(queues):
        return None  # the tail of one might stand in the queue that another one needs
    sent = [{"kind": chains.kinds[kind], "cause": None, **{name: each[name] for name in ("source", "destination", "label", "flits")}}
            for each in alone["packets"]]  # fmt: skip
    waiting = [
        {"message": i, "holds": [written(c) for c in each["holds"]], "waits": [written(c) for c in each["waits"]]}
        for i, each in enumerate(alone["packets"])
    ]
    about = {**_about(routing, chains, switching), "network": alone["network"]}
    if "routing" not in alone:  # the routes of a file
        del about["routing"]
    certificate = {"verdict": DEADLOCK, **about, "kind": "messages", "sent": sent, "waiting": waiting, "moves": moves}
    cycle = [{"kind": chains.kinds[kind], "place": "network", **step} for step in verdict.cycle]
    scope = _scope(chains, switching, routing)
    return replace(verdict, scope=scope, certificate=certificate, cycle=cycle)


def at_all_sizes(alone: DeadlockVerdict, messages: Any, networks: str | None) -> DeadlockVerdict:
    """The verdict at all sizes of a family, from that on the routing alone: kinds must be in networks of their own."""
    chains = message_chains(messages).in_networks(networks)
    if in_networks(chains) is None:
        raise InputError(
            "all sizes at once are decided for kinds that cause only kinds in other virtual networks, in no circle: "
            'give `networks="separate"`, or a size'
        )
    if alone.verdict != FREE:
        return alone
    return replace(
        alone,
        criterion=f"{NETWORKS} ({alone.criterion})",
        scope=f"messages {chains.title}; {alone.scope}",
        certificate=None,
    )


# The fewest virtual networks.


MOST_KINDS = 7  # whose partitions are tried


def _with_fewest_networks(
    chains: MessageChains, decided: Callable[[MessageChains], DeadlockVerdict]
) -> DeadlockVerdict:
    """The verdict in the fewest virtual networks that are free of deadlock, each number of networks tried in all ways.

    Networks that are alike can be exchanged, so partitions of the kinds are all ways.
    """
    kinds = len(chains.kinds)
    if kinds > MOST_KINDS:
        raise InputError(
            f"`fewest_networks` tries all partitions of the kinds: {kinds} kinds are more than {MOST_KINDS}"
        )
    tried, unknown = 0, 0
    verdict: DeadlockVerdict | None = None
    for count in range(1, kinds + 1):
        for networks in _partitions(kinds, count):
            verdict = decided(replace(chains, networks=networks))
            tried += 1
            if verdict.verdict == FREE:
                fewer = (
                    f"each of the {tried - 1} assignments to fewer networks"
                    if count > 1
                    else "there are none with fewer"
                )
                deadlocks = f"{fewer} deadlocks" if count > 1 else fewer
                if unknown:
                    deadlocks = f"of the {tried - 1} assignments before, {unknown} are open and the others deadlock"
                assigned = " ".join(f"{name}={w}" for name, w in zip(chains.kinds, networks, strict=True))
                necessary = count if not unknown else 1
                return replace(
                    verdict,
                    fewest_networks={"suffices": count, "necessary": necessary, "networks": assigned, "why": deadlocks},
                )
            unknown += verdict.verdict == UNKNOWN
    assert verdict is not None
    why = f"{tried - unknown} of {tried} assignments to up to {kinds} networks deadlock" + (
        f", {unknown} are open" if unknown else ""
    )
    return replace(verdict, fewest_networks={"suffices": None, "necessary": None, "networks": None, "why": why})


def _partitions(kinds: int, count: int) -> Iterator[tuple[int, ...]]:
    """All partitions of kinds into so many networks, which are numbered as they occur.

    >>> list(_partitions(3, 2))
    [(0, 0, 1), (0, 1, 0), (0, 1, 1)]
    """

    def longer(some: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        used = max(some, default=-1) + 1
        if len(some) == kinds:
            if used == count:
                yield some
            return
        for w in range(min(used + 1, count)):
            yield from longer((*some, w))

    return longer(())


def _scope(chains: MessageChains, switching: str, routing: ChannelRouting) -> str:
    """Scope of the verdict."""
    ends = len(routing.ends)
    whose = f"{len(chains.rows)} messages of a file" if chains.rows else f"messages between {ends} ends"
    buffers = "buffers of one flit" if switching == SWITCHING[0] else "buffers of one packet"
    return (
        f"messages {chains.title}; {whose}, each as often as its sender likes; a node takes a message once all that it causes is in "
        f"its injection queues; {switching} switching with {buffers}; {routing.kind} routing {routing.name}: {routing.description}"
    )


def _about(sent: ChannelRouting, chains: MessageChains, switching: str) -> dict[str, Any]:
    """What a certificate says of its subject."""
    return {**VerdictMaker(sent, switching, 0, 0, ()).about, "messages": chains.as_json()}


def _free_in_networks(
    verdict: DeadlockVerdict, chains: MessageChains, order: list[int], switching: str, routing: ChannelRouting
) -> DeadlockVerdict:
    certificate = verdict.certificate
    if certificate is not None:
        certificate = {
            "verdict": FREE,
            "kind": "networks",
            "network": certificate["network"],
            "switching": switching,
            "messages": chains.as_json(),
            "order": order,
            "alone": certificate,
        }
    criterion = f"{NETWORKS} ({verdict.criterion})"
    return replace(verdict, criterion=criterion, scope=_scope(chains, switching, routing), certificate=certificate)


# Elimination.


def released(found: Places, wormhole: bool) -> tuple[list[int | None], list[bool]]:
    """The rank of each resource, None for one that is never released or not used; and whether messages leave each place.

    In wormhole routing a message holds the resource of a place also while its head is in later ones.
    """
    count = len(found.channel)
    blocked = [len(wanted) for wanted in found.wanted]
    users: dict[int, list[tuple[int, int]]] = {}
    for p, wanted in enumerate(found.wanted):
        for i, choices in enumerate(wanted):
            for resource in {found.channel[q] for q in choices}:
                users.setdefault(resource, []).append((p, i))
    pending = [int(blocked[p] > 0) + (len(found.after[p]) if wormhole else 0) for p in range(count)]
    left: dict[int, int] = {}
    for resource in found.channel:
        left[resource] = left.get(resource, 0) + 1
    leaves, satisfied = [False] * count, set[tuple[int, int]]()
    rank: list[int | None] = [None] * found.resources.count
    ready, following = [p for p in range(count) if not pending[p]], list[int]()
    level = 0
    while ready or following:
        while ready:
            p = ready.pop()
            leaves[p] = True
            left[found.channel[p]] -= 1
            if not left[found.channel[p]]:
                following.append(found.channel[p])
            for q in found.before[p] if wormhole else ():
                pending[q] -= 1
                if not pending[q]:
                    ready.append(q)
        released_now, following = following, []
        for resource in released_now:
            rank[resource] = level
            for p, i in users.get(resource, ()):
                if (p, i) not in satisfied:
                    satisfied.add((p, i))
                    blocked[p] -= 1
                    if not blocked[p]:
                        pending[p] -= 1
                        if not pending[p]:
                            ready.append(p)
        level += 1
    return rank, leaves


def _decided(
    routing: ChannelRouting,
    chains: MessageChains,
    switching: str,
    sent: ChannelRouting,
    most: int,
    ends: Sequence[int],
    buffers: int = 1,
) -> DeadlockVerdict:
    """The verdict from the places of all messages between some ends."""
    wormhole = switching == SWITCHING[0]
    messages = every_message(chains, sent, ends)
    found = places(routing, chains, messages, buffers)
    rank, leaves = released(found, wormhole)
    used = set(found.channel)
    held = {r for r in used if rank[r] is None}
    pairs = {(r, found.channel[q]) for p, r in enumerate(found.channel) for w in found.wanted[p] for q in w}
    about, scope = _about(sent, chains, switching), _scope(chains, switching, routing)

    def verdict(
        word: str, criterion: str, evidence: Mapping[str, Any] | None, cycle: Sequence[Any] = ()
    ) -> DeadlockVerdict:
        certificate = None if evidence is None else {"verdict": word, **about, **evidence}
        return DeadlockVerdict(word, criterion, scope, len(used), len(pairs), list(cycle), certificate)

    if not held:
        return verdict(FREE, ELIMINATION, {"kind": "message-ranks", "rule": RANKS, "ranks": rank})
    histories = Histories(found, messages, begun(chains, sent, ends))
    tried = 0
    for candidates in _candidates(found, held, leaves, wormhole, most):
        if candidates is None:
            if tried:
                return verdict(UNKNOWN, f"{SEARCH}: no order was found in which messages come to one of them", None)
            return verdict(FREE, f"{SEARCH}: there are none", None)
        tried += 1
        reached = histories.one_by_one(candidates)
        if reached is not None:
            stuck, moves = reached
            return verdict(DEADLOCK, ELIMINATION, _evidence(found, stuck, moves), _cycle(found, stuck))
    return verdict(
        UNKNOWN, f"{SEARCH}: {tried} were tried, and no order was found in which messages come to one of them", None
    )


def _candidates(
    found: Places, held: set[int], leaves: Sequence[bool], wormhole: bool, most: int
) -> Iterator[dict[int, list[Packet]] | None]:
    """Sets of messages that wait for one another: cycles of single choices first, then all; None if there are no more."""
    if found.routing.kind != ADAPTIVE:
        yield from islice(_single_cycles(found, held), MOST_CYCLES)
    stuck = frozenset(p for p, free in enumerate(leaves) if not free and found.channel[p] in held)
    bodies = found if wormhole else replace(found, after=[_turns(found, p) for p in range(len(found.channel))])
    configurations = Configurations(HardCore(bodies, frozenset(held), stuck), True)
    try:
        turns = found.resources.turns
        into: dict[int, list[int]] = {}
        for body, (_, t) in configurations.bodies.items():
            into.setdefault(t, []).append(body)
        for head, (s, _) in configurations.heads.items():
            if found.channel[s] >= turns:  # whoever has the turn holds its last channel, too
                configurations.solver.add_clause([-head, *into.get(s, ())])
        for tried, packets in enumerate(configurations):
            if tried == most:
                return
            smaller = _with_channels(found, packets, shrink(bodies, packets))
            yield {found.channel[p.held[-1]]: [p] for p in smaller}
            configurations.forbid(smaller)
        yield None
    finally:
        configurations.close()


def _turns(found: Places, place: int) -> tuple[int, ...]:
    """The places behind one of which a message has the turn of its node: it holds both."""
    return tuple(t for t in found.after[place] if found.channel[t] >= found.resources.turns)


def _with_channels(found: Places, packets: Sequence[Packet], smaller: Sequence[Packet]) -> list[Packet]:
    """Messages that were cut to the turn that they have hold their last channel, too."""
    whole = {p.held[-1]: p for p in packets}
    return [
        Packet(whole[p.held[-1]].held[-2:], p.waits)
        if len(p.held) == 1 and found.channel[p.held[-1]] >= found.resources.turns
        else p
        for p in smaller
    ]


def _single_cycles(found: Places, held: set[int]) -> Iterator[dict[int, list[Packet]]]:
    """Shortest cycles of messages each of which waits for a single resource, through one resource after the other.

    A message that has the turn of a node holds its last channel, too.
    """
    after: dict[int, dict[int, list[Packet]]] = {}
    for p, r in enumerate(found.channel):
        for choice in found.wanted[p] if r in held else ():
            (q,) = choice
            if found.channel[q] in held:
                body = (found.before[p][0], p) if r >= found.resources.turns else (p,)
                for s in body:
                    after.setdefault(found.channel[s], {}).setdefault(found.channel[q], []).append(Packet(body, choice))
    seen: set[frozenset[int]] = set()
    for start in sorted(after):
        way = shortest_way(after, start, start)
        cycle = [start, *way[:-1]]
        if way and frozenset(cycle) not in seen:
            seen.add(frozenset(cycle))
            messages = _apart(found, [(r, after[r][x]) for r, x in zip(cycle, [*cycle[1:], start], strict=True)])
            if messages is not None:
                yield messages


def _apart(found: Places, cycle: Sequence[tuple[int, list[Packet]]]) -> dict[int, list[Packet]] | None:
    """For each resource of a cycle messages that hold the same resources, and nothing that those of another one hold."""
    taken = {r for r, _ in cycle}
    chosen: dict[int, list[Packet]] = {}
    for r, packets in cycle:
        alike: dict[tuple[int, ...], list[Packet]] = {}
        for packet in packets:
            alike.setdefault(tuple(found.channel[s] for s in packet.held), []).append(packet)
        fits = next((holds for holds in alike if not (set(holds) - {r}) & taken), None)
        if fits is None:
            return None
        taken |= set(fits)
        chosen[r] = alike[fits]
    return chosen


# Evidence.


def _evidence(found: Places, stuck: Sequence[Stuck], moves: Sequence[Move]) -> dict[str, Any]:
    """The messages of a deadlock and the moves by which they come to wait, as a certificate has them."""
    resources, routing = found.resources, found.routing
    number: dict[Any, int] = {}
    for move in moves:
        number.setdefault(move.sent, len(number))
    written = []
    for sent in number:
        kind, source, destination, _, row = sent.message
        written.append(
            {
                "kind": resources.chains.kinds[kind], "source": routing.node_name(source),
                "destination": routing.node_name(destination), "label": sent.label,
                "flits": sent.flits, "cause": None if sent.cause is None else number[sent.cause],
                **({"row": row} if row >= 0 else {}),
            }
        )  # fmt: skip
    waiting = [
        {
            "message": number[each.sent],
            "holds": [resources.written(r) for r in each.held],
            "waits": [resources.written(r) for r in each.waits],
        }
        for each in stuck
    ]
    steps = [[number[m.sent], None if m.resource is None else resources.written(m.resource)] for m in moves]
    return {"kind": "messages", "sent": written, "waiting": waiting, "moves": steps}


def _cycle(found: Places, stuck: Sequence[Stuck]) -> list[dict[str, Any]]:
    """A cycle of messages, each waiting for what the next one holds; and whether it has entered the network or stands in a queue."""
    resources, name = found.resources, found.routing.node_name
    holder: dict[int, Stuck] = {}
    for each in stuck:
        for r in each.held:
            holder.setdefault(r, each)
    wanted, path = stuck[0].held[-1], list[int]()
    while wanted not in path:
        path.append(wanted)
        wanted = holder[wanted].waits[0]
    circle = path[path.index(wanted) :]
    return [
        {
            "kind": resources.chains.kinds[holder[r].sent.message.kind],
            "place": "queue" if all(map(resources.is_queue, holder[r].held)) else "network",
            "source": name(holder[r].sent.message.source),
            "destination": name(holder[r].sent.message.destination),
            "holds": resources.name(r),
            "wants": resources.name(x),
        }
        for r, x in zip(circle, [*circle[1:], circle[0]], strict=True)
    ]
