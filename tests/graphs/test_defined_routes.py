"""Routings by rules of a definition: followed node by node, and what is wrong with them."""

import re
from itertools import product

import numpy as np
import pytest

import netlemma as nl
from netlemma import plugins
from netlemma.definitions import read_definition
from netlemma.derive.definitions import plain_loops
from netlemma.errors import DefinitionError, InputError, RoutingError
from netlemma.graphs.routing.choices import choices_to
from netlemma.graphs.routings import routing, routing_names, usual_words

MESH = """family own-mesh
sizes k >= 2, n >= 2
node x: 0..k-1, y: 0..n-1
link row: (x, y) - (x+1, y) where x+1 < k
link column: (x, y) - (x, y+1) where y+1 < n
"""
XY = """route xy: (x, y) -> (x+1, y) where x' > x
route xy: (x, y) -> (x-1, y) where x' < x
route xy: (x, y) -> (x, y+1) where y' > y
route xy: (x, y) -> (x, y-1) where y' < y
"""
CUBES = """family ring-of-cubes
sizes n >= 3, d >= 1
node i: 0..n-1, b: words(2, d)
link ring: (i, b) - ((i+1) mod n, b)
link cube: (i, b) - (i, b with [j] = 1 - b[j]) for j: 1..d where b[j] = 0
route (i, b) -> ((i+1) mod n, b) where i != i' vc [i <= i']
route (i, b) -> (i, b with [j] = b'[j]) for j: 1..d where b[j] != b'[j]
route single: (i, b) -> ((i+1) mod n, b) where i != i'
route single: (i, b) -> (i, b with [j] = b'[j]) for j: 1..d where b[j] != b'[j]
"""
RING = "family own-ring\nsizes n >= 3\nnode i: 0..n-1\nlink ring: i -> (i+1) mod n\n"


@pytest.fixture(autouse=True)
def plugged(monkeypatch):
    """Definitions that end with the test."""
    monkeypatch.setattr(plugins._PLUGINS, "modules", [])
    monkeypatch.setattr(plugins._PLUGINS, "definitions", {})
    plugins._forget()
    yield
    plugins._forget()


def followed(text, name, size, source, destination):
    """Nodes and virtual channels of a packet, by plain loops over the rules."""
    there = dict(zip(((each.name, True) for each in text.coordinates), destination, strict=True))
    sizes = {(key, False): value for key, value in size.items()}
    way = [(source, None)]
    while way[-1][0] != destination:
        here = dict(zip(((each.name, False) for each in text.coordinates), way[-1][0], strict=True))
        names = {**sizes, **here, **there}
        hops = (
            (
                tuple(plain_loops.value(each, bound) for each in rule.target),
                rule.vc and plain_loops.value(rule.vc, bound),
            )
            for rule in text.routings[name]
            for bound in plain_loops._bound(rule.ranges, names)
            if rule.where is None or plain_loops.value(rule.where, bound)
        )
        way.append(next(hops))
    return [(node, vc or 0) for node, vc in way[1:]]


@pytest.mark.parametrize(
    ("text", "name", "size", "vcs"),
    [
        (MESH + XY, "xy", {"k": 3, "n": 4}, 1),
        (CUBES, "route", {"n": 4, "d": 2}, 2),
        (CUBES, "single", {"n": 3, "d": 3}, 1),
        (RING + "route up: i -> (i+1) mod n vc mod(i'-i, n)", "up", {"n": 4}, 4),
        (RING + "route up: i -> (i+1) mod n vc min(2, i')", "up", {"n": 5}, 3),
        (RING + "route up: i -> (i+1) mod n vc 1 where i = 0\nroute up: (i) -> (i+1) mod n", "up", {"n": 5}, 2),
    ],
)
def test_packets_follow_the_first_rule_that_applies(text, name, size, vcs):
    definition = read_definition(text)
    net = nl.define(text).network(**size)
    by = routing(net, name)
    assert (by.kind, by.vcs) == ("deterministic", vcs)
    flat = {u: net.labels(u) for u in range(net.node_count)}
    shape = [
        tuple(name[each.name, False] for each in definition.coordinates) for name in plain_loops.nodes(definition, size)
    ]
    for source, u in zip(shape, flat, strict=True):
        for goal, t in zip(shape, flat, strict=True):
            found, at = [], u
            while at != t:
                [(channel, _)] = by.next_channels(at, None, t, None)
                at = by.end(channel)
                found.append((shape[at], channel % vcs))
            assert found == followed(definition, name, size, source, goal)


def test_xy_of_a_definition_is_dimension_order_of_the_mesh():
    size = {"k": 4, "n": 4}
    own = routing(nl.define(MESH + XY).network(**size), "xy")
    usual = routing(nl.network("mesh", k=4, n=2), "dimension-order")
    for goal in range(16):
        mine, theirs = (choices_to(by, goal, None, np.arange(16)) for by in (own, usual))
        names = [[by.channel_name(c) for c in found.channel] for by, found in ((own, mine), (usual, theirs))]
        assert names[0] == names[1]
    measured, known = own.network.measure(routing="xy"), usual.network.measure(routing="dimension-order")
    assert (measured.mean_distance, measured.diameter) == (known.mean_distance, known.diameter)


def test_hops_over_links_of_a_class_are_those_that_its_lines_give():
    links, written = CUBES.partition("route")[0].replace("b[j] = 0", "b[j] != 9"), CUBES.partition("route")[2]
    text = (
        links
        + "route: if i != i' then ring vc [i <= i']\nroute if b[j] != b'[j] then cube\nroute single: if i' < i then ring"
    )
    found, own = read_definition(text).routings, read_definition(links + "route" + written).routings
    assert [(rule.target, rule.vc, rule.where) for rule in found["route"][:1]] == [
        (rule.target, rule.vc, rule.where) for rule in own["route"][:1]
    ]
    size = {"n": 3, "d": 2}
    nodes = [(i, (a, b)) for i in range(3) for a in range(2) for b in range(2)]
    for source, goal in product(nodes, repeat=2):
        ways = [
            followed(each, "route", size, source, goal)
            for each in map(read_definition, (text, links + "route" + written))
        ]
        assert ways[0] == ways[1]
    assert len(found["single"]) == 1


def test_deadlock_with_and_without_virtual_channels():
    cubes = nl.define(CUBES).network(n=3, d=1)
    assert usual_words(cubes) == "route"
    assert nl.deadlock(cubes).verdict == "deadlock-free"  # the usual routing is the one without a name
    assert nl.deadlock(cubes, routing="single").verdict == "deadlock"
    assert routing_names(cubes)[:2] == ["route", "single"]
    assert nl.define(CUBES).routings == ("route", "single")


def test_packets_between_terminals():
    text = MESH + "terminals 2 where y = 0\n" + XY
    net = nl.define(text).network(k=3, n=2)
    by = routing(net, "xy")
    ends = list(net.ends)
    assert len(ends) == 6
    channel = [by.next_channels(ends[0], None, ends[5], None)[0][0]]
    while by.end(channel[-1]) != ends[5]:
        channel += [by.next_channels(by.end(channel[-1]), channel[-1], ends[5], None)[0][0]]
    assert [net.labels(by.end(c)) for c in channel] == [(0, 0), (1, 0), (2, 0), (2, 0, 1)]
    [(up, _)] = by.next_channels(ends[0], None, ends[1], None)
    [(down, _)] = by.next_channels(by.end(up), up, ends[1], None)
    assert by.end(down) == ends[1]


@pytest.mark.parametrize(
    ("text", "size", "said"),
    [
        (MESH + XY.replace("x+1", "x+2"), {"k": 3, "n": 2}, "6:22: the route xy to (1,0) leads from (0,0) to (2,0), which no link does, at k=3 n=2"),
        (MESH + XY.replace("x+1", "x+9"), {"k": 3, "n": 2}, "6:22: the route xy to (1,0) leads from (0,0) to (9,0), which no link does, at k=3 n=2"),
        (MESH + XY.partition("\n")[2], {"k": 2, "n": 2}, "6:1: the route xy to (1,0) from (0,0) ends at (0,0), where no rule applies, at k=2 n=2"),
        (MESH + XY.replace("x' < x", "x' < x-1"), {"k": 2, "n": 2}, "6:1: the route xy to (0,0) from (1,0) ends at (1,0), where no rule applies, at k=2 n=2"),
        (MESH + "route xy: (x, y) -> (x+1, y) where x+1 < k\nroute xy: (x, y) -> (x-1, y)", {"k": 3, "n": 2}, "6:1: the route xy to (0,0) from (0,1) comes back to (2,1) and never arrives at k=3 n=2"),
        (RING + "route up: i -> (i+1) mod n vc i-1", {"n": 4}, "5:31: the route up to (1) has the virtual channel -1 at (0), of 0 to 255, at n=4"),
        (RING + "route up: i -> (i+1) mod n vc 300*i", {"n": 4}, "5:31: the route up to (0) has the virtual channel 300 at (1), of 0 to 255, at n=4"),
    ],
)  # fmt: skip
def test_wrong_routes_are_refused_with_line_size_and_pair(text, size, said):
    net = nl.define(text).network(**size)
    with pytest.raises(DefinitionError, match=f"definition:{re.escape(said)}$"):
        nl.deadlock(net, routing="up" if "up:" in text else "xy")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (MESH + "route xy: (x, y) - (x+1, y)", "6:18: '->' is expected between the ends of a hop, not '-'"),
        (MESH + "route xy: if x' > x then rows", "6:26: there is no link rows above"),
        (MESH + "route xy: if x' > x row", "6:24: 'then' is expected between the condition and a class of links, not the end of the line"),
        (MESH + "route xy: if j > x then row", "6:14: there is no j: the names are k, n, x, y"),
        (MESH + "route xy (x, y) -> (x+1, y)", "6:10: ':' is expected behind the routing xy, not '('"),
        (MESH + "route (x, y) -> (x+1, y)\nroute (x, y) -> (x-1, y) where x > x'", "7:1: this rule never applies: that of line 6 comes first"),
        (MESH + "route (x, y) -> (x+1, y) where x < x'\nroute (x, y) -> (x-1, y) where x < x'", "7:1: this rule never applies: that of line 6 comes first"),
        (MESH + "route (x, y) -> (x+1, y) where q < x'", "6:32: there is no q: the names are k, n, x, y"),
        (MESH + "route (x, y) -> (x+1, y) vc 1 vc 2", "6:31: 'vc' is not expected here"),
        ("family f\nsizes n\nroute i -> i+1", "3:1: route comes before node, which names the coordinates: node i: 0..n-1, b: words(2, d)"),
        ("family f\nsizes n\nnode vc: 0..n", "3:6: vc is a word of the language and cannot name a coordinate"),
        (MESH.replace("where x+1 < k", "where x' < k"), "4:35: x' is of the destination, which only a distance and a route have"),
    ],
)  # fmt: skip
def test_errors_of_rules_name_line_and_column(text, said):
    with pytest.raises(DefinitionError, match=f"^definition:{re.escape(said)}$"):
        read_definition(text)


def test_options_and_channels_that_a_rule_has_not():
    net = nl.define(CUBES).network(n=3, d=1)
    assert routing(net, "route", vcs=2).vcs == 2
    with pytest.raises(RoutingError, match="name 2 virtual channels: leave out vcs"):
        routing(net, "route", vcs=3)
    with pytest.raises(RoutingError, match="has no option 'ties': its rules say it all"):
        routing(net, "single ties=up")
    with pytest.raises(InputError, match="did you mean single"):
        routing(net, "singel")
