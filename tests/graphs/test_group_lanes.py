"""Minimal routing of a dragonfly on two lanes, as InfiniBand can have it: by the ends, or by the ports of a switch."""

import pytest

from netlemma.errors import RoutingError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.fewest_channels import fewest_channels
from netlemma.graphs.routings import channel_routing

SIZES = [
    {"p": 1, "a": 3, "h": 1},
    {"p": 2, "a": 2, "h": 2},
    {"p": 1, "a": 2, "h": 2, "groups": 3},
    {"p": 0, "a": 4, "h": 1},
]


def ways(made, source, destination, label):
    """All ways of a packet, as lists of channels."""
    found, todo = [], [[c] for c, _ in made.next_channels(source, None, destination, label)]
    while todo:
        way = todo.pop()
        if made.end(way[-1]) == destination:
            found.append(way)
            continue
        todo += [[*way, c] for c, _ in made.next_channels(made.end(way[-1]), way[-1], destination, label)]
    return found


def every_way(made):
    ends = made.network.ends
    for source, destination in [(s, d) for s in ends for d in ends if s != d]:
        (label,) = made.labels(source, destination)
        yield from ((source, destination, way) for way in ways(made, source, destination, label))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_d3r_keeps_to_the_lane_of_the_order_of_groups(size):
    net = network("dragonfly", **size)
    made, plain = channel_routing(net, "d3r"), channel_routing(net, "minimal")
    lanes = set()
    for source, destination, way in every_way(made):
        (here, *_), (there, *_) = net.labels(source), net.labels(destination)
        assert {c % 2 for c in way} == {int(there < here)}
        assert [c // 2 for c in way] in ways(plain, source, destination, None)
        lanes |= {c % 2 for c in way}
    assert lanes == {0, 1}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_dla_changes_lanes_by_the_ports_of_a_switch_alone(size):
    net = network("dragonfly", **size)
    made = channel_routing(net, "dla")
    table, seen = {}, set()
    for _, _, way in every_way(made):
        kinds = ["local" if net.labels(made.start(c))[0] == net.labels(made.end(c))[0] else "global" for c in way]
        for i, c in enumerate(way):
            came = way[i - 1] // 2 if i else None
            if net.forwarding[made.start(c)] and net.forwarding[made.end(c)]:
                assert table.setdefault((made.start(c), came if came is not None and net.forwarding[made.start(way[i - 1])] else None,
                                         c // 2), c % 2) == c % 2  # fmt: skip
                assert c % 2 == int("global" in kinds[:i] and kinds[i] == "local")
                seen.add(c % 2)
    assert seen == {0, 1}


@pytest.mark.parametrize("name", ["d3r", "dla"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_two_lanes_are_needed_and_enough(name, size):
    net = network("dragonfly", **size)
    assert [decide(channel_routing(net, name, vcs)).verdict for vcs in (1, 2)] == ["deadlock", "deadlock-free"]
    with pytest.raises(RoutingError, match=f"{name} has vcs=3: it takes 2 lanes"):
        channel_routing(net, name, 3)


@pytest.mark.in_turn
def test_routes_decided_twice_take_three_virtual_channels_in_another_order():
    found = fewest_channels(network("dragonfly", p=1, a=3, h=1), "par").fewest_vcs
    assert (found["suffices"], found["necessary"]) == (3, 3) and "by=tree" in found["routing"]
