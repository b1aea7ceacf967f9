"""Proofs by SMT, for all sizes, that formulas are equal whose sums have other limits: further terms are zero and defined.

A binomial is zero unless 0 <= bottom <= top. Where one range has an index that the other has not, a factor of the term is
shown to be zero there by its binomials, and none of them to have a negative top, for which users' formulas have no value.
Floors are named: q = floor(a/b) for b >= 1 means b q <= a <= b q + b - 1.
"""

from collections import Counter
from itertools import count

import sympy as sp
import z3
from sympy.core.relational import Relational

from netlemma.derive.algebra.normal_form import equal

WORK = 4_000_000  # of one question to the solver, in its own units, so that the load of the machine changes no answer
Limits = list[tuple[sp.Symbol, sp.Expr, sp.Expr]]
RELATIONS = {
    sp.Ge: lambda a, b: a >= b, sp.Gt: lambda a, b: a > b, sp.Le: lambda a, b: a <= b, sp.Lt: lambda a, b: a < b,
    sp.Eq: lambda a, b: a == b, sp.Ne: lambda a, b: a != b,
}  # fmt: skip


class Unreadable(Exception):
    """An expression without a form in whole numbers."""


class Region:
    """Whole numbers that fulfil conditions.

    Each expression is a quotient of polynomials with a divisor that is shown to be positive.
    """

    def __init__(self, conditions: list[sp.Basic]) -> None:
        self.known: list[z3.BoolRef] = []
        self.fresh = count()
        for each in conditions:
            self.known.append(self.condition(each))

    def never(self, *further: z3.BoolRef) -> bool:
        """Whether further conditions are shown not to be fulfilled together with those known."""
        solver = z3.Solver()
        solver.set("rlimit", WORK)
        solver.add(*further, *self.known)
        return solver.check() == z3.unsat

    def quotient(self, expr: sp.Expr) -> tuple[z3.ArithRef, z3.ArithRef]:
        if expr.is_Rational:
            return z3.IntVal(int(expr.p)), z3.IntVal(int(expr.q))
        if expr.is_Symbol:
            number = z3.Int(expr.name)
            if expr.is_nonnegative:
                self.known.append(number >= int(bool(expr.is_positive)))
            return number, z3.IntVal(1)
        if isinstance(expr, sp.Add | sp.Mul):
            top, bottom = self.quotient(expr.args[0])
            for part in expr.args[1:]:
                p, q = self.quotient(part)
                top = top * q + p * bottom if expr.is_Add else top * p
                bottom = bottom * q
            return z3.simplify(top), z3.simplify(bottom)
        if isinstance(expr, sp.Pow) and expr.exp == -1:
            top, bottom = self.quotient(expr.base)
            if not self.never(top <= 0):
                raise Unreadable
            return bottom, top
        if isinstance(expr, sp.Pow) and expr.exp.is_Integer and 1 < expr.exp <= 4:
            return self.quotient(sp.Mul(*[expr.base] * int(expr.exp), evaluate=False))
        if isinstance(expr, sp.floor):
            return self.floor(expr.args[0], 1), z3.IntVal(1)
        if isinstance(expr, sp.ceiling):
            return -self.floor(expr.args[0], -1), z3.IntVal(1)
        if isinstance(expr, sp.Min | sp.Max):
            return self.extreme(expr), z3.IntVal(1)
        raise Unreadable

    def floor(self, expr: sp.Expr, sign: int) -> z3.ArithRef:
        top, bottom = self.quotient(expr)
        whole = z3.Int(f"floor {next(self.fresh)}")
        self.known += [whole * bottom <= sign * top, sign * top <= whole * bottom + bottom - 1]
        return whole

    def extreme(self, expr: sp.Min | sp.Max) -> z3.ArithRef:
        parts = [self.quotient(part) for part in expr.args]
        if any(not z3.is_int_value(q) or q.as_long() != 1 for _, q in parts):
            raise Unreadable
        found = z3.Int(f"extreme {next(self.fresh)}")
        self.known += [found <= p if isinstance(expr, sp.Min) else found >= p for p, _ in parts]
        self.known.append(z3.Or(*(found == p for p, _ in parts)))
        return found

    def condition(self, condition: sp.Basic) -> z3.BoolRef:
        if isinstance(condition, sp.And | sp.Or):
            return {sp.And: z3.And, sp.Or: z3.Or}[condition.func](*map(self.condition, condition.args))
        if isinstance(condition, sp.Not):
            return z3.Not(self.condition(condition.args[0]))
        if isinstance(condition, Relational):
            left, right = condition.args
            if isinstance(left, sp.Mod) and left.args[1].is_Integer and right.is_Integer:
                top, bottom = self.quotient(left.args[0])
                return RELATIONS[condition.func](top % (bottom * int(left.args[1])), bottom * int(right))
            (p, q), (r, s) = self.quotient(left), self.quotient(right)
            return RELATIONS[condition.func](p * s, r * q)
        if condition in (sp.true, sp.false):
            return z3.BoolVal(bool(condition))
        raise Unreadable


def equal_but_for_zeros(one: sp.Basic, other: sp.Basic, conditions: list[sp.Basic]) -> bool:
    """Whether formulas are alike but for the limits of sums, where terms are shown to be zero; the other one is defined."""
    try:
        return _alike(one, other, conditions) or _equal_with_alike_sums(one, other, conditions)
    except (Unreadable, z3.Z3Exception):
        return False


def _equal_with_alike_sums(one: sp.Basic, other: sp.Basic, conditions: list[sp.Basic]) -> bool:
    """Whether formulas are equal in which sums that are shown to be alike have one name."""
    names = {}
    for total in other.atoms(sp.Sum):
        mine = next((each for each in one.atoms(sp.Sum) if _same_terms(each, total, conditions)), None)
        if mine is None:
            return False
        names |= {each: names.get(mine, sp.Symbol(f"sum {len(names)}")) for each in (mine, total)}
    return bool(names) and equal(one.xreplace(names), other.xreplace(names))


def _alike(one: sp.Basic, other: sp.Basic, conditions: list[sp.Basic]) -> bool:
    if one == other:
        return True
    if isinstance(one, sp.Sum) and isinstance(other, sp.Sum):
        return _same_terms(one, other, conditions)
    if one.func is not other.func or len(one.args) != len(other.args):
        return False
    if isinstance(one, sp.Piecewise):
        return _same_cases(one, other, conditions)
    if isinstance(one, sp.Add | sp.Mul):
        mine, theirs = Counter(one.args), Counter(other.args)
        left, right = list((mine - theirs).elements()), list((theirs - mine).elements())
        return len(left) == len(right) == 1 and _alike(left[0], right[0], conditions)
    return all(_alike(a, b, conditions) for a, b in zip(one.args, other.args, strict=True))


def _same_cases(one: sp.Piecewise, other: sp.Piecewise, conditions: list[sp.Basic]) -> bool:
    passed: list[sp.Basic] = []
    for (value, when), (changed, then) in zip(one.args, other.args, strict=True):
        if when != then and not _same_where(when, then, [*conditions, *passed]):
            return False
        if not _alike(value, changed, [*conditions, *passed, *([] if when == sp.true else [when])]):
            return False
        passed.append(sp.Not(when))
    return True


def _same_where(one: sp.Basic, other: sp.Basic, conditions: list[sp.Basic]) -> bool:
    """Whether two conditions are shown to hold at the same sizes."""
    region = Region(conditions)
    left, right = region.condition(one), region.condition(other)
    return region.never(left, z3.Not(right)) and region.never(right, z3.Not(left))


def _flat(total: sp.Sum) -> tuple[sp.Expr, Limits]:
    """The term of nested sums and the limits, the innermost first."""
    term, limits = total.function, list(total.limits)
    while isinstance(term, sp.Sum):
        limits = [*term.limits, *limits]
        term = term.function
    return term, [tuple(limit) for limit in limits]


def _range(limits: Limits) -> list[sp.Basic]:
    return [c for index, low, high in limits for c in (sp.Ge(index, low), sp.Le(index, high))]


def _same_terms(one: sp.Sum, other: sp.Sum, conditions: list[sp.Basic]) -> bool:
    (term, limits), (changed, others) = _flat(one), _flat(other)
    names = {theirs: mine for (mine, *_), (theirs, *_) in zip(limits, others, strict=False) if mine.name == theirs.name}
    changed, others = changed.xreplace(names), [tuple(part.xreplace(names) for part in limit) for limit in others]
    if [limit[0] for limit in limits] != [limit[0] for limit in others]:
        return False
    mine, theirs = _range(limits), _range(others)
    if term != changed and not equal(term, changed):
        return limits == others and _alike(term, changed, [*conditions, *mine])
    return _only_zeros(term, limits, mine, theirs, conditions) and _only_zeros(term, limits, theirs, mine, conditions)


def _only_zeros(
    term: sp.Expr, limits: Limits, inside: list[sp.Basic], outside: list[sp.Basic], conditions: list[sp.Basic]
) -> bool:
    """Whether a term is defined and zero wherever its indices are in one range and not in another."""
    region = Region([*conditions, *inside])
    factors = sp.Mul.make_args(term)
    indices = {index for index, _, _ in limits}
    divisors = [
        base
        for part in factors
        for power in part.atoms(sp.Pow)
        if power.exp.could_extract_minus_sign() and power.base != -1
        for base in sp.Mul.make_args(power.base)
        if base.free_symbols & indices
    ]
    nonzero = _nonzero(term, region)
    undefined = [
        region.quotient(part.args[0])[0] <= -1
        for part in term.atoms(sp.binomial)
        if part in factors or not _bound(part, term)
    ]
    zero_divisors = [z3.Not(region.condition(c)) for base in divisors for c in _conditions_of_a_divisor(base)]
    missing = [z3.Not(region.condition(c)) for c in outside]
    return all(
        region.never(away, nonzero) and all(region.never(away, bad) for bad in (*undefined, *zero_divisors))
        for away in missing
    )


def _nonzero(expr: sp.Expr, region: Region) -> z3.BoolRef:
    """What a value has to fulfil not to be zero, by its binomials: in every factor, and in some summand."""
    if isinstance(expr, sp.Mul):
        return z3.And(*(_nonzero(factor, region) for factor in expr.args))
    if isinstance(expr, sp.Add) and expr.has(sp.binomial):
        return z3.Or(*(_nonzero(summand, region) for summand in expr.args))
    if isinstance(expr, sp.binomial):
        (a, b), (p, q) = map(region.quotient, expr.args)
        return z3.And(p >= 0, p * b <= a * q)
    return z3.BoolVal(True)


def _conditions_of_a_divisor(base: sp.Expr) -> list[sp.Basic]:
    """Conditions under which a divisor is not zero."""
    if isinstance(base, sp.binomial):
        return [base.args[1] >= 0, base.args[1] <= base.args[0]]
    return [sp.Ne(base, 0)]


def _bound(part: sp.Basic, term: sp.Expr) -> bool:
    """Whether a part has the index of a sum within the term."""
    return any(part.free_symbols & set(total.variables) for total in term.atoms(sp.Sum))
