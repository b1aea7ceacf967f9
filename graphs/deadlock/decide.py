"""Deadlock of a routing, decided by the cheapest sufficient method: its turns, the routes of its file, its channels,
or the queues of rings.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

from netlemma.errors import InputError
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.base.text_files import printable
from netlemma.graphs.deadlock.bubbles import LOCAL, MOST_BUFFERS, bubble_deadlock, several
from netlemma.graphs.deadlock.channel_elimination import HELD, MOST_PLACES, WaitSets, ranks, wait_sets
from netlemma.graphs.deadlock.configurations import Configurations, PositionLimit, schedule, shrink
from netlemma.graphs.deadlock.dimension_lines import decide_by_lines
from netlemma.graphs.deadlock.escape import escape_numbers
from netlemma.graphs.deadlock.evidence import DEPENDENCY, VerdictMaker
from netlemma.graphs.deadlock.message_deadlock import decide_messages
from netlemma.graphs.deadlock.modules import decide_modules, read_modules
from netlemma.graphs.deadlock.packet_dependencies import ChannelDependencies, by_symmetry, every_packet
from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
from netlemma.graphs.deadlock.priority_flow import FLOWS, decide_priorities
from netlemma.graphs.deadlock.queue_classes import ring_partitions
from netlemma.graphs.deadlock.reachable_deadlocks import ReachableDeadlock, injected, place, smallest_closed
from netlemma.graphs.deadlock.reachable_deadlocks import fewest as least
from netlemma.graphs.deadlock.ring_queues import DEFAULT, filling_order, ring_deadlock
from netlemma.graphs.deadlock.routing_existence import exists
from netlemma.graphs.deadlock.states import HardCore, hard_core
from netlemma.graphs.deadlock.verdict import (
    DEADLOCK,
    FREE,
    OF_CHANNELS,
    OF_PAUSES,
    OF_RINGS,
    OPTIONS,
    RULES,
    SWITCHING,
    UNKNOWN,
    DeadlockVerdict,
)
from netlemma.graphs.rings.routing import RingRouting
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.routing.dependency_graph import DependencyGraph
from netlemma.graphs.routing.goal_graph import RoutingArrays
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.topology.ring_structure import AnyNetwork
from netlemma.graphs.traffic.active_pairs import talking
from netlemma.graphs.traffic.named import traffic as traffic_of

# Deadlock decided from the turns that a routing permits at most, without following its packets.
#
# Permitted turns are a superset of the channel dependencies. If they close no cycle, dependencies close none, and there
# is no deadlock under any switching (Dally and Seitz 1987; Glass and Ni 1992). Time and memory are linear in the number of
# channels. A cycle of turns proves nothing, since no packet may take them.


TURNS = "turns that the rule permits (Dally and Seitz 1987, Glass and Ni 1992)"
MANY_PLACES = 1_000_000  # channels times destinations from which on packets are not followed if turns suffice


def decide_by_turns(routing: ChannelRouting, switching: str) -> DeadlockVerdict | None:
    """The verdict from the turns that the routing states; None if it states none, or they close a cycle.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> decide_by_turns(channel_routing(network("mesh", k=4, n=2), "west-first"), "wormhole").verdict
    'deadlock-free'
    >>> decide_by_turns(channel_routing(network("mesh", k=4, n=2), "west-first", allow="north-west"), "wormhole")
    """
    turns = routing.dependencies.turns() if routing.dependencies.turns is not None else None
    if turns is None:
        return None
    net = routing.network
    start, end = (np.repeat(nodes.astype(np.int64), routing.vcs) for nodes in (net.origin, net.target))
    numbers = turns.numbering(start, end)
    if numbers is None:
        return None
    pairs = len(routing.ends) * (len(routing.ends) - 1)
    verdicts = VerdictMaker(routing, switching, turns.dependencies(start, end), pairs, range(routing.channel_count))
    return verdicts.free(TURNS, turns=numbers)


# Deadlock of the routes of files, decided by the channel dependency graph of all their messages.
#
# Routes are deterministic (or each message takes one of several given routes). Without a cycle there is no deadlock
# (Dally and Seitz 1987). A shortest cycle is reported as a deadlock with packets that hold its channels and an order in
# which they can get there, each past channels that are still empty; otherwise the fabric is decided as any routing on
# channels, if it is small enough for that.


MOST_ENDS = 300  # of a fabric that is decided as any routing on channels
WORDS = {
    "terminals": "all messages between {ends} adapters",
    "all": "all messages between {ends} adapters and switches",
}


def decide_by_tables(fabric: Any, scope: str) -> DeadlockVerdict | None:
    """The verdict on the routes of a file; None if they have to be followed as any routing on channels.

    It holds for wormhole and for virtual cut-through switching: a packet of one flit, or a whole packet, is held in the
    buffer of one channel. Its certificate does not name the network.
    """
    graph, witness = fabric.dependencies(scope)
    less = fabric.unrouted(scope)
    without = f" but for {less} pairs that have no route" if less else ""
    words = f"{WORDS[scope].format(ends=len(fabric.fabric.ends(scope)))}{without}; {fabric.rule}; packets in one buffer"

    def verdict(word: str, cycle: list[dict[str, Any]], evidence: dict[str, Any] | None) -> DeadlockVerdict:
        about = {"verdict": word, "network": None, "switching": SWITCHING[0]}
        certificate = None if evidence is None else {**about, **evidence}
        return DeadlockVerdict(word, DEPENDENCY, words, graph.count, graph.dependencies, cycle, certificate)

    numbers = graph.numbering()
    if numbers is not None:
        return verdict(FREE, [], {"kind": "numbers", "rule": RULES["numbers"], "numbers": numbers.tolist()})
    edges, name = graph.cycle(), fabric.fabric.name
    held = [int(graph.tail[e]) for e in edges]
    cycle: list[dict[str, Any]] = []
    packets: list[dict[str, Any]] = []
    ways: list[list[int]] = []
    for e, c in zip(edges, held, strict=True):
        source, by = int(graph.source[e]), int(witness[e])
        ends = {"source": name(source), "destination": name(int(graph.destination[e]))}
        level = getattr(fabric, "level", None)
        label = by if level is None else [by, level(source, by)]
        cycle.append({**graph.readable(e), **ends})
        packets.append({**ends, "label": label, "flits": 1, "holds": [c], "waits": [int(graph.head[e])]})
        ways.append(fabric.way(source, by))
    order = filling_order(held, ways)
    if order is not None:
        moves = [[i, c] for i in order for c in ways[i][: ways[i].index(held[i]) + 1]]
        return verdict(DEADLOCK, cycle, {"kind": "configuration", "packets": packets, "moves": moves})
    return None if len(fabric.fabric.ends(scope)) <= MOST_ENDS else verdict(UNKNOWN, cycle, None)


# Deadlock of a routing on channels, decided by the cheapest sufficient criterion, exactly where possible.
#
# 1. Deterministic and oblivious routing: no cycle in the channel dependency graph, no deadlock (Dally and Seitz 1987).
# 2. Adaptive routing with escape channels: no cycle in their extended dependency graph (Duato 1993).
# 3. A cycle of channels whose packets have no other choice, if the symmetry of the routing shows all of those at once, or if
#    there are so many dependencies that what follows takes long.
# 4. No channels left over by elimination (graphs.deadlock.elimination): for whole packets in buffers
#    the choices of every packet prove that it can proceed; in wormhole routing, elimination finds
#    escape channels wherever Duato's condition holds for some.
# 5. A deadlock is a configuration of packets that can be reached (graphs.deadlock.configurations).
#    The search begins on a shortest cycle, then on the channels left over, one packet on each.
# 6. Otherwise all configurations are tried (graphs.deadlock.configurations), smallest first. If none can be
#    reached, there is no deadlock.


MOST_STATES = 300_000  # for the search of all configurations
MOST_CONFIGURATIONS = 2_000
MANY = 10**6  # dependencies from which on a cycle of single choices is looked for first
FEW_STATES = 10  # one part in so many of the states is searched first

DUATO = "extended dependency graph of the escape channels (Duato 1993)"
BUFFERS = "greatest set of channels whose packets wait for one another alone"
WORMS = "greatest set of channels whose packets wait for one another alone: every packet has an escape channel"
ALONE = "cycle of channels whose packets have no other choice"
SEARCH = "search of all configurations of packets"


def decide_by_channels(
    routing: ChannelRouting,
    switching: str = SWITCHING[0],
    *,
    most_states: int = MOST_STATES,
    most_configurations: int = MOST_CONFIGURATIONS,
    smallest_deadlock: bool = False,
    progress: Progress = None,
) -> DeadlockVerdict:
    """The verdict on a routing on channels, following all packets; see :func:`netlemma.graphs.deadlock.decide.decide`."""
    wormhole = switching == SWITCHING[0]
    if len(routing.ends) * routing.channel_count > MANY_PLACES:
        verdict = decide_by_turns(routing, switching)
        if verdict is not None:
            return verdict
    frame = RoutingArrays(routing)
    followed = channel_dependencies(frame, progress)
    used = followed.used
    shown = VerdictMaker(routing, switching, followed.dependencies, followed.packets, np.flatnonzero(used).tolist())
    if routing.kind != ADAPTIVE or routing.escape is None:
        numbers = followed.numbering()
        if numbers is not None:
            return shown.free(DEPENDENCY, numbers=numbers.tolist())
    elif wormhole or followed.orbits is not None:
        numbers = escape_numbers(frame, followed, progress)
        if numbers is not None:
            return shown.free(DUATO, numbers=numbers.tolist())
    if (
        routing.kind == ADAPTIVE
        and (followed.orbits is not None or followed.dependencies > MANY)
        and not smallest_deadlock
    ):
        found = _on_single_cycle(frame, followed, progress)
        if found:
            return shown.deadlock(ALONE, *found)
    if routing.kind == ADAPTIVE:
        waits = wait_sets(frame, progress)
        rank = ranks(waits, used)
        assert rank is not None  # whole packets take no memory for each goal
        held = used & (rank == HELD)
        found = _among(frame, waits, held, progress)
        if wormhole and (smallest_deadlock or not found):
            rank = ranks(waits, used, wormhole, progress)
            if rank is None and not found:
                return shown.unknown(f"{WORMS}: more than {MOST_PLACES} channels with a goal")
            held = held if rank is None else used & (rank == HELD)
        if rank is not None and not held.any():
            return shown.free(WORMS if wormhole else BUFFERS, ranks=dict(_ranked(rank)))
        criterion = BUFFERS
    else:
        found, criterion = _on_cycle(frame, followed.with_cycle, progress), DEPENDENCY
        if smallest_deadlock or not found:
            held = followed.graph.before_cycles()
        if not found:
            found, criterion = place(frame, held, progress=progress), BUFFERS
    if not found:
        result = _search(frame, held, wormhole, most_states, most_configurations)
        if isinstance(result, str):
            return shown.unknown(f"{SEARCH}: {result}")
        if isinstance(result, int):
            return shown.free(f"{SEARCH}: there are {result}, and none can be reached")
        found, criterion = result, SEARCH
    if not smallest_deadlock:
        return shown.deadlock(criterion, *found)
    core = hard_core(frame, held, wormhole, most_states)
    found, sure = least(core, wormhole, found, most_configurations) if core.stuck else (found, False)
    how = "none of fewer packets can be reached" if sure and core.complete else "the fewest packets of those tried"
    return shown.deadlock(f"{SEARCH}: {how}", *found)


def _ranked(rank: np.ndarray) -> Iterator[tuple[int, int]]:
    """The channels that are released, with their ranks."""
    return ((c, int(rank[c])) for c in np.flatnonzero(rank != HELD).tolist())


def _on_cycle(frame: RoutingArrays, graph: DependencyGraph, progress: Progress) -> ReachableDeadlock | None:
    """Packets on the channels of a shortest cycle, each waiting for the next channel, if they can get there
    one by one.
    """
    cycle = graph.cycle()
    if (found := injected(frame.routing, graph, cycle)) is not None:
        return found
    want = {int(graph.tail[e]): int(graph.head[e]) for e in cycle}
    held, pairs = _held_by(graph, cycle)
    return place(frame, held, want, progress, pairs) or place(frame, held, want, progress)


def _on_single_cycle(
    frame: RoutingArrays, followed: ChannelDependencies, progress: Progress
) -> ReachableDeadlock | None:
    """Packets on the channels of a shortest cycle, each with no other choice than the next channel, if they can get there.

    If there are no orbits, the packets that make a shortest cycle of all dependencies are tried first: they may be such ones.
    """
    if followed.orbits is None:
        held, pairs = _held_by(followed.graph, followed.graph.cycle())
        found = place(frame, held, progress=progress, pairs=pairs)
        if found and all(len(packet.waits) == 1 for packet in found.packets):
            return found
        graph = every_packet(frame, progress, single=True).graph
    else:
        graph = by_symmetry(frame, followed.orbits, progress, single=True).graph
    held, pairs = _held_by(graph, graph.cycle())
    return place(frame, held, progress=progress, pairs=pairs)


def _held_by(graph: DependencyGraph, cycle: list[int]) -> tuple[np.ndarray, list[tuple[int, int]]]:
    """The channels of a cycle of dependencies, and the sources and destinations of packets that make it."""
    held = np.zeros(graph.count, dtype=bool)
    held[graph.tail[cycle]] = True
    return held, list(zip(graph.source[cycle].tolist(), graph.destination[cycle].tolist(), strict=True))


def _among(frame: RoutingArrays, waits: WaitSets, held: np.ndarray, progress: Progress) -> ReachableDeadlock | None:
    """Packets in remaining channels, if they can get there one by one: in few of them, or else in all.

    The few are those of a shortest cycle of packets with a single choice each, or else a small closed set.
    """
    if not held.any():
        return None
    few = np.zeros(len(held), dtype=bool)
    alone = waits.single_choices(held)
    cycle = [int(alone.tail[e]) for e in alone.cycle()]
    few[cycle or smallest_closed({c: waits.channels_of(w) for c, w in waits.smallest(held)})] = True
    return place(frame, few, progress=progress) or place(frame, held, progress=progress)


def _search(
    frame: RoutingArrays, held: np.ndarray, wormhole: bool, most_states: int, most_configurations: int
) -> ReachableDeadlock | int | str:
    """A reachable deadlock; the number of configurations, if none is reachable; or the reason why that is open.

    A deadlock may be found among few of the states, which takes less than a search of all.
    """
    for most in (most_states // FEW_STATES, most_states):
        core = hard_core(frame, held, wormhole, most)
        result = _search_core(core, wormhole, most_configurations) if core.stuck else 0
        if core.complete or isinstance(result, ReachableDeadlock):
            return result
    return f"the states are more than {most_states}, without a deadlock among the first ones"


def _search_core(core: HardCore, wormhole: bool, most: int) -> ReachableDeadlock | int | str:
    """The same for the states of a hard core."""
    states, configurations = core.states, Configurations(core, wormhole)
    undecided = tried = 0
    try:
        for packets in configurations:
            if tried == most:
                return f"more than {most}, none of those tried can be reached"
            tried += 1
            smallest = shrink(states, packets)
            try:
                steps = schedule(states, [p.held for p in smallest])
            except PositionLimit:
                undecided += 1
            else:
                if steps is not None:
                    return ReachableDeadlock(states, smallest, steps)
            configurations.forbid(smallest)
    finally:
        configurations.close()
    return f"of {undecided} it is open whether they can be reached" if undecided else tried


# Deadlock of a routing, decided by a method that depends on the network and the routing.
#
# Point-to-point rings are decided by their queues (graphs.deadlock.ring_queues), routes of files by the
# dependency graph of their tables (graphs.deadlock.decide), routings that correct one dimension after the other by
# one line of each dimension (graphs.deadlock.dimension_lines), and all others by their channels
# (graphs.deadlock.decide).


def deadlock(
    net: AnyNetwork,
    routing: str | ChannelRouting | RingRouting | None = None,
    *,
    source: Any = None,
    described: Mapping[str, Any] | None = None,
    progress: Progress = None,
    **options: Any,
) -> DeadlockVerdict:
    """Whether a routing of a network can deadlock; ``OPTIONS`` as of :func:`netlemma.deadlock`.

    source: Source of the network, for the routes of its files.
    described: Description of the network in certificates; None for its family and sizes.

    >>> from netlemma.graphs import network
    >>> deadlock(network("oneway-torus", k=4, n=2)).verdict, deadlock(network("deadfly", f=2, r=2)).verdict
    ('deadlock', 'deadlock')
    """
    check_options(net, {"routing": routing, **options})
    vcs, file = options.pop("vcs", None), options.pop("routing_file", None)
    routes, pauses = options.pop("routes", None), [options.pop(name, None) for name in OF_PAUSES]
    of_rings: Any = net  # check_options refuses what is not of rings, or of channels
    if options.pop("any_routing", False):
        return _described(exists(of_rings, routes or "any", options.get("queues") or DEFAULT), described)
    if pauses[0] is not None:
        paths, priorities, fewest = pauses[1:]
        tables = getattr(source, "routes", None)
        name = routing or (None if paths is not None or tables or file else "ecmp")
        by = routing_of(net, name, vcs=vcs, file=file, source=source) if name or tables or file else None
        return _described(decide_priorities(by, of_rings, paths, priorities, bool(fewest)), described)
    by = routing_of(net, routing, vcs=vcs, file=file, source=source)
    return of_routing(by, described=described, progress=progress, **options)


def of_routing(
    by: ChannelRouting | RingRouting,
    *,
    described: Mapping[str, Any] | None = None,
    progress: Progress = None,
    **asked: Any,
) -> DeadlockVerdict:
    """The verdict on a routing, with the options of :func:`deadlock` that are about packets and buffers."""
    any_by: Any = by  # check_options refuses what does not fit its network
    check_options(any_by.network, asked)
    switching, queues, traffic, buffers = (asked.get(name) for name in ("switching", "queues", "traffic", "buffers"))
    sent = talking(any_by, traffic_of(any_by.network, traffic)) if traffic else any_by
    if asked.get("messages") is not None:
        alone = cache(lambda: several(decide(by, switching, described=described, progress=progress), buffers or 1))
        how = {name: asked[name] for name in ("networks", "injection", "fewest_networks") if asked.get(name)}
        verdict = decide_messages(
            sent, by, asked["messages"], switching or SWITCHING[0], alone, buffers=buffers or 1, **how
        )
        return _described(verdict, described)
    if bubble := asked.get("bubble"):
        found = bubble_deadlock(sent, switching, buffers, progress, bubble if isinstance(bubble, str) else LOCAL)
        if found is not None:
            return _described(found, described)
    fewest = bool(asked.get("smallest_deadlock"))
    verdict = decide(sent, switching, smallest_deadlock=fewest, queues=queues, described=described, progress=progress)
    if bubble:
        verdict = replace(
            verdict,
            scope=f"{verdict.scope}; no channels of a ring depend on one another all around, so bubbles change nothing",
        )
    if asked.get("modules") is not None:
        apart = decide_modules(sent, read_modules(str(asked["modules"]), sent), verdict, progress)
        return _described(apart, described)
    if buffers is not None:
        return several(verdict, buffers)
    if not asked.get("queue_classes"):
        return verdict
    classes, enough = ring_partitions(any_by.network, any_by, queues or DEFAULT)
    counted = {"least": classes.lower, "enough": classes.upper, "why": classes.why, "by_hops": classes.by_hops}
    return _described(replace(verdict, partitions=counted, certificate=enough), described)


def _described(verdict: DeadlockVerdict, described: Mapping[str, Any] | None) -> DeadlockVerdict:
    """The verdict with the description of its network in the certificate."""
    if described is None or verdict.certificate is None:
        return verdict
    return replace(verdict, certificate={**verdict.certificate, "network": dict(described)})


def check_options(net: AnyNetwork, given: Mapping[str, Any]) -> None:
    """Refuse options that do not apply to a network, or contradict one another.

    >>> from netlemma.graphs import network
    >>> check_options(network("ring", K=5), {"queues": "node"})
    Traceback (most recent call last):
        ...
    netlemma.errors.InputError: `queues` applies only to networks of point-to-point rings; ring K=5 has channels
    """
    if unknown := sorted(given.keys() - {"routing", *OPTIONS}):
        raise TypeError(f"no option of verdicts is called {unknown[0]}")
    set_ = {name: f"`{name}`" for name, value in given.items() if value is not None and value not in (False, "")}
    for name, option in set_.items():
        if name in (*OF_CHANNELS, *OF_RINGS):
            net.require_option(option, channels=name in OF_CHANNELS)
    if "any_routing" in set_:
        for name in ("routing", "routing_file", "queue_classes"):
            if name in set_:
                raise InputError(f"`any_routing` asks for any routing, so {set_[name]} cannot be combined with it")
    elif "routes" in set_:
        raise InputError("`routes` selects the routings of `any_routing`: add `any_routing=True`")
    if "messages" in set_ and "smallest_deadlock" in set_:
        raise InputError(
            "`smallest_deadlock` is about packets that leave at their destination: give no `messages` with it"
        )
    for name in ("networks", "injection", "fewest_networks"):
        if name in set_ and "messages" not in set_:
            raise InputError(f'{set_[name]} is about kinds of messages: add them, as in `messages="request > reply"`')
    if (packets := given.get("buffers")) is not None:
        whole = given.get("switching") in SWITCHING[1:]
        if not whole:
            raise InputError(
                '`buffers` counts whole packets: give `switching="cut-through"` or `switching="store-and-forward"`'
            )
        if not 1 <= packets <= MOST_BUFFERS:
            raise InputError(f"buffers={packets}: a channel holds 1 to {MOST_BUFFERS:,} packets")
        if "smallest_deadlock" in set_:
            raise InputError("`buffers` of several packets cannot be combined with `smallest_deadlock`")
    if "bubble" in set_ and {"messages", "smallest_deadlock"} & set_.keys():
        raise InputError("`bubble` cannot be combined with `messages` or `smallest_deadlock`")
    for name in ("paths", "priorities", "fewest_priorities"):
        if given.get(name) not in (None, False) and "flow" not in set_:
            raise InputError(f'{name} is about lossless Ethernet: add `flow="pfc"`')
    if "flow" in set_:
        if given["flow"] not in FLOWS:
            raise InputError(f"flow={printable(str(given['flow']))}: pfc (priority flow control) is decided")
        for name in ("vcs", "switching", "smallest_deadlock", "traffic", "messages", "buffers", "bubble"):
            if name in set_:
                raise InputError(f"{set_[name]} cannot be combined with `flow`: priorities follow from the paths")
    if "modules" in set_:
        for name in ("messages", "buffers", "bubble", "flow", "smallest_deadlock"):
            if name in set_:
                raise InputError(f"{set_[name]} cannot be combined with `modules`")
    if {"networks", "fewest_networks"} <= set_.keys():
        raise InputError("`fewest_networks` finds the virtual networks of the kinds: give no `networks` with it")


def decide(
    by: ChannelRouting | RingRouting,
    switching: str | None = None,
    *,
    smallest_deadlock: bool = False,
    queues: str | None = None,
    most_states: int = MOST_STATES,
    most_configurations: int = MOST_CONFIGURATIONS,
    described: Mapping[str, Any] | None = None,
    progress: Progress = None,
) -> DeadlockVerdict:
    """Whether packets of a routing can come to wait for one another forever.

    Buffers are the smallest ones, of one flit for each channel in wormhole routing and of one packet otherwise; packets
    may have any length, and wait anywhere as long as they like. They leave the network at their destination.

    * W. J. Dally and C. L. Seitz, Deadlock-free message routing in multiprocessor interconnection networks, 1987.
    * J. Duato, A new theory of deadlock-free adaptive routing in wormhole networks, 1993.
    """
    net = by.network
    if net is not None:
        check_options(net, {"switching": switching, "smallest_deadlock": smallest_deadlock, "queues": queues})
    if isinstance(by, RingRouting):
        assert by.network is not None
        return _described(ring_deadlock(by.network, by, queues or DEFAULT, progress), described)
    switching = switching or SWITCHING[0]
    if switching not in SWITCHING:
        raise InputError(f"switching={switching!r}: it is one of {', '.join(SWITCHING)}")
    search = partial(decide_by_channels, most_states=most_states, most_configurations=most_configurations)
    verdict = None
    if by.dependencies.tables is not None and switching == SWITCHING[0] and not smallest_deadlock:
        verdict = decide_by_tables(*by.dependencies.tables)
    verdict = verdict or decide_by_lines(by, switching, None if smallest_deadlock else search)
    return _described(
        verdict or search(by, switching, smallest_deadlock=smallest_deadlock, progress=progress), described
    )
