"""Networks, their routings, what is measured on them, and their drawings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from checks.base.inputs import InputError, positive_number
from graphs.loads.measure import Measurement
from graphs.loads.measure import measure as measured
from graphs.rings.measure import PacketSizes, RingMeasurement
from graphs.routings import routing as routing_of
from graphs.sources import Source
from graphs.sources import source as source_of
from graphs.topology.ring_structure import RingNetwork
from graphs.topology.structure import Network
from netlemma.drawing.drawn import Drawing

Number = str | float | Fraction
Progress = Callable[[str], None] | None
SHORTEST = "shortest"
PACKETS = {
    "size_ratio": "a ratio of sizes",
    "hop_penalty": "a hop penalty",
    "send_bytes": "a number of bytes",
    "idle_bytes": "a number of bytes",
}


@dataclass(frozen=True)
class Chosen:
    """A network that is built, and its source, which has the routes that files bring. Functions take it as a network."""

    source: Source
    net: Network | RingNetwork


def choose(network: Any, format: str | None = None, scope: str | None = None, **sizes: Any) -> Chosen:
    """Build the network that a user names.

    :raises ValueError: as :func:`graphs.sources.network`
    """
    if isinstance(network, Chosen):
        return network
    source = source_of(network, format=format or None, scope=scope or None)
    return Chosen(source, source.build(**sizes))


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
    network, format, scope, sizes : the network, as :func:`graphs.sources.network` takes it.
    words : a name with options behind it, as in "up-down root=3"; ``tables`` for the routes that files bring; or a routing.
        If it is left out, those routes or dimension order, and on point-to-point rings their concise routing.
    routing_file : instead of words, a Python file with a routing, which is run.
    vcs : virtual channels of each hop.

    Returns
    -------
    A routing on channels, or one of point-to-point rings.

    Raises
    ------
    ValueError : no such network or routing, or the network is not one for it.

    Examples
    --------
    >>> routing("torus", "dimension-order", k=4, n=2, vcs=2).kind
    'deterministic'
    """
    chosen = choose(network, format, scope, **sizes)
    return _routing(chosen, words, routing_file, vcs)


def _routing(
    chosen: Chosen, words: Any, routing_file: str | Path | None, vcs: int | None, usual: str | None = None
) -> Any:
    """The routing that words or a file name; ``usual`` is that of networks of channels if none is named."""
    if not words and not routing_file and usual and not isinstance(chosen.net, RingNetwork):
        words = usual
    return routing_of(chosen.net, words or None, vcs=vcs, file=routing_file or None, source=chosen.source)


def measure(
    network: Any,
    /,
    routing: Any = None,
    *,
    routing_file: str | Path | None = None,
    vcs: int | None = None,
    size_ratio: Number | None = None,
    hop_penalty: Number | None = None,
    send_bytes: Number | None = None,
    idle_bytes: Number | None = None,
    format: str | None = None,
    scope: str | None = None,
    progress: Progress = None,
    **sizes: Any,
) -> Measurement | RingMeasurement:
    """Measure an explicit network exactly: distances and visit ratios, or the packets of rings.

    Parameters
    ----------
    network, format, scope, sizes : the network, as :func:`graphs.sources.network` takes it: a family or product as text with
        its sizes, names of files, a NetworkX graph, or an object.
    routing, routing_file, vcs : the routing, as :func:`routing` takes it; shortest paths if none is named.
    size_ratio, hop_penalty, send_bytes, idle_bytes : of rings, the size of an echo over that of a send packet, the time to
        change rings over the time to pass a node, and the bytes of a send packet and of the idle symbol in it.
    progress : called with how much is done.

    Returns
    -------
    The measurement; every value is exact.

    Raises
    ------
    ValueError : no such network, size or routing, or options that do not go with them.

    Examples
    --------
    >>> measure("toroid", w=4, D=3).mean_distance
    Fraction(64, 21)
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
    by = _routing(chosen, routing, routing_file, vcs, SHORTEST)
    found: Any = measured(chosen.net, by, progress=_counted(progress))
    return replace(found, packets=packets) if texts else found


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
    labels: bool | None = None,
    title: str = "",
    format: str | None = None,
    scope: str | None = None,
    progress: Progress = None,
    **sizes: Any,
) -> Drawing:
    """Draw a network as the papers do: by load, with a route, or with its deadlock.

    Parameters
    ----------
    network, format, scope, sizes : the network, as :func:`measure` takes it.
    output : write the drawing to this .svg, .png or .pdf.
    loads : links by load, the hot ones marked.
    route : a source and a destination: the ways between them.
    deadlock : the deadlock of a routing, or the order of channels that excludes it.
    rings : the numbers of the links of a network of rings.
    routing, routing_file, vcs : the routing of the loads, the route or the deadlock, as :func:`routing` takes it.
    labels : names of the nodes; if they can be read, unless given.
    title : instead of the network's name and sizes.
    progress : called with how much is done.

    Returns
    -------
    The drawing, which notebooks show.

    Raises
    ------
    ValueError : no such network or routing, too many nodes, or two things to show at once.

    Examples
    --------
    >>> draw("mesh", k=3, n=2, loads=True).caption[0].partition(";")[2]
    ' visit ratio 11/54 = 0.2037; shortest routing'
    """
    from graphs.deadlock.decide import decide
    from netlemma.drawing.drawn import compose, small_enough
    from netlemma.drawing.files import checked_format

    if output is not None:
        checked_format(Path(output))
    wanted = loads or route or deadlock
    for option, value in {"--routing": routing, "--routing-file": routing_file, "--vcs": vcs}.items():
        if value and not wanted:
            raise InputError(f"{option} goes with --loads, --route or --deadlock")
    chosen = choose(network, format, scope, **sizes)
    net = chosen.net
    small_enough(net, numbered=deadlock or rings)
    by: Any = _routing(chosen, routing, routing_file, vcs, None if deadlock else SHORTEST) if wanted else None
    verdict = decide(by, progress=_counted(progress)) if deadlock else None
    if not title and loads and scope_words(net):
        title = f"{net.title}, scope {chosen.source.scope or 'adapters'}"
    axes, caption = compose(net, measured(net, by) if loads else False, route, verdict, None, by, labels, title, rings)
    drawing = Drawing(net.title, net.node_count, caption, title or net.title, axes)
    return drawing if output is None else drawing.save(output)


def scope_words(net: Any) -> str:
    """Between which nodes of a network that was read messages run, and through which; "" if all are alike.

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
