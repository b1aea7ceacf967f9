"""Moments of the arrivals of an MMPP(2), derived from its generating function, and the uniqueness of the process that
matches n equal sources.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import Quantity
from netlemma.derive.algebra.proof import NormalForm, Proof, require, weakest
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.lemma import Derivation

# Factorial moments of the arrivals of an MMPP(2), from its generating function.
#
# With z = 1 + y the generating function of the arrivals in (0, t] is v(y, t) 1, where the row v = pi exp((Q + y L) t) has
# dv/dt = v (Q + y L) and begins as pi. Its coefficients v_k of y^k/k! therefore have
#
#     dv_k/dt = v_k Q + k v_(k-1) L,    v_0 = pi,    v_k = 0 at t = 0 for k > 0,
#
# and g_k = v_k 1 is the factorial moment E[N (N-1) ... (N-k+1)]. These linear equations with constant coefficients have
# one solution; MomentEquations checks a given solution by substitution.
#
# Everything is written in four numbers: ``rate`` (lambda, the mean arrival rate), ``decay`` (s, the rate at which the
# chain forgets its state), ``spread`` (c, the variance of the rate over time) and ``skew`` (D, its third central moment
# over c); ``E`` is e^(-s t).


mu1, mu2 = sp.symbols("mu1 mu2", nonnegative=True)
sigma1, sigma2, t = sp.symbols("sigma1 sigma2 t", positive=True)
rate, decay = sp.symbols("lambda s", positive=True)
spread = sp.Symbol("c", nonnegative=True)
skew, E = sp.symbols("D E", real=True)

WRITTEN_OUT: Mapping[sp.Symbol, sp.Expr] = {
    rate: (mu1 * sigma2 + mu2 * sigma1) / (sigma1 + sigma2),
    decay: sigma1 + sigma2,
    spread: sigma1 * sigma2 * (mu1 - mu2) ** 2 / (sigma1 + sigma2) ** 2,
    skew: (sigma1 - sigma2) * (mu1 - mu2) / (sigma1 + sigma2),
}


def written_out(expression: sp.Expr) -> sp.Expr:
    """An expression with lambda, s, c and D replaced by their definitions in mu1, mu2, sigma1 and sigma2."""
    return expression.xreplace(dict(WRITTEN_OUT))


def by_time(expression: sp.Expr, s: sp.Expr = decay) -> sp.Expr:
    """The derivative by t, where E stands for e^(-s t).

    >>> by_time(t * E)
    -E*s*t + E
    """
    return sp.expand(sp.diff(expression, t) - s * E * sp.diff(expression, E))


def falling(k: int) -> Quantity:
    """The factorial moment E[N (N-1) ... (N-k+1)], displayed as g_k."""
    return Quantity(sp.Symbol(f"factorial_moment.{k}"), sp.Symbol(f"g_{k}"))


@dataclass(frozen=True)
class MomentEquations(Proof):
    """The factorial moment of order k, from rows that solve the differential equations of the generating function.

    ``solution`` has g_i and H_i for i = 0..k in t, E and the four numbers, where v_i = g_i pi + H_i/(mu1 - mu2) (1,
    -1). In these coordinates the equations are g_i' = i (lambda g_(i-1) + H_(i-1)) and H_i' = -s H_i + i (c g_(i-1) +
    (lambda + D) H_(i-1)).
    """

    solution: tuple[tuple[sp.Expr, sp.Expr], ...]
    kind: ClassVar[str] = "differential equations"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        order = len(self.solution) - 1
        require(before == falling(order), f"the step is not about the factorial moment of order {order}")
        require(after == self.solution[-1][0], "the moment is not the one of the solution")
        _check_coordinates()
        require(self.solution[0] == (1, 0), "v_0 is not pi")
        for i, ((g0, h0), (g, h)) in enumerate(pairwise(self.solution), 1):
            first, second = i * (rate * g0 + h0), -decay * h + i * (spread * g0 + (rate + skew) * h0)
            solves = equal(by_time(g), first) and equal(by_time(h), second)
            require(solves, f"v_{i} does not solve its differential equation")
            begins = all(equal(part.subs({t: 0, E: 1}), sp.Integer(0)) for part in (g, h))
            require(begins, f"v_{i} is not 0 at t = 0")

    def describe(self) -> list[str]:
        return [
            "the rows of the generating function solve dv_k/dt = v_k Q + k v_(k-1) L and begin as they should, by substitution"
        ]


def _check_coordinates() -> None:
    """Check the images of g pi + h (1, -1) under Q and L, for any g and h."""
    g, h = sp.symbols("g h")
    s, apart = sigma1 + sigma2, mu1 - mu2
    row = lambda first, second: sp.Matrix([[first * sigma2 / s + second, first * sigma1 / s - second]])  # noqa: E731
    moves = row(g, h) * sp.Matrix([[-sigma1, sigma1], [sigma2, -sigma2]])
    arrivals = row(g, h) * sp.diag(mu1, mu2)
    across = sigma1 * sigma2 * apart / s**2  # c/(mu1 - mu2)
    require(equal(across * apart, written_out(spread)), "c is not the variance of the rate")
    moved, counted = row(0, -s * h), row(written_out(rate) * g + apart * h, across * g + written_out(rate + skew) * h)
    for i in range(2):
        require(equal(moves[i], moved[i]), "(1, -1) is not a left eigenvector of Q")
        require(equal(arrivals[i], counted[i]), "the arrival rates are wrong in coordinates")


@cache
def coordinates(order: int) -> tuple[tuple[sp.Expr, sp.Expr], ...]:
    """g_k and H_k of :class:`MomentEquations` for k = 0..order, by integration term by term.

    >>> coordinates(1)
    ((1, 0), (lambda*t, -E*c/s + c/s))
    """
    found: list[tuple[sp.Expr, sp.Expr]] = [(sp.Integer(1), sp.Integer(0))]
    for k in range(1, order + 1):
        g, h = found[-1]
        found.append(
            (
                _integrated(sp.expand(k * (rate * g + h)), sp.Integer(0)),
                _integrated(sp.expand(k * (spread * g + (rate + skew) * h)), decay),
            )
        )
    return tuple(found)


def _integrated(source: sp.Expr, loss: sp.Expr) -> sp.Expr:
    """The solution of y' = -loss y + source with y = 0 at t = 0; the source is a sum of terms in t^i and t^i E."""
    found = sp.Integer(0)
    for (i, j), coefficient in sp.Poly(source, t, E).terms():
        gap = loss - j * decay
        if gap == 0:
            term = t ** (i + 1) / sp.Integer(i + 1)
        else:
            term = sum((-1) ** (i - m) * sp.ff(i, i - m) * t**m / gap ** (i - m + 1) for m in range(i + 1))
        found += coefficient * E**j * term
    found -= found.subs({t: 0, E: 1}) * (E if loss != 0 else 1)
    return sp.expand(found)


# Derived moments of the arrivals of an MMPP(2) in (0, t]: mean, variance, third central moment, index of dispersion,
# limits.
#
# Each is a derive.core.lemma.Derivation that begins with the quantity and ends in its closed form, in the four
# numbers lambda, s, c and D of derive.performance.mmpp_moments, where E is e^(-s t). The formulas that
# Min 2001 takes from Heffes and Lucantoni 1986 (equations 8 to 12) are compared with these, and used nowhere.


_n, MEAN = sp.symbols("n m")


@dataclass(frozen=True)
class FromFactorialMoments(Proof):
    """A moment about the mean as a combination of factorial moments, since (n - m)^k is a combination of falling factorials of
    n.
    """

    order: int
    kind: ClassVar[str] = "falling factorials"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == central(self.order), f"the step is not about the central moment of order {self.order}")
        moments = {falling(k): sp.Symbol(f"f_{k}") for k in range(1, self.order + 1)}
        about = about_mean(self.order, moments)
        require(
            equal(after, about.xreplace({new: old for old, new in moments.items()} | {MEAN: falling(1)})), "no identity"
        )
        require(
            equal(
                about.xreplace({new: sp.ff(_n, int(new.name[2:])) for new in moments.values()}),
                (_n - MEAN) ** self.order,
            ),
            "the powers of n are combined wrongly",
        )

    def describe(self) -> list[str]:
        return [
            f"(n - m)^{self.order} is a combination of falling factorials of n; means are linear, and m = g_1 is the mean"
        ]


def about_mean(order: int, moments: Mapping[Quantity, sp.Symbol]) -> sp.Expr:
    """(n - m)^order in terms of the falling factorials of n."""
    found, rest = sp.Integer(0), sp.Poly(sp.expand((_n - MEAN) ** order), _n)
    while rest.degree() > 0:
        k, top = rest.degree(), rest.LC()
        found += top * moments[falling(k)]
        rest -= sp.Poly(sp.expand(top * sp.expand(sp.ff(_n, k))), _n)
    return sp.expand(found + rest.as_expr())


@dataclass(frozen=True)
class FromMoments(Proof):
    """Quantities replaced by the results of other derivations, each re-checked."""

    derivations: tuple[Derivation, ...]
    kind: ClassVar[str] = "earlier derivation"

    @property
    def strength(self) -> str:  # type: ignore[override]
        return weakest(each.strength for each in self.derivations)

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        for each in self.derivations:
            each.check()
            require(before.has(each.start), "the start of an earlier derivation does not occur")
        require(
            before.xreplace({each.start: each.result for each in self.derivations}) == after,
            "the earlier derivations have other results",
        )

    def describe(self) -> list[str]:
        return [f"{len(self.derivations)} quantities derived before, re-checked here"]


@dataclass(frozen=True)
class LimitOfTime(Proof):
    """The limit for t to infinity of A + B E + C (1 - E)/t with A, B and C free of t: 0 < E <= 1 decreases to 0, so it is A."""

    of: Derivation
    kind: ClassVar[str] = "limit"

    @property
    def strength(self) -> str:  # type: ignore[override]
        return self.of.strength

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        self.of.check()
        require(before == limit_of(self.of.start), "the step is not about the limit of the derived ratio")
        polynomial = sp.Poly(sp.expand(sp.cancel(self.of.result) * t), t, E)
        b, c = polynomial.coeff_monomial(t * E), -polynomial.coeff_monomial(E)
        require(not any(part.has(t) or part.has(E) for part in (after, b, c)), "a coefficient depends on t")
        require(equal(self.of.result, after + b * E + c * (1 - E) / t), "the expression has another form")
        require(equal(by_time(E), -decay * E), "E does not fall")

    def describe(self) -> list[str]:
        return ["it is A + B E + C (1 - E)/t with A, B and C free of t, and E falls to 0"]


def central(order: int) -> Quantity:
    """E[(N - E N)^order], displayed as M_2 for the variance and M_3 for the third central moment."""
    return Quantity(sp.Symbol(f"central_moment.{order}"), sp.Symbol(f"M_{order}"))


def limit_of(ratio: sp.Expr) -> Quantity:
    """The limit for long times of a central moment over the mean, displayed as I_2 or I_3."""
    (moment,) = (part for part in ratio.atoms(Quantity) if part != falling(1))
    require(ratio == moment / falling(1), "not a ratio of a moment and the mean")
    order = moment.key.rpartition(".")[2]
    return Quantity(sp.Symbol(f"limit.{order}"), sp.Symbol(f"I_{order}"))


VARIANCE_PART = decay * t - 1 + E
THIRD_PART = decay * t * (1 + E) - 2 * (1 - E)


@cache
def factorial_moment(order: int) -> Derivation:
    """E[N (N-1) ... (N-k+1)] at time t.

    >>> factorial_moment(1).result
    lambda*t
    """
    write = DerivationBuilder(falling(order))
    solution = coordinates(order)
    write.step(solution[-1][0], "the equations of the generating function are integrated", MomentEquations(solution))
    if order == 3:
        write.normal(_third_factorial(), "each power of t apart, and 1 - E")
    return write.derivation()


def third_coefficients() -> dict[str, sp.Expr]:
    """The A_ij of equation 12 of Min 2001, which the paper takes from Heffes and Lucantoni 1986 without printing them."""
    return {
        "A11": decay * rate**3,
        "A21": 2 * spread * rate,
        "A31": spread * (skew - rate) / decay,
        "A12": spread * (skew + rate) / decay,
        "A41": -2 * spread * skew / decay**2,
    }


def _third_factorial() -> sp.Expr:
    a = third_coefficients()
    inside = a["A11"] / 6 * t**3 + a["A21"] / 2 * t**2 + a["A31"] * t + a["A12"] * t * E + a["A41"] * (1 - E)
    return 6 / decay * inside


def _central(order: int, result: sp.Expr) -> Derivation:
    moments = {falling(k): sp.Symbol(f"f_{k}") for k in range(1, order + 1)}
    back: dict[sp.Basic, sp.Basic] = {new: old for old, new in moments.items()}
    write = DerivationBuilder(central(order))
    write.step(
        sp.expand(about_mean(order, moments).xreplace({**back, MEAN: falling(1)})),
        "a moment about the mean is a combination of factorial moments",
        FromFactorialMoments(order),
    )
    parts = tuple(factorial_moment(k) for k in range(1, order + 1))
    write.step(
        write.now.xreplace({part.start: part.result for part in parts}), "the factorial moments", FromMoments(parts)
    )
    write.step(result, "what depends on the mean alone cancels", NormalForm())
    return write.derivation()


@cache
def variance() -> Derivation:
    """The variance of the arrivals in (0, t]."""
    return _central(2, rate * t + 2 * spread / decay**2 * VARIANCE_PART)


@cache
def third_moment() -> Derivation:
    """The third central moment of the arrivals in (0, t]."""
    return _central(3, rate * t + 6 * spread / decay**2 * VARIANCE_PART + 6 * spread * skew / decay**3 * THIRD_PART)


def _over_mean(top: Derivation, result: sp.Expr) -> Derivation:
    write = DerivationBuilder(top.start / falling(1))
    parts = (top, factorial_moment(1))
    write.step(
        write.now.xreplace({part.start: part.result for part in parts}), "both derived before", FromMoments(parts)
    )
    write.normal(result, "divided by the mean")
    return write.derivation()


@cache
def dispersion() -> Derivation:
    """The index of dispersion for counts: variance over mean."""
    result = 1 + 2 * spread / (rate * decay) * (1 - (1 - E) / (decay * t))
    return _over_mean(variance(), result)


@cache
def third_over_mean() -> Derivation:
    """The third central moment over the mean."""
    shape = (1 + E - 2 * (1 - E) / (decay * t)) * skew / decay + 1 - (1 - E) / (decay * t)
    return _over_mean(third_moment(), 1 + 6 * spread / (rate * decay) * shape)


def _limit(ratio: Derivation, result: sp.Expr) -> Derivation:
    write = DerivationBuilder(limit_of(ratio.start))
    write.step(result, "limit of the moment over the mean", LimitOfTime(ratio))
    return write.derivation()


@cache
def dispersion_limit() -> Derivation:
    """The index of dispersion in the limit of long times."""
    return _limit(dispersion(), 1 + 2 * spread / (rate * decay))


@cache
def third_limit() -> Derivation:
    """The third central moment over the mean in the limit of long times."""
    return _limit(third_over_mean(), 1 + 6 * spread / (rate * decay) * (1 + skew / decay))


MOMENTS: Mapping[str, Callable[[], Derivation]] = {
    "mean": lambda: factorial_moment(1),
    "factorial_moment.2": lambda: factorial_moment(2),
    "factorial_moment.3": lambda: factorial_moment(3),
    "variance": variance,
    "third_moment": third_moment,
    "dispersion": dispersion,
    "dispersion.limit": dispersion_limit,
    "third_moment.over_mean": third_over_mean,
    "third_moment.limit": third_limit,
}


@cache
def moment(name: str) -> Derivation:
    """A derivation of :data:`MOMENTS`, after a re-run of its proofs.

    >>> moment("dispersion.limit").result
    2*c/(lambda*s) + 1
    """
    derivation = MOMENTS[name]()
    derivation.check()
    return derivation


# Uniqueness of the MMPP(2) with the moments of n equal sources that Heffes and Lucantoni 1986 match, as checked facts.
#
# The index n belongs to the matching process; lambda, s, c and D are those of
# derive.performance.mmpp_moments, x = s t, and E is e^-x. ``R`` is the root of D^2 + 4 n c.


n, R, x = sp.symbols("n R x", positive=True)
rate_, decay_, spread_, skew_ = sp.symbols("lambda_n s_n c_n D_n")
FALLS_SHORT = (1 - E) / x  # relative deficit of the variance-to-mean ratio against its limit


@dataclass(frozen=True)
class Fact:
    """A statement with machine-checked identities: both sides of each have the same normal form.

    ``chain`` are functions of x, each the derivative by x of the previous one, which is 0 at x = 0 (E = 1 there): the
    last one is a product of x, E and a number, so that all have its sign for every x > 0.
    """

    key: str
    words: str
    identities: tuple[tuple[sp.Expr, sp.Expr], ...]
    chain: tuple[sp.Expr, ...] = ()

    def check(self) -> None:
        """Check the identities and signs; it raises ProofError if one does not hold.

        Raises
        ------
        ProofError
            If an identity or a sign does not hold.
        """
        for left, right in self.identities:
            require(equal(left, right), f"{self.key}: {left} is not {right}")
        for before, after in pairwise(self.chain):
            require(equal(before.subs({x: 0, E: 1}), sp.Integer(0)), f"{self.key}: {before} is not 0 at x = 0")
            require(equal(by_x(before), after), f"{self.key}: {after} is not the derivative of {before}")
        if self.chain:
            last = self.chain[-1]
            require(last.is_Mul and last.free_symbols == {x, E}, f"{self.key}: the sign of {last} is not known")
            require(all(factor in (x, E) or factor.is_Rational for factor in last.args), f"{self.key}: not a product")


def by_x(expression: sp.Expr) -> sp.Expr:
    """The derivative by x, where E stands for e^-x."""
    return sp.diff(expression, x) - E * sp.diff(expression, E)


def in_x(expression: sp.Expr) -> sp.Expr:
    """An expression in t rewritten with x = s t."""
    return sp.expand(expression.subs(t, x / decay))


def sought(expression: sp.Expr) -> sp.Expr:
    """The same expression for the matching process, once its mean, decay and spread are known."""
    return expression.xreplace({rate: n * rate, spread: n * spread, skew: skew_})


def matched_rates() -> tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr]:
    """mu1, mu2, sigma1 and sigma2 of the match in lambda, s, c, D, n and R; state 1 has the higher rate."""
    return (
        n * rate + (R + skew) / 2,
        n * rate - (R - skew) / 2,
        decay * (R + skew) / (2 * R),
        decay * (R - skew) / (2 * R),
    )


def _of_match(expression: sp.Expr) -> sp.Expr:
    """An expression in the parameters of a process, for those of the match; n is written as (R^2 - D^2)/(4 c)."""
    parameters = dict(zip((mu1, mu2, sigma1, sigma2), matched_rates(), strict=True))
    return _with_root(expression.xreplace(parameters))


def _with_root(expression: sp.Expr) -> sp.Expr:
    return expression.xreplace({n: (R**2 - skew**2) / (4 * spread)})


@cache
def facts() -> tuple[Fact, ...]:
    """The steps from the four equations to the match, in order; :meth:`Fact.check` of each runs its proof."""
    ratio, third = moment("dispersion").result, moment("third_moment").result
    limit = moment("dispersion.limit").result
    short = sp.expand(FALLS_SHORT)
    mean_variance = [written_out(symbol) for symbol in (rate, decay, spread, skew)]
    y, z = sp.symbols("y z")
    product, total = n * ((n - 1) * rate**2 + mu1 * mu2), mu1 + mu2 + 2 * (n - 1) * rate
    high, low, *_ = matched_rates()
    return (
        Fact(
            "sum",
            "variances and third central moments of independent sources add: with y and z the arrivals of two less their means, y z, "
            "y^2 z and y z^2 are 0 on average; so they are n times those of one",
            (((y + z) ** 2, y**2 + z**2 + 2 * y * z), ((y + z) ** 3, y**3 + z**3 + 3 * y**2 * z + 3 * y * z**2)),
        ),
        Fact(
            "decay",
            "the variance-to-mean ratio of n alike sources is that of one; (I - 1)/(I_inf - 1) = 1 - (1 - E)/x falls short of 1 by a "
            "factor that falls strictly, since x^2 times its derivative is negative: so s_n = s, whatever t1",
            ((in_x(ratio - 1) / (limit - 1), 1 - short), (by_x(short) * x**2, (1 + x) * E - 1)),
            ((1 + x) * E - 1, -x * E),
        ),
        Fact(
            "spread",
            "the limit less 1 is 2 c/(lambda s), so with lambda_n = n lambda and s_n = s it is that of the source for c_n = n c only",
            ((limit - 1, 2 * spread / (rate * decay)), (sought(limit), limit)),
        ),
        Fact(
            "skew",
            "n third central moments of one source less that of the match are 6 n c (D - D_n) (x (1 + E) - 2 (1 - E))/s^3, and the last "
            "factor is positive: so D_n = D, whatever t2, and then the third central moments agree at every t",
            (
                (
                    in_x(n * third - sought(third)),
                    6 * n * spread * (skew - skew_) * in_x(THIRD_PART) / decay**3,
                ),
                (in_x(THIRD_PART), x * (1 + E) - 2 * (1 - E)),
            ),
            (x * (1 + E) - 2 * (1 - E), 1 - E - x * E, x * E),
        ),
        Fact(
            "difference",
            "a rate with two values has (mu1 - mu2)^2 = D^2 + 4 c, so the match has R = sqrt(D^2 + 4 n c) between its rates; c > 0, or the "
            "sources are Poisson processes",
            (((mu1 - mu2) ** 2, mean_variance[3] ** 2 + 4 * mean_variance[2]),),
        ),
        Fact(
            "rates",
            "the rates n lambda + (R + D)/2 and n lambda - (R - D)/2, left at s (R + D)/(2 R) and s (R - D)/(2 R), have "
            "lambda_n = n lambda, s_n = s, c_n = n c and D_n = D; with the states exchanged they are the same process",
            tuple(
                (_of_match(found), _with_root(wanted))
                for found, wanted in zip(mean_variance, (n * rate, decay, n * spread, skew), strict=True)
            ),
        ),
        Fact(
            "feasible",
            "they are the roots of x^2 - (mu1 + mu2 + 2 (n-1) lambda) x + n ((n-1) lambda^2 + mu1 mu2); the higher one is positive, being "
            "at least the mean, so both may be rates if and only if n >= 1 - mu1 mu2/lambda^2",
            (
                (written_out(high + low), written_out(total)),
                (_product_of_roots(), written_out(product)),
            ),
        ),
    )


def _product_of_roots() -> sp.Expr:
    """The product of both rates of the match, with R^2 = D^2 + 4 n c, in the parameters of the source."""
    high, low, *_ = matched_rates()
    return written_out(sp.expand(high * low).subs(R**2, skew**2 + 4 * n * spread))
