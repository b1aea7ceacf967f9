"""Drawings of networks, ring networks, routes and loads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from netlemma.base.displays import Words, laid_out
from netlemma.base.names import nearest
from netlemma.checks.base.inputs import quoted_text
from netlemma.drawing.cycle import QUEUE, draw_cycle, of_queues, packet_lines
from netlemma.drawing.files import as_file, as_svg, save
from netlemma.drawing.layouts import layout
from netlemma.drawing.links import BUS, ONE_WAY, Link, channels, links, node_names, paired
from netlemma.drawing.loads import by_value, in_words, load, of_loads
from netlemma.drawing.look import COLOURS, END, INK, START, TYPE, Look, Paper, Scale
from netlemma.drawing.picture import longest_name, on_axes
from netlemma.drawing.sheet import INCH, NATURAL, blank, dense, fits, new_axes, room
from netlemma.errors import InputError
from netlemma.graphs.traffic.channels import channels_of
from netlemma.graphs.traffic.measurement import TrafficMeasurement
from netlemma.graphs.traffic.traffic import Traffic

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from netlemma.graphs import Measurement
    from netlemma.graphs.deadlock.verdict import DeadlockVerdict
    from netlemma.graphs.topology.ring_structure import AnyNetwork
    from netlemma.graphs.traffic.measurement import TrafficMeasurement
    from netlemma.graphs.traffic.traffic import Traffic


# Rings of a network: each link with its number, because following one number closes a ring.


def of_rings(links: Sequence[Link], net: Any) -> Look:
    """Numbers and colours of links, as Johnson and Goodman (1991) draw their rings.

    Links back to their own node are dotted.
    """
    if not hasattr(net, "successor"):
        raise InputError(
            f"{net.title} has no rings of numbered links: draw one of a network of rings, such as multicube or livefly"
        )
    number = {i: link.number % net.fanout for i, link in enumerate(links)}
    sizes = Counter(net.ring_sizes.tolist())
    single = sizes.pop(1, 0)
    counted = ", ".join(f"{_of(count, 'ring')} of {_of(size, 'node')}" for size, count in sorted(sizes.items()))
    alone = f"; {_of(single, 'dotted link')} back to the same node, which no packet needs" if single else ""
    said = f"numbers: links of each node; links of one number, one after the other, make a ring: {counted or 'none'}{alone}"
    return Look(
        texts={i: str(link) for i, link in number.items()},
        paints={i: COLOURS[link % len(COLOURS)] for i, link in number.items()},
        caption=(said,),
        room=1.2,
    )


def _of(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"


# Channel or queue orders that show a routing free of deadlock, as numbers at the links.


RULES = {
    "numbers": "numbers rise along every dependency, so packets never wait in a circle",
    "ranks": "every packet has a choice of lower rank than all channels that it holds",
    "numbering": "output queue / input queue of a link; numbers rise along every dependency",
}


def of_order(net: Any, verdict: Any) -> tuple[list[Link], Look]:
    """The drawing of a verdict without a cycle: channels with their numbers, or the network and the reason why there
    are none.
    """
    certificate = verdict.certificate or {}
    kind = certificate.get("kind")
    said = f"{verdict.verdict}: {verdict.criterion}"
    if kind in ("numbers", "ranks") and isinstance(certificate.get(kind), list):
        numbers: list[int | None] = certificate[kind]
        every = channels(net, numbers, certificate["routing"]["vcs"])
        values = [numbers[link.number] or 0 for link in every]
        return every, _look(values, {i: str(value) for i, value in enumerate(values)}, kind, said)
    every = links(net)
    if kind == "numbering" and all(QUEUE.fullmatch(name) for name in certificate["numbers"]):
        return every, _of_queues(net, every, certificate["numbers"], said)
    return every, Look(caption=(said,))


def _of_queues(net: Any, every: list[Link], numbers: dict[str, int], said: str) -> Look:
    values, texts = [], {}
    for i, link in enumerate(every):
        side = link.number % net.fanout
        out = numbers.get(f"output {side} of node {link.nodes[0]}")
        into = numbers.get(f"input {side} of node {link.nodes[1]}")
        there = [number for number in (out, into) if number is not None]
        values.append(max(there, default=0))
        texts[i] = "/".join("-" if number is None else str(number) for number in (out, into))
    return _look(values, texts, "numbering", said)


def _look(values: list[int], texts: dict[int, str], kind: str, said: str) -> Look:
    label = "rank" if kind == "ranks" else "number"
    low, high = min(values, default=0), max(values, default=0)
    scale = Scale(low, high, label, whole=True) if low < high else None
    return Look(tuple(map(float, values)), scale, texts=texts, caption=(said, RULES[kind]), room=1.5)


# Networks as matrices: a row for each source, a column for each destination, cells coloured by load or rate.


ROW = 1.5 * TYPE / INCH  # inches of a row with a name
MOST_ROWS, SIDE = 40, 6.0  # rows that all have their names; inches of a matrix with more
LETTER = 0.6 * TYPE / INCH  # inches


def draw_matrix(
    net: Any, links: Sequence[Link], shown: Any, title: str, ax: Axes | None, paper: Paper = NATURAL
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
        look = by_value(list(cells.values()), channels, "channel", *in_words(net, shown, "load"))
    count, left = len(names), LETTER * max(map(len, names)) + 2.5 * TYPE / INCH
    side = count * ROW if count <= MOST_ROWS else SIDE
    if paper.width:
        side = min(room(look, paper) - left - 0.1, SIDE)
    named = count if side >= 0.99 * count * ROW else max(2, min(8, int(side / left)))
    values = np.full((count, count), np.nan)
    for pair, value in cells.items():
        values[pair] = float(value)
    absent = "no rate" if isinstance(shown, Traffic) else "no channel"
    marked = named == count
    look = replace(look, cells=True, caption=(*look.caption, f"{'dots' if marked else 'grey'}: {absent}"))
    axes = blank(side + left + 0.1, side + left + 0.1, title, look, paper) if ax is None else ax
    if ax is None:
        (wide, high), box = axes.figure.get_size_inches(), axes.get_position()  # type: ignore[union-attr]
        low = box.y1 - (side + 0.1) / high
        axes.set_position((left / wide, low, side / wide, side / high))
        for bar in axes.figure.axes[1:]:  # of colours, as high as the matrix
            bar.set_position((bar.get_position().x0, low, bar.get_position().width, side / high))
    colours, norm = (look.mappable().cmap, look.mappable().norm) if look.scale else (_ink(), None)
    axes.imshow(values, cmap=colours, norm=norm, interpolation="none").set_gid("matrix")
    if marked:
        row, column = np.nonzero(np.isnan(values))
        axes.scatter(column, row, s=1.5, c="0.6", linewidths=0, gid="absent")
    else:
        axes.set_facecolor("0.85")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(named, integer=True, min_n_ticks=1))
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
        found = [((u, v), shown.utilisations[channel]) for u, v, channel in hops]
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


# Routes of the messages of one pair: all permitted ones with their shares, or the single one.


MOST_SHARES, LONGEST_SHARE = 60, 7  # links with their shares beside them, and their characters; else shares are colours
SHARE = "the share of messages that cross"


def node_number(net: Any, name: Any) -> int:
    """The number of a node by its printed name (with or without brackets), coordinates or number.

    >>> from netlemma.graphs import network
    >>> net = network("mesh", k=4, n=2)
    >>> node_number(net, "(0,2)"), node_number(net, "0,2"), node_number(net, (0, 2)), node_number(net, 2)
    (2, 2, 2, 2)
    """
    if isinstance(name, int) and 0 <= name < net.node_count:
        return name
    names = node_names(net)
    text = f"({','.join(map(str, name))})" if isinstance(name, tuple) else str(name).replace(" ", "")
    for wanted in (str(name), text, f"({text})"):
        if wanted in names:
            return names.index(wanted)
    hint = nearest(text, names) or f"; nodes are called {names[0]} to {names[-1]}"
    raise InputError(f"no node of {net.title} is called {quoted_text(str(name))}{hint}")


def of_route(links: Sequence[Link], net: Any, source: Any, destination: Any, routing: Any = None) -> Look:
    """The links that messages from source to destination cross, with shares if there is a choice."""
    s, t = node_number(net, source), node_number(net, destination)
    names = node_names(net)
    if s == t:
        raise InputError(f"a message from {names[s]} to itself crosses nothing: give two different nodes")
    crossed, said = (_shares if net.has_channels else _on_rings)(net, s, t, routing)
    place = {link.number: i for i, link in enumerate(links)}
    ways: dict[int, int] = {}
    share: dict[int, Fraction] = {}
    for number, tail, part in crossed:
        i = place[number]
        way = 0 if links[i].kind == "bus" else 1 if links[i].nodes[0] == tail else -1
        ways[i] = way if ways.get(i, way) == way else 0
        share[i] = share.get(i, Fraction(0)) + part
    texts = {i: str(part) for i, part in share.items() if part != 1}
    caption = f"from {names[s]} (green) to {names[t]} (blue): {said}"
    nodes = {s: START, t: END}
    if not texts:
        return Look(ways=ways, nodes=nodes, caption=(caption,))
    if len(texts) <= MOST_SHARES and max(map(len, texts.values())) <= LONGEST_SHARE:
        return Look(ways=ways, texts=texts, nodes=nodes, caption=(f"{caption}; a fraction is {SHARE}",), room=1.3)
    values = tuple(float(share.get(i, 0)) for i in range(len(links)))
    scale = Scale(0, max(values), "share of messages")
    return Look(values, scale, ways=ways, nodes=nodes, caption=(f"{caption}; colour and width are {SHARE}",))


def _shares(net: Any, source: int, target: int, routing: Any) -> tuple[list[tuple[int, int, Fraction]], str]:
    """(device, node from which it is crossed, expected crossings), and the routing in words."""
    from netlemma.graphs.loads.channel_loads import pair_flow
    from netlemma.graphs.routings import routing as routing_of

    rule = routing_of(net, routing or "shortest")
    flow = pair_flow(rule, source, target)
    crossed = [(int(net.device[hop]), int(net.origin[hop]), part) for hop, part in flow.items()]
    links = sum(flow.values(), Fraction(0))
    one = all(part == 1 for part in flow.values())
    hops = f"{links} hop{'s' if links != 1 else ''}"
    return crossed, f"{rule.name} routing, {f'one route of {hops}' if one else hops}"


def _on_rings(net: Any, source: int, target: int, routing: Any) -> tuple[list[tuple[int, int, Fraction]], str]:
    from netlemma.graphs.rings.routing import route, visits
    from netlemma.graphs.routings import routing as routing_of

    for u in (source, target):
        if not net.processors[u]:
            raise InputError(
                f"node {node_names(net)[u]} of {net.title} has no processor, so no packet begins or ends there"
            )
    rule = routing_of(net, routing or None)
    hops = route(net, rule, source, target)
    rings = len(visits(net, hops))
    crossed = [(u * net.fanout + link, u, Fraction(1)) for u, link in hops]
    links = f"{len(hops)} link{'s' if len(hops) > 1 else ''}"
    return crossed, f"{rule.name} routing, {links}, {rings} ring{'s' if rings > 1 else ''}"


# Drawings of networks: on axes, as a file, or as SVG for a page.


MOST_NODES, MOST_LINKS = 2_000, 8_000
MOST_NUMBERED = 400, 1_600  # nodes and links of a drawing with numbers at its links, or a cycle of packets


def draw(
    net: AnyNetwork,
    loads: Measurement | Traffic | bool = False,
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
    loads : Measurement, Traffic or bool, default False
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

    def __str__(self) -> str:
        return laid_out(self._parts())

    def _parts(self) -> list[Words]:
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
    paper: Paper = NATURAL,
) -> tuple[Axes, tuple[str, ...]]:
    """The axes of :func:`draw`, and the lines under the drawing."""
    title = title or net.title
    if deadlock is not None and deadlock.cycle and not hasattr(net, "successor"):
        _one_thing(loads, route, deadlock, rings)
        if arrangement:
            raise InputError(
                "a layout goes with a drawing of the network, and a cycle of packets is drawn around itself"
            )
        return draw_cycle(f"{title}: deadlock", deadlock.cycle, net, ax, paper), packet_lines(deadlock.cycle)
    if matrix:
        _one_thing(False, route, deadlock, rings, matrix, arrangement)
        small_enough(net)
        return draw_matrix(net, links(net), _measured(net, routing) if loads is True else loads, title, ax, paper)
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
            return draw_matrix(net, links(net), measured, title, ax, paper)
    if ax is None:
        labels = fits(places, every, look, longest_name(net), paper) if labels is None else labels
        ax = new_axes(places, every, longest_name(net) if labels else 0, title, look, paper)
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
        raise InputError(f"{' and '.join(given)} cannot share one drawing; make two")


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
