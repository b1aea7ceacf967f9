"""Proofs, for all sizes, that a mutant of a closed form is equal to it: four rules, and nothing else.

* terms that a changed limit takes in, or leaves out, are zero: each is affine conditions away from where its counts of words
  (or binomials) are other than zero, which Fourier-Motzkin elimination decides, with names for floors and products;
* an index moved on by one in a whole case of a summand leaves out a last term that is zero and takes in a first one that is;
* an index of remainders moved on by one goes round: it takes in the term that it leaves out;
* a floor that differs only where w is a multiple of D - 1, where the factor beside it is zero.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import sympy as sp

from derive.borders import Bordered, Periods
from derive.implications import impossible, shows
from derive.necklaces import GreatestDivisor
from derive.normal import equal
from derive.words import BoundedRuns, LongestRuns, UnmarkedInLongest

from .linearised import shows_with_products

Region = list[sp.Basic]
MOST_SPLITS = 3


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
        _shown(region, sp.false) or (divides(old, region) and vanishes(old.function, region, MOST_SPLITS))
        for one, other in ((old, new), (new, old))
        for indices in only_in(one, other)
        if (region := [*domain, *affine(indices)])
    )


def divides(total: sp.Sum, region: Region) -> bool:
    """Whether no divisor in the summand is zero in a region, but for one that is without the indices: it is in all terms."""
    divisors = {p.base for p in total.function.atoms(sp.Pow) if p.exp.is_negative}
    return all(
        base.is_nonzero or not base.free_symbols & set(total.variables) or _some_choice(base, region)
        for base in divisors
    )


def _some_choice(base: sp.Basic, region: Region) -> bool:
    """Whether a binomial is shown to be a number of choices that is not zero."""
    return (
        isinstance(base, sp.binomial)
        and _shown(region, base.args[1] >= 0)
        and _shown(region, base.args[1] <= base.args[0])
    )


def only_in(one: sp.Sum, other: sp.Sum) -> Iterator[Region]:
    """The indices of one sum that are none of another, as regions that cover them."""
    for inside in ranges(one):
        for outside in product(*ranges(other)):  # outside of each alternative: one of its conditions fails
            yield [*inside, *(sp.Not(condition) for condition in outside)]


def ranges(total: sp.Sum) -> list[Region]:
    """The indices of a sum: alternatives, each a list of conditions."""
    bounds = []
    for index, lower, upper in total.limits:
        bounds += [[index >= part] for part in [lower]]
        constant, most = upper.as_coeff_Add()
        if isinstance(most, sp.Min):
            bounds += [[index <= part + constant] for part in most.args]
        else:
            bounds.append([index <= part for part in (upper.args if isinstance(upper, sp.Max) else (upper,))])
    return [list(chosen) for chosen in product(*bounds)]


def affine(region: Region) -> Region:
    """The region with the square of an integer as a number that is no smaller than the integer."""
    squares = {p for c in region for p in c.atoms(sp.Pow) if p.exp == 2 and p.base.is_Symbol and p.base.is_integer}
    names = {p: sp.Symbol(f"square_{p.base}", integer=True) for p in squares}
    return [c.xreplace(names) for c in region] + [name >= p.base for p, name in names.items()]


def vanishes(term: sp.Basic, region: Region, splits: int) -> bool:
    """Whether a term is shown to be defined and zero in a region, which may be split where its counts ask for it."""
    if _shown(region, sp.false) or _zero(term, region):
        return True
    if splits == 0:
        return False
    questions = [q for q in _questions(term) if not shows(region, q) and not shows(region, sp.Not(q))]
    return any(
        vanishes(term, [*region, question], splits - 1) and vanishes(term, [*region, sp.Not(question)], splits - 1)
        for question in questions
    )


COUNTS = (BoundedRuns, LongestRuns, UnmarkedInLongest, Bordered, Periods, sp.binomial)


def _zero(term: sp.Basic, region: Region) -> bool:
    if isinstance(term, sp.Mul):
        return any(_zero(factor, region) for factor in term.args)
    if isinstance(term, sp.Piecewise):
        return _zero_in_every_case(term, region)
    if type(term).__name__ == "OnAverage":
        _, ways, hops, _, ways2, hops2 = term.args
        return _zero(hops, region) and _zero(hops2, region) and _some_way(ways, ways2, region)
    if isinstance(term, COUNTS):
        return any(all(_shown(region, c) for c in conditions) for conditions in _no_words(term))
    if isinstance(term, sp.Add) and all(_zero(part, region) for part in term.args):
        return True
    return bool(shows(region, term <= 0) and shows(region, term >= 0))


def _no_words(count: sp.Basic) -> list[Region]:
    """Conditions under which a count is of nothing."""
    if isinstance(count, sp.binomial):
        top, bottom = count.args
        return [[bottom <= -1], [top <= -1], [bottom >= top + 1]]
    if isinstance(count, Bordered):
        letters, border, _ = count.args
        return [[border <= -1], [border >= letters]]  # a border is shorter than the word
    if isinstance(count, Periods):
        return [[count.args[0] <= 0]]
    length, run, *rest = count.args
    found = [[length <= -1], [run <= -1]]
    if isinstance(count, BoundedRuns):
        return found
    number = rest[0]
    found += [[run >= length + 1], [number <= 0], [run >= 1, 2 * number >= length + 2], [number >= length + 2]]
    found.append([run <= 0, number <= length])  # a word without zeros has length + 1 empty runs
    return [*found, [run <= 0]] if isinstance(count, UnmarkedInLongest) else found


def _questions(term: sp.Basic) -> list[sp.Basic]:
    counts = sorted(term.atoms(LongestRuns, UnmarkedInLongest), key=sp.default_sort_key)
    return list(dict.fromkeys(q for count in counts for q in (count.args[1] <= 0, count.args[1] >= count.args[0])))


def _zero_in_every_case(cases: sp.Piecewise, region: Region) -> bool:
    passed: Region = []
    for value, when in cases.args:
        here = [*region, *passed, *([] if when is sp.true else [when])]
        if not impossible(here) and not _zero(value, here):
            return False
        passed += [] if when is sp.true else [sp.Not(when)]
    return cases.args[-1].cond is sp.true


def _some_way(ways: sp.Expr, ways2: sp.Expr, region: Region) -> bool:
    """Whether two numbers of ways, (0^g + c) R^n each, are not both zero, so that a mean over them is defined."""
    counts = [[f for f in w.args if isinstance(f, sp.Add)] for w in (ways, ways2)]
    if not all(len(found) == 1 and isinstance(w, sp.Mul) for found, w in zip(counts, (ways, ways2), strict=True)):
        return False
    numbers = [sp.Add(*(p for p in found[0].args if not isinstance(p, sp.Pow))) for found in counts]
    exponents = [p.exp for found in counts for p in found[0].args if isinstance(p, sp.Pow)]
    return (
        all(shows(region, e >= 0) for e in exponents)
        and all(shows(region, n >= 0) for n in numbers)
        and any(shows(region, n >= 1) for n in numbers)
    )


def _shown(region: Region, condition: sp.Basic) -> bool:
    """Whether a region implies a condition, as it stands or with floors and products named."""
    return shows(region, condition) or shows_with_products(region, condition)


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
