"""Conditions on the coordinates of nodes, decided for all sizes at once by an SMT solver."""

from collections.abc import Iterable
from functools import reduce
from operator import add
from typing import Any

import sympy as sp
from sympy.logic.boolalg import ITE

from netlemma.derive.algebra.notation import PRIME
from netlemma.derive.algebra.proof import require
from netlemma.derive.networks.ranks.rank_proofs import RELATIONS, solution, z3
from netlemma.errors import ProofError

FARTHEST = 3  # multiples of a modulus on either side of 0, between which a number is whose remainder is taken


def counterexample(known: Iterable[sp.Basic], claim: sp.Basic) -> dict[str, int] | None:
    """Whole numbers for which the known conditions hold and the claim may not; None if there are none for certain.

    Raises
    ------
    ProofError
        If the solver does not decide it.

    Examples
    --------
    >>> x, n = sp.symbols("x n", integer=True)
    >>> counterexample([0 <= x, x < n], n >= 1), counterexample([0 <= x, x < n], n >= 2)
    (None, {'n': 1, 'x': 0})
    """
    known = list(known)
    free = sorted(set(claim.free_symbols).union(*(sp.S(each).free_symbols for each in known)), key=str)
    limits: list[Any] = []
    least = [sp.Ge(s, 1 if s.is_positive else 0, evaluate=False) for s in free if s.is_nonnegative]
    facts = [_encoded(sp.S(each), limits) for each in (*least, *known)]
    refused = z3().Not(_encoded(claim, limits))
    model = solution([*facts, *limits, refused])
    if model is None:
        return None
    return {s.name.removesuffix(PRIME): model.eval(z3().Int(s.name), model_completion=True).as_long() for s in free}


def always(known: Iterable[sp.Basic], claim: sp.Basic) -> bool:
    """Whether known conditions imply a claim, for all whole numbers."""
    return counterexample(known, claim) is None


def _encoded(expr: sp.Basic, limits: list[Any]) -> Any:
    """An expression or condition as the solver's; what is known of its remainders by sizes is added to ``limits``."""
    solver = z3()
    if isinstance(expr, sp.Integer):
        return solver.IntVal(int(expr))
    if isinstance(expr, sp.Rational):
        return solver.Q(int(expr.p), int(expr.q))
    if isinstance(expr, sp.Symbol) and expr.is_integer:
        return solver.Int(expr.name)
    if expr in (sp.true, sp.false):
        return solver.BoolVal(expr == sp.true)
    if isinstance(expr, sp.Piecewise):
        require(expr.args[-1][1] == sp.true, f"{expr} leaves out a case")
        cases = [(_encoded(value, limits), _encoded(when, limits)) for value, when in expr.args]
        return reduce(lambda rest, case: solver.If(case[1], case[0], rest), reversed(cases[:-1]), cases[-1][0])
    if isinstance(expr, sp.floor):
        numerator, denominator = sp.fraction(sp.together(expr.args[0]))
        require(denominator.is_Integer, f"{expr} is not linear")
        return _encoded(sp.expand(numerator), limits) / solver.IntVal(int(denominator))
    args = [_encoded(each, limits) for each in expr.args]
    for kind, relation in RELATIONS.items():
        if isinstance(expr, kind):
            return relation(*args)
    if isinstance(expr, ITE):
        return solver.If(*args)
    if isinstance(expr, sp.And | sp.Or | sp.Not):
        return {sp.And: solver.And, sp.Or: solver.Or, sp.Not: solver.Not}[expr.func](*args)
    if isinstance(expr, sp.Add):
        return reduce(add, args)
    if isinstance(expr, sp.Mul):
        require(len(args) == 2 and expr.args[0].is_Rational, f"{expr} is not linear")
        return args[0] * args[1]
    if isinstance(expr, sp.Abs):
        return solver.If(args[0] >= 0, args[0], -args[0])
    if isinstance(expr, sp.Min | sp.Max):
        least = isinstance(expr, sp.Min)
        return reduce(lambda one, other: solver.If(one <= other if least else one >= other, one, other), args)
    if isinstance(expr, sp.Mod):
        return _remainder(expr.args[1], *args, limits)
    raise ProofError(f"{expr} is not linear")


def _remainder(modulus: sp.Expr, number: Any, encoded: Any, limits: list[Any]) -> Any:
    """A remainder: exact near 0, and any number below the modulus elsewhere, so that what is shown holds of the true one as well."""
    if modulus.is_Integer:
        return number % encoded
    found = z3().Int(f"remainder {len(limits)}")
    limits.append(z3().Implies(encoded > 0, z3().And(found >= 0, found < encoded)))
    for multiple in range(FARTHEST - 1, -FARTHEST - 1, -1):
        inside = z3().And(number >= multiple * encoded, number < (multiple + 1) * encoded)
        found = z3().If(inside, number - multiple * encoded, found)
    return found
