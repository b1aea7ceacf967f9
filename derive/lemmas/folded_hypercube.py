"""The folded hypercube: the hypercube and a link between every two complementary nodes."""

from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.domain import Domain, Parameter
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.chosen_places import AtOneDifference, ChosenPlaces, X, places_lemmas, same_by_factorials
from netlemma.derive.networks.distance_lemmas import i

n = parameter("n", 2)
_MIDDLE = sp.binomial(n, sp.floor(n / 2))
FOLDED = ChosenPlaces(
    "folded-hypercube",
    Domain((Parameter("n", 2, "dimensions"),)),
    length=n,
    ones=None,
    changes=(sp.S.One, n),
    distance=sp.Min(X, n + 1 - X),
    nearer=((1, 0), (X, n - X)),
    small=tuple({"n": value} for value in range(2, 8)),
)


@dataclass(frozen=True)
class HalfOfRow(Proof):
    """The sum of i C(n + 1, i) = (n + 1) C(n, i - 1) over the smaller half of the row, half of the middle one, for even and odd n.

    C(n, j) = C(n, n - j): both halves of a row have the same sum, and with the middle they are 2^n.
    """

    kind: ClassVar[str] = "half of a row of binomial coefficients"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        (total,) = before.atoms(sp.Sum)
        require(total.limits == (sp.Tuple(i, 1, sp.floor((n + 1) / 2)),), "not up to the middle")
        m, j = sp.symbols("m j", integer=True, positive=True)
        row = sp.binomial(n, j)
        require(same_by_factorials(row, row.xreplace({j: n - j})), "a row that is not symmetric")
        for size in (2 * m, 2 * m + 1):
            there = {n: size}
            most, last = (e.xreplace(there) for e in (sp.floor((n + 1) / 2), sp.floor(n / 2)))
            summand, odd = total.function.xreplace(there), size != 2 * m
            below = sp.Piecewise(*((v, w.xreplace({i: j})) for v, w in summand.args)).args[0][0]
            require(self._holds(summand, below, odd, size, most, m), "other summands")
            require(
                same_by_factorials(below.xreplace({i: j + 1}), (size + 1) * sp.binomial(size, j)),
                "not (n + 1) C(n, i - 1)",
            )
            half = (
                2**size - (1 + odd) * sp.binomial(size, last)
            ) / 2  # all below the middle, of which there are 1 or 2
            closed = (size + 1) * (half + (sp.binomial(size, last) / 2 if odd else 0))
            require(
                equal(before.xreplace({total: sp.S.One}).xreplace(there) * closed, after.xreplace(there)), "another sum"
            )

    @staticmethod
    def _holds(summand: sp.Expr, below: sp.Expr, odd: bool, size: sp.Expr, most: sp.Expr, m: sp.Symbol) -> bool:
        """Whether below the middle the first case applies, and at the middle of an odd row half of it."""
        (_, first), (other, _) = summand.args
        if not shows([m >= 1, i >= 1, i <= m], first):
            return False
        return not odd or (most == m + 1 and not shows([m >= 1, i >= m + 1], first) and equal(2 * other, below))

    def describe(self) -> list[str]:
        return ["both halves of a row are the same, by the factorials, for even and odd n"]


_LOWER = sp.binomial(n + 1, i)
LEMMAS = places_lemmas(
    FOLDED,
    "links diameter nodes_at_distance mean_distance max_channel_load.uniform wiener_index",
    diameter=(sp.floor((n + 1) / 2), sp.floor((n + 1) / 2)),
    at_distance=(
        sp.Piecewise((_LOWER, 2 * i <= n), (_LOWER / 2, sp.Eq(2 * i, n + 1)), (sp.S.Zero, True)),
        AtOneDifference(
            FOLDED,
            (
                (sp.S.Zero, sp.Eq(i, 0)),
                (i, sp.And(i >= 1, 2 * i <= n + 1)),
                (n + 1 - i, sp.And(i >= 1, 2 * i <= n)),
            ),
        ),
    ),
    mean=((n + 1) * (2**n - _MIDDLE) / (2 * (2**n - 1)), HalfOfRow(), True),
) | defined("folded-hypercube", "nodes degree", n="dimensions")
