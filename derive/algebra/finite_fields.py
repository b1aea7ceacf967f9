"""Finite fields by their definition: polynomials over the integers modulo p, modulo an irreducible one."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

import sympy as sp

from netlemma.derive.algebra.word_counts import IntegerFunction

Element = tuple[int, ...]


class PrimePower(IntegerFunction):
    """``PrimePower(q)``: 1 if q is a power of a prime, otherwise 0.

    >>> from netlemma.derive import lemma
    >>> lemma("slim-fly.degree").domain.describe()
    'q >= 3, q is a prime power'
    """

    holds_of = "is a prime power"  # what a domain says in words

    @staticmethod
    def at(*args: int) -> int:
        (q,) = args
        return int(q > 1 and len(sp.primefactors(q)) == 1)


class Field:
    """The field of q elements; an element is the tuple of its coefficients, of the power 0 first.

    q: Number of elements, a power of a prime.

    >>> four = Field(4)
    >>> four.elements, four.times((0, 1), (0, 1))
    ([(0, 0), (0, 1), (1, 0), (1, 1)], (1, 1))
    """

    def __init__(self, q: int) -> None:
        (self.p, self.degree), *_ = sp.factorint(q).items()
        self.elements = list(product(range(self.p), repeat=self.degree))
        self.zero, self.one = (0,) * self.degree, (1, *(0,) * (self.degree - 1))
        self._modulus = self._irreducible()

    def _irreducible(self) -> Element:
        """A monic polynomial that no two polynomials of lower degree have as their product; its power n is left out."""
        p, n = self.p, self.degree
        products = {
            tuple(_polynomial_product(a, b, p))
            for low in range(1, n)
            for a in (tuple(x) + (1,) for x in product(range(p), repeat=low))
            for b in (tuple(x) + (1,) for x in product(range(p), repeat=n - low))
        }
        return next(x for x in product(range(p), repeat=n) if (*x, 1) not in products)

    def plus(self, a: Element, b: Element) -> Element:
        """The sum."""
        return tuple((x + y) % self.p for x, y in zip(a, b, strict=True))

    def minus(self, a: Element, b: Element) -> Element:
        """The difference."""
        return tuple((x - y) % self.p for x, y in zip(a, b, strict=True))

    def times(self, a: Element, b: Element) -> Element:
        """The product."""
        found = _polynomial_product(a, b, self.p)
        while len(found) > self.degree:
            top = found.pop()
            for place, coefficient in enumerate(self._modulus):
                at = len(found) - self.degree + place
                found[at] = (found[at] - top * coefficient) % self.p
        return tuple(found)

    def powers(self, element: Element) -> list[Element]:
        """All powers of an element that is not zero, from the power 0 on."""
        found = [self.one]
        while (following := self.times(found[-1], element)) != self.one:
            found.append(following)
        return found

    @property
    def primitive(self) -> list[Element]:
        """The powers of an element that has all others but zero among them."""
        every = (self.powers(x) for x in self.elements if x != self.zero)
        return next(found for found in every if len(found) == len(self.elements) - 1)


def _polynomial_product(a: Sequence[int], b: Sequence[int], p: int) -> list[int]:
    found = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] = (found[i + j] + x * y) % p
    return found


@lru_cache(32)
def field(q: int) -> Field:
    """The field of q elements."""
    return Field(q)
