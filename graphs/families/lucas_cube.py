"""Lucas cube (Munarini, Cippo and Zagaglia Salvi 2001): the words of the Fibonacci cube whose first and last bit are not both 1."""

from netlemma.graphs.topology.combinatorial_nodes import bits_apart, fibonacci, labelled, sparse_words
from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import linked_family

FAMILY = linked_family(
    "lucas-cube",
    (Parameter("n", 2, "bits"),),
    "words of n bits in a ring without two ones side by side, linked when one bit differs: F(n-1) + F(n+1) nodes",
    lambda n: [bits_apart(sparse_words(n, True), n)],
    lambda n: {
        "nodes": fibonacci(n - 1) + fibonacci(n + 1),
        "links": n * fibonacci(n - 1),
        "degree": n,
        "least_degree": (n + 2) // 3,
    },
    (2, 3, 4, 5, 6, 8),
    labels=lambda n: labelled(sparse_words(n, True), n),
    exponential=True,
)
