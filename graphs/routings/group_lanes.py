"""Minimal routing of a dragonfly on two lanes of InfiniBand: by the group of the destination, or behind the link between groups."""

from dataclasses import replace

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import Arrays, RoutingSymmetry
from netlemma.graphs.routing.channel_routing import ChannelRouting, Label
from netlemma.graphs.routing.choices import Choices, by_arrays
from netlemma.graphs.routings.ascending import ascending
from netlemma.graphs.routings.minimal import minimal, places
from netlemma.graphs.topology.structure import Network

LANES = 2


def _require_lanes(name: str, vcs: int) -> None:
    if vcs not in (1, LANES):
        raise RoutingError(f"{name} has vcs={vcs}: it takes {LANES} lanes, or 1 to compare")


def d3r(net: Network, vcs: int = LANES) -> ChannelRouting:
    """D3R: the minimal route on one lane from end to end, the second lane for destinations in a group of lower number than the source's.

    The lane follows from the ends alone, so that it can be the service level of a path; between lanes no packet changes.

    G. Maglione-Mathey, P. Yebenes, J. Escudero-Sahuquillo, P. J. Garcia, F. J. Quiles and E. Zahavi, Scalable deadlock-free
    deterministic minimal-path routing engine for InfiniBand-based dragonfly networks, 2018: a lane by the destination's group,
    according to an order of the groups.

    >>> from netlemma.graphs import network
    >>> routing = d3r(network("dragonfly", p=0, a=2, h=1))
    >>> routing.labels(0, 4), routing.labels(4, 0), routing.channel_name(routing.next_channels(4, None, 0, 1)[0][0])
    ((0,), (1,), '(2,0)->(0,1) vc 1')
    """
    _require_lanes("d3r", vcs)
    base, at = minimal(net), places(net, "d3r")
    group, ends = at.owner // at.switches_of_group, np.array(net.ends)

    def labels(source: int, destination: int) -> tuple[int, ...]:
        return (int(vcs > 1 and group[destination] < group[source]),)

    def choices_to(destination: int, label: Label) -> Choices:
        assert base.arrays.choices_to is not None and isinstance(label, int)
        found: Choices = base.arrays.choices_to(destination, None)
        return replace(found, channel=found.channel * vcs + label)

    def goals_to(destination: int) -> list[tuple[Label, np.ndarray]]:
        others = ends[ends != destination]
        lane = (group[destination] < group[others]) & (vcs > 1)
        return [(label, those.astype(np.int32)) for label in range(vcs) if len(those := others[lane == label])]

    text = f"{base.description.partition(';')[0]}; on lane 1 to groups of lower number, on lane 0 to others, from end to end"
    text = text if vcs > 1 else base.description
    arrays = Arrays(choices_to, goals_to)
    return by_arrays(
        "d3r", net, base.kind, vcs, arrays, labels=labels, description=text, symmetry=RoutingSymmetry(True)
    )


def dla(net: Network, vcs: int = LANES) -> ChannelRouting:
    """Kim and Dally's minimal routing as an engine of InfiniBand: lane 0 up to the link between groups, lane 1 for a local hop behind it.

    The next lane follows from the ports by which a packet comes and goes, as tables from service levels to lanes have it.

    G. Maglione-Mathey, J. Escudero-Sahuquillo, P. J. Garcia, F. J. Quiles and E. Zahavi, Leveraging InfiniBand controller to
    configure deadlock-free routing engines for dragonflies, 2021.

    >>> from netlemma.graphs import network
    >>> routing = dla(network("dragonfly", p=1, a=2, h=1))
    >>> routing.name, routing.vcs
    ('dla', 2)
    """
    _require_lanes("dla", vcs)
    return replace(ascending(net, vcs, of="minimal"), name="dla")


ROUTINGS = {"d3r": d3r, "dla": dla}
