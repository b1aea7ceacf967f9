"""How long exact loads of networks of rings take: ``python benchmarks/bench_rings.py [--repeat 5] [--long]``.

Each measurement is a process of its own, imports included; the median is printed beside the time aimed at, after a first run
that may compile kernels. The last column is how many times as long it would take to follow the packets one by one in plain
Python, judged by the links crossed in a second in a small network. With ``--long`` the largest shuffles, once each.
"""

import argparse
import subprocess
import sys
import time
from statistics import median

from netlemma.graphs import ring_network
from netlemma.graphs.rings.routing import count_plainly, ring_routing

RUN = """
import sys
from netlemma.graphs import measure, network
family, symmetry, *sizes = sys.argv[1:]
m = measure(network(family, **{k: int(v) for k, _, v in (s.partition("=") for s in sizes)}), symmetry=symmetry == "True")
print(m.nodes, m.symmetric, m.total_distance)
"""
CASES = (
    (2.0, "livefly f=4 r=10", True),
    (2.0, "deadfly f=3 r=10", True),
    (2.0, "livefly f=5 r=5", False),
    (2.0, "deadfly f=4 r=5", False),
    (5.0, "ring-shuffle f=7 r=5", True),
    (5.0, "ring-shuffle f=7 r=5", False),
)
LONG = (
    (90.0, "ring-shuffle f=16 r=4", True),
    (90.0, "ring-shuffle f=4 r=8", True),
    (90.0, "ring-shuffle f=2 r=16", True),
)


def run(size: str, symmetry: bool) -> tuple[float, list[str]]:
    """Wall-clock time of one process, and what it printed."""
    family, *parameters = size.split()
    start = time.perf_counter()
    words = [sys.executable, "-c", RUN, family, str(symmetry), *parameters]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return time.perf_counter() - start, done.stdout.split()


def plain_rate() -> float:
    """Links that packets cross in a second when they are followed one by one."""
    net = ring_network("deadfly", f=3, r=3)
    start = time.perf_counter()
    counts = count_plainly(net, ring_routing(net))
    return int(counts.send.sum()) / (time.perf_counter() - start)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5, help="runs of which the median counts (default 5)")
    parser.add_argument("--long", action="store_true", help="the largest shuffles too, one run each")
    asked = parser.parse_args()
    rate = plain_rate()
    print(f"plain Python follows packets over {rate:,.0f} links in a second")
    print(f"{'seconds':>8} {'aim':>5} {'nodes':>8}  {'':38} {'plain / it':>12}")
    for aim, size, symmetry in (*CASES, *(LONG if asked.long else ())):
        first, (nodes, used, crossed) = run(size, symmetry)
        seconds = first if aim >= 90 else median(run(size, symmetry)[0] for _ in range(asked.repeat))
        what = f"{size}, {'symmetry checked and used' if used == 'True' else 'all targets'}"
        over = "" if seconds <= aim else "   <- over"
        print(
            f"{seconds:8.2f} {aim:5.0f} {int(nodes):8}  {what:38} {int(crossed) / rate / seconds:12,.0f}{over}",
            flush=True,
        )


if __name__ == "__main__":
    main()
