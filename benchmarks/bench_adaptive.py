"""What Khonsari's model assumes of an adaptive network, beside what the plain simulator shows: run it to see where they differ.

``python benchmarks/bench_adaptive.py`` takes some minutes; ``k n flits vcs cycles share...`` change what is simulated.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from netlemma.checks.performance.comparisons.adaptive import KHONSARI, model_network, routing_of
from netlemma.derive.performance.latency.adaptive_blocking import multiplexing, occupancy
from netlemma.derive.performance.latency.channel_graphs import mean_wait
from netlemma.derive.performance.latency.latency_model import models
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.simulate.engines.flits import FlitSimulator, Move
from netlemma.graphs.simulate.layouts.layout import Layout, layout
from netlemma.graphs.simulate.messages import PoissonSources
from netlemma.graphs.simulate.options import SimulationOptions

DEFAULT = ["8", "3", "32", "3", "2500", "0.4", "0.8"]
QUANTITIES = (
    "latency", "network latency", "wait at the source", "times blocked", "wait when blocked", "channel held",
    "busy channels of a link", "multiplexing of a link", "network latency over that without load",
)  # fmt: skip


@dataclass(frozen=True)
class Blocking:
    """Means over messages that were generated after the warm-up, and over links and cycles after it.

    Parameters
    ----------
    messages : int
        Number of messages delivered.
    network_latency : float
        Cycles from the crossing of the injection channel, which is not counted, to the last flit's consumption.
    source_wait : float
        Cycles before that.
    times_blocked : float
        Mean number of times that the header of a message found none of its channels free.
    wait : float
        Mean number of cycles that it then waited.
    held : float
        Mean number of cycles for which a virtual channel belonged to a message.
    busy : tuple of float
        Fraction of time in which 0, 1, ..., V virtual channels of a link were busy.
    """

    messages: int
    network_latency: float
    source_wait: float
    times_blocked: float
    wait: float
    held: float
    busy: tuple[float, ...]

    @property
    def multiplexing(self) -> float:
        """Mean number of busy virtual channels of a link, seen from one of them."""
        v = np.arange(len(self.busy))
        return float(v**2 @ self.busy / (v @ self.busy))


class _Watched(FlitSimulator):
    """Simulator that counts headers that find no free channel, and busy virtual channels."""

    def __init__(self, where: Layout, options: SimulationOptions, after: int) -> None:
        super().__init__(where, options)
        self.after, self.born = after, {}  # type: int, dict[int, int]
        self.blocked, self.waits, self.taken = [], [], 0  # type: list[int], list[int], int
        self.histogram = np.zeros(where.routing.vcs + 1)

    def _grant(self) -> None:
        for message in self.way:
            self.born.setdefault(message, self.now)
        before = dict(self.asked)
        super()._grant()
        self.blocked += [m for m, since in self.asked.items() if since == self.now and self.born[m] > self.after]
        self.waits += [
            self.now - since
            for m, since in before.items()
            if m not in self.asked and since < self.now and self.born[m] > self.after
        ]

    def _move(self, move: Move) -> None:
        message, position, flit = move
        inside = self.way[message][position] < self.where.network_channels
        self.taken += flit == 0 and inside and self.now >= self.after
        super()._move(move)

    def _count_busy(self) -> None:
        if self.now < self.after:
            return
        owned = [c for c in range(self.where.network_channels) if self.owner[c] is not None]
        used = np.bincount(self.where.link[owned], minlength=self.where.routing.network.hop_count)
        self.histogram += np.bincount(used, minlength=len(self.histogram))


def blocking(routing: ChannelRouting, flits: int, load: float, cycles: int, seed: int = 1) -> Blocking:
    """Run the plain simulator with the settings of the fast one for adaptive routings, a tenth of the cycles as
    warm-up, and count.

    Parameters
    ----------
    routing : ChannelRouting
        Adaptive routing.
    flits : int
        Length of every message, in flits.
    load : float
        Messages per node and cycle.
    cycles : int
        Number of cycles.
    seed : int, default 1
        Seed of the random numbers.

    Returns
    -------
    Blocking
        Means.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> seen = blocking(channel_routing(network("hypercube", n=3), "duato", 3), 16, 0.02, 4000)
    >>> seen.messages > 400, 17 < seen.network_latency < 30, 0 < seen.times_blocked < 1, 1 < seen.multiplexing < 2
    (True, True, True, True)
    """
    where, after = layout(routing), cycles // 10
    options = SimulationOptions(flits=flits, load=load, cycles=cycles, seed=seed).under(routing)
    watched = _Watched(where, options, after)
    messages = PoissonSources(where.ends, options.load, seed).between(0, cycles)
    watched.advance(messages, cycles)
    counted = (messages.cycle > after) & (watched.delivered >= 0)
    count = int(counted.sum())
    busy = watched.histogram / watched.histogram.sum()
    time = float(watched.histogram @ np.arange(len(busy)))
    return Blocking(
        messages=count,
        network_latency=float((watched.delivered - watched.started)[counted].mean()) - 1,
        source_wait=float((watched.started - messages.cycle)[counted].mean()),
        times_blocked=len(watched.blocked) / int((messages.cycle > after).sum()),
        wait=float(np.mean(watched.waits)) if watched.waits else 0.0,
        held=time / watched.taken,
        busy=tuple(busy.tolist()),
    )


def assumptions(size: Mapping[str, int], share: float, cycles: int) -> dict[str, tuple[float, float]]:
    """The intermediate quantities of the corrected model and of the plain simulator, at a share of the model's
    saturation load.

    The model's network latency is S times the degree of multiplexing; in the model a channel is held for S.

    Parameters
    ----------
    size : mapping from str to int
        Parameters k, n, flits and vcs of the model.
    share : float
        Share of the saturation load, between 0 and 1.
    cycles : int
        Simulated cycles.

    Returns
    -------
    dict from str to tuple of (float, float)
        By quantity, the values of model and simulation, in cycles where they are times.

    Examples
    --------
    >>> found = assumptions({"k": 2, "n": 3, "flits": 32, "vcs": 3}, 0.3, 4000)
    >>> model, seen = found["multiplexing of a link"]
    >>> 1 < seen < model < 2
    True
    """

    curve = models()[KHONSARI].curve(dict(size))
    load = share * curve.saturation().load
    use, service = curve.solutions(load)[0]  # type: ignore[attr-defined]
    latency = float(curve.latency(np.array([load]))[0])
    shared = float(multiplexing(size["vcs"], use))
    busy = occupancy(size["vcs"], use)
    wait = mean_wait(use / service, service, size["flits"], 1 - use)
    family, sizes = model_network(KHONSARI, size)
    seen = blocking(routing_of(family, tuple(sizes.items()), size["vcs"]), size["flits"], load, cycles)
    zero = float(curve.zero_load())
    both = (
        (latency, seen.network_latency + seen.source_wait),
        (service * shared, seen.network_latency),
        (latency - service * shared, seen.source_wait),
        (float(curve.blocked(np.array([use]))[0]), seen.times_blocked),  # type: ignore[attr-defined]
        (float(wait), seen.wait),
        (service, seen.held),
        (sum(v * p for v, p in enumerate(busy)), sum(v * p for v, p in enumerate(seen.busy))),
        (shared, seen.multiplexing),
        (service * shared / zero, seen.network_latency / zero),
    )
    return dict(zip(QUANTITIES, both, strict=True))


def main() -> None:
    k, n, flits, vcs, cycles, *shares = sys.argv[1:] or DEFAULT
    size = {"k": int(k), "n": int(n), "flits": int(flits), "vcs": int(vcs)}
    found = [assumptions(size, float(share), int(cycles)) for share in shares]
    print(" ".join(f"{name}={value}" for name, value in size.items()))
    print("| quantity |" + "".join(f" {share} model | simulated |" for share in shares))
    print("|---|" + "---|---|" * len(shares))
    for name in QUANTITIES:
        cells = "".join(f" {each[name][0]:.4g} | {each[name][1]:.4g} |" for each in found)
        print(f"| {name} |{cells}")


if __name__ == "__main__":
    main()
