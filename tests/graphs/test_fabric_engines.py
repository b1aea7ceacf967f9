"""Tables of routing engines: delivered, of the length that they should have, free of deadlock, balanced, and loads by a plain count."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from netlemma.errors import RoutingError
from netlemma.graphs.base.text_files import TextFile
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.fabrics.engines import as_tables, engine_called, engine_tables
from netlemma.graphs.fabrics.layers import by_weakest
from netlemma.graphs.fabrics.load_bounds import least_largest_load
from netlemma.graphs.formats.fabric.fabric import FabricBuilder
from netlemma.graphs.loads.table_loads import loads_of_tables, table_loads
from netlemma.graphs.sources import source

DATA = Path(__file__).parents[1] / "data" / "infiniband"
FABRICS = ["ring5-lash", "torus4x4-minhop", "fat-tree-ftree", "two-ports-lmc1"]


def fabric(name):
    return source(str(DATA / name / "opensm-subnet.lst")).fabric


def ways(fabric, tables):
    """The hops of each way between two hosts, followed one by one."""
    net = fabric.network
    for column, goal in enumerate(tables.goal.tolist()):
        for start in np.flatnonzero(fabric.adapter).tolist():
            node, hops = start, []
            while node != goal and fabric.adapter[goal]:
                hops.append(int(tables.hop[column, node]))
                assert hops[-1] >= 0 and net.origin[hops[-1]] == node and len(hops) < 20
                node = int(net.target[hops[-1]])
            if hops:
                yield start, goal, hops


@pytest.mark.parametrize("name", FABRICS)
@pytest.mark.parametrize("engine", ["minhop", "up-down", "ftree", "dfsssp", "lash"])
def test_ways_and_loads(name, engine):
    here = fabric(name)
    if engine == "ftree" and name != "fat-tree-ftree":
        with pytest.raises(RoutingError, match="ftree climbs a tree"):
            engine_tables(here, engine)
        return
    tables = engine_tables(here, engine)
    graph = nx.MultiGraph(zip(here.network.origin.tolist(), here.network.target.tolist(), strict=True))
    far, plain = dict(nx.all_pairs_shortest_path_length(graph)), Counter()
    for start, goal, hops in ways(here, tables):
        plain.update(hops)
        assert len(hops) >= far[start][goal] and (engine == "up-down" or len(hops) == far[start][goal])
    found = table_loads(as_tables(here, tables), here.ends("terminals"))
    assert found.load.tolist() == [plain[h] for h in range(here.network.hop_count)]
    verdict = decide(as_tables(here, tables).routing("terminals")).verdict
    assert verdict == "deadlock-free" or engine == "minhop"
    inside = here.forwards[here.network.origin] & here.forwards[here.network.target]
    assert found.load[inside].max() >= least_largest_load(here, here.ends("terminals"))


def test_minhop_on_rings_deadlocks_and_ports_are_balanced():
    ring, tree = fabric("ring5-lash"), fabric("fat-tree-ftree")
    assert decide(as_tables(ring, engine_tables(ring, "minhop")).routing("terminals")).verdict == "deadlock"
    for engine in ("minhop", "up-down", "ftree"):
        load = table_loads(as_tables(tree, engine_tables(tree, engine)), tree.ends("terminals")).load
        inside = tree.forwards[tree.network.origin] & tree.forwards[tree.network.target]
        assert set(load[inside].tolist()) == {6} and least_largest_load(tree, tree.ends("terminals")) == 6


def test_roots_are_the_top_of_a_tree_or_one_switch_in_the_middle():
    tree, ring = fabric("fat-tree-ftree"), fabric("ring5-lash")
    assert [tree.name(v) for v in engine_tables(tree, "up-down").roots] == ["R0", "R1"]
    (root,) = engine_tables(ring, "up-down").roots
    assert ring.forwards[root]


@pytest.mark.in_turn
def test_compiled_loops_count_the_same():
    from netlemma.graphs.base.compiled import compiled

    here = fabric("torus4x4-minhop")
    tables = engine_tables(here, "up-down")
    given = (tables.hop, here.network.target, tables.goal, np.ones((1, 16), dtype=np.int64), here.ends("terminals"))
    fast, plain = compiled(loads_of_tables)(*given), loads_of_tables(*given)
    assert fast[0].tolist() == plain[0].tolist() and fast[1:] == plain[1:]


@pytest.mark.parametrize("engine", ["dfsssp", "lash"])
@pytest.mark.parametrize("seed", range(6))
def test_each_layer_has_no_circle(engine, seed):
    """Routes are shortest, and the channels of each service level, followed one by one, have no circle."""
    graph = nx.random_regular_graph(3, 8 + 2 * seed, seed=seed)
    graph.add_edges_from([(("host", v, i), v) for v in list(graph) for i in range(1 + (v + seed) % 2)])
    builder = FabricBuilder("random")
    node = {v: builder.node(v, str(v), forwards=isinstance(v, int), adapter=not isinstance(v, int)) for v in graph}
    file = TextFile("random", b"")
    ports = Counter()
    for one, other in graph.edges:
        ports.update([one, other])
        builder.link(file, 1, (node[one], ports[one]), (node[other], ports[other]))
    fabric = builder.build(file)
    tables = engine_tables(fabric, engine)
    net, far = fabric.network, dict(nx.all_pairs_shortest_path_length(graph))
    name = {number: v for v, number in node.items()}
    layers = {}
    for start, goal in permutations(np.flatnonzero(fabric.adapter).tolist(), 2):
        at, hops = start, []
        while at != goal:
            hops.append(int(tables.hop[goal, at]))
            at = int(net.target[hops[-1]])
        assert len(hops) == far[name[start]][name[goal]]
        nx.add_path(layers.setdefault(int(tables.levels[goal, start]), nx.DiGraph()), hops)
    assert len(layers) == tables.lanes > 1
    assert all(nx.is_directed_acyclic_graph(layer) for layer in layers.values())
    assert decide(as_tables(fabric, tables).routing("terminals")).verdict == "deadlock-free"
    one = replace(as_tables(fabric, tables), levels=None)
    assert decide(one.routing("terminals")).verdict == "deadlock"


def test_a_tree_needs_one_layer_and_trees_of_many_circles_more():
    assert by_weakest([(0, 1), (2, 3)], [1, 1]) == [0, 0]
    assert max(by_weakest([tuple((start + i) % 6 for i in range(3)) for start in range(6)], [1] * 6)) == 1
    with pytest.raises(RoutingError, match="engines are minhop"):
        engine_called("fastest")
