"""Like objects in cells of bounded size, as hops in dimensions: equal cells, cells of two sizes, and the number of full
cells.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import Inert
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.derivation import DerivationBuilder, Derived
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.bounded_compositions import Ways, counted, listed

_ZERO = sp.Integer(0)
w, k, m, q, r, i = (at.parameter(*each) for each in (("w",), ("k",), ("m",), ("q", 0), ("r", 0), ("i", 0)))
s, y = at.parameter("s"), at.parameter("y", 0)


class FullCells(Inert):
    """``FullCells(r, m, s, y)``: number of ways to put r like objects into m cells of at most s with exactly y full cells."""


@dataclass(frozen=True)
class WhichAreFull(Proof):
    """The full cells are chosen, and the other objects are put into the other cells, none of which is full.

    By induction over the cells, in generating functions: with S that of a cell that is not full, a further cell is full
    (a factor z^s, of y - 1 full ones before) or not (a factor S), according to Pascal's rule. Compared with a list of
    all ways.
    """

    examples: tuple[dict[sp.Symbol, int], ...]
    kind: ClassVar[str] = "induction over the cells"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == FullCells(r, m, s, y), "not the ways with full cells")
        require(after == sp.binomial(m, y) * Ways(r - s * y, m - y, _ZERO, s - 1), "not the product of both choices")
        full, rest = sp.symbols("F S", positive=True)
        pascal = {
            sp.binomial(m + 1, y): (m + 1) / (m + 1 - y),
            sp.binomial(m, y): sp.S.One,
            sp.binomial(m, y - 1): y / (m + 1 - y),
        }

        def product(cells: sp.Expr, of_them: sp.Expr) -> sp.Expr:
            return sp.binomial(cells, of_them) * full**of_them * rest ** (cells - of_them)

        more = product(m + 1, y) - product(m, y - 1) * full - product(m, y) * rest
        require(equal(more.xreplace(pascal), _ZERO), "the induction step fails")
        require(product(_ZERO, _ZERO) == 1, "the empty product is not 1")
        for size in self.examples:
            (ways,) = after.atoms(Ways)
            objects, cells, _, most = (int(evaluate(x, size)) for x in ways.args)
            claimed = evaluate(sp.binomial(m, y), size) * len(list(listed(objects, [(0, most)] * cells)))
            require(claimed == _full({p.name: v for p, v in size.items()}), f"the number differs at {size}")

    def describe(self) -> list[str]:
        return ["Pascal's rule: a cell more is full or not; compared with all ways written down at small sizes"]


def _full(size: Size) -> Fraction:
    ways = listed(size["r"], [(0, size["s"])] * size["m"])
    return Fraction(sum(way.count(size["s"]) == size["y"] for way in ways))


def _examples(symbols: Sequence[sp.Symbol], *values: Sequence[int]) -> tuple[dict[sp.Symbol, int], ...]:
    return tuple(dict(zip(symbols, each, strict=True)) for each in values)


def _ways(cells: Callable[[Size], list[tuple[int, int]]], objects: str) -> Callable[[Size], Fraction]:
    return lambda size: Fraction(len(list(listed(size[objects], cells(size)))))


def equal_cells() -> Lemma:
    """The lemma on equal cells: proposition 1 of Khonsari et al."""
    small = ((2, 1, 0, 0), (2, 1, 0, 1), (2, 2, 1, 3), (3, 2, 0, 2), (2, 3, 0, 0), (3, 3, 1, 2), (3, 2, 2, 7))
    derivation = counted(Ways(r, m, q, q + k - 1), _examples((k, m, q, r), *small), 2)
    return Lemma(
        key="oneway-torus.compositions.equal",
        symbol=sp.Symbol("W"),
        statement="The number of ways to put r like objects into m different cells that hold q to q + k - 1 objects each.",
        definition=Definition(
            "all ways with so many objects in the cells, counted",
            derivation.start,
            _ways(lambda size: [(size["q"], size["q"] + size["k"] - 1)] * size["m"], "r"),
            lambda size: size["k"] ** size["m"],
        ),
        domain=Domain(
            (
                Parameter("k", 2, "different numbers of objects that a cell may hold"),
                Parameter("m", 1, "cells"),
                Parameter("q", 0, "least number of objects in a cell"),
                Parameter("r", 0, "objects"),
            )
        ),
        derivation=derivation,
        measured=Measured("oneway-ring(k)^m", "compositions.equal", ("k", "m")),
    )


def unequal_cells() -> Lemma:
    """The lemma on cells of two sizes: proposition 2 of Khonsari et al."""
    small = ((2, 2, 1, 1), (2, 3, 1, 2), (2, 2, 2, 3), (3, 2, 2, 4), (2, 4, 1, 3), (3, 3, 1, 0))
    derivation = counted(Ways(i, m, _ZERO, w - 1, m, _ZERO, k - 1), _examples((w, k, m, i), *small), 2)
    return Lemma(
        key="oneway-torus.compositions.unequal",
        symbol=sp.Symbol("W"),
        statement="The number of ways to put i like objects into m cells of at most w - 1 and m cells of at most k - 1 objects.",
        definition=Definition(
            "all ways with so many objects in the cells, counted",
            derivation.start,
            _ways(lambda size: [(0, size["w"] - 1), (0, size["k"] - 1)] * size["m"], "i"),
            lambda size: (size["w"] * size["k"]) ** size["m"],
        ),
        domain=Domain(
            (
                Parameter("w", 2, "different numbers of objects that a cell of the first kind may hold"),
                Parameter("k", 2, "different numbers of objects that a cell of the second kind may hold"),
                Parameter("m", 1, "cells of each kind"),
                Parameter("i", 0, "objects"),
            )
        ),
        derivation=derivation,
        measured=Measured("oneway-ring(w)^m x oneway-ring(k)^m", "nodes_at_distance", ("w", "k", "m")),
    )


def full_cells() -> Lemma:
    """The lemma on full cells: the numerator of the probability that a message has crossed y dimensions, for s hops in each."""
    small = (
        (0, 1, 1, 0),
        (1, 2, 1, 1),
        (2, 2, 2, 1),
        (2, 2, 1, 1),
        (3, 3, 2, 1),
        (4, 3, 2, 1),
        (4, 3, 2, 2),
        (5, 3, 2, 0),
    )
    examples = _examples((r, m, s, y), *small)
    write = DerivationBuilder(FullCells(r, m, s, y))
    ways = Ways(r - s * y, m - y, _ZERO, s - 1)
    write.step(
        sp.binomial(m, y) * ways, "y cells are chosen and filled; the others are not full", WhichAreFull(examples)
    )
    earlier = counted(ways, examples)
    write.step(write.now.xreplace({ways: earlier.result}), "the ways to fill cells alike", Derived(earlier))
    return Lemma(
        key="oneway-torus.compositions.full",
        symbol=sp.Symbol("F"),
        statement="The number of ways to put r like objects into m cells of at most s objects, so that exactly y < m cells are full.",
        definition=Definition(
            "all ways with so many full cells, counted",
            write.start,
            _full,
            lambda size: (size["s"] + 1) ** size["m"],
        ),
        domain=Domain(
            (
                Parameter("s", 1, "objects that fill a cell"),
                Parameter("m", 1, "cells"),
                Parameter("y", 0, "full cells"),
                Parameter("r", 0, "objects"),
            ),
            (y <= m - 1,),
        ),
        derivation=write.derivation(),
        measured=Measured("oneway-torus", "compositions.full", ("s", "m"), routings=("adaptive",)),
    )


LEMMAS: dict[str, Callable[[], Lemma]] = {
    "oneway-torus.compositions.equal": equal_cells,
    "oneway-torus.compositions.unequal": unequal_cells,
    "oneway-torus.compositions.full": full_cells,
}
