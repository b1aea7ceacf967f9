"""Routings of a dragonfly by way of another group: Valiant's over groups, and the routes between which UGAL chooses."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import Arrays, RoutingSymmetry
from netlemma.graphs.routing.channel_routing import ChannelRouting, Label
from netlemma.graphs.routing.choices import Choices, by_arrays
from netlemma.graphs.routings.minimal import GroupPlaces, minimal, places
from netlemma.graphs.topology.structure import Network

Labels = Callable[[int, int], tuple[int, ...]]
Goals = Callable[[int], list[tuple[Label, np.ndarray]]]
KEPT = 64  # destinations whose minimal routes are kept, besides one of each group


def valiant_groups(net: Network, vcs: int = 1) -> ChannelRouting:
    """Valiant's routing over groups: minimally to a group that is drawn among the others, and minimally on from there.

    Packets between switches of one group, and those of a dragonfly of two groups, take their minimal route.

    J. Kim, W. J. Dally, S. Scott and D. Abts, Technology-driven, highly-scalable dragonfly topology, 2008.

    >>> from netlemma.graphs import network
    >>> routing = valiant_groups(network("dragonfly", p=1, a=2, h=1))
    >>> routing.labels(0, 5), routing.labels(0, 1)
    ((1,), (0,))
    """
    return _by_groups("valiant-groups", net, vcs, with_minimal=False)


def ugal(net: Network, vcs: int = 1) -> ChannelRouting:
    """The routes between which UGAL chooses at the source: the minimal one, and those by way of each other group.

    UGAL compares queues; here all routes of a pair are equally likely, so that verdicts on deadlock are about its routes,
    and loads are not those of its choice.

    J. Kim, W. J. Dally, S. Scott and D. Abts, Technology-driven, highly-scalable dragonfly topology, 2008.

    >>> from netlemma.graphs import network
    >>> ugal(network("dragonfly", p=1, a=2, h=1)).labels(0, 5)
    (0, 1)
    """
    return _by_groups("ugal", net, vcs, with_minimal=True)


def single_links(net: Network, name: str) -> GroupPlaces:
    """Groups and places of a dragonfly with one link between every two groups."""
    at = places(net, name)
    if "groups" in net.parameters:
        raise RoutingError(
            f"{name} takes the one link between every two groups, of which {net.title} has several: minimal fits it"
        )
    return at


def group_labels(net: Network, at: GroupPlaces, with_minimal: bool) -> tuple[Labels, Goals]:
    """Labels that are groups, all but those of the two ends, and their sources for each destination.

    with_minimal: Whether the group of the source is a label too; it is the only one where there are no others.
    """
    group, ends = at.owner // at.switches_of_group, np.array(net.ends)

    def labels(source: int, destination: int) -> tuple[int, ...]:
        here, there = int(group[source]), int(group[destination])
        others = [each for each in range(at.groups) if each not in (here, there)] if here != there else []
        return tuple(sorted([*others, *([here] if with_minimal or not others else [])]))

    def goals_to(destination: int) -> list[tuple[Label, np.ndarray]]:
        there, others = int(group[destination]), ends[ends != destination]
        found: list[tuple[Label, np.ndarray]] = []
        for label in range(at.groups):
            away = group[others] != there
            through = away & (group[others] != label) & (label != there)
            own = (group[others] == label) & (~away | with_minimal | (at.groups == 2))
            if (through | own).any():
                found.append((label, others[through | own].astype(np.int32)))
        return found

    return labels, goals_to


def _by_groups(name: str, net: Network, vcs: int, with_minimal: bool) -> ChannelRouting:
    """Packets whose label is a group; one whose label is the group of its source takes its minimal route."""
    base, at = minimal(net, vcs), single_links(net, name)
    group = at.owner // at.switches_of_group
    labels, goals_to = group_labels(net, at, with_minimal)
    minimal_to = lru_cache(at.groups + KEPT)(lambda end: base.arrays.choices_to(end, None))  # type: ignore[misc]
    representative = {int(group[end]): int(end) for end in net.ends[::-1]}

    def choices_to(destination: int, label: Label) -> Choices:
        last = minimal_to(destination)
        if not isinstance(label, int) or label == group[destination]:
            return last
        return _instead(net, at, last, minimal_to(representative[label]), group, label, int(group[destination]))

    kinds = (
        "the minimal route or one by way of any other group"
        if with_minimal
        else "by way of a group drawn among the others"
    )
    text = f"{kinds}, minimal before and behind it; {base.description.partition(';')[2].strip()}"
    return by_arrays(
        name,
        net,
        "oblivious",
        base.vcs,
        Arrays(choices_to, goals_to),
        labels=labels,
        description=text,
        symmetry=RoutingSymmetry(alike_ends=True),
    )


def _instead(
    net: Network, at: GroupPlaces, last: Choices, first: Choices, group: np.ndarray, label: int, there: int
) -> Choices:
    """The choices towards the group of the label at nodes of other groups than this and that of the destination."""
    before = (group != label) & (group != there)
    sizes = np.where(before, np.diff(first.start), np.diff(last.start))
    start = np.concatenate([[0], np.cumsum(sizes)])
    node = np.repeat(np.arange(net.node_count), sizes)
    place = np.arange(start[-1]) - start[node]
    taken = np.where(before[node], first.channel[np.minimum(first.start[node] + place, len(first.channel) - 1)],
                     last.channel[np.minimum(last.start[node] + place, len(last.channel) - 1)])  # fmt: skip
    return Choices(last.by, start, taken.astype(np.int32))


ROUTINGS = {"valiant-groups": valiant_groups, "ugal": ugal}
