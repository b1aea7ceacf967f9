"""Exponential polynomials in normal form, the values of sums over affine guards: zero test, substitution and antidifferences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, floor

from netlemma.derive.algebra.integer_regions import Number
from netlemma.errors import NotPolynomial

# Exponential polynomials in normal form: the values of sums over affine guards.
#
# A `Term` is a finite sum of `coefficient * x^i * y^j ... * a^(e)`, where exponents `e` are linear forms with rational
# coefficients, bases `a` are primes or symbols, and coefficients are rational. Two terms without reciprocals are equal as
# functions on the integers (of algebraically independent symbols) exactly if their parts are equal, so an identity is
# checked by subtraction. The reciprocal of a term with several parts is kept as an atom `1/(...)`, which
# `netlemma.derive.algebra.summation.exponential_polynomials.vanishes` multiplies away.


Monomial = tuple[tuple[str, int], ...]
Powers = tuple[tuple[str, tuple[tuple[str, Number], ...]], ...]
Key = tuple[Monomial, Powers]
UNIT: Key = ((), ())
LARGEST_EXPONENT = 2000


class Reciprocal(str):
    """The name of an atom 1/(...), which carries the denominator."""

    denominator: Term


@lru_cache(maxsize=100_000)
def times_monomials(left: Monomial, right: Monomial) -> Monomial:
    """The product of two monomials."""
    merged = dict(left)
    for name, exponent in right:
        merged[name] = merged.get(name, 0) + exponent
    return tuple(sorted(item for item in merged.items() if item[1]))


@lru_cache(maxsize=100_000)
def _times_powers(left: Powers, right: Powers) -> tuple[Powers, Monomial, Number]:
    """Product of two power parts; integer exponents become a monomial (symbols) or a number (primes)."""
    merged = {base: dict(form) for base, form in left}
    for base, form in right:
        into = merged.setdefault(base, {})
        for name, value in form:
            into[name] = into.get(name, 0) + value
    return fold_powers(merged)


def fold_powers(merged: Mapping[str, Mapping[str, Number]]) -> tuple[Powers, Monomial, Number]:
    """Powers with the integer constants of their exponents taken out.

    The constants become a monomial (symbols) and a number (primes).
    """
    powers, monomial, number = [], [], Fraction(1)
    for base, form in merged.items():
        rest = {name: value for name, value in form.items() if value}
        whole = floor(rest.get("", 0))
        if abs(whole) > LARGEST_EXPONENT:
            raise NotPolynomial(f"{base}^{whole} is too large (exponents up to {LARGEST_EXPONENT})")
        if whole:
            rest[""] -= whole
            if base.isdigit():
                number *= Fraction(int(base)) ** whole
            else:
                monomial.append((base, whole))
        items = tuple(sorted(item for item in rest.items() if item[1]))
        if items:
            powers.append((base, items))
    return tuple(sorted(powers)), tuple(sorted(monomial)), number


class Term:
    """An immutable exponential polynomial; supports +, -, *, == (equal normal forms) and `** n` for n >= 0."""

    __slots__ = ("_hash", "parts")

    def __init__(self, parts: Mapping[Key, Number]):
        self.parts = {key: value for key, value in parts.items() if value}
        self._hash: int | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Term) and self.parts == other.parts

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.parts.items()))
        return self._hash

    def __add__(self, other: Term) -> Term:
        if not self.parts:
            return other
        parts = dict(self.parts)
        for key, value in other.parts.items():
            parts[key] = parts.get(key, 0) + value
        return Term(parts)

    def __neg__(self) -> Term:
        return Term({key: -value for key, value in self.parts.items()})

    def __sub__(self, other: Term) -> Term:
        return self + -other

    def __mul__(self, other: Term | Number) -> Term:
        if not isinstance(other, Term):
            return Term({key: value * other for key, value in self.parts.items()})
        parts: dict[Key, Number] = {}
        for (mono, powers), value in self.parts.items():
            for (other_mono, other_powers), other_value in other.parts.items():
                product = times_monomials(mono, other_mono)
                coefficient = value * other_value
                if powers or other_powers:
                    both, extra, number = _times_powers(powers, other_powers)
                    product = times_monomials(product, extra)
                    coefficient *= number
                else:
                    both = ()
                parts[product, both] = parts.get((product, both), 0) + coefficient
        return Term(parts)

    def __pow__(self, exponent: int) -> Term:
        result = number(1)
        for _ in range(exponent):
            result = result * self
        return result

    def __repr__(self) -> str:
        return f"Term({text(self)})"


def number(value: Number) -> Term:
    """The constant term."""
    return Term({UNIT: value})


def variable(name: str) -> Term:
    """The term that is one variable."""
    return Term({(((name, 1),), ()): 1})


def affine_term(coefficients: Mapping[str, Number], constant: Number) -> Term:
    """The term `sum(coefficients[x] * x) + constant`."""
    parts: dict[Key, Number] = {(((name, 1),), ()): value for name, value in coefficients.items()}
    parts[UNIT] = constant
    return Term(parts)


def affine_parts(term: Term) -> tuple[dict[str, Number], Number] | None:
    """Coefficients and constant if the term is affine, else None.

    >>> affine_parts(variable("x") * 2 + number(3))
    ({'x': 2}, 3)
    >>> affine_parts(variable("x") * variable("x")) is None
    True
    """
    coefficients: dict[str, Number] = {}
    constant: Number = 0
    for (monomial, powers), value in term.parts.items():
        if powers or len(monomial) > 1 or (monomial and monomial[0][1] != 1):
            return None
        if not monomial:
            constant = value
        elif isinstance(monomial[0][0], Reciprocal):
            return None
        else:
            coefficients[monomial[0][0]] = value
    return coefficients, constant


def power(base: str | int, exponent: Term) -> Term:
    """`base ** exponent` for a prime or named base and an affine exponent.

    >>> power(2, variable("k") + number(3))
    Term(8*2^(k))
    """
    found = affine_parts(exponent)
    if found is None:
        raise NotPolynomial(f"the exponent {text(exponent)} is not affine")
    powers, monomial, value = fold_powers({str(base): {**found[0], "": found[1]}})
    return Term({(monomial, powers): value})


def reciprocal(term: Term) -> Term:
    """`1 / term`: exact for a single product, otherwise an atom that stands for it."""
    if not term.parts:
        raise ZeroDivisionError("1/0 in a summand")
    if len(term.parts) == 1:
        (((monomial, powers), value),) = term.parts.items()
        inverse = {base: {name: -x for name, x in form} for base, form in powers}
        folded, extra, factor = fold_powers(inverse)
        turned = times_monomials(tuple((name, -exponent) for name, exponent in monomial), extra)
        return Term({(turned, folded): factor / Fraction(value)})
    atom = Reciprocal(f"1/({text(term)})")
    atom.denominator = term
    return variable(atom)


def denominators(term: Term) -> dict[str, Term]:
    """The reciprocal atoms of a term, each with its denominator."""
    names = (name for monomial, _ in term.parts for name, _ in monomial)
    return {name: name.denominator for name in names if isinstance(name, Reciprocal)}


def text(term: Term) -> str:
    """The term in readable notation; equal terms have equal texts.

    >>> text(variable("w") * variable("w") * Fraction(1, 4) - number(2))
    '1/4*w^2 - 2'
    """
    pieces = []
    for (monomial, powers), coefficient in sorted(term.parts.items(), key=_reading_order):
        factors = [name if exponent == 1 else f"{name}^{exponent}" for name, exponent in monomial]
        factors += [f"{base}^({_form_text(form)})" for base, form in powers]
        size = str(abs(coefficient))
        body = "*".join(factors if size == "1" and factors else [size, *factors])
        pieces.append(("- " if coefficient < 0 else "+ ") + body)
    joined = " ".join(pieces) or "0"
    return joined[2:] if joined.startswith("+ ") else joined.replace("- ", "-", 1) if joined[0] == "-" else joined


def _reading_order(item: tuple[Key, Number]) -> tuple[int, Monomial, Powers]:
    monomial, powers = item[0]
    return -sum(exponent for _, exponent in monomial), monomial, powers


def _form_text(form: Iterable[tuple[str, Number]]) -> str:
    return " + ".join((f"{name}" if x == 1 else f"{x}*{name}") if name else f"{x}" for name, x in form)


# Tests and rewritings of terms: zero test, value at a point, substitution.


def vanishes(term: Term) -> bool:
    """Whether the term is identically zero, reciprocals multiplied away.

    >>> from netlemma.derive.algebra.summation.exponential_polynomials import reciprocal, variable
    >>> u = reciprocal(variable("a") - number(1))
    >>> vanishes(u * variable("a") - u - number(1))
    True
    """
    if not term.parts:
        return True
    atoms = denominators(term)
    if not atoms:
        return False
    name, denominator = next(iter(atoms.items()))
    by_degree = collect_powers(term, name)
    top = max(by_degree)
    cleared = number(0)
    for degree, coefficient in by_degree.items():
        cleared = cleared + coefficient * denominator ** (top - degree)
    return vanishes(cleared)


def collect_powers(term: Term, name: str) -> dict[int, Term]:
    """Coefficients of the powers of one variable as a polynomial variable; symbolic powers stay inside."""
    result: dict[int, dict[Key, Number]] = {}
    for (monomial, powers), value in term.parts.items():
        degree = dict(monomial).get(name, 0)
        rest = tuple(item for item in monomial if item[0] != name)
        result.setdefault(degree, {})[rest, powers] = value
    return {degree: Term(parts) for degree, parts in result.items()}


def variables(term: Term) -> set[str]:
    """All names in the term: in monomials, bases, exponents and denominators."""
    names: set[str] = set()
    for monomial, powers in term.parts:
        for name, _ in monomial:
            names |= variables(name.denominator) if isinstance(name, Reciprocal) else {name}
        for base, form in powers:
            names |= {name for name, _ in form if name} | (set() if base.isdigit() else {base})
    return names


def substitute(term: Term, name: str, value: Term) -> Term:
    """Replace a variable by an affine term, in monomials and in exponents.

    >>> from netlemma.derive.algebra.summation.exponential_polynomials import power, variable
    >>> k = variable("k")
    >>> substitute(k * k * power(2, k), "k", k + number(1))
    Term(2*k^2*2^(k) + 4*k*2^(k) + 2*2^(k))
    """
    found = affine_parts(value)
    if found is None:
        raise NotPolynomial(f"{text(value)} is not affine")
    coefficients, constant = found
    result = number(0)
    untouched: dict[Key, Number] = {}
    cache: dict[int, Term] = {0: number(1)}
    for (monomial, powers), coefficient in term.parts.items():
        degree, rest, changed = 0, [], False
        for item in monomial:
            if item[0] == name:
                degree = item[1]
            else:
                rest.append(item)
                if isinstance(item[0], Reciprocal) and name in variables(item[0].denominator):
                    raise NotPolynomial(f"{name} is in the denominator of {item[0]}")
        if degree < 0:
            raise NotPolynomial(f"{name} is in a denominator")
        forms: dict[str, dict[str, Number]] = {}
        for base, form in powers:
            if base == name:
                raise NotPolynomial(f"{name} is the base of a power")
            forms[base] = dict(form)
            if name in forms[base]:
                changed = True
                factor = forms[base].pop(name)
                for other, x in coefficients.items():
                    forms[base][other] = forms[base].get(other, 0) + factor * x
                forms[base][""] = forms[base].get("", 0) + factor * constant
        if not degree and not changed:
            untouched[monomial, powers] = coefficient
            continue
        folded, extra, scale = fold_powers(forms) if changed else (powers, (), 1)
        while degree not in cache:
            cache[max(cache) + 1] = cache[max(cache)] * value
        result = result + Term({(times_monomials(tuple(rest), extra), folded): coefficient * scale}) * cache[degree]
    return result + Term(untouched)


def value(term: Term, point: Mapping[str, int]) -> Fraction:
    """The exact value at an integer point."""
    total = Fraction(0)
    for (monomial, powers), coefficient in term.parts.items():
        product = Fraction(coefficient)
        for name, exponent in monomial:
            base = value(name.denominator, point) ** -1 if isinstance(name, Reciprocal) else Fraction(point[name])
            product *= base**exponent
        for base_name, form in powers:
            exponent_value = Fraction(sum(Fraction(x) * (point[name] if name else 1) for name, x in form))
            if exponent_value.denominator != 1:
                raise ValueError(f"{base_name}^{exponent_value} is not rational")
            base = Fraction(int(base_name) if base_name.isdigit() else point[base_name])
            product *= base**exponent_value.numerator
        total += product
    return total


# Antidifferences: F with F(k+1) - F(k) = f(k), for polynomials and for polynomials times r^k.
#
# Polynomials are summed by Faulhaber's formula in Bernoulli polynomials (Graham, Knuth and Patashnik, Concrete
# Mathematics, 2nd ed., eq. 6.78). A polynomial p of degree d times r^k has an antidifference P(k) r^k with P of degree d,
# found by comparing coefficients in r P(k+1) - P(k) = p(k) from the top (ibid., section 2.6).


@dataclass(frozen=True)
class Telescoping:
    """The statement F(k+1) - F(k) = f(k); `holds` re-checks it in the normal form of terms.

    >>> k = variable("k")
    >>> Telescoping("k", k, k * (k - number(1)) * Fraction(1, 2)).holds()
    True
    >>> Telescoping("k", k, k * (k + number(1)) * Fraction(1, 2)).holds()
    False
    """

    index: str
    summand: Term
    antidifference: Term

    def holds(self) -> bool:
        """Whether the identity holds for every value of the index."""
        shifted = substitute(self.antidifference, self.index, variable(self.index) + number(1))
        return vanishes(shifted - self.antidifference - self.summand)

    def __str__(self) -> str:
        k = self.index
        return f"F({k}) = {text(self.antidifference)} has F({k}+1) - F({k}) = {text(self.summand)}"


@cache
def bernoulli(n: int) -> Fraction:
    """The Bernoulli number B_n with B_1 = -1/2.

    R. L. Graham, D. E. Knuth and O. Patashnik, Concrete Mathematics, 2nd ed., 1994, eq. 6.79.

    >>> [str(bernoulli(n)) for n in range(5)]
    ['1', '-1/2', '1/6', '0', '-1/30']
    """
    if n == 0:
        return Fraction(1)
    return -sum((comb(n + 1, j) * bernoulli(j) for j in range(n)), Fraction(0)) / (n + 1)


@cache
def faulhaber(degree: int) -> tuple[Fraction, ...]:
    """Coefficients (of k^0, k^1, ...) of the antidifference of k^degree that is 0 at k = 0.

    R. L. Graham, D. E. Knuth and O. Patashnik, Concrete Mathematics, 2nd ed., 1994, eq. 6.78.

    >>> [str(c) for c in faulhaber(2)]               # 0 + 1 + ... + (k-1)^2 = k/6 - k^2/2 + k^3/3
    ['0', '1/6', '-1/2', '1/3']
    """
    top = degree + 1
    return (Fraction(0), *(comb(top, j) * bernoulli(top - j) / top for j in range(1, top + 1)))


def antidifference(summand: Term, index: str) -> Term:
    """A term F with F(k+1) - F(k) = summand, where k is the index.

    A symbolic ratio r is divided by r - 1; the caller makes sure that r is not 1.

    R. L. Graham, D. E. Knuth and O. Patashnik, Concrete Mathematics, 2nd ed., 1994, section 2.6.

    >>> antidifference(variable("k") * power(2, variable("k")), "k")
    Term(k*2^(k) - 2*2^(k))
    """
    for name, below in denominators(summand).items():
        if index in variables(below):
            raise NotPolynomial(f"{index} is in the denominator of {name}")
    result = number(0)
    for rates, part in _by_rate(summand, index).items():
        by_degree = collect_powers(part, index)
        if min(by_degree) < 0:
            raise NotPolynomial(f"{index} is in a denominator")
        result = result + (_geometric(by_degree, rates, index) if rates else _polynomial(by_degree, index))
    return result


def rates_of(summand: Term, index: str) -> list[tuple[tuple[str, Number], ...]]:
    """The different growth rates of the summand."""
    return list(_by_rate(summand, index))


def _by_rate(summand: Term, index: str) -> dict[tuple[tuple[str, Number], ...], Term]:
    groups: dict[tuple[tuple[str, Number], ...], dict[Key, Number]] = {}
    for (monomial, powers), coefficient in summand.parts.items():
        groups.setdefault(_rate(powers, index), {})[monomial, powers] = coefficient
    return {rate: Term(parts) for rate, parts in groups.items()}


def _rate(powers: Powers, index: str) -> tuple[tuple[str, Number], ...]:
    if any(base == index for base, _ in powers):
        raise NotPolynomial(f"{index} is the base of a power")
    return tuple((base, x) for base, form in powers for name, x in form if name == index)


def _polynomial(by_degree: dict[int, Term], index: str) -> Term:
    result = number(0)
    for degree, coefficient in by_degree.items():
        parts: dict[Key, Number] = {(((index, j),) if j else (), ()): c for j, c in enumerate(faulhaber(degree))}
        result = result + coefficient * Term(parts)
    return result


def _geometric(by_degree: dict[int, Term], rates: tuple[tuple[str, Number], ...], index: str) -> Term:
    ratio = number(1)
    for base, x in rates:
        if x.denominator != 1:
            raise NotPolynomial(f"{base}^({x}*{index}) is not rational")
        ratio = ratio * power(base, number(x))
    inverse = reciprocal(ratio - number(1))
    solved: dict[int, Term] = {}
    for degree in range(max(by_degree), -1, -1):
        right = by_degree.get(degree, number(0))
        for higher, found in solved.items():
            right = right - ratio * found * comb(higher, degree)
        solved[degree] = right * inverse
    result = number(0)
    for degree, coefficient in solved.items():
        result = result + coefficient * variable(index) ** degree
    return result
