"""Judges of statements of encyclopedias and documentation: series of sequences, lists of permutations, names of graphs."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import factorial

import sympy

from netlemma.checks.claims.evidence import ClaimedValue, evaluated
from netlemma.checks.claims.statements.formulas import by_cases, read
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.judging.quantities import measured_quantity
from netlemma.derive.core.claim import Reading
from netlemma.graphs import device_network


@by_cases
def series(
    reading: Reading, family: str, size: str, quantity: str, first: int, last: int, ahead: int
) -> Iterator[ClaimedValue]:
    """The coefficient of x^n in ``says.series`` is a quantity of the network of size n less ``ahead``, from ``first`` on."""
    x = sympy.Symbol("x", positive=True)
    printed = sympy.Poly(sympy.series(read(reading.says["series"]), x, 0, last + 1).removeO(), x)
    for n in range(first, last + 1):
        true = measured_quantity(device_network(family, **{size: n - ahead}), quantity)
        yield ClaimedValue({"n": n}, Fraction(str(printed.coeff_monomial(x**n))), true)


@by_cases
def products_of_transpositions(reading: Reading, letters: int) -> Iterator[ClaimedValue]:
    """``says.permutations`` lists all permutations of some letters, each as a product of exchanges of two of them."""
    found = set()
    for product in re.split(r",| and ", reading.says["permutations"]):
        order = list(range(letters + 1))
        for a, b in re.findall(r"\((\d)(\d)\)", product):
            order[int(a)], order[int(b)] = order[int(b)], order[int(a)]
        found.add(tuple(order))
    yield ClaimedValue({"n": letters}, f"{len(found)} permutations", f"{factorial(letters)} permutations")


@by_cases
def odd_graph(reading: Reading, largest: int) -> Iterator[ClaimedValue]:
    """The Kneser graph of the subsets of K out of ``says.N`` elements has the links of the odd graph of number ``says.odd``."""
    elements, odd = (parse_formula(reading.says[name]) for name in ("N", "odd"))
    for size in range(2, largest + 1):
        of = {"K": size, "N": int(evaluated(elements, {"K": size}))}
        pairs = combinations(combinations(range(of["N"]), size), 2)
        disjoint = sum(set(s).isdisjoint(t) for s, t in pairs)
        true = measured_quantity(device_network("odd-graph", n=int(evaluated(odd, {"K": size}))), "links")
        yield ClaimedValue(of, Fraction(disjoint), true)
