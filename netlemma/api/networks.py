"""Networks, their routings, measurements and drawings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.base.inputs import InputError, positive_number
from graphs.loads.measure import Measurement
from graphs.loads.measure import measure as measured
from graphs.rings.measure import PacketSizes, RingMeasurement
from graphs.routings import routing as routing_of
from graphs.sources import Source
from graphs.sources import source as source_of
from graphs.topology.ring_structure import RingNetwork
from graphs.topology.structure import Network
from graphs.traffic.named import traffic as traffic_of

if TYPE_CHECKING:
    from graphs.loads.indices.bisection import Bisection
    from graphs.traffic.measurement import TrafficMeasurement
    from graphs.traffic.optimal.routing import OptimalRouting
    from graphs.traffic.worst.average import AverageCase
    from graphs.traffic.worst.worst_case import WorstCase
    from netlemma.drawing.drawn import Drawing

Number = str | float | Fraction
Progress = Callable[[str], None] | None
SHORTEST = "shortest"
SPLIT = "split"  # ties of routings whose directed channels are counted
PACKETS = {
    "size_ratio": "a ratio of sizes",
    "hop_penalty": "a hop penalty",
    "send_bytes": "a number of bytes",
    "idle_bytes": "a number of bytes",
}


@dataclass(frozen=True)
class Chosen:
    """A network with its source, which has the routes in its files; functions accept it as a network."""

    source: Source
    net: Network | RingNetwork
    sizes: Mapping[str, Any] = field(default_factory=dict)


def choose(network: Any, format: str | None = None, scope: str | None = None, **sizes: Any) -> Chosen:
    """Build the network that a user names.

    Parameters
    ----------
    network : object
        Network: a family or product as text with its sizes, names of files, a NetworkX graph, or an object, see
        :func:`graphs.sources.network`.
    format : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph, ``adapters`` or ``all``; adapters if None.
    **sizes : object
        Sizes of the network.

    Returns
    -------
    Chosen
        Network with its source.

    Raises
    ------
    ValueError
        For an unknown network or illegal sizes, as in :func:`graphs.sources.network`.
    """
    if isinstance(network, Chosen):
        return network
    source = source_of(network, format=format or None, scope=scope or None)
    return Chosen(source, source.build(**sizes), sizes)


def routing(
    network: Any,
    words: Any = None,
    /,
    *,
    routing_file: str | Path | None = None,
    vcs: int | None = None,
    format: str | None = None,
    scope: str | None = None,
    **sizes: Any,
) -> Any:
    """The routing of a network.

    Parameters
    ----------
    network : object
        Network: a family or product as text with its sizes, names of files, a NetworkX graph, or an object, see
        :func:`graphs.sources.network`.
    words : object, optional
        Name with options, as in "up-down root=3"; ``tables`` for the routes in files; or a routing. By default those
        routes or dimension order, and on point-to-point rings their concise routing.
    routing_file : str, Path or None, optional
        Python file with a routing, which is run, instead of words.
    vcs : int or None, optional
        Virtual channels of each hop.
    format : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph, ``adapters`` or ``all``; adapters if None.
    **sizes : object
        Sizes of the network.

    Returns
    -------
    object
        Routing on channels, or on point-to-point rings.

    Raises
    ------
    ValueError
        For an unknown network or routing, or one that does not fit the network.

    Examples
    --------
    >>> routing("torus", "dimension-order", k=4, n=2, vcs=2).kind
    'deterministic'
    """
    chosen = choose(network, format, scope, **sizes)
    return _routing(chosen, words, routing_file, vcs)


def _routing(
    chosen: Chosen,
    words: Any,
    routing_file: str | Path | None,
    vcs: int | None,
    usual: str | None = None,
    ties: str | None = None,
) -> Any:
    """The routing that words or a file name; ``usual`` is that of networks of channels if none is named, ``ties`` its
    ties if the words do not set them.
    """
    if not words and not routing_file and usual and not isinstance(chosen.net, RingNetwork):
        words = usual
    return routing_of(chosen.net, words or None, vcs=vcs, file=routing_file or None, source=chosen.source, ties=ties)


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
    bisection: bool = False,
    size_ratio: Number | None = None,
    hop_penalty: Number | None = None,
    send_bytes: Number | None = None,
    idle_bytes: Number | None = None,
    format: str | None = None,
    scope: str | None = None,
    progress: Progress = None,
    **sizes: Any,
) -> Measurement | RingMeasurement | TrafficMeasurement | Bisection:
    """Measure an explicit network exactly: distances and visit ratios, loads of channels, or the packets of rings.

    Parameters
    ----------
    network : object
        Network: a family or product as text with its sizes, names of files, a NetworkX graph, or an object, see
        :func:`graphs.sources.network`.
    routing : object, optional
        Routing, see :func:`routing`; shortest paths if None.
    routing_file : str, Path or None, optional
        Python file with a routing, which is run, instead of words.
    vcs : int or None, optional
        Virtual channels of each hop.
    traffic : object, optional
        Traffic in words, such as "tornado", or as an object, see :func:`graphs.traffic.named.traffic`; loads of channels
        are measured under it. Uniform if None.
    channels : bool, default False
        Whether to measure the loads of channels under uniform traffic, too.
    pairs : str, default "others"
        Destinations of uniform messages: "others", or "all" ends, the source included.
    per_channel : str, Path or None, optional
        CSV file to which the load of every channel is written.
    bisection : bool, default False
        Whether to measure the bisection width instead: a half, and a lower bound with its certificate.
    size_ratio : Number or None, optional
        For rings, size of an echo divided by that of a send packet.
    hop_penalty : Number or None, optional
        For rings, time to change rings divided by the time to pass a node.
    send_bytes : Number or None, optional
        For rings, bytes of a send packet.
    idle_bytes : Number or None, optional
        For rings, bytes of the idle symbol in a send packet.
    format : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph, ``adapters`` or ``all``; adapters if None.
    progress : Progress, optional
        Called with a line on the progress.
    **sizes : object
        Sizes of the network.

    Returns
    -------
    Measurement, RingMeasurement, TrafficMeasurement or Bisection
        Exact measurement; the last two if loads of channels, or the bisection width, are asked for.

    Raises
    ------
    ValueError
        For an unknown network, size or routing, or options that do not fit.
    InputError
        As ValueError, of which it is a subclass.

    Examples
    --------
    >>> measure("toroid", w=4, D=3).mean_distance
    Fraction(64, 21)
    >>> measure("toroid", traffic="tornado", routing="dimension-order", w=8, D=1).throughput
    Fraction(1, 3)
    """
    chosen = choose(network, format, scope, **sizes)
    given = {"size_ratio": size_ratio, "hop_penalty": hop_penalty, "send_bytes": send_bytes, "idle_bytes": idle_bytes}
    texts = {name: str(value) for name, value in given.items() if value not in (None, "")}
    if texts and not isinstance(chosen.net, RingNetwork):
        option = next(iter(texts)).replace("_", "-")
        raise InputError(f"--{option} goes with networks of rings, and {chosen.net.title} is none")
    packets = PacketSizes(
        **{
            name: positive_number(text, f"--{name.replace('_', '-')}", PACKETS[name], zero=True)
            for name, text in texts.items()
        }
    )
    directed = bool(traffic or channels or per_channel or pairs != "others")
    if bisection:
        from checks.lemmas.deadlock import network_description
        from graphs.loads.indices.bisection import bisection as bisection_of

        if directed or routing or routing_file or vcs is not None or isinstance(chosen.net, RingNetwork):
            raise InputError(f"--bisection counts the channels between two halves of a network of channels, whatever the routing "
                             f"and traffic: it goes with no other option, and not with rings; given is {chosen.net.title}")  # fmt: skip
        return bisection_of(chosen.net, network_description(chosen.source, dict(chosen.sizes)))
    by = _routing(chosen, routing, routing_file, vcs, SHORTEST, SPLIT if directed else None)
    if directed:
        from graphs.traffic.measurement import measure_traffic

        loaded = measure_traffic(by, traffic_of(chosen.net, traffic or None, pairs), _counted(progress))
        if per_channel:
            loaded.write(per_channel)
        return loaded
    found: Any = measured(chosen.net, by, progress=_counted(progress))
    return replace(found, packets=packets) if texts else found


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
    format: str | None = None,
    scope: str | None = None,
    progress: Progress = None,
    **sizes: Any,
) -> WorstCase | OptimalRouting | AverageCase:
    """The admissible traffic that loads a channel most under a routing, or the routing that such traffic loads least.

    Parameters
    ----------
    network : object
        Network: a family or product as text with its sizes, names of files, a NetworkX graph, or an object, see
        :func:`graphs.sources.network`.
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
        Number of random permutations over which the largest load is averaged, instead of the worst case.
    seed : int, default 1
        Seed of the generator that draws them.
    workers : int or None, optional
        Processes that share the classes of channels, or the channels of an average; this one alone if None.
    dask : str, default ""
        Scheduler of a Dask cluster whose workers share them instead.
    format : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph, ``adapters`` or ``all``; adapters if None.
    progress : Progress, optional
        Called with a line on the progress.
    **sizes : object
        Sizes of the network.

    Returns
    -------
    WorstCase, OptimalRouting or AverageCase
        The traffic or the routing found, its load, and the proof that there is no larger or smaller one; or the averages.

    Raises
    ------
    ValueError
        For an unknown network, size, routing or traffic, or an adaptive routing.
    InputError
        If the network is made of point-to-point rings, or for options that exclude one another.

    Examples
    --------
    >>> worst_case("mesh", "dimension-order", k=4, n=2).gamma
    Fraction(3, 1)
    >>> worst_case("mesh", optimal=True, k=4, n=2).gamma
    Fraction(2, 1)
    """
    from checks.lemmas.deadlock import network_description
    from graphs.base.workers.fan_out import check_workers
    from graphs.sources.place import place_of
    from graphs.traffic.optimal.routing import optimal_routing
    from graphs.traffic.worst.average import average_case
    from graphs.traffic.worst.sharing import Sharing
    from graphs.traffic.worst.worst_case import worst_case as worst_of

    named = {"--routing": routing, "--routing-file": routing_file, "--vcs": vcs} if optimal else {}
    if wrong := [name for name, value in named.items() if value]:
        raise InputError(f"{wrong[0]} names a routing, and --optimal finds one: give one of them")
    if optimal and average is not None:
        raise InputError(
            "--average is about a routing that is named, and --optimal finds one: write it with --routing-out"
        )
    if optimal and (workers is not None or dask):
        raise InputError(
            "--workers and --dask share the channels of a routing that is named; --optimal has one program"
        )
    check_workers(workers, dask)
    if not optimal and (traffic or routing_out):
        raise InputError(f"{'--traffic' if traffic else '--routing-out'} goes with --optimal, which finds a routing")
    chosen = choose(network, format, scope, **sizes)
    if isinstance(chosen.net, RingNetwork):
        raise InputError(f"{chosen.net.title} is made of point-to-point rings, whose channels carry no other traffic")
    described = network_description(chosen.source, dict(chosen.sizes))
    if not optimal:
        by = _routing(chosen, routing, routing_file, vcs, ties=SPLIT)
        sharing = None
        if workers is not None or dask:
            sharing = Sharing(place_of(chosen.source, by, routing_file), workers or 1, dask)
        if average is not None:
            return average_case(by, average, seed, _counted(progress), sharing)
        return worst_of(by, _counted(progress), described, sharing)
    found = optimal_routing(chosen.net, traffic_of(chosen.net, traffic) if traffic else None, described)
    if routing_out:
        Path(routing_out).write_text(found.file(), encoding="utf-8")
    return found


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
    format: str | None = None,
    scope: str | None = None,
    progress: Progress = None,
    **sizes: Any,
) -> Drawing:
    """Draw a network in the style of the papers: by load, with a route, or with its deadlock.

    Parameters
    ----------
    network : object
        Network: a family or product as text with its sizes, names of files, a NetworkX graph, or an object, see
        :func:`graphs.sources.network`.
    output : str, Path or None, optional
        File to write, .svg, .png or .pdf.
    loads : bool, default False
        Whether links are drawn by load, with the most loaded ones marked.
    route : tuple of (object, object) or None, optional
        Source and destination, whose routes are drawn.
    deadlock : bool, default False
        Whether the deadlock of a routing is drawn, or the order of channels that excludes it.
    rings : bool, default False
        Whether the links of a network of rings are drawn with their numbers.
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
    format : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph, ``adapters`` or ``all``; adapters if None.
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
    ValueError
        For an unknown network or routing, too many nodes, or two things to show at once.
    InputError
        As ValueError, of which it is a subclass.

    Examples
    --------
    >>> draw("mesh", k=3, n=2, loads=True).caption[0].partition(";")[2]
    ' visit ratio 11/54 = 0.2037; shortest routing'
    """
    from graphs.deadlock.decide import decide
    from graphs.traffic.measurement import measure_traffic
    from netlemma.drawing.drawn import Drawing, compose, small_enough
    from netlemma.drawing.files import checked_format

    if output is not None:
        checked_format(Path(output))
    loads = loads or bool(traffic)
    wanted = loads or route or deadlock
    for option, value in {"--routing": routing, "--routing-file": routing_file, "--vcs": vcs}.items():
        if value and not wanted:
            raise InputError(f"{option} goes with --loads, --route or --deadlock")
    chosen = choose(network, format, scope, **sizes)
    net = chosen.net
    small_enough(net, numbered=deadlock or rings)
    usual, ties = None if deadlock else SHORTEST, SPLIT if traffic else None
    by: Any = _routing(chosen, routing, routing_file, vcs, usual, ties) if wanted else None
    verdict = decide(by, progress=_counted(progress)) if deadlock else None
    if not title and loads and scope_words(net):
        title = f"{net.title}, scope {chosen.source.scope or 'adapters'}"
    found: Any = False
    if loads:
        found = measure_traffic(by, traffic_of(net, traffic)) if traffic else measured(net, by)
    axes, caption = compose(net, found, route, verdict, None, by, labels, title, rings)
    drawing = Drawing(net.title, net.node_count, caption, title or net.title, axes)
    return drawing if output is None else drawing.save(output)


def scope_words(net: Any) -> str:
    """The end nodes and switches of messages in a network that was read, in words.

    An empty text if all nodes are alike.

    >>> from graphs import network
    >>> scope_words(network("ring", K=5))
    ''
    """
    forwards = getattr(net, "forwards", None)
    if forwards is None and getattr(net, "terminals", None) is None:
        return ""
    switches = int(net.forwarding.sum())
    if net.terminals is None:
        return f"scope all: messages between all {net.node_count} nodes, switches too, through the {switches} switches"
    return f"scope adapters: messages between the {len(net.ends)} adapters, through the {switches} switches"


def _counted(progress: Progress) -> Callable[[int, int], None] | None:
    """Progress in words from progress in numbers."""
    return None if progress is None else lambda done, every: progress(f"{done} of {every}")
