"""Networks in which messages run between some of the nodes, and through some of them: measured against every route."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netlemma.errors import NetworkError, RoutingError
from netlemma.graphs import from_devices, measure, network, profile
from netlemma.graphs.routing.channel_routing import ALL, ChannelRouting
from netlemma.graphs.routing.hop_routing import Routing
from netlemma.graphs.routings import channel_routing

from .followed import Goal, follow
from .slow_routings import shortest_relation

RELATION = Routing("by the relation", shortest_relation)


@st.composite
def fabrics(draw):
    """Switches that are joined, hosts at one or two of them that pass nothing on, one-way shortcuts; some nodes are ends."""
    switches, hosts = draw(st.integers(1, 5)), draw(st.integers(0, 4))
    nodes = [(i,) for i in range(switches + hosts)]
    some_switch = st.integers(0, switches - 1)
    devices = [("tree", "link", [nodes[draw(st.integers(0, i - 1))], nodes[i]]) for i in range(1, switches)]
    for host in range(switches, switches + hosts):
        for to in draw(st.lists(some_switch, min_size=1, max_size=3)):  # parallel links are drawn, too
            devices.append(("cable", "link", [nodes[host], nodes[to]]))
    for _ in range(draw(st.integers(0, 3))):
        a, b = draw(some_switch), draw(some_switch)
        if a != b:
            devices.append(("shortcut", "one-way link", [nodes[a], nodes[b]]))
    ends = (
        tuple(draw(st.lists(st.integers(0, len(nodes) - 1), min_size=2, max_size=6, unique=True)))
        if len(nodes) > 1
        else ()
    )
    if not ends:
        nodes, devices, ends = [(0,), (1,)], [("tree", "link", [(0,), (1,)])], (0, 1)
    passing = np.array([i < switches for i in range(len(nodes))])
    return replace(from_devices(nodes, devices), terminals=tuple(sorted(ends)), forwards=passing)


def agree(net, naive, routing=None):
    ends = [net.labels(v) for v in net.ends]
    expected = naive.measure(net.graph, ends, {net.labels(v) for v in range(net.node_count) if net.forwarding[v]})
    found = measure(net, routing)
    for device in range(net.device_count):
        assert found.visit_ratio(device) == expected.visit_ratio.get(device, 0), (net, device)
    assert (found.mean_distance, found.diameter) == (expected.mean_distance, expected.diameter)
    assert sum(c.visit_ratio * c.devices for c in found.classes) == found.mean_distance


@pytest.mark.in_turn
@given(fabrics())
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_route_between_ends_is_counted(method, naive, net):
    agree(net, naive)


@given(fabrics())
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_relation_counts_the_same(naive, net):
    agree(net, naive, RELATION)


@given(fabrics())
@settings(max_examples=20)
def test_routings_on_channels_run_between_ends_and_through_no_host(net):
    for name in ("shortest", "shortest-first", "shortest-adaptive"):
        routes = follow(channel_routing(net, name))
        assert routes.packet_count == len(net.ends) * (len(net.ends) - 1)
        passed = {
            int(net.origin[after]) for of_goal in routes.after.values() for all_ in of_goal.values() for after in all_
        }
        assert all(net.forwarding[v] for v in passed)


def dumbbell(**what):
    """Two switches with two hosts each, and a host at both of them: nodes 0 and 1, 2 to 5, and 6."""
    links = [(0, 1), (0, 2), (0, 3), (1, 4), (1, 5), (0, 6), (1, 6)]
    net = from_devices([(i,) for i in range(7)], [("link", "link", [(a,), (b,)]) for a, b in links])
    return replace(net, **what)


HOSTS = (2, 3, 4, 5)
SWITCHES = np.array([True, True, False, False, False, False, False])


def test_counted_by_hand(method):
    """Of 12 pairs 8 cross the middle link, which no message does beside it; every host sends 3 and receives 3."""
    found = measure(dumbbell(terminals=HOSTS, forwards=SWITCHES))
    ratios = [Fraction(8, 12)] + [Fraction(6, 12)] * 4 + [0, 0]
    assert [found.visit_ratio(d) for d in range(7)] == ratios and found.diameter == 3
    assert found.mean_distance == Fraction(8 * 3 + 4 * 2, 12)
    assert found.counting.startswith(
        "ordered pairs of different ends of messages, 4 of the 7 nodes, all equally likely; "
    )


def test_a_host_at_two_switches_passes_nothing_on():
    """Without the middle link, a host at both switches could join them; it does not."""
    links = [(0, 2), (1, 4), (0, 6), (1, 6)]
    net = from_devices([(i,) for i in (0, 1, 2, 4, 6)], [("link", "link", [(a,), (b,)]) for a, b in links])
    passing = np.array([True, True, False, False, False])
    assert measure(replace(net, terminals=(2, 3))).mean_distance == 4
    for method in (None, RELATION):
        with pytest.raises(NetworkError, match=r"no route leads from \(.\) to \(.\)"):
            measure(replace(net, terminals=(2, 3), forwards=passing), method)
    assert measure(replace(net, terminals=(2, 4), forwards=passing)).mean_distance == 2


def test_unreachable_nodes_that_are_no_ends_do_not_matter(method):
    """A one-way link leads out of the network, and nothing back."""
    devices = [("link", "link", [(0,), (1,)]), ("out", "one-way link", [(1,), (2,)])]
    net = from_devices([(0,), (1,), (2,)], devices)
    assert measure(replace(net, terminals=(0, 1))).visit_ratio(0) == 1
    with pytest.raises(NetworkError, match=r"from \(2\) to \(0\)"):
        measure(replace(net, terminals=(0, 2)))


def test_symmetries_of_a_family_are_not_used_for_some_of_its_nodes(method, naive):
    net = network("toroid", w=4, D=2)
    assert measure(net).symmetric and not measure(replace(net, terminals=(0, 1, 5))).symmetric
    agree(replace(net, terminals=(0, 1, 5)), naive)


def test_dimension_order_between_some_nodes():
    """Followed by the relation: of four nodes of a mesh two send."""
    found = measure(replace(network("mesh", k=2, n=2), terminals=(0, 3)), "dimension-order")
    crossed = {each.name: str(found.visit_ratio(d)) for d, each in enumerate(network("mesh", k=2, n=2).devices)}
    assert found.mean_distance == 2 and sorted(crossed.values()) == ["1/2"] * 4


@pytest.mark.parametrize("name", ["up-down", "up-down-adaptive"])
@pytest.mark.parametrize("root", range(7))
def test_up_down_goes_through_no_host(name, root):
    """Not even if its tree begins at a host at two switches."""
    assert (
        follow(channel_routing(dumbbell(terminals=(*HOSTS, 6), forwards=SWITCHES), name, root=root)).packet_count == 20
    )


@pytest.mark.parametrize("row", [3, 4])
@pytest.mark.parametrize("name", ["up-down", "shortest-first"])
def test_no_way_is_cut_short_by_a_host(name, row):
    """Switches in a row, and first of all a host at both ends of it, which would be a way as long or shorter."""
    far = row - 1
    links = [(0, row), (far, row), *pairwise(range(row)), (0, row + 1), (far, row + 2)]
    net = from_devices([(i,) for i in range(row + 3)], [("link", "link", [(a,), (b,)]) for a, b in links])
    net = replace(net, terminals=(row, row + 1, row + 2), forwards=np.array([i < row for i in range(row + 3)]))
    goal = Goal(row + 2, None)
    routes = follow(channel_routing(net, name))
    way = list(routes.first[goal][row + 1])
    while routes.after[goal][way[-1]]:
        way += routes.after[goal][way[-1]]
    assert [int(net.target[hop]) for hop in way] == [*range(row), row + 2]


def test_a_routing_through_a_host_is_refused():
    net = dumbbell(terminals=(2, 4), forwards=SWITCHES)
    hop = {(int(u), int(v)): h for h, (u, v) in enumerate(zip(net.origin, net.target, strict=True))}
    way = {(2, 4): 0, (0, 4): 6, (6, 4): 1, (1, 4): 4, (4, 2): 1, (1, 2): 0, (0, 2): 2}
    by = ChannelRouting("by 6", net, "deterministic", lambda node, _, to, __: [(hop[node, way[node, to]], ALL)],
                        terminals=net.terminals)  # fmt: skip
    with pytest.raises(RoutingError, match="is led through node \\(6\\), which passes on no messages of others"):
        follow(by)
    assert follow(replace(by, network=dumbbell())).packet_count == 2


@pytest.mark.parametrize("ends", [(), (3,)])
def test_fewer_than_two_ends_are_refused(ends):
    with pytest.raises(NetworkError, match=f"has {len(ends)} ends of messages and 7 devices: a message needs two"):
        measure(dumbbell(terminals=ends))


def test_a_profile_counts_ends_alone(method):
    """Hosts of one switch are 2 hops apart, those of both 3; the host at both switches is a short cut of no use to them."""
    found = profile(dumbbell(terminals=HOSTS, forwards=SWITCHES))
    assert found.nodes_at_distance == [4, 0, 4, 8] and found.shortest_paths_at_distance == [4, 0, 4, 8]
    assert found.farthest_shortest_paths == 1
    apart = replace(dumbbell(terminals=HOSTS), forwards=np.arange(7) < 1)
    with pytest.raises(NetworkError, match="is not connected: no route leads from \\(2\\) to \\(4\\)"):
        profile(apart)
