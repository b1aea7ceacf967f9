"""The mean of the largest load over random permutations, with its confidence interval, or over all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import factorial, lcm, sqrt
from typing import Any

import numpy as np

from graphs.base.errors import InputError
from graphs.base.parallel import Progress
from graphs.base.shown import Part, Shown
from graphs.base.tables import Facts, exact, rounded
from graphs.routing.channel_routing import DETERMINISTIC, OBLIVIOUS, ChannelRouting
from graphs.routings import require_kind
from graphs.traffic.channel_loads import CAPACITY, reference_routing, traffic_loads
from graphs.traffic.channels import channels_of
from graphs.traffic.traffic import uniform
from graphs.traffic.worst.shares import Shares
from graphs.traffic.worst.sharing import Sharing, over_channels
from graphs.traffic.worst.worst_case import batches

LEVEL = 0.95


@dataclass(frozen=True, eq=False)
class AverageCase(Shown):
    """Largest loads under permutations that move at least one message: random ones, drawn independently, or all of them.

    Attributes
    ----------
    routing : ChannelRouting
        The routing.
    seed : int
        Seed of NumPy's default generator.
    loads : tuple of Fraction
        Largest load of a channel under each permutation, exact.
    """

    routing: ChannelRouting
    seed: int
    loads: tuple[Fraction, ...]

    @property
    def every(self) -> bool:
        """Whether these are all permutations, so that the means are exact."""
        return len(self.loads) == _moving(len(self.routing.ends))

    @cached_property
    def mean(self) -> Fraction:
        """Mean of the largest loads."""
        return sum(self.loads, Fraction(0)) / len(self.loads)

    @cached_property
    def throughput(self) -> Fraction:
        """Mean of the throughputs 1 / largest load."""
        return sum((1 / load for load in self.loads), Fraction(0)) / len(self.loads)

    @cached_property
    def half_widths(self) -> tuple[float | None, float | None]:
        """Half-widths of the intervals that contain the means of all permutations with a probability of 95 %.

        By Student's t distribution, for the mean load and the mean throughput; None of a single permutation and of all.
        """
        if self.every:
            return None, None
        return _half_width(self.loads, self.mean), _half_width([1 / load for load in self.loads], self.throughput)

    @cached_property
    def fraction_of_capacity(self) -> Fraction:
        """Mean throughput divided by that of uniform traffic under the reference routing of the network."""
        net = self.routing.network
        return self.throughput * max(traffic_loads(reference_routing(net), uniform(net)))

    def as_json(self) -> dict[str, Any]:
        """The averages in the shape of ``netlemma worst-case --average --json``: rationals are strings."""
        return {
            "routing": self.routing.name,
            "permutations": len(self.loads),
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
        reference = reference_routing(self.routing.network).name
        return [Facts([
            ("network", self.routing.network.title),
            ("routing", self.routing.title),
            ("permutations", f"all {len(self.loads):,}" if self.every else f"{len(self.loads):,}, drawn with seed {self.seed}"),
            ("largest load", exact(self.mean) if self.every else _interval(self.mean, self.half_widths[0])),
            ("of them", f"{exact(min(self.loads))} to {exact(max(self.loads))}"),
            ("throughput", exact(self.throughput) if self.every else _interval(self.throughput, self.half_widths[1])),
            ("fraction of capacity", rounded(float(self.fraction_of_capacity))),
            ("counted", f"means over permutations{'' if self.every else ', ± half-width at 95 %'}; {CAPACITY.format(reference)}"),
        ])]  # fmt: skip


def _moving(ends: int) -> int:
    """How many permutations of the ends move a message; of many ends, more than anybody lists."""
    return factorial(min(ends, 20)) - 1


def _half_width(values: Sequence[Fraction], mean: Fraction) -> float | None:
    from scipy.special import stdtrit

    count = len(values)
    if count < 2:
        return None
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return float(stdtrit(count - 1, (1 + LEVEL) / 2)) * sqrt(variance / count)


def _interval(mean: Fraction, half_width: float | None) -> str:
    return rounded(float(mean)) + ("" if half_width is None else f" ± {half_width:.2g}")


def average_case(
    routing: ChannelRouting, count: int, seed: int = 1, progress: Progress = None, sharing: Sharing | None = None
) -> AverageCase:
    """Largest loads under random permutations, or under all that move a message if there are no more than asked for.

    Parameters
    ----------
    routing : ChannelRouting
        Deterministic or oblivious routing.
    count : int
        Most permutations.
    seed : int, default 1
        Seed of NumPy's default generator, which draws them.
    progress : Progress, optional
        Function called now and then with (channels done, all channels).
    sharing : Sharing, optional
        Workers that share the channels; this process alone if None.

    Returns
    -------
    AverageCase
        The loads and their means.

    Raises
    ------
    InputError
        If the number of permutations or the seed is not legal.
    RoutingError
        If the routing is adaptive, does not deliver, or has shares with too long a common denominator.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> average_case(channel_routing(network("ring", K=6), "dimension-order", ties="split"), 50).mean
    Fraction(149, 100)
    >>> average_case(channel_routing(network("oneway-torus", k=4, n=1), "dimension-order"), 50).mean   # all 23: 3/2 * 24/23
    Fraction(36, 23)
    """
    require_kind(routing, (DETERMINISTIC, OBLIVIOUS), "averages need")
    if count < 1 or seed < 0:
        raise InputError(f"averages of {count} permutations with seed {seed}: at least 1, and a seed from 0 on")
    channels = range(int(channels_of(routing.network).max()) + 1)
    parts = over_channels(largest_loads, routing, channels, count, seed, sharing=sharing, progress=progress)
    return AverageCase(routing, seed, tuple(map(max, zip(*parts, strict=True))))


def largest_loads(
    routing: ChannelRouting, channels: Sequence[int], count: int, seed: int, progress: Progress = None
) -> list[Fraction]:
    """Largest loads of some channels under random permutations.

    Parameters
    ----------
    routing : ChannelRouting
        Deterministic or oblivious routing.
    channels : Sequence of int
        Numbers of the channels.
    count : int
        Number of permutations.
    seed : int
        Seed of the generator that draws them.
    progress : Progress, optional
        Function called with (channels done, all channels).

    Returns
    -------
    list of Fraction
        Largest load under each permutation.
    """
    goes = _permutations(np.asarray(routing.ends), routing.network.node_count, count, np.random.default_rng(seed))
    most, scale = np.zeros(len(goes), dtype=np.int64), 1
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
