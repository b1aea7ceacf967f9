"""Deadlock of the routes of files, decided by the channel dependency graph of all their messages.

Routes are deterministic (or each message takes one of several given routes). Without a cycle there is no deadlock
(Dally and Seitz 1987). A shortest cycle is reported as a deadlock with packets that hold its channels and an order in
which they can get there, each past channels that are still empty; otherwise the fabric is decided as any routing on
channels, if it is small enough for that."""

from typing import Any

from netlemma.graphs.deadlock.evidence import DEPENDENCY
from netlemma.graphs.deadlock.rings.ring_deadlock import filling_order
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, RULES, SWITCHING, UNKNOWN, DeadlockVerdict

MOST_ENDS = 300  # of a fabric that is decided as any routing on channels
WORDS = {
    "adapters": "all messages between {ends} adapters",
    "all": "all messages between {ends} adapters and switches",
}


def by_tables(fabric: Any, scope: str) -> DeadlockVerdict | None:
    """The verdict on the routes of a file; None if they have to be followed as any routing on channels.

    It holds for wormhole and for virtual cut-through switching: a packet of one flit, or a whole packet, is held in the
    buffer of one channel. Its certificate does not name the network.

    Parameters
    ----------
    fabric : object
        Forwarding tables or routes of a fabric, see :mod:`netlemma.graphs.formats`.
    scope : str
        Nodes between which messages run, "adapters" or "all".

    Returns
    -------
    DeadlockVerdict or None
        The verdict.

    Raises
    ------
    FormatError
        If messages end nowhere, are dropped, or go in circles (a livelock).
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
