"""Cases of sizes in which an open question of `netlemma.checks.formula.equality.settling` has one answer.

The symbols that are split are counters: nonnegative integers created by `counter`, one for each parameter.
"""

import sympy as sp

from netlemma.checks.formula.equality.roots import by_root
from netlemma.checks.formula.equality.settling import Settler
from netlemma.checks.formula.equality.signs import expand, smallest

LARGEST_MODULUS = 60
LARGEST_THRESHOLD = 40

Substitution = dict[sp.Expr, sp.Expr]


def counter() -> sp.Symbol:
    """A new symbol for a nonnegative integer."""
    return sp.Dummy("m", integer=True, nonnegative=True)


def is_counter(symbol: sp.Basic) -> bool:
    """Whether `counter` created the symbol."""
    return isinstance(symbol, sp.Dummy) and bool(symbol.is_nonnegative)


def unsure_denominators(expr: sp.Expr) -> set[sp.Expr]:
    """Bases of powers with a possibly negative exponent that are not shown to differ from zero."""
    lowest = {power: smallest(power.exp) for power in expr.atoms(sp.Pow)}
    bases = {power.base for power, exponent in lowest.items() if exponent is None or exponent < 0}
    unsure = {base for base in bases if not any(_is_positive(sign * base) for sign in (1, -1))}
    return {base for base in unsure if not (base.is_number and base.is_nonzero)}


def _is_positive(base: sp.Expr) -> bool:
    """Whether an expression is seen to be positive, as it stands or as a quotient."""
    if (smallest(base) or 0) > 0:
        return True
    above, below = sp.fraction(sp.together(base))
    return below != 1 and all((smallest(part) or 0) > 0 for part in (above, below))


def splits(settler: Settler, left: sp.Expr, right: sp.Expr) -> list[Substitution]:
    """Substitutions that together cover all sizes and answer an open question.

    Parameters
    ----------
    settler : Settler
        Settler with its open questions.
    left : Expr
        Left side of the equation.
    right : Expr
        Right side of the equation.

    Returns
    -------
    list of Substitution
        Substitutions by case; empty if no question can be answered.
    """
    for root in settler.roots:
        if found := by_root(root, counter):
            return found
    for fraction in settler.fractions:
        found = _by_remainder(fraction)
        if found:
            return found
    for difference in (*settler.signs, *unsure_denominators(left), *unsure_denominators(right)):
        found = _by_sign(difference)
        if found:
            return found
    return []


def _by_remainder(fraction: sp.Expr) -> list[Substitution]:
    symbols = sorted(fraction.free_symbols, key=lambda s: s.sort_key())
    if not all(is_counter(s) for s in symbols) or not fraction.is_polynomial(*symbols):
        return []
    polynomial = sp.Poly(fraction, *symbols)
    for symbol in symbols:
        terms = [c for powers, c in polynomial.terms() if powers[symbols.index(symbol)]]
        if terms and all(c.is_Rational for c in terms):
            modulus = sp.ilcm(1, *(c.q for c in terms))
            if 1 < modulus <= LARGEST_MODULUS:
                return [{symbol: modulus * counter() + remainder} for remainder in range(modulus)]
    return []


def _by_sign(difference: sp.Expr) -> list[Substitution]:
    """Cases with a known sign of ``c*m + d``, or of ``m - n + d``."""
    expr = expand(difference)
    symbols = sorted(expr.free_symbols, key=lambda s: s.sort_key())
    if not symbols or not all(is_counter(s) for s in symbols) or not expr.is_polynomial(*symbols):
        return []
    if not all(c.is_Rational for c in sp.Poly(expr, *symbols).coeffs()):
        return []
    if len(symbols) == 1:
        threshold = _last_change(sp.Poly(expr, symbols[0]))
        return _at_threshold(symbols[0], threshold)
    if len(symbols) > 2 or sp.Poly(expr, *symbols).total_degree() > 1:
        return []
    slopes = [expr.coeff(s) for s in symbols]
    if sum(slopes) != 0 or abs(slopes[0]) != 1:
        return []
    larger, smaller = symbols if slopes[0] == 1 else reversed(symbols)
    offset = expr.subs({larger: 0, smaller: 0})
    if not offset.is_Integer:
        return []
    if offset > 0:
        return _at_threshold(smaller, offset)
    if offset < -1:
        return _at_threshold(larger, -offset - 1)
    return [{larger: smaller - offset + counter()}, {smaller: larger + offset + 1 + counter()}]


def _last_change(polynomial: sp.Poly) -> int:
    """The least integer from which on the polynomial, moved there, is seen to keep its sign (0 if none is found)."""
    for threshold in range(1, LARGEST_THRESHOLD + 1):
        moved = polynomial.compose(sp.Poly(polynomial.gen + threshold, polynomial.gen)).all_coeffs()
        if all(c > 0 for c in moved) or all(c < 0 for c in moved):
            return threshold
    return 0


def _at_threshold(symbol: sp.Symbol, threshold: int) -> list[Substitution]:
    if not 0 < threshold <= LARGEST_THRESHOLD:
        return []
    return [{symbol: threshold + counter()}, *({symbol: sp.Integer(value)} for value in range(threshold))]
