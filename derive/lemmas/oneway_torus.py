"""The unidirectional k-ary n-cube, the torus of the papers on wormhole routing."""

from netlemma.derive.networks.product_lemmas import family

LEMMAS = family("oneway-torus", "oneway-ring(k)^n", {"k": "nodes along a dimension", "n": "dimensions"}, "link")
