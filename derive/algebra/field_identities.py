"""What follows in every field from equations between its elements, shown by identities of polynomials with whole coefficients.

A polynomial is 0 where others are if, times some that are not 0, it is a sum of multiples of them. The multiples are found by
division, and the identity is expanded; with whole coefficients it holds in a field of any characteristic.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product

import sympy as sp

from netlemma.derive.algebra.proof import require

MOST_FACTORS = 2  # that are not 0, by which a polynomial is multiplied


@dataclass(frozen=True)
class ElementFacts:
    """Known of elements of a field: expressions that are 0, that are not, and that are in named sets, which have no 0.

    symmetric: Sets that have the negatives of their elements.
    """

    zero: tuple[sp.Expr, ...] = ()
    nonzero: tuple[sp.Expr, ...] = ()
    members: tuple[tuple[str, sp.Expr], ...] = ()
    symmetric: frozenset[str] = frozenset()

    def with_zero(self, *exprs: sp.Expr) -> "ElementFacts":
        """The same with more that is 0."""
        return ElementFacts((*self.zero, *map(self.numerator, exprs)), self.nonzero, self.members, self.symmetric)

    def with_nonzero(self, *exprs: sp.Expr) -> "ElementFacts":
        """The same with more that is not 0."""
        return ElementFacts(self.zero, (*self.nonzero, *map(self.numerator, exprs)), self.members, self.symmetric)

    def with_member(self, name: str, expr: sp.Expr) -> "ElementFacts":
        """The same with an element of a set, which is not 0."""
        members = (*self.members, (name, expr))
        return ElementFacts(self.zero, self.nonzero, members, self.symmetric).with_nonzero(expr)

    def numerator(self, expr: sp.Expr) -> sp.Expr:
        """What is 0 where a quotient is; its denominator must be shown not to be.

        Raises
        ------
        ProofError
            If the denominator may be 0.
        """
        above, below = sp.fraction(sp.cancel(sp.together(expr)))
        require(below == 1 or self.is_nonzero(below), f"{below} may be 0")
        return sp.expand(above)

    def is_zero(self, expr: sp.Expr) -> bool:
        """Whether an expression is shown to be 0."""
        above = self.numerator(expr)
        if above in self.zero:
            return True
        return any(_combined(sp.expand(above * factor), self.zero) for factor in self._factors())

    def is_nonzero(self, expr: sp.Expr) -> bool:
        """Whether a polynomial is shown not to be 0: if it were, something would be that is not."""
        above = sp.expand(expr)
        return self._is_known(above) or any(_combined(factor, (above, *self.zero)) for factor in self._factors())

    def has_nonzero(self, exprs: Iterable[sp.Expr]) -> bool:
        """Whether one of several polynomials is shown not to be 0; those that are known are looked at first."""
        every = [sp.expand(each) for each in exprs]
        return any(map(self._is_known, every)) or any(map(self.is_nonzero, every))

    def _is_known(self, expr: sp.Expr) -> bool:
        return expr in self.nonzero or sp.expand(-expr) in self.nonzero

    def is_member(self, name: str, expr: sp.Expr) -> bool:
        """Whether an expression is shown to be in a set."""
        return any(
            self.is_zero(expr - known) or (name in self.symmetric and self.is_zero(expr + known))
            for of, known in self.members
            if of == name
        )

    def contradict(self) -> bool:
        """Whether these are shown to hold of no elements."""
        return any(_combined(factor, self.zero) for factor in self._factors())

    def _factors(self) -> Iterator[sp.Expr]:
        """Products of a few expressions that are not 0."""
        for number in range(MOST_FACTORS + 1):
            for chosen in combinations_with_replacement(dict.fromkeys(self.nonzero), number):
                yield sp.expand(sp.Mul(*chosen))


def _combined(expr: sp.Expr, zero: Iterable[sp.Expr]) -> bool:
    """Whether a polynomial is a sum of multiples of others, all with whole coefficients."""
    return _sum_of_multiples(expr, tuple(dict.fromkeys(each for each in zero if each != 0)))


@lru_cache(4096)
def _sum_of_multiples(expr: sp.Expr, zero: tuple[sp.Expr, ...]) -> bool:
    if expr == 0:
        return True
    if not zero:
        return False
    names = sorted(expr.free_symbols.union(*(each.free_symbols for each in zero)), key=str)
    if not names:
        return any(expr % each == 0 for each in zero)
    for order, symbols, divisors in product(("lex", "grevlex"), (names, names[::-1]), (zero, zero[::-1])):
        multiples, rest = sp.reduced(expr, list(divisors), *symbols, order=order)
        if rest == 0 and all(c.is_Integer for each in multiples for c in sp.Poly(each, *symbols).coeffs()):
            total = sp.Add(*(one * other for one, other in zip(multiples, divisors, strict=True)))
            return bool(sp.expand(expr - total) == 0)
    return False
