"""The tables of an adaptive routing against the relation, asked at every place for every destination."""

from dataclasses import replace

import pytest

from graphs import network
from graphs.base.errors import RoutingError
from graphs.routing.channel_routing import ALL, ChannelRouting
from graphs.routing.routes import Goal, follow
from graphs.routings import channel_routing
from graphs.routings import routing as routing_of
from graphs.simulate import SimulationError
from graphs.simulate.layouts.choices import ARRIVED, choices

CASES = [
    ("oneway-torus", {"k": 4, "n": 2}, "duato", 3), ("oneway-torus", {"k": 2, "n": 3}, "duato", 4), ("toroid", {"w": 5, "D": 2}, "duato", 3),
    ("toroid", {"w": 4, "D": 2}, "duato escape=4", 5), ("toroid", {"w": 2, "D": 2}, "duato", 3), ("hypercube", {"n": 3}, "duato", 2),
    ("mesh", {"k": 3, "n": 2}, "duato", 3), ("line(3) x clique(4)", {}, "shortest-adaptive", 2), ("ring(4) x bus(3)", {}, "shortest-adaptive", 1),
    ("line(3) x ring(5) x oneway-ring(3)", {}, "duato", 3), ("mesh", {"k": 3, "n": 2}, "dimension-order", 3),
    ("cube-connected-cycles", {"D": 3}, "shortest-adaptive", 1),
]  # fmt: skip


def offers(table, place, goal):
    """What the table says, and where escape channels begin."""
    number = table.lists[place, goal]
    low, high = table.first[number], table.first[number + 1]
    return [int(table.base[place] + c) for c in table.offers[low:high]], int(table.escapes[number] - low)


def wanted(routing, channels):
    """The same from the relation: channels first, escape channels behind."""
    escape = [c for c in channels if routing.escape and routing.escape(c)]
    others = [c for c in channels if c not in escape]
    return others + escape, len(others)


def differences(routing):
    """Where the table of the routing differs from what the relation says at a place behind any channel."""
    table, net = choices(routing, 2), routing.network
    found = 0
    for destination in range(net.node_count):
        for node in range(net.node_count):
            if node == destination:
                assert table.lists[node, destination] == ARRIVED
                continue
            ways_in = [c for c in range(routing.channel_count) if routing.end(c) == node]
            for came_by in (None, *ways_in):
                asked = [c for c, _ in routing.next_channels(node, came_by, destination, None)]
                found += offers(table, node, destination) != wanted(routing, list(dict.fromkeys(asked)))
    return found


@pytest.mark.parametrize("family, sizes, name, vcs", CASES)
def test_tables_say_what_the_relation_says(family, sizes, name, vcs):
    routing = routing_of(network(family, **sizes), name, vcs=vcs)
    assert routing.choices_by == ("digits" if routing.network.factors else "node")
    assert differences(routing) == 0
    if routing.network.factors:
        assert differences(replace(routing, choices_by="node")) == 0


def test_a_wrong_declaration_is_seen():
    net = network("oneway-torus", k=3, n=2)
    dateline = routing_of(net, "duato rule=dateline", vcs=3)
    assert dateline.choices_by == "channel" and differences(replace(dateline, choices_by="node")) > 0
    falling = ChannelRouting("other", net, "adaptive", lambda node, came_by, to, label: [
        (hop, ALL) for hop in ((2 * node,) if node // 3 != to // 3 else (2 * node + 1,)) if node or to != 4
    ] or [(1, ALL)], choices_by="digits")  # fmt: skip
    assert differences(falling) > 0  # from node 0 to node 4 it does what no other pair alike does
    with pytest.raises(RoutingError, match="'hop'"):
        replace(dateline, choices_by="hop")


@pytest.mark.parametrize(
    "family, sizes, name, vcs",
    [("mesh", {"k": 3, "n": 2}, "west-first", 2), ("mesh", {"k": 3, "n": 2}, "odd-even", 1), ("oneway-torus", {"k": 3, "n": 2}, "duato rule=dateline", 3),
     ("line(3) x ring(3)", {}, "up-down-adaptive", 1)],
)  # fmt: skip
def test_tables_by_channel_say_what_all_routes_say(family, sizes, name, vcs):
    routing = routing_of(network(family, **sizes), name, vcs=vcs)
    table, routes = choices(routing, 1), follow(routing)
    count = routing.channel_count
    longest = 0
    for source in range(routing.network.node_count):
        for destination in range(routing.network.node_count):
            if source == destination:
                continue
            goal = Goal(destination, None)
            column = int(table.goal[source, destination])
            assert offers(table, count + source, column) == wanted(routing, routes.first[goal][source])
            layer, length = set(routes.first[goal][source]), 1
            while layer:
                for channel in layer:
                    later = routes.after[goal][channel]
                    assert int(table.place[channel]) == channel and offers(table, channel, column) == wanted(
                        routing, later
                    )
                layer, length = {x for c in layer for x in routes.after[goal][c]}, length + 1
            longest = max(longest, length + 1)
    assert table.longest == longest


def test_routings_that_lead_nowhere_are_refused():
    net = network("oneway-torus", k=3, n=1)
    for by in ("channel", "node"):
        for relation, says in ((lambda node, *_: [], "stranded"), (lambda node, *_: [(node, ALL)], None)):
            routing = ChannelRouting("around", net, "adaptive", relation, choices_by=by)
            if says:
                with pytest.raises(RoutingError, match=says):
                    choices(routing)
            else:
                assert choices(routing).longest == 4
        back = channel_routing(network("ring", K=4), "shortest-adaptive")
        circles = replace(back, next_channels=lambda node, *_: [(2 * node, ALL), (2 * node + 1, ALL)], choices_by=by)
        with pytest.raises(RoutingError, match="livelock"):
            choices(circles)


def test_several_labels_are_refused():
    net = network("mesh", k=2, n=2)
    routing = replace(channel_routing(net, "shortest-adaptive"), labels=lambda s, d: (1, 2))
    with pytest.raises(SimulationError, match="has 2 routes"):
        choices(routing)
