"""Routings of a dragonfly that leave their minimal route on the way, or go aside within a group."""

from collections.abc import Callable

import numpy as np

from netlemma.graphs.routing.capabilities import Arrays, RoutingSymmetry
from netlemma.graphs.routing.channel_routing import ChannelRouting, Label
from netlemma.graphs.routing.choices import BY_CHANNEL, Choices, by_arrays
from netlemma.graphs.routings.groups import Goals, Labels, group_labels, single_links
from netlemma.graphs.routings.hops import Marks, on_channels
from netlemma.graphs.routings.minimal import GroupPlaces
from netlemma.graphs.routings.virtual import any_channel, words
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


FIRST, LOCAL, GLOBAL = (
    np.uint32(1 << behind) for behind in range(3)
)  # packets at their first switch, and by their last hop
ALL = FIRST | LOCAL | GLOBAL


class Ways:
    """Hops of a dragonfly with one link between every two groups, by what they lead to.

    between, same: Whether each hop leads from switch to switch, and within a group.
    group: Group of each node.
    """

    def __init__(self, net: Network, at: GroupPlaces) -> None:
        self.net, self.at, self.between = net, at, at.between
        self.group = at.owner // at.switches_of_group
        self.tails, heads = self.group[at.tail], self.group[at.head]
        self.same = at.between & (self.tails == heads)
        across = np.flatnonzero(at.between & ~self.same)
        self._link = np.full((at.groups, at.groups), -1)
        self._link[self.tails[across], heads[across]] = across
        self._hops = np.arange(net.hop_count)

    def towards(self, group: int) -> np.ndarray:
        """Whether each hop is the link from its group to another one, or leads to the switch with that link."""
        link = self._link[self.tails, group]
        gateway = np.where(link >= 0, self.at.tail[link], -1)
        return self.between & ((self._hops == link) | (self.same & (self.at.head == gateway)) & (link >= 0))

    def minimal(self, destination: int) -> np.ndarray:
        """Whether each hop between switches is on the minimal route from its switch to a destination."""
        goal, there = self.at.owner[destination], self.group[destination]
        return np.where(self.tails == there, self.same & (self.at.head == goal), self.towards(int(there)))

    def ends(self, destination: int) -> np.ndarray:
        """Whether each hop leaves a terminal, or leads to the destination."""
        return ~self.between & (~self.net.forwarding[self.at.tail] | (self.at.head == destination))


def par(net: Network, vcs: int = 1) -> ChannelRouting:
    """Progressive adaptive routing: UGAL that decides again behind the first hop, as long as the packet is in the group of its source.

    A packet that is on its minimal route may turn to another group there; one that has turned goes on. The routes are those of
    both decisions, all choices equally likely; the queues by which they are made are not compared.

    N. Jiang, J. Kim and W. J. Dally, Indirect adaptive routing on large scale interconnection networks, 2009.

    >>> from netlemma.graphs import network
    >>> routing = par(network("dragonfly", p=0, a=3, h=1))
    >>> came = routing.next_channels(1, None, 9, 1)
    >>> [routing.channel_name(channel) for channel, _ in came]
    ['(0,1)->(0,0)', '(0,1)->(0,2)']
    >>> [routing.channel_name(channel) for channel, _ in routing.next_channels(2, came[1][0], 9, 1)]
    ['(0,2)->(0,0)', '(0,2)->(3,0)']
    """
    at = single_links(net, "par")
    ways = Ways(net, at)

    def marks_to(destination: int, label: int) -> np.ndarray:
        shortest, there = ways.minimal(destination), ways.group[destination]
        aside = ways.towards(label)
        before = (ways.tails != there) & (ways.tails != label)
        first = FIRST * (shortest | aside) | LOCAL * (aside | (shortest & ~ways.same))
        return np.where(before & ways.between, first, ALL * (shortest | ways.ends(destination)))

    text = (
        "the minimal route or one by way of any other group, decided at the first switch and again behind a hop within "
        "the group of the source"
    )
    return _marked("par", net, vcs, ways, marks_to, group_labels(net, at, False), text)


def valiant_switches(net: Network, vcs: int = 1) -> ChannelRouting:
    """Valiant's routing over switches: minimally to a switch of another group than those of both ends, and minimally on.

    Packets between switches of one group go by way of a third one of it; where there is no switch of this kind they take
    their minimal route.

    M. Garcia, E. Vallejo, R. Beivide, M. Odriozola and M. Valero, Efficient routing mechanisms for dragonfly networks, 2013,
    on why detours within groups are needed.

    >>> from netlemma.graphs import network
    >>> routing = valiant_switches(network("dragonfly", p=0, a=3, h=1))
    >>> routing.labels(0, 1), routing.labels(0, 3)
    ((2,), (6, 7, 8, 9, 10, 11))
    """
    at = single_links(net, "valiant-switches")
    ways = Ways(net, at)
    switches, ends = np.arange(at.groups * at.switches_of_group), np.array(net.ends)

    def allowed(source: np.ndarray, destination: int) -> np.ndarray:
        """For each source which switches its packets go by: matrix of bool."""
        here, there, goal = ways.group[source][:, None], ways.group[destination], at.owner[destination]
        own = at.owner[source][:, None]
        by = ways.group[switches]
        aside = np.where(
            here == there, (by == here) & (switches != own) & (switches != goal), (by != here) & (by != there)
        )
        aside &= own != goal
        return np.where(aside.any(axis=1, keepdims=True), aside, switches == own)

    def labels(source: int, destination: int) -> tuple[int, ...]:
        return tuple(np.flatnonzero(allowed(np.array([source]), destination)[0]).tolist())

    def goals_to(destination: int) -> list[tuple[Label, np.ndarray]]:
        others = ends[ends != destination]
        among = allowed(others, destination)
        return [(int(each), others[among[:, each]].astype(np.int32)) for each in np.flatnonzero(among.any(axis=0))]

    def marks_to(destination: int, label: int) -> np.ndarray:
        shortest, there, by = ways.minimal(destination), ways.group[destination], ways.group[label]
        to = ways.same & (at.head == label) & (at.tail != label)
        beside = (FIRST | GLOBAL) * to | LOCAL * (shortest & ~ways.same)
        inside = np.where(at.tail == label, ALL * shortest, beside)
        outside = np.where(ways.tails == there, ALL * shortest, ALL * ways.towards(int(by)))
        return np.where(ways.between, np.where(ways.tails == by, inside, outside), ALL * ways.ends(destination))

    text = "by way of a switch drawn among those of other groups, of the own one to ends in it, minimal before and behind it"
    return _marked("valiant-switches", net, vcs, ways, marks_to, (labels, goals_to), text)


def _marked(
    name: str,
    net: Network,
    vcs: int,
    ways: Ways,
    marks_to: Callable[[int, int], np.ndarray],
    goals: tuple[Labels, Goals],
    text: str,
) -> ChannelRouting:
    """The routing of marked hops, where packets differ by their label and by the kind of the hop by which they came."""
    behind = np.where(ways.same, 1, np.where(ways.between, 2, 0)).astype(np.uint8)
    text = f"{text}; {words('none', vcs)}"

    def choices_to(destination: int, label: Label) -> Choices:
        def marks(end: int) -> Marks:
            assert isinstance(label, int)
            return Marks(marks_to(end, label).astype(np.uint32))

        made = on_channels(name, net, "oblivious", marks, any_channel(net), vcs, text, behind, alone=True)
        assert made.arrays.choices_to is not None
        found: Choices = made.arrays.choices_to(destination, None)
        return found

    return by_arrays(
        name,
        net,
        "oblivious",
        vcs,
        Arrays(choices_to, goals[1]),
        labels=goals[0],
        description=text,
        symmetry=RoutingSymmetry(alike_ends=True),
    )


ROUTINGS = {"par": par, "valiant-switches": valiant_switches, "olm": olm}
