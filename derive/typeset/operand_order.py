"""Factors of a product and terms of a sum, in the usual order and with the usual signs."""

from dataclasses import dataclass

import sympy as sp

from netlemma.derive.algebra import notation

Factor = tuple[sp.Expr, sp.Expr]


@dataclass(frozen=True)
class Parts:
    """A product: its sign, the numbers over and under the bar, and the powers (base, exponent) over and under it."""

    negative: bool
    over: int
    under: int
    top: tuple[Factor, ...]
    bottom: tuple[Factor, ...]


def parts(expr: sp.Expr) -> Parts:
    """Decompose a product: powers of one base merged, numbers collected, negative powers below the bar.

    >>> w, D = sp.symbols("w D", integer=True, positive=True)
    >>> parts(-3 * w * w**D / (2 - 2 * w))
    Parts(negative=False, over=3, under=2, top=((w, D + 1),), bottom=((w - 1, 1),))
    """
    collected: dict[sp.Expr, sp.Expr] = {}
    coefficient = _collect(expr, sp.Integer(1), collected)
    for base in collected:
        if base.is_Integer and base > 1:
            while coefficient.p % base == 0:
                coefficient, collected[base] = coefficient / base, collected[base] + 1
            while coefficient.q % base == 0:
                coefficient, collected[base] = coefficient * base, collected[base] - 1
    _conjugates(collected)
    _turn(collected)
    coefficient, factors = _signs(coefficient, [(b, e) for b, e in collected.items() if e != 0])
    factors.sort(key=_place)
    return Parts(
        bool(coefficient < 0),
        abs(coefficient.p),
        coefficient.q,
        tuple((b, e) for b, e in factors if not _below(e)),
        tuple((b, -e) for b, e in factors if _below(e)),
    )


def _collect(expr: sp.Expr, exponent: sp.Expr, found: dict[sp.Expr, sp.Expr]) -> sp.Rational:
    """Add the factors of ``expr**exponent`` to ``found``; the numeric factor is returned."""
    if expr.is_Rational and exponent.is_Integer:
        return expr**exponent
    if isinstance(expr, sp.Mul) and exponent.is_integer:
        return sp.Mul(*(_collect(factor, exponent, found) for factor in expr.args))
    if isinstance(expr, sp.Pow) and (exponent.is_integer or expr.base.is_positive):
        return _collect(expr.base, sp.expand(expr.exp * exponent), found)
    number = sp.Integer(1)
    if isinstance(expr, sp.Add) and exponent.is_Integer:
        content, expr = expr.primitive()
        number = content**exponent
    found[expr] = sp.expand(found.get(expr, 0) + exponent)
    return number


def _conjugates(found: dict[sp.Expr, sp.Expr]) -> None:
    """Write ``(w - 1) (w + 1)`` as ``w^2 - 1``."""
    for base, exponent in list(found.items()):
        if isinstance(base, sp.Add) and base in found:
            number, symbol = base.as_coeff_Add()
            other = symbol - number
            if symbol.is_Symbol and number == 1 and found.get(other) == exponent:
                del found[base], found[other]
                square = symbol**2 - 1
                found[square] = found.get(square, 0) + exponent


def _turn(found: dict[sp.Expr, sp.Expr]) -> None:
    """Write ``(-1)^n (2 z - k)^n`` as ``(k - 2 z)^n``."""
    minus = sp.Integer(-1)
    for base, exponent in list(found.items()):
        if isinstance(base, sp.Add) and exponent == found.get(minus) and not exponent.is_Rational:
            del found[base], found[minus]
            found[-base] = found.get(-base, 0) + exponent


def _signs(coefficient: sp.Rational, factors: list[Factor]) -> tuple[sp.Rational, list[Factor]]:
    """Turn ``1 - w`` into ``w - 1`` where the sign cancels: even powers, pairs, a minus in front."""
    turnable = [i for i, (b, _) in enumerate(factors) if isinstance(b, sp.Add) and _leads_negative(b)]
    turned = [i for i in turnable if factors[i][1].is_even]
    single = [i for i in turnable if factors[i][1].is_integer and i not in turned]
    while single:
        i = single.pop(0)
        partner = next((k for k in single if (factors[i][1] + factors[k][1]).is_even), None)
        if partner is not None:
            single.remove(partner)
            turned += [i, partner]
        elif coefficient < 0 and factors[i][1].is_odd:
            coefficient = -coefficient
            turned.append(i)
    for i in turned:
        factors[i] = (-factors[i][0], factors[i][1])
    return coefficient, factors


def _leads_negative(expr: sp.Add) -> bool:
    leading = _in_order(expr)[0]
    return bool(leading.as_coeff_Mul()[0] < 0)


def _below(exponent: sp.Expr) -> bool:
    """Whether a power with this exponent is written below the bar: -1, -D, 1 - D."""
    if exponent.is_Rational:
        return bool(exponent < 0)
    signs = [term.as_coeff_Mul()[0] < 0 for term in sp.Add.make_args(exponent) if not term.is_Rational]
    return all(signs)


def _place(factor: Factor) -> tuple[int, object]:
    """Signs, symbols, symbolic powers, functions, sums: ``(-1)^i n 2^(n-1) binomial(n, i) (w - 1)``."""
    base, exponent = factor
    if base.is_Rational:
        kind = 0 if base < 0 else 2
    elif isinstance(base, sp.Symbol):
        kind = 1 if exponent.is_Rational else 2
    else:
        kind = 4 if isinstance(base, sp.Add) else 3
    return kind, sp.default_sort_key(base**exponent if kind == 4 else base)


def _in_order(expr: sp.Add) -> list[sp.Expr]:
    """Highest powers first; a power series in ascending order."""
    terms = list(expr.as_ordered_terms("lex"))
    series = list(expr.atoms(notation.SeriesVariable))
    if series and not expr.atoms(notation.Inert):
        terms.sort(key=lambda t: bool(t.has(*series)))
        powers = [t for t in terms if t.has(*series)]
        return [t for t in terms if not t.has(*series)] + sorted(powers, key=lambda t: _degree(t, series[0]))
    return sorted(terms, key=lambda t: not _has_symbolic_power(t))


def _degree(term: sp.Expr, variable: sp.Symbol) -> tuple[int, float, str]:
    exponent = sp.expand(term.as_powers_dict().get(variable, 0))
    return (0, float(exponent), "") if exponent.is_Rational else (1, 0.0, str(exponent))


def _has_symbolic_power(term: sp.Expr) -> bool:
    return any(not p.exp.is_Rational and not _below(p.exp) for p in term.atoms(sp.Pow))


def ordered_terms(expr: sp.Add) -> list[sp.Expr]:
    """The terms of a sum, beginning with a positive one if there is one.

    >>> w = sp.Symbol("w", integer=True, positive=True)
    >>> ordered_terms(1 - w**2)
    [1, -w**2]
    """
    terms = _in_order(expr)
    first = next((t for t in terms if not t.as_coeff_Mul()[0] < 0), terms[0])
    return [first, *(t for t in terms if t is not first)]
