"""Judges of equations 2, 5 and 6: destinations by their distance, on explicit networks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from checks.claims.evidence import ClaimedValue, agree
from checks.claims.judgement import Judgement, fails, holds
from checks.claims.statements.khonsari.sums import finite_sum, nodes_at_distance
from checks.formula.formula import parse_formula
from checks.lemmas.measured_adaptivity import choices
from derive.core.claim import Statement
from derive.core.domain import Size
from derive.discovery import lemma

NETWORKS = ((2, 1), (3, 1), (2, 2), (4, 1), (3, 2), (2, 3), (5, 1), (4, 2), (2, 4), (3, 3))


def nodes(size: Size) -> int:
    """The number of nodes i hops away, counted on the explicit network."""
    found = choices("oneway-torus", (("k", size["k"]), ("n", size["n"]))).nodes_at
    return found[size["i"]] if size["i"] < len(found) else 0


def distances() -> Iterator[Size]:
    """Small networks and all distances in them."""
    return ({"k": k, "n": n, "i": i} for k, n in NETWORKS for i in range(1, n * (k - 1) + 1))


def at_distance(statement: Statement, binomial: str) -> Judgement:
    """The alternating sum for the nodes at a distance, compared with counted nodes.

    Parameters
    ----------
    statement : Statement
        Statement to judge.
    binomial : str
        Meaning of binomials in the statement.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    return finite_sum(statement, binomial, distances(), nodes, nodes_at_distance)


def probability(statement: Statement) -> Judgement:
    """The share of destinations i hops away, counted."""
    formula = parse_formula(statement.says["p"], ("nodes", "N"))

    def case(size: Size) -> ClaimedValue:
        found = choices("oneway-torus", (("k", size["k"]), ("n", size["n"])))
        others = [d for node, d in enumerate(found.distance) if node != found.source]
        claimed = formula.evaluate({"nodes": nodes(size), "N": size["k"] ** size["n"]})
        return ClaimedValue(size, claimed, Fraction(others.count(size["i"]), len(others)))

    because = "argued: n_i of the N - 1 destinations are i hops away; counted"
    return agree(map(case, distances()), because, "n_i/(N - 1)")


def mean(statement: Statement) -> Judgement:
    """The mean distance, from the nodes at each distance."""
    term = parse_formula(statement.says["term"], ("i", "p"))
    ends = [parse_formula(statement.says[name], ("k", "n")) for name in ("first", "last")]
    tried: list[Size] = []
    p, i = sp.symbols("p i", positive=True)
    weighted = term.to_sympy({"i": i, "p": p})
    for k, n in NETWORKS:
        size = {"k": k, "n": n}
        first, last = (int(end.evaluate(size)) for end in ends)  # type: ignore[arg-type]
        claimed = Fraction(0)
        for hops in range(first, last + 1):
            share = sp.Rational(nodes({**size, "i": hops}), k**n - 1)
            claimed += Fraction(str(weighted.xreplace({i: sp.Integer(hops), p: share})))
        found = choices("oneway-torus", (("k", k), ("n", n))).distance
        true = Fraction(sum(found), len(found) - 1)
        if claimed != true or true != lemma("oneway-torus.mean_distance").value(size):
            return fails(size, claimed, true, "lemma oneway-torus.mean_distance", tried)
        tried.append(size)
    return holds(
        "argued: destinations put together by distance, up to the largest (lemma oneway-torus.diameter); counted", tried
    )
