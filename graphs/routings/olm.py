"""OLM: adaptive routing of a dragonfly with hops aside within groups, on no more virtual channels than Valiant's."""

import numpy as np

from netlemma.graphs.routing.capabilities import Arrays, RoutingSymmetry
from netlemma.graphs.routing.channel_routing import ChannelRouting, Label
from netlemma.graphs.routing.choices import BY_CHANNEL, Choices, by_arrays
from netlemma.graphs.routings.group_detours import Ways
from netlemma.graphs.routings.groups import group_labels, single_links
from netlemma.graphs.topology.structure import Network

Taken = list[tuple[np.ndarray, int]]  # hops, and the virtual channel on which they are taken


def olm(net: Network, vcs: int = 3) -> ChannelRouting:
    """Opportunistic local misrouting: the routes of PAR, and a hop aside before a hop within a group to which a packet came from another.

    Minimal hops rise along the channels l0, g0, l1, g1, l2 of local and global links; a hop aside within a group is on the channel of
    local links before that, so that the minimal way from there is left as an escape. Packets between switches of one group may go aside
    at once. Fewer virtual channels than 3 let packets stay on the last one.

    M. Garcia, E. Vallejo, R. Beivide, M. Odriozola and M. Valero, Efficient routing mechanisms for dragonfly networks, 2013.

    >>> from netlemma.graphs import network
    >>> routing = olm(network("dragonfly", p=0, a=3, h=1))
    >>> [routing.channel_name(channel) for channel, _ in routing.next_channels(0, None, 1, 0)]
    ['(0,0)->(0,1) vc 0', '(0,0)->(0,2) vc 0']
    """
    at = single_links(net, "olm")
    ways = Ways(net, at)
    labels, goals_to = group_labels(net, at, False)
    last = vcs - 1
    hop = np.repeat(np.arange(net.hop_count), vcs)
    lane = np.tile(np.arange(vcs), net.hop_count)
    came = np.where(ways.same[hop], 1 + lane, np.where(ways.between[hop], 1 + vcs + lane, 0))
    row_class = np.concatenate([np.zeros(net.node_count, dtype=np.int64), came])
    row_node = np.concatenate([np.arange(net.node_count), net.target[hop]])

    def taken_to(destination: int, group: int) -> list[Taken]:
        """For packets at their source, behind local hops on each channel, and behind global ones, what they may take."""
        shortest, there, ends = ways.minimal(destination), ways.group[destination], ways.ends(destination)
        before = ways.between & (ways.tails != there) & (ways.tails != group)
        turning, within = before & ways.towards(group), shortest & ~before
        straight = np.zeros(net.node_count, dtype=bool)
        straight[at.tail[within & ~ways.same]] = True
        straight[at.owner[destination]] = True
        aside = ways.same & ~before & ~within & ~straight[at.tail]
        beyond = shortest & ~ways.same & ways.between
        home = (ways.tails == there) & aside
        found: list[Taken] = [[(before & (shortest | ways.towards(group)) | within | home, 0), (ends, 0)]]
        for v in range(vcs):
            on = [(turning, 0)] if v == 0 else []
            found.append([*on, (beyond, min(v, 1)), (within & ways.same, v + 1), (ends, 0)])
        found += [[(within & ways.same, v + 1), (beyond & ~before, v + 1), (aside, v), (ends, 0)] for v in range(vcs)]
        return found

    def choices_to(destination: int, label: Label) -> Choices:
        assert isinstance(label, int)
        classes = []
        for taken in taken_to(destination, label):
            channels = np.unique(np.concatenate([np.flatnonzero(hops) * vcs + min(v, last) for hops, v in taken]))
            classes.append(channels[net.origin[channels // vcs] != destination])
        count = net.node_count
        sizes = np.stack([np.bincount(net.origin[each // vcs], minlength=count) for each in classes])
        first = np.cumsum(sizes).reshape(sizes.shape) - sizes
        length, begin = sizes[row_class, row_node], first[row_class, row_node]
        start = np.concatenate([[0], np.cumsum(length)])
        channel = np.concatenate(classes)[np.repeat(begin - start[:-1], length) + np.arange(start[-1])]
        return Choices(BY_CHANNEL, start, channel.astype(np.int32))

    text = "the routes of par, and one hop aside before a hop within the group of a destination or of the detour"
    return by_arrays(
        "olm", net, "adaptive", vcs, Arrays(choices_to, goals_to), labels=labels,
        description=f"{text}; minimal hops on rising virtual channels of {vcs}, hops aside on that of the local hop before",
        symmetry=RoutingSymmetry(alike_ends=True),
    )  # fmt: skip


ROUTINGS = {"olm": olm}
