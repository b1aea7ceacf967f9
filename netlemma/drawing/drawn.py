"""Drawings of networks: on axes, as a file, or as SVG for a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netlemma.drawing.cycle import draw_cycle, of_queues, packet_lines
from netlemma.drawing.files import as_file, as_svg, save
from netlemma.drawing.layouts import layout
from netlemma.drawing.links import BUS, links, paired
from netlemma.drawing.loads import of_loads
from netlemma.drawing.look import Look
from netlemma.drawing.matrix import draw_matrix
from netlemma.drawing.order import of_order
from netlemma.drawing.picture import longest_name, on_axes
from netlemma.drawing.rings import of_rings
from netlemma.drawing.route import of_route
from netlemma.drawing.sheet import dense, fits, new_axes
from netlemma.errors import InputError
from netlemma.graphs.base.displays import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from netlemma.graphs import Measurement, RingMeasurement
    from netlemma.graphs.deadlock.verdict import DeadlockVerdict
    from netlemma.graphs.topology.ring_structure import AnyNetwork
    from netlemma.graphs.traffic.measurement import TrafficMeasurement
    from netlemma.graphs.traffic.traffic import Traffic

MOST_NODES, MOST_LINKS = 2_000, 8_000
MOST_NUMBERED = 400, 1_600  # nodes and links of a drawing with numbers at its links, or a cycle of packets


def draw(
    net: AnyNetwork,
    loads: Measurement | RingMeasurement | TrafficMeasurement | Traffic | bool = False,
    route: tuple[Any, Any] | None = None,
    deadlock: DeadlockVerdict | None = None,
    ax: Axes | None = None,
    *,
    rings: bool = False,
    routing: Any = None,
    labels: bool | None = None,
    title: str = "",
    matrix: bool | None = None,
    arrangement: str = "",
) -> Axes:
    """Draw a network in the style of the papers; no window is opened and no state is kept.

    Parameters
    ----------
    net : Network or RingNetwork
        Network, see :func:`graphs.network`.
    loads : Measurement, RingMeasurement, TrafficMeasurement, Traffic or bool, default False
        Measurement of this network, or True to measure it: links by their visit ratio, the most loaded ones marked.
    route : tuple of (object, object) or None, optional
        Names, coordinates or numbers of a source and a destination: the links between them, with shares.
    deadlock : DeadlockVerdict or None, optional
        Verdict on this network: the cycle of packets, or the numbers of the channels.
    ax : Axes or None, optional
        Axes to draw on, without title, caption and colour bar; those of a new figure if None.
    rings : bool, default False
        Whether the links of a network of rings are drawn with their numbers, each number in its colour.
    routing : object, optional
        For ``loads=True`` and ``route``, a name as in :func:`graphs.measure`.
    labels : bool or None, optional
        Whether nodes are drawn with their names; by default if they are readable.
    title : str, default ""
        Title of the drawing; the network's name and sizes if empty.
    matrix : bool or None, optional
        Whether to draw a matrix with a row for each source and a column for each destination; by default where lines
        would cover more than a fifth of the drawing. A traffic as ``loads`` goes with it.
    arrangement : str, default ""
        Name of a layout, see :func:`netlemma.drawing.layouts.structures`; by default the one that the papers use.

    Returns
    -------
    Axes
        Axes of the drawing.

    Raises
    ------
    InputError
        For too many nodes, two things to show at once, or an unknown node.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> axes = draw(network("mesh", k=3, n=2), loads=True)
    >>> [text.get_text() for text in axes.texts][:2]
    ['(0,0)', '(0,1)']
    """
    return compose(net, loads, route, deadlock, ax, routing, labels, title, rings, matrix, arrangement)[0]


@dataclass(frozen=True)
class Drawing:
    """A drawn network.

    Parameters
    ----------
    network : str
        Name of the network with its sizes.
    nodes : int
        Number of nodes.
    caption : tuple of str
        Lines under the drawing.
    title : str
        Title of the drawing.
    axes : Axes
        Axes of matplotlib.
    path : Path or None, optional
        File that it was written to.
    animate : bool, default False
        Whether its SVG shows the packets of a deadlock one after the other.
    """

    network: str
    nodes: int
    caption: tuple[str, ...]
    title: str
    axes: Axes
    path: Path | None = None
    animate: bool = False

    def save(self, path: str | Path) -> Drawing:
        """Write an .svg, .png or .pdf file, whole or not at all; the result is the drawing with its path.

        Raises
        ------
        InputError
            If the file cannot be written.
        """
        save(self.axes, self.title, Path(path), self.animate)
        return replace(self, path=Path(path))

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma draw --json``."""
        path = None if self.path is None else str(self.path)
        return {"network": self.network, "nodes": self.nodes, "drawing": path, "caption": list(self.caption)}

    def parts(self) -> list[Words]:
        """File and caption."""
        return [Words(f"{self.network}: {self.path or 'not written'}"), *map(Words, self.caption)]

    def _repr_svg_(self) -> str:
        return as_svg(self.axes, self.title, animate=self.animate)


def compose(
    net: Any,
    loads: Any,
    route: Any,
    deadlock: Any,
    ax: Axes | None,
    routing: Any,
    labels: bool | None,
    title: str,
    rings: bool = False,
    matrix: bool | None = None,
    arrangement: str = "",
) -> tuple[Axes, tuple[str, ...]]:
    """The axes of :func:`draw`, and the lines under the drawing."""
    title = title or net.title
    if deadlock is not None and deadlock.cycle and not hasattr(net, "successor"):
        _one_thing(loads, route, deadlock, rings)
        if arrangement:
            raise InputError(
                "a layout goes with a drawing of the network, and a cycle of packets is drawn around itself"
            )
        return draw_cycle(f"{title}: deadlock", deadlock.cycle, net, ax), packet_lines(deadlock.cycle)
    if matrix:
        _one_thing(False, route, deadlock, rings, matrix, arrangement)
        small_enough(net)
        return draw_matrix(net, links(net), _measured(net, routing) if loads is True else loads, title, ax)
    every, look = links_and_look(net, loads, route, deadlock, routing, rings)
    measured = loads if look.caption else None
    if not rings and any(link.kind != BUS and len(set(link.nodes)) == 1 for link in every):
        look = replace(look, caption=(*look.caption, "dotted: links back to the same node, which no packet needs"))
    places = layout(net, every, arrangement)
    if look.alike:
        every = paired(every)
        if behind := places.behind:
            far = (i for i, link in enumerate(every) if behind(link.nodes[0], link.nodes[-1]))
            look = replace(look, behind=frozenset(far))
        if matrix is None and not arrangement and ax is None and dense(places, every, look):
            return draw_matrix(net, links(net), measured, title, ax)
    if ax is None:
        labels = fits(places, every, look, longest_name(net)) if labels is None else labels
        ax = new_axes(places, every, longest_name(net) if labels else 0, title, look)
    on_axes(ax, net, places, every, look, labels)
    return ax, look.caption


def links_and_look(
    net: Any, loads: Any, route: Any, deadlock: Any, routing: Any, rings: bool = False
) -> tuple[list[Any], Look]:
    """The drawn links, and their look."""
    _one_thing(loads, route, deadlock, rings)
    small_enough(net, numbered=deadlock is not None or rings)
    every = links(net)
    if deadlock is not None:
        cycle = of_queues(deadlock.cycle, net) if deadlock.cycle else None
        if cycle is not None:
            return every, cycle
        return of_order(net, deadlock)
    if route is not None:
        return every, of_route(every, net, route[0], route[1], routing)
    if loads:
        return every, of_loads(every, net, _measured(net, routing) if loads is True else loads)
    return every, of_rings(every, net) if rings else Look()


def _measured(net: Any, routing: Any) -> Any:
    """The measurement of a network by a routing, its usual one if empty."""
    from netlemma.graphs import measure

    return measure(net, routing or None)


def _one_thing(loads: Any, route: Any, deadlock: Any, rings: bool, matrix: bool = False, arrangement: str = "") -> None:
    wanted = {"loads": loads, "a route": route, "a deadlock": deadlock, "rings": rings, "a matrix": matrix,
              "a layout": arrangement}  # fmt: skip
    given = [name for name, value in wanted.items() if value]
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} do not go into one drawing: draw two")


def small_enough(net: Any, numbered: bool = False) -> None:
    """Refuse a network that would take minutes to draw and be unreadable, before anything is computed."""
    count = net.successor.size if hasattr(net, "successor") else net.device_count
    nodes, most = MOST_NUMBERED if numbered else (MOST_NODES, MOST_LINKS)
    if net.node_count > nodes or count > most:
        shown = " with a deadlock, an order or numbers of rings" if numbered else ""
        raise InputError(
            f"{net.title} has {net.node_count:,} nodes and {count:,} links; at most {nodes:,} nodes and "
            f"{most:,} links are drawn{shown}: draw a smaller size, which looks alike"
        )


def svg(family: str, size: Mapping[str, Any]) -> str:
    """The network of a family at one size as an ``svg`` element for a page; the same each time.

    >>> svg("ring", {"K": 3}).startswith("<svg ")
    True
    """
    axes, title = _of_family(family, tuple((n, tuple(v) if isinstance(v, list) else v) for n, v in size.items()))
    return as_svg(axes, title, inline=True)


def pdf(family: str, size: Mapping[str, Any]) -> bytes:
    """The network of a family at one size as PDF, without its title, which a document has in the line below.

    >>> pdf("ring", {"K": 3})[:4]
    b'%PDF'
    """
    axes, title = _of_family(family, tuple((n, tuple(v) if isinstance(v, list) else v) for n, v in size.items()))
    above = [each for each in axes.figure.texts if each.get_text().replace("\n", " ") == title]  # type: ignore[union-attr]
    for text in above:
        text.set_visible(False)
    found = as_file(lambda: axes, "pdf", title)
    for text in above:
        text.set_visible(True)
    return found


@cache
def _of_family(family: str, size: tuple[tuple[str, Any], ...]) -> tuple[Axes, str]:
    """The drawing of a network, made once for the page and for the document, and its title."""
    from netlemma.graphs import network

    net = network(family, **dict(size))
    return draw(net), net.title
