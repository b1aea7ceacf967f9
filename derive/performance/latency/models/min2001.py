"""Adaptive wormhole routing in bidirectional two-dimensional tori with bursty sources: Min, Ferguson and Ould-Khaoua 2001."""

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from netlemma.derive.performance.latency.adaptive_blocking import all_busy, in_utilisation, multiplexing, some_busy
from netlemma.derive.performance.latency.curve_display import ShownCurve
from netlemma.derive.performance.latency.fixed_points import highest, least_fixed_point, root
from netlemma.derive.performance.latency.latency_model import (
    Curve,
    Keyword,
    ModelReading,
    Need,
    Real,
    Saturation,
    model_with_data,
    models,
)
from netlemma.derive.performance.mmpp import MMPP2, superposed
from netlemma.derive.performance.mmpp_queue import Stages, waiting
from netlemma.errors import Infeasible, ModelError


class MeanHops(NamedTuple):
    """Mean number of hops with one dimension and with both dimensions left, and their sum, the mean distance."""

    one: Fraction
    both: Fraction
    distance: Fraction


@cache
def one_left(first: int, second: int, weighting: str) -> Fraction:
    """Mean number of hops with one dimension left, for given numbers of hops in each.

    On a random path the mean number of hops of one dimension after the last one of the other is z1/(z2 + 1) + z2/(z1 +
    1): the z1 hops fall into z2 + 1 gaps with equal probability.

    >>> [str(one_left(2, 2, weighting)) for weighting in ("paths", "walk", "distributions")]
    ['4/3', '3/2', '5/3']
    """
    if weighting == "paths":
        return Fraction(first, second + 1) + Fraction(second, first + 1)
    if min(first, second) == 0:
        return Fraction(first + second)
    if weighting == "walk":
        return (one_left(first - 1, second, weighting) + one_left(first, second - 1, weighting)) / 2
    found = Fraction(0)
    for made in range(first + second):
        ways = min(made, first) - max(0, made - second) + 1
        crossed = (made >= first) + (made >= second)
        found += Fraction(crossed, ways)
    return found


def ring_hops(k: int) -> dict[int, int]:
    """The numbers of nodes of a ring that are 0, 1, ... hops away.

    >>> ring_hops(4), ring_hops(5)
    ({0: 1, 1: 2, 2: 1}, {0: 1, 1: 2, 2: 2})
    """
    found: dict[int, int] = {}
    for j in range(k):
        found[min(j, k - j)] = found.get(min(j, k - j), 0) + 1
    return dict(sorted(found.items()))


@cache
def hops_to_others(k: int, weighting: str) -> MeanHops:
    """The mean over all other nodes of the k by k torus.

    >>> str(hops_to_others(4, "walk").distance), hops_to_others(3, "paths")
    ('32/15', MeanHops(one=Fraction(1, 1), both=Fraction(1, 2), distance=Fraction(3, 2)))
    """
    ring = ring_hops(k)
    one = total = Fraction(0)
    for first, many in ring.items():
        for second, others in ring.items():
            if (first, second) != (0, 0):
                one += many * others * one_left(*sorted((first, second)), weighting)
                total += many * others * (first + second)
    one, total = one / (k * k - 1), total / (k * k - 1)
    return MeanHops(one, total - one, total)


def mean_hops(k: int) -> Fraction:
    """Mean hops along a ring, a message to itself included (equation 2).

    >>> str(mean_hops(16)), str(mean_hops(5))
    ('4', '6/5')
    """
    return Fraction(k, 4) if k % 2 == 0 else Fraction(k * k - 1, 4 * k)


def hops_as_printed(k: int, options: Mapping[str, str]) -> MeanHops:
    """Hops of a message that makes the mean number of hops in each dimension.

    G. Min, J. D. Ferguson and M. Ould-Khaoua, 2001, equations 3, 5 and 23.

    >>> hops_as_printed(8, {"weighting": "distributions", "sum": "below"})
    MeanHops(one=Fraction(5, 3), both=Fraction(7, 3), distance=Fraction(4, 1))
    """
    each = mean_hops(k)
    if each.denominator != 1:
        raise ModelError(
            f"k={k}: equation 23 needs an integer mean number of hops in a ring, and it is {each}; take a multiple of "
            "4, or the reading distances=others"
        )
    one = one_left(int(each), int(each), options["weighting"])
    distance, both = 2 * each, 2 * each - one
    if options["sum"] == "through":  # at i = d equation 23 gives 2, which is not a probability
        return MeanHops(one + 2, both - 1, distance)
    return MeanHops(one, both, distance)


# Adaptive wormhole routing in bidirectional two-dimensional tori with bursty sources: Min, Ferguson and Ould-Khaoua 2001.
#
# Duato's protocol with V - 2 adaptive and 2 escape virtual channels. Each point that the paper leaves open or gets wrong
# is a choice.


NETWORK, SOURCE = "network channels", "source queue"
DIGITS = 5  # of waiting times, at least; floating-point numbers lose digits only at utilisations near 1
ESCAPE = 2
NEARLY = 1 - 1e-12  # utilisation from which on no steady state is assumed; solutions lie far below
DIFFERENCE = 1e-3  # step as a share of the saturation load


class MinLatency(ShownCurve):
    """The model at one size.

    k: Nodes of each ring.
    flits: Mean message length in flits.
    vcs: Virtual channels V of each physical channel.
    source: Arrivals at one node for a load of 1.
    lengths: ``fixed`` or ``exponential``.
    options: Option of each choice in ``min2001.toml``.
    """

    def __init__(self, k: int, flits: int, vcs: int, source: MMPP2, lengths: str, options: Mapping[str, str]) -> None:
        own = options["distances"] == "others"
        hops = hops_to_others(k, options["weighting"]) if own else hops_as_printed(k, options)
        self.distance = hops.distance
        self.flits, self.vcs, self.options = flits, vcs, options
        sources = self.distance / 4
        try:
            self.channel = superposed(source, sources)
        except Infeasible as error:
            raise ModelError(
                f"k={k}: the traffic of a channel is that of n_s = d/4 sources; {error}; take a larger k"
            ) from None
        share = 1 / vcs if options["source"] == "channel" else 1.0
        self.source = scaled(source, share)
        self.channel = scaled(self.channel, 1.0)
        self.one, self.both = float(hops.one), float(hops.both)
        adaptive = vcs - ESCAPE
        escapes = {
            "own": all_busy(vcs, adaptive + 1),
            "either": some_busy(vcs, adaptive, ESCAPE),
            "both": all_busy(vcs, vcs),
        }
        self._adaptive = [float(c) for c in in_utilisation(all_busy(vcs, adaptive))]
        self._escape = [float(c) for c in in_utilisation(escapes[options["escape"]])]
        fixed, random = (flits, 0) if lengths == "fixed" else (0, flits)
        self.fixed, self.random = float(fixed + self.distance), float(random)
        self.base = float(flits + self.distance)
        self._end: Saturation | None = None

    def service(self, blocked: float) -> Stages:
        """The time in the network for a mean blocking time (equations 4, 6 and 21)."""
        return Stages(self.fixed, (self.random, blocked))

    def times_blocked(self, use: float) -> float:
        """B: the expected number of times that a message is blocked, at a utilisation of a channel (equations 5 and 24)."""
        return polynomial(self._escape, use) * (self.one + self.both * polynomial(self._adaptive, use))

    def following(self, blocked: float, load: float) -> float:
        """F(b): the mean blocking time that follows from a mean blocking time; infinite without a steady state.

        G. Min, J. D. Ferguson and M. Ould-Khaoua, 2001, equations 5 and 19.
        """
        use = self.channel.mean_rate * load * (self.base + blocked)
        if use >= NEARLY:
            return math.inf
        return self.times_blocked(use) * waiting(scaled(self.channel, load), self.service(blocked), DIGITS).at_arrivals

    def blocking(self, load: float) -> float | None:
        """The least solution b of b = F(b) in cycles; None if there is none."""
        return least_fixed_point(lambda blocked: self.following(blocked, load)) if load else 0.0

    def solutions(self, load: float) -> list[float]:
        """All solutions b, in increasing order: none, or two, which coincide at the end."""
        least = self.blocking(load)
        if least is None or not load:
            return [] if least is None else [least]
        end = 1 / (self.channel.mean_rate * load) - self.base
        low = highest(lambda b: b - self.following(b, load), least, end, 1e-9 * end)
        if self.following(low, load) >= low:
            return [least]
        return [least, root(lambda b: min(self.following(b, load) - b, 1e9), low, end)]

    def _solve(self, load: float) -> float:
        """The latency at a load (equations 1 and 29), NaN where saturated."""
        if load >= self.saturation().load:
            return math.nan
        blocked = self.blocking(load)
        if blocked is None:
            return math.nan
        service = self.service(blocked)
        shared = multiplexing(self.vcs, self.channel.mean_rate * load * service.mean)
        wait = waiting(scaled(self.source, load), service, DIGITS).at_arrivals if load else 0.0
        if self.options["scaling"] == "network":
            return float(service.mean * shared + wait)
        return float((service.mean + wait) * shared)

    def latency(self, loads: np.ndarray) -> np.ndarray:
        """Mean latency in cycles at rates mu1 in messages per cycle and node; NaN where saturated."""
        return np.array([self._solve(float(load)) for load in loads])

    def sensitivity(self, loads: np.ndarray) -> np.ndarray:
        """Derivative of the latency by the load, from differences over a small part of the saturation load; NaN where saturated."""
        found, end = [], self.saturation().load
        for load in map(float, loads):
            step = DIFFERENCE * min(load, end - load)
            if not step > 0:
                found.append(math.nan)
                continue
            near, far = (
                (self._solve(load + width) - self._solve(load - width)) / (2 * width) for width in (step, 2 * step)
            )
            found.append((4 * near - far) / 3)
        return np.array(found)

    def zero_load(self) -> Fraction:
        """Message length and mean distance: no waiting and no sharing."""
        return self.flits + self.distance

    def load_of(self, blocked: float) -> float:
        """The load at which a mean blocking time b > 0 is a solution."""
        busy = 1 / (self.channel.mean_rate * (self.base + blocked))
        most = math.log(busy)

        def excess(logarithm: float) -> float:
            found = self.following(blocked, math.exp(logarithm)) if logarithm < most else math.inf
            return math.log(min(found, 1e6 * blocked) / blocked)

        low = most - 1
        while excess(low) > 0:
            low -= 4
        return math.exp(root(excess, low, most))

    def saturation(self) -> Saturation:
        """The load at which the two solutions meet, or at which the source queue reaches utilisation 1 if that is lower."""
        if self._end is None:
            self._end = self._saturation()
        return self._end

    def _saturation(self) -> Saturation:
        def blocked(part: float) -> float:
            return self.base * part / (1 - part)

        def use(part: float) -> float:
            return self.load_of(blocked(part)) * self.channel.mean_rate * (self.base + blocked(part))

        end = highest(lambda part: self.load_of(blocked(part)), 1e-6, 1 - 1e-6)
        per_channel = self.source.mean_rate / self.channel.mean_rate
        if use(end) * per_channel >= 1:
            part = root(lambda part: use(part) * per_channel - 1, 1e-6, end)
            return Saturation(self.load_of(blocked(part)), SOURCE, 1, NETWORK, use(part))
        why = "have no fixed point from there on: both solutions meet"
        return Saturation(self.load_of(blocked(end)), NETWORK, 1, NETWORK, use(end), why)


def scaled(source: MMPP2, load: float) -> MMPP2:
    """The source with its arrival rates times a load, in floating-point numbers."""
    return MMPP2(float(source.mu1) * load, float(source.mu2) * load, float(source.sigma1), float(source.sigma2))


def polynomial(coefficients: list[float], x: float) -> float:
    """The value of a polynomial by Horner's rule."""
    found = 0.0
    for coefficient in reversed(coefficients):
        found = found * x + coefficient
    return found


def _build(parameters: Mapping[str, Any], reading: ModelReading) -> Curve:
    vcs = parameters["vcs"]
    if vcs <= ESCAPE:
        raise ModelError(
            f"vcs={vcs}: Duato's protocol needs 2 escape and at least 1 adaptive virtual channel of each physical channel; take "
            "vcs=3 or more"
        )
    source = MMPP2(Fraction(1), parameters["ratio"], parameters["sigma1"], parameters["sigma2"])
    return MinLatency(parameters["k"], parameters["flits"], vcs, source, parameters["lengths"], reading.options)


MODEL = model_with_data(
    __file__,
    (
        Need("k", 3, 256, "nodes of each ring"),
        Need("flits", 1, 10**9, "flits of a message, on average"),
        Need("vcs", 1, 256, "virtual channels of each physical channel"),
        Real("sigma1", Fraction(0), Fraction(10**6), "rate at which a source leaves state 1, per cycle", above=True),
        Real("sigma2", Fraction(0), Fraction(10**6), "rate at which a source leaves state 2, per cycle", above=True),
        Real("ratio", Fraction(0), Fraction(1000), "arrival rate in state 2 over that in state 1", Fraction(0)),
        Keyword(
            "lengths",
            {"fixed": "all alike", "exponential": "memoryless"},
            "how the lengths of messages are distributed",
            "fixed",
        ),
    ),
    _build,
)


# Difference between bursty sources and Poisson sources of equal mean rate, in Min's model.


class Burstiness(NamedTuple):
    """Relative differences of bursty sources to Poisson sources.

    ``latency`` is that of the latency at half the saturation load of the Poisson sources, NaN if the bursty sources
    saturate before; ``saturation`` is that of the saturation load (in messages).
    """

    latency: float
    saturation: float


def against_poisson(parameters: Mapping[str, Any], reading: str = "corrected") -> Burstiness:
    """Bursty sources compared with Poisson sources of the same mean rate.

    >>> size = {"k": 16, "flits": 48, "vcs": 3, "sigma1": Fraction(1, 5), "sigma2": Fraction(4, 5)}
    >>> [f"{difference:+.2%}" for difference in against_poisson(size)]
    ['+0.04%', '-0.08%']
    """
    model = models()["min"]
    values = model.values(parameters)
    mean = MMPP2(Fraction(1), values["ratio"], values["sigma1"], values["sigma2"]).mean_rate
    bursty, poisson = (model.curve({**parameters, "ratio": ratio}, reading) for ratio in (values["ratio"], 1))
    end = poisson.saturation().load
    half = [curve.latency(np.array([load]))[0] for curve, load in ((bursty, end / 2 / float(mean)), (poisson, end / 2))]
    return Burstiness(float(half[0] / half[1] - 1), bursty.saturation().load * float(mean) / end - 1)
