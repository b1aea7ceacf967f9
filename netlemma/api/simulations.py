"""Simulations of wormhole switching: at one load, at several, or as a sweep with a file of results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netlemma.api.arguments import Capacity, Opened, Without, choose, configured, named_source, routing_in
from netlemma.checks.base.inputs import as_loads, parse_sizes, parse_swept
from netlemma.errors import InputError
from netlemma.graphs.deadlock.message_chains import message_chains
from netlemma.graphs.simulate import SimulationOptions, SimulationResult
from netlemma.graphs.simulate.options import OPTIONS, split_options, split_traffic, takes_options
from netlemma.graphs.simulate.result import Simulations
from netlemma.graphs.simulate.simulation import channels_of, require_simulations, run_simulation, with_chains
from netlemma.graphs.sources import device_network
from netlemma.graphs.sources import source as source_of

if TYPE_CHECKING:
    from netlemma.graphs.simulate.saturation_search import Saturation
    from netlemma.graphs.simulate.sweep.rows import Rows, SweepPoint

Load = str | float | Fraction | Iterable[float | Fraction]
Progress = Callable[[str], None] | None
LENGTH = "the length of messages is missing: write flits=20 after the network"
_LOAD = "`load=0.005`, messages per node and cycle"


@takes_options("load")
def simulate(
    network: Any,
    /,
    routing: Any = None,
    *,
    load: Load = "",
    routing_file: str | None = None,
    vcs: int | None = None,
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    latency: Capacity = None,
    messages: Any = None,
    networks: str | None = None,
    injection: str | None = None,
    progress: Progress = None,
    **options: Any,
) -> Simulations:
    """Simulate wormhole switching: the mean latency of messages with its confidence interval.

    Messages of ``flits`` flits arrive at each node as a Poisson process, unless ``sources`` says otherwise, and move through
    the network cycle by cycle. The result is ``stable`` with a latency, ``unstable`` if the backlog grows, or a ``deadlock``
    with the worms in it.

    Parameters
    ----------
    network : object
        Network, see :func:`netlemma.measure`; mesh and torus have n=2 by default.
    routing : object, optional
        Routing in words, or as an object, see :func:`netlemma.routing`.
    load : Load, default ""
        Messages per node and cycle: a number, several, or text such as ``"0.001:0.009:9"``.
    routing_file : str or None, optional
        Python file with a routing, which is run, instead of words.
    vcs : int or None, optional
        Virtual channels of each hop.
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
    messages : str, Path or None, optional
        Messages that cause messages, such as "request > reply", or a file of them, as of :func:`netlemma.deadlock`: a node takes a
        message off the network only once all that it causes has its place in an injection queue.
    networks : str or None, optional
        Virtual networks of the kinds: ``shared``, ``separate``, or "request=0 reply=1"; shared if None.
    injection : str or None, optional
        Whether a node has an injection queue for each of the ``kinds``, or one ``shared`` by all of a network; kinds if None.
    progress : Progress, optional
        Called with a line on the progress.
    OPTIONS
    **sizes : object
        Sizes of the network.

    Returns
    -------
    Simulations
        A result for each load; of a single one ``state``, ``latency``, ``half_width`` and so on are attributes of the list, too.

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
    SimulationError
        For a missing, unknown or illegal option, or a routing of another network.
    WorkError
        If the computation would take too long, or too much memory, by an estimate that is made first.

    See Also
    --------
    sweep : Many loads, seeds and sizes in parallel, with a file of results.
    model : The latency predicted by queueing theory.
    measure : The exact load at which the network saturates.

    Notes
    -----
    Each virtual channel has a buffer at its end and belongs to one worm until the tail has crossed it. Arbitration is first
    come, first served. A message over h hops crosses h + 2 channels, of which the first leads from its source into the
    network and the last out of it. Latency is counted from the generation of a message until its last flit has arrived,
    over all messages that were generated after the warm-up; the half-width is by batch means. The same options and seed
    give the same numbers with both engines. Time is proportional to the cycles times the flits on the way.

    References
    ----------
    * R. I. Greenberg and L. Guan, Modeling and comparison of wormhole routed mesh and torus networks, 1997, figure 2.

    Examples
    --------
    >>> found = simulate("mesh", k=4, flits=16, load=0.002, cycles=20000)
    >>> found.state, 19 < found.latency < 22
    ('stable', True)
    """
    channels, load, given, traffic = _simulated(
        simulate, network, routing, routing_file, vcs, load, options, read_as, scope, without, capacity, latency
    )
    asked = [SimulationOptions(**{**given, "load": each}) for each in _loads(load, given)]
    chains = None
    if messages is not None:
        if traffic is not None and message_chains(messages, channels).rows:
            raise InputError("`traffic` does not go with a file of `messages`: it says who sends to whom")
        chains = message_chains(messages, channels, injection).in_networks(networks)
        asked = [with_chains(each, chains) for each in asked]
    elif networks is not None or injection is not None:
        raise InputError(f"`{'networks' if networks is not None else 'injection'}` is about `messages`: give them, too")
    require_simulations(channels, asked, 1 if chains is None else len(chains.kinds))

    def point(each: SimulationOptions) -> SimulationResult:
        def say(done: int, every: int) -> None:
            if progress:
                progress(f"load {each.load:g}: {done:,} of {every:,} cycles")

        if progress:
            progress(f"load {each.load:g}: simulating")
        return run_simulation(channels, each, say, traffic, chains)

    return Simulations(point(each) for each in asked)


def _simulated(
    function: Callable[..., Any],
    network: Any,
    routing: Any,
    routing_file: str | None,
    vcs: int | None,
    load: Load,
    options: Mapping[str, Any],
    read_as: str | None,
    scope: str | None,
    without: Without,
    capacity: Capacity,
    latency: Capacity,
) -> tuple[Any, Load, dict[str, Any], Any]:
    """The routing of a simulation, its load and options, and traffic that is an object."""
    sizes = {name: value for name, value in options.items() if name not in OPTIONS}
    source = (
        network
        if hasattr(network, "vcs")
        else named_source(function, network, read_as, scope, sizes, without, capacity, latency)[0]
    )
    routing, vcs, load, options = _configured(source, routing, routing_file, vcs, load, options)
    if "flits" not in options:
        raise InputError(LENGTH + (f", and {_LOAD}" if load == "" and function is simulate else ""))
    given, traffic = split_traffic(split_options(options, left_out=["load"])[0])
    if isinstance(network, Opened):
        chosen = choose(function, network, read_as, scope, sizes, without, capacity, latency)
        device_network(chosen.net)  # or the error says that there are no channels
        return routing_in(chosen, routing, routing_file, vcs), load, given, traffic
    return channels_of(source, routing or None, vcs, sizes, routing_file or None), load, given, traffic


@takes_options("load")
def saturation(
    network: Any,
    /,
    routing: Any = None,
    *,
    tolerance: float = 0.05,
    routing_file: str | None = None,
    vcs: int | None = None,
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    latency: Capacity = None,
    progress: Progress = None,
    **options: Any,
) -> Saturation:
    """Find the load at which a network saturates, by bisection of simulations, beside the exact limit of its channels.

    Parameters
    ----------
    network : object
        Network, see :func:`netlemma.measure`; mesh and torus have n=2 by default.
    routing : object, optional
        Routing in words, or as an object, see :func:`netlemma.routing`.
    tolerance : float, default 0.05
        Length of the interval, in parts of the exact limit.
    routing_file : str or None, optional
        Python file with a routing, which is run, instead of words.
    vcs : int or None, optional
        Virtual channels of each hop.
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
    OPTIONS
    **sizes : object
        Sizes of the network.

    Returns
    -------
    Saturation
        A load at which a run was stable, one at which it was not, and the exact limit.

    Raises
    ------
    ValueError
        For a missing, unknown or illegal option.

    Examples
    --------
    >>> found = saturation("mesh", k=3, n=1, flits=4, cycles=4000, tolerance=0.2)
    >>> found.stable < found.unstable <= found.limit.load, str(found.limit.load)
    (True, '1/4')
    """
    from netlemma.graphs.simulate.saturation_search import find_saturation

    channels, _, given, traffic = _simulated(
        saturation, network, routing, routing_file, vcs, "", options, read_as, scope, without, capacity, latency
    )
    if progress:
        progress("simulating")
    return find_saturation(channels, given, traffic, float(tolerance), progress)


@takes_options("load", "seed")
def sweep(
    network: Any = None,
    /,
    routing: Any = None,
    *,
    load: Load = "",
    seeds: str | int | Sequence[int] = 1,
    results: str | Path | None = None,
    workers: int | None = None,
    dask: str = "",
    repair: bool = False,
    output: str | Path | None = None,
    routing_file: str | None = None,
    vcs: int | None = None,
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    latency: Capacity = None,
    progress: Progress = None,
    **options: Any,
) -> Rows:
    """Simulate many loads, seeds, sizes and lengths in parallel; an interrupted sweep continues.

    Each combination is a point. With ``results`` each point is kept in a file as soon as it is done, and the same call goes
    on with those that are missing.

    Parameters
    ----------
    network : object, optional
        Family, product, files or Python function; None to read the results in a file.
    routing : object, optional
        Routing in words, see :func:`netlemma.routing`, or several, as a list or with commas; so may be ``traffic``.
    load : Load, default ""
        Messages per node and cycle: a number, several, or text such as ``"0.001:0.009:9"``.
    seeds : str, int or sequence of int, default 1
        Seeds of the random numbers: a number, several, or text such as ``"1:5"``.
    results : str, Path or None, optional
        SQLite file for the results, written as they arrive; None to keep them in memory.
    workers : int or None, optional
        Number of processes; one for each core if None.
    dask : str, default ""
        Scheduler of a Dask cluster that simulates, such as ``"tcp://host:port"``.
    repair : bool, default False
        Whether to remove damaged rows of the file first, so that their points are simulated again.
    output : str, Path or None, optional
        File of a figure of latency over load, .svg, .png or .pdf.
    routing_file : str or None, optional
        Python file with a routing, which is run, instead of words.
    vcs : int or None, optional
        Virtual channels of each hop.
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
    OPTIONS
    **sizes : object
        Sizes of the network. Each, and ``flits``, is a number, several, or text such as ``"8,16"`` or ``"4..8"``.

    Returns
    -------
    Rows
        Single simulations, in the order of the plan; ``means()`` has the means over seeds.

    Raises
    ------
    SweepError
        For a file that is no file of results, or whose rows are damaged.
    SimulationError
        For a missing, unknown or illegal option; a point that cannot be simulated is refused before any is.
    InputError
        For an unknown network, routing or size.

    See Also
    --------
    simulate : One network at one load or several.
    model : Latencies predicted for the same loads.

    Examples
    --------
    >>> found = sweep("mesh", k=4, flits=8, load=[0.004, 0.008], seeds="1:2", cycles=5000, workers=1)
    >>> [(row.point.load, row.point.seed, row.state) for row in found][:2]
    [(0.004, 1, 'stable'), (0.004, 2, 'stable')]
    """
    from netlemma.graphs.simulate.sweep.rows import Rows
    from netlemma.graphs.simulate.sweep.running import sweep as swept
    from netlemma.graphs.simulate.sweep.store import Store

    if output is not None:
        from netlemma.drawing.files import checked_format

        checked_format(Path(output))
    if network is None:
        if options.keys() - (OPTIONS.keys() - {"flits"}) or load != "" or workers is not None or dask:
            raise InputError("a sweep begins with a network: netlemma sweep mesh k=8 flits=20 `load=0.005`")
        if results is None:
            raise InputError("the file of results is missing: write `results=sweep.sqlite`")
        with Store(Path(results), write=False) as store:
            rows = Rows(sorted(store, key=lambda row: row.point))
    else:
        say = None if progress is None else lambda done, every: progress(f"{done:,} of {every:,} points")
        given = {name: value for name, value in options.items() if name not in OPTIONS}
        source, sizes = named_source(sweep, network, read_as, scope, given, without, capacity, latency)
        routing, vcs, load, options = _configured(source, routing, routing_file, vcs, load, options)
        routing, options = _listed(routing, options)
        asked = _asked(load, seeds, {**options, **sizes}) | {"vcs": vcs, "routing_file": routing_file or None}
        rows = swept(
            source, routing or None, results=results, workers=workers, dask=dask, repair=repair, progress=say, **asked
        )
    rows.results = None if results is None else str(results)
    if output is not None:
        from netlemma.figures.sweeps import save

        save(rows.means(), Path(output))
    return rows


def planned(
    network: Any, routing: str, *, load: Load, seeds: Any, vcs: int | None, routing_file: str, **options: Any
) -> list[SweepPoint]:
    """The points of a sweep."""
    from netlemma.graphs.simulate.sweep import plan

    network = source_of(network)
    routing, vcs, load, options = _configured(network, routing, routing_file, vcs, load, options)
    routing, options = _listed(routing, options)
    asked = _asked(load, seeds, options)
    return list(plan(network, routing or None, vcs=vcs, routing_file=routing_file or None, **asked))


def _configured(
    source: Any, routing: Any, routing_file: str | None, vcs: int | None, load: Load, options: Mapping[str, Any]
) -> tuple[Any, int | None, Load, dict[str, Any]]:
    """Routing, virtual channels, load and options, from the configuration of a network where they are not given."""
    vcs, load = configured(source, vcs=vcs, load=load)
    if not routing_file:
        (routing,) = configured(source, routing=routing)
    names = ("flits", "traffic", "buffers", "ejection", "reuse")
    found = dict(zip(names, configured(source, **{name: options.get(name) for name in names}), strict=True))
    return routing, vcs, load, {**options, **{name: value for name, value in found.items() if value is not None}}


def _listed(routing: Any, options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Routings and traffic patterns that text lists with commas, each by itself."""
    from netlemma.checks.routings_compared import listed_patterns, listed_routings

    if isinstance(routing, str) and routing:
        routing = listed_routings(routing)
    patterns = options.get("traffic")
    return routing, {**options, "traffic": listed_patterns(patterns)} if isinstance(
        patterns, str
    ) and patterns else options


def _asked(load: Load, seeds: str | int | Sequence[int], options: Mapping[str, Any]) -> dict[str, Any]:
    """The points of a sweep, in the words of :func:`netlemma.graphs.simulate.sweep.plan`."""
    many = {name for name in options if name not in OPTIONS} | {"flits"}
    values = {
        name: parse_swept(f"{name}={value}")[name] if name in many and isinstance(value, str) else value
        for name, value in options.items()
    }
    if isinstance(seeds, str):
        seeds = parse_sizes(f"seeds={seeds.replace(':', '..')}", ["seeds"])["seeds"]
    return {**values, "loads": _loads(load, options), "seeds": seeds}


def _loads(load: Load, options: Mapping[str, Any]) -> list[float]:
    """The loads as numbers.

    :raises InputError: there are none, or no length of messages
    """
    if "flits" not in options:
        raise InputError(LENGTH)
    if isinstance(load, str) and not load:
        raise InputError(f"the load is missing: write {_LOAD}", code="missing-load")
    return [float(each) for each in as_loads(load)]
