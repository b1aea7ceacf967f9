"""The k-ary n-mesh; its links form one class for each dimension, all with the same formulas."""

from netlemma.derive.networks.product_lemmas import family

LEMMAS = family("mesh", "line(k)^n", {"k": "nodes along a dimension", "n": "dimensions"}, "dimension", "dimension-0")
