"""A network on axes: links, buses and nodes with their names."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from netlemma.drawing.curves import Shape, shapes
from netlemma.drawing.layout import Layout
from netlemma.drawing.links import BUS, ONE_WAY, Link, node_names
from netlemma.drawing.look import HOT, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from graphs import Network, RingNetwork

INCH = 72  # points
WITH_NAMES, WITHOUT = 0.66, 0.34  # inches between the nearest nodes
LEAST, MOST = 3.8, 13.0  # inches of a drawing
LINE = 0.14  # inches of a line of the caption
ARROW = 6.5  # points at most
BAR = 1.0  # inches for a colour bar
SMALLEST, LARGEST = 4.5, 8.0  # points of names
NAMED = 130  # nodes up to which names are drawn if they are readable


def on_axes(
    axes: Axes, net: Network | RingNetwork, layout: Layout, links: Sequence[Link], look: Look, labels: bool | None
) -> None:
    """Draw the network; the axes are of a fixed size already, since widths are in points."""
    drawn = shapes(links, layout)
    frame(axes, layout, drawn)
    pitch = layout.pitch * points_per_unit(axes)
    named = _named(labels, net, pitch)
    plain = float(np.clip(pitch * 0.035, 0.4, 1.4))
    _draw_links(axes, links, drawn, look, plain, min(0.13 * pitch, ARROW) / points_per_unit(axes))
    _draw_nodes(axes, net, layout, look, named, pitch)
    for i, text in look.texts.items():
        x, y = drawn[i].note
        box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.9}
        axes.text(float(x), float(y), text, ha="center", va="center", fontsize=max(5.0, min(7.0, pitch * 0.14)), bbox=box, zorder=5,
                  parse_math=False, gid=f"text-{i}")  # fmt: skip


def frame(axes: Axes, layout: Layout, drawn: Sequence[Shape]) -> None:
    """Equal scales without ticks, with room for every curve and name."""
    points = np.concatenate([layout.everywhere, *(shape.line for shape in drawn)])
    margin = 0.45 * layout.pitch
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    axes.set_xlim(low[0], high[0])
    axes.set_ylim(low[1], high[1])
    axes.set_aspect("equal")
    axes.set_axis_off()


def extent(layout: Layout, drawn: Sequence[Shape]) -> np.ndarray:
    """Width and height of what is drawn, in units of the layout."""
    points = np.concatenate([layout.everywhere, *(shape.line for shape in drawn)])
    return np.ptp(points, axis=0) + 0.9 * layout.pitch


def new_axes(layout: Layout, links: Sequence[Link], names: bool, title: str, look: Look) -> Axes:
    """Axes on a figure of their own, large enough for the network, its title and its caption."""
    from matplotlib.figure import Figure

    wide, high = extent(layout, shapes(links, layout))
    unit = min((WITH_NAMES if names else WITHOUT) * look.room * layout.room / layout.pitch, MOST / wide, MOST / high)
    drawn = max(LEAST - (BAR if look.scale else 0), wide * unit)
    width = drawn + (BAR if look.scale else 0)
    caption = [line for text in look.caption for line in textwrap.wrap(text, int(width * 14.5))]
    heading = textwrap.wrap(title, int(width * 11.5))
    below, above = LINE * len(caption) + 0.12, 0.16 * len(heading) + 0.12
    height = max(0.7, high * unit) + below + above
    figure = Figure(figsize=(width, height), dpi=150)
    axes = figure.add_axes((0.0, below / height, drawn / width, 1 - (below + above) / height))
    figure.text(0.08 / width, 1 - 0.06 / height, "\n".join(heading), fontsize=9.5, va="top", parse_math=False)
    figure.text(0.08 / width, 0.06 / height, "\n".join(caption), fontsize=7.5, va="bottom", color="0.25", linespacing=1.3,
                parse_math=False)  # fmt: skip
    if look.scale:
        tall = min(4.0, height - below - above - 0.2)
        middle = below + (height - below - above) / 2
        beside = figure.add_axes(((width - 0.92) / width, (middle - tall / 2) / height, 0.14 / width, tall / height))
        colour_bar(figure, look, cax=beside)
    return axes


def colour_bar(figure: Any, look: Look, **where: Any) -> None:
    """The colours and what they mean, with few ticks."""
    from matplotlib.ticker import MaxNLocator

    assert look.scale is not None
    bar = figure.colorbar(look.mappable(), ticks=MaxNLocator(5, integer=look.scale.whole), **where)
    bar.set_label(look.scale.label, fontsize=7.5)
    bar.ax.tick_params(labelsize=7)


def points_per_unit(axes: Axes) -> float:
    """Points on paper for a unit of the layout, on axes with equal scales."""
    box = axes.get_position()
    wide, high = axes.figure.get_size_inches()  # type: ignore[union-attr]
    (left, right), (low, up) = axes.get_xlim(), axes.get_ylim()
    return float(min(box.width * wide / (right - left), box.height * high / (up - low))) * INCH


def wants_names(net: Network | RingNetwork, labels: bool | None) -> bool:
    """Whether names are to be drawn, on a figure that is as large as it takes."""
    return net.node_count <= NAMED if labels is None else labels


def _named(labels: bool | None, net: Network | RingNetwork, pitch: float) -> bool:
    return wants_names(net, labels) and (labels is True or _size(net, pitch) >= SMALLEST)


def _size(net: Network | RingNetwork, pitch: float) -> float:
    """The size at which the longest name leaves half of the way to the next node free, in points."""
    longest = max(map(len, node_names(net)))
    return min(LARGEST, 0.62 * pitch / (0.55 * longest + 0.6))


def _draw_links(
    axes: Axes, links: Sequence[Link], drawn: Sequence[Shape], look: Look, plain: float, arrow: float
) -> None:
    from matplotlib.collections import LineCollection, PathCollection, PolyCollection
    from matplotlib.path import Path

    curve = (Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4)
    paths = [Path(shape.line, curve if len(shape.line) == 4 else None) for shape in drawn]
    widths = [look.width(i, plain * (1.8 if link.kind == BUS else 1)) for i, link in enumerate(links)]
    colours = look.colours(len(links))
    order = sorted(range(len(links)), key=lambda i: (i in look.ways, look.values[i] if look.values else 0))
    stubs = [(stub, colours[i]) for i in order for stub in drawn[i].stubs]
    if stubs:
        axes.add_collection(
            LineCollection(
                [s for s, _ in stubs], colors=[c for _, c in stubs], linewidths=plain, zorder=1, gid="stubs"
            ),
            autolim=False,
        )
    if look.hot:
        halo = PathCollection([paths[i] for i in look.hot], facecolors="none", edgecolors=HOT, zorder=1.5, gid="hot")
        halo.set_linewidth([widths[i] + 3.5 for i in look.hot])
        axes.add_collection(halo, autolim=False)
    body = PathCollection(
        [paths[i] for i in order], facecolors="none", edgecolors=[colours[i] for i in order], zorder=2
    )
    body.set_linewidth([widths[i] for i in order])
    body.set_gid("links")
    axes.add_collection(body, autolim=False)
    heads = [(i, look.ways.get(i, 1)) for i in order if links[i].kind == ONE_WAY or look.ways.get(i)]
    if heads:
        triangles = [_triangle(drawn[i], way, arrow * (1.35 if i in look.ways else 1)) for i, way in heads]
        axes.add_collection(
            PolyCollection(
                triangles, facecolors=[colours[i] for i, _ in heads], edgecolors="none", zorder=2.5, gid="arrows"
            ),
            autolim=False,
        )


def _triangle(shape: Shape, way: int, size: float) -> np.ndarray:
    ahead = shape.heading * way
    aside = np.array([-ahead[1], ahead[0]])
    tip = shape.arrow + ahead * size * 0.7
    back = shape.arrow - ahead * size * 0.7
    return np.array([tip, back + aside * size * 0.55, back - aside * size * 0.55])


def _draw_nodes(axes: Axes, net: Network | RingNetwork, layout: Layout, look: Look, named: bool, pitch: float) -> None:
    names = node_names(net)
    processors = getattr(net, "processors", None)
    copies = [(u, np.array(place), True) for u, place in layout.copies.items()]
    every = [*((u, layout.places[u], False) for u in range(net.node_count)), *copies]
    if not named:
        size = float(np.clip(pitch * 0.22, 1.5, 9)) ** 2
        faces = [look.nodes.get(u, _face(processors, u)) for u, _, _ in every]
        x, y = np.array([p for _, p, _ in every]).T
        axes.scatter(x, y, s=size, c=faces, edgecolors=["0.6" if c else "0.2" for *_, c in every],
                     linewidths=0.6, zorder=3, gid="nodes")  # fmt: skip
        return
    size = _size(net, pitch) if pitch else LARGEST
    for i, (u, (x, y), copy) in enumerate(every):
        fill = look.nodes.get(u)
        box: dict[str, Any] = {"boxstyle": "round,pad=0.28,rounding_size=0.7", "linewidth": 0.7}
        box |= {"facecolor": fill or _face(processors, u), "edgecolor": "0.55" if copy else "0.25"}
        box |= {"linestyle": (0, (2, 1.5))} if copy else {}
        axes.text(x, y, names[u], ha="center", va="center", fontsize=max(size, 3.0), bbox=box, zorder=3, parse_math=False,
                  color="white" if fill else "0.5" if copy else "0.1", gid=f"copy-{i}" if copy else f"node-{i}")  # fmt: skip


def _face(processors: Any, u: int) -> str:
    """White for a node without processors."""
    return "white" if processors is not None and not processors[u] else "#e3ebf5"
