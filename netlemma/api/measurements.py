"""Measurements of networks: distances and visit ratios, loads of channels, packets of rings, the bisection width."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from netlemma.api.arguments import (
    SHORTEST,
    SPLIT,
    Capacity,
    Progress,
    Without,
    choose,
    compared_with,
    configured,
    counted,
    refuse_sample,
    routing_in,
)
from netlemma.checks.base.inputs import positive_number
from netlemma.errors import InputError, WorkError
from netlemma.graphs.base.limits import within
from netlemma.graphs.base.measurement import Measurement
from netlemma.graphs.loads.measure import measure as measured
from netlemma.graphs.rings.measure import PacketSizes
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.named import traffic as traffic_of
from netlemma.graphs.traffic.traffic import Traffic

Number = str | float | Fraction
UNASKED = 5  # seconds for latencies that a file has, where they are not asked for
PACKETS = {
    "size_ratio": "a ratio of sizes",
    "hop_penalty": "a hop penalty",
    "send_bytes": "a number of bytes",
    "idle_bytes": "a number of bytes",
}


def measure(
    network: Any,
    /,
    routing: Any = None,
    *,
    routing_file: str | Path | None = None,
    vcs: int | None = None,
    traffic: Any = None,
    channels: bool = False,
    pairs: str = "others",
    per_channel: str | Path | None = None,
    top: int | None = None,
    bisection: bool = False,
    latency: Capacity = None,
    flits: int | None = None,
    hop_delay: Number | None = None,
    failures: int | None = None,
    of: str = "links",
    sample: int | None = None,
    seed: int = 1,
    size_ratio: Number | None = None,
    hop_penalty: Number | None = None,
    send_bytes: Number | None = None,
    idle_bytes: Number | None = None,
    against: Any = None,
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    progress: Progress = None,
    **sizes: Any,
) -> Measurement:
    """Measure a network exactly: distances, visit ratios, channel loads, or the bisection width.

    Every ordered pair of different nodes exchanges one message. Counted are the mean distance, the diameter, and the visit
    ratio of each device, which is the expected number of times that one message crosses it. Under a ``traffic``, or with
    ``channels``, ``pairs`` or ``per_channel``, the load of each directed channel is counted, too. With ``bisection`` a
    narrowest cut into two halves is found instead. In networks of point-to-point rings, the packets and echoes on each link
    are counted.

    Parameters
    ----------
    network : object
        Network in any form that :func:`netlemma.network` takes: a family or product by name with its sizes as keywords,
        names of files, a NetworkX graph, or a network.
    routing : object, optional
        Routing, see :func:`routing`; shortest paths if None.
    routing_file : str, Path or None, optional
        Python file with a routing, which is run, instead of words.
    vcs : int or None, optional
        Virtual channels of each hop.
    traffic : object, optional
        Traffic in words, such as "tornado", or as an object, see :func:`netlemma.graphs.traffic.named.traffic`; loads of channels
        are measured under it. Uniform if None.
    channels : bool, default False
        Whether to measure the loads of channels under uniform traffic, too.
    pairs : str, default "others"
        Destinations of uniform messages: "others", or "all" ends, the source included.
    per_channel : str, Path or None, optional
        CSV file to which the load of every channel is written.
    top : int or None, optional
        Number of the most loaded channels that are shown by name, with the ports of files that number them.
    bisection : bool, default False
        Whether to measure the bisection width instead: a half, and a lower bound with its certificate.
    latency : str, mapping or None, optional
        Latencies of links by class, such as ``"local=1 global=10"``, or the column or attribute that has them, see
        :func:`netlemma.network`: mean and largest latency of the paths of fewest hops, of those of least latency, and of
        those of the routing.
    flits : int or None, optional
        Flits of a message: its mean and largest latency, too, where it is alone in the network. A link of capacity c takes 1/c
        for each flit behind the first, and the slowest one on the path counts.
    hop_delay : Number or None, optional
        Time that each hop takes besides the latency of its link, for such a message; 0 if None.
    failures : int or None, optional
        Number of links or switches that fail together: distances and the largest load after each such failure, too.
    of : str, default "links"
        What fails: ``links`` (and buses), ``switches`` (every node that forwards), or ``both``.
    sample : int or None, optional
        Number of failures that are drawn at random; all of them if None.
    seed : int, default 1
        Seed of the generator that draws them.
    size_ratio : Number or None, optional
        For rings, size of an echo divided by that of a send packet.
    hop_penalty : Number or None, optional
        For rings, time to change rings divided by the time to pass a node.
    send_bytes : Number or None, optional
        For rings, bytes of a send packet.
    idle_bytes : Number or None, optional
        For rings, bytes of the idle symbol in a send packet.
    against : object, optional
        Another construction of the network, such as ``"my.py:function"``, with which it is compared link by link first, at its
        smallest sizes and at this one.
    read_as : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph, ``terminals`` or ``all``; terminals if None.
    without : str or iterable of str, default ()
        Links, nodes, and files of their names, that are left out, see :func:`netlemma.network`.
    capacity : str, mapping or None, optional
        Capacities of classes of links, such as ``"local=2 global=1"``, see :func:`netlemma.network`.
    progress : Progress, optional
        Called with a line on the progress.
    **sizes : object
        Sizes of the network.

    Returns
    -------
    Measurement
        Exact measurement, whose attributes are those of what is asked for.

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
        For options that exclude one another or do not fit the network.
    NetworkError
        If the network is not connected, has fewer than two nodes, or has other links than the one of ``against``.
    WorkError
        If the computation would take too long, or too much memory, by an estimate that is made first.

    See Also
    --------
    worst_case : The traffic that loads a channel most.
    bounds : The throughput that the loads allow.
    compare : Several networks side by side.

    Notes
    -----
    Nothing is sampled or rounded: all values are integers or fractions. With every shortest path equally likely, one
    breadth-first search from each source adds up the loads as Brandes does, in O(N M) steps for N nodes and M devices. If a
    family suggests symmetries, they are checked on the graph, and one source of each orbit suffices. Other routings are
    followed to one destination at a time, in as many steps as messages to it have channels to choose from.

    An adaptive routing is measured as if each choice were equally likely at each hop. The throughput is the share of the
    traffic at which the most loaded channel has one message per unit of time. To find the bisection width is NP-hard:
    the result has a half and a lower bound, and is ``exact`` where both are equal.

    References
    ----------
    * U. Brandes, A faster algorithm for betweenness centrality, 2001.
    * W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, chapter 3.

    Examples
    --------
    >>> measure("toroid", w=4, D=3).mean_distance
    Fraction(64, 21)
    >>> measure("toroid", traffic="tornado", routing="dimension-order", w=8, D=1).throughput
    Fraction(1, 3)
    >>> found = measure("toroid", failures=1, w=4, D=2)
    >>> found.disconnected, found.diameters
    (0, {4: 32})
    """
    chosen = choose(measure, network, read_as, scope, sizes, without, capacity, latency)
    if against is not None:
        compared_with(chosen.source, against, chosen.sizes)
    given = {"size_ratio": size_ratio, "hop_penalty": hop_penalty, "send_bytes": send_bytes, "idle_bytes": idle_bytes}
    texts = {name: str(value) for name, value in given.items() if value not in (None, "")}
    if texts:
        chosen.net.require_option(f"`{next(iter(texts))}`", channels=False)
    packets = {name: positive_number(text, f"`{name}`", PACKETS[name], zero=True) for name, text in texts.items()}
    if not bisection:
        vcs, traffic = configured(chosen.source, vcs=vcs, traffic=traffic)
        if not routing_file:
            (routing,) = configured(chosen.source, routing=routing)
    refuse_sample(failures, of, sample, seed, routing)
    if failures is not None and (bisection or pairs != "others"):
        raise InputError("`failures` are measured between different nodes, and not of halves: leave out the other")
    if flits is None and hop_delay is not None:
        raise InputError("`hop_delay` is of a message of some flits: give `flits`, such as `flits=16`")
    if flits is not None and (not isinstance(flits, int) or flits < 1):
        raise InputError(f"`flits={flits}`: a whole number of flits is expected, 1 or more")
    delay = Fraction(0) if hop_delay is None else positive_number(str(hop_delay), "`hop_delay`", "a time", zero=True)
    directed = bool(traffic or channels or per_channel or top is not None or pairs != "others")
    if flits is not None and (bisection or directed):
        raise InputError("`flits` are of a message alone, whatever the traffic: leave out what is asked of channels")
    if bisection:
        from netlemma.checks.lemmas.deadlock import network_description
        from netlemma.graphs.loads.bisection import bisection as bisection_of

        what = "`bisection` counts the channels between two halves of a network, whatever the routing and traffic"
        if directed or routing or routing_file or vcs is not None:
            raise InputError(f"{what}: it takes no other option; given is {chosen.net.title}")
        net = chosen.net.require_channels(f": {what}")
        return bisection_of(net, network_description(chosen.source, dict(chosen.sizes)))
    by = routing_in(chosen, routing, routing_file, vcs, SHORTEST, SPLIT if directed else None)

    def after(whole: Measurement) -> Measurement:
        """The measurement with what remains after each failure, each by the routing that has this name there."""
        from netlemma.graphs.routings import routing as routing_of
        from netlemma.graphs.topology.failures import failures as failing
        from netlemma.graphs.traffic.after_failures import measure_failures

        net = chosen.net.require_channels(": failures are measured of networks of channels")
        file, alike = routing_file or None, traffic in (None, "", "uniform")
        shortest = by.loads.by == "shortest" and alike

        def made(left: Network) -> Any:
            return routing_of(left, None if file else routing or SHORTEST, vcs=vcs, file=file, ties=SPLIT)

        def sent(left: Network) -> Traffic:
            return traffic_of(left, None if alike else traffic)

        failed = failing(net, int(failures or 0), of, sample, seed, symmetry=shortest)
        names = by.name, sent(net).name
        return measure_failures(whole, failed, None if shortest else made, sent, names, counted(progress))

    if directed:
        from netlemma.graphs.traffic.measurement import measure_traffic

        if top is not None and top < 1:
            raise InputError(f"`top={top}`: one channel or more are shown")
        loaded = measure_traffic(by, traffic_of(chosen.net, traffic or None, pairs), counted(progress))
        fabric = getattr(chosen.source, "fabric", None)  # whose ports have numbers
        loaded = replace(loaded, top=top or 0, ports=None if fabric is None else fabric.port)
        if per_channel:
            loaded.write(per_channel)
        return loaded if failures is None else after(loaded)
    found: Any = measured(chosen.net, by, progress=counted(progress))
    if flits is not None or (isinstance(chosen.net, Network) and chosen.net.latency is not None):
        net = chosen.net.require_channels(": its links have no latencies")
        named = bool(chosen.source.latency or chosen.source.columns.latency)
        found = replace(found, latencies=_latencies(net, by, flits, delay, asked=named or flits is not None))
    if failures is not None:
        return after(found)
    return replace(found, packets=PacketSizes(**packets)) if texts else found


def _latencies(net: Network, by: Any, flits: int | None, delay: Fraction, asked: bool) -> Any:
    """Latencies of paths; why they were not computed, if that would take too long and they were not asked for."""
    from netlemma.graphs.loads.path_latencies import path_latencies
    from netlemma.graphs.routing.channel_routing import ADAPTIVE
    from netlemma.graphs.routing.choices import uniform

    by = uniform(by) if by.kind == ADAPTIVE else by
    if asked:
        return path_latencies(net, by, flits, delay)
    try:
        with within(UNASKED):
            return path_latencies(net, by, flits, delay)
    except WorkError as error:
        return f"{str(error).partition(';')[0]}; `flits=1` asks for them"
