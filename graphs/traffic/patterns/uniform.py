"""Uniform traffic, and all-to-all exchange, which has the same rates."""

from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.building import uniform as even
from netlemma.graphs.traffic.traffic import Traffic


def uniform(net: Network, pairs: str = "others") -> Traffic:
    """Every end to all ends alike.

    >>> from netlemma.graphs import network
    >>> ring = network("ring", K=4)
    >>> uniform(ring).between(0, 1), uniform(ring, "all").between(0, 1)
    (Fraction(1, 3), Fraction(1, 4))
    """
    return even(net, everybody=pairs == "all")


def all_to_all(net: Network) -> Traffic:
    """Exchange of every end with every other one: each sends the same amount to each other."""
    return even(net)


PATTERNS = {"uniform": uniform, "all-to-all": all_to_all}
