"""The bidirectional torus of w^D nodes (Reed 1982, "Toroid")."""

from netlemma.derive.networks.product_lemmas import family

LEMMAS = family("toroid", "ring(w)^D", {"w": "nodes along a dimension", "D": "dimensions"}, "link")
