"""Routings restricted to the pairs between which a traffic sends messages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from netlemma.errors import TrafficError
from netlemma.graphs.routing.capabilities import KnownDependencies
from netlemma.graphs.routing.channel_routing import ChannelRouting, Label
from netlemma.graphs.routing.choices import Paths, goals
from netlemma.graphs.traffic.named import MIX, patterns, traffic
from netlemma.graphs.traffic.traffic import Traffic


def talking(routing: ChannelRouting, sent: Traffic) -> ChannelRouting:
    """The routing restricted to packets between pairs with a positive rate.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.deadlock.decide import decide
    >>> from netlemma.graphs.routings import channel_routing
    >>> ring = network("ring", K=5)
    >>> routing = channel_routing(ring, "dimension-order")
    >>> decide(routing).verdict, decide(talking(routing, traffic(ring, "neighbor"))).verdict
    ('deadlock', 'deadlock-free')
    """
    if sent.uniform:
        return routing
    about: dict[str, Any] = {"name": sent.name}
    if not by_name(sent.name):
        other = sent.source != sent.destination
        about["pairs"] = np.stack([sent.source[other], sent.destination[other]], axis=1).tolist()
    pairs = {node: sent.to(node)[0] for node in range(routing.network.node_count)}
    return _between(routing, pairs, about)


def described(routing: ChannelRouting, about: Mapping[str, Any]) -> ChannelRouting:
    """The routing with packets between the pairs of a traffic that a certificate describes."""
    if "pairs" not in about:
        if not by_name(about["name"]):
            raise TrafficError(f"traffic {about['name'][:60]!r} is no pattern without a file: its pairs are expected")
        return talking(routing, traffic(routing.network, about["name"]))
    if by_name(about["name"]) or not about["pairs"]:
        raise TrafficError(
            f"traffic {about['name'][:60]!r} is known by its name: pairs, one at least, are those of a file"
        )
    ends, pairs = set(routing.ends), dict[int, list[int]]()
    for source, destination in about["pairs"]:
        if source == destination or not {source, destination} <= ends:
            raise TrafficError(
                f"traffic has messages from {source} to {destination}, which are no two ends of messages"
            )
        pairs.setdefault(destination, []).append(source)
    return _between(routing, {to: np.unique(sources) for to, sources in pairs.items()}, dict(about))


def by_name(name: str) -> bool:
    """Whether a traffic is known by its words, without a file or an object.

    >>> by_name("hotspot nodes=0"), by_name("matrix rates.csv")
    (True, False)
    """
    first, *rest = name.split() or [""]
    return first == MIX or (first in patterns() and all("=" in word and not word.startswith("file=") for word in rest))


def _between(routing: ChannelRouting, pairs: Mapping[int, np.ndarray], about: Mapping[str, Any]) -> ChannelRouting:
    sources_of = {to: set(sources.tolist()) for to, sources in pairs.items()}

    def labels(source: int, destination: int) -> Sequence[Label]:
        return routing.labels(source, destination) if source in sources_of.get(destination, ()) else ()

    def goals_to(destination: int) -> list[tuple[Label, np.ndarray]]:
        if destination not in pairs:
            return []
        kept = [(label, np.intersect1d(sources, pairs[destination])) for label, sources in goals(routing, destination)]
        return [(label, sources.astype(np.int32)) for label, sources in kept if len(sources)]

    def paths_to(destination: int) -> Paths:
        assert routing.arrays.paths_to is not None
        every = routing.arrays.paths_to(destination)
        kept = np.isin(every.source, pairs.get(destination, ()))
        size = np.diff(every.first)
        first = np.concatenate([[0], np.cumsum(size[kept])])
        return Paths(every.source[kept], first, every.channel[np.repeat(kept, size)])

    return replace(
        routing,
        labels=labels,
        arrays=replace(routing.arrays, goals_to=goals_to, paths_to=routing.arrays.paths_to and paths_to),
        escape=routing.escape and replace(routing.escape, escape_routing=None),
        phases=replace(routing.phases, by_shortest=False),
        loads=replace(routing.loads, by=""),
        dependencies=KnownDependencies(),
        talking=about,
    )
