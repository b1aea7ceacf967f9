"""Simulated cycles per second of the wormhole simulator, traffic and measurement included.

    python benchmarks/bench_simulate.py [--cycles 1000000] [--repeat 3]

The loads of the meshes are 80 % of saturation as the simulator itself finds it: bisection between a stable and an unstable load. The
routes are followed and the loops compiled beforehand; times are processor times, the median of the repeats. For comparison:
BookSim2 has been measured at 14,000 to 44,000 cycles/s on an 8x8 mesh on a machine of this class. The plain engine is shown too.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from graphs import network
from graphs.channels import ChannelRouting
from graphs.routings import channel_routing
from graphs.simulate import simulate

POINTS = (("mesh", 8, 20), ("mesh", 8, 32), ("mesh", 16, 32), ("mesh", 16, 64), ("torus", 8, 20), ("torus", 16, 32))
SHARE = 0.8
STEPS = 7
PLAIN_CYCLES = 2000


def saturation(routing: ChannelRouting, flits: int) -> float:
    """The load between the largest stable and the smallest unstable one, to about a percent."""
    low, high = 0.0, 1 / flits
    for _ in range(STEPS):
        middle = (low + high) / 2
        if simulate(routing, flits=flits, load=middle, cycles=50_000).state == "stable":
            low = middle
        else:
            high = middle
    return (low + high) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cycles", type=int, default=1_000_000)
    parser.add_argument("--repeat", type=int, default=3)
    asked = parser.parse_args()
    print("network     flits  saturation  load      latency          cycles/s  plain engine")
    for family, k, flits in POINTS:
        routing = channel_routing(network(family, k=k, n=2), "dimension-order", 2 if family == "torus" else 1)
        limit = saturation(routing, flits)
        load = SHARE * limit
        times = []
        for seed in range(asked.repeat):
            start = time.process_time()
            found = simulate(routing, flits=flits, load=load, cycles=asked.cycles, seed=seed)
            times.append(time.process_time() - start)
        start = time.process_time()
        simulate(routing, flits=flits, load=load, cycles=PLAIN_CYCLES, engine="flits")
        plain = time.process_time() - start
        print(f"{family:5} {k:2}x{k:<2} {flits:6} {limit:11.5f} {load:8.5f} {found.latency:9.2f} ± {found.half_width:4.2f} "
              f"{asked.cycles / median(times):12,.0f} {PLAIN_CYCLES / plain:13,.0f}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
