"""Finite fields as tables: the q elements of GF(q) are the numbers 0, ..., q-1."""

from functools import cached_property

import numpy as np

LARGEST = 10**5  # larger orders are refused for their size wherever a field is asked for


def prime_power(q: int) -> tuple[int, int] | None:
    """The prime p and the exponent e with q = p^e; None if there are none.

    >>> prime_power(49), prime_power(12), prime_power(1)
    ((7, 2), None, None)
    """
    prime = next((p for p in range(2, int(q**0.5) + 1) if q % p == 0), q)
    exponent = 0
    while q > 1 and q % prime == 0:
        q, exponent = q // prime, exponent + 1
    return (prime, exponent) if q == 1 and exponent else None


def no_prime_power(q: int, least: int) -> str:
    """Which numbers near q are legal where prime powers from ``least`` on are; "" if q is one, or too large to build.

    >>> no_prime_power(6, 3)
    'q must be a prime power of at least 3, such as 5 or 7'
    """
    if q > LARGEST or prime_power(q):
        return ""
    below, above = q - 1, q + 1
    while not prime_power(below):
        below -= 1
    while not prime_power(above):
        above += 1
    return f"q must be a prime power of at least {least}, such as {' or '.join(str(n) for n in (below, above) if n >= least)}"


class Field:
    """The field GF(q), with tables of all sums and products.

    The number of an element, in base p, has as digits its coefficients as a polynomial in x, the constant one last. The
    product of q = p^e elements is taken modulo x^e - r, for the least number r of a polynomial for which the powers of x
    are all elements but 0; with e = 1, x is r itself. So x is the primitive element with the least number.

    q: A prime power.

    powers: The powers of the least primitive element, from 1 on.

    >>> four = Field(4)
    >>> four.powers.tolist(), int(four.plus[2, 3]), int(four.times[2, 3])
    ([1, 2, 3], 1, 1)
    """

    def __init__(self, q: int) -> None:
        found = prime_power(q)
        if found is None:
            raise ValueError(f"{q} is no prime power")
        self.q = q
        self.p, self.e = found
        self.powers = next(powers for r in range(1, q) if len(powers := self._powers(r)) == q - 1)

    def _powers(self, r: int) -> np.ndarray:
        """The powers of x modulo x^e - r, as far as they differ from each other and from 0."""
        p, top = self.p, self.q // self.p
        found, element = [1], 0
        while True:
            high, low = divmod(found[-1], top)
            element = sum((low * p // p**i + high * (r // p**i)) % p * p**i for i in range(self.e))
            if element in (0, 1) or len(found) == self.q:
                return np.array(found if element == 1 else [])
            found.append(element)

    @cached_property
    def plus(self) -> np.ndarray:
        """Sum of every two elements, shape (q, q)."""
        one, other = np.ogrid[: self.q, : self.q]
        places = self.p ** np.arange(self.e)
        return np.sum([(one // place + other // place) % self.p * place for place in places], axis=0)

    @cached_property
    def times(self) -> np.ndarray:
        """Product of every two elements, shape (q, q)."""
        exponent = np.argsort(self.powers)  # of the elements 1, ..., q-1
        found = np.zeros((self.q, self.q), dtype=np.int64)
        found[1:, 1:] = self.powers[(exponent[:, None] + exponent) % (self.q - 1)]
        return found

    @cached_property
    def minus(self) -> np.ndarray:
        """The negative of every element, shape (q,)."""
        return np.argmin(self.plus, axis=1)
