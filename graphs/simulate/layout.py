"""The channels of a simulation, with all paths of a deterministic routing or all choices of an adaptive one."""

from __future__ import annotations

from graphs.channels import ChannelRouting
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


def checked_routing(routing: ChannelRouting) -> None:
    """Refuse, with a SimulationError, an oblivious routing and one with too few or too many ends."""
    if routing.kind == "oblivious":
        raise SimulationError(
            f"routing {routing.title} is oblivious, and worms are simulated under deterministic and adaptive routings: "
            "choose one, or another number of virtual channels"
        )
    check_ends(routing, MOST_ADAPTIVE_ENDS if routing.kind == "adaptive" else MOST_ENDS)
