"""Networks side by side, and routings of one network."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netlemma.api.arguments import Capacity, Without, choose, configured, refuse_sample
from netlemma.errors import InputError

if TYPE_CHECKING:
    from netlemma.checks.side_by_side import Comparison
    from netlemma.graphs.topology.failures import Failures
    from netlemma.graphs.topology.structure import Network

NODES = "64..4096"  # of networks, if not said


def compare(
    *networks: Any,
    nodes: str | int | Iterable[int] = NODES,
    routing: Any = None,
    traffic: Any = None,
    vcs: int | None = None,
    routing_file: str | Path | None = None,
    flits: int = 1,
    output: str | Path | None = None,
    failures: int | None = None,
    of: str = "links",
    sample: int | None = None,
    seed: int = 1,
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    latency: Capacity = None,
    progress: Callable[[str], None] | None = None,
    **sizes: Any,
) -> Comparison:
    """Set networks side by side at about equal numbers of ends of messages, or routings of one network.

    Each row of a network has the links, the degree, the diameter and mean distance, the largest load of a channel under
    uniform traffic and under the worst pattern by name, the bisection width, and the number of virtual channels that free
    shortest paths of deadlock. Each row of a routing under a traffic pattern has its exact throughput and its verdict on
    deadlock.

    Parameters
    ----------
    *networks : object
        Each a network in any form, see :func:`netlemma.measure`; in text a family with sizes, of which some may be left
        out or in proportion to another one, as in "torus n=3", "dragonfly p=h a=2h", "hyperx S=s,s T=s" or
        "slim-fly p=3q/4"; or any other network with all its sizes.
    nodes : str, int or iterable of int, default "64..4096"
        Numbers of ends of messages at which families are measured: one, a list such as "1000,10000", or a range, in
        which each is four times the one before.
    routing : object, optional
        Routings of one network that are compared instead: text with commas such as "xy,west-first,odd-even", or several
        words or objects, see :func:`netlemma.routing`.
    traffic : object, optional
        Traffic patterns under which they are compared, in the same manner; uniform if None.
    vcs : int or None, optional
        Virtual channels of each hop, of all routings.
    routing_file : str, Path or None, optional
        Python file with a further routing, which is run.
    flits : int, default 1
        Length of the messages whose latency without load is given.
    output : str, Path or None, optional
        File of a figure, .svg, .png or .pdf: distances and loads over links for each end, or the throughput of routings.
    failures : int or None, optional
        Number of links or switches that fail together: the worst after any such failure is given of each row, too, and how often
        a routing can deadlock then.
    of, sample, seed : object, optional
        What fails, and how many such failures are drawn, see :func:`measure`.
    read_as : str or None, optional
        Format of the files of one network, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph, ``terminals``, ``switches`` or ``all``; terminals if None.
    without : str or iterable of str, default ()
        Links, nodes, and files of their names, that are left out, see :func:`netlemma.network`.
    capacity : str, mapping or None, optional
        Capacities of classes of links, such as ``"local=2 global=1"``, see :func:`netlemma.network`.
    latency : str, mapping or None, optional
        Latencies of classes of links, such as ``"local=1 global=10"``, see :func:`netlemma.network`.
    progress : callable, optional
        Called with a line on the progress.
    **sizes : object
        Sizes of the network whose routings are compared.

    Returns
    -------
    Comparison
        A row for each network, or for each traffic pattern and routing.

    Raises
    ------
    UnknownFamily
        For an unknown family; the message suggests the nearest name.
    SizeError
        For a size that is missing, unknown or illegal.
    InputError
        For numbers of ends or proportions that cannot be read.
    WorkError
        If the computation would take too long, or too much memory, by an estimate that is made first.

    See Also
    --------
    measure : One network.
    catalog : ``catalog("topologies")`` has closed forms of these columns.

    Notes
    -----
    Of a family, the sizes that are left out are chosen so that the number of ends is nearest to each of ``nodes``, and the
    sizes are as equal as possible. All values are exact. What would take too long by an estimate is left out or has bounds.

    Examples
    --------
    >>> [(row.network, row.diameter) for _, row in compare("hypercube", "torus n=2", nodes=16).rows]
    [('hypercube n=4', 4), ('torus k=4 n=2', 4)]
    >>> found = compare("mesh", k=4, n=2, routing="xy,odd-even", traffic="transpose")
    >>> [(row.routing, str(row.throughput), row.verdict) for row in found.rows]
    [('xy', '1/3', 'deadlock-free'), ('odd-even', '1/2', 'deadlock-free')]
    """
    from netlemma.checks.side_by_side import side_by_side
    from netlemma.drawing.files import checked_format

    if output is not None:
        checked_format(Path(output))
    refuse_sample(failures, of, sample, seed, *(routing if isinstance(routing, list | tuple) else [routing]))
    failed = None
    if failures is not None:
        from netlemma.graphs.topology.failures import failures as failing

        def failed(net: Network, symmetry: bool) -> Failures:
            return failing(net, failures, of, sample, seed, symmetry)

    if routing or traffic or routing_file:
        return _of_routings(
            networks,
            nodes,
            routing,
            traffic,
            vcs,
            routing_file,
            flits,
            output,
            failed,
            read_as,
            scope,
            without,
            capacity,
            latency,
            progress,
            sizes,
        )
    given = {
        "vcs": vcs,
        "read_as": read_as,
        "scope": scope,
        "without": without,
        "capacity": capacity,
        "latency": latency,
        **sizes,
        "flits": None if flits == 1 else flits,
    }
    if wrong := [name for name, value in given.items() if value]:
        raise InputError(
            f"`{wrong[0]}` applies to a comparison of routings: name them, as in `routing=xy,west-first`"
            if wrong[0] not in sizes
            else f'{wrong[0]}={sizes[wrong[0]]}: write each network with its sizes as one text, such as "torus n=3"'
        )
    comparison = side_by_side(networks, nodes, progress, failed)
    if output is not None:
        from netlemma.figures.comparison import save

        save(comparison, Path(output))
    return comparison


def _of_routings(
    networks: tuple[Any, ...],
    nodes: Any,
    routing: Any,
    traffic: Any,
    vcs: int | None,
    routing_file: str | Path | None,
    flits: int,
    output: str | Path | None,
    failed: Callable[[Network, bool], Failures] | None,
    read_as: str | None,
    scope: str | None,
    without: Without,
    capacity: Capacity,
    latency: Capacity,
    progress: Callable[[str], None] | None,
    sizes: dict[str, Any],
) -> Comparison:
    from netlemma.checks.routings_compared import listed_patterns, listed_routings, routings_compared

    if len(networks) != 1:
        raise InputError(f"routings are compared on one network, and {len(networks)} are given")
    if nodes != NODES:
        raise InputError("`nodes` applies to a comparison of networks: routings are compared at the sizes given")
    chosen = choose(compare, networks[0], read_as, scope, sizes, without, capacity, latency)
    vcs, traffic = configured(chosen.source, vcs=vcs, traffic=traffic)
    if not routing_file:
        (routing,) = configured(chosen.source, routing=routing)
    comparison = routings_compared(
        chosen.net.require_channels(", whose queues have no channels to compare"),
        listed_routings(routing) if routing else [] if routing_file else [None],
        listed_patterns(traffic) if traffic else [None],
        vcs=vcs,
        files=[] if routing_file is None else [str(routing_file)],
        flits=flits,
        source=chosen.source,
        sizes=dict(chosen.sizes),
        failed=failed,
        progress=progress,
    )
    if output is not None:
        from netlemma.figures.routings import save

        save(comparison, Path(output))
    return comparison
