"""The lattice of w^D nodes with a bus along each line of each dimension (Reed 1982, "Spanning Bus Hypercube")."""

from netlemma.derive.networks.product_lemmas import family

LEMMAS = family("spanning-bus-hypercube", "bus(w)^D", {"w": "nodes on a bus", "D": "dimensions"}, "bus")
