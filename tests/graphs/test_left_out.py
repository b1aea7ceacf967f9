"""Networks without some links and nodes against NetworkX on the graph without them."""

from fractions import Fraction
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import netlemma as nl
from netlemma.base.remarks import Remark
from netlemma.errors import InputError, NetworkError, RoutingError, TrafficError
from netlemma.graphs import measure, network, read
from netlemma.graphs.routings import routing
from netlemma.graphs.topology.structure import from_devices, show
from netlemma.graphs.traffic.worst.worst_case import worst_case

LEAF_SPINE = (
    "from,to,from_type,to_type\ns1,l1,switch,switch\ns1,l2,switch,switch\ns2,l1,switch,switch\ns2,l2,switch,switch\n"
    "l1,h1,switch,host\nl1,h2,switch,host\nl2,h3,switch,host\nl2,h4,switch,host\n"
)
BUS = from_devices(
    [(0,), (1,), (2,), (3,)],
    [("bus", "bus", [(0,), (1,), (2,)]), ("line", "link", [(2,), (3,)]), ("line", "link", [(1,), (3,)])],
)


def visits(graph):
    """Mean distance, diameter and visit ratio of each edge of a simple graph, with fractions."""
    pairs = graph.number_of_nodes() * (graph.number_of_nodes() - 1)
    total, longest, loads = 0, 0, dict.fromkeys(map(frozenset, graph.edges), Fraction(0))
    for s in graph:
        for t in graph:
            if s != t:
                ways = list(nx.all_shortest_paths(graph, s, t))
                total, longest = total + len(ways[0]) - 1, max(longest, len(ways[0]) - 1)
                for way in ways:
                    for edge in pairwise(way):
                        loads[frozenset(edge)] += Fraction(1, len(ways) * pairs)
    return Fraction(total, pairs), longest, loads


@settings(max_examples=15)
@given(st.data())
def test_a_torus_without_links_and_nodes_is_counted_as_its_graph(data):
    net = network("torus", k=4, n=2)
    links = data.draw(st.sets(st.integers(0, 31), max_size=3))
    nodes = data.draw(st.sets(st.integers(0, 15), max_size=2, min_size=not links))
    names = [net.devices[d].name for d in links] + [show(net.labels(u)) for u in nodes]
    graph = nx.Graph(net.graph)
    graph.remove_edges_from([[net.labels(u) for u in net.devices[d].nodes] for d in links])
    graph.remove_nodes_from([net.labels(u) for u in nodes])
    left = network("torus", k=4, n=2, without=names)
    mean, diameter, loads = visits(graph)
    found = measure(left)
    assert (found.mean_distance, found.diameter) == (mean, diameter)
    assert (found.classes[0].devices, found.classes[0].max) == (len(loads), max(loads.values()))
    assert nx.utils.graphs_equal(nx.Graph(left.graph).to_undirected(), left.graph)
    assert set(left.graph) == set(graph) and set(map(frozenset, left.graph.edges)) == set(loads)


@pytest.mark.parametrize(
    "name", ["(0,0)-(0,1)", "0,0-0,1", "(0,1)-(0,0)", "#0-#1", "0-1", "link[16]", ((0, 0), (0, 1))]
)
def test_a_link_has_several_names(name):
    left = network("torus", k=4, n=2, without=[name])
    whole = network("torus", k=4, n=2)
    gone = {d.name for d in whole.devices} - {d.name for d in left.devices}
    assert gone == {whole.devices[16].name} == {"(0,0)-(0,1)"}
    assert left.title == "torus k=4 n=2 without (0,0)-(0,1)"


@pytest.mark.parametrize("name", ["(3,3)", "3,3", "#15", (3, 3)])
def test_a_node_has_several_names(name):
    left = network("torus", k=4, n=2, without=[name])
    assert (left.node_count, left.device_count, left.title) == (15, 28, "torus k=4 n=2 without (3,3)")
    assert (3, 3) not in set(map(left.labels, range(15)))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("(0,0)-(0,9)", "no node '(0,9)'; did you mean (0,3)?"),
        (
            "(0,0)-(1,1)",
            "no link joins (0,0) and (1,1) in torus k=4 n=2; (0,0) is joined to (1,0), (3,0), (0,1), (0,3)",
        ),
        ("(0,0)-(0,1) #2", "no 2 links in parallel join (0,0) and (0,1)"),
        ("link[32]", "class link of torus k=4 n=2 has 32 devices, link[0] to link[31]"),
        ("lnk[3]", "did you mean link[3]?"),
        ("(0,0)->(0,1)", "a link of torus k=4 n=2 has both directions: write it with a dash"),
        ("#16", "has no node or link called '#16'"),
        ("x" * 300, "its nodes are (0,0), (0,1), (0,2), (0,3) and 12 more"),
    ],
)
def test_an_unknown_name_is_refused_in_one_line(name, said):
    with pytest.raises(NetworkError) as error:
        network("torus", k=4, n=2, without=[name])
    assert said in str(error.value) and len(str(error.value)) < 300


def test_names_with_dashes_parallel_links_and_one_way_links(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("from,to\na-b,c\na-b,c\nc,a\na,b-c\nb-c,a-b\n")
    assert [d.name for d in read(table).devices] == ["a-b-c", "a-b-c #2", "a-b-b-c", "c-a", "a-b-c"]
    with pytest.raises(NetworkError, match=r"can be the link of a and b-c or that of a-b and c"):
        network(table, without=["a-b-c"])
    left = network(table, without=["#0-#1 #2"])
    assert left.device_count == 4
    with pytest.warns(Remark, match="#0-#1 is one of 2 links in parallel, and the others stay"):
        assert network(table, without=["#0-#1"]).device_count == 4
    table.write_text(
        "from,to,Type\na,b,Directed\nb,a,Directed\nb,c,Directed\nc,a,Directed\na,c,Directed\nc,b,Directed\n"
    )
    assert [d.name for d in network(table, without=["a->b"]).devices] == ["a->c", "b->a", "b->c", "c->a", "c->b"]
    with pytest.raises(NetworkError, match="not connected: no route leads from"):
        network(table, without=["a-c", "a->b"])


def test_a_bus_is_named_as_tables_name_it():
    ring = from_devices(
        list(map(tuple, "abc")),
        [("bus", "bus", list(map(tuple, "abc"))), *[("line", "link", [(u,), (v,)]) for u, v in ("ab", "bc")]],
    )
    for name in ("bus 0 (*)", "bus 0", "bus[0]"):
        assert network(ring, without=[name]).classes == [("line", 2)]
    with pytest.raises(NetworkError, match=r"bus 0 \(\*\) joins them: write its name"):
        network(BUS, without=["0-1"])


def test_hosts_go_with_the_switch_that_they_hang_on_and_nothing_else_does(tmp_path):
    table = tmp_path / "ft.csv"
    table.write_text(LEAF_SPINE)
    assert measure(network(table, without="s1")).mean_distance == Fraction(10, 3)
    with pytest.warns(Remark, match="without l1 also h1, h2 go"):
        left = network(table, without="l1")
    assert [left.labels(u)[0] for u in left.ends] == ["h3", "h4"] and left.node_count == 5
    with pytest.raises(NetworkError, match=r"ft.csv without l1-h1 is not connected: no route leads from h1 to h2"):
        network(table, without="l1-h1")


def test_a_file_has_a_name_a_line(tmp_path):
    names = tmp_path / "failed.txt"
    names.write_text("# cables\n\n#0-#1\n% that was the first\n(2,2)\n")
    assert network("torus", k=4, n=2, without=names).title == "torus k=4 n=2 without (0,0)-(0,1), (2,2)"
    assert network("torus", k=4, n=2, without=[str(names), "1,1"]).title.endswith("without (0,0)-(0,1), (2,2), (1,1)")


def test_it_is_no_longer_of_its_family():
    left = network("torus", k=4, n=2, without=["(0,0)-(0,1)"])
    assert left.family not in ("torus", "toroid") and not left.factors and left.symmetries is None
    with pytest.raises(RoutingError, match="no Cartesian product, so it has no dimensions: name a routing"):
        routing(left, "dimension-order")
    with pytest.raises(RoutingError, match=r"torus k=4 n=2 without .* has no usual routing"):
        routing(left)
    assert network(left.graph).title == left.title
    with pytest.raises(InputError, match="links and nodes are left out only of networks of channels"):
        network("livefly", f=3, r=2, without=["0-1"])


@pytest.mark.parametrize("vcs", [1, 2])
@pytest.mark.in_turn
def test_verdicts_and_worst_cases_have_certificates_that_name_what_is_left_out(vcs):
    options = {"k": 4, "n": 2, "without": ["(0,0)-(0,1)"]}
    by = "up-down" if vcs == 1 else "shortest"
    verdict = nl.deadlock("torus", by, vcs=vcs if vcs > 1 else None, **options)
    assert verdict.verdict == ("deadlock-free" if vcs == 1 else "deadlock")
    assert verdict.certificate["network"] == {
        "family": "torus",
        "parameters": {"k": 4, "n": 2},
        "without": ["(0,0)-(0,1)"],
    }
    assert nl.certify(verdict.certificate).accepted
    other = {**verdict.certificate, "network": {"family": "torus", "parameters": {"k": 4, "n": 2}}}
    assert not nl.certify(other).accepted
    if vcs == 1:
        worst = nl.worst_case("torus", by, **options)
        assert worst.gamma == worst_case(routing(network("torus", **options), by)).gamma
        assert nl.certify(worst.certificate).accepted
        assert not nl.certify({**worst.certificate, "gamma": str(worst.gamma - 1)}).accepted


def test_certificates_of_graphs_and_files_name_it_too(tmp_path):
    graph = nx.cycle_graph(5)
    graph.add_edge(0, 2)
    left = network(graph, without=["0-1"])
    assert left.title == "graph without 0-1" and left.device_count == 5
    verdict = nl.deadlock(graph, "up-down", without=["0-1"])
    assert verdict.certificate["network"]["without"] == ["0-1"]
    assert nl.certify(verdict.certificate, network=graph).accepted


def test_traffic_patterns_are_those_of_the_whole_network_as_long_as_all_its_nodes_are_there():
    options = {"k": 4, "n": 2, "without": ["(0,0)-(0,1)"]}
    left, whole = nl.network("torus", **options), nl.network("torus", k=4, n=2)
    for pattern in ("tornado", "transpose", "bit-complement", "mix 1/2*uniform+1/2*tornado"):
        found, before = left.measure("up-down", traffic=pattern), whole.measure("up-down", traffic=pattern)
        pairs = [(s, t) for s in range(16) for t in range(16) if s != t]
        assert [found.traffic.between(*pair) for pair in pairs] == [before.traffic.between(*pair) for pair in pairs]
        assert found.network.device_count == 31 and found.loads.total >= before.loads.total
    assert nl.certify(
        nl.worst_case("torus", optimal=True, traffic="transpose", k=3, n=2, without=["0-1"]).certificate
    ).accepted
    with pytest.raises(TrafficError, match="tornado is defined by the digits of a Cartesian product"):
        nl.measure("torus", "up-down", traffic="tornado", k=4, n=2, without=["(0,0)"])
    with pytest.raises(TrafficError, match="tornado is defined by the digits of a Cartesian product"):
        nl.measure(whole.graph.subgraph(list(whole.graph)[:12]).copy(), "up-down", traffic="tornado")
