"""Routings on channels: how channels are numbered and named, which relations are refused, what following all routes finds."""

from fractions import Fraction

import pytest

from netlemma.errors import Livelock, RoutingError
from netlemma.graphs import from_devices, network
from netlemma.graphs.deadlock.states import states
from netlemma.graphs.routing.channel_routing import ALL, ChannelRouting
from netlemma.graphs.routing.choices import Goal
from netlemma.graphs.routing.goal_graph import goal_graphs
from netlemma.graphs.routings import channel_routing, channel_routings
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.routings.tables import from_routes

from .followed import follow

RING = network("oneway-torus", k=4, n=1)


def relation(net, choose, kind="deterministic", **options):
    return ChannelRouting("mine", net, kind, choose, **options)


def test_channels_are_numbered_by_hop_and_named_by_their_ends():
    net = from_devices([(0,), (1,)], [("a", "link", [(0,), (1,)]), ("a", "link", [(0,), (1,)])])
    routing = relation(net, lambda *_: [], vcs=2)
    assert routing.channel_count == 8
    assert [routing.channel_name(c) for c in (0, 1, 2, 7)] == [
        "(0)->(1) vc 0", "(0)->(1) vc 1", "(0)->(1) #2 vc 0", "(1)->(0) #2 vc 1",
    ]  # fmt: skip
    assert [(routing.start(c), routing.end(c)) for c in (3, 4)] == [(0, 1), (1, 0)]


def test_a_packet_that_is_stranded_is_named():
    gap = relation(RING, lambda node, came_by, to, label: [] if node == 2 else [(node, ALL)])
    with pytest.raises(
        RoutingError,
        match=r"^routing mine on oneway-torus k=4 n=1: a packet from \(2\) to \(0\) is stranded at node \(2\): the",
    ):
        list(goal_graphs(gap))


def test_circles_are_a_livelock():
    """Packets to node 0 turn back between 2 and 3 on a two-way ring."""
    ring = network("ring", K=4)

    def back_and_forth(node, came_by, to, label):
        row = range(int(ring.indptr[node]), int(ring.indptr[node + 1]))
        ahead = 2 if node == 3 else (node + 1) % 4
        return [(next(h for h in row if ring.target[h] == ahead), ALL)]

    with pytest.raises(
        Livelock, match=r"^livelock: routing mine on ring K=4: a packet from \(1\) to \(0\) can come back to"
    ):
        list(goal_graphs(relation(ring, back_and_forth)))


@pytest.mark.parametrize(
    "choose, kind, message",
    [
        (lambda node, *_: [((node + 1) % 4, ALL)], "deterministic", "does not start there"),
        (lambda node, *_: [(node, Fraction(1, 2))], "oblivious", "do not add up to 1"),
        (lambda node, *_: [(node, Fraction(-1)), (node, Fraction(2))], "oblivious", "do not add up to 1"),
        (lambda node, *_: [(node, Fraction(1, 2))], "deterministic", "do not add up to 1"),
    ],
)
def test_wrong_relations_are_refused(choose, kind, message):
    with pytest.raises(RoutingError, match=message) as error:
        list(goal_graphs(relation(RING, choose, kind)))
    assert "\n" not in str(error.value)


def test_deterministic_routings_have_one_choice():
    net = network("mesh", k=2, n=2)
    routing = relation(net, channel_routing(net, "shortest").next_channels)
    with pytest.raises(RoutingError, match="has 2 choices at node"):
        list(goal_graphs(routing))


@pytest.mark.parametrize("options", [{"kind": "random"}, {"vcs": 0}])
def test_wrong_kinds_and_numbers_are_refused(options):
    with pytest.raises(RoutingError, match=r"must be one of|needs at least 1"):
        relation(RING, lambda *_: [], **options)


def test_choices_of_weight_zero_are_none():
    """An oblivious routing never takes them, so they close no circle."""
    two = network("ring", K=3)

    def choose(node, came_by, to, label):
        row = range(int(two.indptr[node]), int(two.indptr[node + 1]))
        return [(h, Fraction(int(two.target[h]) == to)) for h in row]

    routes = follow(relation(two, choose, "oblivious"))
    assert all(after == {c: ()} for after in routes.after.values() for c in after if len(after) == 1)
    assert sum(map(len, routes.after.values())) == routes.packet_count == 6


def test_only_packets_between_terminals_run():
    routing = relation(RING, lambda node, *_: [(node, ALL)], terminals=(0, 1))
    routes = follow(routing)
    assert routes.first == {Goal(0, None): {1: (1,)}, Goal(1, None): {0: (0,)}}
    assert routes.after[Goal(0, None)] == {1: (2,), 2: (3,), 3: ()}


def test_states_know_the_nearest_source():
    found = states(relation(RING, lambda node, *_: [(node, ALL)], terminals=(0, 2)))
    here = {(found.goal[s].destination, found.channel[s]): (found.source[s], found.depth[s]) for s in range(len(found))}
    assert here == {(0, 2): (2, 0), (0, 3): (2, 1), (2, 0): (0, 0), (2, 1): (0, 1)}


def test_several_routes_between_two_nodes():
    net = network("ring", K=4)
    one, other = [0, 3], [1, 6]
    assert [[int(net.target[h]) for h in way] for way in (one, other)] == [[1, 2], [3, 2]]
    routes = follow(from_routes(net, [(0, 2, one), (0, 2, other)]))
    assert routes.after == {Goal(2, 0): {0: (3,), 3: ()}, Goal(2, 1): {1: (6,), 6: ()}}


def test_names_and_options():
    assert {"dimension-order", "duato", "valiant", "up-down", "west-first", "odd-even"} <= set(channel_routings())
    for wrong, message in [
        ({"name": "dimension-ordr"}, "did you mean dimension-order"),
        ({"name": "duato", "lanes": 3}, "no option 'lanes': it takes vcs, escape"),
        ({"name": "duato", "vcs": 1}, "needs at least one of each"),
        ({"name": "duato", "vcs": 3, "escape": 1, "adaptive": 1}, "vcs is their sum"),
        ({"name": "dimension-order", "vcs": 0}, "at least 1"),
        ({"name": "dimension-order", "vcs": 2, "rule": "zigzag"}, "rules are"),
        ({"name": "dimension-order", "ties": "down"}, "plus or minus or split"),
        ({"name": "valiant", "vcs": 3}, "even number"),
        ({"name": "west-first"}, "routing of meshes"),
        ({"name": "up-down", "root": 99}, "numbers 0 to 15"),
    ]:
        with pytest.raises(RoutingError, match=message) as error:
            channel_routing(network("toroid", w=4, D=2), **wrong)
        assert "\n" not in str(error.value)
    for wrong, message in [
        ({"name": "west-first", "allow": "up-left"}, "is no turn"),
        ({"name": "west-first", "allow": "west-north"}, "forbids no such turn"),
    ]:
        with pytest.raises(RoutingError, match=message):
            channel_routing(network("mesh", k=3, n=2), **wrong)
    with pytest.raises(RoutingError, match="has one-way links"):
        channel_routing(RING, "up-down")
    with pytest.raises(RoutingError, match="no Cartesian product"):
        channel_routing(network("cube-connected-cycles", D=3), "duato")
    for words, message in [("duato escape=x", "whole number"), ("duato escape", "name=value"), ("", "no routing")]:
        with pytest.raises(RoutingError, match=message):
            routing_of(network("toroid", w=4, D=2), words)
    assert routing_of(network("toroid", w=4, D=2), "duato escape=1 adaptive=3").vcs == 4
    with pytest.raises(RoutingError, match="two-dimensional"):
        channel_routing(network("mesh", k=2, n=3), "odd-even")
