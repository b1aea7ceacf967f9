"""Affine conditions on integers: reading and writing them in SymPy, and implications between them as certificates use them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeAlias

import sympy as sp
from sympy import And, Basic, Eq, Ge, Gt, Le, Lt, Mod, Ne, Symbol
from sympy.core.numbers import Rational
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from netlemma.derive.algebra.integer_regions import FALSE, AffineRow, Region, Residues, Sign, Undecided, negation, row
from netlemma.derive.algebra.proof import require
from netlemma.errors import NotAffine

# Affine conditions in SymPy: reading, implication and writing.
#
# A condition is affine if it compares two affine expressions of integer symbols, or fixes the residue of an affine
# expression: `w >= 2`, `Eq(n, 2*m)`, `Eq(Mod(w, 2), 0)`. The assumptions of the symbols themselves (positive,
# nonnegative, even, ...) count as assumed. `netlemma.derive.algebra.integer_regions` decides everything; SymPy's own inference
# is not used.


Affine = tuple[dict[Symbol, Fraction], Fraction]


def affine(expression: Basic) -> Affine:
    """Coefficients and constant of an affine expression.

    >>> from sympy import symbols
    >>> w, k = symbols("w k", integer=True)
    >>> affine(2*(w - k)/3 + 1)
    ({k: Fraction(-2, 3), w: Fraction(2, 3)}, Fraction(1, 1))
    """
    if isinstance(expression, Rational):
        return {}, Fraction(int(expression.p), int(expression.q))
    if isinstance(expression, Symbol):
        return {expression: Fraction(1)}, Fraction(0)
    coefficients: dict[Symbol, Fraction] = {}
    if expression.is_Add:
        constant = Fraction(0)
        for argument in expression.args:
            inner, shift = affine(argument)
            constant += shift
            for symbol, value in inner.items():
                coefficients[symbol] = coefficients.get(symbol, Fraction(0)) + value
        return {symbol: value for symbol, value in coefficients.items() if value}, constant
    if expression.is_Mul:
        factor, rest = Fraction(1), None
        for argument in expression.args:
            inner, shift = affine(argument)
            if not inner:
                factor *= shift
            elif rest is None:
                rest = inner, shift
            else:
                raise NotAffine(f"{expression} is not affine")
        inner, shift = rest or ({}, Fraction(1))
        return {symbol: value * factor for symbol, value in inner.items()}, shift * factor
    raise NotAffine(f"{expression} is not affine")


def affine_row(expression: Basic, strict: bool = False) -> AffineRow:
    """The row `expression >= 0`, or `expression > 0`."""
    coefficients, constant = affine(expression)
    for symbol in coefficients:
        if not symbol.is_integer:
            raise NotAffine(
                f"{symbol} in {expression} is not declared integer: use Symbol({symbol.name!r}, integer=True)"
            )
    scale = lcm(constant.denominator, *(value.denominator for value in coefficients.values()))
    whole = {symbol.name: value * scale for symbol, value in coefficients.items()}
    return row(whole, constant * scale - (1 if strict else 0))


def read_congruence(condition: Basic) -> tuple[Residues, int] | None:
    """The question and its answer that `Eq(Mod(affine, q), r)` states, or None for conditions of another form.

    `Ne(Mod(x, 2), r)` is read too. Coefficients must be integers.
    """
    if not isinstance(condition, (Eq, Ne)):
        return None
    left, right = condition.args if isinstance(condition.args[0], Mod) else reversed(condition.args)
    if not (isinstance(left, Mod) and left.args[1].is_Integer and left.args[1] > 0 and right.is_Integer):
        return None
    modulus, residue = int(left.args[1]), int(right)
    if isinstance(condition, Ne):
        if modulus != 2 or residue not in (0, 1):
            return None
        residue = 1 - residue
    coefficients, constant = affine(left.args[0])
    if any(value.denominator != 1 for value in (constant, *coefficients.values())):
        return None
    if not 0 <= residue < modulus:
        return Residues((), 1), 1
    form = {symbol.name: int(value) % modulus for symbol, value in coefficients.items()}
    return Residues(tuple(sorted((n, x) for n, x in form.items() if x)), modulus), (residue - int(constant)) % modulus


def rows_of(condition: Basic) -> list[AffineRow]:
    """The rows whose conjunction is equivalent to an affine relation."""
    if isinstance(condition, (Ge, Gt)):
        return [affine_row(condition.args[0] - condition.args[1], isinstance(condition, Gt))]
    if isinstance(condition, (Le, Lt)):
        return [affine_row(condition.args[1] - condition.args[0], isinstance(condition, Lt))]
    if isinstance(condition, Eq):
        difference = condition.args[0] - condition.args[1]
        return [affine_row(difference), affine_row(-difference)]
    raise NotAffine(f"{condition} is not an affine condition")


def _conjuncts(conditions: Iterable[Basic]) -> Iterator[Basic]:
    for condition in conditions:
        if isinstance(condition, And):
            yield from _conjuncts(condition.args)
        elif condition is True or condition is False:
            yield BooleanTrue() if condition else BooleanFalse()
        else:
            yield condition


def check_names(symbols: Iterable[Symbol]) -> None:
    """Check that no two different symbols have the same name, such as Symbol('w') and an integer w."""
    seen: dict[str, Symbol] = {}
    for symbol in symbols:
        if seen.setdefault(symbol.name, symbol) != symbol:
            raise ValueError(f"two different symbols are called {symbol.name}: give them the same assumptions")


def assumed_region(assumptions: Iterable[Basic], symbols: Iterable[Symbol] = ()) -> Region:
    """The region of all assumptions, including the assumptions of the symbols themselves.

    Assumptions that are not affine are left out, which makes the region larger, never smaller.
    """
    conditions = list(_conjuncts(assumptions))
    known = set(symbols).union(*(condition.free_symbols for condition in conditions))
    check_names(known)
    region = Region()
    for symbol in sorted(known, key=lambda symbol: symbol.name):
        region = _of_symbol(region, symbol)
    for condition in conditions:
        region = _assume(region, condition)
    return region


def _of_symbol(region: Region, symbol: Symbol) -> Region:
    if not symbol.is_integer:
        return region
    up, down = (((symbol.name, 1),), 0), (((symbol.name, -1),), 0)
    for fact, condition in (
        (symbol.is_nonnegative, up),
        (symbol.is_positive, (up[0], -1)),
        (symbol.is_nonpositive, down),
        (symbol.is_negative, (down[0], -1)),
    ):
        if fact:
            region = region.assume_row(condition)
    if symbol.is_even or symbol.is_odd:
        region = region.assume(Residues(((symbol.name, 1),), 2), int(bool(symbol.is_odd)))
    return region


def _assume(region: Region, condition: Basic) -> Region:
    if isinstance(condition, BooleanTrue):
        return region
    if isinstance(condition, BooleanFalse):
        return region.assume_row(FALSE)
    try:
        congruence = read_congruence(condition)
        if congruence is not None:
            return region.assume(*congruence)
        for found in rows_of(condition):
            region = region.assume_row(found)
    except NotAffine:
        pass
    return region


def implies(assumptions: Iterable[Basic], constraint: Basic) -> bool:
    """Whether affine assumptions certainly imply an affine constraint, for integer symbols.

    >>> from sympy import symbols
    >>> w, k = symbols("w k", integer=True)
    >>> implies([w >= 2, k >= w, Eq(Mod(w, 2), 1)], k >= 3)
    True
    >>> implies([w >= 2], w >= 3)
    False
    """
    parts = list(_conjuncts([constraint]))
    region = assumed_region(assumptions, set().union(*(part.free_symbols for part in parts)))
    return not region.feasible or all(_implied(region, part) for part in parts)


def _implied(region: Region, condition: Basic) -> bool:
    if isinstance(condition, (BooleanTrue, BooleanFalse)):
        return bool(condition)
    congruence = read_congruence(condition)
    if congruence is not None:
        try:
            return region.answer(congruence[0]) == congruence[1]
        except Undecided:
            return False
    if isinstance(condition, Ne):
        difference = condition.args[0] - condition.args[1]
        both = (affine_row(difference, strict=True), affine_row(-difference, strict=True))
        return not region.assume_row(negation(both[0])).assume_row(negation(both[1])).feasible
    return all(region.implies(found) for found in rows_of(condition))


def write_condition(atom: Sign | Residues, branch: int, symbols: Mapping[str, Symbol]) -> Basic:
    """One answer to a question as a SymPy relation.

    >>> from sympy import symbols
    >>> n, p = symbols("n p", integer=True)
    >>> write_condition(Sign(((("n", -1), ("p", 2)), -1)), 0, {"n": n, "p": p})
    2*p >= n + 1
    """
    if isinstance(atom, Residues):
        form = sum(x * symbols[name] for name, x in atom.form)
        return Eq(Mod(form, atom.modulus), branch)
    coefficients, constant = atom.row if branch == 0 else negation(atom.row)
    left = sum(x * symbols[name] for name, x in coefficients if x > 0)
    right = sum(-x * symbols[name] for name, x in coefficients if x < 0)
    if not right:
        return Ge(left, -constant)
    if not left:
        return Le(right, constant)
    return Ge(left + max(constant, 0), right + max(-constant, 0))


# Implications between affine conditions on integers, as certificates use them; True and False are conditions too.


AffineExpression: TypeAlias = sp.Basic
Relations: TypeAlias = tuple[AffineExpression, ...]
ANSWERS_KEPT = 2**14  # the lemmas of a family share certificates, which repeat their questions
_free = sp.Symbol("free", integer=True)


def shows(assumptions: Sequence[AffineExpression], conclusion: AffineExpression) -> bool:
    """Whether affine conditions are shown to imply another one; True and False are accepted as conditions."""
    return _shows(tuple(assumptions), conclusion)


@lru_cache(ANSWERS_KEPT)
def _shows(assumptions: tuple[AffineExpression, ...], conclusion: AffineExpression) -> bool:
    if sp.false in assumptions or conclusion is sp.true or conclusion in assumptions:
        return True
    known = [c for c in assumptions if c is not sp.true]
    try:
        return implies(known, _free >= 1 if conclusion is sp.false else conclusion)
    except NotAffine:
        return False


def impossible(assumptions: Sequence[AffineExpression]) -> bool:
    """Whether the conditions are shown to have no integer solution."""
    return shows(assumptions, sp.false)


def require_assumed(
    assumed: Iterable[AffineExpression], known: Sequence[AffineExpression], parameters: set[sp.Symbol], complaint: str
) -> None:
    """Check that known conditions imply every assumption about the parameters alone."""
    for each in assumed:
        if sp.S(each).free_symbols <= parameters:
            require(shows(known, each), complaint.format(each))


def covers(known: Iterable[sp.Basic], regions: Sequence[Iterable[sp.Basic]]) -> bool:
    """Whether known conditions imply that at least one of several regions contains the point.

    >>> x = sp.Symbol("x", integer=True)
    >>> covers([x >= 0], [[x <= 3], [x >= 4]]), covers([x >= 0], [[x <= 3], [x >= 5]])
    (True, False)
    """
    known = list(known)
    if impossible(known):
        return True
    left: list[list[sp.Basic]] = []
    for region in regions:
        undecided = [relation for relation in region if not shows(known, relation)]
        if not undecided:
            return True
        if not impossible([*known, *undecided]):
            left.append(undecided)
    if not left:
        return False
    relation = left[0][0]
    others = negations(relation)
    return covers([*known, relation], left) and all(covers([*known, other], left[1:]) for other in others)


def negations(relation: sp.Basic) -> list[sp.Basic]:
    """Affine relations of integers, exactly one of which holds where the given one does not."""
    if relation is sp.true:
        return []
    if relation is sp.false:
        return [sp.true]
    if isinstance(relation, sp.Eq):
        return [relation.lhs >= relation.rhs + 1, relation.lhs <= relation.rhs - 1]
    return [sp.Not(relation)]
