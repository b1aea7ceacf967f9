"""Judges of equations 14 to 18: the superposition of sources, and one process that represents it."""

from collections.abc import Iterator
from fractions import Fraction

import sympy

from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples
from netlemma.checks.claims.statements.min2001.channels import K
from netlemma.checks.claims.statements.min2001.moments import sample_sizes
from netlemma.checks.formula.equality.equal import same_for_all_sizes
from netlemma.checks.formula.formula import parse_formula
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.performance.traffic import brute_force_mmpp
from netlemma.derive.performance.traffic.matching import facts
from netlemma.derive.performance.traffic.mmpp import MMPP2
from netlemma.derive.performance.traffic.superpose import Infeasible, superposed

POWERS = 6


@at_samples
def superposition(quantity: str) -> Iterator[FormulaSample]:
    """Each coefficient of a quantity of one source, and of one, two and three such sources."""
    next(fact for fact in facts() if fact.key == "sum").check()
    for size in sample_sizes():
        source = MMPP2(*size.values())
        one = characteristic(brute_force_mmpp.of(source), quantity)
        for count in (1, 2, 3):
            at, true = {"n": count, **size}, characteristic(brute_force_mmpp.copies(source, count), quantity)
            for term, (value, right) in enumerate(zip(one, true, strict=True)):
                what = f"{quantity}, coefficient of t^{term}" if len(true) > 1 else quantity
                yield FormulaSample(at, {"n": count, "x": value}, right, what, at)


def characteristic(process: brute_force_mmpp.MMPP, quantity: str) -> list[Fraction]:
    """A moment of a process as a power series in t; the limit is one number.

    Parameters
    ----------
    process : MMPP
        Markov-modulated Poisson process.
    quantity : str
        Name of the moment.

    Returns
    -------
    list of Fraction
        Coefficients of the power series.

    Examples
    --------
    >>> characteristic(brute_force_mmpp.of(MMPP2(2, 2, 1, 1)), "dispersion")[:2]
    [Fraction(1, 1), Fraction(0, 1)]
    """
    if quantity == "limit":
        return [brute_force_mmpp.dispersion_limit(process)]
    mean = brute_force_mmpp.factorial_moments(process, 1, POWERS)[1]
    if quantity == "mean":
        return mean
    central = brute_force_mmpp.central_moments(process, 3, POWERS)
    return central[3] if quantity == "third" else [value / mean[1] for value in central[2][1:]]


def match(reading: Reading) -> Judgement:
    """Whether an MMPP(2) with the moments of n_s interrupted Poisson sources exists, for every k from the least one on."""
    formula = parse_formula(reading.says["sources"], ("k",))
    least = int(reading.says["least"])
    for fact in facts():
        fact.check()
    tried: list[Size] = []
    for k in range(least, least + 24):
        n = formula.evaluate({"k": k})
        assert isinstance(n, Fraction)
        for silent in ((1, 0, 1, 1), (1, 0, 1, 3), (0, 1, 2, 1)):
            try:
                superposed(MMPP2(*silent), n)
            except Infeasible as error:
                right = "n_s >= 1, which is k >= 8, for sources that are silent in a state (in general n_s >= 1 - mu_1 mu_2/lambda_s^2)"
                return fails({"k": k}, f"n_s = {n}: an MMPP(2)", f"none: {error}", right, tried)
        tried.append({"k": k})
    if same_for_all_sizes(
        formula.to_sympy({"k": K}),
        sympy.Piecewise((K / 8, sympy.Eq(sympy.Mod(K, 2), 0)), ((K - 1 / K) / 8, True)),
        {K: 2},
    ):
        steps = ", ".join(fact.key for fact in facts())
        return holds(
            "argued: n_s rises with k and is at least 1 from k = 8 on; then one MMPP(2), and only one, has the mean, the variance and the "
            f"third central moment at all times (steps re-checked: {steps})",
            tried,
        )
    return agrees("a match exists for the k tried", tried)
