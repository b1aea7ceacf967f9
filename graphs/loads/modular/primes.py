"""Primes below 2^50, and integers known by their remainders."""

from collections.abc import Sequence
from math import prod

WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23)  # enough below 3.8 * 10^18 (Jiang and Deng 2014)
_known: list[int] = []


def is_prime(n: int) -> bool:
    """Whether n < 3.8 * 10^18 is prime, by the test of Miller and Rabin with enough witnesses to be certain.

    >>> [n for n in range(30) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    """
    if n < 2 or any(n % w == 0 for w in WITNESSES):
        return n in WITNESSES
    odd = n - 1
    twos = (odd & -odd).bit_length() - 1
    odd >>= twos
    for witness in WITNESSES:
        power = pow(witness, odd, n)
        if power not in (1, n - 1) and all((power := power * power % n) != n - 1 for _ in range(twos - 1)):
            return False
    return True


def primes_below(count: int) -> list[int]:
    """The ``count`` largest primes below 2^50, largest first.

    >>> [2**50 - p for p in primes_below(3)]
    [27, 35, 51]
    """
    n = _known[-1] if _known else 1 << 50
    while len(_known) < count:
        n -= 1
        if is_prime(n):
            _known.append(n)
    return _known[:count]


class Remainders:
    """Integers from their remainders modulo distinct primes (Chinese remainder theorem).

    >>> Remainders([5, 7]).whole([3, 4])
    18
    """

    def __init__(self, primes: Sequence[int]) -> None:
        self.modulus = prod(primes)
        self._parts = [self.modulus // p * pow(self.modulus // p, -1, p) for p in primes]

    def whole(self, remainders: Sequence[int], factor: int = 1) -> int:
        """The number below the product of the primes with these remainders times ``factor``.

        Parameters
        ----------
        remainders : Sequence of int
            Remainder modulo each prime.
        factor : int, default 1
            Factor of all remainders.

        Returns
        -------
        int
            The number.
        """
        return sum(r * part for r, part in zip(remainders, self._parts, strict=True)) * factor % self.modulus
