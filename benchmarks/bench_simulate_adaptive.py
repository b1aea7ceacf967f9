"""Simulated cycles per second of adaptive wormhole routing, traffic and measurement included.

    python benchmarks/bench_simulate_adaptive.py [--cycles 100000] [--repeat 3]

Duato's protocol on the networks of Khonsari, Ould-Khaoua and Ferguson and of Min, Ferguson and Ould-Khaoua, at 60 % of saturation as
the simulator itself finds it: bisection between a stable and an unstable load. The tables of choices are made and the loop
is compiled beforehand; the seconds for the tables are shown. Times are processor times, the median of the repeats. The plain
engine is shown too.
"""

import argparse
import time
from dataclasses import replace
from statistics import median

from netlemma.graphs import network
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.simulate import simulate
from netlemma.graphs.simulate.layouts.layout import layout

POINTS = (("oneway-torus", {"k": 8, "n": 3}, 32, 3), ("oneway-torus", {"k": 10, "n": 3}, 32, 5), ("toroid", {"w": 16, "D": 2}, 32, 3),
          ("toroid", {"w": 24, "D": 2}, 48, 5), ("hypercube", {"n": 7}, 32, 3))  # fmt: skip
SHARE = 0.6
STEPS = 5
SEARCH_CYCLES = 10_000
PLAIN_CYCLES = 200


def saturation(routing: ChannelRouting, flits: int) -> float:
    """The load between the largest stable and the smallest unstable one, to about three percent of what links could carry."""
    net = routing.network
    low, high = 0.0, net.hop_count / (flits * net.node_count * (layout(routing).longest - 2) / 2)
    for _ in range(STEPS):
        middle = (low + high) / 2
        if simulate(routing, flits=flits, load=middle, cycles=SEARCH_CYCLES).state == "stable":
            low = middle
        else:
            high = middle
    return (low + high) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cycles", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=3)
    asked = parser.parse_args()
    print("network               flits  vcs  tables  saturation  load      latency             cycles/s  plain engine")
    for family, sizes, flits, vcs in POINTS:
        routing = channel_routing(network(family, **sizes), "duato", vcs)
        simulate(routing, flits=flits, load=1e-4, cycles=1000)  # compiles
        start = time.process_time()
        layout(replace(routing))
        tables = time.process_time() - start
        limit = saturation(routing, flits)
        load = SHARE * limit
        times = []
        for seed in range(asked.repeat):
            start = time.process_time()
            found = simulate(routing, flits=flits, load=load, cycles=asked.cycles, seed=seed)
            times.append(time.process_time() - start)
        start = time.process_time()
        simulate(routing, flits=flits, load=load, cycles=PLAIN_CYCLES, warmup=0, engine="reference")
        plain = time.process_time() - start
        print(f"{routing.network.title:20} {flits:6} {vcs:4} {tables:6.2f}s {limit:10.5f} {load:8.5f} {found.latency or 0:9.2f} ± "
              f"{found.half_width or 0:5.2f} {asked.cycles / median(times):12,.0f} {PLAIN_CYCLES / plain:13,.1f}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
