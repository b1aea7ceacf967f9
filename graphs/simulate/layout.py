"""The channels of a simulation, with all paths of a deterministic routing or all choices of an adaptive one."""

from __future__ import annotations

from inspect import signature

from graphs.routing.channel_routing import ChannelRouting
from graphs.routings import channel_routing, channel_routings
from graphs.simulate.choices import MOST_ENDS as MOST_ADAPTIVE_ENDS
from graphs.simulate.choices import Choices, choices
from graphs.simulate.numbering import check_ends
from graphs.simulate.paths import MOST_ENDS, Paths, paths
from graphs.simulate.settings import SimulationError

Layout = Paths | Choices


def layout(routing: ChannelRouting, injection_vcs: int | None = None) -> Layout:
    """Paths or choices; injection channels have as many virtual channels as links under adaptive routings, otherwise 1, if not said.

    Raises
    ------
    SimulationError : as :func:`checked_routing`, and what the paths and choices refuse.

    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> layout(channel_routing(network("mesh", k=2, n=2), "duato", 3)).injection_vcs
    3
    """
    checked_routing(routing)
    if injection_vcs is None:
        injection_vcs = usual_injection_vcs(routing)
    return choices(routing, injection_vcs) if routing.kind == "adaptive" else paths(routing, injection_vcs)


def usual_injection_vcs(routing: ChannelRouting) -> int:
    """The virtual channels of injection channels where nothing else is said."""
    return routing.vcs if routing.kind == "adaptive" else 1


def _instead(routing: ChannelRouting) -> str:
    """What can be simulated where this routing cannot: itself with so many virtual channels, or another one."""
    options = {name: value for name, value in routing.options.items() if name != "vcs"}
    if routing.name in channel_routings() and "vcs" in signature(channel_routings()[routing.name]).parameters:
        for vcs in range(1, routing.vcs):
            if channel_routing(routing.network, routing.name, vcs, **options).kind == "deterministic":
                return f"{routing.name} is deterministic with vcs={vcs}, and others are adaptive, such as duato"
    return "choose a deterministic one such as up-down, or an adaptive one such as duato"


def checked_routing(routing: ChannelRouting) -> None:
    """Refuse, with a SimulationError, an oblivious routing and one with too few or too many ends."""
    if routing.kind == "oblivious":
        legal = _instead(routing)
        raise SimulationError(
            f"routing {routing.title} is oblivious, and worms are simulated under deterministic and adaptive routings: {legal}"
        )
    check_ends(routing, MOST_ADAPTIVE_ENDS if routing.kind == "adaptive" else MOST_ENDS)
