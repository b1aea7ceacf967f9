"""Exact channel loads of a random permutation under dimension order, beside a plain NumPy count of the same.

NumPy follows all messages at once, hop by hop: one step of every message that is not in its place, dimension by dimension.
Both count the channels of a toroid with ties split, and have to agree.

    python benchmarks/bench_traffic.py 32 64 128

The last line has the growth exponents: slopes of least-squares lines through the logarithms of nodes and figures. With
``general`` each routing of general networks is timed on a random directed graph, beside its uniform loads of all shortest
paths:

    python benchmarks/bench_traffic.py general 1024 4096
"""

import sys
from resource import RUSAGE_SELF, getrusage
from time import process_time

import networkx as nx
import numpy as np

from netlemma.graphs import network
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.named import traffic


def hop_by_hop(k: int, destination: np.ndarray) -> np.ndarray:
    """Twice the loads of the channels that raise and of those that lower each digit of each node."""
    found = np.zeros((3, 2, k**3), dtype=np.int64)
    at = np.arange(k**3)
    for d, stride in enumerate((k * k, k, 1)):
        digit, goal = at // stride % k, destination // stride % k
        for way, step, left in ((0, 1, (goal - digit) % k), (1, -1, (digit - goal) % k)):
            weight = np.where(2 * left < k, 2, np.where(2 * left == k, 1, 0))
            here, hops, weight = at[weight > 0], left[weight > 0], weight[weight > 0]
            for taken in range(k // 2):
                moving = hops > taken
                here, hops, weight = here[moving], hops[moving], weight[moving]
                np.add.at(found[d, way], here, weight)
                own = here // stride % k
                here = here + ((own + step) % k - own) * stride
        at = at + (goal - digit) * stride
    return found


def general(sizes: list[int], degree: int = 4) -> None:
    """Print processor seconds of routings on random directed graphs, and how many times those of all shortest paths."""
    patterns = ("uniform", "permutation seed=1", "hotspot nodes=5 share=1/2")
    print(
        f"{'nodes':<8}{'routing':<20}"
        + "".join(f"{words.partition(' ')[0] + ' s':>16}{'times':>7}" for words in patterns)
    )
    for n in sizes:
        draw, graph = np.random.default_rng(1), nx.DiGraph()
        for node in range(n):
            graph.add_edge(node, (node + 1) % n)
            graph.add_edges_from((node, other) for other in draw.choice(n, degree - 1, False).tolist() if other != node)
        net, usual = network(graph), 0.0
        for name in ("shortest", "ecmp", "shortest-first", "shortest-adaptive", "valiant-2phase"):
            seconds = []
            for words in patterns:
                sent = traffic(net, words)
                traffic_loads(channel_routing(net, name), sent)  # compiled
                start = process_time()
                traffic_loads(channel_routing(net, name), sent)
                seconds.append(process_time() - start)
            usual = usual or seconds[0]
            print(f"{n:<8,}{name:<20}" + "".join(f"{s:>16.2f}{s / usual:>7.2f}" for s in seconds), flush=True)


def main() -> None:
    """Print processor seconds and memory of both."""
    if sys.argv[1:2] == ["general"]:
        general(list(map(int, sys.argv[2:] or ["4096"])))
        return
    print("nodes      netlemma s   NumPy s   network s   MB")
    sizes, rows = list(map(int, sys.argv[1:] or ["32", "64"])), []
    for k in sizes:
        start = process_time()
        net = network("toroid", w=k, D=3)
        built = process_time()
        sent = traffic(net, "permutation seed=1")
        loads = traffic_loads(channel_routing(net, "dimension-order", ties="split"), sent)
        counted = process_time()
        memory = getrusage(RUSAGE_SELF).ru_maxrss >> 10
        destination = np.arange(k**3)
        destination[sent.source] = sent.destination
        plain = hop_by_hop(k, destination)
        done = process_time()
        assert np.array_equal(np.sort(plain.ravel()), np.sort(loads.numerators * 2 // loads.denominator))
        rows.append((counted - built, done - counted, built - start, memory))
        print(f"{k**3:<10,} {rows[-1][0]:>10.2f} {rows[-1][1]:>9.2f} {rows[-1][2]:>11.2f} {memory:>4}", flush=True)
    if len(sizes) > 1:
        slopes = np.polyfit(3 * np.log(sizes), np.log(np.maximum(rows, 1e-9)), 1)[0]
        print("{:<10} {:>10.2f} {:>9.2f} {:>11.2f} {:>4.2f}".format("growth", *slopes))


if __name__ == "__main__":
    main()
