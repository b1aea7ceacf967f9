"""Proofs, for all sizes, that a mutant of a closed form is equal to it: these rules, and nothing else.

* terms that a changed limit takes in, or leaves out, are zero: each is affine conditions away from where its counts of words
  (or binomials) are other than zero, which Fourier-Motzkin elimination decides, with names for floors and products;
* an index moved on by one in a whole case of a summand leaves out a last term that is zero and takes in a first one that is;
* an index of remainders moved on by one goes round: it takes in the term that it leaves out;
* a floor that differs only where w is a multiple of D - 1, where the factor beside it is zero;
* a case before the last one, which is zero, holds where its value is zero as well;
* what is rounded is whole, as its cases of parity show, or as the closed form counts something.
"""

import math
import operator
from collections.abc import Sequence
from itertools import product

import sympy as sp

from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.word_counts import GreatestDivisor

from .zero_terms import MOST_SPLITS, Region, affine, divides, only_in, ranges, shown, vanishes

MOST_REMAINDERS = 60_000  # sizes at which a remainder is computed


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
    return (
        any(
            same_terms(*with_same_indices(old, new), [*domain, *around(one, old)])
            or same_but_moved(old, new, list(domain))
            or same_round(old, new)
            for old, new in the_changed_sums(one, other)
        )
        or same_by_remainders(one, other)
        or same_but_zeros(one, other, domain)
    )


def with_same_indices(old: sp.Sum, new: sp.Sum) -> tuple[sp.Sum, sp.Sum]:
    """The sums with whole numbers for indices of the same names, of which different things are assumed."""
    pairs = [(o, n) for o, n in zip(old.variables, new.variables, strict=False) if o != n and o.name == n.name]
    names = {index: sp.Symbol(index.name, integer=True) for pair in pairs for index in pair}
    return old.xreplace(names), new.xreplace(names)


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


# The case before the last one.


def same_but_zeros(one: sp.Basic, other: sp.Basic, domain: Sequence[sp.Basic]) -> bool:
    """Whether only the condition of the case before the last one, 0, differs, and that case is 0 where one holds alone."""
    if not isinstance(one, sp.Piecewise) or not isinstance(other, sp.Piecewise) or len(one.args) != len(other.args):
        return False
    (*before, (value, old), last), (*same, (moved, new), end) = one.args, other.args
    if (before, value, last) != (same, moved, end) or tuple(last) != (0, True):
        return False
    pairs = [(old, new), (new, old)]
    return all(vanishes(value, [*domain, condition, sp.Not(opposite)], MOST_SPLITS) for condition, opposite in pairs)


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
    """The formula without floors and ceilings of values that are shown to be whole, in cases of parity by cases."""
    if not isinstance(formula, sp.Piecewise):
        return _without(formula, least, {})
    cases: list[tuple[sp.Basic, sp.Basic]] = []
    otherwise: dict[sp.Symbol, int] = {}
    for case, when in formula.args:
        parities = dict(map(_parity, filter(_is_parity, sp.And.make_args(when))))
        cases.append((_without(case, least, otherwise | parities), when))
        if _is_parity(when):
            otherwise[_parity(when)[0]] = 1 - _parity(when)[1]
    return sp.Piecewise(*cases)


def with_plain_limits(formula: sp.Basic) -> sp.Basic:
    """The formula with what is rounded, and what is compared, written as one quotient; indices are whole numbers."""
    indices = {index for total in formula.atoms(sp.Sum) for index in total.variables}
    named = formula.xreplace({index: sp.Symbol(index.name, integer=True) for index in indices})
    kinds = (sp.floor, sp.ceiling, sp.Min, sp.Max)
    return named.replace(lambda e: isinstance(e, kinds), lambda e: e.func(*(sp.cancel(part) for part in e.args)))


def _is_parity(when: sp.Basic) -> bool:
    return (
        isinstance(when, sp.Eq)
        and isinstance(when.lhs, sp.Mod)
        and when.lhs.args[0].is_Symbol
        and when.lhs.args[1] == 2
    )


def _parity(when: sp.Eq) -> tuple[sp.Symbol, int]:
    return when.lhs.args[0], int(when.rhs)


def _without(formula: sp.Basic, least: dict[sp.Symbol, int], parities: dict[sp.Symbol, int]) -> sp.Basic:
    """The formula without such roundings, where sizes leave these remainders by two."""
    halved, lows = {}, dict(least)
    for size, remainder in parities.items():
        if size in least:
            half = sp.Symbol(f"half {size}", integer=True, nonnegative=True)
            halved[size], lows[half] = 2 * half + remainder, -((remainder - least[size]) // 2)
    roundings = formula.atoms(sp.floor, sp.ceiling)
    whole = {f for f in roundings if is_whole(f.args[0].subs(halved), lows) or is_whole(f.args[0], least)}
    return formula.xreplace({f: f.args[0] for f in whole})


def same_count(closed: sp.Expr, written: sp.Expr, least: dict[sp.Symbol, int]) -> bool:
    """Whether a formula is a count's closed form with one part X rounded that is whole, as the count is X, or X and whole numbers."""
    for rounding in written.atoms(sp.floor, sp.ceiling) - closed.atoms(sp.floor, sp.ceiling):
        (part,) = rounding.args
        if equal(written.xreplace({rounding: part}), closed):
            rests = (sp.expand(closed - part), sp.expand(closed + part))
            return equal(closed, part) or any(is_whole(rest, least) for rest in rests)
    return False


def is_whole(value: sp.Expr, least: dict[sp.Symbol, int]) -> bool:
    """Whether a value is shown to be whole, as it is or without factors and parts of it that are whole."""
    if _is_whole(value, least):
        return True
    factors = [part for part in sp.Mul.make_args(value) if not _is_whole_in_all_cases(part, least)]
    parts = _whole_parts(value, least)
    named = value.xreplace({part: sp.Dummy("whole", integer=True) for part in parts})
    return any(_is_whole(each, least) for each in (sp.Mul(*factors), named) if each != value)


def _is_whole(value: sp.Expr, least: dict[sp.Symbol, int]) -> bool:
    """Whether a quotient of polynomials in the sizes, with powers, is shown to be whole at all sizes.

    A divisor 2 leaves the remainder 0 for all parities of the sizes, where x^e and x have the same parity for e >= 1; a
    number, if the dividend has the remainder 0 at all sizes up to a period of its remainders; a divisor (f - c)^m, if the derivatives of the dividend in f of order 0 to m - 1 are zero at f = c; a power with a whole
    exponent that is not negative is whole if its base is.
    """
    if _is_multinomial(value):
        return True
    top, bottom = sp.fraction(sp.together(value))
    if isinstance(top, sp.Pow) and isinstance(bottom, sp.Pow) and _least(top.exp, least) >= 1:
        times = sp.simplify(bottom.exp / top.exp)
        if times.is_Integer and times >= 1:
            return _is_whole(top.base / bottom.base**times, least)
    if not _whole_coefficients(top, least):
        return False
    if bottom == 1:
        return True
    if bottom.is_Integer and _divides(int(bottom), top, least):
        return True
    if bottom == 2:
        symbols = sorted(top.free_symbols, key=str)
        parity = top.replace(lambda e: e.is_Pow and not e.exp.is_number, _parity_of(least))
        choices = product((0, 1), repeat=len(symbols))
        return not parity.has(sp.nan) and all(
            parity.subs(dict(zip(symbols, chosen, strict=True))) % 2 == 0 for chosen in choices
        )
    base, times = bottom.as_base_exp()
    if len(bottom.free_symbols) == 1 and times.is_Integer and times >= 1:
        (f,) = bottom.free_symbols
        if abs(sp.diff(base, f)) != 1 or f in _exponents(top):
            return False
        root = -base.subs(f, 0) / sp.diff(base, f)
        return all(sp.simplify(sp.diff(top, f, order).subs(f, root)) == 0 for order in range(int(times)))
    return False


def _divides(divisor: int, top: sp.Expr, least: dict[sp.Symbol, int]) -> bool:
    """Whether a number divides a polynomial in the sizes, with their factorials, remainders and powers, at all sizes.

    Remainders by d of a polynomial have the period d, those of x^e in e the period of Carmichael's function from e = log2(d) on; a
    factorial has the remainder 0 from d on. Exponents do not fall as sizes grow.
    """
    symbols = sorted(top.free_symbols, key=str)
    remainders = top.atoms(sp.Mod)
    known = all(m.args[0].is_polynomial() and m.args[1].is_Integer for m in remainders)
    if not known or not all(f.args[0].is_Symbol for f in top.atoms(sp.factorial)) or not set(symbols) <= set(least):
        return False
    period = int(sp.ilcm(divisor, sp.reduced_totient(divisor), *(m.args[1] for m in remainders)))
    before = max(divisor.bit_length(), divisor if top.has(sp.factorial) else 0)
    if (period + before) ** len(symbols) > MOST_REMAINDERS:
        return False
    named = top.replace(
        sp.Mod, sp.Function("remainder")
    )  # SymPy writes Mod(x, 2) as x % 2, without the brackets that it needs
    value = sp.lambdify(symbols, named, [{"remainder": operator.mod, "factorial": math.factorial}, "math"])
    every = product(*(range(least[x], least[x] + before + period) for x in symbols))
    return all(value(*size) % divisor == 0 for size in every)


def _whole_parts(value: sp.Expr, least: dict[sp.Symbol, int]) -> list[sp.Expr]:
    """The quotients within a value that are whole."""
    quotients = [part for part in sp.preorder_traversal(value) if isinstance(part, sp.Mul) and part != value]
    return [part for part in quotients if sp.fraction(part)[1] != 1 and _is_whole(part, least)]


def _is_whole_in_all_cases(part: sp.Expr, least: dict[sp.Symbol, int]) -> bool:
    cases = [each for each, _ in part.args] if isinstance(part, sp.Piecewise) else [part]
    return all(_whole_coefficients(each, least) for each in cases)


def _is_multinomial(value: sp.Expr) -> bool:
    """Whether a value is (n b)!/(b!)^n."""
    powers = {p.base: p.exp for p in sp.Mul.make_args(value) if isinstance(p, sp.Pow)}
    tops = [part for part in sp.Mul.make_args(value) if isinstance(part, sp.factorial)]
    if len(tops) != 1 or len(powers) != 1 or len(sp.Mul.make_args(value)) != 2:
        return False
    ((bottom, exponent),) = powers.items()
    return isinstance(bottom, sp.factorial) and sp.expand(tops[0].args[0] + exponent * bottom.args[0]) == 0


def _exponents(expr: sp.Expr) -> set[sp.Symbol]:
    return {s for p in expr.atoms(sp.Pow) for s in p.exp.free_symbols}


def _whole_coefficients(expr: sp.Expr, least: dict[sp.Symbol, int]) -> bool:
    """Whether an expression has only whole numbers, names, sums, products and powers whose exponents are not negative."""
    if expr.is_Integer or (expr.is_Symbol and expr.is_integer):
        return True
    if isinstance(expr, sp.Add | sp.Mul):
        return all(_whole_coefficients(part, least) for part in expr.args)
    if isinstance(expr, sp.Pow):
        return _whole_coefficients(expr.base, least) and bool(_least(expr.exp, least) >= 0)
    if isinstance(expr, sp.Mod | sp.factorial):
        return all(_whole_coefficients(part, least) for part in expr.args)
    return False


def _least(exponent: sp.Expr, least: dict[sp.Symbol, int]) -> sp.Expr:
    """The least value of an exponent that is affine in the sizes with coefficients that are not negative."""
    if not exponent.is_integer:
        return sp.Integer(-1)
    moved = sp.expand(exponent.subs({s: s + low for s, low in least.items()}, simultaneous=True))
    terms = sp.Add.make_args(moved)
    for coefficient, rest in (term.as_coeff_Mul() for term in terms if not term.is_number):
        if coefficient < 0 or rest not in least:
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
