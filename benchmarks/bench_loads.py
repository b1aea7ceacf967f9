"""Exact loads of all links of a toroid, beside the edge betweenness of other libraries on the same graph, in one run.

    python benchmarks/bench_loads.py [--width 16] [--large 128] [--repeat 5]

Every time is the median of the repeats (networkx: one run on a smaller toroid, its time scaled by nodes times links;
the largest toroid: one run as a process of its own, imports included). Peers count in floating point; netlemma's
numbers are exact. Peers that are not installed are left out: they are in the extra `bench`. The peers' sums are
compared with the exact loads. igraph and netlemma see all parallel links; networkx and rustworkx ignore parallel
links, so the width must be above 2.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from netlemma.graphs import Network, measure, network

LARGE = """
from netlemma.graphs import measure, network
m = measure(network("toroid", w={w}, D=3))
print(m.nodes, m.classes[0].visit_ratio)
"""


def timed(run: Callable[[], Any], repeat: int) -> tuple[float, Any]:
    """Median time in seconds, and what the last run gave."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        result = run()
        times.append(time.perf_counter() - start)
    return median(times), result


def peers(net: Network) -> dict[str, Callable[[], list[float]]]:
    """The betweenness of one edge by each peer that is installed, the graph built beforehand."""
    ends = [(device.nodes[0], device.nodes[1]) for device in net.devices]
    found: dict[str, Callable[[], Any]] = {}
    try:
        import igraph

        g = igraph.Graph(net.node_count, ends)
        found["igraph"] = lambda: 2 * g.edge_betweenness()[0]
    except ImportError:
        pass
    try:
        import rustworkx

        r = rustworkx.PyGraph()
        r.add_nodes_from(range(net.node_count))
        r.add_edges_from_no_data(ends)
        found["rustworkx"] = lambda: 2 * rustworkx.edge_betweenness_centrality(r, normalized=False)[0]
    except ImportError:
        pass
    try:
        import networkit

        k = networkit.Graph(net.node_count)
        for u, v in ends:
            k.addEdge(u, v)
        k.indexEdges()

        def by_networkit() -> float:
            b = networkit.centrality.Betweenness(k, normalized=False, computeEdgeCentrality=True)
            b.run()
            return float(b.edgeScores()[k.edgeId(*ends[0])])

        found["networkit"] = by_networkit
    except ImportError:
        pass
    return found


def by_networkx(width: int) -> tuple[float, float, float]:
    """Time of networkx on a toroid of this width, D=3, the load it finds, and how many nodes times links that is."""
    import networkx

    net = network("toroid", w=width, D=3)
    graph = net.graph
    start = time.perf_counter()
    loads = networkx.edge_betweenness_centrality(graph, normalized=False)
    return time.perf_counter() - start, 2 * next(iter(loads.values())), net.node_count * net.device_count


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--width", type=int, default=16, help="nodes of each ring, 3 or more (default 16)")
    parser.add_argument("--large", type=int, default=128, help="width of the largest toroid, 0 for none (default 128)")
    parser.add_argument("--repeat", type=int, default=5, help="runs of which the median counts (default 5)")
    asked = parser.parse_args()
    net = network("toroid", w=asked.width, D=3)
    ways: dict[str, Callable[[], Any]] = {
        "netlemma, every source": lambda: measure(net, symmetry=False).visit_ratio(0),
        "netlemma, symmetry checked and used": lambda: measure(net).visit_ratio(0),
    }
    pairs = net.node_count * (net.node_count - 1)
    for way in ways.values():
        way()  # compile
    ways |= peers(net)
    rows = [(name, *timed(way, asked.repeat)) for name, way in ways.items()]
    exact = rows[0][2] * pairs
    base = next((seconds for name, seconds, _ in rows if name == "igraph"), None)
    print(f"toroid w={asked.width} D=3: {net.node_count} nodes, {net.device_count} links; load of a link {exact}")
    print(f"{'':40} {'seconds':>9}  {'igraph / it':>11}  load of a link")
    for name, seconds, load in rows:
        value = load * pairs if name.startswith("netlemma") else load
        ratio = f"{base / seconds:11.2f}" if base else " " * 11
        print(f"{name:40} {seconds:9.4f}  {ratio}  {value}")
        assert abs(float(value / exact) - 1) < 1e-9, name
    small = min(asked.width, 8)
    seconds, _, work = by_networkx(small)
    scaled = seconds * net.node_count * net.device_count / work
    ratio = f"{base / scaled:11.2f}" if base else " " * 11
    print(f"{f'networkx (w={small} once: {seconds:.2f} s, scaled)':40} {scaled:9.4f}  {ratio}")
    if asked.large:
        seconds, done = timed(
            lambda: subprocess.run(
                [sys.executable, "-c", LARGE.format(w=asked.large)], capture_output=True, text=True, check=True
            ),
            1,
        )
        nodes, ratio = done.stdout.split()
        print(f"toroid w={asked.large} D=3, {nodes} nodes, whole process: {seconds:.2f} s, visit ratio {ratio}")


if __name__ == "__main__":
    main()
