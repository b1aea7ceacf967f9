"""Exponential polynomials in normal form: the values of sums over affine guards.

A `Term` is a finite sum of `coefficient * x^i * y^j ... * a^(e)`, where exponents `e` are linear forms with rational
coefficients, bases `a` are primes or symbols, and coefficients are rational. Two terms without reciprocals are equal as
functions on the integers (of algebraically independent symbols) exactly if their parts are equal, so an identity is
checked by subtraction. The reciprocal of a term with several parts is kept as an atom `1/(...)`, which
`netlemma.derive.algebra.summation.rewriting.vanishes` multiplies away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import floor

from netlemma.derive.algebra.affine.elimination import Number

Monomial = tuple[tuple[str, int], ...]
Powers = tuple[tuple[str, tuple[tuple[str, Number], ...]], ...]
Key = tuple[Monomial, Powers]
UNIT: Key = ((), ())
LARGEST_EXPONENT = 2000
_RECIPROCALS: dict[str, Term] = {}


class NotPolynomial(ValueError):
    """A variable stands where it cannot be replaced: in a denominator, or as the base of a symbolic power."""


@lru_cache(maxsize=100_000)
def times_monomials(left: Monomial, right: Monomial) -> Monomial:
    """The product of two monomials.

    Parameters
    ----------
    left, right : Monomial
        Monomials.

    Returns
    -------
    Monomial
        The product.
    """
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

    Raises
    ------
    NotPolynomial
        If an exponent is too large.
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
    """The term `sum(coefficients[x] * x) + constant`.

    Parameters
    ----------
    coefficients : mapping from str to Number
        Coefficient of each variable.
    constant : Number
        Constant of the form.

    Returns
    -------
    Term
        The affine term.
    """
    parts: dict[Key, Number] = {(((name, 1),), ()): value for name, value in coefficients.items()}
    parts[UNIT] = constant
    return Term(parts)


def affine_parts(term: Term) -> tuple[dict[str, Number], Number] | None:
    """Coefficients and constant if the term is affine, else None.

    Examples
    --------
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
        elif monomial[0][0] in _RECIPROCALS:
            return None
        else:
            coefficients[monomial[0][0]] = value
    return coefficients, constant


def power(base: str | int, exponent: Term) -> Term:
    """`base ** exponent` for a prime or named base and an affine exponent.

    Parameters
    ----------
    base : str or int
        Prime, or name of a symbol.
    exponent : Term
        Affine exponent.

    Returns
    -------
    Term
        The power.

    Raises
    ------
    NotPolynomial
        If the exponent is not affine, or too large.

    Examples
    --------
    >>> power(2, variable("k") + number(3))
    Term(8*2^(k))
    """
    found = affine_parts(exponent)
    if found is None:
        raise NotPolynomial(f"the exponent {text(exponent)} is not affine")
    powers, monomial, value = fold_powers({str(base): {**found[0], "": found[1]}})
    return Term({(monomial, powers): value})


def reciprocal(term: Term) -> Term:
    """`1 / term`: exact for a single product, otherwise an atom that stands for it.

    Raises
    ------
    ZeroDivisionError
        If the term is 0.
    """
    if not term.parts:
        raise ZeroDivisionError("1/0 in a summand")
    if len(term.parts) == 1:
        (((monomial, powers), value),) = term.parts.items()
        inverse = {base: {name: -x for name, x in form} for base, form in powers}
        folded, extra, factor = fold_powers(inverse)
        turned = times_monomials(tuple((name, -exponent) for name, exponent in monomial), extra)
        return Term({(turned, folded): factor / Fraction(value)})
    name = f"1/({text(term)})"
    _RECIPROCALS[name] = term
    return variable(name)


def is_reciprocal(name: str) -> bool:
    """Whether a name denotes an atom 1/(...)."""
    return name in _RECIPROCALS


def reciprocal_of(name: str) -> Term:
    """The term whose reciprocal the named atom is."""
    return _RECIPROCALS[name]


def denominators(term: Term) -> dict[str, Term]:
    """The reciprocal atoms of a term, each with its denominator."""
    return {name: _RECIPROCALS[name] for monomial, _ in term.parts for name, _ in monomial if name in _RECIPROCALS}


def text(term: Term) -> str:
    """The term in readable notation; equal terms have equal texts.

    Examples
    --------
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
