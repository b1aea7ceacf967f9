"""Tables after failures against the same entries chosen one by one, in plain Python, on a fabric without what has failed."""

import random
from collections import Counter
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

from netlemma.api.fabric_changes import each_failure, state
from netlemma.errors import RoutingError
from netlemma.graphs.base import compiled
from netlemma.graphs.base.text_files import TextFile
from netlemma.graphs.fabrics.changes import cut_of, diameter, main_part, without_parts
from netlemma.graphs.fabrics.engines import as_tables, choosing, engine_tables
from netlemma.graphs.fabrics.repairs import Repairs
from netlemma.graphs.formats.fabric.fabric import FabricBuilder


def built(graph):
    """The fabric of a multigraph whose switches are numbers and whose hosts are pairs."""
    builder, file, ports = FabricBuilder("random"), TextFile("random", b""), Counter()
    node = {v: builder.node(v, str(v), forwards=isinstance(v, int), adapter=not isinstance(v, int)) for v in graph}
    for one, other, _ in graph.edges:
        ports.update([one, other])
        builder.link(file, 1, (node[one], ports[one]), (node[other], ports[other]))
    return builder.build(file)


def random_fabric(seed):
    """A leaf-spine, a three-level tree or any graph, some cables doubled or missing, some switches without hosts."""
    rng = random.Random(seed)
    kind = seed % 4
    if kind == 0:
        graph = nx.complete_bipartite_graph(rng.randint(2, 5), rng.randint(2, 4))
    elif kind == 1:
        graph = nx.Graph((4 * p + i, 4 * p + 2 + j) for p in range(3) for i in range(2) for j in range(2))
        graph.add_edges_from((4 * p + 2 + j, 12 + 2 * j + c) for p in range(3) for j in range(2) for c in range(2))
    elif kind == 2:
        graph = nx.connected_watts_strogatz_graph(rng.randint(5, 10), 4, 0.4, seed=seed)
    else:
        graph = nx.convert_node_labels_to_integers(nx.grid_2d_graph(3, 3, periodic=rng.random() < 0.5))
    graph = nx.MultiGraph(graph)
    for one, other in rng.sample(list(graph.edges()), 2):
        graph.add_edge(one, other)
    for one, other in rng.sample([edge[:2] for edge in graph.edges], rng.randint(0, 2)):
        graph.remove_edge(one, other)
    graph = nx.MultiGraph(graph.subgraph(max(nx.connected_components(graph), key=len)))
    bottom = [
        v
        for v in sorted(graph)
        if kind > 1 or (v % 4 < 2 and v < 12 if kind == 1 else v in range(min(graph), min(graph) + 2))
    ]
    if kind == 0:
        one_side = nx.bipartite.sets(nx.Graph(graph))[0]
        bottom = sorted(one_side)
    for v in bottom:
        for i in range(rng.randint(0 if kind > 1 else 1, 2)):
            graph.add_edge((v, i), v)
    for i in range(2):
        graph.add_edge((bottom[0], 7 + i), bottom[0])
    return built(graph)


def plainly(fabric, engine, out, stays, base):
    """The state after a failure: in the order of the engine, each destination's entries that are not the first of a
    shortest way any more are chosen anew; and None if the engine's ways do not join all hosts."""
    net, hosts = fabric.network, np.flatnonzero(fabric.adapter)
    rules = choosing(fabric, engine, hosts, base.height)
    works = [
        bool(not out.cut[net.device[h]] and stays[net.origin[h]] and stays[net.target[h]]) for h in range(net.hop_count)
    ]
    out_of = [[h for h in rules.order.tolist() if works[h] and net.origin[h] == v] for v in range(net.node_count)]
    leaf = {host: int(net.target[net.indptr[host]]) for host in hosts.tolist()}
    used, hop = Counter(), base.hop.copy()

    def add(column, sign, senders):
        for host in senders:
            at = host
            if host == hosts[column]:
                continue
            while at != hosts[column] and hop[column, at] >= 0:
                used[int(hop[column, at])] += sign
                at = int(net.target[hop[column, at]])
            assert sign < 0 or at == hosts[column]

    for column in range(len(hosts)):
        add(column, 1, hosts.tolist())
    kept = [host for host in hosts.tolist() if stays[host]]
    for column in rules.sequence.tolist():
        goal, end = int(hosts[column]), leaf[int(hosts[column])]
        add(column, -1, hosts.tolist())
        if not stays[goal]:
            continue
        graph = nx.DiGraph()
        graph.add_nodes_from((v, low) for v in range(net.node_count) for low in (False, True))
        for h in np.flatnonzero(works).tolist():  # a node (v, True) has been left downwards
            u, v = int(net.origin[h]), int(net.target[h])
            if fabric.forwards[u] and fabric.forwards[v]:
                climbs = rules.up[h]
                graph.add_edge((u, not climbs), (v, not climbs))
                if climbs:
                    graph.add_edge((u, False), (v, True))
        if rules.restricted:
            down = nx.single_source_shortest_path_length(
                graph.subgraph((v, True) for v in range(net.node_count)).reverse(), (end, True)
            )
            down = {v: far for (v, _), far in down.items()}
            far = {v: down.get(v, -1) for v in range(net.node_count)}
            for v in rules.rank.tolist():
                if far[v] < 0:
                    over = [
                        far[int(net.target[h])] + 1 for h in out_of[v] if rules.up[h] and far[int(net.target[h])] >= 0
                    ]
                    far[v] = min(over, default=-1)
        else:
            joined = nx.Graph(
                (int(net.origin[h]), int(net.target[h]))
                for h in np.flatnonzero(works)
                if fabric.forwards[[net.origin[h], net.target[h]]].all()
            )
            joined.add_node(end)
            down = nx.single_source_shortest_path_length(joined, end)
            far = {v: down.get(v, -1) for v in range(net.node_count)}
        if any(far[leaf[host]] < 0 for host in kept):
            return None
        for v in np.flatnonzero(fabric.forwards).tolist():
            if v == end:
                continue
            legal = []
            for h in out_of[v]:
                u = int(net.target[h])
                fits = fabric.forwards[u] and far[v] > 0 and far[u] == far[v] - 1
                if rules.restricted and fits:
                    fits = (not rules.up[h] and down.get(u) == down[v] - 1) if v in down else rules.up[h]
                if fits:
                    legal.append(h)
            if hop[column, v] in legal:
                continue
            if not legal:
                hop[column, v] = -1
            elif engine == "ftree":
                power = len(legal) ** max(int(rules.tier[v]) - 1, 0)
                hop[column, v] = legal[(int(rules.number[column]) // power) % len(legal)]
            else:
                hop[column, v] = min(legal, key=lambda h: used[h])
        add(column, 1, kept)
    left = without_parts(fabric, ~stays, out.cut)
    number = np.append(np.cumsum(works) - 1, -1)
    alive = np.append(works, False)
    rows = [column for column, host in enumerate(hosts.tolist()) if stays[host]]
    node = np.cumsum(stays) - 1
    small = np.where(alive[hop], number[hop], -1)[rows][:, stays]
    return left, as_tables(left, replace(base, goal=node[hosts[rows]], hop=small.astype(np.int32), roots=()))


def check(fabric, engine, of="both"):
    """Compare each failure; return how many were repaired and how many of these were unsafe."""
    base = engine_tables(fabric, engine, np.flatnonzero(fabric.adapter))
    found = each_failure(as_tables(fabric, engine_tables(fabric, engine)), True, engine, "terminals", of)
    repairs, count = Repairs.of(fabric, engine), Counter()
    for each in found.failures:
        out = cut_of(fabric, [each.name])
        stays = main_part(fabric, out)
        lost = ~stays & fabric.adapter & ~out.gone
        assert each.cut_off == tuple(fabric.name(v) for v in np.flatnonzero(lost).tolist())
        if (stays & fabric.adapter).sum() < 2:
            continue
        plain = plainly(fabric, engine, out, stays, base)
        assert (plain is None) == (repairs.after(out, stays) is None)
        if plain is None:
            count["anew"] += 1
            left = without_parts(fabric, ~stays, out.cut)
            plain = left, as_tables(left, engine_tables(left, engine))
        left, tables = plain
        now = state(tables, before=found.before)
        assert (each.max, each.verdict, each.worst) == (now.max, now.verdict, now.worst), each.name
        assert each.diameter == diameter(left, np.flatnonzero(left.adapter)), each.name
        count[now.verdict] += 1
    return count


@pytest.mark.parametrize(
    "engine, seed, of, seen",
    [
        ("minhop", 10, "links", "deadlock"),
        ("up-down", 14, "links", "anew"),
        ("ftree", 1, "links", "deadlock-free"),
        ("up-down", 0, "both", "deadlock-free"),
    ],
)
def test_failures_are_those_of_entries_chosen_one_by_one(engine, seed, of, seen):
    assert check(random_fabric(seed), engine, of)[seen]


@pytest.mark.long
@pytest.mark.parametrize("engine", ["minhop", "up-down", "ftree"])
def test_failures_of_many_fabrics(engine):
    total = Counter()
    for seed in range(40):
        try:
            total += check(random_fabric(seed), engine)
        except RoutingError as refused:
            assert engine == "ftree" and "climbs a tree" in str(refused)
    assert total["deadlock-free"] and (engine == "up-down" or total["deadlock"])


@pytest.mark.long
def test_compiled_failures_are_the_same(monkeypatch):
    import numba  # noqa: F401

    monkeypatch.setattr(compiled, "SMALL", 0)
    for engine, seed in (("minhop", 10), ("up-down", 14), ("ftree", 1)):
        check(random_fabric(seed), engine)
