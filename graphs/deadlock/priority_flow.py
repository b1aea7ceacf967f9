"""Priority flow control (PFC): lossless Ethernet, where a full buffer pauses one priority of the link into it.

A buffer is that of a link and a priority, at the switch or host to which the link leads. It pauses its link until packets leave for
the next buffers on their ways; hosts always take what arrives. So buffers depend on one another as channels do, with priorities
for virtual channels.

In a network with tiers a path *bounces* where it goes up again after it went down. With one priority packets stay in it. With several a
packet begins in priority 0 and rises by one at each bounce, as tags of Tagger do (Hu et al., CoNEXT 2017); beyond the last
priority it may be dropped, and pauses nothing.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from netlemma.errors import FormatError, InputError
from netlemma.graphs.base.text_files import printable, read_text
from netlemma.graphs.deadlock.evidence import VerdictMaker
from netlemma.graphs.deadlock.ring_queues import filling_order
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, SWITCHING, UNKNOWN, DeadlockVerdict
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.routing.choices import goals
from netlemma.graphs.routing.dependency_graph import DependencyGraph
from netlemma.graphs.routing.hop_routing import tiers
from netlemma.graphs.topology.structure import Network

FLOWS = ("pfc",)
CRITERION = "buffers that pause one another (priority flow control): their dependency graph"
MOST_PRIORITIES = 8  # of IEEE 802.1Q
RULE = "rise along every dependency of buffers"


class Flow(NamedTuple):
    """The path of a packet, or the beginning of one: its nodes and hops, and the destination of the packet."""

    nodes: tuple[int, ...]
    hops: tuple[int, ...]
    destination: int


def read_flows(path: str | Path, net: Network) -> list[Flow]:
    """Paths of a file, one a line: names of nodes with spaces, ``>`` or ``->`` between them; ``#`` begins a comment."""
    file = read_text(path)
    names = {str(u): u for u in range(net.node_count)}
    labels = [net.labels(u) for u in range(net.node_count)]
    names |= {"(" + ",".join(map(str, label)) + ")": u for u, label in enumerate(labels)}
    names |= {str(label[0]): u for u, label in enumerate(labels) if len(label) == 1}
    found = []
    for line, text in file.lines():
        words = re.sub(r"-?>", " ", text.partition("#")[0]).split()
        if not words:
            continue
        for word in words:
            if word not in names:
                file.refuse(
                    line, f"{printable(word)} is no node of {net.title}: nodes are such as {next(reversed(names))}"
                )
        nodes = tuple(names[word] for word in words)
        hops = []
        for u, v, one, other in zip(nodes, nodes[1:], words, words[1:], strict=False):
            out = [h for h in range(int(net.indptr[u]), int(net.indptr[u + 1])) if int(net.target[h]) == v]
            if not out:
                file.refuse(line, f"there is no link from {one} to {other}")
            hops.append(out[0])
        if len(hops) < 1:
            file.refuse(line, "a path has two nodes at least")
        found.append(Flow(nodes, tuple(hops), nodes[-1]))
    if not found:
        raise FormatError(f"{path}: the file has no paths: give the nodes of one in each line")
    return found


Place = tuple[int, int]  # a hop, and the bounces before it


class Buffers:
    """Buffers of a network with priorities: that of hop h and priority p has the number ``h * priorities + p``."""

    def __init__(self, net: Network, priorities: int) -> None:
        self.net, self.priorities = net, priorities
        tier = tiers(net, net.is_end)
        self.rises = (tier[net.target] > tier[net.origin]).tolist()

    def bounces(self, hop: int, following: int) -> bool:
        """Whether a path goes up again with a hop after it went down with the one before, so that its priority rises."""
        return self.priorities > 1 and not self.rises[hop] and self.rises[following]

    def flow(self, hops: tuple[int, ...], destination: int) -> Flow:
        """The path of these hops."""
        return Flow((int(self.net.origin[hops[0]]), *(int(self.net.target[h]) for h in hops)), hops, destination)

    def of(self, hops: Sequence[int]) -> list[int]:
        """The buffers of a path, up to where it may be dropped."""
        found, priority = [hops[0] * self.priorities], 0
        for hop, following in pairwise(hops):
            priority += self.bounces(hop, following)
            if priority == self.priorities:
                break
            found.append(following * self.priorities + priority)
        return found


def flows_of(routing: ChannelRouting, buffers: Buffers) -> Iterator[Flow]:
    """A path for each dependency of buffers of a routing: the shortest that was found, from its source on.

    For each destination the channels, with the bounces before them, are followed from all sources, the paths of few hops first.
    """
    if routing.kind == ADAPTIVE or routing.vcs > 1:
        raise InputError(
            f"routing {routing.title}: paths of lossless Ethernet are drawn by a hash, and priorities follow from bounces: give a routing "
            "with one virtual channel that is not adaptive, such as ecmp or up-down"
        )
    for destination in routing.ends:
        for label, sources in goals(routing, destination):

            def after(node: int, hop: int | None, goal: int = destination, label: Any = label) -> list[int]:
                if hop is not None and routing.delivers(hop, goal, label):
                    return []
                return [int(c) for c, weight in routing.next_channels(node, hop, goal, label) if weight]

            first = [c for source in sources.tolist() for c in after(source, None)]
            for hops in ways(buffers, first, after):
                yield buffers.flow(hops, destination)


def ways(
    buffers: Buffers, first: Iterable[int], after: Callable[[int, int | None], Sequence[int]]
) -> Iterator[tuple[int, ...]]:
    """Hops from a first one on, so that every two of buffers that packets use one after the other are on one of them.

    after: The hops that packets may take at a node behind a hop; none where they arrive.
    """
    came: dict[Place, Place | None] = {}
    todo = deque[Place]()
    for hop in first:
        if (hop, 0) not in came:
            came[hop, 0] = None
            todo.append((hop, 0))
    while todo:
        place = todo.popleft()
        hop, bounced = place
        onward = [] if bounced == buffers.priorities else after(int(buffers.net.target[hop]), hop)
        if not onward:
            yield _way(came, place)
        for following in onward:
            reached = (following, bounced + buffers.bounces(hop, following))
            if reached not in came:
                came[reached] = place
                todo.append(reached)
            elif came[reached] != place:
                yield (*_way(came, place), following)


def _way(came: Mapping[Place, Place | None], place: Place) -> tuple[int, ...]:
    hops = [place[0]]
    while (before := came[place]) is not None:
        place = before
        hops.append(place[0])
    return tuple(reversed(hops))


def priority_deadlock(
    routing: ChannelRouting | None, buffers: Buffers, paths: Sequence[Flow], routed: Sequence[Flow], about: str
) -> DeadlockVerdict:
    """The verdict on all packets of a routing together with given paths.

    routed: The paths of the routing.
    about: The given paths, for the scope.
    """
    net, priorities = buffers.net, buffers.priorities
    flows = [*paths, *routed]
    ways = [buffers.of(flow.hops) for flow in flows]
    witness: dict[tuple[int, int], int] = {}
    for i, way in enumerate(ways):
        for pair in pairwise(way):
            known = witness.get(pair)
            if known is None or way.index(pair[0]) < ways[known].index(pair[0]):
                witness[pair] = i
    pairs = np.array(sorted(witness), dtype=np.int64).reshape(-1, 2)
    source = np.array([witness[a, b] for a, b in pairs.tolist()], dtype=np.int64)
    graph = DependencyGraph(net.hop_count * priorities, pairs[:, 0], pairs[:, 1], source, source)
    used = len({b for way in ways for b in way})
    scope = _scope(routing, paths, priorities, about)
    base: dict[str, Any] = {"network": {"family": net.family, "parameters": net.parameters}}
    if routing is not None:
        base["routing"] = VerdictMaker(routing, SWITCHING[1], 0, 0, ()).about["routing"]
    base |= {"flow": FLOWS[0], "priorities": priorities, "paths": [list(flow.nodes) for flow in paths]}
    numbers = graph.numbering()
    if numbers is not None:
        certificate = {"verdict": FREE, "kind": "pauses", "rule": RULE, **base, "numbers": numbers.tolist()}
        return DeadlockVerdict(FREE, CRITERION, scope, used, graph.dependencies, [], certificate)
    edges = graph.cycle()
    held = [int(graph.tail[e]) for e in edges]
    chosen = [int(graph.source[e]) for e in edges]
    order = filling_order(held, [ways[i] for i in chosen])
    cycle = [
        _step(net, priorities, flows[i], int(graph.tail[e]), int(graph.head[e]))
        for e, i in zip(edges, chosen, strict=True)
    ]
    if order is None:
        return DeadlockVerdict(
            UNKNOWN, f"{CRITERION} has a circle, and no order was found in which its buffers fill", scope, used,
            graph.dependencies, cycle,
        )  # fmt: skip
    evidence = {"circle": [[h, list(flows[i].nodes)] for h, i in zip(held, chosen, strict=True)], "filling": order}
    certificate = {"verdict": DEADLOCK, "kind": "paused", **base, **evidence}
    return DeadlockVerdict(DEADLOCK, CRITERION, scope, used, graph.dependencies, cycle, certificate)


def _scope(routing: ChannelRouting | None, paths: Sequence[Flow], priorities: int, about: str) -> str:
    parts = [f"all packets of {routing.kind} routing {routing.name}"] if routing else []
    parts += [f"{len(paths)} paths of {about}"] if paths else []
    rule = (
        "one priority"
        if priorities == 1
        else f"{priorities} priorities, one higher after each bounce, beyond the last one lossy"
    )
    return f"{' and '.join(parts)}; {rule}; a full buffer pauses its link in its priority; hosts take what arrives"


def _step(net: Network, priorities: int, flow: Flow, held: int, wanted: int) -> dict[str, Any]:
    def name(node: int) -> str:
        label = net.labels(node)
        return str(label[0]) if len(label) == 1 else "(" + ",".join(map(str, label)) + ")"

    def link(buffer: int) -> str:
        hop, priority = divmod(buffer, priorities)
        more = f" priority {priority}" if priorities > 1 else ""
        return f"{name(int(net.origin[hop]))}->{name(int(net.target[hop]))}{more}"

    return {
        "source": name(flow.nodes[0]), "destination": name(flow.destination), "holds": link(held), "wants": link(wanted),
        "path": " > ".join(name(u) for u in flow.nodes),
    }  # fmt: skip


def decide_priorities(
    routing: ChannelRouting | None,
    net: Network,
    paths: str | Path | Iterable[Sequence[int]] | None,
    priorities: int | None = None,
    fewest: bool = False,
) -> DeadlockVerdict:
    """The verdict on lossless Ethernet; see :func:`netlemma.deadlock`."""
    if net.terminals is None and priorities != 1 and (fewest or priorities):
        raise InputError(f"{net.title} has no hosts apart from switches, so its paths have no tiers to bounce between")
    flows = [] if paths is None else read_flows(str(paths), net)
    about = "" if paths is None else str(paths)
    if priorities is not None and not 1 <= priorities <= MOST_PRIORITIES:
        raise InputError(f"priorities={priorities}: lossless Ethernet has 1 to {MOST_PRIORITIES} priorities")
    tried: list[str] = []
    for count in range(1, MOST_PRIORITIES + 1) if fewest else [priorities or 1]:
        buffers = Buffers(net, count)
        routed = [] if routing is None else list(flows_of(routing, buffers))
        verdict = priority_deadlock(routing, buffers, flows, routed, about)
        if not fewest:
            return verdict
        dropped = sum(len(buffers.of(flow.hops)) < len(flow.hops) for flow in [*flows, *routed])
        if verdict.verdict == FREE and not dropped:
            why = "; ".join(tried) or "there are none with fewer"
            return replace(verdict, fewest_priorities={"suffices": count, "why": why})
        tried.append(
            f"{count}: {verdict.verdict}" + (f", {dropped} of the paths not lossless to their end" if dropped else "")
        )
    return replace(verdict, fewest_priorities={"suffices": None, "why": "; ".join(tried)})
