"""Networks as matrices: a row for each source, a column for each destination, cells coloured by load or rate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from netlemma.drawing.links import ONE_WAY, Link, node_names
from netlemma.drawing.loads import by_value, in_words, load
from netlemma.drawing.look import INK, TYPE, Look
from netlemma.drawing.sheet import INCH, blank
from netlemma.graphs.traffic.channels import channels_of
from netlemma.graphs.traffic.measurement import TrafficMeasurement
from netlemma.graphs.traffic.traffic import Traffic

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW = 1.5 * TYPE / INCH  # inches of a row with a name
MOST_ROWS, SIDE = 40, 6.0  # rows that all have their names; inches of a matrix with more
LETTER = 0.6 * TYPE / INCH  # inches


def draw_matrix(
    net: Any, links: Sequence[Link], shown: Any, title: str, ax: Axes | None
) -> tuple[Axes, tuple[str, ...]]:
    """Draw the matrix of a network."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    names = node_names(net)
    cells = _cells(net, links, shown)
    channels = [f"{names[u]}->{names[v]}" for u, v in cells]
    look = Look()
    if isinstance(shown, Traffic):
        look = by_value(list(cells.values()), channels, "pair", "rate", f"rate under {shown.name}: {{}}")
    elif shown:
        look = by_value(list(cells.values()), channels, "channel", *in_words(shown, "load"))
    count, left = len(names), LETTER * max(map(len, names)) + 2.5 * TYPE / INCH
    side = count * ROW if count <= MOST_ROWS else SIDE
    axes = blank(side + left + 0.1, side + left + 0.1, title, look) if ax is None else ax
    if ax is None:
        (wide, high), box = axes.figure.get_size_inches(), axes.get_position()  # type: ignore[union-attr]
        low = box.y1 - (side + 0.1) / high
        axes.set_position((left / wide, low, side / wide, side / high))
        for bar in axes.figure.axes[1:]:  # of colours, as high as the matrix
            bar.set_position((bar.get_position().x0, low, bar.get_position().width, side / high))
    values = np.full((count, count), np.nan)
    for pair, value in cells.items():
        values[pair] = float(value)
    colours, norm = (look.mappable().cmap, look.mappable().norm) if look.scale else (_ink(), None)
    axes.imshow(values, cmap=colours, norm=norm, interpolation="none").set_gid("matrix")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(count if count <= MOST_ROWS else 8, integer=True, min_n_ticks=1))
        axis.set_major_formatter(FuncFormatter(lambda u, _: names[round(u)] if -0.5 < u < count - 0.5 else ""))
    axes.tick_params(labelsize=TYPE)
    axes.tick_params(axis="x", labelrotation=90)
    axes.set_xlabel("to", fontsize=TYPE)
    axes.set_ylabel("from", fontsize=TYPE)
    return axes, look.caption


def _cells(net: Any, links: Sequence[Link], shown: Any) -> Mapping[tuple[int, int], Fraction]:
    """The values of pairs of nodes: the largest of parallel channels."""
    if isinstance(shown, Traffic):
        pairs = permutations(np.flatnonzero(net.is_end).tolist(), 2)
        return {pair: rate for pair in pairs if (rate := shown.between(*pair))}
    if isinstance(shown, TrafficMeasurement):
        hops = zip(net.origin.tolist(), net.target.tolist(), channels_of(net).tolist(), strict=True)
        found = [((u, v), shown.loads[channel]) for u, v, channel in hops]
    else:
        values = [load(link, net, shown) if shown else Fraction(1) for link in links]
        ways = [[link.nodes] if link.kind == ONE_WAY else permutations(link.nodes, 2) for link in links]
        found = [((pair[0], pair[1]), value) for pairs, value in zip(ways, values, strict=True) for pair in pairs]
    cells: dict[tuple[int, int], Fraction] = {}
    for pair, value in found:
        cells[pair] = max(value, cells.get(pair, value))
    return cells


def _ink() -> Any:
    from matplotlib.colors import ListedColormap

    return ListedColormap([INK])
