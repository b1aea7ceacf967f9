"""Pairs of words counted by conditions on their digits; conditions on different digits are independent.

Two words x and y over n digits are read place by place; a and b stand for the digits of x and y at one place. A
condition may also contain given digits: v, and digits w and p other than v. The number of pairs of words that satisfy
one condition at each place is the product of the numbers of pairs of digits that satisfy it
(:class:`DigitsIndependent`, by induction over the places); the number of pairs of digits is a closed sum
(:func:`pairs_of_digits`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine_conditions import require_assumed, shows
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import WordPairs, a, b, pair_sum
from netlemma.derive.algebra.proof import Proof, require

v, w, p = sp.symbols("v w p", integer=True)
GIVEN = (v, w, p)
ANY = sp.true
AGREE = sp.Eq(a, b)


@dataclass(frozen=True)
class DigitPlaces:
    """The places first, ..., stop - 1 of a word; at each of them the pair of digits (a, b) satisfies the condition."""

    first: sp.Expr
    stop: sp.Expr
    condition: sp.Basic

    @property
    def count(self) -> sp.Expr:
        return sp.expand(self.stop - self.first)


@cache
def pairs_of_digits(condition: sp.Basic, radix: sp.Expr) -> sp.Expr:
    """The number of pairs of digits (a, b) that satisfy the condition, for any given digits and any radix n >= 2.

    >>> n = sp.Symbol("n", integer=True, positive=True)
    >>> pairs_of_digits(sp.And(sp.Eq(b, v), sp.Ne(a, p)), n), pairs_of_digits(sp.And(sp.Eq(a, v), sp.Eq(b, w), AGREE), n)
    (n - 1, 0)
    """
    from netlemma.derive.algebra.summation.sums import close

    if condition is ANY:
        return radix**2
    whole = pair_sum(sp.Piecewise((1, condition), (0, True)), radix)
    numbers = set()
    for known in _given(condition, radix):
        closed = close(whole, [radix >= 2, *known])
        closed.check()
        numbers.add(closed.expression)
    require(len(numbers) == 1, f"the pairs of digits with {condition} depend on the given digits: {numbers}")
    number = numbers.pop()
    require(
        number.free_symbols <= {radix}, f"the pairs of digits with {condition} depend on the given digits: {number}"
    )
    return number


def _given(condition: sp.Basic, radix: sp.Expr) -> Iterator[list[sp.Basic]]:
    """The conditions on the given digits of a condition: all are digits, and each of the others differs from v."""
    named = [digit for digit in GIVEN if condition.has(digit)]
    others = [digit for digit in named if digit != v]
    digits = [v, *others] if others else named
    inside = [relation for digit in digits for relation in (digit >= 0, digit <= radix - 1)]
    cases: list[list[sp.Basic]] = [inside]
    for digit in others:
        cases = [[*case, differs] for case in cases for differs in (digit >= v + 1, digit <= v - 1)]
    yield from cases


def forbids_agreement(condition: sp.Basic, radix: sp.Expr) -> bool:
    """Whether two digits that satisfy the condition are never equal."""
    return pairs_of_digits(sp.And(condition, AGREE), radix) == 0


def forces_agreement(condition: sp.Basic, radix: sp.Expr) -> bool:
    """Whether two digits that satisfy the condition are always equal."""
    return pairs_of_digits(sp.And(condition, sp.Not(AGREE)), radix) == 0


def agreeing(places: Sequence[DigitPlaces], start: sp.Expr, known: Sequence[sp.Basic]) -> tuple[DigitPlaces, ...]:
    """The same places for words that agree from the place ``start`` on."""
    digit_places: list[DigitPlaces] = []
    for part in places:
        if shows(known, part.stop <= start):
            digit_places.append(part)
        elif shows(known, part.first >= start):
            digit_places.append(DigitPlaces(part.first, part.stop, sp.And(part.condition, AGREE)))
        else:
            require(shows(known, part.first <= start) and shows(known, start <= part.stop), f"place {start} undecided")
            digit_places.append(DigitPlaces(part.first, start, part.condition))
            digit_places.append(DigitPlaces(start, part.stop, sp.And(part.condition, AGREE)))
    return tuple(digit_places)


def word_pairs(places: Sequence[DigitPlaces], radix: sp.Expr, known: Sequence[sp.Basic]) -> sp.Expr:
    """The number of pairs of words with these conditions, as an expression; 0 if no digits satisfy one of them."""
    for part in places:
        if pairs_of_digits(part.condition, radix) == 0:
            require(shows(known, part.count >= 1), f"{part.condition} holds for no digits, and may have places")
            return sp.Integer(0)
    return WordPairs(radix, *(sp.Tuple(part.count, part.condition) for part in places if part.count != 0))


def product_of(pairs: WordPairs) -> sp.Expr:
    """The number of pairs of words as a product over their places."""
    return sp.Mul(*(pairs_of_digits(condition, pairs.radix) ** count for count, condition in pairs.places))


def counted(expr: sp.Expr) -> sp.Expr:
    """The expression with every number of pairs of words as a product."""
    return expr.xreplace({pairs: product_of(pairs) for pairs in expr.atoms(WordPairs)})


def occurrences(expr: sp.Basic, known: Sequence[sp.Basic] = ()) -> Iterator[tuple[WordPairs, list[sp.Basic]]]:
    """The numbers of pairs in an expression, each with the conditions known there: ranges of sums and conditions of cases."""
    if isinstance(expr, WordPairs):
        yield expr, list(known)
    elif isinstance(expr, sp.Sum):
        ranges = [relation for index, lower, upper in expr.limits for relation in (index >= lower, index <= upper)]
        yield from occurrences(expr.function, [*known, *ranges])
    elif isinstance(expr, sp.Piecewise):
        before: list[sp.Basic] = []
        for value, condition in expr.args:
            yield from occurrences(value, [*known, *before, *([] if condition is sp.true else [condition])])
            before.append(sp.Not(condition))
    else:
        for part in expr.args:
            yield from occurrences(part, known)


@dataclass(frozen=True)
class DigitsIndependent(Proof):
    """Pairs of words counted as products over their places, by induction over the places.

    A further place, whose digits satisfy its condition in W ways, turns T pairs of words into T W; there is one pair of
    empty words. The check includes that all words have ``length`` digits, that no number of places is negative where it
    occurs, and the number of pairs of digits for each condition.
    """

    length: sp.Expr
    assumptions: tuple[sp.Basic, ...]
    kind: ClassVar[str] = "induction over the digits"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        one_more_place()
        found = list(occurrences(before, self.assumptions))
        require(bool(found), f"no pairs of words in {before}")
        for pairs, known in found:
            counts = [count for count, _ in pairs.places]
            require(equal(sp.Add(*counts), self.length), f"{pairs} is not about words of {self.length} digits")
            for count in counts:
                require(shows(known, count >= 0), f"{count} may be a negative number of places")
        require(equal(counted(before), after), f"the products over the places do not give {after}")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require_assumed(self.assumptions, assumptions, parameters, "the words are counted for {} only")

    def describe(self) -> list[str]:
        return [
            "one more place, whose digits satisfy its condition in W ways, turns T pairs of words into T W; the empty words are one pair",
            "the pairs of digits for each condition are a closed sum, the same for all digits v, w != v, p != v that are given",
        ]


def one_more_place() -> None:
    """The induction step, with symbolic conditions on the words so far and on one further digit of each: T times W, and 1 for
    no digit.
    """
    f, g = sp.Function("f"), sp.Function("g")
    many, n, m = sp.symbols("alpha n m", integer=True, positive=True)
    c, d = sp.symbols("c d", integer=True)
    ways = pair_sum(g(a, b), n)
    both = sp.Sum(f(c, d) * g(a, b), (b, 0, n - 1), (a, 0, n - 1), (d, 0, many - 1), (c, 0, many - 1))
    require(
        equal(both, sp.Sum(f(c, d), (d, 0, many - 1), (c, 0, many - 1)) * ways),
        "the condition on a further digit is not independent",
    )
    number = sp.Symbol("W", positive=True)
    require(equal(number ** (m + 1), number**m * number) and number**0 == 1, "the induction fails")
