"""Judges of propositions 1 and 2 and of equations 4, 14 and 15: all ways to fill cells, by enumeration."""

from collections.abc import Iterator
from itertools import product, starmap

import sympy as sp

from netlemma.checks.claims.evidence import ClaimedValue, agree
from netlemma.checks.claims.judgement import Judgement, agrees, holds
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.claims.statements.khonsari.sums import (
    BINOMIALS,
    CHOSEN,
    SYMBOLS,
    K,
    M,
    Q,
    R,
    equal_cells,
    finite_sum,
    read,
    symbol_values,
    value,
)
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.discovery import lemma
from netlemma.derive.networks.channels.compositions import listed


def alike_sizes() -> Iterator[Size]:
    """Small numbers of objects and of equal cells, in ascending order."""
    every = ({"k": k, "m": m, "q": q, "r": r} for k in (1, 2, 3) for m in (1, 2, 3) for q in (0, 1) for r in range(7))
    return iter(sorted(every, key=lambda size: sum(size.values())))


def enumerated_ways(size: Size) -> int:
    """The number of ways, by enumeration."""
    return len(list(listed(size["r"], [(size["q"], size["q"] + size["k"] - 1)] * size["m"])))


def alike(reading: Reading, binomial: str) -> Judgement:
    """The alternating sum for equal cells, compared with an enumeration.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    binomial : str
        Meaning of binomials in the statement.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    return finite_sum(reading, binomial, alike_sizes(), enumerated_ways, equal_cells)


@by_cases
def generating(reading: Reading) -> Iterator[ClaimedValue]:
    """Coefficients of a power, multiplied out, compared with an enumeration."""
    least, most, index = (read(reading.says[name]) for name in ("least", "most", "index"))
    equal_cells()
    for size in alike_sizes():
        at = symbol_values(size)
        cells = [(int(evaluate(least, at)), int(evaluate(most, at)))] * size["m"]
        found = coefficients([(0, size["k"] - 1)] * size["m"]).get(int(evaluate(index, at)), 0)
        yield ClaimedValue(size, found, len(list(listed(size["r"], cells))))


def coefficients(cells: list[tuple[int, int]]) -> dict[int, int]:
    """The product of x^low + ... + x^high over cells, multiplied out."""
    series = {0: 1}
    for low, high in cells:
        longer: dict[int, int] = {}
        for exponent, count in series.items():
            for more in range(low, high + 1):
                longer[exponent + more] = longer.get(exponent + more, 0) + count
        series = longer
    return series


def unequal_sizes() -> Iterator[tuple[Size, list[tuple[int, int]]]]:
    """Small numbers of objects and of cells, each with its own q and k; the size names q_1, k_1, ..."""
    for m in (1, 2, 3):
        for cells in product(product((0, 1), (1, 2, 3)), repeat=m):
            if list(cells) == sorted(cells):
                for r in range(5):
                    named = {
                        f"{name}_{l}": x for l, cell in enumerate(cells, 1) for name, x in zip("qk", cell, strict=True)
                    }
                    yield {"m": m, **named, "r": r}, list(cells)


@by_cases
def unequal(reading: Reading) -> Iterator[ClaimedValue]:
    """Coefficients of a product of unequal cells, multiplied out, compared with an enumeration."""
    usual = {"least": "q", "most": "q + k - 1", "lowest": "q", "highest": "q + k - 1", "index": "r"}
    least, most, lowest, highest, index = (read(reading.says.get(name, text)) for name, text in usual.items())
    lemma("oneway-torus.compositions.unequal").check()
    for size, cells in unequal_sizes():
        at = [{Q: q, K: k, R: size["r"], M: size["m"]} for q, k in cells]
        true = len(list(listed(size["r"], [(int(evaluate(least, p)), int(evaluate(most, p))) for p in at])))
        series = coefficients([(int(evaluate(lowest, p)), int(evaluate(highest, p))) for p in at])
        yield ClaimedValue(size, series.get(int(evaluate(index, at[0])), 0), true)


def subsets(reading: Reading, binomial: str) -> Judgement:
    """The sum over sets of cells, compared with an enumeration.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    binomial : str
        Meaning of binomials in the statement.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    term, last = read(reading.says["term"]), read(reading.says["last"])

    def case(size: Size, cells: list[tuple[int, int]]) -> ClaimedValue:
        at, claimed = {M: size["m"], R: size["r"]}, 0
        for number in range(int(evaluate(last, at)) + 1):
            chosen = [k for l, (_, k) in enumerate(cells) if number >> l & 1]
            sums = {"Q": sum(q for q, _ in cells), "J": len(chosen), "K": sum(chosen)}
            claimed += value(term, {**at, **symbol_values(sums)}, BINOMIALS[binomial])
        return ClaimedValue(size, claimed, len(list(listed(size["r"], [(q, q + k - 1) for q, k in cells]))))

    judgement = agree(starmap(case, unequal_sizes()), "", CHOSEN if binomial == "polynomial" else None, "not shown")
    if judgement.verdict == "fails":
        return judgement
    if not expands(term):
        return agrees(f"agrees at the {len(judgement.sizes)} sizes tried; not shown for the others", judgement.sizes)
    because = "argued: one cell more multiplies the sum over sets by 1 - x^k; expanded for up to 3 cells of any size"
    return holds(f"{because}; compared with all ways written down", judgement.sizes)


def expands(term: sp.Expr) -> bool:
    """Whether the product of 1 - x^(k_l) has the signs and exponents of the term, whose binomial is a coefficient of (1 - x)^(-m)."""
    x = sp.Symbol("x", positive=True)
    j, k = SYMBOLS["J"], SYMBOLS["K"]
    total = SYMBOLS["Q"]
    if not equal(term, (-1) ** j * sp.binomial(R - total - k + M - 1, M - 1)):
        return False
    for m in (1, 2, 3):
        sizes = sp.symbols(f"k_1:{m + 1}", integer=True, positive=True)
        every = [[size for l, size in enumerate(sizes) if number >> l & 1] for number in range(2**m)]
        expanded = sp.Add(*((-1) ** len(chosen) * x ** sp.Add(*chosen) for chosen in every))
        if not equal(expanded, sp.Mul(*(1 - x**size for size in sizes))):
            return False
    return True
