"""Judges of equations 7 to 12 and 18: the source and the moments of its arrivals, compared with derivations and
definitions.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy

from netlemma.checks.claims.evidence import ClaimedValue, agree, evaluated
from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.formula.formula import parse_formula
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.performance.traffic import brute_force_mmpp
from netlemma.derive.performance.traffic import moment_equations as of
from netlemma.derive.performance.traffic.mmpp import MMPP2
from netlemma.derive.performance.traffic.moment_equations import falling
from netlemma.derive.performance.traffic.moments import moment
from netlemma.derive.typeset.expressions import expression_text

PARAMETERS = ("mu1", "mu2", "sigma1", "sigma2")
SYMBOLS = {s.name: s for s in (of.mu1, of.mu2, of.sigma1, of.sigma2, of.t, of.E)}
DIGITS, ALIKE = 50, sympy.Rational(1, 10**40)
SAMPLES = ((1, 0, 1, 1), (0, 1, 1, 2), (1, 2, 2, 1), (3, 1, 1, 2), (5, 2, 3, 1))


def sample_sizes() -> list[Size]:
    """Small whole parameters of sources: with and without a silent state, with equal and unequal rates out of the
    states.
    """
    return [dict(zip(PARAMETERS, values, strict=True)) for values in SAMPLES]


def at(expression: sympy.Expr, size: Size) -> sympy.Expr:
    """The value for a source and a time, to 50 digits.

    Parameters
    ----------
    expression : Expr
        Moment in symbols.
    size : mapping from str to int
        Values of the parameters.

    Returns
    -------
    Expr
        Number.
    """
    point = {SYMBOLS[name]: sympy.Integer(value) for name, value in size.items()}
    exponential = sympy.exp(-(of.sigma1 + of.sigma2) * of.t)
    return expression.xreplace({of.E: exponential}).xreplace(point).evalf(DIGITS)


def closed(reading: Reading, name: str, per_time: bool = False) -> Judgement:
    """Judge a printed closed form by a derivation, for all rates and times.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    name : str
        Name of the moment.
    per_time : bool, default False
        Whether the form is divided by the time.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    printed = parse_formula(reading.says["value"], SYMBOLS).to_sympy(SYMBOLS)
    derived = moment(name).result
    if per_time:
        derived = sympy.cancel(derived / of.t)
    true = of.written_out(derived)
    sizes = [{**size, "t": t} for t in (1, 2) for size in sample_sizes()]
    for number, size in enumerate(sizes):
        claimed, right = at(printed, size), at(true, size)
        if abs(claimed - right) > ALIKE:
            return fails(size, f"{claimed:.12g}", f"{right:.12g}", expression_text(sympy.factor(true)), sizes[:number])
    if equal(printed, true):
        return holds(f"identical to the derivation {name} from the generating function, for all rates and times", sizes)
    return agrees("agrees at the sources tried; no identity", sizes)


@by_cases
def generator(reading: Reading) -> Iterator[ClaimedValue]:
    """The matrices of moves and of arrivals, compared with those of the process entry by entry."""
    moves, arrivals = (_matrix(reading.says[name]) for name in ("moves", "arrivals"))
    names = sorted({symbol.name for row in (*moves, *arrivals) for entry in row for symbol in entry.free_symbols})
    rates, out = ([name for name in names if name[:-1] == kind] for kind in _letters(arrivals, moves))
    for size in sample_sizes():
        process = brute_force_mmpp.of(MMPP2(*size.values()))
        values = dict(zip((*rates, *out), size.values(), strict=True))
        point = {sympy.Symbol(name): value for name, value in values.items()}
        diagonal = tuple(tuple(process.rates[i] * (i == j) for j in range(2)) for i in range(2))
        for matrix, true in ((moves, process.moves), (arrivals, diagonal)):
            claimed = tuple(tuple(evaluate(entry, point) for entry in row) for row in matrix)
            yield ClaimedValue(values, _rows(claimed), _rows(true), of=values)


def _matrix(text: str) -> list[list[sympy.Expr]]:
    formulas = [[parse_formula(word) for word in row.split()] for row in text.split(";")]
    return [[entry.to_sympy({name: sympy.Symbol(name) for name in entry.names}) for entry in row] for row in formulas]


def _letters(*matrices: list[list[sympy.Expr]]) -> Iterator[str]:
    for matrix in matrices:
        yield min(symbol.name for row in matrix for entry in row for symbol in entry.free_symbols)[:-1]


def _rows(matrix: tuple[tuple[Fraction, ...], ...]) -> str:
    return "; ".join(" ".join(map(str, row)) for row in matrix)


@by_cases
def interrupted(reading: Reading) -> Iterator[ClaimedValue]:
    """The long-run share of silent time, if one parameter is 0 and the others are 1."""
    for name in reading.says["zero"].split():
        size = dict.fromkeys(PARAMETERS, 1) | {name: 0}
        a, b = Fraction(size["sigma1"]), Fraction(size["sigma2"])
        process = brute_force_mmpp.MMPP(((-a, a), (b, -b)), (Fraction(size["mu1"]), Fraction(size["mu2"])))
        silent = sum((p for p, r in zip(process.stationary(), process.rates, strict=True) if not r), Fraction(0))
        left = "" if a and b else f"state {2 if a else 1} is never left, "
        same, true = bool(0 < silent < 1 and a and b), f"{left}silent for {silent} of the time"
        yield ClaimedValue(size, "silent for part of the time, again and again", true, same=same)


DISTRIBUTIONS: Mapping[str, Mapping[int, Fraction]] = {
    **{f"N is always {n}": {n: Fraction(1)} for n in range(1, 5)},
    **{f"N is 0 or {n}, equally often": {0: Fraction(1, 2), n: Fraction(1, 2)} for n in range(1, 5)},
}


def third_about_mean(reading: Reading) -> Judgement:
    """The third moment about the mean from factorial moments, for counted distributions and as an identity."""
    formula = parse_formula(reading.says["value"], ("g3", "m", "V"))
    cases = []
    for words, chances in DISTRIBUTIONS.items():
        m = _mean(chances, lambda n: n)
        deviations = {n - m: chance for n, chance in chances.items()}
        variance, third = _mean(deviations, lambda x: x**2), _mean(deviations, lambda x: x**3)
        values = {"m": m, "V": variance, "g3": _mean(chances, lambda n: n * (n - 1) * (n - 2))}
        cases.append(ClaimedValue({"N": max(chances)}, evaluated(formula, values), third, words))
    judgement = agree(cases, "", "g3 - m*(m - 1)*(3*V/m + m - 2)", "agrees for the distributions tried; no identity")
    second, proved = (moment(name).steps[0].after for name in ("variance", "third_moment"))
    if judgement.verdict == "agrees" and equal(
        formula.to_sympy({"V": second, "m": falling(1), "g3": falling(3)}), proved
    ):
        return holds(
            "an identity in factorial moments, for any distribution of N", judgement.sizes, fifth=fifth_moment()
        )
    return judgement


def _mean(chances: Mapping[Any, Fraction], of: Callable[[Any], Any]) -> Fraction:
    return sum((chance * of(n) for n, chance in chances.items()), Fraction(0))


def fifth_moment() -> dict[str, str]:
    """The value of the line with 5 for 3, as printed, for Poisson arrivals of mean 1: g^(5) = 1, and the fifth central
    moment.
    """
    process = brute_force_mmpp.of(MMPP2(1, 1, 1, 1))
    true = sum(brute_force_mmpp.central_moments(process, 5, 5)[5])  # a polynomial in t of degree 2, at t = 1
    return {
        "arrivals": "Poisson, mean 1",
        "claimed": str(sum(brute_force_mmpp.factorial_moments(process, 5, 5)[5])),
        "true": str(true),
    }


def third_factorial(reading: Reading) -> Judgement:
    """Whether some A_ij make the form of the third factorial moment correct, and which."""
    unknowns = {name: sympy.Symbol(name) for name in ("A11", "A21", "A31", "A12", "A41")}
    symbols = SYMBOLS | unknowns
    printed = (
        parse_formula(reading.says["value"], symbols).to_sympy(symbols).xreplace({of.sigma1: of.decay - of.sigma2})
    )
    derived = moment("factorial_moment.3").result
    terms = sympy.Poly(sympy.expand(sympy.simplify(printed) - derived), of.t, of.E).coeffs()
    free = {symbol for term in terms for symbol in term.free_symbols} & set(unknowns.values())
    found = sympy.linsolve(terms, sorted(free, key=str))
    if not found:
        size = sample_sizes()[0]
        true = of.written_out(derived)
        return fails(
            size,
            "no A_ij fit",
            expression_text(true.xreplace({SYMBOLS[k]: sympy.Integer(v) for k, v in size.items()})),
            expression_text(derived),
        )
    coefficients = {
        str(symbol): expression_text(sympy.factor(value))
        for symbol, value in zip(sorted(free, key=str), next(iter(found)), strict=True)
    }
    return holds(
        "the form fits the third factorial moment from the generating function with one choice of A_ij, "
        "lambda, s, c and D being mean, decay, variance and skew of the rate: "
        + ", ".join(f"{name} = {value}" for name, value in coefficients.items()),
        coefficients=coefficients,
    )
