"""Relations of a quantity to a formula: equal to it, bounded by it, near it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy

from netlemma.checks.base.inputs import InputError, positive_number
from netlemma.checks.formula.enclosure import Enclosure, order
from netlemma.checks.formula.equality.equal import same_for_all_sizes
from netlemma.checks.formula.equality.inequality import at_least_for_all_sizes

AGREEING = {"=": {0}, "<=": {0, 1}, "<": {1}, ">=": {0, -1}, ">": {-1}, "!=": {1, -1}}
WORDS = {"<=": "at most", "<": "less than", ">=": "at least", ">": "greater than"}


@dataclass(frozen=True)
class ClaimedRelation:
    """A relation of the true value to the claimed one.

    Parameters
    ----------
    sign : str, default "="
        ``=``, ``<=``, ``<``, ``>=``, ``>``, or ``≈`` with a tolerance.
    tolerance : Fraction or None, optional
        Largest difference of values that are about equal, relative to the true value.

    Raises
    ------
    InputError
        If there is no tolerance where one is needed.

    Examples
    --------
    >>> ClaimedRelation("<=").holds(Fraction(2), Fraction(3)), ClaimedRelation("≈", Fraction(1, 10)).holds(Fraction(10), Fraction(12))
    (True, False)
    """

    sign: str = "="
    tolerance: Fraction | None = None

    def __post_init__(self) -> None:
        if self.sign == "≈" and self.tolerance is None:
            raise InputError("≈ needs the largest relative difference that is allowed: give it, such as --tolerance 1%")

    def holds(self, true: Fraction, claimed: Fraction | Enclosure) -> bool | None:
        """Whether the true value is in this relation to the claimed one; None if an enclosure leaves it open.

        Parameters
        ----------
        true : Fraction
            True value.
        claimed : Fraction or Enclosure
            Claimed value.

        Returns
        -------
        bool or None
            Whether it is.
        """
        if self.sign == "≈":
            low, high = self._around(true)
            sides = order(claimed, low), order(claimed, high)
            if None in sides:
                return None
            return sides[0] != -1 and sides[1] != 1
        found = order(claimed, true)
        return None if found is None else found in AGREEING[self.sign]

    def _around(self, true: Fraction) -> tuple[Fraction, Fraction]:
        by = abs(true) * (self.tolerance or 0)
        return true - by, true + by

    def proved(
        self, claimed: sympy.Expr, true: sympy.Expr, minima: dict[sympy.Symbol, int], condition: sympy.Basic
    ) -> bool:
        """Whether the relation is proved for all sizes.

        Parameters
        ----------
        claimed : Expr
            Claimed expression.
        true : Expr
            Closed form.
        minima : dict from Symbol to int
            Least value of each size.
        condition : Basic
            Condition on the sizes.

        Returns
        -------
        bool
            Whether it is proved.
        """
        if self.sign == "=":
            return bool(same_for_all_sizes(claimed, true, minima, condition))
        if self.sign == "≈":
            by = sympy.Rational(*(self.tolerance or Fraction(0)).as_integer_ratio())
            sides = [(claimed, (1 - by) * true), ((1 + by) * true, claimed), (true, sympy.Integer(0))]
            return all(at_least_for_all_sizes(a, b, minima, condition) for a, b in sides)
        greater, less = (claimed, true) if self.sign[0] == "<" else (true, claimed)
        return bool(at_least_for_all_sizes(greater, less, minima, condition, strict=len(self.sign) == 1))

    @property
    def words(self) -> str:
        """The relation in words."""
        if self.sign == "≈":
            return f"within {float(self.tolerance or 0) * 100:g}% of"
        return WORDS.get(self.sign, "equal to")


EQUAL = ClaimedRelation()


def tolerance_of(text: str) -> Fraction | None:
    """A relative difference as users write it.

    Parameters
    ----------
    text : str
        Number such as ``0.01``, or ``1%``; empty for none.

    Returns
    -------
    Fraction or None
        The number.

    Raises
    ------
    InputError
        For another text.

    Examples
    --------
    >>> tolerance_of("1%"), tolerance_of("0.005")
    (Fraction(1, 100), Fraction(1, 200))
    """
    if not text:
        return None
    number = positive_number(text.removesuffix("%"), "--tolerance", "a tolerance")
    return number / 100 if text.endswith("%") else number
