"""A routing on channels made of a relation on hops and a rule for virtual channels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from graphs.routing.channel_routing import ChannelChoice, ChannelRouting, Label
from graphs.routing.hop_routing import Choice
from graphs.routings.virtual import Rule
from graphs.topology.structure import Network

HopRelation = Callable[[int, "int | None", int], Sequence[Choice]]  # node, hop by which the packet came, destination


def on_channels(
    name: str, net: Network, kind: str, hops: HopRelation, rule: Rule, vcs: int, description: str
) -> ChannelRouting:
    """The routing that takes the hops of a relation, on each one every virtual channel of a rule with the same
    probability.

    Parameters
    ----------
    name : str
        Name of the routing.
    net : Network
        The network.
    kind : str
        "deterministic", "oblivious" or "adaptive".
    hops : HopRelation
        Function (node, came_by, destination) -> (hop, weight) pairs.
    rule : Rule
        Function (hop, came_by, destination) -> allowed virtual channels.
    vcs : int
        Virtual channels of each hop.
    description : str
        Description of the routing.

    Returns
    -------
    ChannelRouting
        The routing.
    """

    def next_channels(node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        found = []
        for hop, weight in hops(node, None if came_by is None else came_by // vcs, destination):
            allowed = rule(hop, came_by, destination)
            share = Fraction(weight) / len(allowed) if len(allowed) > 1 and kind != "adaptive" else weight
            found += [(int(hop) * vcs + vc, share) for vc in allowed]
        return found

    return ChannelRouting(name, net, kind, next_channels, vcs, description=description)


def alone(hops: Sequence[int]) -> list[Choice]:
    """The first of some hops, with weight 1."""
    return [(hops[0], Fraction(1))] if hops else []


def alike(hops: Sequence[int]) -> list[Choice]:
    """Each of some hops with the same weight."""
    return [(hop, Fraction(1, len(hops))) for hop in hops]
