"""Judges of equations 2, 4 to 6, 14 and 15 and propositions 1 and 2: destinations by distance, and all ways to fill
cells, by enumeration.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product, starmap
from math import factorial, prod

import sympy as sp

from netlemma.checks.claims.judgement import ClaimedValue, Judgement, agree, agrees, evaluated, fails, holds
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.lemmas.measured_quantities import choices
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.discovery import lemma
from netlemma.derive.networks.bounded_compositions import Ways, counted, listed

# Shared parts of the judges of alternating sums: meanings of binomials, terms and limits of sums, and proved sums.


K, M, Q, R, N, I = (parameter(*each) for each in (("k",), ("m",), ("q", 0), ("r", 0), ("n",), ("i", 0)))
L = sp.Symbol("l", integer=True)
SYMBOLS = {s.name: s for s in (K, M, Q, R, N, I, L)} | {s: sp.Symbol(s, integer=True) for s in "QJK"}
Binomial = Callable[[int, int], int]
CHOSEN = "the same with binomials that are 0 where the top is negative or less than the bottom"


def ways(top: int, bottom: int) -> int:
    """Number of choices of ``bottom`` out of ``top`` things: 0 if there are too few.

    >>> ways(4, 2), ways(1, 2), ways(-1, 0)
    (6, 0, 0)
    """
    return polynomial(top, bottom) if top >= bottom >= 0 else 0


def polynomial(top: int, bottom: int) -> int:
    """The polynomial top (top - 1) ... (top - bottom + 1) / bottom!, for any top.

    >>> polynomial(4, 2), polynomial(1, 2), polynomial(-1, 0), polynomial(-2, 2)
    (6, 0, 1, 3)
    """
    return prod(range(top - bottom + 1, top + 1)) // factorial(bottom)


BINOMIALS: Mapping[str, Binomial] = {"ways": ways, "polynomial": polynomial}


def value(expression: sp.Expr, point: Mapping[sp.Symbol, int], binomial: Binomial) -> int:
    """The value of a formula, with one meaning of binomials."""
    table = {b: sp.Integer(binomial(*(int(evaluate(x, point)) for x in b.args))) for b in expression.atoms(sp.binomial)}
    return int(evaluate(expression.xreplace(table), point))


def read(text: str) -> sp.Expr:
    """A printed formula in the sizes of this module."""
    return parse_formula(text, SYMBOLS).to_sympy(SYMBOLS)


def symbol_values(size: Size) -> dict[sp.Symbol, int]:
    """A size by symbols."""
    return {SYMBOLS[name]: number for name, number in size.items()}


def equal_cells() -> tuple[sp.Expr, sp.Expr]:
    """The terms in l of the sum for equal cells (k >= 1 numbers of objects), and the greatest l; its proof is re-run."""
    small = ((1, 1, 0, 0), (1, 2, 1, 2), (2, 1, 1, 2), (2, 2, 0, 1), (3, 2, 1, 4))
    examples = [dict(zip((K, M, Q, R), each, strict=True)) for each in small]
    derivation = counted(Ways(R, M, Q, Q + K - 1), examples, 1)
    derivation.check()
    return _terms(derivation.result, M)


def nodes_at_distance() -> tuple[sp.Expr, sp.Expr]:
    """The terms in l of the lemma oneway-torus.nodes_at_distance, and the greatest l; its proof is re-run."""
    found = lemma("oneway-torus.nodes_at_distance")
    found.check()
    return _terms(found.closed_form, N)


def _terms(total: sp.Expr, cells: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    """The sum ends with the number of cells, or earlier where no objects are left: there binomials are 0."""
    ((index, first, last),) = total.limits
    assert first == 0 and isinstance(last, sp.Min) and cells in last.args
    return total.function.xreplace({index: L}), cells


def finite_sum(
    reading: Reading,
    binomial: str,
    sizes: Iterable[Size],
    true: Callable[[Size], int],
    proved: Callable[[], tuple[sp.Expr, sp.Expr]],
) -> Judgement:
    """Compare an alternating sum with counts; it holds if its terms are those of a proved sum."""
    term, first, last = (read(reading.says[name]) for name in ("term", "first", "last"))
    tried: list[Size] = []
    for size in sizes:
        at = symbol_values(size)
        indices = range(int(evaluate(first, at)), int(evaluate(last, at)) + 1)
        claimed = sum(value(term, {**at, L: l}, BINOMIALS[binomial]) for l in indices)
        if claimed != true(size):
            return fails(size, claimed, true(size), CHOSEN if binomial == "polynomial" else None, tried)
        tried.append(size)
    right, most = proved()
    if first == 0 and last == most and binomial == "ways" and equal(term, right):
        because = "the terms of the proved sum, which leaves out only those whose binomial is 0"
        return holds(f"{because}; compared at {len(tried)} sizes", tried)
    return agrees(f"agrees at the {len(tried)} sizes tried; not shown for the others", tried)


# Judges of equations 2, 5 and 6: destinations by their distance, on explicit networks.


NETWORKS = ((2, 1), (3, 1), (2, 2), (4, 1), (3, 2), (2, 3), (5, 1), (4, 2), (2, 4), (3, 3))


def nodes(size: Size) -> int:
    """The number of nodes i hops away, counted on the explicit network."""
    found = choices("oneway-torus", (("k", size["k"]), ("n", size["n"]))).nodes_at
    return found[size["i"]] if size["i"] < len(found) else 0


def distances() -> Iterator[Size]:
    """Small networks and all distances in them."""
    return ({"k": k, "n": n, "i": i} for k, n in NETWORKS for i in range(1, n * (k - 1) + 1))


def at_distance(reading: Reading, binomial: str) -> Judgement:
    """The alternating sum for the nodes at a distance, compared with counted nodes."""
    return finite_sum(reading, binomial, distances(), nodes, nodes_at_distance)


@at_samples
def probability() -> Iterator[FormulaSample]:
    """The probability of a number of hops, counted over destinations."""
    for size in distances():
        counts = choices("oneway-torus", (("k", size["k"]), ("n", size["n"])))
        others = [d for node, d in enumerate(counts.distance) if node != counts.source]
        values = {"nodes": nodes(size), "N": size["k"] ** size["n"]}
        yield FormulaSample(size, values, Fraction(others.count(size["i"]), len(others)))


@by_cases
def mean(reading: Reading) -> Iterator[ClaimedValue]:
    """The mean distance as a sum over numbers of hops, compared with counted distances and with the lemma; these agree."""
    first, last, term = (parse_formula(reading.says[name]) for name in ("first", "last", "term"))
    for k, n in NETWORKS:
        size = {"k": k, "n": n}
        hops = range(int(evaluated(first, size)), int(evaluated(last, size)) + 1)
        shares = {i: Fraction(nodes({**size, "i": i}), k**n - 1) for i in hops}
        found = choices("oneway-torus", (("k", k), ("n", n))).distance
        true = Fraction(sum(found), len(found) - 1)
        if true != lemma("oneway-torus.mean_distance").value(size):
            raise ArithmeticError(f"the mean distance of the lemma is not {true} at {size}")
        yield ClaimedValue(size, sum(evaluated(term, {"i": i, "p": p}) for i, p in shares.items()), true)


# Judges of propositions 1 and 2 and of equations 4, 14 and 15: all ways to fill cells, by enumeration.


def alike_sizes() -> Iterator[Size]:
    """Small numbers of objects and of equal cells, in ascending order."""
    every = ({"k": k, "m": m, "q": q, "r": r} for k in (1, 2, 3) for m in (1, 2, 3) for q in (0, 1) for r in range(7))
    return iter(sorted(every, key=lambda size: sum(size.values())))


def enumerated_ways(size: Size) -> int:
    """The number of ways, by enumeration."""
    return len(list(listed(size["r"], [(size["q"], size["q"] + size["k"] - 1)] * size["m"])))


def alike(reading: Reading, binomial: str) -> Judgement:
    """The alternating sum for equal cells, compared with an enumeration."""
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
    """The sum over sets of cells, compared with an enumeration."""
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
