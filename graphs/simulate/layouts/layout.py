"""The channels of a simulation, with all paths of a deterministic routing or all choices of another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from graphs.routing.channel_routing import ADAPTIVE, DETERMINISTIC, ChannelChoice, ChannelRouting, Label
from graphs.routings import such_as
from graphs.simulate.layouts.choices import MOST_ENDS as MOST_ADAPTIVE_ENDS
from graphs.simulate.layouts.choices import ChoiceTables, choices
from graphs.simulate.layouts.numbering import check_ends, usual_injection_vcs
from graphs.simulate.layouts.paths import MOST_ENDS, Paths, paths
from graphs.simulate.schema import SimulationError

Layout = Paths | ChoiceTables


def layout(routing: ChannelRouting, injection_vcs: int | None = None) -> Layout:
    """The paths of a deterministic routing, the choices of any other.

    Parameters
    ----------
    routing : ChannelRouting
        Deterministic, adaptive, or oblivious with equal virtual channels: at every place it allows virtual channels of
        one hop, all with the same probability.
    injection_vcs : int, optional
        Virtual channels of each injection channel; by default 1 under deterministic routings, and as many as links have
        under others.

    Returns
    -------
    Layout
        Paths or choices.

    Raises
    ------
    SimulationError
        If an oblivious routing allows more than that, there are too few or too many terminals, or the paths or choices
        are not simulated.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> layout(channel_routing(network("mesh", k=2, n=2), "duato", 3)).injection_vcs
    3
    >>> equal = layout(channel_routing(network("mesh", k=2, n=2), "dimension-order", 4))
    >>> equal.injection_vcs, [int(c) for c in equal.offers[:4]]
    (4, [4, 5, 6, 7])
    """
    if injection_vcs is None:
        injection_vcs = usual_injection_vcs(routing)
    if routing.kind == "deterministic":
        return paths(routing, injection_vcs)
    return choices(routing if routing.kind == "adaptive" else _equal_channels(routing), injection_vcs)


def check_routing(routing: ChannelRouting) -> None:
    """Raise the errors of :func:`layout`, apart from those of single routes of deterministic and adaptive routings."""
    if routing.kind == "oblivious":
        layout(routing)
    else:
        check_ends(routing, MOST_ADAPTIVE_ENDS if routing.kind == "adaptive" else MOST_ENDS)


@lru_cache(maxsize=4)
def _equal_channels(routing: ChannelRouting) -> ChannelRouting:
    """An oblivious routing that refuses, wherever it is called, all but equal virtual channels of one hop."""
    refused = SimulationError(
        f"{routing.title} is oblivious and draws one of several hops or routes; the simulator needs a deterministic or adaptive "
        f"routing{such_as(routing, (DETERMINISTIC, ADAPTIVE))}, or equal virtual channels of one hop"
    )
    first = routing.ends[0] if routing.ends else 0
    if any(len(routing.labels(first, other)) != 1 for other in routing.ends if other != first):
        raise refused

    def next_channels(node: int, came_by: int | None, destination: int, label: Label) -> Sequence[ChannelChoice]:
        found = routing.next_channels(node, came_by, destination, label)
        likely = [(channel // routing.vcs, weight) for channel, weight in found if weight]
        if len(set(likely)) > 1:
            raise refused
        return found

    return replace(routing, next_channels=next_channels)
