"""Latency models: time of a load point, and service and waiting times beside those that are simulated.

    python benchmarks/bench_models.py [--points 20] [--cycles 60000]

A point is one call for one load, as when loads come one by one; "of 100" is a hundredth of a call for 100 loads. Then for the 8x8 mesh
with messages of 20 flits the means over classes of channels: x, the time for which a channel is held, its standard deviation (that of
the model is x - flits), and the wait w for it, at shares of the model's saturation load. The plain simulator is watched for
that, which takes about a minute.
"""

import argparse
import sys
import time
from pathlib import Path
from statistics import median

import numpy as np

from netlemma.derive.performance.latency.channel_graphs import WormholeLatency
from netlemma.derive.performance.latency.latency_model import models
from netlemma.derive.performance.latency.models.mesh import mesh_graph
from netlemma.graphs.simulate.simulation import channels_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.graphs.channel_times import channel_times

K, FLITS = 8, 20
COPIES = {"x": 2 * K, "y": 2, "injection": 1, "": 1}  # channels for which a class of the model stands


def speed(points: int) -> None:
    print("model  k   flits  first (ms)  point (ms)  of 100 (ms)")
    for family in ("mesh", "oneway-torus"):
        start = time.perf_counter()
        curve = models()[family].curve({"k": 16, "flits": 32})
        end = curve.saturation().load
        curve.latency(np.array([end / 2]))
        first = time.perf_counter() - start
        times = []
        for load in np.linspace(0.1, 0.8, points) * end:
            start = time.perf_counter()
            curve.latency(np.array([load]))
            times.append(time.perf_counter() - start)
        many = []
        for _ in range(points):
            start = time.perf_counter()
            curve.latency(np.linspace(0.1, 0.8, 100) * end)
            many.append((time.perf_counter() - start) / 100)
        print(f"{family:5}  16  {32:5} {1e3 * first:11.1f} {1e3 * median(times):11.3f} {1e3 * median(many):12.4f}")


def channels(cycles: int) -> None:
    """Means over the channels of each kind, weighted by the messages that cross them."""
    model = WormholeLatency(mesh_graph(K), FLITS)
    end = model.saturation().load
    routing = channels_of("mesh", "dimension-order order=falling", sizes={"k": K})
    print("share  channels    x model    seen  deviation model    seen  w model    seen")
    for share in (0.5, 0.8, 0.99):
        times = model.times(np.array([share * end]))
        seen = channel_times(routing, FLITS, share * end, cycles)
        for kind in ("x", "y", "injection"):
            names = model.graph.names
            mine = [i for i, name in enumerate(names) if kind_of_class(name) == kind]
            weight = np.array([float(model.graph.rates[i]) for i in mine])
            x = float(np.average(times.service[mine, 0], weights=weight))
            w = float(np.average([waited(model, times.waiting[:, 0], i) for i in mine], weights=weight))
            there = [c for c in range(seen.where.channels) if kind_of(seen, c) == kind]
            count = seen.worms[there]
            held, waiting = (float(np.average(each[there], weights=count)) for each in (seen.held, seen.waited))
            spread = float(np.sqrt(np.average(seen.deviation[there] ** 2, weights=count)))
            print(
                f"{share:5.0%}  {kind:10} {x:8.2f} {held:7.2f} {x - FLITS:16.2f} {spread:7.2f} {w:8.2f} {waiting:7.2f}"
            )


def waited(model: WormholeLatency, waits: np.ndarray, i: int) -> float:
    """The mean over all messages on channel i of what they wait for it: W, times P for those that come from other channels."""
    graph = model.graph
    if i in graph.injections:
        return float(waits[i])
    parts = []
    for before, row in enumerate(graph.branches):
        copies = COPIES[kind_of_class(graph.names[before])]
        parts += [
            (float(graph.rates[before] * r) * copies, float(graph.blocking(before, j, r))) for j, r in row if j == i
        ]
    total = sum(flow for flow, _ in parts)
    return float(waits[i]) * sum(flow * factor for flow, factor in parts) / total


def kind_of_class(name: str) -> str:
    """x, y or injection; nothing for ejection."""
    return "injection" if name.startswith("injection") else {"W": "x", "S": "y"}.get(name[-2], "")


def kind_of(seen, channel: int) -> str:
    """The same of a channel of the explicit mesh."""
    where = seen.where
    if channel >= where.network_channels:
        return "" if where.is_ejection(channel) else "injection"
    net, routing = where.routing.network, where.routing
    return "x" if net.labels(routing.start(channel))[0] != net.labels(routing.end(channel))[0] else "y"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=20)
    parser.add_argument("--cycles", type=int, default=60_000)
    asked = parser.parse_args()
    speed(asked.points)
    if asked.cycles:
        channels(asked.cycles)


if __name__ == "__main__":
    main()
