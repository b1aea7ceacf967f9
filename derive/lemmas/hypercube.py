"""The binary hypercube of 2^n nodes."""

from netlemma.derive.networks.product_lemmas import family

LEMMAS = family("hypercube", "clique(2)^n", {"n": "dimensions"}, "link")
