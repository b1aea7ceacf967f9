"""The Markov-modulated Poisson process with two states (Fischer and Meier-Hellstern 1993; Min 2001, equation 7)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

import mpmath

Number = Any  # Fraction, float or mpmath's mpf; exact input gives exact output


class ArrivalsError(ValueError):
    """Illegal traffic parameters; the one-line message states the given and the legal values."""


@dataclass(frozen=True)
class MMPP2:
    """Poisson arrivals whose rate is ``mu1`` or ``mu2``, according to a Markov chain with two states.

    Integers and other rationals become Fractions, so that everything without exponentials is exact, unless one of the
    four is a float or an mpmath number: then all are. With ``mu2 = 0`` it is an interrupted Poisson process, with ``mu1
    = mu2`` a Poisson process.

    Parameters
    ----------
    mu1, mu2 : Number
        Messages per cycle in state 1 and in state 2, not negative and not both 0.
    sigma1, sigma2 : Number
        Rate out of state 1 and out of state 2, per cycle, positive.

    Raises
    ------
    ArrivalsError
        If a number is not legal.

    Examples
    --------
    >>> source = MMPP2(Fraction(1, 100), 0, Fraction(1, 5), Fraction(4, 5))
    >>> source.mean_rate, source.stationary
    (Fraction(1, 125), (Fraction(4, 5), Fraction(1, 5)))
    >>> MMPP2(1, 0, Fraction(1, 5), 0)
    Traceback (most recent call last):
    netlemma.derive.performance.traffic.mmpp.ArrivalsError: sigma2 is 0; a rate out of a state must be positive
    """

    mu1: Number
    mu2: Number
    sigma1: Number
    sigma2: Number

    def __post_init__(self) -> None:
        names = ("mu1", "mu2", "sigma1", "sigma2")
        for name, value in zip(
            names, one_number_type(*(number(getattr(self, name), name) for name in names)), strict=True
        ):
            object.__setattr__(self, name, value)
        for name in ("mu1", "mu2"):
            if getattr(self, name) < 0:
                raise ArrivalsError(f"{name} is {getattr(self, name)}; an arrival rate must not be negative")
        for name in ("sigma1", "sigma2"):
            if not getattr(self, name) > 0:
                raise ArrivalsError(f"{name} is {getattr(self, name)}; a rate out of a state must be positive")
        if not (self.mu1 or self.mu2):
            raise ArrivalsError("mu1 and mu2 are 0; at least one arrival rate must be positive")

    @property
    def stationary(self) -> tuple[Number, Number]:
        """The shares of time in state 1 and in state 2."""
        total = self.sigma1 + self.sigma2
        return self.sigma2 / total, self.sigma1 / total

    @property
    def mean_rate(self) -> Number:
        """Mean messages per cycle (Min 2001, equation 9; the lemma ``mean`` of :mod:`netlemma.derive.performance.traffic.moments`)."""
        first, second = self.stationary
        return first * self.mu1 + second * self.mu2

    @property
    def exchanged(self) -> MMPP2:
        """The same process with its states exchanged.

        Examples
        --------
        >>> MMPP2(3, 1, Fraction(1, 2), 2).exchanged
        MMPP2(mu1=Fraction(1, 1), mu2=Fraction(3, 1), sigma1=Fraction(2, 1), sigma2=Fraction(1, 2))
        """
        return MMPP2(self.mu2, self.mu1, self.sigma2, self.sigma1)


def number(value: object, name: str) -> Number:
    """A finite real number, as a Fraction if it is rational.

    Parameters
    ----------
    value : object
        Number to check.
    name : str
        Name in the error message.

    Returns
    -------
    Number
        Fraction, float or mpmath number.

    Raises
    ------
    ArrivalsError
        If the value is not a finite real number.

    Examples
    --------
    >>> number(2, "n"), number(0.5, "n")
    (Fraction(2, 1), 0.5)
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise ArrivalsError(f"{name} is {value!r}; a number such as 1, Fraction(1, 5) or 0.2 is expected")
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if not abs(value) < float("inf"):  # type: ignore[operator]
        raise ArrivalsError(f"{name} is {value}; a finite number is expected")
    return value if isinstance(value, mpmath.mpf) else float(value)


def one_number_type(*values: Number) -> tuple[Number, ...]:
    """Numbers converted to one kind: mpmath's if one is, else floats if one is, else Fractions.

    Examples
    --------
    >>> one_number_type(Fraction(1, 2), 0.25), one_number_type(Fraction(1, 2), Fraction(3))
    ((0.5, 0.25), (Fraction(1, 2), Fraction(3, 1)))
    """
    if any(isinstance(value, mpmath.mpf) for value in values):
        return tuple(
            mpmath.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mpmath.mpf(value)
            for value in values
        )
    return tuple(map(float, values)) if any(isinstance(value, float) for value in values) else values
