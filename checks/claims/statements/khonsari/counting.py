"""Judges of equations 2, 5 and 6: destinations by their distance, on explicit networks."""

from collections.abc import Iterator
from fractions import Fraction

from netlemma.checks.claims.evidence import ClaimedValue, evaluated
from netlemma.checks.claims.judgement import Judgement
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.checks.claims.statements.khonsari.sums import finite_sum, nodes_at_distance
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.lemmas.measured_adaptivity import choices
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.discovery import lemma

NETWORKS = ((2, 1), (3, 1), (2, 2), (4, 1), (3, 2), (2, 3), (5, 1), (4, 2), (2, 4), (3, 3))


def nodes(size: Size) -> int:
    """The number of nodes i hops away, counted on the explicit network."""
    found = choices("oneway-torus", (("k", size["k"]), ("n", size["n"]))).nodes_at
    return found[size["i"]] if size["i"] < len(found) else 0


def distances() -> Iterator[Size]:
    """Small networks and all distances in them."""
    return ({"k": k, "n": n, "i": i} for k, n in NETWORKS for i in range(1, n * (k - 1) + 1))


def at_distance(reading: Reading, binomial: str) -> Judgement:
    """The alternating sum for the nodes at a distance, compared with counted nodes.

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
