"""The routings on channels against plain enumerations: all paths of a small network, sorted by what the routing's rule says."""

from fractions import Fraction
from itertools import pairwise

import networkx as nx
import pytest

from netlemma.errors import RoutingError
from netlemma.graphs import network
from netlemma.graphs.routing.hop_routing import inside
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings import routing as routing_of

from .followed import Goal, follow


def dimension_order_relation(net, node, destination):
    """Hops along all shortest paths inside the first dimension that is not yet right, with the shares of those paths."""
    here, goal = net.labels(node), net.labels(destination)
    d = next(d for d, (a, b) in enumerate(zip(here, goal, strict=True)) if a != b)
    distance, paths = inside(net.factors[d])
    choices = []
    for h in range(int(net.indptr[node]), int(net.indptr[node + 1])):
        there = net.labels(int(net.target[h]))
        if there[d] != here[d] and distance[there[d]][goal[d]] == distance[here[d]][goal[d]] - 1:
            choices.append((h, Fraction(paths[there[d]][goal[d]], paths[here[d]][goal[d]])))
    return choices


def ways(routing):
    """All ways of all packets as lists of channels, by source, destination and label; each choice followed."""
    found = {}
    for source in routing.ends:
        for destination in routing.ends:
            for label in routing.labels(source, destination) if source != destination else ():
                todo, done = [(source, None, [])], []
                while todo:
                    node, came_by, way = todo.pop()
                    passed = not routing.phases.parts or label in (source, *map(routing.end, way))
                    if node == destination and passed:
                        done.append(way)
                    else:
                        choices = routing.next_channels(node, came_by, destination, label)
                        assert choices
                        todo += [(routing.end(c), c, [*way, c]) for c, _ in choices]
                found[source, destination, label] = done
    return found


def node_paths(routing):
    """The sets of node paths of all packets, by source and destination."""
    return {
        (s, d): {(s, *(routing.end(c) for c in way)) for way in found} for (s, d, _), found in ways(routing).items()
    }


def graph_of(net):
    graph = nx.DiGraph()
    graph.add_edges_from(zip(net.origin.tolist(), net.target.tolist(), strict=True))
    return graph


def shortest_paths(net):
    graph = graph_of(net)
    return {(s, d): {tuple(p) for p in nx.all_shortest_paths(graph, s, d)} for s in graph for d in graph if s != d}


@pytest.mark.parametrize(
    "net",
    [network("toroid", w=4, D=2), network("toroid", w=2, D=2), network("mesh", k=3, n=2), network("hypercube", n=3),
     network("oneway-torus", k=3, n=2), network("line(3) x ring(4)"), network("clique(3) x bus(3)")],
    ids=lambda net: net.title,
)  # fmt: skip
@pytest.mark.parametrize("ties", ["plus", "split"])
def test_dimension_order_takes_the_hops_of_the_relation(net, ties):
    routing = channel_routing(net, "dimension-order", ties=ties)
    for node in range(net.node_count):
        for destination in range(net.node_count):
            if node != destination:
                allowed = sorted(dimension_order_relation(net, node, destination))
                found = routing.next_channels(node, None, destination, None)
                if ties == "plus":
                    assert len(found) == 1 and found[0][1] == 1 and found[0][0] in dict(allowed)
                else:
                    assert sorted(c for c, _ in found) == [c for c, _ in allowed]
                    assert sum(w for _, w in found) == 1


def around(net, routing, way):
    """For each channel of a way: dimension, tail digit, head digit, virtual channel."""
    for c in way:
        a, b = net.labels(routing.start(c)), net.labels(routing.end(c))
        d = next(d for d in range(len(a)) if a[d] != b[d])
        yield d, a[d], b[d], c % routing.vcs


@pytest.mark.parametrize(
    "net", [network("toroid", w=5, D=2), network("oneway-torus", k=4, n=2)], ids=lambda net: net.title
)
def test_datelines_change_the_channel_where_digits_jump(net):
    """Written once more: a bit that is set by a hop between the ends of the row of digits and cleared in a new dimension."""
    size = net.factors[0].size
    for rule in "dateline", "dateline-kept":
        routing = channel_routing(net, "dimension-order", vcs=2, rule=rule)
        for (way,) in ways(routing).values():
            bit, before = 0, 0
            for d, a, b, vc in around(net, routing, way):
                if d != before and rule == "dateline":
                    bit = 0
                bit |= {a, b} == {0, size - 1}
                assert vc == bit
                before = d


@pytest.mark.parametrize(
    "net", [network("toroid", w=5, D=2), network("oneway-torus", k=4, n=2)], ids=lambda net: net.title
)
def test_dally_seitz_channels_tell_whether_the_jump_is_ahead(net):
    size = net.factors[0].size
    routing = channel_routing(net, "dimension-order", vcs=2, rule="dally-seitz")
    for (way,) in ways(routing).values():
        hops = list(around(net, routing, way))
        for i, (d, *_, vc) in enumerate(hops):
            ahead = any(e == d and {a, b} == {0, size - 1} for e, a, b, _ in hops[i:])
            assert vc == (0 if ahead else 1)


def test_more_virtual_channels_are_shared_by_halves():
    net = network("oneway-torus", k=3, n=1)
    routing = channel_routing(net, "dimension-order", vcs=4)
    assert routing.kind == "oblivious"
    assert routing.next_channels(1, None, 0, None) == [(4 + vc, Fraction(1, 2)) for vc in (0, 1)]
    assert routing.next_channels(2, 4, 0, None) == [(8 + vc, Fraction(1, 2)) for vc in (2, 3)]


@pytest.mark.parametrize("title", ["mesh", "cube-connected-cycles", "toroid"])
def test_shortest_routings_take_all_shortest_paths(title):
    net = network(
        title, **{"mesh": {"k": 3, "n": 2}, "cube-connected-cycles": {"D": 3}, "toroid": {"w": 4, "D": 2}}[title]
    )
    every = shortest_paths(net)
    for name in "shortest", "shortest-adaptive":
        assert node_paths(channel_routing(net, name)) == every
    first = node_paths(channel_routing(net, "shortest-first"))
    assert all(len(first[pair]) == 1 and first[pair] <= every[pair] for pair in every)


WEST, EAST, SOUTH, NORTH = (0, -1), (0, 1), (1, -1), (1, 1)


def directions(net, path):
    """The directions of the hops of a path in a mesh: dimension and +1 or -1."""
    for u, v in pairwise(path):
        a, b = net.labels(u), net.labels(v)
        d = next(d for d in range(len(a)) if a[d] != b[d])
        yield d, b[d] - a[d]


def never_back(early):
    def legal(net, path):
        moves = [m in early for m in directions(net, path)]
        return moves == sorted(moves, reverse=True)

    return legal


def odd_even(net, path):
    """Chiu's two rules: no turn from east in an even column, none to west in an odd one."""
    moves = list(directions(net, path))
    for node, before, after in zip(path[1:], moves, moves[1:], strict=False):
        column = net.labels(node)[0]
        if before == EAST and after[0] == 1 and column % 2 == 0:
            return False
        if after == WEST and before[0] == 1 and column % 2 == 1:
            return False
    return True


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "name, legal",
    [("west-first", never_back({WEST})), ("north-last", never_back({WEST, EAST, SOUTH})),
     ("negative-first", never_back({WEST, SOUTH})), ("odd-even", odd_even)],
)  # fmt: skip
@pytest.mark.parametrize("parameters", [{"k": 4, "n": 2}, {"k": 5, "n": 2}, {"k": 2, "n": 2}])
def test_turn_models_take_all_shortest_paths_without_forbidden_turns(name, legal, parameters):
    net = network("mesh", **parameters)
    every = {pair: {p for p in paths if legal(net, p)} for pair, paths in shortest_paths(net).items()}
    assert node_paths(channel_routing(net, name)) == every


@pytest.mark.in_turn
def test_turn_models_in_three_dimensions():
    net = network("mesh", k=3, n=3)
    falling = {(d, -1) for d in range(3)}
    for name, early in [
        ("negative-first", falling), ("west-first", falling - {(2, -1)}), ("north-last", falling | {(0, 1)}),
    ]:  # fmt: skip
        every = {pair: {p for p in paths if never_back(early)(net, p)} for pair, paths in shortest_paths(net).items()}
        assert node_paths(channel_routing(net, name)) == every


def test_a_turn_that_is_allowed_adds_paths():
    net = network("mesh", k=3, n=2)
    less, more = (node_paths(channel_routing(net, "west-first", allow=allow)) for allow in ("", "north-west"))
    assert all(less[pair] <= more[pair] for pair in less)
    added = {m for pair in less for p in more[pair] - less[pair] for m in pairwise(directions(net, p))}
    assert (NORTH, WEST) in added and (SOUTH, WEST) not in added


@pytest.mark.in_turn
@pytest.mark.parametrize("root", [0, 5])
def test_up_down_takes_the_shortest_ways_that_go_up_before_they_go_down(root):
    net = network("cube-connected-cycles", D=3)
    graph = graph_of(net)
    level = nx.single_source_shortest_path_length(graph, root)

    def climbs(path):
        return [(level[v], v) < (level[u], u) for u, v in pairwise(path)]

    adaptive = node_paths(channel_routing(net, "up-down-adaptive", root=root))
    one = node_paths(channel_routing(net, "up-down", root=root))
    for (s, d), paths in adaptive.items():
        legal: set = set()
        length = 0
        while not legal:
            length += 1
            legal = {
                tuple(p)
                for p in nx.all_simple_paths(graph, s, d, cutoff=length)
                if climbs(p) == sorted(climbs(p), reverse=True)
            }
        assert paths == legal
        assert len(one[s, d]) == 1 and one[s, d] <= legal


def test_valiant_goes_by_way_of_its_label_and_changes_the_layer_there():
    net = network("toroid", w=3, D=2)
    routing = channel_routing(net, "valiant")
    assert routing.vcs == 4 and len(routing.labels(0, 1)) == 9
    straight = {pair[:2]: way for pair, (way,) in ways(channel_routing(net, "dimension-order", vcs=2)).items()}
    beyond = False
    for (s, d, middle), found in ways(routing).items():
        (way,) = found
        layer = [c % 4 // 2 for c in way]
        assert layer == sorted(layer)
        below = [(c // 4) * 2 + c % 4 % 2 for c in way]
        first = straight.get((s, middle), [])
        assert below == first + straight.get((middle, d), [])
        assert layer == [0] * len(first) + [1] * (len(below) - len(first))
        beyond |= d in [int(net.target[c // 2]) for c in first[:-1]]
    assert beyond  # some packets meet their destination before their intermediate node


def test_duato_allows_all_shortest_hops_and_the_escape_of_dimension_order():
    net = network("toroid", w=4, D=2)
    routing = channel_routing(net, "duato", vcs=4)
    escape = channel_routing(net, "dimension-order", vcs=2, rule="dally-seitz")
    adaptive = channel_routing(net, "shortest-adaptive")
    for s in range(16):
        for d in range(16):
            if s != d:
                found = [c for c, _ in routing.next_channels(s, None, d, None)]
                hops = [c for c, _ in adaptive.next_channels(s, None, d, None)]
                (out,) = [c for c, _ in escape.next_channels(s, None, d, None)]
                assert sorted(found) == sorted([4 * h + vc for h in hops for vc in (2, 3)] + [out // 2 * 4 + out % 2])
                assert [c for c in found if routing.escape(c)] == [out // 2 * 4 + out % 2]
    assert follow(routing).after[Goal(5, None)]


@pytest.mark.parametrize("words", ["dimension-order vcs=257", "dimension-order vcs=999999999", "duato escape=257"])
def test_more_virtual_channels_than_can_be_followed_are_refused(words):
    """9,999,999 of them kept a computer busy for minutes without a word."""
    with pytest.raises(RoutingError, match="virtual channels of each hop are too many to follow: at most 256"):
        routing_of(network("oneway-torus", k=3, n=2), words)


def test_the_root_has_a_number_or_a_name():
    net = network(nx.relabel_nodes(nx.path_graph(4), dict(enumerate("dbca"))))  # d - b - c - a
    numbered = network(nx.path_graph([10, 11, 12, 13]))
    assert "of node b;" in channel_routing(net, "up-down", root="b").description
    assert node_paths(channel_routing(net, "up-down", root="(b)")) == node_paths(
        channel_routing(net, "up-down", root="b")
    )
    assert "of node 12;" in channel_routing(numbered, "up-down", root=12).description
    assert "of node 11;" in channel_routing(numbered, "up-down").description  # in the middle of a file or graph
    assert "of node (0);" in channel_routing(network("ring", K=5), "up-down").description
    for given, why in [("e", "numbers 0 to 3, and names such as"), (4, "numbers 0 to 3"), (-1, "root=-1")]:
        with pytest.raises(RoutingError, match=why):
            channel_routing(net, "up-down", root=given)
    with pytest.raises(RoutingError, match="have names such as 10"):
        channel_routing(numbered, "up-down", root=2)


def test_the_usual_root_of_a_file_is_in_the_middle_and_no_host():
    """By eccentricities of all nodes, of graphs whose first node is a host."""
    from netlemma.graphs.routings.up_down import middle

    for seed in range(8):
        tree = nx.random_labeled_tree(12, seed=seed)
        tree.add_edges_from([(0, "host"), (7, "host 2")])
        graph = nx.Graph()
        graph.add_node("host", type="host")
        graph.add_nodes_from(range(12), type="switch")
        graph.add_node("host 2", type="host")
        graph.add_edges_from(tree.edges)
        net = network(graph)
        far = nx.eccentricity(graph)
        names = [net.labels(v)[0] for v in range(net.node_count)]
        best = min(far[each] for each in graph if graph.nodes[each]["type"] == "switch")
        chosen = next(each for each in graph if str(each) == str(names[middle(net)]))
        assert graph.nodes[chosen]["type"] == "switch" and far[chosen] == best
