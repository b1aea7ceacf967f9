"""Conditions on whole numbers decided by an SMT solver, for all of them at once.

The formulas are linear, for which the solver is complete: "unsat" covers every size. A product of unknowns is an unknown of its own, of
which products of two known inequalities are known. The formulas are built from SymPy expressions of this package. Every check of a
proof runs z3 again.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import combinations_with_replacement
from operator import add
from typing import Any

import sympy as sp
from sympy.logic.boolalg import ITE

from netlemma.base.names import assignments
from netlemma.derive.algebra.notation import PRIME
from netlemma.derive.algebra.proof import require
from netlemma.errors import ProofError

PATIENCE = 60_000  # milliseconds for a query
MOST_LEAST = 8  # the greatest of the least values of an exponent that are tried
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
    of_products = [translated(sp.Ge(each, 0), None, limits) for each in products_of([*least, *known], claim)]
    model = solution([*facts, *limits, *of_products, refused])
    if model is None:
        return None
    return {s.name.removesuffix(PRIME): model.evaluate(z3().Int(s.name), model_completion=True).as_long() for s in free}


def always(known: Iterable[sp.Basic], claim: sp.Basic) -> bool:
    """Whether known conditions imply a claim, for all whole numbers."""
    return counterexample(known, claim) is None


def products_of(known: Iterable[sp.Basic], claim: sp.Basic) -> list[sp.Expr]:
    """Expressions that are at least 0 as products of two of which this is known, and have no products but those that occur.

    >>> a, h, r = sp.symbols("a h r", integer=True)
    >>> products_of([a >= 1, h >= 1, r >= 0, r <= a - 1], sp.Le(r * h, a * h))
    [a*h - a - h + 1, h*r - r, a*h - a - h*r - h + r + 1]

    Raises
    ------
    ProofError
        If the exponent of a power may be negative.
    """
    known = list(known)
    occurring = {each for part in (*known, claim) for each in monomials(part)}
    if not occurring:
        return []
    sides: dict[sp.Expr, None] = {}
    for part in (conjunct for condition in known for conjunct in sp.And.make_args(sp.S(condition))):
        if isinstance(part, sp.Ge | sp.Le | sp.Gt | sp.Lt):
            _, whole = sp.expand(part.gts - part.lts).primitive()  # with whole coefficients
            side = whole - int(isinstance(part, sp.Gt | sp.Lt))
            if side.free_symbols and side.is_polynomial() and sp.Poly(side).total_degree() == 1:
                sides[side] = None
    pairs = (sp.expand(one * two) for one, two in combinations_with_replacement(sides, 2))
    found = [each for each in pairs if (held := monomials(each)) and held <= occurring]
    linear = [sp.Ge(side, 0) for side in sides]
    for power in sorted((each for each in occurring if _is_power(each)), key=str):
        base, exponent = power.args
        least = next((m for m in range(MOST_LEAST, -1, -1) if always(linear, sp.Ge(exponent, m))), None)
        require(least is not None, f"{power} may be no whole number")
        found.append(power - base**least)
    return found


def monomials(expr: sp.Basic) -> set[sp.Expr]:
    """The products of unknowns in an expression or condition, and powers of numbers whose exponents are unknown."""
    found: set[sp.Expr] = set()
    for part in sp.preorder_traversal(expr):
        if isinstance(part, sp.Mul | sp.Pow):
            for term in sp.Add.make_args(sp.expand(part)):
                product = term.as_coeff_Mul()[1]
                several = isinstance(product, sp.Mul | sp.Pow) and product.is_polynomial() and product.free_symbols
                if several or _is_power(product):
                    found.add(product)
    return found


def _is_power(expr: sp.Expr) -> bool:
    whole = all(each.is_integer for each in expr.free_symbols)
    return bool(expr.is_Pow and expr.base.is_Integer and expr.base > 1 and expr.exp.free_symbols and whole)


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
        if isinstance(e, sp.floor | sp.ceiling):
            sign = 1 if isinstance(e, sp.floor) else -1
            numerator, denominator = sp.fraction(sp.together(sign * e.args[0]))
            if denominator.is_Integer:
                above = go(sp.expand(numerator))
                rounded = above / solver.IntVal(int(denominator))
                return sign * (solver.ToInt(rounded) if above.is_real() else rounded)
        if isinstance(e, sp.Mul | sp.Pow) and limits is not None and (held := monomials(e)):
            coefficient, product = sp.expand(e).as_coeff_Mul()
            if product.is_Add:
                return go(sp.expand(e))
            if product in held and (product.is_integer or _is_power(product)):
                return go(coefficient) * solver.Int(str(product))
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
            said = f"{args[0].sexpr()} mod {args[1].sexpr()}"
            return remainder(args[0], args[1], limits if limits is not None else [], said)
        raise ProofError(f"{e} is not linear over the integers")

    return go(expr)


def remainder(number: Any, modulus: Any, limits: list[Any], name: str = "") -> Any:
    """A remainder: exact near 0, and any number below the modulus elsewhere, so that what is shown holds of the true one as well.

    name: That of the unknown number, the same where the same is divided; by default one of its own.
    """
    fraction = z3().is_real(number)
    if z3().is_int_value(modulus):
        require(modulus.as_long() > 0, f"a remainder by {modulus}")
        return number - modulus * z3().ToInt(number / modulus) if fraction else number % modulus
    require(not z3().is_real(modulus), f"a remainder by {modulus}")
    found = (z3().Real if fraction else z3().Int)(name or f"remainder {len(limits)}")
    limits.append(z3().Implies(modulus > 0, z3().And(found >= 0, found < modulus)))
    for multiple in range(FARTHEST - 1, -FARTHEST - 1, -1):
        inside = z3().And(number >= multiple * modulus, number < (multiple + 1) * modulus)
        found = z3().If(inside, number - multiple * modulus, found)
    return found
