"""The drawing of a deadlock: the channels that packets hold and want, on the nodes of the network."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from math import cos, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.inputs import InputError, shown
from netlemma.figures.drawing import checked_format, require_matplotlib

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Step = Mapping[str, Any]  # source, destination, holds, wants
Point = tuple[float, float]
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")  # of Okabe and Ito
MOST_NODES = 400  # of a network that is drawn as a whole
MOST_LISTED = 24  # packets listed under the drawing
DEPTH = (0.42, 0.3)  # by how much the third dimension moves a node aside and up
CHANNEL = re.compile(r"(?P<start>.+?)(\[\d+\])?->(?P<end>.+?)(\[\d+\])?(?P<which>( #\d+)?( vc \d+)?)")


def ready(path: Path) -> None:
    """:raises InputError: the name has another ending than those that can be drawn, or matplotlib is missing"""
    checked_format(path)
    require_matplotlib()


def save_cycle(title: str, cycle: Sequence[Step], net: Any, path: Path) -> None:
    """Draw a cycle to a file.

    Parameters
    ----------
    net : the network, whose nodes are drawn at their coordinates if it is a product of at most three factors; or None.

    :raises InputError: the file cannot be written
    """
    import matplotlib

    form, data = checked_format(path), BytesIO()
    metadata = {} if form == "png" else {"Date" if form == "svg" else "CreationDate": None}
    with matplotlib.rc_context({"svg.hashsalt": title}):
        draw_cycle(title, cycle, net).figure.savefig(data, format=form, metadata=metadata)  # type: ignore[union-attr]
    try:
        path.write_bytes(data.getvalue())
    except OSError as error:
        raise InputError(f"{shown(str(path))} cannot be written: {error.strerror}") from None


def draw_cycle(title: str, cycle: Sequence[Step], net: Any = None) -> Axes:
    """The drawing on a figure of its own: thick arrows are held, dashed ones wanted, each packet in its colour."""
    from matplotlib.figure import Figure

    lines = [_words(i, step) for i, step in enumerate(cycle[:MOST_LISTED], 1)]
    lines += [f"and {len(cycle) - MOST_LISTED} packets more"] if len(cycle) > MOST_LISTED else []
    figure = Figure(figsize=(7.5, 6.2 + 0.17 * len(lines)), dpi=150, layout="constrained")
    axes = figure.subplots()
    axes.set_title("\n".join(textwrap.wrap(title, 90)), fontsize=10, loc="left")
    axes.set_axis_off()
    axes.set_aspect("equal")
    axes.margins(0.12)
    caption = "thick: held by a packet; dashed: wanted by it\n" + "\n".join(lines)
    figure.supxlabel(caption, x=0.02, ha="left", fontsize=8, linespacing=1.3, color="0.25")
    ways = [CHANNEL.fullmatch(str(step["holds"])) for step in cycle]
    if all(ways):
        _on_nodes(axes, [(w["start"], w["end"], w["which"].strip()) for w in ways if w], net)
    else:
        _on_queues(axes, [str(step["holds"]) for step in cycle])
    return axes


def _words(i: int, step: Step) -> str:
    return f"packet {i} from {step['source']} to {step['destination']}: holds {step['holds']}, wants {step['wants']}"


def _on_nodes(axes: Axes, ways: Sequence[tuple[str, str, str]], net: Any) -> None:
    """Channels as arrows between nodes; each is drawn twice, as held and, beside it, as wanted by the packet before."""
    places = _places(net, list(dict.fromkeys(node for start, end, _ in ways for node in (start, end))))
    inside = {node for way in ways for node in way[:2]}
    for a, b in _links(net, places):
        axes.plot([a[0], b[0]], [a[1], b[1]], color="0.9", linewidth=1, zorder=1)
    for node, (x, y) in places.items():
        there = node in inside
        axes.plot([x], [y], "o", color="0.25" if there else "0.8", markersize=7 if there else 4, zorder=3)
        if there or len(places) <= 64:
            axes.annotate(node, (x, y), (5, 5), textcoords="offset points", fontsize=7, color="0.2" if there else "0.6")
    for i, (start, end, which) in enumerate(ways):
        bend = 0.28 if _far(places[start], places[end]) else 0.1
        _arrow(
            axes,
            places[start],
            places[end],
            COLOURS[i % len(COLOURS)],
            bend,
            False,
            f"{i + 1}" + (f" ({which})" if which else ""),
        )
        _arrow(axes, places[start], places[end], COLOURS[(i - 1) % len(ways) % len(COLOURS)], bend + 0.16, True, "")


def _on_queues(axes: Axes, held: Sequence[str]) -> None:
    """Queues on a circle, and an arrow from the one that a packet holds to the one that it wants."""
    places = _circle(held)
    for i, name in enumerate(held):
        (x, y), after = places[name], places[held[(i + 1) % len(held)]]
        axes.plot([x], [y], "s", color="0.25", markersize=8, zorder=3)
        side = "center" if abs(x) < 0.1 else "left" if x > 0 else "right"
        axes.annotate(name, (x * 1.06, y * 1.09), ha=side, va="center", fontsize=8)
        _arrow(axes, (x, y), after, COLOURS[i % len(COLOURS)], -0.12, True, f"{i + 1}")


def _arrow(axes: Axes, a: Point, b: Point, colour: str, bend: float, wanted: bool, label: str) -> None:
    look: dict[str, Any] = {"linestyle": (0, (4, 2)), "linewidth": 1.3} if wanted else {"linewidth": 2.8}
    shape = {
        "arrowstyle": "-|>",
        "connectionstyle": f"arc3,rad={bend}",
        "shrinkA": 6,
        "shrinkB": 6,
        "mutation_scale": 13,
    }
    axes.annotate("", xy=b, xytext=a, arrowprops={**shape, **look, "color": colour})
    x, y = (
        (a[0] + b[0]) / 2 + bend * (b[1] - a[1]) / 2,
        (a[1] + b[1]) / 2 - bend * (b[0] - a[0]) / 2,
    )  # middle of the arc
    axes.plot([x], [y], alpha=0)  # so that the axes reach there
    if label:
        box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": colour, "linewidth": 0.8}
        axes.annotate(label, (x, y), ha="center", va="center", fontsize=7, color=colour, bbox=box, zorder=4)


def _places(net: Any, used: Sequence[str]) -> dict[str, Point]:
    """Where nodes are: at their coordinates in products of two or three factors, on a circle otherwise."""
    from graphs.devices import show

    dims = len(getattr(net, "factors", ()))
    if net is None or net.node_count > MOST_NODES:
        return _circle(used)
    labels = [net.labels(u) for u in range(net.node_count)]
    if dims in (2, 3):
        flat = {show(p): (*p, 0)[:3] for p in labels}
        return {name: (x + DEPTH[0] * z, y + DEPTH[1] * z) for name, (x, y, z) in flat.items()}
    names = [show(p) for p in labels]
    return _circle(names if len(names) <= 40 and set(used) <= set(names) else used)


def _links(net: Any, places: Mapping[str, Point]) -> list[tuple[Point, Point]]:
    """The ends of links that are drawn as straight lines: not those of rings that lead back to their beginning."""
    from graphs.devices import show

    if net is None or net.node_count != len(places):
        return []
    at = [places[show(net.labels(u))] for u in range(net.node_count)]
    ends = {tuple(sorted((at[u], at[v]))) for u, v in zip(net.origin.tolist(), net.target.tolist(), strict=True)}
    return [(a, b) for a, b in sorted(ends) if not (len(net.factors) > 1 and _far(a, b))]


def _far(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) > 1.6


def _circle(names: Iterable[str]) -> dict[str, Point]:
    names = list(dict.fromkeys(names))
    size = max(1.0, len(names) / 6)
    turn = [pi / 2 - 2 * pi * i / len(names) for i in range(len(names))]
    return {name: (size * cos(t), size * sin(t)) for name, t in zip(names, turn, strict=True)}
