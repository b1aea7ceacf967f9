"""Networks and their routings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.sources import source as source_of
from netlemma.graphs.sources.network_sources import Source
from netlemma.graphs.topology.ring_structure import AnyNetwork

Progress = Callable[[str], None] | None
SHORTEST = "shortest"
SPLIT = "split"  # ties of routings whose directed channels are counted


@dataclass(frozen=True)
class Chosen:
    """A network with its source, which has the routes in its files; functions accept it as a network."""

    source: Source
    net: AnyNetwork
    sizes: Mapping[str, Any] = field(default_factory=dict)


def choose(network: Any, format: str | None = None, scope: str | None = None, **sizes: Any) -> Chosen:
    """Build the network that a user names."""
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
    chosen = choose(network, format, scope, **sizes)
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


def scope_words(net: Any) -> str:
    """The end nodes and switches of messages in a network that was read, in words.

    An empty text if all nodes are alike.

    >>> from netlemma.graphs import network
    >>> scope_words(network("ring", K=5))
    ''
    """
    forwards = getattr(net, "forwards", None)
    if forwards is None and getattr(net, "terminals", None) is None:
        return ""
    switches = int(net.forwarding.sum())
    if net.terminals is None:
        return f"scope all: messages between all {net.node_count} nodes, switches too, through the {switches} switches"
    if (net.forwarding == net.is_end).all():
        return f"scope switches: messages between the {switches} switches"
    if (net.forwarding & net.is_end).any():
        return f"messages between {len(net.ends)} of the {net.node_count} nodes, through the {switches} that forward"
    return f"scope adapters: messages between the {len(net.ends)} adapters, through the {switches} switches"


def counted(progress: Progress) -> Callable[[int, int], None] | None:
    """Progress in words from progress in numbers."""
    return None if progress is None else lambda done, every: progress(f"{done} of {every}")
