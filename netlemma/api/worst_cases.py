"""Worst cases and averages of routings, and the routings with the best worst case."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from netlemma.api.arguments import (
    SPLIT,
    Capacity,
    Progress,
    Without,
    choose,
    configured,
    counted,
    refuse_sample,
    routing_in,
)
from netlemma.errors import InputError
from netlemma.graphs.base.text_files import write_text
from netlemma.graphs.base.worker_pool import check_workers
from netlemma.graphs.sources.place import place_of
from netlemma.graphs.topology.failures import failures as failing
from netlemma.graphs.traffic.named import traffic as traffic_of
from netlemma.graphs.traffic.optimal.routing import optimal_routing
from netlemma.graphs.traffic.worst.average import average_case
from netlemma.graphs.traffic.worst.shares import Sharing
from netlemma.graphs.traffic.worst.worst_case import WorstCase, worst_after
from netlemma.graphs.traffic.worst.worst_case import worst_case as worst_of


def worst_case(
    network: Any,
    /,
    routing: Any = None,
    *,
    routing_file: str | Path | None = None,
    vcs: int | None = None,
    optimal: bool = False,
    traffic: Any = None,
    routing_out: str | Path | None = None,
    average: int | None = None,
    seed: int = 1,
    workers: int | None = None,
    dask: str = "",
    failures: int | None = None,
    of: str = "links",
    sample: int | None = None,
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    latency: Capacity = None,
    progress: Progress = None,
    **sizes: Any,
) -> WorstCase:
    """Find the traffic that loads a channel most under a routing, or the routing whose worst case is best.

    Admissible is each traffic in which every node sends and receives at most one message per unit of time. With ``optimal``
    the oblivious routing with the least largest load is found, for all such traffics or for the one given. With ``average``
    the largest load is averaged over permutations instead.

    Parameters
    ----------
    network : object
        Network in any form that :func:`netlemma.network` takes: a family or product by name with its sizes as keywords,
        names of files, a NetworkX graph, or a network.
    routing : object, optional
        Routing, see :func:`routing`.
    routing_file : str, Path or None, optional
        Python file with a routing, which is run, instead of words.
    vcs : int or None, optional
        Virtual channels of each hop.
    optimal : bool, default False
        Whether to find the oblivious routing with the least worst case instead.
    traffic : object, optional
        Traffic for which the routing found is the best, see :func:`measure`; every admissible one if None.
    routing_out : str, Path or None, optional
        Python file to which the routing found is written.
    average : int or None, optional
        Number of random permutations over which the largest load is averaged, instead of the worst case; all of them if there are no more.
    seed : int, default 1
        Seed of the generator that draws them, or the failures of a ``sample``.
    workers : int or None, optional
        Processes that share the classes of channels, the channels of an average, or the failures; this one alone if None.
    dask : str, default ""
        Scheduler of a Dask cluster whose workers share them instead.
    failures : int or None, optional
        Number of links or switches that fail together: the worst case of the routing of this name is found again after each such
        failure.
    of, sample : object, optional
        What fails, and how many such failures are drawn, see :func:`measure`.
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
    WorstCase
        The traffic or the routing found, its load, and the proof that there is no larger or smaller one; or the averages.

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
    TrafficError
        For an unknown traffic, or one that the network does not have.
    InputError
        If the network is made of point-to-point rings, or for options that exclude one another.
    WorkError
        If the computation would take too long, or too much memory, by an estimate that is made first.

    See Also
    --------
    measure : Loads under one traffic.
    certify : Checks the proof that no load is larger, or that no routing has a smaller one.

    Notes
    -----
    The load of a channel is linear in the traffic, so some permutation is the worst: for each channel, a matching of
    sources with destinations that has the greatest weight, where a pair weighs the share of its messages that crosses the
    channel. Each matching takes O(N^3) steps for N nodes. Channels that a symmetry of network and routing maps to each other
    have one matching. The dual solution of the matching proves that no traffic loads the channel more.

    The best routing is the solution of a linear program over the flows of all pairs. It is solved in floating point;
    flows and prices are then rounded to fractions, and both bounds are computed from these exactly.

    References
    ----------
    * B. Towles and W. J. Dally, Worst-case traffic for oblivious routing functions, 2002.
    * D. Applegate and E. Cohen, Making intra-domain routing robust to changing and uncertain traffic demands, 2003.

    Examples
    --------
    >>> worst_case("mesh", "dimension-order", k=4, n=2).gamma
    Fraction(3, 1)
    >>> worst_case("mesh", optimal=True, k=4, n=2).gamma
    Fraction(2, 1)
    """
    from netlemma.checks.lemmas.deadlock import network_description

    named = {"routing": routing, "routing_file": routing_file, "vcs": vcs} if optimal else {}
    if wrong := [name for name, value in named.items() if value]:
        raise InputError(f"`{wrong[0]}` names a routing, and `optimal` finds one: give one of them")
    if optimal and average is not None:
        raise InputError(
            "`average` is about a routing that is named, and `optimal` finds one: write it with `routing_out`"
        )
    refuse_sample(failures, of, sample, seed if average is None else 1, routing)
    if failures is not None and (optimal or average is not None):
        raise InputError(
            f"`failures` follow the worst case of one routing: leave out `{'optimal' if optimal else 'average'}`"
        )
    if optimal and (workers is not None or dask):
        raise InputError(
            "`workers` and `dask` share the channels of a routing that is named; `optimal` has one program"
        )
    check_workers(workers, dask)
    if not optimal and (traffic or routing_out):
        raise InputError(
            f"`{'traffic' if traffic else 'routing_out'}` applies only to `optimal`, which finds a routing"
        )
    chosen = choose(worst_case, network, read_as, scope, sizes, without, capacity, latency)
    net = chosen.net.require_channels(", whose channels carry no other traffic")
    described = network_description(chosen.source, dict(chosen.sizes))
    if not optimal:
        (vcs,) = configured(chosen.source, vcs=vcs)
        if not routing_file:
            (routing,) = configured(chosen.source, routing=routing)
        by = routing_in(chosen, routing, routing_file, vcs, ties=SPLIT)
        sharing = None
        if workers is not None or dask:
            sharing = Sharing(place_of(chosen.source, by, routing_file), workers or 1, dask)
        if average is not None:
            return average_case(by, average, seed, counted(progress), sharing)
        found = worst_of(by, counted(progress), described, sharing)
        if failures is None:
            return found
        failed = failing(net, failures, of, sample, seed, symmetry=by.loads.by == "shortest")
        again = None if routing_file else routing, vcs, None if routing_file is None else str(routing_file)
        return replace(found, failures=worst_after(by, failed, found.gamma, again, sharing, counted(progress)))
    best = optimal_routing(net, traffic_of(net, traffic) if traffic else None, described)
    if routing_out:
        write_text(routing_out, best.file())
    return best
