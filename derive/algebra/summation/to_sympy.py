"""Conversion of terms and chambers to SymPy."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

import sympy as sp
from sympy import Basic, Expr, Piecewise, Symbol

from netlemma.derive.algebra.affine.elimination import Number
from netlemma.derive.algebra.affine.linear import write_condition
from netlemma.derive.algebra.affine.regions import Condition, Region
from netlemma.derive.algebra.summation.terms import Term, denominators

Cases = tuple[tuple[Basic, Expr], ...]


def write_number(value: Number) -> sp.Rational:
    """An int or Fraction as a SymPy number."""
    return sp.Rational(Fraction(value).numerator, Fraction(value).denominator)


def write_term(term: Term, symbols: Mapping[str, Symbol]) -> Expr:
    """A term as a SymPy expression, factored where that is shorter.

    Parameters
    ----------
    term : Term
        Term to write.
    symbols : mapping from str to Symbol
        Symbols by name.

    Returns
    -------
    Expr
        Expression with the same value.

    Examples
    --------
    >>> from sympy import symbols
    >>> from netlemma.derive.algebra.summation.terms import number, variable
    >>> n, = symbols("n,", integer=True)
    >>> write_term(variable("n") * (variable("n") - number(1)) * Fraction(1, 2), {"n": n})
    n*(n - 1)/2
    """
    expanded = _expanded(term, symbols)
    if len(term.parts) == 1 and not denominators(term):
        return _with_joined_powers(expanded, term)
    factored = _with_joined_powers(_without_minus(sp.factor(expanded)), term)
    expanded = _with_joined_powers(expanded, term)
    return factored if factored.count_ops() <= expanded.count_ops() + 2 else expanded


def _with_joined_powers(expression: Expr, term: Term) -> Expr:
    """Rewrite w * w**D as w**(D + 1)."""
    return sp.powsimp(expression, combine="exp") if any(powers for _, powers in term.parts) else expression


def _without_minus(product: Expr) -> Expr:
    """Rewrite -p*(p - n) as p*(n - p)."""
    coefficient, factors = product.as_coeff_mul()
    if not coefficient.is_negative:
        return product
    for place, factor in enumerate(factors):
        if factor.is_Add and any(part.could_extract_minus_sign() for part in factor.args):
            turned = sp.Add(*(-part for part in factor.args))
            return sp.Mul(-coefficient, *factors[:place], turned, *factors[place + 1 :])
    return product


def _expanded(term: Term, symbols: Mapping[str, Symbol]) -> Expr:
    atoms = {name: 1 / _expanded(below, symbols) for name, below in denominators(term).items()}
    summands = []
    for (monomial, powers), coefficient in term.parts.items():
        factors = [write_number(coefficient)]
        factors += [(atoms[name] if name in atoms else symbols[name]) ** exponent for name, exponent in monomial]
        for base, form in powers:
            exponent = sp.Add(*(write_number(x) * (symbols[name] if name else 1) for name, x in form))
            factors.append((sp.Integer(base) if base.isdigit() else symbols[base]) ** exponent)
        summands.append(sp.Mul(*factors))
    return sp.Add(*summands)


def write_cases(domain: Region, chambers: Iterable[tuple[Region, Term]], symbols: Mapping[str, Symbol]) -> Cases:
    """Conditions and formulas of the chambers of a domain; the conditions partition it.

    Parameters
    ----------
    domain : Region
        Region of the parameters.
    chambers : iterable of tuple of (Region, Term)
        Chambers with their values.
    symbols : mapping from str to Symbol
        Symbols by name.

    Returns
    -------
    Cases
        Pairs (condition, expression).
    """
    formulas: dict[Term, Expr] = {}
    result = []
    for chamber, term in chambers:
        if term not in formulas:
            formulas[term] = write_term(term, symbols)
        conditions = _needed(domain, chamber.conditions[len(domain.conditions) :])
        result.append((sp.And(*(write_condition(*condition, symbols) for condition in conditions)), formulas[term]))
    return tuple(result)


def _needed(domain: Region, conditions: tuple[Condition, ...]) -> list[Condition]:
    """The conditions that are not implied by the domain and the other conditions."""
    kept = list(conditions)
    for condition in reversed(conditions):
        others = domain
        for other in kept:
            if other is not condition:
                others = others.assume(*other)
        atom, branch = condition
        if others.feasible and not others.assume(*_other_side(atom, branch)).feasible if atom.size == 2 else False:
            kept.remove(condition)
    return kept


def _other_side(atom: object, branch: int) -> Condition:
    return atom, 1 - branch  # type: ignore[return-value]


def write_expression(cases: Cases) -> Expr:
    """One expression for all cases; the most frequent formula is the last case, without a condition."""
    groups: dict[Expr, list[Basic]] = {}
    for condition, formula in cases:
        groups.setdefault(formula, []).append(condition)
    if len(groups) == 1:
        return next(iter(groups))
    most = max(len(conditions) for conditions in groups.values())
    default = [formula for formula, conditions in groups.items() if len(conditions) == most][-1]
    branches = [(formula, sp.Or(*conditions)) for formula, conditions in groups.items() if formula != default]
    return Piecewise(*branches, (default, True), evaluate=False)
