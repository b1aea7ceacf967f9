"""R-ary M-cube under shortest paths: mean distance and visit ratios (the formulas of Reed 1982 belong to another routing).

A hop between rows i and i + 1 sets digit i to any value. A message from (0, 0) to row k and column x walks around the M
rows, from 0 to k, over each step whose digit differs.
"""

from fractions import Fraction
from itertools import product
from typing import Any

from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.cycles import brute_force_search as search
from netlemma.derive.networks.cycles.cycle_families import CycleFamily
from netlemma.derive.networks.cycles.cycle_walks import (
    ColumnsCounted,
    M,
    MarkedCycle,
    R,
    column_hops,
    columns,
    columns_by_walks,
    fast_tails,
    walk,
)


def _rule(size: Size) -> search.Rule:
    r, m = size["R"], size["M"]

    def hops(node: Any) -> list[tuple[search.Node, str]]:
        i, j = node
        found: list[tuple[search.Node, str]] = []
        for step, row in ((i, (i + 1) % m), ((i - 1) % m, (i - 1) % m)):
            for digit in range(r):
                column = j[:step] + (digit,) + j[step + 1 :]
                found.append(((row, column), "column" if column == j else "cylinder"))
        return found

    return hops


_FAMILY = CycleFamily(
    "r-ary-m-cube",
    MarkedCycle(M, R, on_positions=False),
    Domain((Parameter("R", 2, "nodes that a node is linked to in the next row"), Parameter("M", 1, "rows"))),
    rule=lambda size: _rule(size),
    words=lambda size: list(product(range(size["R"]), repeat=size["M"])),
    compared=tuple({"R": r, "M": m} for r, m in ((2, 1), (3, 1), (2, 2), (2, 3), (2, 4), (3, 2))),
)


def _all_hops(size: Size) -> Fraction:
    return Fraction(fast_tails(size["M"], size["R"], False))


def mean_distance() -> Lemma:
    """The lemma on the mean distance under shortest paths, as a double sum."""
    because = "walks h(k, x) hops around the rows, over each step whose digit differs"
    tails = _FAMILY.cycle.tails()
    return _FAMILY.mean_distance(_FAMILY.over(walk), tails, ("column", "cylinder"), because, _all_hops)


def _class_lemma(name: str) -> Lemma:
    every, hops = _FAMILY.over(walk), _FAMILY.over(columns)
    if name == "column":
        body, counted, devices, makes = hops, columns_by_walks(), _FAMILY.nodes, "q(k, x) column hops"
    else:
        body, counted = every - hops, _FAMILY.cycle.tails() - columns_by_walks()
        devices, makes = _FAMILY.nodes * (R - 1), "cylinder hops where it makes no column hop"
    write, lemma = _FAMILY.visit_ratio(name, devices, body, counted, f"makes on average {makes}")
    if name == "cylinder":
        _FAMILY.close_walks(write)
    write.step(
        write.now.xreplace({hops: columns_by_walks()}),
        "E takes the shorter way, or the mean over the paths of both; N and U count words, and their zeros, by longest stretches",
        ColumnsCounted(hops, _FAMILY.hops),
    )

    def total(size: Size) -> Fraction:
        found = column_hops(size["R"], size["M"])
        return found if name == "column" else _all_hops(size) - found

    return lemma(
        f"The visit ratio of a {name} link, the same for all, every shortest path equally likely.", total, _tables
    )


def _tables(size: Size) -> tuple[int, int]:
    """Words by length and by their longest runs, of both arcs of every offset."""
    return size["M"] ** 4 // 6, size["M"] ** 2


LEMMAS = {
    "r-ary-m-cube.mean_distance": mean_distance,
    "r-ary-m-cube.visit_ratio.cylinder": lambda: _class_lemma("cylinder"),
    "r-ary-m-cube.visit_ratio.column": lambda: _class_lemma("column"),
}
