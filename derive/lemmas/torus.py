"""The bidirectional k-ary n-cube."""

from netlemma.derive.networks.product_lemmas import family

LEMMAS = family("torus", "ring(k)^n", {"k": "nodes along a dimension", "n": "dimensions"}, "link")
