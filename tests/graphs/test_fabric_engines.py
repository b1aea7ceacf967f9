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
from netlemma.graphs.fabrics.layers import first_fit
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
@pytest.mark.parametrize("engine", ["minhop", "up-down", "ftree", "dfsssp", "lash", "nue"])
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
        assert len(hops) >= far[start][goal] and (engine in ("up-down", "nue") or len(hops) == far[start][goal])
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


def irregular(seed):
    """Switches of a random graph of degree 3, each with one or two hosts; the graph, and names by number."""
    graph = nx.random_regular_graph(3, 8 + 2 * seed, seed=seed)
    graph.add_edges_from([(("host", v, i), v) for v in list(graph) for i in range(1 + (v + seed) % 2)])
    builder = FabricBuilder("random")
    node = {v: builder.node(v, str(v), forwards=isinstance(v, int), adapter=not isinstance(v, int)) for v in graph}
    file = TextFile("random", b"")
    ports = Counter()
    for one, other in graph.edges:
        ports.update([one, other])
        builder.link(file, 1, (node[one], ports[one]), (node[other], ports[other]))
    return builder.build(file), graph, {number: v for v, number in node.items()}


def layers_of(fabric, tables):
    """The channels of each service level, followed one by one, and the length of each route."""
    layers, lengths = {}, {}
    for start, goal, hops in ways(fabric, tables):
        level = 0 if tables.levels is None else int(tables.levels[goal, start])
        nx.add_path(layers.setdefault(level, nx.DiGraph()), hops)
        lengths[start, goal] = len(hops)
    return layers, lengths


@pytest.mark.parametrize("engine", ["dfsssp", "lash"])
@pytest.mark.parametrize("seed", range(6))
def test_each_layer_has_no_circle(engine, seed):
    """Routes are shortest, and each layer has no circle."""
    fabric, graph, name = irregular(seed)
    tables = engine_tables(fabric, engine)
    far = dict(nx.all_pairs_shortest_path_length(graph))
    layers, lengths = layers_of(fabric, tables)
    assert all(length == far[name[start]][name[goal]] for (start, goal), length in lengths.items())
    assert len(layers) == tables.lanes > 1
    assert all(nx.is_directed_acyclic_graph(layer) for layer in layers.values())
    assert decide(as_tables(fabric, tables).routing("terminals")).verdict == "deadlock-free"
    one = replace(as_tables(fabric, tables), levels=None)
    assert decide(one.routing("terminals")).verdict == "deadlock"
    with pytest.raises(RoutingError, match=f"{engine} needs more virtual lanes here, and `layers` allows 1"):
        engine_tables(fabric, engine, layers=1)


def check_nue(seed, most):
    """Nue's routes arrive, need no more lanes than there are, and close no circle, those of switches among them."""
    fabric, graph, name = irregular(seed)
    lengths = []
    for count in range(1, most + 1):
        tables = engine_tables(fabric, "nue", layers=count)
        assert tables.lanes == count
        layers, found = layers_of(fabric, tables)
        assert sorted(layers) == list(range(count)) and all(map(nx.is_directed_acyclic_graph, layers.values()))
        assert len(found) == fabric.adapter.sum() * (fabric.adapter.sum() - 1)
        lengths.append(sum(found.values()))
        for scope in ("terminals", "all"):
            assert decide(as_tables(fabric, tables).routing(scope)).verdict == "deadlock-free"
    far = dict(nx.all_pairs_shortest_path_length(graph))
    least = sum(far[name[one]][name[other]] for one, other in permutations(np.flatnonzero(fabric.adapter).tolist(), 2))
    assert min(lengths) >= least and lengths[-1] < lengths[0]
    return lengths, least


def test_nue_closes_no_circle_with_any_number_of_layers():
    lengths, least = check_nue(3, 4)
    assert lengths[-1] < 1.05 * least
    for layers, words in ((0, "1 to 15"), (16, "1 to 15")):
        with pytest.raises(RoutingError, match=words):
            engine_tables(fabric("ring5-lash"), "nue", layers=layers)
    with pytest.raises(RoutingError, match="up-down uses one"):
        engine_tables(fabric("ring5-lash"), "up-down", layers=2)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(24))
def test_nue_on_random_fabrics(seed):
    check_nue(seed, 6)


def test_a_tree_needs_one_layer_and_a_ring_two():
    net = fabric("ring5-lash").network
    inside = [h for h in range(net.hop_count) if fabric("ring5-lash").forwards[[net.origin[h], net.target[h]]].all()]
    around, here = [inside[0]], inside[0]
    while len(around) < 5:
        here = next(h for h in inside if net.origin[h] == net.target[here] and net.target[h] != net.origin[here])
        around.append(here)
    ways = [tuple(around[(start + i) % 5] for i in range(2)) for start in range(5)]
    assert first_fit(net, ways[:4], range(4), 2) == [0] * 4
    assert first_fit(net, ways, range(5), 2) == [0, 0, 0, 0, 1]
    assert first_fit(net, ways, [4, 3, 2, 1, 0], 1) == [1, 0, 0, 0, 0]
    with pytest.raises(RoutingError, match="engines are minhop"):
        engine_called("fastest")
