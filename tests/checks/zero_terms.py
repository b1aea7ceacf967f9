"""Terms of sums that are zero: in a region of sizes and indices, their counts of words (or binomials) are of nothing."""

from collections.abc import Iterator
from itertools import product

import sympy as sp

from netlemma.derive.algebra.affine_conditions import impossible, shows
from netlemma.derive.algebra.word_counts import (
    Bordered,
    BorderedApart,
    BoundedRuns,
    LongestRuns,
    Periods,
    PeriodsApart,
    UnmarkedInLongest,
)

from .linearised import shows_with_products

Region = list[sp.Basic]
MOST_SPLITS = 3


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
        and shown(region, base.args[1] >= 0)
        and shown(region, base.args[1] <= base.args[0])
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
    if shown(region, sp.false) or _zero(term, region):
        return True
    if splits == 0:
        return False
    questions = [q for q in _questions(term) if not shows(region, q) and not shows(region, sp.Not(q))]
    return any(
        vanishes(term, [*region, question], splits - 1) and vanishes(term, [*region, sp.Not(question)], splits - 1)
        for question in questions
    )


COUNTS = (BoundedRuns, LongestRuns, UnmarkedInLongest, Bordered, BorderedApart, Periods, PeriodsApart, sp.binomial)


def _zero(term: sp.Basic, region: Region) -> bool:
    if isinstance(term, sp.Mul):
        return any(_zero(factor, region) for factor in term.args)
    if isinstance(term, sp.Piecewise):
        return _zero_in_every_case(term, region)
    if type(term).__name__ == "OnAverage":
        _, ways, hops, _, ways2, hops2 = term.args
        return _zero(hops, region) and _zero(hops2, region) and _some_way(ways, ways2, region)
    if isinstance(term, COUNTS):
        return any(all(shown(region, c) for c in conditions) for conditions in _no_words(term))
    if isinstance(term, sp.Add) and all(_zero(part, region) for part in term.args):
        return True
    return bool(shows(region, term <= 0) and shows(region, term >= 0))


def _no_words(count: sp.Basic) -> list[Region]:
    """Conditions under which a count is of nothing."""
    if isinstance(count, sp.binomial):
        top, bottom = count.args
        return [[bottom <= -1], [top <= -1], [bottom >= top + 1]]
    if isinstance(count, (Bordered, BorderedApart)):
        letters, border, _ = count.args
        return [[border <= -1], [border >= letters]]  # a border is shorter than the word
    if isinstance(count, (Periods, PeriodsApart)):
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


def shown(region: Region, condition: sp.Basic) -> bool:
    """Whether a region implies a condition, as it stands or with floors and products named."""
    return shows(region, condition) or shows_with_products(region, condition)
