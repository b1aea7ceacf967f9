"""Networks written as files and read back: the same nodes, ends of messages, links and classes, as far as a format has them."""

from collections import Counter

import networkx
import pytest

import netlemma as nl
from netlemma.errors import InputError
from netlemma.graphs import measure, network
from netlemma.graphs.topology.structure import show

FAMILIES = [
    ("mesh", {"k": 3, "n": 2}),
    ("torus", {"k": 2, "n": 2}),
    ("fat-tree", {"k": 4}),
    ("dragonfly", {"p": 1, "a": 2, "h": 1}),
    ("megafly", {"p": 1, "s": 2, "h": 1}),
    ("bcube", {"n": 3, "k": 1}),
    ("oneway-torus", {"k": 3, "n": 2}),
    ("spanning-bus-hypercube", {"w": 3, "D": 2}),
    ("hyperx", {"S": (2, 3), "T": 2}),
    ("de-bruijn", {"d": 2, "D": 3}),
    ("slim-fly", {"q": 5, "p": 1}),
    ("cube-connected-cycles", {"D": 3}),
    ("generalised-petersen", {"n": 5, "k": 2}),
]
NAMED = ["csv", "graphml", "dot", "json"]


def contents(net):
    """Ends, forwarding nodes, and links by their ends and classes; without rings of one node."""
    names = [show(net.labels(node)) for node in range(net.node_count)]
    links = Counter[tuple[str, str, tuple[str, ...]]]()
    for device in net.devices:
        ends = [names[node] for node in device.nodes]
        if len({*ends}) > 1:
            links[device.kind, device.class_name, tuple(ends if device.kind == "one-way link" else sorted(ends))] += 1
    return sorted(zip(names, net.is_end.tolist(), net.forwarding.tolist(), strict=True)), links


def pytest_id(value):
    return value if isinstance(value, str) else ""


@pytest.mark.in_turn
@pytest.mark.parametrize("form", NAMED)
@pytest.mark.parametrize(("name", "sizes"), FAMILIES, ids=pytest_id)
def test_a_family_is_read_back_as_it_was(name, sizes, form, tmp_path):
    net = network(name, **sizes)
    found = nl.convert(net, output=tmp_path / f"net.{form}")
    assert found.left_out == () and (found.nodes, found.links) == (net.node_count, net.device_count)
    back = nl.read(tmp_path / f"net.{form}")
    assert contents(back) == contents(net)
    assert measure(back).mean_distance == measure(net).mean_distance


@pytest.mark.parametrize(("name", "sizes"), FAMILIES, ids=pytest_id)
def test_graph6_has_the_links_alone(name, sizes, tmp_path):
    net = network(name, **sizes)
    if name in ("oneway-torus", "spanning-bus-hypercube", "de-bruijn"):
        with pytest.raises(InputError, match=r"graph6 holds no (one-way links|buses), which"):
            nl.convert(net, output=tmp_path / "net.g6")
        return
    found = nl.convert(net, output=tmp_path / "net.g6")
    back = nl.read(tmp_path / "net.g6")
    mine = Counter(tuple(sorted(device.nodes)) for device in net.devices)
    assert Counter(tuple(sorted(device.nodes)) for device in back.devices) == mine
    assert "names of nodes" in found.left_out and ("types of nodes" in found.left_out) == (not net.is_end.all())


@pytest.mark.parametrize("name", ["mesh", "fat-tree", "dragonfly", "hyperx", "generalised-petersen"])
def test_anynet_is_the_network_with_its_ends_beside_routers(name, tmp_path):
    net = network(name, **dict(FAMILIES)[name])
    found = nl.convert(net, output=tmp_path / "net.anynet")
    back = nl.read(tmp_path / "net.anynet")
    beside = 2 * net.is_end.all()
    assert back.end_count == net.end_count
    assert measure(back).mean_distance == measure(net).mean_distance + beside
    assert any("one node" in each for each in found.left_out) == bool(beside)


def test_rings_are_written_as_their_mapping(tmp_path):
    net = network("clock")
    nl.convert(net, output=tmp_path / "net.json")
    assert nl.read(tmp_path / "net.json").successor.tolist() == net.successor.tolist()
    with pytest.raises(InputError, match="holds no network of point-to-point rings"):
        nl.convert(net, output=tmp_path / "net.csv")


def test_networkx_reads_what_is_written(tmp_path):
    net = network("mesh", k=3, n=2)
    for form, read in (("graphml", networkx.read_graphml), ("g6", networkx.read_graph6)):
        nl.convert(net, output=tmp_path / f"net.{form}")
        assert networkx.is_isomorphic(read(tmp_path / f"net.{form}"), net.graph)


def test_formats_that_are_not_known(tmp_path):
    with pytest.raises(InputError, match=r"net.xyz does not say a format: end it with one of .*\.csv.*or give `to`"):
        nl.convert("mesh", k=3, n=2, output=tmp_path / "net.xyz")
    with pytest.raises(InputError, match="no format 'yaml' is written: it must be one of"):
        nl.convert("mesh", k=3, n=2, output=tmp_path / "net.xyz", to="yaml")
    assert nl.convert("mesh", k=3, n=2, output=tmp_path / "net.xyz", to="dot").format == "dot"
    graph = networkx.cycle_graph(4)
    graph.nodes[0]["type"] = graph.nodes[2]["type"] = "host"
    with pytest.raises(InputError, match="BookSim joins each node to one router, but 0 of graph has 2 links"):
        nl.convert(graph, output=tmp_path / "net.anynet")
