"""A definition compared with a user's own construction, link by link."""

from pathlib import Path

import networkx as nx
import pytest

import netlemma as nl
from netlemma import plugins
from netlemma.base.remarks import Remark
from netlemma.checks.same_links import difference
from netlemma.errors import InputError, NetworkError

FILE = Path(__file__).resolve().parents[1] / "data" / "net" / "cube-ring.net"
OWN = """
import networkx as nx

def same(k, n):
    return nx.cartesian_product(nx.cycle_graph(k), nx.hypercube_graph(n))

def renamed(k, n):
    return nx.convert_node_labels_to_integers(same(k, n))

def other(k, n):
    graph = same(k, n)
    if (k, n) == (4, 2):
        graph.remove_edge((0, (0, 0)), (1, (0, 0)))
        graph.add_edge((0, (0, 0)), (2, (0, 0)))
    return graph

def shorter(k, n):
    return nx.cartesian_product(nx.path_graph(k), nx.hypercube_graph(n))

def sized_otherwise(k):
    return nx.cycle_graph(k)
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.setattr(plugins._PLUGINS, "modules", [])
    monkeypatch.setattr(plugins._PLUGINS, "definitions", {})
    plugins._forget()
    path = tmp_path / "own.py"
    path.write_text(OWN)
    yield lambda name: f"{path}:{name}"
    plugins._forget()


@pytest.mark.parametrize("name", ["same", "renamed"])
def test_the_same_network_is_told_with_its_sizes(own, name):
    with pytest.warns(Remark, match=f"own.py:{name} has the same links at k=3 n=1, k=4 n=1, k=3 n=2, .*, k=4 n=3"):
        assert nl.measure(str(FILE), against=own(name), k=4, n=3).diameter == 5


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("other", r"^cube-ring k=4 n=2: cube-ring has the link \(0,0,0\)-\(1,0,0\), and own.py:other has not$"),
        ("shorter", "^cube-ring k=3 n=1: cube-ring has 9 links, and own.py:shorter has 7$"),
    ],
)
def test_another_network_is_refused_with_the_size_and_the_link(own, name, said):
    with pytest.raises(NetworkError, match=said):
        nl.measure(str(FILE), against=own(name), k=3, n=1)
    with pytest.raises(NetworkError, match=said):
        nl.verify(str(FILE), against=own(name))


def test_a_construction_with_other_sizes_is_no_other_construction(own):
    with pytest.raises(
        InputError, match=r"is compared with cube-ring at its sizes: own.py:sized_otherwise has no size n"
    ):
        nl.measure(str(FILE), against=own("sized_otherwise"), k=3, n=1)


def test_graphs_with_other_names_are_compared_as_graphs():
    ladder, moebius = nl.network(nx.circular_ladder_graph(5)), nl.network("moebius-ladder", n=5)
    assert difference(ladder, moebius, "a", "b") == "a has the link (0)-(4), and b has not"
    named = nl.network(nx.relabel_nodes(nx.circular_ladder_graph(5), "abcdefghij".__getitem__))
    assert difference(named, moebius, "a", "b") == "a and b are different graphs, however their nodes are called"
    assert difference(named, ladder, "a", "b") == ""
