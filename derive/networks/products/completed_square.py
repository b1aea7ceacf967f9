"""The largest value of c p (n - p) over the positions p of a line, by completing the square."""

from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import PositionMax
from netlemma.derive.algebra.expressions.proof import Proof, require


@dataclass(frozen=True)
class SquareCompleted(Proof):
    """The largest value of c*p*(n - p) over p = 1..n-1, by completing the square.

    A value falls short of the middle value by c*((2p - n)^2 - r)/4 with r = n mod 2. An odd number has a square of at
    least one, so the difference is never negative, and it is zero at p = floor(n/2).
    """

    position: sp.Symbol
    size: sp.Expr
    coefficient: sp.Expr
    kind: ClassVar[str] = "square completed"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(isinstance(before, PositionMax) and before.args[1] == self.position, "not a maximum over positions")
        require(equal(before.args[2], self.size - 1), "the positions are not 1..n-1")
        require(
            equal(before.args[0], self.coefficient * self.position * (self.size - self.position)),
            "not a multiple of p(n - p)",
        )
        require(
            bool(self.coefficient.is_positive) or _positive(self.coefficient),
            "the multiple is not known to be positive",
        )
        h = sp.Symbol("h", integer=True, positive=True)
        for rest in (0, 1):
            top = self.coefficient * (self.size**2 - rest) / 4
            short = self.coefficient * ((2 * self.position - self.size) ** 2 - rest) / 4
            require(equal(top - before.args[0], short), "the square is not completed")
            require(((2 * h + rest) - 2 * h) ** 2 - rest == 0, "the middle position does not attain the value")
        parity = sp.Eq(sp.Mod(self.size, 2), 0)
        top = sp.Piecewise(
            (self.coefficient * self.size**2 / 4, parity), (self.coefficient * (self.size**2 - 1) / 4, True)
        )
        require(equal(after, top), f"the largest value is not {after}")

    def describe(self) -> list[str]:
        return [
            f"completed square: short of the middle by c((2{self.position} - {self.size})^2 - ({self.size} mod 2))/4, "
            "and an odd number's square is at least 1"
        ]


def _positive(coefficient: sp.Expr) -> bool:
    """Whether every factor is positive for sizes of at least 2: a size, or an integer product of powers of sizes minus one."""
    numerator, denominator = sp.fraction(coefficient)
    for scaled in (*sp.Mul.make_args(numerator), *sp.Mul.make_args(denominator)):
        _, factor = scaled.as_content_primitive()
        power = sp.expand(factor + 1)
        less_one = factor.is_Add and power.is_positive and not power.is_Add
        if not (factor.is_positive or less_one or _grows_from_one(factor)):
            return False
    return True


def _grows_from_one(factor: sp.Expr) -> bool:
    """Whether no minus sign is left when each symbol is written as 1 plus a nonnegative quantity, as in k^2 - k + 1."""
    above = {
        s: 1 + sp.Symbol(f"_{s}", integer=True, nonnegative=True)
        for s in factor.free_symbols
        if s.is_positive and s.is_integer
    }
    return bool(sp.expand(factor.xreplace(above)).is_positive)
