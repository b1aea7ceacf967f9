"""How long the dimensions left to a message take to count, exactly: the 10-ary 5-cube, and other networks.

    python benchmarks/bench_selection.py [--repeat 5] [--largest 64]

Times are medians of runs that count everything anew, imports not counted. The last column is the time of the measurement that follows
all messages of one source on the explicit network, where that has at most ``--largest`` nodes; the numbers must be the same.
"""

import argparse
import time
from fractions import Fraction
from statistics import median

from netlemma.derive.performance.latency.adaptive_blocking import WEIGHTINGS, phi, selectable
from netlemma.graphs import network
from netlemma.graphs.loads.adaptivity import ChoiceCounts

NETWORKS = ((10, 5), (8, 3), (10, 3), (2, 10), (16, 3), (4, 2), (3, 3))
NAMES = {"paths": "paths", "distributions": "places", "walk": "walk"}


def counted(k: int, n: int, weighting: str) -> float:
    """Seconds that the distributions and means of one network take."""
    selectable.cache_clear()
    phi.cache_clear()
    start = time.perf_counter()
    phi(k, n, weighting)
    return time.perf_counter() - start


def followed(k: int, n: int, weighting: str) -> float:
    """Seconds that all messages of one source take on the explicit network; their means must be those counted."""
    start = time.perf_counter()
    messages = ChoiceCounts(network("oneway-torus", k=k, n=n))
    means = {i: {h: messages.mean(i, h, NAMES[weighting]) for h in range(1, i + 1)} for i in range(1, n * (k - 1) + 1)}
    seconds = time.perf_counter() - start
    assert means == phi(k, n, weighting), f"k={k} n={n} {weighting}: the numbers differ"
    return seconds


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5, help="runs of which the median counts (default 5)")
    parser.add_argument("--largest", type=int, default=64, help="nodes of the largest network followed (default 64)")
    asked = parser.parse_args()
    print(
        f"{'network':18} {'equally likely':15} {'seconds':>9} {'followed':>9}  mean at half of the way of the farthest"
    )
    for k, n in NETWORKS:
        for weighting in WEIGHTINGS:
            seconds = median(counted(k, n, weighting) for _ in range(asked.repeat))
            slow = f"{followed(k, n, weighting):9.3f}" if k**n <= asked.largest else " " * 9
            i = n * (k - 1)
            mean: Fraction = phi(k, n, weighting)[i][(i + 1) // 2]
            print(f"{f'{k}-ary {n}-cube':18} {weighting:15} {seconds:9.3f} {slow}  {float(mean):.6f}")


if __name__ == "__main__":
    main()
