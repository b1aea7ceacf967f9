"""Adaptive wormhole routing in one-way k-ary n-cubes and hypercubes: the model of Khonsari, Ould-Khaoua and Ferguson.

Duato's protocol with V virtual channels of each physical channel: V - 2 adaptive and 2 escape channels, in the
hypercube (k = 2) V - 1 and 1. Each point that the paper leaves open or gets wrong is a choice.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from netlemma.derive.performance.latency.adaptive_blocking import (
    all_busy,
    blocking_terms,
    in_utilisation,
    mean_distance,
    multiplexing,
    some_busy,
)
from netlemma.derive.performance.latency.channel_graphs import mean_wait
from netlemma.derive.performance.latency.curve_display import ShownCurve
from netlemma.derive.performance.latency.fixed_points import AT_ONCE, STEP, ServiceCurve
from netlemma.derive.performance.latency.latency_model import Curve, ModelReading, Need, Saturation, model_with_data
from netlemma.errors import ModelError

NETWORK = "network channels"


class KhonsariLatency(ShownCurve):
    """The model at one size, in floating-point numbers; its solutions are those of
    :mod:`netlemma.derive.performance.latency.fixed_points`.

    Unless an exponent is negative, the blocking probability is convex in the utilisation rho. P_a and P_a&d are
    polynomials with nonnegative coefficients, so rho f'/f does not decrease for either of them (it is a mean of
    exponents, in which higher ones weigh more as rho grows), nor for f = P_a&d P_a^x with x >= 0. It is at least the
    lowest exponent, A >= 1, and rho^2 f''/f = A^2 - A + rho A' is not negative.

    k: Nodes of each ring.
    n: Number of dimensions.
    flits: Message length M in flits.
    vcs: Virtual channels V of each physical channel.
    options: Option of each choice in ``khonsari.toml``.
    """

    def __init__(self, k: int, n: int, flits: int, vcs: int, options: Mapping[str, str]) -> None:
        escape = 1 if k == 2 else 2
        adaptive = vcs - escape
        self.flits, self.vcs, self.options = flits, vcs, options
        self.distance = mean_distance(k, n)
        self.per_load = self.distance / n  # arrival rate of a channel for a load of 1 (7)
        both = all_busy(vcs, adaptive + 1) if options["escape"] == "own" else some_busy(vcs, adaptive, escape)
        self._adaptive = _logarithm(in_utilisation(all_busy(vcs, adaptive)))  # log P_a (12)
        self._both = _logarithm(in_utilisation(both))  # log P_a&d (13)
        terms = blocking_terms(k, n, options)
        self._exponents = np.array([float(exponent) for exponent in terms])[:, None]
        self._weights = np.array([float(weight) for weight in terms.values()])
        self.curve = ServiceCurve(float(flits + self.distance), float(flits), self.blocked, min(terms) >= 0)
        share = Fraction(1, vcs) if options["source"] == "channel" else Fraction(1)
        self.source = float(share / self.per_load)  # arrival rate of the source queue, for one of a channel

    def blocked(self, use: np.ndarray) -> np.ndarray:
        """Expected number of times that a message is blocked, at utilisations of a channel (equations 8 to 13).

        An imaginary part is a step so small that its square is 0: exp(x + iy) = exp(x) (1 + iy).
        """
        inner = np.where(use == 0, 0.5, use)
        both, one = self._both(inner), self._adaptive(inner)  # logarithms, since powers of small numbers may underflow
        powers = np.exp(both.real + self._exponents * one.real)
        found = self._weights @ powers
        if np.iscomplexobj(use):
            found = found + 1j * (both.imag * found + one.imag * ((self._weights * self._exponents[:, 0]) @ powers))
        return np.where(use == 0, 0, found)

    def _at(self, use: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Load and latency at utilisations of a channel (equation 1)."""
        service = self.curve.service(use)
        rate = self.source * use / service
        wait = mean_wait(rate, service, self.flits, 1 - self.source * use)
        shared = multiplexing(self.vcs, use)
        latency = (service + wait) * shared if self.options["scaling"] == "all" else service * shared + wait
        return use / service / float(self.per_load), latency

    def _uses(self, loads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The steady loads, and the utilisations of a channel at those."""
        steady = loads < self.saturation().load
        rates = loads[steady] * float(self.per_load)
        parts = [self.curve.steady(rates[i : i + AT_ONCE]) for i in range(0, len(rates), AT_ONCE)]
        return steady, np.concatenate([np.zeros(0), *parts])

    def latency(self, loads: np.ndarray) -> np.ndarray:
        """Mean latency in cycles at each load; NaN where saturated."""
        steady, use = self._uses(loads)
        found = np.full(len(loads), np.nan)
        found[steady] = self._at(use)[1]
        return found

    def sensitivity(self, loads: np.ndarray) -> np.ndarray:
        """Derivative of the latency by the load, as the quotient of derivatives by the utilisation; NaN where saturated."""
        steady, use = self._uses(loads)
        load, latency = self._at(use + 1j * STEP)
        found = np.full(len(loads), np.nan)
        found[steady] = latency.imag / load.imag
        return found

    def zero_load(self) -> Fraction:
        """M + mean distance: no waiting and no sharing."""
        return self.flits + self.distance

    def solutions(self, load: float) -> list[tuple[float, float]]:
        """Every solution at a load: utilisation of a channel and network latency S, the steady one first."""
        uses = self.curve.uses(load * float(self.per_load))
        return [(use, float(self.curve.service(np.array([use]))[0])) for use in uses]

    def saturation(self) -> Saturation:
        """The end of the solutions, or the load at which the source queue reaches utilisation 1 if that is lower."""
        end = self.curve.end
        if self.source * end.use >= 1:
            use = 1 / self.source
            load = use / float(self.curve.service(np.array([use]))[0]) / float(self.per_load)
            return Saturation(load, "source queue", 1, NETWORK, use)
        why = "have two solutions that meet, and none beyond"
        return Saturation(end.rate / float(self.per_load), NETWORK, 1, NETWORK, end.use, why)


def _logarithm(coefficients: tuple[Fraction, ...]) -> Callable[[np.ndarray], np.ndarray]:
    """The logarithm of a polynomial, as a function of arrays."""
    first = next(v for v, c in enumerate(coefficients) if c)
    rest = [float(c) for c in coefficients[first:]]
    return lambda x: first * np.log(x) + np.log(sum(c * x**v for v, c in enumerate(rest)))


def _build(parameters: Mapping[str, Any], reading: ModelReading) -> Curve:
    k, n, flits, vcs = (parameters[name] for name in ("k", "n", "flits", "vcs"))
    least = 2 if k == 2 else 3
    if vcs < least:
        network = "the hypercube" if k == 2 else "rings of 3 nodes or more"
        raise ModelError(
            f"vcs={vcs}: Duato's protocol needs {least - 1} escape and at least 1 adaptive virtual channel of each physical "
            f"channel in {network}; take vcs={least} or more"
        )
    try:
        return KhonsariLatency(k, n, flits, vcs, reading.options)
    except ValueError as error:  # too many multisets of digits to count
        raise ModelError(str(error)) from None


MODEL = model_with_data(
    __file__,
    (
        Need("k", 2, 64, "nodes of each ring"),
        Need("n", 1, 20, "dimensions"),
        Need("flits", 1, 10**9, "flits of a message"),
        Need("vcs", 1, 1024, "virtual channels of each physical channel"),
    ),
    _build,
)
