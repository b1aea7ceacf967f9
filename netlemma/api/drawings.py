"""Drawings of networks."""

from pathlib import Path
from typing import Any

from netlemma.api.arguments import SHORTEST, SPLIT, Capacity, Progress, Without, choose, counted, routing_in
from netlemma.drawing.drawn import Drawing, compose, small_enough
from netlemma.drawing.files import checked_format
from netlemma.drawing.look import paper_of
from netlemma.errors import InputError
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.loads.measure import measure as measured
from netlemma.graphs.traffic.measurement import measure_traffic
from netlemma.graphs.traffic.named import traffic as traffic_of


def draw(
    network: Any,
    /,
    *,
    output: str | Path | None = None,
    loads: bool = False,
    route: tuple[Any, Any] | None = None,
    deadlock: bool = False,
    rings: bool = False,
    routing: Any = None,
    routing_file: str | Path | None = None,
    vcs: int | None = None,
    traffic: Any = None,
    labels: bool | None = None,
    title: str = "",
    matrix: bool | None = None,
    layout: str = "",
    animate: bool = False,
    width: str = "",
    bare: bool = False,
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    latency: Capacity = None,
    progress: Progress = None,
    **sizes: Any,
) -> Drawing:
    """Draw a network in the style of the papers: by load, with a route, or with its deadlock.

    Parameters
    ----------
    network : object
        Network in any form that :func:`netlemma.network` takes.
    output : str, Path or None, optional
        File to write, .svg, .png or .pdf.
    loads : bool, default False
        Whether to draw links by load, with the most loaded ones marked.
    route : tuple of (object, object) or None, optional
        Source and destination, whose routes are drawn.
    deadlock : bool, default False
        Whether to draw the deadlock of a routing, or the order of channels that excludes it.
    rings : bool, default False
        Whether to draw the links of a network of rings with their numbers.
    routing : object, optional
        Routing in words, or as an object, see :func:`netlemma.routing`.
    routing_file : str, Path or None, optional
        Python file with a routing, which is run, instead of words.
    vcs : int or None, optional
        Virtual channels of each hop.
    traffic : object, optional
        Traffic under which links are drawn by load, each by its more loaded direction, see :func:`measure`.
    labels : bool or None, optional
        Whether nodes are drawn with their names; by default if they are readable.
    title : str, default ""
        Title instead of the network's name and sizes.
    matrix : bool or None, optional
        Whether to draw a matrix of links, of loads, or, with a traffic and neither loads nor a routing, of rates; by
        default where lines would cover more than a fifth of the drawing.
    layout : str, default ""
        Places of the nodes: circular, springs, tiers, grid or stages, where they fit; by default as given by a graph or file whose
        nodes have ``pos``, or ``x`` and ``y``, else as in the papers.
    animate : bool, default False
        Whether to show a deadlock as it forms, packet by packet, in an .svg that plays in a page.
    width : str, default ""
        Width of the drawing, ``column`` (3.5 inches) or ``page`` (7.16 inches) of a journal; as wide as it needs to be if empty.
    bare : bool, default False
        Whether title and caption are left out, for a text that has its own.
    read_as : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph, ``terminals`` or ``all``; terminals if None.
    without : str or iterable of str, default ()
        Links, nodes, and files of their names, that are left out, see :func:`netlemma.network`.
    capacity : str, mapping or None, optional
        Capacities of classes of links, such as ``"local=2 global=1"``, see :func:`netlemma.network`.
    latency : str, mapping or None, optional
        Latencies of classes of links, such as ``"local=1 global=10"``, see :func:`netlemma.network`.
    progress : Progress, optional
        Called with a line on the progress.
    **sizes : object
        Sizes of the network.

    Returns
    -------
    Drawing
        Drawing, which notebooks display.

    Raises
    ------
    SizeError
        For a missing, unknown or illegal size, or a network that is too large to build.
    UnknownFamily
        For an unknown family; the message suggests the nearest name.
    FormatError
        For a malformed file.
    RoutingError
        For an unknown routing, or one that the network does not have.
    InputError
        For too many nodes, a file name with another ending, or two things to show at once.

    See Also
    --------
    figure : A figure of a paper, drawn again.
    measure : The loads in numbers.

    Examples
    --------
    >>> draw("mesh", k=3, n=2, loads=True).caption[0].partition(";")[2]
    ' visit ratio 11/54 = 0.2037; shortest routing'
    """
    if output is not None:
        checked_format(Path(output))
    if bare and title:
        raise InputError("`bare` leaves out the title that `title` gives: choose one")
    paper = paper_of(width, bare)
    rates = bool(matrix and traffic and not (loads or routing or routing_file))
    if animate and output is not None and Path(output).suffix.lower() != ".svg":
        raise InputError(f"`animate` writes .svg, which plays in a page; {output} without it is the still picture")
    deadlock = deadlock or animate
    loads = not rates and (loads or bool(traffic))
    wanted = loads or route or deadlock
    for option, value in {"routing": routing, "routing_file": routing_file, "vcs": vcs}.items():
        if value and not wanted:
            raise InputError(f"`{option}` applies only to `loads`, `route` and `deadlock`")
    chosen = choose(draw, network, read_as, scope, sizes, without, capacity, latency)
    net = chosen.net
    small_enough(net, numbered=deadlock or rings)
    usual, ties = None if deadlock else SHORTEST, SPLIT if traffic else None
    by: Any = routing_in(chosen, routing, routing_file, vcs, usual, ties) if wanted else None
    verdict = decide(by, progress=counted(progress)) if deadlock else None
    if animate and verdict is not None and not verdict.cycle:
        raise InputError(f"{net.title} has no deadlock to animate: {verdict.verdict} by {verdict.criterion}")
    if not title and loads and net.scope:
        title = f"{net.title}, scope {chosen.source.scope or 'terminals'}"
    found: Any = False
    if rates:
        found = traffic_of(net, traffic)
    elif loads:
        found = measure_traffic(by, traffic_of(net, traffic)) if traffic else measured(net, by)
    axes, caption = compose(net, found, route, verdict, None, by, labels, title, rings, matrix, layout, paper)
    drawing = Drawing(net.title, net.node_count, caption, title or net.title, axes, animate=animate)
    return drawing if output is None else drawing.save(output)
