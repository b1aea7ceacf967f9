"""Opportunistic local misrouting of a dragonfly: its ways, and that three virtual channels are needed and enough."""

import pytest

from netlemma.errors import RoutingError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.routings import channel_routing

SIZES = [{"p": 1, "a": 3, "h": 1}, {"p": 2, "a": 2, "h": 2}, {"p": 0, "a": 4, "h": 1}]
ORDER = ["l0", "g0", "l1", "g1", "l2"]


def ways(made, source, destination, label):
    """All ways of a packet between switches: pairs of a channel of the order and the group and switch to which it leads."""
    net, found, todo = made.network, [], [(source, None, [])]
    while todo:
        node, came, way = todo.pop()
        assert len(way) <= 9
        if node == destination and came is not None:
            found.append(tuple(way))
            continue
        for c, _ in made.next_channels(node, came, destination, label):
            u, v = net.labels(made.start(c)), net.labels(made.end(c))
            between = net.forwarding[made.start(c)] and net.forwarding[made.end(c)]
            todo.append((made.end(c), c, [*way, ("gl"[u[0] == v[0]] + str(c % made.vcs), v)] if between else way))
    return found


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_packets_go_aside_once_in_a_group_and_rise_otherwise(size):
    net = network("dragonfly", **size)
    made = channel_routing(net, "olm")
    fallen, longest = set(), 0
    for source, destination in [(s, d) for s in net.ends[:4] for d in net.ends if s != d]:
        for label in made.labels(source, destination):
            here = net.labels(source)[0]
            for way in ways(made, source, destination, label):
                groups = [here, *(v[0] for _, v in way)]
                visited = [g for i, g in enumerate(groups) if i == 0 or g != groups[i - 1]]
                assert visited in ([here], [here, groups[-1]], [here, label, groups[-1]])
                for group in visited:
                    assert sum(name[0] == "l" and v[0] == group for name, v in way) <= 2
                ranks = [ORDER.index(name) for name, _ in way]
                falls = [i for i in range(1, len(ranks)) if ranks[i] <= ranks[i - 1]]
                assert all(way[i][0][0] == "l" for i in falls)
                assert all(
                    i + 1 < len(ranks) and ranks[i + 1] > ranks[i - 1] - (ranks[i] == ranks[i - 1]) for i in falls
                )
                fallen |= {(way[i - 1][0], way[i][0]) for i in falls}
                longest = max(longest, len(way))
    assert fallen == ({("l0", "l0"), ("g0", "l0"), ("g1", "l1")} if size["a"] > 2 else {("l0", "l0")})
    assert longest == (8 if size["a"] > 2 else 6)


@pytest.mark.parametrize("switching", ["cut-through", "wormhole"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_three_virtual_channels_are_needed_and_enough(size, switching):
    net = network("dragonfly", **size)
    verdicts = [decide(channel_routing(net, "olm", vcs), switching).verdict for vcs in (2, 3)]
    assert verdicts == ["deadlock", "deadlock-free"]


def test_a_hop_that_is_drawn_and_waited_for_deadlocks():
    """The minimal way is an escape only for packets that may change their mind."""
    net = network("dragonfly", p=1, a=3, h=1)
    assert decide(channel_routing(net, "olm", choice="uniform")).verdict == "deadlock"
    with pytest.raises(RoutingError, match="several: minimal fits it"):
        channel_routing(network("dragonfly", p=1, a=2, h=2, groups=3), "olm")
