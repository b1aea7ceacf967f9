"""Judges of equations 2, 3 and 7 to 22: traffic on a channel, moments of its arrivals, the superposition of sources,
and the queue MMPP(2)/G/1.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import sympy

from netlemma.checks.claims.judgement import (
    ClaimedValue,
    Judgement,
    agree,
    agrees,
    compare_formula,
    evaluated,
    fails,
    holds,
    unknown,
)
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.checks.formula.equality import same_for_all_sizes
from netlemma.checks.formula.formula import parse_formula
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.discovery import lemma
from netlemma.derive.performance import brute_force_mmpp
from netlemma.derive.performance import mmpp_moments as of
from netlemma.derive.performance.latency import model_derivations as proof
from netlemma.derive.performance.latency.latency_model import models
from netlemma.derive.performance.mmpp import MMPP2, superposed
from netlemma.derive.performance.mmpp_moments import facts, falling, moment
from netlemma.derive.typeset.expressions import expression_text
from netlemma.errors import Infeasible
from netlemma.graphs import measure, network
from netlemma.graphs.loads.measure import DeviceMeasurement

# Judges of equations 2, 3 and 13: hops, and the traffic on a channel, on explicit tori.


DOMAIN = Domain((Parameter("k", 2, "nodes in a dimension"),))
K = DOMAIN.parameters[0].symbol
MEAN = "toroid.mean_distance"
SIZES = [{"k": k} for k in range(2, 9)]


@cache
def torus(k: int) -> DeviceMeasurement:
    """The bidirectional torus with k^2 nodes, all shortest paths equally likely."""
    found = measure(network("toroid", w=k, D=2))
    assert isinstance(found, DeviceMeasurement)
    return found


@cache
def distance(itself: bool) -> sympy.Expr:
    """Mean hops of a message in k x k nodes, for all k, from the lemma, whose proofs are re-run."""
    found = lemma(MEAN)
    found.check()
    w, dimensions = (p.symbol for p in found.domain.parameters)
    others = found.closed_form.xreplace({dimensions: sympy.Integer(2)}).xreplace({w: K})
    return sympy.piecewise_fold(others * (K**2 - 1) / K**2 if itself else others)


def counted_hops(k: int, itself: bool) -> Fraction:
    """Mean hops on the explicit torus, counted."""
    measurement = torus(k)
    return (
        measurement.mean_distance * Fraction(measurement.nodes - 1, measurement.nodes)
        if itself
        else measurement.mean_distance
    )


@at_samples
def two_dimensions() -> Iterator[FormulaSample]:
    """Hops in the torus and hops in one ring, both counted."""
    for size in SIZES:
        k = size["k"]
        lines = measure(network("ring", K=k))
        assert isinstance(lines, DeviceMeasurement)
        yield FormulaSample(size, {"h": lines.mean_distance * Fraction(k - 1, k)}, counted_hops(k, True))


@by_cases
def balanced(reading: Reading) -> Iterator[ClaimedValue]:
    """The busiest and the least busy link, and the number of channels."""
    channels = parse_formula(reading.says["channels"], ("N",))
    for size in SIZES:
        measurement = torus(size["k"])
        (links,) = measurement.classes
        claimed, true = channels.evaluate({"N": measurement.nodes}), 2 * links.devices
        alike = "alike" if links.min == links.max else f"from {links.min} to {links.max} crossings"
        yield ClaimedValue(size, f"{claimed} alike", f"{true} {alike}")


@at_samples
def share() -> Iterator[FormulaSample]:
    """n_s of equation 13, with d and k-bar counted in the same way: messages on a channel over messages of a source."""
    for size in SIZES:
        for itself in (True, False):
            d = counted_hops(size["k"], itself)
            values = {"N": torus(size["k"]).nodes, "d": d, "h": d / 2}
            yield FormulaSample(size, values, on_channel(size["k"], itself), of=size)


def on_channel(k: int, itself: bool) -> Fraction:
    """Messages on a channel for each message of a source; both directions of a link are equal."""
    (links,) = torus(k).classes
    found = links.max * torus(k).nodes / 2
    return found * Fraction(k**2 - 1, k**2) if itself else found


COUNTED: Mapping[str, tuple[int, Callable[[int, bool], Fraction]]] = {
    "hops in one dimension": (2, lambda k, itself: counted_hops(k, itself) / 2),
    "messages on a channel": (4, on_channel),
}


def proportional(reading: Reading, quantity: str, itself: bool, because: str) -> Judgement:
    """Judge a quantity that is a part of the mean hops of a message."""
    part, value = COUNTED[quantity]
    closed = sympy.piecewise_fold(distance(itself) / part)
    because = f"the proved lemma {MEAN} for 2 dimensions, {because}"
    true = lambda size: value(size["k"], itself)  # noqa: E731
    return compare_formula(reading.says["value"], true, SIZES, DOMAIN, closed, because, lemma=MEAN)


@at_samples
def hops_by_dimensions() -> Iterator[FormulaSample]:
    """Hops in one dimension, half of all by symmetry, of a formula in the number n of dimensions."""
    for size in SIZES:
        at = {**size, "n": 2}
        yield FormulaSample(at, at, counted_hops(size["k"], True) / 2, of=size)


# Judges of equations 7 to 12 and 18: the source and the moments of its arrivals, compared with derivations and
# definitions.


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
    """The value for a source and a time, to 50 digits."""
    point = {SYMBOLS[name]: sympy.Integer(value) for name, value in size.items()}
    exponential = sympy.exp(-(of.sigma1 + of.sigma2) * of.t)
    return expression.xreplace({of.E: exponential}).xreplace(point).evalf(DIGITS)


def closed(reading: Reading, name: str, per_time: bool = False) -> Judgement:
    """Judge a printed closed form by a derivation, for all rates and times."""
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


# Judges of equations 14 to 18: the superposition of sources, and one process that represents it.


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


# Judges of equations 19 to 22: the queue MMPP(2)/G/1 from the transform of its work, and the exponential blocking
# time.


BETA, X, ARGUMENT, MEAN_BLOCKING_TIME = sympy.symbols("beta x s b", positive=True)
DENSITY = BETA * sympy.exp(-BETA * X)


def in_matrices() -> dict[str, sympy.Expr]:
    """The parts of equation 19 in the quantities of the derivation; ``x`` is its product of matrices."""
    ones = sympy.Matrix([1, 1])
    row = proof.IDLE + proof.t * proof.SHARES * proof.RATES  # (1 - rho) g + t pi Lambda
    product = row * (proof.Q + ones * proof.SHARES).inv() * proof.RATES * ones
    return {"rho": proof.USE, "rate": proof.RATE, "t": proof.t, "t2": proof.t2, "x": product[0]}


def wait(reading: Reading, which: int) -> Judgement:
    """Judge a mean wait of equation 19: an identity with the result from the transform of the remaining work."""
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
    (truth,) = sympy.solve(sympy.integrate(X * DENSITY, (X, 0, sympy.oo)) - MEAN_BLOCKING_TIME, BETA)
    return of_density(reading, truth, because, MEAN_BLOCKING_TIME)


def of_density(reading: Reading, truth: sympy.Expr, because: str, *symbols: sympy.Symbol) -> Judgement:
    """Judge a formula that should be a value of the exponential density."""
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
