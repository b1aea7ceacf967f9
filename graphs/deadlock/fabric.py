"""Deadlock of a fabric read from files, decided by the channel dependency graph of its tables or routes.

Routes are deterministic (or each message takes one of several given routes). Without a cycle there is no deadlock (Dally and
Seitz 1987). A shortest cycle is called a deadlock with packets that hold its channels and an order in which they can come there,
each past channels that are still empty; else the fabric is decided as any routing on channels, if it is small enough for that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphs.base.errors import InputError
from graphs.deadlock import channels as channel_deadlock
from graphs.deadlock.rings.ring_deadlock import filling_order
from graphs.deadlock.verdict import DEADLOCK, FREE, UNKNOWN, DeadlockVerdict
from graphs.formats.fabric.fabric import Fabric
from graphs.formats.fabric.source_routes import SourceRoutes
from graphs.formats.fabric.tables import ForwardingTables
from graphs.routing.channel_routing import ChannelRouting
from graphs.routing.routes import Progress
from graphs.routings import routing_in_words
from graphs.sources import Source, from_description
from graphs.sources.files import FileSource

MOST_ENDS = 300  # of a fabric that is decided as any routing on channels
SWITCHING = "wormhole"
WORDS = {
    "adapters": "all messages between {ends} adapters",
    "all": "all messages between {ends} adapters and switches",
}


@dataclass(frozen=True, eq=False)
class NamedRouting:
    """A fabric whose messages follow a routing that has a name, such as ``up-down root=3``, and so many virtual channels."""

    fabric: Fabric
    words: str
    vcs: int | None

    def routing(self, scope: str) -> ChannelRouting:
        """The routing on channels between the ends of a scope."""
        return routing_in_words(self.fabric.between(scope), self.words, self.vcs)


FabricRoutes = ForwardingTables | SourceRoutes | NamedRouting


def load(description: Mapping[str, Any], source: Source | None = None) -> FabricRoutes:
    """The fabric of a description, see :func:`graphs.sources.from_description`, with its ``routing`` if that has a name.

    Parameters
    ----------
    source : the fabric, if it is read already.

    Raises
    ------
    InputError, FormatError : the description is no such thing, or a file is not what it should be.
    """
    source = source or from_description(description)[0]
    routing = description.get("routing")
    if not isinstance(source, FileSource) or source.fabric is None:
        raise InputError("a fabric has files")
    if routing is not None:
        if not isinstance(routing, Mapping) or not isinstance(routing.get("name"), str):
            raise InputError("a routing has a name, and perhaps a number of virtual channels")
        if routing.get("vcs") is not None and type(routing["vcs"]) is not int:
            raise InputError(f"vcs is {routing['vcs']!r}: a whole number is expected")
        return NamedRouting(source.fabric, routing["name"], routing.get("vcs"))
    if source.routes is None:
        raise InputError(
            f"{source.title} needs its routes, a file of them or forwarding tables, or a routing by name, such as up-down"
        )
    return source.routes


def fabric_deadlock(description: Mapping[str, Any]) -> DeadlockVerdict:
    """Whether a fabric can deadlock: its files are named by a description, see :func:`load`.

    Raises
    ------
    FormatError : a file is not what it should be; messages end nowhere, are dropped, or go in circles (a livelock).
    """
    return decide(load(description), description)


def decide(
    fabric: FabricRoutes,
    description: Mapping[str, Any],
    switching: str = SWITCHING,
    fewest: bool = False,
    progress: Progress = None,
) -> DeadlockVerdict:
    """The verdict on a fabric that has been read.

    If its routing has a name, it is decided as any routing on channels, see :func:`graphs.deadlock.channels.decide`, of which
    the last three parameters are. For routes of files the verdict holds for wormhole and for virtual cut-through
    switching: a packet of one flit, or a whole packet, is held in the buffer of one channel.
    """
    scope = description.get("scope", "adapters")
    if isinstance(fabric, NamedRouting):
        return _on_channels(fabric, description, switching, fewest, progress)
    graph, witness = fabric.dependencies(scope)
    less = fabric.unrouted(scope)
    without = f" but for {less} pairs that have no route" if less else ""
    words = f"{WORDS[scope].format(ends=len(fabric.fabric.ends(scope)))}{without}; {fabric.rule}; packets in one buffer"

    def verdict(word: str, cycle: list[dict[str, Any]], evidence: dict[str, Any] | None) -> DeadlockVerdict:
        about = {"verdict": word, "network": {"fabric": dict(description)}, "switching": SWITCHING}
        certificate = None if evidence is None else {**about, **evidence}
        how = channel_deadlock.DEPENDENCY
        return DeadlockVerdict(word, how, words, graph.count, graph.dependencies, cycle, certificate)

    numbers = graph.numbering()
    if numbers is not None:
        rule = "rise along every dependency"
        return verdict(FREE, [], {"kind": "numbers", "rule": rule, "numbers": numbers.tolist()})
    edges = graph.cycle()
    held = [int(graph.tail[e]) for e in edges]
    wanted = [int(graph.head[e]) for e in edges]
    ends = [(int(graph.source[e]), int(graph.destination[e])) for e in edges]
    ways = [fabric.way(source, int(witness[e])) for (source, _), e in zip(ends, edges, strict=True)]
    name = fabric.fabric.name
    cycle = [
        {"source": name(s), "destination": name(t), "holds": graph.name(c), "wants": graph.name(x)}
        for (s, t), c, x in zip(ends, held, wanted, strict=True)
    ]
    order = filling_order(held, ways)
    if order is not None:
        labels = [_label(fabric, s, int(witness[e])) for (s, _), e in zip(ends, edges, strict=True)]
        return verdict(DEADLOCK, cycle, _configuration(cycle, labels, held, wanted, ways, order))
    if len(fabric.fabric.ends(scope)) <= MOST_ENDS:
        return _on_channels(fabric, description)
    return verdict(UNKNOWN, cycle, None)


def _on_channels(
    fabric: FabricRoutes,
    description: Mapping[str, Any],
    switching: str = SWITCHING,
    fewest: bool = False,
    progress: Progress = None,
) -> DeadlockVerdict:
    """The verdict on its routing on channels; the certificate names the files."""
    by = fabric.routing(description.get("scope", "adapters"))
    found = channel_deadlock.decide(by, switching, fewest=fewest, progress=progress)
    if found.certificate is None:
        return found
    return replace(found, certificate={**found.certificate, "network": {"fabric": dict(description)}})


def _label(fabric: ForwardingTables | SourceRoutes, source: int, witness: int) -> list[int] | int:
    level = getattr(fabric, "level", None)
    return witness if level is None else [witness, level(source, witness)]


def _configuration(
    cycle: Sequence[Mapping[str, Any]],
    labels: Sequence[Any],
    held: Sequence[int],
    wanted: Sequence[int],
    ways: Sequence[Sequence[int]],
    order: Sequence[int],
) -> dict[str, Any]:
    """One packet of one flit for each channel of the cycle, and the moves by which they come there in turn."""
    packets = [
        {
            "source": each["source"],
            "destination": each["destination"],
            "label": label,
            "flits": 1,
            "holds": [c],
            "waits": [x],
        }
        for each, label, c, x in zip(cycle, labels, held, wanted, strict=True)
    ]
    moves = [[i, c] for i in order for c in ways[i][: ways[i].index(held[i]) + 1]]
    return {"kind": "configuration", "packets": packets, "moves": moves}
