"""Networks on axes: links, buses and nodes with their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from netlemma.drawing.curves import Shape, shapes
from netlemma.drawing.layout import DrawingLayout
from netlemma.drawing.links import BUS, ONE_WAY, Link, node_names
from netlemma.drawing.look import HOT, TYPE, Look
from netlemma.drawing.notes import places
from netlemma.drawing.sheet import THIN, frame, name_box, points_per_unit, unit_with_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from netlemma.graphs.topology.ring_structure import AnyNetwork

LEAST_FREE = 0.75  # of the usual room of names: names are drawn on given axes that have so much
ARROW = 5.0  # points at most, on lines of usual width
THICK = 1.4  # points of plain links, at most
POINTED_OUT = 24  # marked nodes that have their names where others have none
SWITCH, SWITCHES = "#c3d3e6", "switches"
DOTTED: Any = (0, (1, 1.6))


def on_axes(
    axes: Axes,
    net: AnyNetwork,
    layout: DrawingLayout,
    links: Sequence[Link],
    look: Look,
    labels: bool | None,
) -> None:
    """Draw the network; the axes already have a fixed size, because widths are in points."""
    drawn = shapes(links, layout)
    longest = longest_name(net)
    frame(axes, layout, drawn, look, 0 if labels is False else longest)
    unit = points_per_unit(axes)
    pitch = layout.pitch * unit
    free = unit / unit_with_names(layout, longest)
    size = TYPE * min(1.0, free) if labels or (labels is None and free > LEAST_FREE) else 0.0
    plain = float(np.clip(pitch * 0.035, THIN, THICK))
    _draw_links(axes, links, drawn, look, plain, min(0.1 * pitch, ARROW), unit)
    _draw_nodes(axes, net, layout, look, size, pitch)
    _draw_texts(axes, net, layout, links, drawn, look, unit, pitch, size)


def longest_name(net: AnyNetwork) -> int:
    """Characters of the longest name of a node."""
    return max(map(len, node_names(net)))


def _draw_links(
    axes: Axes, links: Sequence[Link], drawn: Sequence[Shape], look: Look, plain: float, arrow: float, unit: float
) -> None:
    from matplotlib.collections import LineCollection, PathCollection, PolyCollection
    from matplotlib.path import Path

    curve = (Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4)
    paths = [Path(shape.line, curve if len(shape.line) == 4 else None) for shape in drawn]
    widths = [look.width(i, plain * (1.8 if link.kind == BUS else 1)) for i, link in enumerate(links)]
    colours = look.colours(len(links))
    order = sorted(
        range(len(links)), key=lambda i: (i in look.ways, i not in look.behind, look.values[i] if look.values else 0)
    )
    stubs = [(stub, colours[i]) for i in order for stub in drawn[i].stubs]
    if stubs:
        lines, inks = [stub for stub, _ in stubs], [ink for _, ink in stubs]
        axes.add_collection(LineCollection(lines, colors=inks, linewidths=plain, zorder=1, gid="stubs"), autolim=False)
    if look.hot:
        halo = PathCollection([paths[i] for i in look.hot], facecolors="none", edgecolors=HOT, zorder=1.5, gid="hot")
        halo.set_linewidth([widths[i] + 3.5 for i in look.hot])
        axes.add_collection(halo, autolim=False)
    body = PathCollection(
        [paths[i] for i in order], facecolors="none", edgecolors=[colours[i] for i in order], zorder=2
    )
    body.set_linewidth([widths[i] for i in order])
    body.set_linestyle([DOTTED if links[i].kind != BUS and len(set(links[i].nodes)) == 1 else "solid" for i in order])
    body.set_gid("links")
    axes.add_collection(body, autolim=False)
    arrows = {i: look.ways.get(i, 1) for i in order if links[i].kind == ONE_WAY or look.ways.get(i)}
    heads = [(i, way) for i, way in arrows.items() if len(set(links[i].nodes)) > 1]  # loops lead nowhere
    if heads:
        sizes = [max(arrow * (1.35 if i in look.ways else 1), 2.2 * widths[i]) / unit for i, _ in heads]
        triangles = [_triangle(drawn[i], way, size) for (i, way), size in zip(heads, sizes, strict=True)]
        inks = [colours[i] for i, _ in heads]
        axes.add_collection(
            PolyCollection(triangles, facecolors=inks, edgecolors="white", linewidths=0.3, zorder=2.5, gid="arrows"),
            autolim=False,
        )


def _triangle(shape: Shape, way: int, size: float) -> np.ndarray:
    ahead = shape.heading * way
    aside = np.array([-ahead[1], ahead[0]])
    tip = shape.arrow + ahead * size * 0.7
    back = shape.arrow - ahead * size * 0.7
    return np.array([tip, back + aside * size * 0.55, back - aside * size * 0.55])


def _draw_texts(
    axes: Axes, net: Any, layout: DrawingLayout, links: Sequence[Link], drawn: Sequence[Shape], look: Look, unit: float, pitch: float,
    size: float,
) -> None:  # fmt: skip
    """The texts at links, in white boxes on their lines."""
    if not look.texts:
        return
    box = (name_box(longest_name(net)) * size / TYPE if size else np.full(2, _dot(pitch))) / (2 * unit)
    middles = layout.everywhere
    arrows = any(link.kind == ONE_WAY for link in links) or bool(look.ways)
    halves = np.broadcast_to(box, middles.shape)
    heads = [shape.arrow for i, shape in enumerate(drawn) if links[i].kind == ONE_WAY or look.ways.get(i)]
    if heads:  # texts cover no head of an arrow
        middles = np.concatenate([middles, heads])
        halves = np.concatenate([halves, np.full((len(heads), 2), HEAD / unit)])
    where = places(look.texts, drawn, TYPE / unit, layout.pitch, middles, halves, arrows)
    for i, (x, y) in where.items():
        back = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.9}
        axes.text(float(x), float(y), look.texts[i], ha="center", va="center", fontsize=TYPE, bbox=back, zorder=5,
                  parse_math=False, gid=f"text-{i}")  # fmt: skip


HEAD = 4.0  # points: half of the room that the head of an arrow takes


def _dot(pitch: float) -> float:
    """The size of a node without its name, in points."""
    return float(np.clip(pitch * 0.22, 2.5, 9))


def _draw_nodes(axes: Axes, net: AnyNetwork, layout: DrawingLayout, look: Look, size: float, pitch: float) -> None:
    names = node_names(net)
    processors = getattr(net, "processors", None)
    switches = _switches(net)
    copies = [(u, np.array(place), True) for u, place in layout.copies.items()]
    every = [*((u, layout.places[u], False) for u in range(net.node_count)), *copies]
    if not size:
        for shape, gid in (("o", "nodes"), ("s", SWITCHES)):
            some = [each for each in every if (each[0] in switches) == (gid == SWITCHES)]
            if some:
                faces = [look.nodes.get(u, SWITCH if gid == SWITCHES else _face(processors, u)) for u, _, _ in some]
                x, y = np.array([p for _, p, _ in some]).T
                axes.scatter(x, y, s=_dot(pitch) ** 2, c=faces, edgecolors=["0.6" if c else "0.2" for *_, c in some],
                             linewidths=0.6, zorder=3, marker=shape, gid=gid)  # fmt: skip
        for u in look.nodes if len(look.nodes) <= POINTED_OUT else ():
            axes.annotate(names[u], layout.places[u], (0, _dot(pitch) * 0.6), textcoords="offset points", ha="center", va="bottom",
                          fontsize=TYPE, fontweight="bold", color=look.nodes[u], zorder=6, parse_math=False, gid=f"name-{u}",
                          bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.85})  # fmt: skip
        return
    for i, (u, (x, y), copy) in enumerate(every):
        fill = look.nodes.get(u)
        style = "square,pad=0.28" if u in switches else "round,pad=0.28,rounding_size=0.7"
        box: dict[str, Any] = {"boxstyle": style, "linewidth": 0.7}
        box |= {
            "facecolor": fill or (SWITCH if u in switches else _face(processors, u)),
            "edgecolor": "0.55" if copy else "0.25",
        }
        box |= {"linestyle": (0, (2, 1.5))} if copy else {}
        axes.text(x, y, names[u], ha="center", va="center", fontsize=size, bbox=box, zorder=3, parse_math=False,
                  color="white" if fill else "0.5" if copy else "0.1", gid=f"copy-{i}" if copy else f"node-{i}")  # fmt: skip


def _switches(net: Any) -> frozenset[int]:
    """The nodes that only forward, in a network that has terminals."""
    ends = getattr(net, "is_end", None)
    return frozenset() if ends is None else frozenset(np.flatnonzero(~ends).tolist())


def _face(processors: Any, u: int) -> str:
    """White for a node without processors."""
    return "white" if processors is not None and not processors[u] else "#e3ebf5"
