"""Judges of equations 23 to 30: waiting times as identities, and the birth and death process in exact numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import sympy

from checks.claims.judgement import Judgement, fails, holds
from checks.claims.statements.greenberg1997.framework import read
from checks.formula.formula import parse_formula
from derive.algebra.expressions.normal_form import equal
from derive.core.claim import Statement
from derive.core.domain import Size

NAMES = "rate S M rho C variance V"
RATE, S, M, RHO, C, VARIANCE, V = sympy.symbols(NAMES, positive=True)
POINT = {
    RATE: sympy.Rational(1, 100),
    S: 30,
    M: 20,
    VARIANCE: 100,
    V: 3,
    RHO: sympy.Rational(3, 10),
    C: sympy.Rational(1, 9),
}
UTILISATIONS = [Fraction(1, 7), Fraction(1, 2), Fraction(5, 6)]
MOST = 6  # virtual channels for which the process is solved


def identity(statement: Statement, right: str, because: str) -> Judgement:
    """Judge a formula that should equal another one for all values.

    Parameters
    ----------
    statement : Statement
        Statement to judge.
    right : str
        Correct formula.
    because : str
        Reason why the correct value holds at all sizes.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    printed, true = (read(text, NAMES) for text in (*statement.says.values(), right))
    if equal(printed, true):
        return holds(f"identical for all values: {because}")
    size = {str(symbol): value for symbol, value in POINT.items() if symbol in printed.free_symbols | true.free_symbols}
    text = sympy.sstr(true)
    return fails({k: str(v) for k, v in size.items()}, printed.subs(POINT), true.subs(POINT), text)  # type: ignore[misc]


@cache
def stationary(vcs: int, use: Fraction) -> tuple[Fraction, ...]:
    """The stationary distribution of the process, from its balance equations; the unit of time is S.

    Parameters
    ----------
    vcs : int
        Virtual channels of a physical channel.
    use : Fraction
        Utilisation, between 0 and 1.

    Returns
    -------
    tuple of Fraction
        Probabilities of 0 to V busy virtual channels.

    Examples
    --------
    >>> [str(p) for p in stationary(2, Fraction(1, 2))]
    ['1/2', '1/4', '1/4']
    """
    up, down = sympy.Rational(use), [0, *[sympy.Integer(1)] * (vcs - 1), 1 - sympy.Rational(use)]
    generator = sympy.zeros(vcs + 1)
    for v in range(vcs):
        generator[v, v + 1], generator[v + 1, v] = up, down[v + 1]
    for v in range(vcs + 1):
        generator[v, v] = -sum(generator[v, w] for w in range(vcs + 1) if w != v)
    balance = generator.T.copy()
    balance[vcs, :] = sympy.ones(1, vcs + 1)
    found = balance.LUsolve(sympy.Matrix([*[0] * vcs, 1]))
    return tuple(Fraction(int(x.p), int(x.q)) for x in found)


def weights(statement: Statement, vcs: int, use: Fraction) -> list[Fraction]:
    """The weights Q_0 to Q_V of equation 29, as printed or as in the statement.

    Parameters
    ----------
    statement : Statement
        Statement to judge.
    vcs : int
        Virtual channels of a physical channel.
    use : Fraction
        Utilisation, between 0 and 1.

    Returns
    -------
    list of Fraction
        Weights.
    """
    rho, v, most = sympy.symbols("rho v V", positive=True)
    texts = [statement.says.get("weight", "rho^v")] * vcs + [statement.says.get("last", "rho^V/(1 - rho)")]
    point = [{rho: sympy.Rational(use), v: number, most: vcs} for number in range(vcs + 1)]
    values = [read(text, "rho v V").subs(at) for text, at in zip(texts, point, strict=True)]
    return [Fraction(int(x.p), int(x.q)) for x in map(sympy.Rational, values)]


def steady_state(statement: Statement) -> Judgement:
    """Printed weights over their sum, compared with the solution of the balance equations."""
    tried: list[Size] = []
    for vcs in range(1, MOST + 1):
        for use in UTILISATIONS:
            printed, true = weights(statement, vcs, use), stationary(vcs, use)
            for v, (weight, chance) in enumerate(zip(printed, true, strict=True)):
                if weight / sum(printed) != chance:
                    size = {"V": vcs, "v": v, "rho": str(use)}
                    right = "Q_v = rho^v, Q_V = rho^V/(1 - rho)"
                    return fails(size, weight / sum(printed), chance, right, tried)  # type: ignore[arg-type]
        tried.append({"V": vcs})
    because = "argued: flows between neighbouring states are equal, rho P_v = P_v+1 and rho P_V-1 = (1 - rho) P_V, and the sum is 1"
    return holds(f"{because}; balance equations solved in exact numbers", tried)


def who_is_busy(statement: Statement) -> Judgement:
    """Whether there are as many adaptive channels as are stated to be busy."""
    adaptive, most = (parse_formula(statement.says[name], ("V",)) for name in ("adaptive", "most"))
    for vcs in range(3, 9):
        there, said = adaptive.evaluate({"V": vcs}), most.evaluate({"V": vcs})
        if there != said:
            right = "P_v is the probability that v of all V virtual channels are busy, as assumption f says"
            return fails({"V": vcs}, f"up to {said} adaptive channels busy", f"at most {there}", right)
    return holds("as many adaptive channels as states", [{"V": vcs} for vcs in range(3, 9)])


def seen_by_a_message(statement: Statement) -> Judgement:
    """A message is chosen at random: a channel with v busy virtual channels is chosen v times as often as one with 1."""
    above, below = (read(statement.says[name], "v V") for name in ("above", "below"))
    v, most = sympy.symbols("v V", positive=True)
    tried: list[Size] = []
    for vcs in range(1, MOST + 1):
        for use in UTILISATIONS:
            P = stationary(vcs, use)
            messages = [
                number for number in range(vcs + 1) for _ in range(number)
            ]  # of channels in each state, by what they see
            true = sum((P[n] * n for n in messages), Fraction(0)) / sum((P[n] for n in messages), Fraction(0))
            at = [{v: n, most: vcs} for n in range(vcs + 1)]
            parts = [
                sum(f.subs(x) * sympy.Rational(p) for x, p in zip(at[1:], P[1:], strict=True)) for f in (above, below)
            ]
            claimed = sympy.Rational(parts[0] / parts[1])
            if claimed != sympy.Rational(true):
                size = {"V": vcs, "rho": str(use)}
                return fails(size, claimed, true, "sum_v v^2 P_v/sum_v v P_v", tried)  # type: ignore[arg-type]
        tried.append({"V": vcs})
    return holds(
        "argued: v messages are on a channel of which v virtual channels are busy; summed message by message", tried
    )
