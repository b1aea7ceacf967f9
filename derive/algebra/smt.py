"""Conditions on whole numbers decided by an SMT solver, for all of them at once.

The formulas are linear (no product of two unknowns), for which the solver is complete: "unsat" covers every size. They are built from
SymPy expressions of this package. Every check of a proof runs z3 again.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import add
from typing import Any

import sympy as sp
from sympy.logic.boolalg import ITE

from netlemma.base.names import assignments
from netlemma.derive.algebra.notation import PRIME
from netlemma.derive.algebra.proof import require
from netlemma.errors import ProofError

PATIENCE = 60_000  # milliseconds for a query
FARTHEST = 3  # multiples of a modulus on either side of 0, between which a number is whose remainder is taken
_RELATIONS = {
    sp.Eq: lambda x, y: x == y,
    sp.Ne: lambda x, y: x != y,
    sp.Lt: lambda x, y: x < y,
    sp.Le: lambda x, y: x <= y,
    sp.Gt: lambda x, y: x > y,
    sp.Ge: lambda x, y: x >= y,
}


def z3() -> Any:
    """The solver's module, loaded on first use."""
    import z3 as module

    return module


def solution(conditions: Sequence[Any], patience: int = PATIENCE) -> Any:
    """A model of all conditions, None if there is none."""
    solver = z3().Solver()
    solver.set("timeout", patience)
    solver.add(*conditions)
    answer = str(solver.check())
    require(answer in ("sat", "unsat"), f"z3 gives no answer: {solver.reason_unknown()}")
    return solver.model() if answer == "sat" else None


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
    facts = [translated(sp.S(each), None, limits) for each in (*least, *known)]
    refused = z3().Not(translated(claim, None, limits))
    model = solution([*facts, *limits, refused])
    if model is None:
        return None
    return {s.name.removesuffix(PRIME): model.evaluate(z3().Int(s.name), model_completion=True).as_long() for s in free}


def always(known: Iterable[sp.Basic], claim: sp.Basic) -> bool:
    """Whether known conditions imply a claim, for all whole numbers."""
    return counterexample(known, claim) is None


def insist(known: Iterable[sp.Basic], claim: sp.Basic, complaint: str) -> None:
    """Raise ProofError, with the numbers, unless known conditions imply a claim."""
    found = None if claim is sp.true else counterexample(known, claim)
    require(found is None, f"{complaint}: {assignments(found or {})}")


def translated(expr: sp.Basic, named: Mapping[sp.Symbol, str] | None = None, limits: list[Any] | None = None) -> Any:
    """A SymPy expression or condition as a z3 expression with integer unknowns; ``named`` are other names of symbols.

    What is known of remainders by sizes is added to ``limits``; without it there are none.

    >>> x, y = sp.symbols("x y", integer=True)
    >>> solution([translated(sp.And(x + 2 * y <= 3, y > 0, x > 1))]) is None
    True
    """
    solver, other = z3(), named or {}

    def go(e: sp.Basic) -> Any:
        """The z3 expression of one part."""
        if isinstance(e, sp.Integer):
            return solver.IntVal(int(e))
        if isinstance(e, sp.Rational):
            return solver.Q(int(e.p), int(e.q))
        if isinstance(e, sp.Symbol) and e.is_integer:
            return solver.Int(other.get(e, e.name))
        if e in (sp.true, sp.false):
            return solver.BoolVal(e == sp.true)
        if isinstance(e, sp.Piecewise) and e.args[-1][1] == sp.true:
            cases = [(go(value), go(when)) for value, when in e.args]
            return reduce(lambda rest, case: solver.If(case[1], case[0], rest), reversed(cases[:-1]), cases[-1][0])
        if isinstance(e, sp.floor):
            numerator, denominator = sp.fraction(sp.together(e.args[0]))
            if denominator.is_Integer:
                return go(sp.expand(numerator)) / solver.IntVal(int(denominator))
        if isinstance(e, sp.ceiling):
            numerator, denominator = sp.fraction(sp.together(e.args[0]))
            if denominator.is_Integer:
                return go(sp.expand(numerator + denominator - 1)) / solver.IntVal(int(denominator))
        args = [go(each) for each in (sorted(e.args, key=str) if isinstance(e, sp.And | sp.Or) else e.args)]
        for kind, relation in _RELATIONS.items():
            if isinstance(e, kind):
                return relation(*args)
        if isinstance(e, ITE):
            return solver.If(*args)
        if isinstance(e, sp.And | sp.Or | sp.Not):
            return {sp.And: solver.And, sp.Or: solver.Or, sp.Not: solver.Not}[e.func](*args)
        if isinstance(e, sp.Add):
            return reduce(add, args)
        if isinstance(e, sp.Mul) and len(args) == 2 and e.args[0].is_Rational:
            return args[0] * args[1]
        if isinstance(e, sp.Abs):
            return solver.If(args[0] >= 0, args[0], -args[0])
        if isinstance(e, sp.Min | sp.Max):
            least = isinstance(e, sp.Min)
            return reduce(lambda one, two: solver.If(one <= two if least else one >= two, one, two), args)
        if isinstance(e, sp.Mod) and (e.args[1].is_Integer or limits is not None):
            return remainder(args[0], args[1], limits if limits is not None else [])
        raise ProofError(f"{e} is not linear over the integers")

    return go(expr)


def remainder(number: Any, modulus: Any, limits: list[Any]) -> Any:
    """A remainder: exact near 0, and any number below the modulus elsewhere, so that what is shown holds of the true one as well."""
    if z3().is_int_value(modulus):
        return number % modulus
    found = z3().Int(f"remainder {len(limits)}")
    limits.append(z3().Implies(modulus > 0, z3().And(found >= 0, found < modulus)))
    for multiple in range(FARTHEST - 1, -FARTHEST - 1, -1):
        inside = z3().And(number >= multiple * modulus, number < (multiple + 1) * modulus)
        found = z3().If(inside, number - multiple * modulus, found)
    return found
