"""Judges of equations 23 to 26: dimensions that are left, by enumeration of paths and places, and sets of busy
channels.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb

import sympy

from netlemma.checks.claims.evidence import ClaimedValue, agree
from netlemma.checks.claims.judgement import Judgement, holds
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples
from netlemma.checks.claims.statements.khonsari.blocking import adaptive, share, with_own
from netlemma.checks.formula.formula import parse_formula
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.core.claim import Reading
from netlemma.graphs import network

WRITTEN = range(1, 5)  # k-bar for which all paths are written down
Place = tuple[int, int]


def places(each: int, weighting: str) -> list[dict[Place, Fraction]]:
    """For each number of hops made, the probability of every place (hops in x, hops in y).

    Parameters
    ----------
    each : int
        Hops in each of both dimensions.
    weighting : str
        Equally likely objects, ``paths``, ``distributions`` or ``walk``.

    Returns
    -------
    list of dict from Place to Fraction
        Probabilities of places, by number of hops.

    Examples
    --------
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
    """The probability that one dimension is crossed.

    Parameters
    ----------
    each : int
        Hops in each of both dimensions.
    chances : dict from Place to Fraction
        Probability of each place.

    Returns
    -------
    Fraction
        Probability.
    """
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
    """P_theta_i compared with all paths; for one weighting it is proved for all sizes.

    Raises
    ------
    ArithmeticError
        If the correct formula does not agree with the paths.
    """
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
