"""How often a simulation is called unstable, at shares of the load of saturation: false alarms below it, and what is found above it.

    python benchmarks/bench_stability.py [--seeds 100] [--shares 0.8,0.9,1.05] [--cycles 20000,100000]

The loads of saturation come from runs of two million cycles: the middle between the largest load at which no backlog grows with time
and the smallest at which one does.
"""

import argparse

from netlemma.graphs import network
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.simulate import simulate

BURSTY = "mmpp sigma1=0.02 sigma2=0.005"
POINTS = (("mesh", {"k": 8, "n": 2}, "dimension-order", 1, 20, "poisson", 0.0116),
          ("mesh", {"k": 8, "n": 2}, "dimension-order", 1, 20, BURSTY, 0.0116),
          ("oneway-torus", {"k": 8, "n": 2}, "dimension-order", 2, 20, "poisson", 0.00495),
          ("oneway-torus", {"k": 4, "n": 2}, "duato", 3, 16, "poisson", 0.0205))  # fmt: skip


def rate(routing: ChannelRouting, flits: int, load: float, sources: str, cycles: int, seeds: int) -> float:
    """The share of seeds with which the run is called unstable."""
    states = [
        simulate(routing, flits=flits, load=load, sources=sources, cycles=cycles, seed=seed).state
        for seed in range(1, 1 + seeds)
    ]
    return states.count("unstable") / seeds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--shares", default="0.8,0.9,1.05")
    parser.add_argument("--cycles", default="20000,100000")
    asked = parser.parse_args()
    print("network         routing          flits  sources  saturation   share   cycles  unstable")
    for family, sizes, by, vcs, flits, sources, limit in POINTS:
        routing = channel_routing(network(family, **sizes), by, vcs)
        for share in map(float, asked.shares.split(",")):
            for cycles in map(int, asked.cycles.split(",")):
                found = rate(routing, flits, share * limit, sources, cycles, asked.seeds)
                print(f"{routing.network.title:15} {by:15} {flits:6}  {sources.split()[0]:7} {limit:11g} "
                      f"{share:7.0%} {cycles:8,} {found:9.0%}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
