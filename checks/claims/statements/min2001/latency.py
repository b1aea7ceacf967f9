"""Judges of equations 1, 4 to 6 and 23 to 29, of the source queue and the figures: blocking and latency."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb, prod
from typing import Any

import numpy as np
import sympy

from netlemma.checks.claims.judgement import ClaimedValue, Judgement, agree, fails, holds, stated_number, unknown
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.checks.claims.statements.khonsari.blocking import adaptive, share, with_own
from netlemma.checks.formula.formula import parse_formula
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.core.claim import Reading
from netlemma.derive.performance.latency.latency_model import models
from netlemma.derive.performance.mmpp import MMPP2, dispersion_limit
from netlemma.graphs import device_network, network
from netlemma.graphs.loads.distance_indices import levels

# Judges of equations 23 to 26: dimensions that are left, by enumeration of paths and places, and sets of busy
# channels.


WRITTEN = range(1, 5)  # k-bar for which all paths are written down
Place = tuple[int, int]


def places(each: int, weighting: str) -> list[dict[Place, Fraction]]:
    """For each number of hops made, the probability of every place (hops in x, hops in y).

    >>> places(1, "walk")[1]
    {(0, 1): Fraction(1, 2), (1, 0): Fraction(1, 2)}
    """
    paths = sorted(set(permutations("x" * each + "y" * each)))
    found: list[dict[Place, Fraction]] = []
    for made in range(2 * each):
        chances: Counter[Place] = Counter()
        for path in paths:
            begun = path[:made]
            place = begun.count("x"), begun.count("y")
            if weighting == "walk":  # a choice of two before each hop but where one dimension is left
                free = sum(path[:j].count("x") < each and path[:j].count("y") < each for j in range(2 * each))
                chances[place] += Fraction(1, 2**free)  # type: ignore[assignment]
            elif weighting == "paths":
                chances[place] += Fraction(1, len(paths))  # type: ignore[assignment]
            else:
                chances[place] = 1
        total = sum(chances.values())
        found.append({place: Fraction(chance) / total for place, chance in sorted(chances.items())})
    return found


def crossed(each: int, chances: dict[Place, Fraction]) -> Fraction:
    """The probability that one dimension is crossed."""
    return sum((p for place, p in chances.items() if each in place), Fraction(0))


CORRECTIONS = {
    "distributions": ("2/(d - i + 1)", lambda h, i: Fraction(2, 2 * h - i + 1)),
    "paths": ("2 C(h, i - h)/C(2 h, i)", lambda h, i: Fraction(2 * comb(h, i - h), comb(2 * h, i))),
    "walk": (
        "sum_{j=0}^{i-h} 2 C(h - 1 + j, j)/2^(h + j)",
        lambda h, i: sum((Fraction(2 * comb(h - 1 + j, j), 2 ** (h + j)) for j in range(i + 1 - h)), Fraction(0)),
    ),
}


def one_dimension_left(reading: Reading) -> Judgement:
    """P_theta_i compared with all paths; for one weighting it is proved for all sizes."""
    early, late = (parse_formula(reading.says[name], ("d", "i")) for name in ("early", "late"))
    weighting = reading.says["weighting"]
    words, right = CORRECTIONS[weighting]
    cases = (
        ClaimedValue({"h": h, **size}, (early if i < h else late).evaluate(size), crossed(h, chances), of={"h": h})
        for h in WRITTEN
        for i, chances in enumerate(places(h, weighting))
        for size in [{"d": 2 * h, "i": i}]
    )
    judgement = agree(cases, "", f"{words} for i >= h = k-bar", "agrees on the paths written down")
    if any(right(h, i) != crossed(h, places(h, weighting)[i]) for h in WRITTEN for i in range(h, 2 * h)):
        raise ArithmeticError(f"{words} is wrong")
    d, i = sympy.symbols("d i", positive=True)
    proved = weighting == "distributions" and equal(late.to_sympy({"d": d, "i": i}), 2 / (d - i + 1))
    if judgement.verdict == "fails" or not proved or early.evaluate({"d": 2, "i": 0}) != 0:
        return judgement
    return holds(
        "argued: for i >= k-bar the hops in x run from i - k-bar to k-bar, d - i + 1 numbers, of which the first and the last have a "
        "dimension crossed; identical for all d and i, and all paths written down",
        judgement.sizes,
    )


@at_samples
def destinations_in_line() -> Iterator[FormulaSample]:
    """Destinations in the same row or column, counted on explicit tori, have one dimension left from the beginning."""
    for k in range(4, 9):
        torus = network("toroid", w=k, D=2)
        at = [(node % k, node // k) for node in range(torus.node_count)]
        others = [place for place in at if place != at[0]]
        in_line = Fraction(sum(at[0][0] == x or at[0][1] == y for x, y in others), len(others))
        yield FormulaSample({"k": k, "i": 0}, {"k": k}, in_line, "torus")


@at_samples
def blocked() -> Iterator[FormulaSample]:
    """All sets of busy channels of both dimensions, each channel busy with its own probabilities and independently."""
    for vcs, weights in ((3, (9, 6, 3, 2)), (4, (7, 5, 4, 3, 1))):
        chances = [Fraction(n, sum(weights)) for n in weights]
        one, both = (
            sum((p * share(vcs, v, event) for v, p in enumerate(chances)), Fraction(0))
            for event in (adaptive, with_own)
        )
        pairs = Fraction(0)  # both dimensions left, the escape channel in the lower one
        for v, w in product(range(vcs + 1), repeat=2):
            pairs += chances[v] * chances[w] * share(vcs, v, with_own) * share(vcs, w, adaptive)
        theta = Fraction(1, 3)
        values = {"theta": theta, "both": both, "one": one}
        yield FormulaSample({"V": vcs}, values, theta * both + (1 - theta) * pairs)


# Judges of equations 1, 4 to 6 and 27 to 29, of the source queue and the figures.
#
# Others are in queue and blocking.


FIGURES: tuple[dict[str, Any], ...] = (
    {"k": 16, "flits": 48, "vcs": 3, "sigma1": Fraction(1, 5), "sigma2": Fraction(4, 5)},
    {"k": 16, "flits": 48, "vcs": 3, "sigma1": Fraction(3, 5), "sigma2": Fraction(3, 5)},
    {"k": 24, "flits": 32, "vcs": 5, "sigma1": Fraction(9, 100), "sigma2": Fraction(9, 100)},
    {"k": 24, "flits": 32, "vcs": 5, "sigma1": Fraction(1, 20), "sigma2": Fraction(4, 5)},
)


def modelling(reading: Reading, other: str, remark: str) -> Judgement:
    """The effect of an alternative reading; neither follows from the assumptions."""
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
    """The number of different limits of dispersion of interrupted sources with the generators of the figures."""
    generators = [tuple(map(stated_number, text.split())) for text in reading.says["generators"].split(",")]
    slopes = [dispersion_limit(MMPP2(1, 0, *sigmas)) - 1 for sigmas in generators]
    twice = [dispersion_limit(MMPP2(2, 0, *sigmas)) - 1 for sigmas in generators]
    if twice != [2 * slope for slope in slopes]:
        raise ArithmeticError("the dispersion less 1 is not proportional to the rate")
    shown = ", ".join(f"1 + {slope} mu_1" for slope in slopes)
    if int(reading.says["different"]) != len(set(slopes)):
        return fails({}, f"{reading.says['different']} degrees", f"{len(set(slopes))}: {shown}", str(len(set(slopes))))
    return holds(f"all {len(generators)} generators computed, by equation 11: {shown}")
