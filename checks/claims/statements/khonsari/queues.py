"""Judges of equations 23 to 30: waiting times as identities, and the birth and death process in exact numbers."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import sympy

from netlemma.checks.claims.evidence import ClaimedValue, evaluated
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.formula.formula import parse_formula
from netlemma.derive.core.claim import Reading

UTILISATIONS = [Fraction(1, 7), Fraction(1, 2), Fraction(5, 6)]
MOST = 6  # virtual channels for which the process is solved


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


@by_cases
def steady_state(reading: Reading) -> Iterator[ClaimedValue]:
    """Printed weights over their sum, compared with the solution of the balance equations."""
    weight = parse_formula(reading.says.get("weight", "rho^v"))
    last = parse_formula(reading.says.get("last", "rho^V/(1 - rho)"))
    for vcs, use in product(range(1, MOST + 1), UTILISATIONS):
        at: dict[str, int | Fraction] = {"rho": use, "V": vcs}
        printed = [evaluated(weight, {**at, "v": v}) for v in range(vcs)] + [evaluated(last, {**at, "v": vcs})]
        for v, (share, chance) in enumerate(zip(printed, stationary(vcs, use), strict=True)):
            yield ClaimedValue({"V": vcs, "v": v, "rho": str(use)}, share / sum(printed), chance, of={"V": vcs})  # type: ignore[dict-item]


@by_cases
def who_is_busy(reading: Reading) -> Iterator[ClaimedValue]:
    """Whether there are as many adaptive channels as are stated to be busy."""
    adaptive, most = (parse_formula(reading.says[name], ("V",)) for name in ("adaptive", "most"))
    for vcs in range(3, 9):
        there, said = adaptive.evaluate({"V": vcs}), most.evaluate({"V": vcs})
        claimed = f"up to {said} adaptive channels busy"
        yield ClaimedValue({"V": vcs}, claimed, f"at most {there}", same=there == said)


@by_cases
def seen_by_a_message(reading: Reading) -> Iterator[ClaimedValue]:
    """A message is chosen at random: a channel with v busy virtual channels is chosen v times as often as one with 1."""
    above, below = (parse_formula(reading.says[name]) for name in ("above", "below"))
    for vcs, use in product(range(1, MOST + 1), UTILISATIONS):
        P, states = stationary(vcs, use), range(1, vcs + 1)
        seen = [v for v in states for _ in range(v)]  # of channels in each state, by the messages on them
        claimed = (sum(evaluated(each, {"v": v, "V": vcs}) * P[v] for v in states) for each in (above, below))
        true = sum(P[v] * v for v in seen) / sum(P[v] for v in seen)
        yield ClaimedValue({"V": vcs, "rho": str(use)}, Fraction(next(claimed) / next(claimed)), true, of={"V": vcs})  # type: ignore[dict-item]
