"""Judges of equations 19 to 22: the queue MMPP(2)/G/1 from the transform of its work, and the exponential blocking
time.
"""

from fractions import Fraction

import sympy

from netlemma.checks.claims.judgement import Judgement, fails, holds, unknown
from netlemma.checks.formula.formula import parse_formula
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.core.claim import Reading
from netlemma.derive.performance.latency.model import models
from netlemma.derive.performance.traffic import waiting_proof as proof

BETA, X, ARGUMENT, MEAN = sympy.symbols("beta x s b", positive=True)
DENSITY = BETA * sympy.exp(-BETA * X)


def in_matrices() -> dict[str, sympy.Expr]:
    """The parts of equation 19 in the quantities of the derivation; ``x`` is its product of matrices."""
    ones = sympy.Matrix([1, 1])
    row = proof.IDLE + proof.t * proof.SHARES * proof.RATES  # (1 - rho) g + t pi Lambda
    product = row * (proof.Q + ones * proof.SHARES).inv() * proof.RATES * ones
    return {"rho": proof.USE, "rate": proof.RATE, "t": proof.t, "t2": proof.t2, "x": product[0]}


def wait(reading: Reading, which: int) -> Judgement:
    """Judge a mean wait of equation 19: an identity with the result from the transform of the remaining work.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    which : int
        Number of the mean wait.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    proof.check_root()
    derivation = proof.waits()[which]
    derivation.check()
    names = {name: sympy.Symbol(name) for name in ("rho", "rate", "t", "t2", "x")}
    formula = parse_formula(reading.says["value"], names).to_sympy(names)
    values = {names[name]: value for name, value in in_matrices().items()}
    printed = formula.xreplace(values).xreplace(proof.AT_ROOT)
    if equal(printed, derivation.start):
        return holds(
            "identical for all rates, all moments of the service time and all g that a service time allows: the transform "
            "W(s) = s (1 - rho) g [s I + Q - (1 - H(s)) Lambda]^-1 expanded at s = 0"
        )
    claimed, true = (each.xreplace(proof.AT_ROOT).subs(example()) for each in (printed, derivation.start))
    size = {str(symbol): str(value) for symbol, value in example_values().items()}
    right = "g of the matrix G, and equation 19 as printed in the paper"
    return fails(size, sympy.nsimplify(claimed), sympy.nsimplify(true), right)  # type: ignore[arg-type]


def example() -> dict[sympy.Symbol, sympy.Rational]:
    """An example in rational numbers; the service time enters by its two moments and 1 - H(theta) = u only.

    With mean 1/10 and second moment 1/50, H(8) may be anything from e^-0.8 = 0.449 to 1 - (1 - e^-1.6)/2 = 0.601.
    """
    values = {proof.A: 3, proof.B: 7, proof.p: "1/3", proof.u: "1/2", proof.theta: 8, proof.t: "1/10", proof.t2: "1/50"}
    return {symbol: sympy.Rational(value) for symbol, value in values.items()}


def example_values() -> dict[sympy.Symbol, sympy.Rational]:
    """The rates and moments of the example."""
    rates = {symbol: value.subs(example()) for symbol, value in proof.AT_ROOT.items()}
    return rates | {symbol: example()[symbol] for symbol in (proof.t, proof.t2)}


def stationary(reading: Reading) -> Judgement:
    """pi Q = 0, and the sum is 1."""
    names = dict(zip(("delta1", "delta2"), sympy.symbols("delta1 delta2", positive=True), strict=True))
    row = sympy.Matrix([[parse_formula(reading.says[part], names).to_sympy(names) for part in ("first", "second")]])
    one, two = names.values()
    flow = (row * sympy.Matrix([[-one, one], [two, -two]]))[0]
    if equal(flow, sympy.S.Zero) and equal(row[0] + row[1], sympy.S.One):
        return holds(
            "pi Q_c = 0 and pi e = 1, for all rates; two states in which each is left, so no other vector does"
        )
    point = {one: 1, two: 2}
    true = [each.subs(point) for each in (two / (one + two), one / (one + two))]
    size = {"delta1": 1, "delta2": 2}
    return fails(size, list(row.subs(point)), true, "(delta2, delta1)/(delta1 + delta2)")


def shape(reading: Reading) -> Judgement:
    """The shape of t pi Lambda, a row of two numbers: only such a row can be added to it."""
    rows, columns = (int(reading.says[name]) for name in ("rows", "columns"))
    addend = (proof.SHARES * proof.RATES).shape
    if (rows, columns) != addend:
        right = "g is the row vector with g G = g and g e = 1; the matrix is G, of the states before and after a busy period"
        return fails({"states": 2}, f"{rows} by {columns}", f"{addend[0]} by {addend[1]}", right)
    return holds("of the same shape as t pi Lambda_c")


def more_than_moments(reading: Reading) -> Judgement:
    """Service times of 1, 2, ... cycles whose chances differ so that their moments are alike, of which no g is alike.

    Their transforms differ by a polynomial in z = e^(-theta) that is 0 for no z between 0 and 1. With mu_1 = mu_2 messages
    arrive as a Poisson stream, and g is pi for every service time.
    """
    most, differences = int(reading.says["moments"]), list(map(int, reading.says["differences"].split()))
    z = sympy.Symbol("z")
    apart = sum(d * z**time for time, d in enumerate(differences, 1))
    proof.check_root()
    for order in range(most + 1):
        if moment := sum(d * time**order for time, d in enumerate(differences, 1)):
            return fails({"order": order}, "moments alike", f"they differ by multiples of {moment}", "T*(s)")
    if not apart or sympy.Poly(apart, z).count_roots(0, 1) != 2:  # both ends alone
        return fails({"moments": most}, "transforms that differ", str(apart), "T*(s)")
    return holds(
        "for all rates that differ, mu_1 != mu_2: g gives theta - mu_i (1 - T*(theta)), and they theta and T*(theta); service times "
        f"of 1 to {len(differences)} cycles whose chances differ by multiples of {', '.join(map(str, differences))} have the same "
        f"moments up to the order {most}, and transforms that differ by multiples of {sympy.factor(apart)}, which is not 0 at "
        "z = e^(-theta) for any theta: so g differs"
    )


def density(reading: Reading) -> Judgement:
    """The printed density of an exponential distribution, integrated, and the parameter that must be positive."""
    names = {"beta": BETA, "E": sympy.exp(-BETA * X)}
    formula = parse_formula(reading.says["density"], names).to_sympy(names)
    if reading.says["positive"] != "beta":
        true = f"B(0) = {formula.subs({BETA: -1, X: 0})}"
        return fails({"alpha": 1, "beta": -1, "x": 0}, "a density", true, "beta > 0: alpha does not occur")
    total = sympy.integrate(formula, (X, 0, sympy.oo))
    if sympy.simplify(total - 1) != 0:
        return fails({"beta": 1}, f"integral {total.subs(BETA, 1)}", "integral 1", "beta e^(-beta x)")
    return holds("positive for beta > 0, and its integral from 0 to infinity is 1")


def transform(reading: Reading) -> Judgement:
    """The transform of the exponential density."""
    because = "the integral of e^(-s x) beta e^(-beta x) from 0 to infinity, for all s >= 0 and beta > 0"
    truth = sympy.integrate(DENSITY * sympy.exp(-ARGUMENT * X), (X, 0, sympy.oo))
    return of_density(reading, truth, because, ARGUMENT, BETA)


def rate(reading: Reading) -> Judgement:
    """The rate of the exponential density with a given mean."""
    because = "the integral of x beta e^(-beta x) from 0 to infinity is 1/beta"
    (truth,) = sympy.solve(sympy.integrate(X * DENSITY, (X, 0, sympy.oo)) - MEAN, BETA)
    return of_density(reading, truth, because, MEAN)


def of_density(reading: Reading, truth: sympy.Expr, because: str, *symbols: sympy.Symbol) -> Judgement:
    """Judge a formula that should be a value of the exponential density.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    truth : Expr
        Correct value.
    because : str
        Reason why the correct value holds at all sizes.
    *symbols : Symbol
        Symbols of the formula.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    names = {str(symbol): symbol for symbol in symbols}
    printed = parse_formula(reading.says["value"], names).to_sympy(names)
    if equal(printed, truth):
        return holds(because)
    point = dict.fromkeys(symbols, 2)
    return fails({str(s): 2 for s in symbols}, printed.subs(point), truth.subs(point), str(truth))


def never_blocked(reading: Reading) -> Judgement:
    """The probability that a message is not blocked at all, by the model itself: an exponential time is never 0."""

    size = {"k": 16, "flits": 48, "vcs": 3, "sigma1": Fraction(1, 5), "sigma2": Fraction(4, 5)}
    curve = models()["min"].curve(size, "corrected")
    shares = {}
    for part in (0.25, 0.5, 0.75):
        load = curve.saturation().load * part
        blocked = curve.blocking(load)  # type: ignore[attr-defined]
        use = curve.channel.mean_rate * load * (curve.base + blocked)  # type: ignore[attr-defined]
        shares[str(part)] = round(1 - curve.times_blocked(use), 3)  # type: ignore[attr-defined]
    remark = (
        "nothing says how near is reasonable; by the model's own chances the share of messages that are never blocked, whose "
        f"blocking time is 0, is at least {shares['0.25']:.0%}, {shares['0.5']:.0%} and {shares['0.75']:.0%} at 1/4, 1/2 and 3/4 of "
        "the load of saturation, and an exponential time is never 0; a bound on the error of the latency would decide it"
    )
    return unknown(remark, [{"k": 16, "flits": 48, "vcs": 3}], never_blocked=shares)
