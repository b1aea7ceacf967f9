"""Networks, which have the functions of the interface as methods, and their routings."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import import_module
from inspect import signature
from pathlib import Path
from types import MethodType
from typing import Any

from netlemma.errors import SizeError
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.sources import source as source_of
from netlemma.graphs.sources.network_sources import Source, file_source, fixed
from netlemma.graphs.topology.ring_structure import AnyNetwork, RingNetwork
from netlemma.graphs.topology.structure import Network

Progress = Callable[[str], None] | None
SHORTEST = "shortest"
SPLIT = "split"  # ties of routings whose directed channels are counted


@dataclass(frozen=True)
class Chosen:
    """A network with its source, which has the routes in its files; functions accept it as a network."""

    source: Source
    net: AnyNetwork
    sizes: Mapping[str, Any] = field(default_factory=dict)


METHODS = ("bounds", "check", "compare", "deadlock", "draw", "measure", "routing", "simulate", "worst_case")


class _WithMethods:
    """A network with its source, sizes and the functions of ``nl`` that begin with a network as methods."""

    source: Source | None = None
    sizes: Mapping[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name not in METHODS:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
        return MethodType(getattr(import_module("netlemma"), name), self)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *METHODS})


class _OpenNetwork(_WithMethods, Network):
    """A network of channels with methods."""


class _OpenRingNetwork(_WithMethods, RingNetwork):
    """A network of point-to-point rings with methods."""


def opened(source: Source, sizes: Mapping[str, Any]) -> Any:
    """The network of a source, with methods."""
    net = source.build(**sizes)
    found = object.__new__(_OpenRingNetwork if isinstance(net, RingNetwork) else _OpenNetwork)
    vars(found).update(vars(net), source=source, sizes=dict(sizes))
    return found


def network(subject: Any, /, *, format: str | None = None, scope: str | None = None, **sizes: Any) -> Any:
    """The explicit network that a user names, with the functions of ``nl`` as methods.

    All nodes and links are built, so time and memory grow with them. ``net.measure(traffic="tornado")`` is
    ``nl.measure(net, traffic="tornado")``; likewise bounds, check, compare, deadlock, draw, routing, simulate and worst_case.

    Parameters
    ----------
    subject : object
        A family's name, with its sizes as keywords; a product such as ``"line(4) x ring(5)^2"`` of the factors line,
        ring, oneway-ring, clique and bus; the name of a file, or ``"my.py:function"``; a NetworkX graph; or a network.
    format : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph: ``adapters``, ``switches`` or ``all``; adapters if None.
    **sizes : object
        Sizes of the family, or arguments of the Python function.

    Returns
    -------
    Network or RingNetwork
        The network; ``graph`` is a plain NetworkX graph of it.

    Raises
    ------
    SizeError
        If a size is missing, unknown, outside its domain or too large to build.
    UnknownFamily
        If there is no such family; the message suggests the nearest.
    FormatError
        If a file or graph is not a network.
    InputError
        For a product that cannot be read, or nodes that are not connected.

    See Also
    --------
    read : The network of files.

    Examples
    --------
    >>> net = network("toroid", w=4, D=3)
    >>> net
    <Network toroid w=4 D=3: 64 nodes, 192 devices>
    >>> net.measure().mean_distance, net.deadlock(vcs=2).verdict
    (Fraction(64, 21), 'deadlock-free')
    """
    if isinstance(subject, _WithMethods) and not (format or scope):
        fixed(subject.title, sizes)  # type: ignore[attr-defined]
        return subject
    source = source_of(subject, format=format or None, scope=scope or None)
    check_keywords(network, source, sizes)
    return opened(source, sizes)


def read(*files: str | os.PathLike[str], format: str | None = None, scope: str | None = None, **options: Any) -> Any:
    """The network of files, with the functions of ``nl`` as methods.

    Parameters
    ----------
    *files : str or PathLike of str
        Names of the files, in any order: one has the network, others add to it, such as routes.
    format : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages: ``adapters``, ``switches`` or ``all``; adapters if None.
    **options : object
        Settings that the content does not contain, such as ``lmc=1`` for an InfiniBand subnet.

    Returns
    -------
    Network or RingNetwork
        The network.

    Raises
    ------
    InputError
        For files that do not go together.
    FormatError
        If a file violates its format.

    See Also
    --------
    network : The network of a family, product, graph or file.
    """
    return opened(file_source([os.fspath(file) for file in files], format, scope, options), {})


def check_keywords(function: Callable[..., Any], source: Source, sizes: Mapping[str, Any]) -> None:
    """Refuse a keyword that is no size of the network but nearly an option of the function."""
    options = [each.name for each in signature(function).parameters.values() if each.kind is each.KEYWORD_ONLY]
    for name in sizes:
        near = get_close_matches(name, [*source.parameters, *options], 1, 0.7)
        if name not in source.parameters and near and near[0] not in source.parameters:
            raise SizeError(
                f"{name} is neither a size of {source.title} nor an option of {function.__name__}; did you mean {near[0]}?"
            )


def choose(
    function: Callable[..., Any], network: Any, format: str | None, scope: str | None, sizes: Mapping[str, Any]
) -> Chosen:
    """Build the network that a user names to a function, whose options are no sizes."""
    if isinstance(network, Chosen):
        return network
    source = source_of(network, format=format or None, scope=scope or None)
    check_keywords(function, source, sizes)
    net = source.build(**sizes)
    if isinstance(net, _WithMethods) and net.source is not None:
        return Chosen(net.source, net, net.sizes)
    return Chosen(source, net, sizes)


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
        :func:`netlemma.graphs.sources.network`.
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
    chosen = choose(routing, network, format, scope, sizes)
    return routing_in(chosen, words, routing_file, vcs)


def routing_in(
    chosen: Chosen,
    words: Any,
    routing_file: str | Path | None,
    vcs: int | None,
    usual: str | None = None,
    ties: str | None = None,
) -> Any:
    """The routing that words or a file name."""
    if not words and not routing_file and usual and chosen.net.has_channels:
        words = usual
    return routing_of(chosen.net, words or None, vcs=vcs, file=routing_file or None, source=chosen.source, ties=ties)


def counted(progress: Progress) -> Callable[[int, int], None] | None:
    """Progress in words from progress in numbers."""
    return None if progress is None else lambda done, every: progress(f"{done} of {every}")
