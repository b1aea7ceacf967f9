"""Simulated cycles per second of the wormhole simulator, traffic and measurement included.

    python benchmarks/bench_simulate.py [--cycles 1000000] [--repeat 3] [--booksim PROGRAM]

The loads of the meshes are 80 % of saturation as the simulator itself finds it: bisection between a stable and an unstable load. The
routes are followed and the loops compiled beforehand; times are processor times, the median of the repeats. The plain engine is shown
too, and BookSim2 (github.com/booksim/booksim2, built by its own makefile) if its program is named: the same mesh, dimension order, one
virtual channel, length and load, with buffers of 8 flits, as many as its routers' pipelines and credits need to move a flit a cycle.
"""

import argparse
import re
import resource
import subprocess
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from netlemma.graphs import network
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.simulate import simulate

POINTS = (
    ("mesh", 8, 20),
    ("mesh", 8, 32),
    ("mesh", 16, 32),
    ("mesh", 16, 64),
    ("oneway-torus", 8, 20),
    ("oneway-torus", 16, 32),
)
SHARE = 0.8
STEPS = 7
PLAIN_CYCLES = 2000
BOOKSIM = """
topology = mesh;
k = {k};
n = 2;
routing_function = dor;
num_vcs = 1;
vc_buf_size = 8;
credit_delay = 1;
routing_delay = 0;
vc_alloc_delay = 1;
sw_alloc_delay = 1;
traffic = uniform;
packet_size = {flits};
injection_rate = {load};
injection_rate_uses_flits = 0;
seed = {seed};
sim_type = latency;
sample_period = 10000;
warmup_periods = 1;
max_samples = 3;
latency_thres = 100000.0;
"""


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


def booksim(program: Path, k: int, flits: int, load: float, seed: int) -> tuple[float, float]:
    """Simulated cycles per second of processor time of BookSim2, and its mean latency."""
    with TemporaryDirectory() as folder:
        written = Path(folder, "mesh.cfg")
        written.write_text(BOOKSIM.format(k=k, flits=flits, load=load, seed=seed), encoding="utf-8")
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        # it ends with an error status where its latency has not settled in so few samples; then it has said its times all the same
        asked = [program.resolve(), written]
        told = subprocess.run(asked, check=False, capture_output=True, text=True, cwd=folder).stdout
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    cycles = int(re.findall(r"Time taken is (\d+) cycles", told)[-1])
    return cycles / spent, float(re.findall(r"Packet latency average = ([\d.]+)", told)[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cycles", type=int, default=1_000_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--booksim", type=Path, help="BookSim2's program")
    asked = parser.parse_args()
    print("network     flits  saturation  load      latency          cycles/s  plain engine")
    for family, k, flits in POINTS:
        routing = channel_routing(network(family, k=k, n=2), "dimension-order", 2 if family == "oneway-torus" else 1)
        limit = saturation(routing, flits)
        load = SHARE * limit
        times = []
        for seed in range(asked.repeat):
            start = time.process_time()
            found = simulate(routing, flits=flits, load=load, cycles=asked.cycles, seed=seed)
            times.append(time.process_time() - start)
        start = time.process_time()
        simulate(routing, flits=flits, load=load, cycles=PLAIN_CYCLES, engine="reference")
        plain = time.process_time() - start
        print(f"{family:5} {k:2}x{k:<2} {flits:6} {limit:11.5f} {load:8.5f} {found.latency:9.2f} ± {found.half_width:4.2f} "
              f"{asked.cycles / median(times):12,.0f} {PLAIN_CYCLES / plain:13,.0f}", flush=True)  # fmt: skip
        if asked.booksim and family == "mesh":
            peer = [booksim(asked.booksim, k, flits, load, 1 + seed) for seed in range(asked.repeat)]
            speed, latency = (median(each) for each in zip(*peer, strict=True))
            times_as_fast = asked.cycles / median(times) / speed
            print(f"            BookSim2 {latency:29.2f} {speed:19,.0f}: {times_as_fast:.0f} times as fast", flush=True)


if __name__ == "__main__":
    main()
