"""Conditions with floors and products of symbols as affine conditions, which Fourier-Motzkin elimination decides.

A floor is an integer F with q F <= p < q F + q. Each condition is also multiplied by k - 2 where k is at least 2. Then each
product of symbols is a symbol of its own. Whatever follows from the affine conditions follows from those that were given.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import sympy as sp
from sympy.core.relational import Relational

from netlemma.derive.algebra.affine_conditions import shows

Names = dict[sp.Basic, sp.Symbol]
NEVER = (sp.Integer(-1),)


def shows_with_products(region: Sequence[sp.Basic], conclusion: sp.Basic) -> bool:
    """Whether conditions are shown to imply another, all of them in integers."""
    if sp.false in region or conclusion is sp.true:
        return True
    names, known = _linear(tuple(region), tuple(_parts(conclusion)))
    goals = NEVER if conclusion is sp.false else _nonnegative(conclusion, names)
    return bool(goals) and all(shows(known, _affine(goal) >= 0) for goal in goals)


def _parts(condition: sp.Basic) -> Iterable[sp.Basic]:
    """Symbols, floors and ceilings in an order."""
    return sorted(condition.atoms(sp.Symbol, sp.floor, sp.ceiling), key=sp.default_sort_key)


@lru_cache(2**12)
def _linear(region: tuple[sp.Basic, ...], more: tuple[sp.Basic, ...]) -> tuple[Names, list[sp.Basic]]:
    """Names for symbols and for floors, also for those of a conclusion, and affine conditions on them."""
    found = list(dict.fromkeys([*more, *(part for condition in region for part in _parts(condition))]))
    names = {s: sp.Symbol(s.name, integer=True) for s in found if s.is_Symbol}  # without what SymPy supposes
    assert len(set(names.values())) == len(names), "two symbols have one name"
    known = [names[s] - (1 if s.is_positive else 0) for s in names if s.is_nonnegative]
    wholes = [part for part in found if not part.is_Symbol]
    names |= {whole: sp.Symbol(f"whole_{i}", integer=True) for i, whole in enumerate(wholes)}
    known += [side for whole in wholes for side in _of_whole(whole, names, region)]
    known += [side for condition in region for side in _nonnegative(condition, names)]
    squares = {power.base.xreplace(names) for c in region for power in c.atoms(sp.Pow) if power.exp == 2}
    known += [base**2 - base for base in squares if base.is_integer]
    known += [(s - 2) * side for s in names.values() if s - 2 in known for side in known]
    return names, [_affine(side) >= 0 for side in known]


def _of_whole(whole: sp.Basic, names: Names, region: tuple[sp.Basic, ...]) -> list[sp.Expr]:
    """What is at least 0 of a floor or a ceiling with a name; nothing if its divisor is not seen to be positive."""
    top, bottom = sp.fraction(sp.together(whole.args[0]))
    if not (top.is_integer and bottom.is_integer and (bottom.is_positive or shows(region, bottom >= 1))):
        return []
    sign = [names[whole]] if shows(region, top >= 0) else []
    top, bottom = top.xreplace(names), bottom.xreplace(names)
    below, above = top - bottom * names[whole], bottom * names[whole] - top
    return sign + ([below, above + bottom - 1] if isinstance(whole, sp.floor) else [above, below + bottom - 1])


def _nonnegative(condition: sp.Basic, names: Names) -> list[sp.Expr]:
    """Expressions that are at least 0 where, and only where, a condition on integers holds; none if it cannot be said so."""
    if not isinstance(condition, Relational) or isinstance(condition, sp.Ne):
        return []
    left, right = (side.xreplace(names) for side in condition.args)
    if (left - right).has(sp.Min, sp.Max, sp.Mod, sp.floor, sp.ceiling) or not (left - right).is_integer:
        return []
    if isinstance(condition, sp.Eq):
        return [left - right, right - left]
    larger = left - right if isinstance(condition, sp.Ge | sp.Gt) else right - left
    return [larger - 1 if isinstance(condition, sp.Gt | sp.Lt) else larger]


def _affine(side: sp.Expr) -> sp.Expr:
    """The sum with a symbol for each of its products."""
    terms = sp.expand(side).as_coefficients_dict().items()
    return sp.Add(*(factor * _named(part) for part, factor in terms))


def _named(part: sp.Expr) -> sp.Expr:
    return part if part.is_Symbol or part == 1 else sp.Symbol(str(part), integer=part.is_integer)
