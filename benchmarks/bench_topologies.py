"""Distances and exact loads of dragonfly, Slim Fly, fat tree, star and pancake graph, beside igraph and networkx in one run.

    python benchmarks/bench_topologies.py [--sources 20] [--repeat 3]

netlemma's times are the median of the repeats, building and checking the network included, with exact results. The peers
follow the shortest paths from a sample of the ends of messages to all others on the same graph, built beforehand; their time
is scaled to all ends. Before that, each peer's loads are compared with the exact ones on a small network of the family; those
of networkx only where all nodes are ends of messages, since its edge_betweenness_centrality_subset shares loads equally
among the predecessors of a node that is no target, whatever their numbers of shortest paths. Peers that are not installed are
left out: they are in the extra `bench`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from netlemma.graphs import Network, measure, network

CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("dragonfly", {"p": 8, "a": 16, "h": 8}, {"p": 2, "a": 4, "h": 2}),
    ("slim-fly", {"q": 43}, {"q": 7}),
    ("fat-tree", {"k": 48}, {"k": 6}),
    ("permutation-star", {"n": 9}, {"n": 5}),
    ("pancake", {"n": 9}, {"n": 5}),
]
Peer = Callable[[list[int]], dict[tuple[int, int], float]]


def by_igraph(net: Network) -> Peer:
    """Loads of links by messages of some sources, by igraph."""
    import igraph

    ends = [device.nodes for device in net.devices]
    graph = igraph.Graph(net.node_count, ends)
    targets = list(net.ends)
    return lambda sources: dict(
        zip(ends, graph.edge_betweenness(sources=sources, targets=targets, directed=False), strict=True)
    )


def by_networkx(net: Network) -> Peer:
    """Loads of links by messages of some sources, by networkx."""
    import networkx

    graph = networkx.Graph([device.nodes for device in net.devices])
    targets = list(net.ends)
    return lambda sources: networkx.edge_betweenness_centrality_subset(graph, sources, targets, normalized=False)


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """Time in seconds, and the result."""
    start = time.perf_counter()
    result = run()
    return time.perf_counter() - start, result


def factor(loads: dict[tuple[int, int], float], net: Network) -> float:
    """How many times a peer's loads the exact ones are; all loads have to agree with that."""
    exact = measure(net)
    pairs = len(net.ends) * (len(net.ends) - 1)
    found = {tuple(sorted(link)): load for link, load in loads.items()}
    ratios = [
        float(exact.visit_ratio(d)) * pairs / found[tuple(sorted(device.nodes))] for d, device in enumerate(net.devices)
    ]
    assert max(ratios) - min(ratios) < 1e-9 * max(ratios), net.title
    return ratios[0]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sources", type=int, default=20, help="sources that igraph follows (default 20)")
    parser.add_argument("--repeat", type=int, default=3, help="runs of which the median counts (default 3)")
    asked = parser.parse_args()
    print(f"{'':34} {'ends':>8} {'netlemma':>9} {'igraph':>10} {'networkx':>11}   seconds")
    for name, size, small in CASES:
        little = network(name, **small)
        times = [timed(lambda: measure(network(name, **size))) for _ in range(asked.repeat)]  # noqa: B023
        seconds, net = median(took for took, _ in times), network(name, **size)
        row = f"{net.title.replace(' arrangement=consecutive', ''):34} {len(net.ends):8,} {seconds:9.2f}"
        for peer, count in ((by_igraph, asked.sources), (by_networkx, 1)):
            try:
                loads = peer(little)(list(little.ends))
            except ImportError:
                row += f" {'-':>10}"
                continue
            if peer is by_igraph or net.terminals is None:
                assert round(factor(loads, little), 6) in (1, 2), peer.__name__
            follow = peer(net)
            took, _ = timed(lambda: follow(list(net.ends)[:count]))  # noqa: B023
            row += f" {took * len(net.ends) / count:10.1f}"
        print(row, flush=True)


if __name__ == "__main__":
    main()
