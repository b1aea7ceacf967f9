"""Deadlock of a routing on channels, decided by the cheapest sufficient criterion, exactly where possible.

1. Deterministic and oblivious routing: no cycle in the channel dependency graph, no deadlock (Dally and Seitz 1987).
2. Adaptive wormhole routing with escape channels: no cycle in their extended dependency graph (Duato 1993).
3. No channels left over by elimination (:mod:`graphs.deadlock.elimination`): for whole packets in buffers
   the choices of every packet prove that it can proceed; in wormhole routing, elimination finds
   escape channels wherever Duato's condition holds for some.
4. A deadlock is a configuration of packets that can be reached (:mod:`graphs.deadlock.search.reachability`).
   The search begins on a shortest cycle, then on the channels left over, one packet on each.
5. Otherwise all configurations are tried (:mod:`graphs.deadlock.search.configurations`), smallest first. If none can be
   reached, there is no deadlock.
"""

from __future__ import annotations

import numpy as np

from graphs.deadlock.channel_dependencies import channel_dependencies
from graphs.deadlock.elimination import Ranks, ranks
from graphs.deadlock.escape import escape_numbers
from graphs.deadlock.evidence import DEPENDENCY, Evidence, VerdictMaker
from graphs.deadlock.search.configuration import Packet, one_by_one, shrink
from graphs.deadlock.search.configurations import Configurations
from graphs.deadlock.search.fewest import Placed
from graphs.deadlock.search.fewest import fewest as least
from graphs.deadlock.search.reachability import PositionLimit, schedule
from graphs.deadlock.states import States, states
from graphs.deadlock.turns import MANY_PLACES, by_turns
from graphs.deadlock.verdict import SWITCHING, DeadlockVerdict
from graphs.routing.channel_routing import ChannelRouting
from graphs.routing.dependency import DependencyGraph
from graphs.routing.routes import Progress, follow

MOST_STATES = 300_000  # for the search of all configurations
MOST_CONFIGURATIONS = 2_000

DUATO = "extended dependency graph of the escape channels (Duato 1993)"
BUFFERS = "greatest set of channels whose packets wait for one another alone"
WORMS = "greatest set of channels whose packets wait for one another alone: every packet has an escape channel"
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
    """The verdict on a routing on channels, following all packets; see :func:`graphs.deadlock.decide.decide`.

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
    followed = channel_dependencies(routing, progress)
    graph = followed.graph
    shown = VerdictMaker(
        routing, switching, graph.dependencies, followed.packets, np.flatnonzero(followed.used).tolist()
    )
    if routing.kind != "adaptive":
        numbers = graph.numbering()
        if numbers is not None:
            return shown.free(DEPENDENCY, numbers=numbers.tolist())
    elif wormhole and routing.escape is not None:
        numbers = escape_numbers(routing, progress)
        if numbers is not None:
            return shown.free(DUATO, numbers=numbers.tolist())
    there = states(follow(routing, progress))
    evidence = Evidence(there, switching, graph.dependencies)
    if routing.kind != "adaptive":
        placed = _on_cycle(there, graph)
        if placed and not fewest:
            return evidence.deadlock(DEPENDENCY, *placed)
    found = ranks(there, wormhole)
    if not found.held:
        return evidence.free(WORMS if wormhole else BUFFERS, ranks=found.rank)
    placed = _in_all(there, ranks(there, False) if wormhole else found)
    if placed and not fewest:
        return evidence.deadlock(BUFFERS, *placed)
    if len(found.stuck) > most_states:
        return evidence.unknown(f"{SEARCH}: {len(found.stuck)} states are more than {most_states}")
    if not placed:
        result = _search(there, found, wormhole, most_configurations)
        if isinstance(result, str):
            return evidence.unknown(result)
        if isinstance(result, int):
            return evidence.free(f"{SEARCH}: there are {result}, and none can be reached", searched=result)
        placed = result
    if not fewest:
        return evidence.deadlock(SEARCH, *placed)
    placed, sure = least(there, found, wormhole, placed, most_configurations)
    how = "none of fewer packets can be reached" if sure else "the fewest packets of those tried"
    return evidence.deadlock(f"{SEARCH}: {how}", *placed)


def _on_cycle(there: States, graph: DependencyGraph) -> Placed | None:
    """Packets on the channels of a shortest cycle, each waiting for the next channel, if they can get there
    one by one.
    """
    cycle = graph.cycle()
    after = {int(graph.tail[e]): int(graph.head[e]) for e in cycle}
    candidates = {
        c: [Packet((s,), (t,)) for s in there.at[c] for t in there.after[s] if there.channel[t] == x]
        for c, x in after.items()
    }
    return one_by_one(there, candidates)


def _in_all(there: States, found: Ranks) -> Placed | None:
    """Packets in all remaining channels, if they can get there one by one; then those that are needed."""
    if not found.held:
        return None
    candidates = {
        c: [
            Packet((s,), waits)
            for s in sorted(there.at[c], key=there.depth.__getitem__)
            for waits in there.waits(s)
            if all(there.channel[t] in found.held for t in waits)
        ]
        for c in found.held
    }
    placed = one_by_one(there, candidates)
    if placed is None:
        return None
    packets = shrink(there, placed[0])
    steps = schedule(there, [p.held for p in packets])
    assert steps is not None  # fewer packets stand less in the way
    return packets, steps


def _search(there: States, found: Ranks, wormhole: bool, most: int) -> Placed | int | str:
    """A reachable deadlock; the number of configurations, if none is reachable; or the reason why that is open."""
    configurations = Configurations(there, found, wormhole)
    undecided = tried = 0
    try:
        for packets in configurations:
            if tried == most:
                return f"{SEARCH}: more than {most}, none of those tried can be reached"
            tried += 1
            smallest = shrink(there, packets)
            try:
                steps = schedule(there, [p.held for p in smallest])
            except PositionLimit:
                undecided += 1
            else:
                if steps is not None:
                    return smallest, steps
            configurations.forbid(smallest)
    finally:
        configurations.close()
    return f"{SEARCH}: of {undecided} it is open whether they can be reached" if undecided else tried
