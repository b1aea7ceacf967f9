"""Arguments that functions of the interface share: networks, their sizes and routings, and progress."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Any

from netlemma.base.names import assignments, spelled_like
from netlemma.base.remarks import remark
from netlemma.errors import InputError, SizeError
from netlemma.graphs.formats.booksim import value_of
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.sources import sized
from netlemma.graphs.sources import source as source_of
from netlemma.graphs.sources.network_sources import ConfiguredSource, Source, fixed
from netlemma.graphs.topology.ring_structure import AnyNetwork

Progress = Callable[[str], None] | None
Without = str | Path | Iterable[Any]
Capacity = str | Mapping[str, Any] | None
SHORTEST = "shortest"
_INSTEAD = {"format": "the format of a file is `read_as`", "hosts": "hosts are named by `scope`, such as `scope=h*`"}
SPLIT = "split"  # ties of routings whose directed channels are counted


@dataclass(frozen=True)
class ResolvedNetwork:
    """A network with its source, which has the routes in its files, and the sizes at which it was built."""

    source: Source
    net: AnyNetwork
    sizes: Mapping[str, Any]


class Opened:
    """A network that has its source and sizes: the base of those that :func:`netlemma.network` returns."""

    source: Source
    sizes: Mapping[str, Any]


def check_keywords(
    function: Callable[..., Any], title: str, legal: Collection[str], given: Iterable[str], what: str = "size"
) -> None:
    """Refuse a keyword that is no size of the network, or parameter of the model, but nearly an option of the function."""
    options = [each.name for each in signature(function).parameters.values() if each.kind is each.KEYWORD_ONLY]
    for name in given:
        if name in _INSTEAD and name not in (*legal, *options):
            raise SizeError(f"{function.__name__} takes no `{name}`: {_INSTEAD[name]}")
        near = spelled_like(name, [*legal, *options], alike=0.65)
        if name not in legal and near and near[0] not in legal:
            raise SizeError(
                f"{name} is neither a {what} of {title} nor an option of {function.__name__}; did you mean {near[0]}?"
            )


def named_source(
    function: Callable[..., Any],
    network: Any,
    read_as: str | None,
    scope: str | None,
    sizes: Mapping[str, Any],
    without: Without = (),
    capacity: Capacity = None,
    latency: Capacity = None,
) -> tuple[Source, Mapping[str, Any]]:
    """The source of the network that a user names to a function, and the sizes at which it is built."""
    if isinstance(network, Opened) and not (read_as or scope):
        title = str(getattr(network, "title", ""))
        check_keywords(function, title, (), sizes)
        fixed(title, sizes)
        return source_of(network.source, without=without, capacity=capacity, latency=latency), network.sizes
    network, sizes = sized(network, sizes)
    source = source_of(
        network, read_as=read_as or None, scope=scope or None, without=without, capacity=capacity, latency=latency
    )
    check_keywords(function, source.title, source.parameters, sizes)
    return source, sizes


def choose(
    function: Callable[..., Any],
    network: Any,
    read_as: str | None,
    scope: str | None,
    sizes: Mapping[str, Any],
    without: Without = (),
    capacity: Capacity = None,
    latency: Capacity = None,
) -> ResolvedNetwork:
    """Build the network that a user names to a function, whose options are no sizes."""
    if isinstance(network, ResolvedNetwork):  # by the command line
        return network
    source, sizes = named_source(function, network, read_as, scope, sizes, without, capacity, latency)
    return ResolvedNetwork(
        source, network if source is getattr(network, "source", None) else source.build(**sizes), sizes
    )


def refuse_sample(failures: int | None, of: str, sample: int | None, seed: int, *routings: Any) -> None:
    """Refuse options of failures where none are asked for, a seed where none are drawn, and routings of the whole network alone."""
    if failures is not None and not all(isinstance(each, str | None) for each in routings):
        raise InputError("`failures` takes the name of a routing, or its file, which is made again after each of them")
    if failures is None and (of != "links" or sample is not None):
        raise InputError(
            f"`{'sample' if sample is not None else 'of'}` applies only to `failures`, such as `failures=1`"
        )
    if sample is None and seed != 1:
        raise InputError("`seed` draws the failures of a `sample`: give both")


def compared_with(source: Source, against: Any, sizes: Mapping[str, Any] | None = None) -> None:
    """Compare a network with another construction of it link by link, and say at which sizes they are the same."""
    from netlemma.checks.same_links import require_same

    other = source_of(against)
    done = require_same(source, other, sizes)
    remark(f"{other.title} has the same links at {', '.join(assignments(size) for size in done)}")


def configured(source: Source, **given: Any) -> tuple[Any, ...]:
    """Parameters of a function in their order, from the configuration of a network where they are not given."""
    source = getattr(source, "whole", source)
    if not isinstance(source, ConfiguredSource):
        return tuple(given.values())
    return tuple(value_of(source.configuration, name, value) for name, value in given.items())


def routing(
    network: Any,
    words: Any = None,
    /,
    *,
    routing_file: str | Path | None = None,
    vcs: int | None = None,
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    latency: Capacity = None,
    **sizes: Any,
) -> Any:
    """The routing of a network.

    Parameters
    ----------
    network : object
        Network in any form that :func:`netlemma.network` takes.
    words : object, optional
        Name with options, as in "up-down root=3"; ``tables`` for the routes in files; or a routing. By default those
        routes or dimension order, and on point-to-point rings their concise routing.
    routing_file : str, Path or None, optional
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
    **sizes : object
        Sizes of the network.

    Returns
    -------
    object
        Routing on channels, or on point-to-point rings.

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

    Examples
    --------
    >>> routing("torus", "dimension-order", k=4, n=2, vcs=2).kind
    'deterministic'
    """
    chosen = choose(routing, network, read_as, scope, sizes, without, capacity, latency)
    return routing_in(chosen, words, routing_file, vcs)


def routing_in(
    chosen: ResolvedNetwork,
    words: Any,
    routing_file: str | Path | None,
    vcs: int | None,
    usual: str | None = None,
    ties: str | None = None,
) -> Any:
    """The routing that words or a file name."""
    if not words and not routing_file and usual and chosen.net.has_channels:
        words = usual
        if file := chosen.source.routes_file:
            remark(f"the routes in {file} are not used: write `routing=tables` for them")
    return routing_of(chosen.net, words or None, vcs=vcs, file=routing_file or None, source=chosen.source, ties=ties)


def counted(progress: Progress) -> Callable[[int, int], None] | None:
    """Progress in words from progress in numbers."""
    return None if progress is None else lambda done, every: progress(f"{done} of {every}")
