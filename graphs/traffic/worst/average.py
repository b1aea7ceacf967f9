"""The mean of the largest load over all permutations, exactly or within an interval."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import comb, factorial, lcm, sqrt
from typing import Any

import numpy as np

from netlemma.base.displays import Facts, Part, exact, rounded
from netlemma.errors import InputError
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.routing.channel_routing import DETERMINISTIC, OBLIVIOUS, ChannelRouting
from netlemma.graphs.routings.kinds import require_kind
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.channel_loads import CAPACITY, RATE, reference_routing
from netlemma.graphs.traffic.channels import channel_capacities, channels_of
from netlemma.graphs.traffic.worst.shares import Shares, Sharing, over_channels
from netlemma.graphs.traffic.worst.worst_case import WorstCase, batches

# How many of all permutations have each largest load, on networks where they are counted without a list of them.
#
# On one factor every shortest path is alone, and the permutations p of n nodes are counted by a number of their nodes:
#
# * clique: every message has a channel of its own, so the largest load is 1;
# * bus: the load is the number of nodes that p moves; C(n, m) times the derangements of m nodes move m;
# * one-way ring: what comes to a node also leaves it, so all channels have the load of the last one, the number of nodes s
#   with p(s) < s; Euler's numbers count them;
# * line: both channels of the cut behind node i have the load h(i), the number of s <= i < p(s), which is that of s <= i < q(s)
#   for the inverse q too. One node on, h rises by 1 in one way, stays in 2h + 1 ways, or falls by 1 in h^2 ways (Flajolet 1980).
#
# Elsewhere each end may have one channel of its own, and potentials 1 for all channels, as in fat trees: then 1 is the largest
# load of every permutation that moves a message.


MOST_NODES = 300  # of a factor
MOST_ENDS = 1024  # of a network whose channels are asked for potentials


def largest_load_counts(routing: ChannelRouting, progress: Progress = None) -> Mapping[Fraction, int] | None:
    """The permutations that move a message, by their largest load.

    P. Flajolet, Combinatorial aspects of continued fractions, Discrete Mathematics 32, 1980.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> line = channel_routing(network("line(4)"), "dimension-order")
    >>> {str(load): many for load, many in largest_load_counts(line).items()}
    {'1': 19, '2': 4}
    """
    net = routing.network
    if len(net.factors) == 1 and (len(routing.loads.orders) == 1 or routing.loads.by == "shortest"):
        (factor,) = net.factors
        if (count := COUNTED.get(factor.name)) and factor.size <= MOST_NODES:
            found = count(factor.size)
            return {Fraction(load): many for load, many in found.items() if load and many}
    if net.terminals is not None and len(net.ends) <= MOST_ENDS and _one_for_all(routing, progress):
        return {Fraction(1): factorial(len(net.ends)) - 1}
    return None


def _of_clique(n: int) -> dict[int, int]:
    return {1: factorial(n) - 1}


def _of_bus(n: int) -> dict[int, int]:
    deranged = [1, 0]
    for m in range(2, n + 1):
        deranged.append((m - 1) * (deranged[-1] + deranged[-2]))
    return {m: comb(n, m) * deranged[m] for m in range(n + 1)}


def _of_oneway_ring(n: int) -> dict[int, int]:
    row = [1]
    for m in range(2, n + 1):
        row = [(d + 1) * (row[d] if d < m - 1 else 0) + (m - d) * (row[d - 1] if d else 0) for d in range(m)]
    return dict(enumerate(row))


def _of_line(n: int) -> dict[int, int]:
    up_to = []  # permutations with no load above each height
    for most in range(n // 2 + 1):
        ways = [1] + [0] * (most + 1)
        for _ in range(n):
            ways = [
                (ways[h - 1] if h else 0) + (2 * h + 1) * ways[h] + (h + 1) ** 2 * ways[h + 1] for h in range(most + 1)
            ] + [0]
        up_to.append(ways[0])
    return {most: many - (up_to[most - 1] if most else 0) for most, many in enumerate(up_to)}


COUNTED = {"clique": _of_clique, "bus": _of_bus, "oneway-ring": _of_oneway_ring, "line": _of_line}


def _one_for_all(routing: ChannelRouting, progress: Progress) -> bool:
    """Whether each end sends by one channel, and sources alone, or destinations alone, bound the load of all channels by 1."""
    net, channels = routing.network, channels_of(routing.network)
    if any(len(set(channels[net.indptr[end] : net.indptr[end + 1]].tolist())) != 1 for end in net.ends):
        return False
    for found in batches(routing, range(int(channels.max()) + 1), progress):
        for each in found:
            sums = [int(each.matrix.max(axis=axis, initial=0).sum()) for axis in (0, 1)]
            if min(sums) > each.scale:
                return False
    return True


# The mean of the largest load over random permutations, with its confidence interval, or over all of them.


LEVEL = 0.95
LONGEST = 60  # characters of an exact mean


@dataclass(frozen=True, eq=False)
class AverageCase(WorstCase):
    """Largest loads under permutations that move at least one message: random ones, drawn independently, or all of them.

    routing: The routing.
    seed: Seed of NumPy's default generator.
    loads: How many of the permutations have each largest load of a channel, exact.
    """

    routing: ChannelRouting
    seed: int
    loads: Mapping[Fraction, int]

    @property
    def network(self) -> Network:  # type: ignore[override]
        """The network."""
        return self.routing.network

    @property
    def every(self) -> bool:
        """Whether these are all permutations, so that the means are exact."""
        return self.count == factorial(len(self.routing.ends)) - 1

    @cached_property
    def count(self) -> int:
        """Number of permutations."""
        return sum(self.loads.values())

    @cached_property
    def mean(self) -> Fraction:
        """Mean of the largest loads."""
        return sum((load * many for load, many in self.loads.items()), Fraction(0)) / self.count

    @cached_property
    def throughput(self) -> Fraction:  # type: ignore[override]
        """Mean of the throughputs 1 / largest load."""
        return sum((many / load for load, many in self.loads.items()), Fraction(0)) / self.count

    @cached_property
    def half_widths(self) -> tuple[float | None, float | None]:
        """Half-widths of the intervals that contain the means of all permutations with a probability of 95 %.

        By Student's t distribution, for the mean load and the mean throughput; None of a single permutation and of all.
        """
        if self.every:
            return None, None
        inverse = {1 / load: many for load, many in self.loads.items()}
        return _half_width(self.loads, self.mean), _half_width(inverse, self.throughput)

    def as_json(self) -> dict[str, Any]:
        """The averages in the shape of ``netlemma worst-case --average --json``: rationals are strings."""
        return {
            "routing": self.routing.name,
            "permutations": self.count,
            "exact": self.every,
            "seed": self.seed,
            "level": LEVEL,
            "mean_largest_load": str(self.mean),
            "half_width": self.half_widths[0],
            "least_largest_load": str(min(self.loads)),
            "greatest_largest_load": str(max(self.loads)),
            "mean_throughput": str(self.throughput),
            "throughput_half_width": self.half_widths[1],
            "fraction_of_capacity": str(self.fraction_of_capacity),
        }

    def _parts(self) -> list[Part]:
        reference = reference_routing(self.network).name
        load = _short(self.mean) if self.every else _interval(self.mean, self.half_widths[0])
        rate = _short(self.throughput) if self.every else _interval(self.throughput, self.half_widths[1])
        level = "" if self.every else ", ± half-width at 95 %"
        return [Facts([
            ("network", self.network.title),
            ("routing", self.routing.title),
            ("permutations", f"all {_many(self.count)}" if self.every else f"{self.count:,}, drawn with seed {self.seed}"),
            ("largest load", f"{load} messages per unit of time")
            if self.network.capacity is None
            else ("largest utilisation", load),
            ("of them", f"{exact(min(self.loads))} to {exact(max(self.loads))}"),
            ("throughput", f"{rate} {RATE}"),
            ("fraction of capacity", rounded(float(self.fraction_of_capacity))),
            ("counted", f"means over permutations that move a message{level}; {CAPACITY.format(reference)}"),
        ])]  # fmt: skip


def _moving(ends: int) -> int:
    """How many permutations of the ends move a message; of many ends, more than anybody lists."""
    return factorial(min(ends, 20)) - 1


def _half_width(values: Mapping[Fraction, int], mean: Fraction) -> float | None:
    from scipy.special import stdtrit

    count = sum(values.values())
    if count < 2:
        return None
    variance = sum(many * (value - mean) ** 2 for value, many in values.items()) / (count - 1)
    return float(stdtrit(count - 1, (1 + LEVEL) / 2)) * sqrt(variance / count)


def _many(count: int) -> str:
    return f"{count:,}" if count < 10**12 else f"{Decimal(count):.3e}"


def _short(value: Fraction) -> str:
    """An exact mean; its digits alone if it is a quotient of long numbers."""
    text = exact(value)
    return text if len(text) <= LONGEST else f"{rounded(float(value))}, exact in JSON"


def _interval(mean: Fraction, half_width: float | None) -> str:
    return rounded(float(mean)) + ("" if half_width is None else f" ± {half_width:.2g}")


def average_case(
    routing: ChannelRouting, count: int, seed: int = 1, progress: Progress = None, sharing: Sharing | None = None
) -> AverageCase:
    """Largest loads under random permutations, or under all that move a message where no more are asked for or they
    are known.

    They are known for one factor that is no ring, and where the largest load is 1, see
    :mod:`netlemma.graphs.traffic.worst.average`.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> average_case(channel_routing(network("ring", K=6), "dimension-order", ties="split"), 50).mean
    Fraction(149, 100)
    >>> average_case(channel_routing(network("oneway-torus", k=4, n=1), "dimension-order"), 50).mean   # all 23: 3/2 * 24/23
    Fraction(36, 23)
    """
    require_kind(routing, (DETERMINISTIC, OBLIVIOUS), "averages need")
    if count < 1:
        raise InputError(f"average={count}: an average is over 1 permutation or more")
    if seed < 0:
        raise InputError(f"seed={seed}: a seed is a whole number from 0 on")
    if (
        routing.network.capacity is None
        and count < _moving(len(routing.ends))
        and (known := largest_load_counts(routing, progress))
    ):
        return AverageCase(routing, seed, known)
    channels = range(int(channels_of(routing.network).max()) + 1)
    parts = over_channels(largest_loads, routing, channels, count, seed, sharing=sharing, progress=progress)
    return AverageCase(routing, seed, Counter(map(max, zip(*parts, strict=True))))


def largest_loads(
    routing: ChannelRouting, channels: Sequence[int], count: int, seed: int, progress: Progress = None
) -> list[Fraction]:
    """Largest loads of some channels under random permutations."""
    goes = _permutations(np.asarray(routing.ends), routing.network.node_count, count, np.random.default_rng(seed))
    most, scale, capacities = np.zeros(len(goes), dtype=np.int64), 1, channel_capacities(routing.network)
    if capacities is not None:
        largest = [Fraction(0)] * len(goes)
        for done in batches(routing, channels, progress):
            for found in done:
                unit = found.scale * capacities[found.channel]
                largest = list(map(max, largest, [load / unit for load in _loads(found, goes).tolist()]))
        return largest
    for done in batches(routing, channels, progress):
        common = lcm(scale, done[0].scale)
        loads = [_loads(found, goes) * (common // done[0].scale) for found in done]
        most, scale = np.max([most * (common // scale), *loads], axis=0), common
    return [Fraction(int(load), scale) for load in most]


def _permutations(ends: np.ndarray, nodes: int, count: int, draw: np.random.Generator) -> np.ndarray:
    """Destination of each node under each permutation, shape (count or fewer, N)."""
    found = np.tile(np.arange(nodes), (min(count, _moving(len(ends))), 1))
    if len(found) == _moving(len(ends)):
        found[:, ends] = list(permutations(ends))[1:]
        return found
    for row in found:
        while (row[ends] == ends).all():
            row[ends] = draw.permutation(ends)
    return found


def _loads(found: Shares, goes: np.ndarray) -> np.ndarray:
    """Numerators of the load of a channel under each permutation."""
    if not len(found.sources):
        return np.zeros(len(goes), dtype=np.int64)
    column = np.full(goes.shape[1], -1)
    column[found.destinations] = np.arange(len(found.destinations))
    at = column[goes[:, found.sources]]
    return np.where(at >= 0, found.matrix[np.arange(len(found.sources)), at], 0).sum(axis=1)
