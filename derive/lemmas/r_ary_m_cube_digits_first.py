"""The R-ary M-cube under the routing of Reed's Table II: digits first, then the shorter direction around.

A message goes upwards from row to row until the last differing digit is correct, and then within the column to its row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar

import sympy as sp
from sympy import Min, Sum

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceSum, PairSum
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.smt import always
from netlemma.derive.algebra.summation.sums import close
from netlemma.derive.core.derivation import COLLECTED, DerivationBuilder, close_sums
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured

R, M = at.parameter("R", 2), at.parameter("M")
NODES = M * R**M
_DOMAIN = Domain((Parameter("R", 2, "nodes that a node is linked to in the next row"), Parameter("M", 1, "rows")))
_t = sp.Symbol("t", integer=True)


def walks(size: Size) -> Iterator[list[str]]:
    """The classes of the links that messages from row 0 cross, for each destination, as if it were in column 0."""
    m = size["M"]
    for word in product(range(size["R"]), repeat=m):
        for goal in range(m):
            row, left, crossed = 0, list(word), []
            while any(left):
                crossed.append("cylinder" if left[row] else "column")
                left[row] = 0
                row = (row + 1) % m
            around = (goal - row) % m
            yield crossed + ["column"] * min(around, m - around)


def hops(size: Size, name: str) -> int:
    """Hops of a class made by the messages from one source to all nodes."""
    return sum(crossed.count(name) for crossed in walks(size))


def expected(name: str) -> sp.Expr:
    """Hops of a class from one source as sums: R^(t-1) (R-1) words have their last nonzero letter at place t."""
    if name == "cylinder":
        return M * upwards(name, M)
    return M * upwards(name, M) + R**M * Sum(Min(at.k, M - at.k), (at.k, 0, M - 1))


def upwards(name: str, digits: sp.Expr) -> sp.Expr:
    """Hops of a class upwards, for all words of so many digits: a differing digit is one cylinder hop."""
    marks = digits * (R - 1) * R ** (digits - 1)
    if name == "cylinder":
        return marks
    return Sum(_t * (R - 1) * R ** (_t - 1), (_t, 1, digits)) - marks


def _certify_upwards() -> None:
    """Check the hops upwards by those of words with one digit less; words of no digits make none."""
    m = sp.Symbol("m'", integer=True, nonnegative=True)

    def closed(expr: sp.Expr) -> sp.Expr:
        found = {total: close(total, [R >= 2, m >= 0]) for total in expr.atoms(Sum)}
        for each in found.values():
            each.check()
        return expr.xreplace({total: each.expression for total, each in found.items()})

    every = {name: (closed(upwards(name, m + 1)), closed(upwards(name, m))) for name in ("column", "cylinder")}
    first = {
        "cylinder": (R - 1) * R**m,
        "column": R**m - 1,
    }  # words of m + 1 digits whose first one differs, or not the first alone
    for name, (more, fewer) in every.items():
        require(equal(more, first[name] + R * fewer), f"other {name} hops with a digit more")
        require(equal(fewer.xreplace({m: sp.S.Zero}), sp.S.Zero), f"{name} hops without digits")


@dataclass(frozen=True)
class RowByRow(Proof):
    """Hops of the routing from one source: upwards as far as the last differing digit, then around; all sources are
    equivalent.

    Upwards, the first hop is made unless no digit differs, and is a cylinder hop if the first one does; behind it a word of one
    digit less is left. So the hops for all words follow from those for words of one digit less. Each row is reached with all
    destinations, so that the offset left is each of 0 to M - 1. Compared with the walks followed one by one.
    """

    name: str
    kind: ClassVar[str] = "path counting"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        whole = DeviceSum(PairSum(at.crossings))
        require(before.xreplace({whole: NODES * expected(self.name)}) == after, "not the hops of this class")
        _certify_upwards()
        goal, row = sp.symbols("g' i'", integer=True)
        offset = sp.Piecewise((goal - row, goal >= row), (goal - row + M, True))
        inside = [row >= 0, row <= M - 1, goal >= 0, goal <= M - 1]
        require(always(inside, sp.And(offset >= 0, offset <= M - 1)), "an offset beyond the rows")
        back = sp.Piecewise((offset + row, offset + row <= M - 1), (offset + row - M, True))
        require(always(inside, sp.Eq(back, goal)), "an offset of several destinations")
        for r, m in ((3, 1), (2, 2), (2, 3), (3, 2), (2, 5), (3, 4)):
            found = hops({"R": r, "M": m}, self.name)
            require(evaluate(expected(self.name), {R: r, M: m}) == found, f"the hops differ at R={r} M={m}")

    def describe(self) -> list[str]:
        return [
            "hops for words of one digit more, as the first hop says; z3: each offset is left once; compared with walks followed one by one"
        ]


def _lemma(name: str) -> Lemma:
    devices = NODES if name == "column" else NODES * (R - 1)
    write = DerivationBuilder(DeviceSum(PairSum(at.crossings)) / (NODES * (NODES - 1) * devices))
    write.step(
        NODES * expected(name) / (NODES * (NODES - 1) * devices),
        "a message passes rows up to the last digit that differs, and goes around to its row within the column",
        RowByRow(name),
    )
    if name == "column":
        close_sums(write, [R >= 2], smallest=1)
        rising = M / R - (1 - R ** (-M)) / (R - 1)
        around = sp.Piecewise((M / 4, sp.Eq(sp.Mod(M, 2), 0)), ((M**2 - 1) / (4 * M), True))
        write.normal((rising + around) / (NODES - 1), COLLECTED)
    else:
        write.normal(M / (R * (NODES - 1)), COLLECTED)

    def count(size: Size) -> int:
        return size["M"] * size["R"] ** size["M"]

    def literal(size: Size) -> Fraction:
        links = count(size) * (1 if name == "column" else size["R"] - 1)
        return Fraction(hops(size, name), (count(size) - 1) * links)

    return Lemma(
        key=f"r-ary-m-cube.visit_ratio.{name}.digits-first",
        symbol=sp.Symbol("V"),
        statement=f"The visit ratio of a {name} link, on average, if digits are put right row by row before going around.",
        definition=Definition(
            f"expected crossings of all {name} links by one message under digits-first routing, divided by their number",
            write.start,
            literal,
            count,
        ),
        domain=_DOMAIN,
        derivation=write.derivation(),
        measured=Measured("r-ary-m-cube", "visit_ratio", ("R", "M"), name, routings=("digits-first",)),
    )


LEMMAS = {
    "r-ary-m-cube.visit_ratio.cylinder.digits-first": lambda: _lemma("cylinder"),
    "r-ary-m-cube.visit_ratio.column.digits-first": lambda: _lemma("column"),
}
