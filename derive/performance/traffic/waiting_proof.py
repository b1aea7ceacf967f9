"""The closed form of the waiting times of MMPP(2)/G/1, derived from the transform of the virtual waiting time.

Jointly with the state, the transform W(s) of the remaining work satisfies W(s) M(s) = s y, where M(s) = s I + Q - (1 -
H(s)) Lambda and y_i is the probability that the server is idle in state i: work decreases at rate 1 unless there is
none (s y), the state changes (Q), and arrivals in state i bring work with the transform H. Here this is expanded at s =
0, with H(s) = 1 - s t + s^2 t2/2 - ...
"""

from functools import cache

import sympy as sp

from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.proof import require
from netlemma.derive.core.derivation import Writer
from netlemma.derive.core.lemma import Derivation

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

    Raises
    ------
    ProofError
        If they do not.
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

    Parameters
    ----------
    y1 : Expr
        Probability that the server is idle in state 1.
    y2 : Expr
        Probability that the server is idle in state 2.

    Returns
    -------
    tuple of (Expr, Expr)
        Mean work in each state.

    Raises
    ------
    ArithmeticError
        If det M(0) is not 0.
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
    """Mean wait at arrivals and mean virtual wait, as :mod:`netlemma.derive.performance.traffic.queue` computes them."""
    rise = SHARES[0] * SHARES[1] * (mu1 - mu2) ** 2 * (theta * t - u) / (A * B)
    return (RATE * t2 / 2 + rise / RATE) / (1 - USE), (RATE * t2 / 2 + t * rise) / (1 - USE)


@cache
def waits() -> tuple[Derivation, Derivation]:
    """Derivations of the mean wait at arrivals and of the mean virtual wait, from the transform to the closed form.

    Examples
    --------
    >>> check_root()
    >>> for derivation in waits():
    ...     derivation.check()
    """
    first, second = transform(*IDLE)
    found = []
    starts = ((mu1 * first + mu2 * second) / RATE, first + second)  # arrivals in state i come at rate mu_i
    for start, end in zip(starts, closed(), strict=True):
        write = Writer(start.xreplace(AT_ROOT))
        write.normal(end.xreplace(AT_ROOT), "the rates are what det M(theta) = 0 allows")
        found.append(write.derivation())
    return found[0], found[1]
