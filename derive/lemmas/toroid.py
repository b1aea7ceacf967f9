"""The bidirectional torus of w^D nodes (Reed 1982, "Toroid")."""

from derive.products import family

LEMMAS = family("toroid", "ring(w)^D", {"w": "nodes along a dimension", "D": "dimensions"}, "link")
