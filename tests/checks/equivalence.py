"""Proofs, for all sizes, that a mutant of a closed form is equal to it: four rules, and nothing else.

* terms that a changed limit takes in, or leaves out, are zero: each is affine conditions away from where its counts of words
  (or binomials) are other than zero, which Fourier-Motzkin elimination decides, with names for floors and products;
* an index moved on by one in a whole case of a summand leaves out a last term that is zero and takes in a first one that is;
* an index of remainders moved on by one goes round: it takes in the term that it leaves out;
* a floor that differs only where w is a multiple of D - 1, where the factor beside it is zero.
"""

from collections.abc import Sequence

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
