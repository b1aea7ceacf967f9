"""Deadlock of a routing on channels, decided by the cheapest sufficient criterion, exactly where possible.

1. Deterministic and oblivious routing: no cycle in the channel dependency graph, no deadlock (Dally and Seitz 1987).
2. Adaptive routing with escape channels: no cycle in their extended dependency graph (Duato 1993).
3. A cycle of channels whose packets have no other choice, if the symmetry of the routing shows all of those at once, or if
   there are so many dependencies that what follows takes long.
4. No channels left over by elimination (:mod:`netlemma.graphs.deadlock.elimination`): for whole packets in buffers
   the choices of every packet prove that it can proceed; in wormhole routing, elimination finds
   escape channels wherever Duato's condition holds for some.
5. A deadlock is a configuration of packets that can be reached (:mod:`netlemma.graphs.deadlock.search.reachability`).
   The search begins on a shortest cycle, then on the channels left over, one packet on each.
6. Otherwise all configurations are tried (:mod:`netlemma.graphs.deadlock.search.configurations`), smallest first. If none can be
   reached, there is no deadlock.
"""

from collections.abc import Iterator

import numpy as np

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.deadlock.dependencies.channel_dependencies import channel_dependencies
from netlemma.graphs.deadlock.dependencies.every import every_packet
from netlemma.graphs.deadlock.dependencies.followed import Followed
from netlemma.graphs.deadlock.dependencies.symmetric import by_symmetry
from netlemma.graphs.deadlock.elimination.ranks import HELD, MOST_PLACES, ranks
from netlemma.graphs.deadlock.elimination.wait_sets import WaitSets, wait_sets
from netlemma.graphs.deadlock.escape import escape_numbers
from netlemma.graphs.deadlock.evidence import DEPENDENCY, VerdictMaker
from netlemma.graphs.deadlock.search.configuration import shrink
from netlemma.graphs.deadlock.search.configurations import Configurations
from netlemma.graphs.deadlock.search.fewest import fewest as least
from netlemma.graphs.deadlock.search.hard_core import HardCore, hard_core
from netlemma.graphs.deadlock.search.placement import ReachableDeadlock, injected, place, smallest_closed
from netlemma.graphs.deadlock.search.reachability import PositionLimit, schedule
from netlemma.graphs.deadlock.turns import MANY_PLACES, by_turns
from netlemma.graphs.deadlock.verdict import SWITCHING, DeadlockVerdict
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.routing.dependency import DependencyGraph
from netlemma.graphs.routing.following.goal_graph import Frame

MOST_STATES = 300_000  # for the search of all configurations
MOST_CONFIGURATIONS = 2_000
MANY = 10**6  # dependencies from which on a cycle of single choices is looked for first
FEW_STATES = 10  # one part in so many of the states is searched first

DUATO = "extended dependency graph of the escape channels (Duato 1993)"
BUFFERS = "greatest set of channels whose packets wait for one another alone"
WORMS = "greatest set of channels whose packets wait for one another alone: every packet has an escape channel"
ALONE = "cycle of channels whose packets have no other choice"
SEARCH = "search of all configurations of packets"


def by_channels(
    routing: ChannelRouting,
    switching: str = SWITCHING[0],
    *,
    most_states: int = MOST_STATES,
    most_configurations: int = MOST_CONFIGURATIONS,
    fewest: bool = False,
    progress: Progress = None,
) -> DeadlockVerdict:
    """The verdict on a routing on channels, following all packets; see :func:`netlemma.graphs.deadlock.decide.decide`.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    switching : str, default SWITCHING[0]
        "wormhole", "cut-through" or "store-and-forward".
    most_states : int, default MOST_STATES
        Limit of the number of states of the search; beyond, the verdict may be "unknown".
    most_configurations : int, default MOST_CONFIGURATIONS
        Limit of the number of configurations; beyond, the verdict may be "unknown".
    fewest : bool, default False
        Whether to show a deadlock of the fewest packets, which takes a search of all configurations.
    progress : Progress, optional
        Function called now and then with (done, all).

    Returns
    -------
    DeadlockVerdict
        The verdict.
    """
    wormhole = switching == SWITCHING[0]
    if len(routing.ends) * routing.channel_count > MANY_PLACES:
        verdict = by_turns(routing, switching)
        if verdict is not None:
            return verdict
    frame = Frame(routing)
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
    if routing.kind == ADAPTIVE and (followed.orbits is not None or followed.dependencies > MANY) and not fewest:
        found = _on_single_cycle(frame, followed, progress)
        if found:
            return shown.deadlock(ALONE, *found)
    if routing.kind == ADAPTIVE:
        waits = wait_sets(frame, progress)
        rank = ranks(waits, used)
        assert rank is not None  # whole packets take no memory for each goal
        held = used & (rank == HELD)
        found = _among(frame, waits, held, progress)
        if wormhole and (fewest or not found):
            rank = ranks(waits, used, wormhole, progress)
            if rank is None and not found:
                return shown.unknown(f"{WORMS}: more than {MOST_PLACES} channels with a goal")
            held = held if rank is None else used & (rank == HELD)
        if rank is not None and not held.any():
            return shown.free(WORMS if wormhole else BUFFERS, ranks=dict(_ranked(rank)))
        criterion = BUFFERS
    else:
        found, criterion = _on_cycle(frame, followed.with_cycle, progress), DEPENDENCY
        if fewest or not found:
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
    if not fewest:
        return shown.deadlock(criterion, *found)
    core = hard_core(frame, held, wormhole, most_states)
    found, sure = least(core, wormhole, found, most_configurations) if core.stuck else (found, False)
    how = "none of fewer packets can be reached" if sure and core.complete else "the fewest packets of those tried"
    return shown.deadlock(f"{SEARCH}: {how}", *found)


def _ranked(rank: np.ndarray) -> Iterator[tuple[int, int]]:
    """The channels that are released, with their ranks."""
    return ((c, int(rank[c])) for c in np.flatnonzero(rank != HELD).tolist())


def _on_cycle(frame: Frame, graph: DependencyGraph, progress: Progress) -> ReachableDeadlock | None:
    """Packets on the channels of a shortest cycle, each waiting for the next channel, if they can get there
    one by one.
    """
    cycle = graph.cycle()
    if (found := injected(frame.routing, graph, cycle)) is not None:
        return found
    want = {int(graph.tail[e]): int(graph.head[e]) for e in cycle}
    held, pairs = _held_by(graph, cycle)
    return place(frame, held, want, progress, pairs) or place(frame, held, want, progress)


def _on_single_cycle(frame: Frame, followed: Followed, progress: Progress) -> ReachableDeadlock | None:
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


def _among(frame: Frame, waits: WaitSets, held: np.ndarray, progress: Progress) -> ReachableDeadlock | None:
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
    frame: Frame, held: np.ndarray, wormhole: bool, most_states: int, most_configurations: int
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
