"""Fibonacci cube (Hsu 1993): words of n bits without two ones side by side, linked when one bit differs."""

from netlemma.graphs.topology.combinatorial_nodes import bits_apart, fibonacci, labelled, sparse_words
from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import linked_family

FAMILY = linked_family(
    "fibonacci-cube",
    (Parameter("n", 1, "bits"),),
    "words of n bits without two ones side by side, linked when one bit differs: F(n+2) nodes",
    lambda n: [bits_apart(sparse_words(n), n)],
    lambda n: {
        "nodes": fibonacci(n + 2),
        "links": (n * fibonacci(n + 1) + 2 * (n + 1) * fibonacci(n)) // 5,
        "degree": n,
        "least_degree": (n + 2) // 3,
    },
    (1, 2, 3, 4, 5, 6, 8),
    labels=lambda n: labelled(sparse_words(n), n),
    exponential=True,
)
