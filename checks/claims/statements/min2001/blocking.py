"""Judges of equations 23 to 26: dimensions that are left, by enumeration of paths and places, and sets of busy
channels.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import comb

import sympy

from checks.claims.judgement import Judgement, fails, holds, unknown
from checks.claims.statements.khonsari.blocking import (
    COUNTED,
    SYMMETRY,
    adaptive,
    judge_factors,
    share,
    with_any,
    with_own,
)
from checks.formula.formula import parse_formula
from derive.algebra.expressions.normal_form import equal
from derive.core.claim import Statement
from derive.core.domain import Size
from derive.performance.latency.busy_channels import V, factors
from graphs import network

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


def one_crossed(each: int, made: int, weighting: str) -> Fraction:
    """The probability that one dimension is crossed after a number of hops.

    Parameters
    ----------
    each : int
        Hops in each of both dimensions.
    made : int
        Hops made.
    weighting : str
        Equally likely objects, ``paths``, ``distributions`` or ``walk``.

    Returns
    -------
    Fraction
        Probability.
    """
    return crossed(each, places(each, weighting)[made])


CORRECTIONS = {
    "distributions": ("2/(d - i + 1)", lambda h, i: Fraction(2, 2 * h - i + 1)),
    "paths": ("2 C(h, i - h)/C(2 h, i)", lambda h, i: Fraction(2 * comb(h, i - h), comb(2 * h, i))),
    "walk": (
        "sum_{j=0}^{i-h} 2 C(h - 1 + j, j)/2^(h + j)",
        lambda h, i: sum((Fraction(2 * comb(h - 1 + j, j), 2 ** (h + j)) for j in range(i + 1 - h)), Fraction(0)),
    ),
}


def one_dimension_left(statement: Statement) -> Judgement:
    """P_theta_i compared with all paths; for one weighting it is proved for all sizes.

    Raises
    ------
    ArithmeticError
        If the correct formula does not agree with the paths.
    """
    early, late = (parse_formula(statement.says[name], ("d", "i")) for name in ("early", "late"))
    weighting = statement.says["weighting"]
    tried: list[Size] = []
    for each in WRITTEN:
        for made, chances in enumerate(places(each, weighting)):
            true = crossed(each, chances)
            size = {"d": 2 * each, "i": made}
            claimed = (early if made < each else late).evaluate(size)
            if claimed != true:
                words, right = CORRECTIONS[weighting]
                if any(right(h, i) != one_crossed(h, i, weighting) for h in WRITTEN for i in range(h, 2 * h)):
                    raise ArithmeticError(f"{words} is wrong, too")
                return fails({"h": each, **size}, claimed, true, f"{words} for i >= h = k-bar", tried)
        tried.append({"h": each})
    if weighting != "distributions":
        return unknown("agrees on the paths written down", tried)
    d, i = sympy.symbols("d i", positive=True)
    if not (equal(late.to_sympy({"d": d, "i": i}), 2 / (d - i + 1)) and early.evaluate({"d": 2, "i": 0}) == 0):
        return unknown("agrees on the paths written down", tried)
    return holds(
        "argued: for i >= k-bar the hops in x run from i - k-bar to k-bar, d - i + 1 numbers, of which the first and the last have a "
        "dimension crossed; identical for all d and i, and all paths written down",
        tried,
    )


def destinations_in_line(statement: Statement) -> Judgement:
    """Destinations in the same row or column, counted on explicit tori, have one dimension left from the beginning."""
    formula = parse_formula(statement.says["chance"], ("k",))
    for k in range(4, 9):
        torus = network("toroid", w=k, D=2)
        at = [(node % k, node // k) for node in range(torus.node_count)]
        others = [place for place in at if place != at[0]]
        true = Fraction(sum(at[0][0] == x or at[0][1] == y for x, y in others), len(others))
        claimed = formula.evaluate({"k": k})
        if claimed != true:
            return fails({"k": k, "i": 0}, claimed, true, "2/(k + 1) at i = 0", (), "torus")
    return unknown("agrees on the tori tried")


def blocked(statement: Statement) -> Judgement:
    """All sets of busy channels of both dimensions, each channel busy with its own probabilities and independently."""
    names = ("theta", "both", "one")
    formula = parse_formula(statement.says["chance"], names)
    tried: list[Size] = []
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
        true = theta * both + (1 - theta) * pairs
        symbols = {name: sympy.Symbol(name) for name in names}
        values = {symbols["theta"]: theta, symbols["both"]: both, symbols["one"]: one}
        claimed = formula.to_sympy(symbols).subs({key: sympy.Rational(value) for key, value in values.items()})
        if claimed != sympy.Rational(true):
            return fails({"V": vcs}, claimed, true, "theta*both + (1 - theta)*one*both", tried)
        tried.append({"V": vcs})
    return holds("argued: cases of one and of two dimensions left, independent channels; sets written down", tried)


def everything(chosen: set[int], vcs: int) -> bool:
    """Whether all virtual channels are busy.

    Parameters
    ----------
    chosen : set of int
        Busy virtual channels.
    vcs : int
        Virtual channels of a physical channel.

    Returns
    -------
    bool
        Whether they are.
    """
    return len(chosen) == vcs


def literally(statement: Statement) -> Judgement:
    """Equation 26 for its literal meaning: all channels of both classes."""
    found = judge_factors(statement, everything, 0, "argued: one set")
    return replace(found, correction="P_V") if found.verdict == "fails" else found


def either(statement: Statement) -> Judgement:
    """At least one of both escape channels is busy: at most one channel is free, and it is one of both."""
    right = (*factors(2)[:2], sympy.S.Zero)
    formulas = [parse_formula(statement.says[name], ("V",)) for name in ("all", "one", "two")]
    tried: list[Size] = []
    for vcs in COUNTED:
        for free, formula in enumerate(formulas):
            true, claimed = share(vcs, vcs - free, with_any), formula.evaluate({"V": vcs})
            if claimed != true:
                return fails({"V": vcs, "v": vcs - free}, claimed, true, f"factor {right[free]} of P_v", tried)
        tried.append({"V": vcs})
    if all(equal(f.to_sympy({"V": V}).xreplace(SYMMETRY), closed) for f, closed in zip(formulas, right, strict=True)):
        because = "argued: as in equation 25, but for the sets that leave both escape channels free"
        return holds(f"{because}; identical for all V, and all sets written down", tried)
    return unknown("agrees at the sizes tried", tried)
