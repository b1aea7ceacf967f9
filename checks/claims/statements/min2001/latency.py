"""Judges of equations 1, 4 to 6 and 27 to 29, of the source queue and the figures.

Others are in :mod:`queue` and :mod:`blocking`.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np

from netlemma.checks.claims.evidence import ClaimedValue, stated_number
from netlemma.checks.claims.judgement import Judgement, fails, holds, unknown
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.derive.core.claim import Reading
from netlemma.derive.performance.latency.model import models
from netlemma.derive.performance.traffic.counts import dispersion_limit
from netlemma.derive.performance.traffic.mmpp import MMPP2
from netlemma.graphs import device_network
from netlemma.graphs.loads.distance_distribution import levels

FIGURES: tuple[dict[str, Any], ...] = (
    {"k": 16, "flits": 48, "vcs": 3, "sigma1": Fraction(1, 5), "sigma2": Fraction(4, 5)},
    {"k": 16, "flits": 48, "vcs": 3, "sigma1": Fraction(3, 5), "sigma2": Fraction(3, 5)},
    {"k": 24, "flits": 32, "vcs": 5, "sigma1": Fraction(9, 100), "sigma2": Fraction(9, 100)},
    {"k": 24, "flits": 32, "vcs": 5, "sigma1": Fraction(1, 20), "sigma2": Fraction(4, 5)},
)


def modelling(reading: Reading, other: str, remark: str) -> Judgement:
    """The effect of an alternative reading; neither follows from the assumptions.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    other : str
        Alternative reading of the model.
    remark : str
        What that means, with the changes of the latency at half the load of saturation in place of ``{changes}``.

    Returns
    -------
    Judgement
        Judgement ``unknown``.
    """
    changes = []
    for size in FIGURES:
        curve, changed = (models()["min"].curve(size, reading) for reading in ("corrected", f"corrected {other}"))
        load = np.array([curve.saturation().load / 2])
        changes.append(float(changed.latency(load)[0] / curve.latency(load)[0] - 1))
    found = remark.replace("{changes}", f"{min(changes):+.1%} to {max(changes):+.1%}")
    return unknown(found, [{"k": size["k"], "flits": size["flits"]} for size in FIGURES])


def hops(k: int) -> list[int]:
    """The distance of each other node of an explicit torus."""
    nodes = levels(device_network("toroid", w=k, D=2), 0).nodes
    return [far for far, many in enumerate(nodes) for _ in range(many) if far]


@at_samples
def variance() -> Iterator[FormulaSample]:
    """The variance of the distance of a destination, counted on explicit tori."""
    for k in range(3, 6):
        far = hops(k)
        mean = Fraction(sum(far), len(far))
        yield FormulaSample({"k": k}, {}, Fraction(sum(i * i for i in far), len(far)) - mean**2, "torus")


@by_cases
def transform(reading: Reading) -> Iterator[ClaimedValue]:
    """The transform of the sum of length, distance and blocking, and the product of theirs, at e^-s = 1/2."""
    z = Fraction(1, 2)
    for k in (3, 4):
        far = hops(k) if "d" in reading.says["parts"].split() else [2]
        together: Counter[tuple[int, int, int]] = Counter()
        for flits, hop_count in product((1, 2), far):
            for waits in range(2**hop_count):
                chance = Fraction(1, 2 * len(far) * 2**hop_count)
                together[flits, hop_count, waits.bit_count()] += chance  # type: ignore[assignment]
        true = sum((p * z ** sum(parts) for parts, p in together.items()), Fraction(0))
        claimed = prod(sum((p * z ** parts[part] for parts, p in together.items()), Fraction(0)) for part in range(3))
        yield ClaimedValue({"k": k}, f"{claimed} at e^-s = {z}", f"{true} at e^-s = {z}", "torus")


def burstiness(reading: Reading) -> Judgement:
    """The number of different limits of dispersion of interrupted sources with the generators of the figures.

    Raises
    ------
    ArithmeticError
        If the limits less 1 are not proportional to the rate.
    """
    generators = [tuple(map(stated_number, text.split())) for text in reading.says["generators"].split(",")]
    slopes = [dispersion_limit(MMPP2(1, 0, *sigmas)) - 1 for sigmas in generators]
    twice = [dispersion_limit(MMPP2(2, 0, *sigmas)) - 1 for sigmas in generators]
    if twice != [2 * slope for slope in slopes]:
        raise ArithmeticError("the dispersion less 1 is not proportional to the rate")
    shown = ", ".join(f"1 + {slope} mu_1" for slope in slopes)
    if int(reading.says["different"]) != len(set(slopes)):
        return fails({}, f"{reading.says['different']} degrees", f"{len(set(slopes))}: {shown}", str(len(set(slopes))))
    return holds(f"all {len(generators)} generators computed, by equation 11: {shown}")
