"""Proofs, for all sizes, that a mutant of a closed form is equal to it: four rules, and nothing else.

* terms that a changed limit takes in, or leaves out, are zero: each is affine conditions away from where its counts of words
  (or binomials) are other than zero, which Fourier-Motzkin elimination decides, with names for floors and products;
* an index moved on by one in a whole case of a summand leaves out a last term that is zero and takes in a first one that is;
* an index of remainders moved on by one goes round: it takes in the term that it leaves out;
* a floor that differs only where w is a multiple of D - 1, where the factor beside it is zero.
"""

from collections.abc import Sequence
from itertools import product

import sympy as sp

from derive.algebra.affine.implications import shows
from derive.algebra.expressions.normal_form import equal
from derive.networks.shuffle.necklaces import GreatestDivisor

from .zero_terms import MOST_SPLITS, Region, affine, divides, only_in, ranges, shown, vanishes


def the_changed_sums(one: sp.Basic, other: sp.Basic) -> list[tuple[sp.Sum, sp.Sum]]:
    """The pairs of sums in which two formulas differ, if they differ in one sum only."""
    old, new = (a.atoms(sp.Sum) - b.atoms(sp.Sum) for a, b in ((one, other), (other, one)))
    return [(o, n) for o in old for n in new if one.xreplace({o: n}) == other]


def around(one: sp.Basic, inner: sp.Sum) -> Region:
    """The ranges of the sums around one that stands within them, as far as each is all of its conditions at once."""
    outer = [total for total in one.atoms(sp.Sum) if total != inner and total.has(inner)]
    found = [alternatives for total in outer if len(alternatives := ranges(total)) == 1]
    return [condition for alternatives in found for condition in alternatives[0]]


def proved_equal(one: sp.Basic, other: sp.Basic, domain: Sequence[sp.Basic]) -> bool:
    """Whether one of the rules shows that two closed forms are equal wherever the domain's affine relations hold."""
    return any(
        same_terms(old, new, [*domain, *around(one, old)])
        or same_but_moved(old, new, list(domain))
        or same_round(old, new)
        for old, new in the_changed_sums(one, other)
    ) or same_by_remainders(one, other)


# Terms that are zero.


def same_terms(old: sp.Sum, new: sp.Sum, domain: Region) -> bool:
    """Whether sums of one summand over two ranges have the same terms other than zero."""
    if old.function != new.function or old.variables != new.variables:
        return False
    return all(
        shown(region, sp.false) or (divides(old, region) and vanishes(old.function, region, MOST_SPLITS))
        for one, other in ((old, new), (new, old))
        for indices in only_in(one, other)
        if (region := [*domain, *affine(indices)])
    )


# An index moved on by one.


def same_but_moved(old: sp.Sum, new: sp.Sum, domain: Region) -> bool:
    """Whether one case of the summand has its innermost index moved on by one, and both ends are zero there."""
    cases = [total.function.args for total in (old, new) if isinstance(total.function, sp.Piecewise)]
    if old.limits != new.limits or [len(c) for c in cases] != 2 * [len(old.function.args)]:
        return False
    (index, lower, upper), *outer = old.limits
    changed = [(before, after) for before, after in zip(*cases, strict=True) if before != after]
    if len(changed) != 1 or changed[0][0].cond != changed[0][1].cond or changed[0][0].cond.has(index):
        return False
    case, moved = changed[0]
    if moved.expr != case.expr.xreplace({index: index - 1}):
        return False
    region = [*domain, *(ranges(sp.Sum(index, *outer))[0] if outer else []), upper >= lower]
    region += [] if case.cond is sp.true else [case.cond]
    ends = (case.expr.xreplace({index: lower - 1}), case.expr.xreplace({index: upper}))
    return all(vanishes(end, region, MOST_SPLITS) for end in ends)


# An index of remainders that goes round.


def same_round(old: sp.Sum, new: sp.Sum) -> bool:
    """Whether sums over 1..n are alike but for an index i moved on by one, of which the summand has only gcd(i, n)."""
    if old.limits != new.limits or len(old.limits) != 1:
        return False
    ((index, lower, whole),) = old.limits
    place = sp.Symbol("place", integer=True)
    name = old.function.xreplace({GreatestDivisor(index, whole): place})
    periodic = lower == 1 and not name.has(index)  # gcd(0, n) = gcd(n, n) and gcd(n + 1, n) = gcd(1, n)
    return periodic and any(new.function == old.function.xreplace({index: index + step}) for step in (-1, 1))


# A floor beside a factor that is zero where it differs.


def same_by_remainders(one: sp.Basic, other: sp.Basic) -> bool:
    """Whether formulas in floors of (w + c)/(D - 1) agree for w = (D - 1) q + r: for r = 0, and for r = 1..D - 2."""
    floors = one.atoms(sp.floor) | other.atoms(sp.floor)
    symbols = {s.name: s for s in one.free_symbols}
    if not floors or set(symbols) != {"w", "D"} or one.has(sp.Sum):
        return False
    w, parts = symbols["w"], symbols["D"] - 1
    d, r = sp.symbols("d r", integer=True, positive=True)
    for rest, region in ((sp.Integer(0), [d >= 1]), (r, [r >= 1, r <= d - 1])):
        table = {f: _divided(sp.expand(f.args[0] * parts) - w, rest, d, region) for f in floors}
        if None in table.values():
            return False
        values = {f: (w - rest) / d + more for f, more in table.items()}
        if not equal(*(formula.xreplace(values).xreplace({symbols["D"]: d + 1}) for formula in (one, other))):
            return False
    return True


def _divided(constant: sp.Expr, rest: sp.Expr, d: sp.Symbol, region: Region) -> int | None:
    """How far floor((w + constant)/d) is above floor(w/d), where w leaves this rest."""
    if not constant.is_Integer:
        return None
    left = rest + constant
    found = [j for j in (-1, 0, 1) if shows(region, left - j * d >= 0) and shows(region, left - j * d <= d - 1)]
    return found[0] if found else None


# Roundings of whole numbers, and signs.


def without_roundings(formula: sp.Basic, least: dict[sp.Symbol, int]) -> sp.Basic:
    """The formula without floors and ceilings of values that are shown to be whole."""
    whole = {f: f.args[0] for f in formula.atoms(sp.floor, sp.ceiling) if is_whole(f.args[0], least)}
    return formula.xreplace(whole)


def is_whole(value: sp.Expr, least: dict[sp.Symbol, int]) -> bool:
    """Whether a quotient of polynomials in the sizes, with powers, is shown to be whole at all sizes.

    Its divisor d = 2 leaves the remainder 0 for all remainders of the sizes, since x^e and x have the same parity for
    e >= 1; its divisor d = f - c leaves that of f = c, since f and c have the same remainder.
    """
    top, bottom = sp.fraction(sp.together(value))
    if bottom == 1:
        return _whole_coefficients(top, least)
    if not _whole_coefficients(top, least):
        return False
    if bottom == 2:
        symbols = sorted(top.free_symbols, key=str)
        parity = top.replace(lambda e: e.is_Pow and not e.exp.is_number, _parity_of(least))
        if parity is sp.nan:
            return False
        choices = product((0, 1), repeat=len(symbols))
        return all(parity.subs(dict(zip(symbols, chosen, strict=True))) % 2 == 0 for chosen in choices)
    if len(bottom.free_symbols) == 1:
        (f,) = bottom.free_symbols
        rest = sp.expand(f - bottom)
        return bool(rest.is_Integer) and not _exponents(top).intersection([f]) and sp.simplify(top.subs(f, rest)) == 0
    return False


def _exponents(expr: sp.Expr) -> set[sp.Symbol]:
    return {s for p in expr.atoms(sp.Pow) for s in p.exp.free_symbols}


def _whole_coefficients(expr: sp.Expr, least: dict[sp.Symbol, int]) -> bool:
    """Whether an expression has only whole numbers, names, sums, products and powers whose exponents are not negative."""
    if expr.is_Integer or expr in least:
        return True
    if isinstance(expr, sp.Add | sp.Mul):
        return all(_whole_coefficients(part, least) for part in expr.args)
    if isinstance(expr, sp.Pow):
        return _whole_coefficients(expr.base, least) and _least(expr.exp, least) >= 0
    return False


def _least(exponent: sp.Expr, least: dict[sp.Symbol, int]) -> sp.Expr:
    """The least value of an exponent that is affine in the sizes with coefficients that are not negative."""
    moved = sp.expand(exponent.subs({s: s + low for s, low in least.items()}, simultaneous=True))
    terms = sp.Add.make_args(moved)
    if not all(t.is_number or (len(t.free_symbols) == 1 and t.as_coeff_Mul()[0] >= 0 and t.as_coeff_Mul()[1].is_Symbol) for t in terms):
        return sp.Integer(-1)
    return sum((t for t in terms if t.is_number), sp.Integer(0))


def _parity_of(least: dict[sp.Symbol, int]):
    """A power of the parity of its base; not known where the exponent may be zero."""
    return lambda power: power.base if _least(power.exp, least) >= 1 else sp.nan


def even_exponents_dropped(formula: sp.Basic) -> sp.Basic:
    """Powers of -1 with the coefficients of their exponents reduced to 0 and 1."""

    def reduced(power: sp.Pow) -> sp.Basic:
        exponent = sp.expand(power.exp)
        terms = [term.as_coeff_Mul() for term in sp.Add.make_args(exponent)]
        if not all(c.is_Integer and (m.is_integer or m == 1) for c, m in terms):
            return power
        return sp.Pow(-1, sp.Add(*(c % 2 * m for c, m in terms)))

    return formula.replace(lambda e: isinstance(e, sp.Pow) and e.base == -1, reduced)
