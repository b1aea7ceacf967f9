"""Building networks: families, products as text, refusals, devices, NetworkX graphs."""

import subprocess
import sys
import time
from dataclasses import replace

import networkx as nx
import pytest

from netlemma.errors import NetworkError, ProductError, SizeError, UnknownFamily
from netlemma.graphs import RingFamily, RingNetwork, device_network, families, from_devices, network, ring_network
from netlemma.graphs.families import TOGETHER
from netlemma.plugins import offering


@pytest.mark.parametrize(
    ("text", "peer"),
    [
        ("ring(5)", nx.cycle_graph(5)),
        ("line(4) x ring(5)", nx.cartesian_product(nx.path_graph(4), nx.cycle_graph(5))),
        ("clique(3)^2", nx.cartesian_product(nx.complete_graph(3), nx.complete_graph(3))),
        ("line(2)^4", nx.hypercube_graph(4)),
        ("oneway-ring(3) x oneway-ring(4)", nx.cartesian_product(*(nx.cycle_graph(k, nx.DiGraph) for k in (3, 4)))),
    ],
)
def test_graphs_are_what_networkx_builds(text, peer):
    graph = network(text).graph
    assert type(graph) is type(peer)
    ends = {frozenset(e) if not peer.is_directed() else e for e in graph.edges}
    named = {n: n if isinstance(n, tuple) else (n,) for n in peer}
    assert ends == {
        frozenset((named[u], named[v])) if not peer.is_directed() else (named[u], named[v]) for u, v in peer.edges
    }


def test_graph_types_and_attributes():
    assert type(network("ring", K=2).graph) is nx.MultiGraph
    assert type(network("oneway-torus", k=3, n=1).graph) is nx.DiGraph
    assert type(network("ring(2) x oneway-ring(3)").graph) is nx.MultiDiGraph
    graph = network("spanning-bus-hypercube", w=3, D=2).graph
    assert sorted(nx.get_node_attributes(graph, "kind").values()) == ["bus"] * 6 + ["node"] * 9
    assert nx.is_bipartite(graph) and graph.number_of_edges() == 18
    for _, _, data in network("mesh", k=2, n=2).graph.edges(data=True):
        assert data["device_class"].startswith("dimension-") and data["device"]


def test_families_that_share_a_module_are_in_its_index():
    modules = {each.__name__.rpartition(".")[2]: each for each in offering("netlemma.graphs.families", "FAMILIES")}
    named = {name: [family.name for family in module.FAMILIES.values()] for name, module in modules.items()}
    assert {name: names.split() for name, names in TOGETHER.items()} == named


def test_devices():
    net = network("toroid", w=2, D=2)
    assert len(net.devices) == net.device_count == 8 and len({d.name for d in net.devices}) == 8
    assert net.devices[-1] == net.devices[7] and len(net.devices[2:5]) == 3
    assert net.devices[0].nodes == (0, 2) and net.devices[1].name == "(0,0)-(1,0) #2"
    with pytest.raises(IndexError):
        net.devices[8]
    assert network("bus(3) x line(2)").devices[1].name == "bus 1 (*,1)"
    assert network("oneway-ring(3)").devices[2].name == "(2)->(0)"


@pytest.mark.parametrize(("name", "family"), families().items())
def test_families_build_their_smallest_size(name, family):
    assert len(family.default_sizes) >= (5 if family.parameters else 1)
    smallest = dict(family.default_sizes[0])
    given = [p for p in family.parameters if not p.optional]
    least = {p.name: p.words[0] if p.words else (p.minimum,) if p.many else p.minimum for p in given}
    assert smallest == least or (family.illegal is not None and family.illegal(**least))
    net = network(name, **smallest)
    assert net.parameters == smallest and net.family == name and net.node_count >= 2 and name in repr(net)
    assert isinstance(net, RingNetwork) == isinstance(family, RingFamily)
    assert isinstance(net, RingNetwork) or "<table>" in net._repr_html_()
    for p in family.parameters:
        with pytest.raises(SizeError, match="it takes" if p.words else f"must be at least {p.minimum}"):
            network(name, **{**smallest, p.name: "nowhere" if p.words else p.minimum - 1})
        rest = {k: v for k, v in smallest.items() if k != p.name}
        if p.needed:
            with pytest.raises(SizeError, match=f"needs {p.name}"):
                network(name, **rest)
        else:
            assert network(name, **rest).parameters.get(p.name) == p.default


@pytest.mark.parametrize("name", [name for name, family in families().items() if family.facts])
def test_constructions_are_compared_with_their_definitions(name):
    family = families()[name]
    for size in family.default_sizes:
        assert family.build(**size).parameters == size
    for fact, value in family.facts(**family.default_sizes[0]).items():
        wrong = replace(family, facts=lambda fact=fact, value=value, **_: {fact: value + 1})
        with pytest.raises(NetworkError, match=f"{value} {fact.replace('_', ' ')} instead of {value + 1}"):
            wrong.build(**family.default_sizes[0])


def test_networks_of_the_wrong_kind_are_refused_in_one_line():
    for name, family in families().items():
        smallest = family.default_sizes[0]
        wanted, other = (device_network, ring_network)[:: 1 if isinstance(family, RingFamily) else -1]
        with pytest.raises(NetworkError, match=f"^{name}( .*)? is (not )?made of point-to-point rings[^\n]*$"):
            wanted(name, **smallest)
        assert other(name, **smallest).node_count == network(name, **smallest).node_count


def test_counts_by_family():
    counts = {
        "ring": (4, 4),
        "toroid": (64, 192),
        "torus": (64, 192),
        "mesh": (64, 144),
        "oneway-torus": (64, 192),
        "spanning-bus-hypercube": (64, 48),
    }
    for name, expected in counts.items():
        keys = [p.name for p in families()[name].parameters]
        net = network(name, **dict(zip(keys, (4, 3), strict=False)))
        assert (net.node_count, net.device_count) == expected
        assert net.hop_count == net.indptr[-1] == len(net.device)


@pytest.mark.parametrize(
    ("name", "parameters", "error", "message"),
    [
        ("toriod", {}, UnknownFamily, "did you mean toroid"),
        ("zzz", {}, UnknownFamily, "list families"),
        ("toroid", {"w": 3, "d": 2}, SizeError, "no parameter d"),
        ("toroid", {"w": "x", "D": 2}, SizeError, "w=x is no integer"),
        ("toroid", {"w": 2.5, "D": 2}, SizeError, "no integer"),
        ("toroid", {"w": 10**6, "D": 9}, SizeError, r"10\^54 nodes.*e.g. w<=5 at D=9"),
        ("hypercube", {"n": 10**400}, SizeError, r"n=10\^400 has .* n<=21"),
        ("ring", {"K": 10**5000}, SizeError, "K<="),
        ("ring(9)^99", {}, SizeError, "at most"),
        ("ring(1)", {}, SizeError, "character 6 .* at least 2"),
        ("ring(3)^0", {}, SizeError, "character 9 .* at least 1"),
        ("line(4) y ring(5)", {}, ProductError, "character 9 .*found 'y'"),
        ("line(4) x rnig(5)", {}, ProductError, "character 11 .*perhaps ring"),
        ("line(4", {}, ProductError, "character 7 .*end of text"),
        ("line(4) x", {}, ProductError, "character 10 .*end of text"),
        ("line(-4)", {}, ProductError, "character 6"),
        ("(" * 10_000, {}, ProductError, "at most 1000"),
        ("ring(٣)", {}, ProductError, "character 6"),
        ("ring(9999999999999999999)", {}, SizeError, "19 digits"),
        ("ring(4)", {"K": 4}, SizeError, "takes no parameter K"),
    ],
)
def test_bad_input_gives_one_line_at_once(name, parameters, error, message):
    start = time.process_time()
    with pytest.raises(error, match=message) as raised:
        network(name, **parameters)
    assert time.process_time() - start < 1 and "\n" not in str(raised.value) and len(str(raised.value)) < 600


def test_product_text_becomes_canonical():
    net = network(" line( 4 )x ring(5)  x ring(5)^1 ")
    assert net.family == "line(4) x ring(5)^2" and net.parameters == {} and net.labels(99) == (3, 4, 4)
    assert [name for name, _ in net.classes] == ["dimension-0", "dimension-1", "dimension-2"]


@pytest.mark.parametrize(
    ("devices", "message"),
    [
        ([("a", "wire", [(0,), (1,)])], "kind 'wire'"),
        ([("a", "link", [(0,), (2,)])], "which is no node"),
        ([("a", "link", [(0,), (0,)])], "two different nodes"),
        ([("a", "bus", [(0,)])], "two or more"),
        ([("a", "link", [(0,), (1,)]), ("a", "bus", [(0,), (1,)])], "two kinds"),
    ],
)
def test_bad_devices(devices, message):
    with pytest.raises(NetworkError, match=message):
        from_devices([(0,), (1,)], devices)
    with pytest.raises(NetworkError, match="same label"):
        from_devices([(0,), (0,)], [])


def test_families_are_listed_without_heavy_modules():
    """Heavy modules are imported only where they are used; import-linter judges the other imports."""
    code = "import sys, netlemma.graphs; netlemma.graphs.families(); print({'numba', 'networkx', 'sympy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.in_turn
def test_small_work_loads_no_compiled_loops():
    """Small networks are decided and measured in plain Python."""
    code = """
import sys
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.loads.measure import measure
from netlemma.graphs.routings import channel_routing
for routing in "west-first", "up-down", "valiant":
    decide(channel_routing(network("mesh", k=3, n=2), routing))
measure(network("mesh", k=3, n=2))
print("numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
