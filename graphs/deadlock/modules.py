"""Modules, such as chiplets on an interposer, decided apart: each from its own channels and a summary of what may cross it.

A channel is inside a module if both its ends are; the others cross from one module into another. A module is free of deadlock by
itself if the dependencies among its inner channels close no cycle. Its *summary* is the pairs of a crossing channel that leads into
it and one that leads out, where packets that hold the former may come to wait for the latter, directly or by way of inner channels.
If every module is free and the summaries together close no cycle, the whole is free: a cycle of dependencies would stay in one
module, or show in the summaries. The other way around, a cycle of summaries is one of dependencies.

The certificate has for each module numbers that rise along the dependencies of its inner channels, and its summary; and numbers
of crossing channels that rise along all summaries.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from netlemma.errors import FormatError, InputError
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.base.text_files import printable, read_text
from netlemma.graphs.deadlock.evidence import VerdictMaker
from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
from netlemma.graphs.deadlock.verdict import DEADLOCK, FREE, SWITCHING, UNKNOWN, DeadlockVerdict
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.routing.dependency_graph import DependencyGraph
from netlemma.graphs.routing.goal_graph import RoutingArrays

APART = "modules decided apart: their own dependencies, and the summaries of what may cross them (assume and guarantee)"


@dataclass(frozen=True)
class Module:
    """A module: its name, its inner channels with numbers that rise along their dependencies, None if there are none (it is not
    free by itself), and its summary as pairs of crossing channels.
    """

    name: str
    channels: tuple[int, ...]
    numbers: tuple[int, ...] | None
    summary: tuple[tuple[int, int], ...]

    @property
    def free(self) -> bool:
        """Whether it is free of deadlock by itself."""
        return self.numbers is not None


def read_modules(path: str | Path, routing: ChannelRouting) -> dict[int, str]:
    """The module of each node, from a file with the columns node and module; nodes without one make up the module ``interposer``."""
    file = read_text(path)
    names = {routing.node_name(u): u for u in range(routing.network.node_count)}
    names |= {name.strip("()"): u for name, u in names.items()} | {str(u): u for u in range(routing.network.node_count)}
    found: dict[int, str] = {}
    for line, text in file.lines():
        node, comma, module = (part.strip().strip('"') for part in text.partition("#")[0].rpartition(","))
        if not (node or module) or (node, module) == ("node", "module"):
            continue
        if not comma or not module or node not in names:
            file.refuse(
                line,
                f"{printable(text)} is no node of {routing.network.title} with its module, as in {next(iter(names))},chiplet1",
            )
        if found.setdefault(names[node], module) != module:
            file.refuse(line, f"{node} is in the modules {found[names[node]]} and {module}")
    if not found:
        raise FormatError(f"{path}: the file names no modules: give a line node,module for each node")
    return {u: found.get(u, "interposer") for u in range(routing.network.node_count)}


def decide_modules(
    routing: ChannelRouting, module_of: Mapping[int, str], whole: DeadlockVerdict, progress: Progress = None
) -> DeadlockVerdict:
    """The verdict from the summaries of modules, compared with that on the whole.

    whole: The verdict on the routing, decided at once.
    """
    if routing.kind == ADAPTIVE:
        raise InputError(
            f"routing {routing.name} is adaptive: modules are decided apart where packets wait for one channel at a time"
        )
    graph = channel_dependencies(RoutingArrays(routing), progress).graph
    number = {name: i for i, name in enumerate(dict.fromkeys(module_of.values()))}
    part = np.array([number[module_of[u]] for u in range(routing.network.node_count)])
    start, end = (np.repeat(part[nodes], routing.vcs) for nodes in (routing.network.origin, routing.network.target))
    crossing = start != end
    modules = [_module(graph, name, ~crossing & (start == i), crossing & (end == i)) for name, i in number.items()]
    pairs = np.array(sorted({pair for module in modules for pair in module.summary}), dtype=np.int64).reshape(-1, 2)
    none = np.full(len(pairs), -1)
    across = DependencyGraph(graph.count, pairs[:, 0], pairs[:, 1], none, none)
    levels = across.numbering()
    circle = [] if levels is not None else [routing.channel_name(int(across.tail[e])) for e in across.cycle()]
    free = all(module.free for module in modules) and levels is not None
    if whole.verdict != UNKNOWN and (whole.verdict == FREE) != free and free:
        raise AssertionError("modules decided apart are free, but the whole is not")
    listed = [
        {"module": each.name, "free": each.free, "channels": len(each.channels), "summary": len(each.summary)}
        for each in modules
    ]
    word = FREE if free else whole.verdict
    unlike = "" if word == DEADLOCK or free else ": a cycle of dependencies that packets cannot close"
    shown = replace(whole, verdict=word, criterion=f"{APART}; the whole: {whole.criterion}{unlike}")
    shown = replace(shown, modules={"modules": listed, "circle": circle})
    if not free:
        return shown
    crosses = [[c, int(levels[c])] for c in np.flatnonzero(crossing).tolist()] if levels is not None else []
    parts = [
        {
            "module": each.name,
            "nodes": [u for u, name in module_of.items() if name == each.name],
            "numbers": [list(pair) for pair in zip(each.channels, each.numbers or (), strict=True)],
            "summary": [list(pair) for pair in each.summary],
        }
        for each in modules
    ]
    about = whole.certificate or VerdictMaker(routing, SWITCHING[0], 0, 0, ()).about
    about = {name: about[name] for name in ("network", "routing", "switching", "traffic") if name in about}
    return replace(
        shown, certificate={"verdict": FREE, "kind": "modules", **about, "modules": parts, "crossing": crosses}
    )


def _module(graph: DependencyGraph, name: str, inner: np.ndarray, into: np.ndarray) -> Module:
    """A module from its inner channels and those that lead into it: all dependencies of both are its own."""
    numbers = graph.among(inner).numbering()
    channels = tuple(np.flatnonzero(inner).tolist())
    after: dict[int, list[int]] = {}
    own = (inner | into)[graph.tail]
    for c, x in zip(graph.tail[own].tolist(), graph.head[own].tolist(), strict=True):
        after.setdefault(c, []).append(x)
    summary = []
    for channel in np.flatnonzero(into).tolist():
        seen, todo = {channel}, [channel]
        while todo:
            c = todo.pop()
            if c == channel or inner[c]:
                fresh = [x for x in after.get(c, ()) if x not in seen]
                seen.update(fresh)
                todo += fresh
        summary += [(channel, x) for x in sorted(seen) if x != channel and not inner[x]]
    return Module(name, channels, None if numbers is None else tuple(numbers[list(channels)].tolist()), tuple(summary))
