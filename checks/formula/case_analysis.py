"""Signs, rounded roots, floors, remainders and extremes in nonnegative integers, settled case by case."""

from collections.abc import Callable, Mapping
from math import isqrt
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.relational import Relational

from netlemma.errors import Unsettled

# Signs of expressions in nonnegative integers, for expressions that increase with each symbol.


LARGEST_FACTORED = 10**9
LARGEST_FACTORIAL = 60


def least(expr: sp.Expr) -> Any:
    """The smallest value of an expression that increases with each of its nonnegative symbols.

    None if that is not seen.

    >>> m, n = sp.symbols("m n", integer=True, nonnegative=True)
    >>> least((m + 2) ** (n + 1) - 1), least(m - n)
    (1, None)
    """
    if expr.is_Rational:
        return expr
    if expr.is_Symbol:
        return sp.Integer(0) if expr.is_nonnegative else None
    if isinstance(expr, sp.factorial):
        value = least(expr.args[0]) if expr.args[0].is_integer else None
        return sp.factorial(value) if value is not None and 0 <= value <= LARGEST_FACTORIAL else None
    if not (expr.is_Add or expr.is_Mul or expr.is_Pow):
        return None
    values = list(map(least, expr.args))
    if any(value is None for value in values):
        return None
    if expr.is_Add:
        return sp.Add(*values)
    if expr.is_Mul:
        return sp.Mul(*values) if all(value >= 0 for value in values) else None
    base, exponent = values
    constant = expr.exp.is_Integer and exponent > 0 and base >= 0
    if constant or (base >= 1 and exponent >= 0 and exponent.is_Integer):
        return base**exponent
    return None


def smallest(expr: sp.Expr) -> Any:
    """`least` of the expression as it stands, expanded, or with common factors taken out."""
    value = least(expr)
    if value is None:
        arithmetic = expand(expr)
        value = least(arithmetic)
        if value is None and len(arithmetic.free_symbols) <= 2 and is_arithmetic(arithmetic):
            value = least(sp.factor_terms(arithmetic))
    return value


def expand(expr: sp.Expr) -> sp.Expr:
    """The expression multiplied out; functions in it stay as they are, because SymPy would evaluate them again."""
    if is_arithmetic(expr):
        return sp.expand(expr)
    masks: dict[sp.Basic, sp.Symbol] = {}

    def masked(part: sp.Basic) -> Any:
        if isinstance(part, sp.Add | sp.Mul | sp.Pow):
            return part.func(*map(masked, part.args))
        return masks.setdefault(part, sp.Dummy()) if part.args else part

    expanded = sp.expand(masked(expr))
    return expanded.xreplace({mask: part for part, mask in masks.items()})


def logarithm(of: sp.Expr) -> sp.Expr:
    """The natural logarithm; for products of powers of numbers, a sum over primes.

    >>> n = sp.Symbol("n", integer=True, nonnegative=True)
    >>> logarithm(3 * sp.Rational(4, 9) ** n), logarithm(n + 1)
    (n*(-2*log(3) + 2*log(2)) + log(3), log(n + 1))
    """
    summands = []
    for factor in sp.Mul.make_args(of):
        base, exponent = factor.as_base_exp()
        if not (base.is_Rational and base > 0 and max(base.p, base.q) <= LARGEST_FACTORED):
            return sp.log(of, evaluate=False)
        primes = sp.Add(*(times * sp.log(prime) for prime, times in sp.factorrat(base).items()))
        summands.append(exponent * primes)
    return sp.Add(*summands)


def is_arithmetic(expr: sp.Basic) -> bool:
    """Whether an expression has sums, products and powers of numbers and symbols alone."""
    return not expr.args or (isinstance(expr, sp.Add | sp.Mul | sp.Pow) and all(map(is_arithmetic, expr.args)))


def never_below(expr: sp.Expr, symbol: sp.Symbol, minimum: int, strict: bool = True) -> bool:
    """Whether an expression is shown to be positive (or not negative) for all integers from a minimum on.

    Even and odd numbers are treated separately; numerator and denominator must be seen to increase.

    >>> w = sp.Symbol("w", integer=True, positive=True)
    >>> never_below(sp.Piecewise((w - 3, sp.Eq(sp.Mod(w, 2), 0)), ((w - 4) / w, True)), w, 4)
    True
    >>> never_below(w - 4, w, 4), never_below(w - 4, w, 4, strict=False)
    (False, True)
    """
    for start in (minimum, minimum + 1):
        along = expr.xreplace({symbol: 2 * sp.Symbol("n", integer=True, nonnegative=True) + start})
        top, bottom = (smallest(sp.expand(part)) for part in sp.fraction(sp.cancel(along)))
        if None in (top, bottom) or bottom <= 0 or top < 0 or (strict and top == 0):
            return False
    return True


# Rounded square roots of integers that depend on the size, such as ``ceiling((sqrt(2*n - 1) - 1)/2)``.
#
# For integers A >= 0, p and q > 0, the ceiling of (sqrt(A) + p)/q is the integer r with q*r >= p and
# (q*(r - 1) - p)^2 < A <= (q*r - p)^2. The floor is the ceiling for A + 1, less 1.


TRIED, MOST_STEPS = 3, 60


class Root(NamedTuple):
    """The ceiling of ``(sqrt(square) + plus)/by``."""

    square: sp.Expr
    plus: int
    by: int


def as_root(fraction: sp.Expr) -> tuple[bool, Root] | None:
    """The root whose ceiling gives the floor of an expression, and whether the expression is negative in it.

    The floor is ``-ceiling`` if it is, else ``ceiling - 1``.

    >>> n = sp.Symbol("n", integer=True, nonnegative=True)
    >>> as_root(sp.Rational(1, 2) - sp.sqrt(2 * n + 1) / 2)
    (True, Root(square=8*n + 4, plus=-2, by=4))
    """
    constant, term = fraction.as_coeff_Add()
    square, symbols = expand(term**2), fraction.free_symbols
    if not constant.is_Rational or not square.is_polynomial(*symbols) or (symbols and term.is_polynomial(*symbols)):
        return None
    coefficients = sp.Poly(square, *symbols).coeffs() if symbols else [square]
    if not all(c.is_Rational for c in coefficients) or smallest(square) is None or smallest(square) < 0:
        return None
    by = int(sp.ilcm(constant.q, *(c.q for c in coefficients)))
    minus = term.as_coeff_Mul()[0] < 0
    return minus, Root(expand(by**2 * square) + (0 if minus else 1), int(by * (-constant if minus else constant)), by)


def rounded(root: Root) -> tuple[sp.Expr | None, list[sp.Expr]]:
    """The ceiling of a root, or None with the expressions whose signs decide it.

    >>> n = sp.Symbol("n", integer=True, nonnegative=True)
    >>> rounded(Root(n**2 + 2 * n + 2, 0, 1))
    (n + 2, [])
    """
    if root.square.is_Integer:
        return sp.Integer(_ceiling(root, int(root.square))), []
    symbols = sorted(root.square.free_symbols, key=lambda s: s.sort_key())
    polynomial = sp.Poly(root.square, *symbols)
    degree = polynomial.total_degree()
    lead = sp.Add(*(c * sp.prod(s**e for s, e in zip(symbols, powers, strict=True))
                    for powers, c in polynomial.terms() if sum(powers) == degree))  # fmt: skip
    least = expand(sp.sqrt(sp.factor(lead)) / root.by)
    if not least.is_polynomial(*symbols) or not all(c.is_Integer for c in sp.Poly(least, *symbols).coeffs()):
        return None, []
    signs = []
    for step in range(-TRIED, TRIED + 1):
        low, high = (expand(root.by * (least + step - before) - root.plus) for before in (1, 0))
        tests = [expand(each) for each in (root.square - low**2 - 1, high**2 - root.square, high)]
        if all((smallest(each) if smallest(each) is not None else -1) >= 0 for each in tests):
            return least + step, []
        if not any((smallest(-each) or 0) > 0 for each in tests):
            signs += [each for each in tests if smallest(each) is None]
    return None, signs


def _ceiling(root: Root, square: int) -> int:
    """The ceiling where the square is this number."""
    least = isqrt(square - 1) + 1 if square else 0
    return -((-least - root.plus) // root.by)


def by_root(root: Root, counter: Callable[[], sp.Symbol]) -> list[dict[sp.Expr, sp.Expr]]:
    """Cases of the only counter of a root, linear in it, in each of which its ceiling is a polynomial.

    The counters with one ceiling r are a run, whose length is linear in r: b more than a multiple of its slope above the
    first one, for each b below the slope.
    """
    if len(root.square.free_symbols) != 1 or sp.Poly(root.square).degree() != 1:
        return []
    (symbol,), (slope, start) = root.square.free_symbols, map(int, sp.Poly(root.square).all_coeffs())
    first = _ceiling(root, start)
    same = ((root.by * first - root.plus) ** 2 - start) // slope  # the last counter with the least ceiling
    if max(slope, same) > MOST_STEPS:
        return []
    period = next(m for m in range(1, slope + 1) if (root.by * m) ** 2 % slope == 2 * root.by * m % slope == 0)
    cases = [{symbol: sp.Integer(value)} for value in range(same + 1)]
    x = sp.Dummy("x")
    for rest in range(period):
        ceiling = first + 1 + rest + period * x
        before, last = (_root_floor(root.by * (ceiling - less) - root.plus, start, slope, x) for less in (1, 0))
        steps, length = map(int, sp.Poly(last - before, x).all_coeffs())
        for more in range(steps):
            beyond = (length - 1 - more) // steps
            at = lambda times, value: {symbol: expand((before + 1 + more + steps * times).subs(x, value))}  # noqa: B023, E731
            cases += [at(times, counter()) for times in range(beyond)]
            free = counter()
            cases.append(at(max(beyond, 0) + free, free + max(-beyond, 0) + counter()))
    return cases


def _root_floor(root: sp.Expr, start: int, slope: int, x: sp.Symbol) -> sp.Expr:
    """The floor of (root^2 - start)/slope, whose coefficients but the constant are multiples of the slope."""
    constant, rest = expand(root**2 - start).as_coeff_Add()
    return rest / slope + int(constant) // slope


# Evaluation of floors, remainders, extremes and cases in nonnegative integer symbols.
#
# `Settler.settle` substitutes values for symbols, decides relations where possible, and collects open questions: unknown
# signs and fractions that it cannot round. `netlemma.checks.formula.case_analysis` answers them by cases. SymPy's own
# evaluation of relations and remainders is avoided because it may take minutes.


Parts = list[Any]


MOST_ROOT_OPERATIONS = 100  # of a polynomial whose root is looked for
UNDEFINED = (sp.nan, sp.zoo, sp.oo, -sp.oo)


class Settler:
    """Settles one expression after another.

    values: Values to substitute for symbols and sums.

    signs: Expressions with an unknown sign that is needed.
    fractions: Expressions with rational coefficients, with an unknown integer part that is needed.
    roots: Square roots whose ceilings are needed.
    facts: Relations ``... > 0`` and ``... = 0`` assumed true or false.
    """

    def __init__(self, values: Mapping[sp.Expr, sp.Expr] | None = None) -> None:
        self.values = values or {}
        self.signs: list[sp.Expr] = []
        self.fractions: list[sp.Expr] = []
        self.roots: list[Root] = []
        self.facts: dict[sp.Basic, sp.Basic] = {}

    def assume(self, domain: sp.Basic) -> None:
        """Assume the relations of a settled condition."""
        for relation in domain.args if isinstance(domain, sp.And) else [domain]:
            if isinstance(relation, Relational):
                self.facts[relation] = sp.true
            elif isinstance(relation, sp.Not):
                self.facts[relation.args[0]] = sp.false

    def settle(self, expr: sp.Basic) -> Any:
        """The expression with all decidable parts decided.

        >>> m = sp.Symbol("m", integer=True, nonnegative=True)
        >>> Settler().settle(sp.Max(m + 2, 1) + sp.floor((4 * m + 3) / 2, evaluate=False))
        3*m + 3
        """
        if not expr.args:
            return self.values.get(expr, expr)
        if isinstance(expr, sp.Sum) and expr in self.values:
            return self.settle(self.values[expr])
        if isinstance(expr, sp.Piecewise):
            return self._piecewise(expr)
        args = [self.settle(argument) for argument in expr.args]
        if any(argument in UNDEFINED for argument in args):
            raise Unsettled
        match expr:
            case Relational():
                return self._relation(expr.func, *args)
            case sp.And() | sp.Or():
                return _junction(expr.func, args)
            case sp.Not():
                return sp.Not(args[0]) if args[0] in (sp.true, sp.false) else sp.Not(args[0], evaluate=False)
            case sp.floor():
                return self._floor(args[0])
            case sp.ceiling():
                return -self._floor(-args[0])
            case sp.Mod():
                if args[1] == 0:
                    raise Unsettled
                return args[0] - args[1] * self._floor(args[0] / args[1])
            case sp.Abs():
                larger = self._larger(args[0], -args[0])
                return sp.Abs(args[0], evaluate=False) if larger is None else larger
            case sp.Max() | sp.Min():
                return self._extreme(expr.func, args)
            case sp.log():
                return logarithm(args[0])
            case sp.Pow() if not args[1].is_number:
                return self._power(*args)
            case sp.Pow() if args[1].is_Rational and args[1].q == 2 and (root := _whole_root(args[0])) is not None:
                larger = self._larger(root, -root)
                return sp.Pow(sp.Abs(root, evaluate=False) if larger is None else larger, args[1].p)
            case sp.Add() | sp.Mul() | sp.Pow() | sp.Sum() | sp.Product() | sp.Tuple():
                return expr.func(*args)
        return expr.func(*args, evaluate=False) if any(a.free_symbols for a in args) else expr.func(*args)

    def _piecewise(self, expr: sp.Piecewise) -> sp.Basic:
        pieces = []
        for value, condition in expr.args:
            settled = self.settle(condition)
            if settled == sp.false:
                continue
            pieces.append((self.settle(value), settled))
            if settled == sp.true:
                break
        if not pieces:
            raise Unsettled
        return pieces[0][0] if pieces[0][1] == sp.true else sp.Piecewise(*pieces, evaluate=False)

    def _relation(self, func: type[Relational], left: sp.Basic, right: sp.Basic) -> sp.Basic:
        if func in (sp.Lt, sp.Le):
            func, left, right = (sp.Gt if func is sp.Lt else sp.Ge), right, left
        difference = in_whole_numbers(func, expand(left - right))
        if difference is None:
            return sp.S(func is sp.Ne)
        low, high = smallest(difference), smallest(-difference)
        answer = None
        if func in (sp.Eq, sp.Ne):
            if difference == 0:
                answer = func is sp.Eq
            elif (low is not None and low > 0) or (high is not None and high > 0):
                answer = func is sp.Ne
        elif low is not None and (low > 0 or (low == 0 and func is sp.Ge)):
            answer = True
        elif high is not None and (high > 0 or (high == 0 and func is sp.Gt)):
            answer = False
        if answer is not None:
            return sp.S(answer)
        return self._open(func, difference)

    def _open(self, func: type[Relational], difference: sp.Expr) -> sp.Basic:
        """An undecided relation in one form for it and its opposite, so that both are known as soon as one is."""
        opposite = func in (sp.Ge, sp.Ne)
        turned = func is sp.Ge or (func is not sp.Gt and difference.could_extract_minus_sign())
        relation: sp.Basic = (sp.Gt if func in (sp.Gt, sp.Ge) else sp.Eq)(
            -difference if turned else difference, 0, evaluate=False
        )
        if relation in self.facts:
            return sp.S(bool(self.facts[relation]) != opposite)
        self.signs.append(difference)
        return sp.Not(relation, evaluate=False) if opposite else relation

    def _floor(self, expr: sp.Expr) -> sp.Expr:
        """The whole part: integer terms come out, a constant rest is rounded."""
        whole, rest = [], []
        for term in sp.Add.make_args(_divided(expand(expr))):
            coefficient, monomial = term.as_coeff_Mul()
            if coefficient.is_Rational and monomial.is_integer:
                part = sp.Integer(coefficient.p // coefficient.q)
                whole.append(part * monomial)
                rest.append((coefficient - part) * monomial)
            else:
                rest.append(term)
        fraction = sp.Add(*rest)
        if fraction.is_Rational:
            return sp.Add(*whole, fraction.p // fraction.q)
        if root := as_root(fraction):
            value, signs = rounded(root[1])
            if value is not None:
                return sp.Add(*whole) + (-value if root[0] else value - 1)
            self.signs += signs
            self.roots += [] if signs else [root[1]]
        if _is_below_one(fraction):
            return sp.Add(*whole)
        self.fractions.append(fraction)
        return sp.Add(*whole) + sp.floor(fraction, evaluate=False)

    def _larger(self, a: sp.Expr, b: sp.Expr) -> sp.Expr | None:
        """The larger of the two, or None with a question."""
        difference = expand(a - b)
        for low, answer in ((smallest(difference), a), (smallest(-difference), b)):
            if low is not None and low >= 0:
                return answer
        self.signs.append(difference)
        return None

    def _extreme(self, func: type[sp.Max] | type[sp.Min], args: Parts) -> sp.Expr:
        kept: Parts = []
        for candidate in dict.fromkeys(args):
            larger = {other: self._larger(candidate, other) for other in kept}
            beaten = [o for o, l in larger.items() if l is not None and (l == candidate) == (func is sp.Max)]
            if any(l is not None and o not in beaten for o, l in larger.items()):
                continue
            kept = [other for other in kept if other not in beaten] + [candidate]
        return kept[0] if len(kept) == 1 else func(*kept, evaluate=False)

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
        """A power with a symbolic exponent as a product over the factors of its base, if these are positive."""
        factors = sp.Mul.make_args(sp.factor(base)) if base.is_Add else (base,)
        if len(factors) > 1 and all((smallest(factor) or 0) > 0 for factor in factors):
            return sp.Mul(*(sp.Pow(factor, exponent) for factor in factors))
        return sp.Pow(base, exponent)


def _whole_root(square: sp.Expr) -> sp.Expr | None:
    """A polynomial whose square a polynomial is, of either sign; None if there is none.

    >>> n = sp.Symbol("n", integer=True, nonnegative=True)
    >>> _whole_root(36 * n**2 - 36 * n + 9), _whole_root(n**2 + 1)
    (6*n - 3, None)
    """
    symbols = square.free_symbols
    if not symbols or not square.is_polynomial(*symbols) or square.count_ops() > MOST_ROOT_OPERATIONS:
        return None
    number, factors = sp.factor_list(square, *sorted(symbols, key=lambda s: s.sort_key()))
    root = sp.sqrt(number)
    if not root.is_Rational or any(times % 2 for _, times in factors):
        return None
    return expand(root * sp.prod(factor ** (times // 2) for factor, times in factors))


def in_whole_numbers(func: type[Relational], difference: sp.Expr) -> sp.Expr | None:
    """A polynomial in whole numbers with the same relation to 0, with coprime coefficients; None if it is never 0 and should be.

    >>> m, n = sp.symbols("m n", integer=True, nonnegative=True)
    >>> in_whole_numbers(sp.Ge, m + 2 * n / 3 + sp.Rational(1, 2)), in_whole_numbers(sp.Eq, 2 * m - 4 * n + 1)
    (3*m + 2*n + 1, None)
    """
    symbols = difference.free_symbols
    if not symbols or not all(s.is_integer for s in symbols) or not difference.is_polynomial(*symbols):
        return difference
    constant, rest = difference.as_coeff_Add()
    coefficients = [term.as_coeff_Mul()[0] for term in sp.Add.make_args(rest)]
    if not constant.is_Rational or not all(c.is_Rational for c in coefficients):
        return difference
    common = sp.ilcm(1, *(c.q for c in coefficients))
    unit = sp.Rational(sp.igcd(0, *(c * common for c in coefficients)), common)
    above = constant / unit
    if func in (sp.Eq, sp.Ne):
        return expand(rest / unit) + above if above.is_Integer else None
    return expand(rest / unit) + (sp.ceiling(above) if func is sp.Gt else sp.floor(above))


def _divided(expr: sp.Expr) -> sp.Expr:
    """A quotient of polynomials with a positive divisor as a polynomial and the quotient of a rest."""
    above, below = sp.fraction(sp.together(expr))
    symbols = below.free_symbols | above.free_symbols
    if not below.free_symbols or not all(each.is_polynomial(*symbols) for each in (above, below)):
        return expr
    if (smallest(below) or 0) <= 0:
        return expr
    (whole,), rest = sp.reduced(above, [below], *sorted(symbols, key=lambda s: s.sort_key()))
    return expand(whole) + rest / below if whole else expr


def _is_below_one(fraction: sp.Expr) -> bool:
    """Whether a quotient is shown to be at least 0 and less than 1."""
    above, below = sp.fraction(sp.together(fraction))
    if not below.free_symbols:
        return False
    least = [smallest(each) for each in (above, below, below - above)]
    return all(each is not None for each in least) and least[0] >= 0 and least[1] > 0 and least[2] > 0


def _junction(func: type[sp.And] | type[sp.Or], args: Parts) -> sp.Basic:
    decisive = sp.false if func is sp.And else sp.true
    if decisive in args:
        return decisive
    return func(*(argument for argument in args if argument not in (sp.true, sp.false)))


# Cases of sizes in which an open question of `netlemma.checks.formula.case_analysis` has one answer.
#
# The symbols that are split are counters: nonnegative integers created by `counter`, one for each parameter.


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
    """Substitutions that together cover all sizes and answer an open question."""
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
