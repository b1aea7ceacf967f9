"""Drawings of a deadlock: the channels that packets hold and want, on the nodes of the network."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from netlemma.drawing.files import HELD, WANTED
from netlemma.drawing.layout import DrawingLayout, circle
from netlemma.drawing.layouts import layout
from netlemma.drawing.links import links, node_names, paired
from netlemma.drawing.look import COLOURS, TYPE, Look, Paper
from netlemma.drawing.picture import longest_name, on_axes
from netlemma.drawing.sheet import NATURAL, fits, new_axes, points_per_unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Step = Mapping[str, Any]  # source, destination, holds, wants
Position = tuple[float, float]
Arc = tuple[Position, Position, float, str]
DARK = "#3c4858"  # nodes at the ends of channels of the cycle
MOST_NODES = 400  # of a network that is drawn as a whole
MOST_LISTED = 24  # packets listed under the drawing
ASIDE = 0.16  # of the bend of a held channel: that of the wanted one beside it
ROOMY = 45  # points between the nearest nodes from which on arrows have their full size
BESIDE = re.compile(r"#(\d+)")
CHANNEL = re.compile(r"(?P<start>.+?)(\[\d+\])?->(?P<end>.+?)(\[\d+\])?(?P<which>( #\d+)?( vc \d+)?)")
QUEUE = re.compile(r"(?P<side>output|input) (?P<link>\d+) of node (?P<node>\d+)")


class Nodes:
    """Named nodes without links, for a cycle whose network is too large to draw or unknown."""

    def __init__(self, names: Sequence[str]) -> None:
        self.labels = [(name,) for name in names].__getitem__
        self.node_count = len(names)


def draw_cycle(
    title: str, cycle: Sequence[Step], net: Any = None, ax: Axes | None = None, paper: Paper = NATURAL
) -> Axes:
    """Draw a deadlock: held channels as thick arrows, wanted ones dashed, each packet in its colour."""
    held = [str(step["holds"]) for step in cycle]
    ways = [match for each in held if (match := CHANNEL.fullmatch(each))]
    used = list(dict.fromkeys(n for way in ways for n in way.group("start", "end"))) if len(ways) == len(held) else held
    if net is not None and net.node_count <= MOST_NODES and set(used) <= set(node_names(net)):
        drawn, every = net, paired(links(net))
        places = layout(net, every)
    else:
        drawn, every = Nodes(used), []
        places = DrawingLayout(circle(len(used)) * 1.6)
    names = node_names(drawn)
    number = {name: u for u, name in enumerate(names)}
    arcs = []
    if len(ways) == len(held):
        arcs = [_arc_of(number[way["start"]], number[way["end"]], way["which"].strip(), places) for way in ways]
        places = replace(places, beyond=np.array([_peak(a, b, bend + ASIDE) for a, b, bend, _ in arcs]))
    inside = {u: DARK for u, name in enumerate(names) if name in used}
    look = Look(nodes=inside, caption=packet_lines(cycle), pale=True, room=1.7)
    labels = drawn is not net or fits(places, every, look, longest_name(drawn), paper)
    axes = new_axes(places, every, longest_name(drawn) if labels else 0, title, look, paper) if ax is None else ax
    on_axes(axes, drawn, places, every, look, labels if ax is None else None)
    if arcs:
        _channels(axes, arcs, min(1.0, places.pitch * points_per_unit(axes) / ROOMY))
    else:
        _queues(axes, places)
    return axes


def packet_lines(cycle: Sequence[Step]) -> tuple[str, ...]:
    """Lines of text on the packets, one for each."""
    lines = [
        f"packet {i} from {step['source']} to {step['destination']}: holds {step['holds']}, wants {step['wants']}"
        for i, step in enumerate(cycle[:MOST_LISTED], 1)
    ]
    lines += [f"and {len(cycle) - MOST_LISTED} packets more"] if len(cycle) > MOST_LISTED else []
    return ("thick: held by a packet; dashed: wanted by it", *lines)


def of_queues(cycle: Sequence[Step], net: Any) -> Look | None:
    """The look of the links of rings whose queues are held, by packet."""
    found = [QUEUE.fullmatch(str(step["holds"])) for step in cycle]
    texts: dict[int, str] = {}
    place = {link.number: i for i, link in enumerate(links(net))}
    for number, queue in enumerate(found, 1):
        if queue is None:
            return None
        node, link = int(queue["node"]), int(queue["link"])
        if queue["side"] == "input":  # at the end of the link that leads there
            node = net.successor[:, link].tolist().index(node)
        i = place[node * net.fanout + link]
        texts[i] = f"{texts[i]}, {number}" if i in texts else str(number)
    names = node_names(net)
    named = [{key: _by_name(str(value), names) for key, value in step.items()} for step in cycle]
    said = "numbers: packets, at the link whose output queue (where it starts) or input queue (where it ends) they hold"
    return Look(ways=dict.fromkeys(texts, 1), texts=texts, caption=(said, *packet_lines(named)[1:]), room=1.3)


def _by_name(text: str, names: Sequence[str]) -> str:
    """A queue or a node of rings, which is given by its number, with the name of the node."""
    return re.sub(r"\d+$", lambda found: names[int(found[0])], text)


def _arc_of(start: int, end: int, which: str, places: DrawingLayout) -> Arc:
    """The ends of a channel, its bend, and which one of parallel channels it is."""
    beside = BESIDE.search(which)
    a, b = (tuple(point.tolist()) for point in places.between(start, end, int(beside[1]) - 1 if beside else 0))
    return a, b, 0.28 if abs(a[0] - b[0]) + abs(a[1] - b[1]) > 1.6 * places.pitch else 0.1, which


def _peak(a: Position, b: Position, bend: float) -> Position:
    """The middle of an arc."""
    return (a[0] + b[0]) / 2 + bend * (b[1] - a[1]) / 2, (a[1] + b[1]) / 2 - bend * (b[0] - a[0]) / 2


def _channels(axes: Axes, arcs: Sequence[Arc], size: float) -> None:
    """Channels as arrows between nodes; each is drawn twice, as held and, beside it, as wanted by the packet before."""
    for i, (a, b, bend, which) in enumerate(arcs):
        label = f"{i + 1}" + (f" ({which})" if which else "")
        before = (i - 1) % len(arcs)
        _arrow(axes, a, b, COLOURS[i % len(COLOURS)], bend, False, label, size, f"{HELD}-{i}")
        _arrow(axes, a, b, COLOURS[before % len(COLOURS)], bend + ASIDE, True, "", size, f"{WANTED}-{before}")


def _queues(axes: Axes, places: DrawingLayout) -> None:
    """An arrow from the queue that a packet holds to the one that it wants, the next on the circle."""
    around = [tuple(point) for point in places.places.tolist()]
    for i, (a, b) in enumerate(zip(around, [*around[1:], around[0]], strict=True)):
        _arrow(axes, a, b, COLOURS[i % len(COLOURS)], -0.12, True, f"{i + 1}", 1.0, f"{WANTED}-{i}")


def _arrow(
    axes: Axes, a: Position, b: Position, colour: str, bend: float, wanted: bool, label: str, size: float, name: str
) -> None:
    look: dict[str, Any] = {"linestyle": (0, (4, 2)), "linewidth": 1.3 * size}
    if not wanted:
        look = {"linewidth": 2.8 * size}
    shape = {
        "arrowstyle": "-|>",
        "connectionstyle": f"arc3,rad={bend}",
        "shrinkA": 9 * size,
        "shrinkB": 9 * size,
        "mutation_scale": 13 * size,
    }
    arrow = axes.annotate("", xy=b, xytext=a, arrowprops={**shape, **look, "color": colour})
    arrow.arrow_patch.set_gid(name)  # type: ignore[union-attr]
    if label:
        box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": colour, "linewidth": 0.8}
        axes.annotate(
            label,
            _peak(a, b, bend),
            ha="center",
            va="center",
            fontsize=TYPE,
            color=colour,
            bbox=box,
            zorder=4,
            gid=f"{name}-label",
        )
