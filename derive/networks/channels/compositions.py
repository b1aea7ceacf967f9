"""Bounded compositions: like objects in different cells, each of which holds a least and a greatest number of objects.

A composition fixes the number of objects in each cell, so each further cell multiplies the generating function by its
own, and the number of compositions is a coefficient of a product. Sources: Khonsari, Ould-Khaoua and Ferguson,
propositions 1 and 2; Whitworth, Choice and Chance (1901).

In a one-way torus of k nodes along each of n dimensions the cells are dimensions and the objects hops.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import Coefficient, Inert, SeriesVariable
from netlemma.derive.algebra.expressions.proof import Proof, require
from netlemma.derive.core.derivation import Writer, close_sums
from netlemma.derive.core.lemma import Derivation
from netlemma.derive.networks.products.series import PowerCoefficient, Series, coefficient_of_power

Cell = tuple[int, int]  # least and greatest number of objects
z = SeriesVariable("z", integer=True, positive=True)
_c, _t, _T, _H = sp.symbols("c t T H", integer=True, nonnegative=True)


class Ways(Inert):
    """``Ways(r, m, q, p, ...)``: the number of ways to put r like objects into m cells that hold q to p objects each, ...

    Each further kind of cells adds three arguments.
    """

    @property
    def kinds(self) -> list[tuple[sp.Expr, sp.Expr, sp.Expr]]:
        """For each kind: number of cells, least and greatest number of objects in each."""
        return [(self.args[i], self.args[i + 1], self.args[i + 2]) for i in range(1, len(self.args), 3)]


def listed(objects: int, cells: Sequence[Cell]) -> Iterator[tuple[int, ...]]:
    """All compositions one by one, as the numbers of objects in the cells.

    Parameters
    ----------
    objects : int
        Number of objects.
    cells : sequence of Cell
        Least and greatest number of objects in each cell.

    Returns
    -------
    iterator of tuple of int
        Compositions.

    Examples
    --------
    >>> list(listed(3, [(0, 2), (1, 2)]))
    [(1, 2), (2, 1)]
    """
    every = product(*(range(low, high + 1) for low, high in cells))
    return (way for way in every if sum(way) == objects)


def generating_function(ways: Ways) -> sp.Expr:
    """The product over all cells of the sum of z**c over the objects c beyond the cell's minimum."""
    return sp.Mul(*(sp.Sum(z**_c, (_c, 0, high - low)) ** cells for cells, low, high in ways.kinds))


@dataclass(frozen=True)
class CellByCell(Proof):
    """``Ways`` as a coefficient, by induction over the cells.

    First each cell gets its least number of objects. A further cell with c objects leaves r - c for the others, so the
    generating function is multiplied by the sum of z**c (a product of two finite sums is the sum of all products); zero
    cells hold no object in one way. The result is compared with a list of all compositions at small sizes.
    """

    examples: tuple[dict[sp.Symbol, int], ...]
    kind: ClassVar[str] = "induction over the cells"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(isinstance(before, Ways), "not a number of ways")
        f = sp.Function("f")
        both = sp.Sum(f(_t) * z**_t * z**_c, (_t, 0, _T), (_c, 0, _H))
        apart = sp.Sum(f(_t) * z**_t, (_t, 0, _T)) * sp.Sum(z**_c, (_c, 0, _H))
        require(equal(both, apart), "a further cell does not multiply the generating function")
        least = sp.Add(*(cells * low for cells, low, _ in before.kinds))
        require(
            after == Coefficient(generating_function(before), z, before.args[0] - least),
            "the right-hand side is not that coefficient of the generating function",
        )
        require(
            generating_function(before).subs({cells: 0 for cells, _, _ in before.kinds}) == 1,
            "the generating function of zero cells is not 1",
        )
        require(bool(self.examples), "there is no size for the comparison")
        for size in self.examples:
            self._compare(before, after, size)

    def _compare(self, before: Ways, after: Coefficient, size: dict[sp.Symbol, int]) -> None:
        cells = [
            (int(evaluate(low, size)), int(evaluate(high, size)))
            for many, low, high in before.kinds
            for _ in range(int(evaluate(many, size)))
        ]
        series = [1]
        for low, high in cells:
            longer = [0] * (len(series) + high - low)
            for e, ways in enumerate(series):
                for c in range(high - low + 1):
                    longer[e + c] += ways
            series = longer
        index = int(evaluate(after.args[2], size))
        found = series[index] if 0 <= index < len(series) else 0
        written = len(list(listed(int(evaluate(before.args[0], size)), cells)))
        require(found == written, f"{written} ways, coefficient {found} at {size}")

    def describe(self) -> list[str]:
        return ["one more cell multiplies the generating function; compared with all ways written down at small sizes"]


@dataclass(frozen=True)
class AtIndex(Proof):
    """The coefficient at an index that is an expression: that at a symbol i, with the expression substituted for i."""

    coefficient: PowerCoefficient
    kind: ClassVar[str] = "binomial theorem"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(isinstance(before, Coefficient), "no coefficient to extract")
        power_coefficient, i = self.coefficient, self.coefficient.index
        at_i = power_coefficient.scale * coefficient_of_power(power_coefficient.series, power_coefficient.power, i)
        power_coefficient.check(Coefficient(before.args[0], z, i), at_i)
        require(after == at_i.xreplace({i: before.args[2]}), "the right-hand side is not the coefficient at that index")

    def describe(self) -> list[str]:
        return self.coefficient.describe()


def counted(ways: Ways, examples: Sequence[dict[sp.Symbol, int]], smallest: int = 1) -> Derivation:
    """The number of compositions as an alternating finite sum, for equally many cells of each kind.

    Parameters
    ----------
    ways : Ways
        Number of compositions.
    examples : sequence of dict from Symbol to int
        Sizes at which compositions are listed one by one.
    smallest : int, default 1
        Least value of the cell bounds.

    Returns
    -------
    Derivation
        Derivation of the closed form.

    References
    ----------
    * A. Khonsari, M. Ould-Khaoua and J. Ferguson, propositions 1 and 2.
    * W. A. Whitworth, Choice and Chance, 1901.
    """
    (many,) = {cells for cells, _, _ in ways.kinds}
    write = Writer(ways)
    least = sp.Add(*(cells * low for cells, low, _ in ways.kinds))
    write.step(
        Coefficient(generating_function(ways), z, ways.args[0] - least),
        "each cell gets what it holds at least, and then c objects more: powers of z multiply",
        CellByCell(tuple(examples)),
    )
    close_sums(write, [z >= 2], smallest)
    sizes = [high - low + 1 for _, low, high in ways.kinds]
    numerators = tuple(((sp.S.One, sp.S.Zero), (sp.S.NegativeOne, size)) for size in sizes)
    series = Series(numerators, len(sizes))
    write.normal(Coefficient(series.expression(z) ** many, z, write.now.args[2]), "in factored form")
    i = sp.Symbol("i", integer=True, nonnegative=True)
    proof = AtIndex(PowerCoefficient(series, many, sp.S.One, i, tuple({**size, i: 6} for size in examples)))
    expanded = coefficient_of_power(series, many, i).xreplace({i: write.now.args[2]})
    write.step(expanded, "the binomial theorem, term by term: inclusion and exclusion", proof)
    return write.derivation()
