"""Hamming graph H(d, q): words of d letters out of q, linked when they differ in one (Brouwer, Cohen and Neumaier 1989)."""

from netlemma.graphs.topology.family import Parameter, product_family

FAMILY = product_family(
    name="hamming",
    parameters=(Parameter("d", 1, "letters of a word"), Parameter("q", 2, "letters")),
    factors=lambda d, q: [("clique", q, d)],
    class_name="link",
    summary="words of d letters out of q, linked when they differ in one: q^d nodes, d(q-1) links at each",
    default_sizes=[{"d": d, "q": q} for d, largest in ((1, 6), (2, 6), (3, 4), (4, 3)) for q in range(2, largest + 1)],
)
