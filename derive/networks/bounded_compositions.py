"""Bounded compositions: objects in cells of bounded size, and coefficients of powers of generating functions, by the binomial theorem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import sympy as sp
from sympy import Integer, Min, Rational, Sum, binomial, floor

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import Coefficient, Inert, SeriesVariable
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.derivation import DerivationBuilder, close_sums
from netlemma.derive.core.lemma import Derivation

# Coefficients of powers of the factors' generating functions, by the binomial theorem.
#
# A factor's distance generating function is ``numerators / (1 - z)**poles``; each numerator is a list of terms ``c*z**e``
# that begins with a constant. Its m-th power is expanded term by term: binomial theorem for each numerator term, negative
# binomial series for the poles. The result is a finite sum.


Term = tuple[sp.Expr, sp.Expr]


@dataclass(frozen=True)
class Series:
    """``product(numerators) / (1 - z)**poles``, each numerator a tuple of terms (coefficient, exponent), constant first."""

    numerators: tuple[tuple[Term, ...], ...]
    poles: int

    def expression(self, z: sp.Expr) -> sp.Expr:
        """The series as a rational function of z."""
        numerators = [sp.Add(*(c * z**e for c, e in terms)) for terms in self.numerators]
        return sp.Mul(*numerators) / (1 - z) ** self.poles

    def subs(self, old: sp.Symbol, new: sp.Expr) -> Series:
        """The series with a size replaced."""
        return Series(
            tuple(
                tuple((sp.S(c).subs(old, new), sp.S(e).subs(old, new)) for c, e in terms) for terms in self.numerators
            ),
            self.poles,
        )


def coefficient_of_power(series: Series, m: sp.Expr, i: sp.Expr) -> sp.Expr:
    """The coefficient of z**i in ``series**m`` as a finite sum.

    R. L. Graham, D. E. Knuth and O. Patashnik, Concrete Mathematics, 2nd ed., 1994, section 5.4: binomial series.

    >>> from netlemma.derive.algebra.notation import parameter
    >>> n, i, k = parameter("n"), parameter("i", 0), parameter("k")
    >>> coefficient_of_power(Series((((Integer(1), Integer(0)), (k - 1, Integer(1))),), 0), n, i)
    (k - 1)**i*binomial(n, i)
    """
    choices = [(terms[0][0], tuple(terms[1:])) for terms in series.numerators]
    limits: list[tuple] = []
    rest, body = i, Integer(1)
    names = iter(sp.symbols("l j g h u v", integer=True))
    steps = [(number, term) for number, (_, terms) in enumerate(choices) for term in reversed(terms)]
    left = [m for _ in choices]
    for position, (number, (coefficient, exponent)) in enumerate(steps):
        if series.poles == 0 and position == len(steps) - 1 and exponent == 1:
            index = rest
        else:
            index = next(names)
            limits.append((index, 0, Min(left[number], floor(rest / exponent))))
        body *= binomial(left[number], index) * coefficient**index
        left[number] -= index
        rest -= exponent * index
    for (constant, _), count in zip(choices, left, strict=True):
        body *= constant**count
    if series.poles:
        body *= binomial(rest + series.poles * m - 1, series.poles * m - 1)
    return Sum(body, *reversed(limits)) if limits else body


@dataclass(frozen=True)
class TermsCounted(Proof):
    """The coefficient of z**i in a sum of powers ``z**f`` is the number of terms with f = i."""

    kind: ClassVar[str] = "coefficient of a sum of powers"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(isinstance(before, Coefficient) and isinstance(before.args[0], Sum), "not a coefficient of a sum")
        total, variable, index = before.args
        require(total.function.as_base_exp()[0] == variable, "the terms are not powers of the variable")
        require(after == counted_terms(before), f"{after} does not count the terms with exponent {index}")

    def describe(self) -> list[str]:
        return ["each power contributes one where its exponent is that of the coefficient and nothing elsewhere"]


def counted_terms(coefficient: Coefficient) -> sp.Sum:
    """The number of terms of a sum of powers with the given exponent, as a sum of zeros and ones."""
    total, variable, index = coefficient.args
    exponent = total.function.as_base_exp()[1] if total.function != variable else Integer(1)
    return Sum(sp.Piecewise((1, sp.Eq(exponent, index)), (0, True)), *total.limits)


@dataclass(frozen=True)
class PowerCoefficient(Proof):
    """``[z^i] series**m`` expanded by the binomial theorem.

    It checks the theorem's induction step (Pascal's rule, for both signs of the exponent), that the series is that of
    the step, and the result against powers multiplied out at small sizes.
    """

    series: Series
    power: sp.Expr
    scale: sp.Expr
    index: sp.Symbol
    examples: tuple[dict[sp.Symbol, int], ...]
    kind: ClassVar[str] = "binomial theorem"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        n, l = sp.symbols("n l", integer=True, positive=True)
        fraction = {
            binomial(n + 1, l): (n + 1) / (n + 1 - l),
            binomial(n, l): Integer(1),
            binomial(n, l - 1): l / (n + 1 - l),
        }
        pascal = binomial(n + 1, l) - binomial(n, l) - binomial(n, l - 1)
        require(equal(pascal.xreplace(fraction), Integer(0)), "Pascal's rule fails")
        require(isinstance(before, Coefficient), "no coefficient to extract")
        require(
            equal(before.args[0], self.scale * self.series.expression(before.args[1]) ** self.power),
            "not the given series",
        )
        require(
            equal(after, self.scale * coefficient_of_power(self.series, self.power, self.index)),
            "the right-hand side is not the expansion",
        )
        require(bool(self.examples), "there is no size for the comparison")
        for size in self.examples:
            self._compare(after, size)

    def _compare(self, after: sp.Expr, size: dict[sp.Symbol, int]) -> None:
        most = size[self.index]
        expected = multiply_out(self.series, self.power, size, most)
        for i in range(most + 1):
            value = evaluate(after, {**size, self.index: i})
            require(value == evaluate(self.scale, size) * expected[i], f"coefficient {i} differs at {size}")

    def describe(self) -> list[str]:
        return [
            "binomial theorem for each numerator term, negative binomial series for the denominator; Pascal's rule re-checked"
        ]


def multiply_out(series: Series, power: sp.Expr, size: dict[sp.Symbol, int], most: int) -> list:
    """The coefficients up to z**most of ``series**power`` at one size, by plain multiplication."""
    result: list = [1] + [0] * most
    for _ in range(int(evaluate(power, size))):
        for terms in series.numerators:
            polynomial = [(evaluate(sp.S(c), size), int(evaluate(sp.S(e), size))) for c, e in terms]
            result = [sum(c * result[j - e] for c, e in polynomial if j >= e) for j in range(most + 1)]
        for _ in range(series.poles):
            for j in range(1, most + 1):
                result[j] += result[j - 1]
    return result


def _ones(*terms: tuple[object, object]) -> tuple[Term, ...]:
    return tuple((sp.S(c), sp.S(e)) for c, e in terms)


def factor_series(kind: str, n: sp.Expr) -> tuple[tuple[sp.Basic, Series], ...]:
    """The distance generating function of one factor, by parity where it matters.

    For vertex-transitive factors it counts nodes from one of them; for a line, all ordered pairs.
    """
    if kind in ("clique", "bus"):
        return ((sp.true, Series((_ones((1, 0), (n - 1, 1)),), 0)),)
    if kind == "oneway-ring":
        return ((sp.true, Series((_ones((1, 0), (-1, n)),), 1)),)
    if kind == "ring":
        even = Series((_ones((1, 0), (1, 1)), _ones((1, 0), (-1, n * Rational(1, 2)))), 1)
        odd = Series((_ones((1, 0), (1, 1), (-2, (n + 1) * Rational(1, 2))),), 1)
        if n.is_Integer:
            return ((sp.true, odd if n % 2 else even),)
        return ((sp.Eq(sp.Mod(n, 2), 0), even), (sp.true, odd))
    return ((sp.true, Series((_ones((n, 0), (-2, 1), (-n, 2), (2, n + 1)),), 2)),)


# Bounded compositions: like objects in different cells, each of which holds a least and a greatest number of objects.
#
# A composition fixes the number of objects in each cell, so each further cell multiplies the generating function by its
# own, and the number of compositions is a coefficient of a product. Sources: Khonsari, Ould-Khaoua and Ferguson,
# propositions 1 and 2; Whitworth, Choice and Chance (1901).
#
# In a one-way torus of k nodes along each of n dimensions the cells are dimensions and the objects hops.


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

    * A. Khonsari, M. Ould-Khaoua and J. Ferguson, propositions 1 and 2.
    * W. A. Whitworth, Choice and Chance, 1901.
    """
    (many,) = {cells for cells, _, _ in ways.kinds}
    write = DerivationBuilder(ways)
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
