"""Derivations of formulas of the latency models: busy virtual channels, waiting times of MMPP(2)/G/1, service times
as recursions over channels.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import Inert, Quantity, parameter
from netlemma.derive.algebra.proof import ARGUED, Proof, require
from netlemma.derive.core.derivation import ByLemma, DerivationBuilder
from netlemma.derive.core.lemma import Derivation, Lemma
from netlemma.derive.discovery import lemma

# Probability that given virtual channels are busy, for any numbers of adaptive and escape channels, as a derivation.
#
# With a adaptive and b escape channels, V = a + b: all adaptive ones are busy if the free ones are among the b others;
# all of these and the one escape channel of a message are busy if the free ones are among the b - 1 others.


V, e, j = (sp.Symbol(name, integer=True, nonnegative=True) for name in "Vej")
MOST = 7  # largest number of virtual channels whose sets are listed


class OthersBusy(Inert):
    """Probability that all but e given virtual channels are busy.

    In ``OthersBusy(V, e, j)``, j of V virtual channels are free, every set of them equally likely.
    """


@dataclass(frozen=True)
class FreeAmongTheGiven(Proof):
    """All others are busy if the j free channels are among the e given ones: binomial(e, j) of binomial(V, j) sets.

    Compared with all sets, listed one by one.
    """

    kind: ClassVar[str] = "counting of sets"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == OthersBusy(V, e, j), "the left-hand side is not the probability that the others are busy")
        for most in range(1, MOST + 1):
            for given in range(most + 1):
                for free in range(most + 1):
                    sets = list(combinations(range(most), free))
                    true = sp.Rational(sum(max(s, default=-1) < given for s in sets), len(sets))
                    found = evaluate(after, {V: most, e: given, j: free})
                    require(found == true, f"{true}, and not {found}, for {free} of {most} free and {given} given")

    def describe(self) -> list[str]:
        return [f"the written argument; all sets of up to {MOST} channels"]


@cache
def others_busy() -> Derivation:
    """The probability that all but e given channels are busy, if j of V are free.

    >>> others_busy().result
    binomial(e, j)/binomial(V, j)
    """
    write = DerivationBuilder(OthersBusy(V, e, j))
    found = sp.binomial(e, j) / sp.binomial(V, j)
    write.step(found, "the free ones are any j, and all of them must be among the e", FreeAmongTheGiven())
    return write.derivation()


def factors(given: int) -> tuple[sp.Expr, ...]:
    """The factors of P_V, P_V-1, ... in the probability that all channels but ``given`` ones are busy; the derivation is
    re-run.

    With two escape channels: all adaptive ones are busy.

    >>> factors(2)
    (1, 2/V, 2/(V*(V - 1)))
    """
    derivation = others_busy()
    derivation.check()
    return tuple(sp.factor(derivation.result.subs({e: given, j: free}).expand(func=True)) for free in range(given + 1))


# The closed form of the waiting times of MMPP(2)/G/1, derived from the transform of the virtual waiting time.
#
# Jointly with the state, the transform W(s) of the remaining work satisfies W(s) M(s) = s y, where M(s) = s I + Q - (1 -
# H(s)) Lambda and y_i is the probability that the server is idle in state i: work decreases at rate 1 unless there is
# none (s y), the state changes (Q), and arrivals in state i bring work with the transform H. Here this is expanded at s =
# 0, with H(s) = 1 - s t + s^2 t2/2 - ...


mu1, mu2, sigma1, sigma2 = sp.symbols("mu1 mu2 sigma1 sigma2", nonnegative=True)
t, t2, theta, u, s = sp.symbols("t t2 theta u s", positive=True)
A, B, p = sp.symbols("A B p", positive=True)  # theta - mu1 u, theta - mu2 u, and the share of state 2 in idle times
Q = sp.Matrix([[-sigma1, sigma1], [sigma2, -sigma2]])
RATES = sp.diag(mu1, mu2)
SHARES = sp.Matrix([[sigma2, sigma1]]) / (sigma1 + sigma2)
RATE = SHARES[0] * mu1 + SHARES[1] * mu2
USE = RATE * t
IDLE = (1 - USE) * sp.Matrix([[1 - p, p]])  # y; its sum is 1 - rho
AT_ROOT = {mu1: (theta - A) / u, mu2: (theta - B) / u, sigma1: p * A, sigma2: (1 - p) * B}


def check_root() -> None:
    """Check that the four rates of ``AT_ROOT`` follow from theta and y: M(theta) v = 0 and y v = 0 for some nonzero v.

    W(theta) is finite, so y v = W(theta) M(theta) v / theta = 0. v is (p, p - 1) for y in the proportion 1 - p : p, and
    the two rows of M(theta) v = 0 give sigma1 = p (theta - mu1 u) and sigma2 = (1 - p) (theta - mu2 u).
    """
    null = sp.Matrix([p, p - 1])
    rows = (theta * sp.eye(2) + Q - u * RATES) * null
    solved = sp.solve(list(rows), [sigma1, sigma2], dict=True)
    for rate in (sigma1, sigma2):
        of_root = AT_ROOT[rate].xreplace({A: theta - mu1 * u, B: theta - mu2 * u})
        require(len(solved) == 1 and equal(solved[0][rate], of_root), f"{rate} is not {of_root}")
    require(equal((IDLE * null)[0], sp.Integer(0)), "y is not orthogonal to the null vector")


def transform(y1: sp.Expr, y2: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """-W'(0), the mean work joint with state 1 and with state 2, from W(s) = s y adj M(s) / det M(s) expanded at s = 0.

    The third moment of the service time enters W''(0) only, so H is expanded to second order.
    """
    matrix = s * sp.eye(2) + Q - (s * t - s**2 * t2 / 2) * RATES
    below = sp.Poly(sp.expand(matrix.det()), s)
    above = [sp.Poly(sp.expand(s * part), s) for part in sp.Matrix([[y1, y2]]) * matrix.adjugate()]
    if below.coeff_monomial(1) != 0:
        raise ArithmeticError("det M(0) is not 0")
    first, second = (below.coeff_monomial(s**n) for n in (1, 2))
    return tuple(  # type: ignore[return-value]
        -(part.coeff_monomial(s**2) * first - part.coeff_monomial(s) * second) / first**2 for part in above
    )


def closed() -> tuple[sp.Expr, sp.Expr]:
    """Mean wait at arrivals and mean virtual wait, as :mod:`netlemma.derive.performance.mmpp_queue` computes them."""
    rise = SHARES[0] * SHARES[1] * (mu1 - mu2) ** 2 * (theta * t - u) / (A * B)
    return (RATE * t2 / 2 + rise / RATE) / (1 - USE), (RATE * t2 / 2 + t * rise) / (1 - USE)


@cache
def waits() -> tuple[Derivation, Derivation]:
    """Derivations of the mean wait at arrivals and of the mean virtual wait, from the transform to the closed form.

    >>> check_root()
    >>> for derivation in waits():
    ...     derivation.check()
    """
    first, second = transform(*IDLE)
    found = []
    starts = ((mu1 * first + mu2 * second) / RATE, first + second)  # arrivals in state i come at rate mu_i
    for start, end in zip(starts, closed(), strict=True):
        write = DerivationBuilder(start.xreplace(AT_ROOT))
        write.normal(end.xreplace(AT_ROOT), "the rates are what det M(theta) = 0 allows")
        found.append(write.derivation())
    return found[0], found[1]


# Service times of the mesh and of the one-way torus as recursions over channels: equation 7 with the proved rates and
# probabilities.
#
# Each is a derive.core.lemma.Derivation: it begins with equation 7 for the possible next channels, and replaces
# branching probabilities and blocking factors by the closed forms of their lemmas. A recursion contains existing channels
# only: at the edges of the mesh terms of probability 0 are left out.


service = sp.Symbol("s", positive=True)


def times(name: str) -> tuple[sp.Symbol, sp.Symbol]:
    """Service and waiting time of a channel, x_name and W_name."""
    return sp.Symbol(f"x_{name}", positive=True), sp.Symbol(f"W_{name}", nonnegative=True)


def quantity(found: Lemma) -> Quantity:
    """The quantity of a lemma, displayed as R or P with the direction taken."""
    way = found.key.rpartition(".")[2]
    return Quantity(sp.Symbol(found.key), sp.Symbol(f"{found.symbol.name}_{way}"))


def closed_form_of(found: Lemma) -> sp.Expr:
    """The closed form of a lemma in common symbols: sizes and places of all lemmas are the same symbols, for any least values."""
    return found.closed_form.xreplace({p.symbol: parameter(p.name, 0) for p in found.domain.parameters})


class Specialised(ByLemma):
    """Rates and probabilities replaced by the closed forms of their lemmas, each with its whole derivation re-checked."""

    def replaced(self, lemma: Lemma) -> tuple[Quantity, sp.Expr]:
        """The quantity of a lemma, and its closed form in the symbols of all lemmas."""
        return quantity(lemma), closed_form_of(lemma)


def service_time(family: str, ejected: str | None, following: Sequence[tuple[str, str, str]]) -> Derivation:
    """Equation 7 for a channel.

    R. I. Greenberg and L. Guan, 1997, equation 7.
    """
    parts = [ejected] if ejected else []
    parts += [key for _, *keys in following for key in keys if key]
    lemmas = {key: lemma(f"{family}.{key}") for key in parts}
    terms = [quantity(lemmas[ejected]) * service] if ejected else []
    for name, probability, blocking in following:
        x, waiting = times(name)
        wait = quantity(lemmas[blocking]) * waiting if blocking else 0
        terms.append(quantity(lemmas[probability]) * (x + wait))
    write = DerivationBuilder(sp.Add(*terms))
    table = {quantity(found): closed_form_of(found) for found in lemmas.values()}
    write.step(
        write.now.xreplace(table), "rates and probabilities of the channels", Specialised(tuple(lemmas.values()))
    )
    return write.derivation()


_RECURSIONS: Mapping[str, Callable[[], Derivation]] = {
    "mesh.x": lambda: service_time("mesh", "branching.x.eject", [("on", "branching.x.on", "blocking.x.on")]),
    "mesh.y": lambda: service_time(
        "mesh",
        "branching.y.eject",
        [(way, f"branching.y.{way}", f"blocking.y.{way}") for way in ("west", "east", "on")],
    ),
    "mesh.injection": lambda: service_time(
        "mesh",
        None,
        [
            (way, f"branching.injection.{way}", f"blocking.injection.{way}")
            for way in ("west", "east", "south", "north")
        ],
    ),
    "oneway-torus.x": lambda: service_time("oneway-torus", "branching.exit", [("on", "branching.on", "blocking.on")]),
    "oneway-torus.y": lambda: service_time(
        "oneway-torus",
        "branching.y.eject",
        [("turn", "branching.y.turn", "blocking.turn.before"), ("on", "branching.on", "blocking.on")],
    ),
    "oneway-torus.y.behind": lambda: service_time(
        "oneway-torus",
        "branching.behind.eject",
        [
            ("turn", "branching.behind.turn", "blocking.turn.behind"),
            ("on", "branching.behind.on", ""),
        ],
    ),
    "oneway-torus.injection": lambda: service_time(
        "oneway-torus", None, [(way, f"branching.injection.{way}", f"blocking.injection.{way}") for way in ("x", "y")]
    ),
}


@cache
def recursion(name: str) -> Derivation:
    """The recursion with a name of :func:`recursions`, derived from equation 7.

    >>> recursion("mesh.x").result
    s/p + (p - 1)*(W_on/(k - p + 1) + x_on)/p
    """
    return _RECURSIONS[name]()


def recursions() -> tuple[str, ...]:
    """The names of all recursions."""
    return tuple(_RECURSIONS)
