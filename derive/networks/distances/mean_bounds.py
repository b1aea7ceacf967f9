"""Bounds of the mean distance for families of which no closed form is known."""

from collections.abc import Mapping
from fractions import Fraction

from netlemma.derive.core.lemma import Lemma

Bounds = tuple[Fraction, Fraction]
NEIGHBOURS = "at least 2 - Delta/(N - 1), as all but at most Delta nodes are two hops away or more"


def from_neighbours(sizes: Mapping[str, int], nodes: Lemma, degree: Lemma, most: Lemma) -> Bounds:
    """Least mean distance by the largest degree, and as largest one the diameter, or another one that is not smaller.

    Parameters
    ----------
    sizes : mapping from str to int
        Sizes of the family.
    nodes, degree, most : Lemma
        Number of nodes, largest degree, and what bounds the distances.

    Returns
    -------
    tuple of (Fraction, Fraction)
        Both bounds.

    Examples
    --------
    >>> from netlemma.derive.discovery import lemma
    >>> found = (lemma(f"shuffle-exchange.{name}") for name in ("nodes", "max_degree", "diameter"))
    >>> from_neighbours({"n": 3}, *found)
    (Fraction(11, 7), Fraction(5, 1))
    """
    return 2 - degree.value(sizes) / (nodes.value(sizes) - 1), most.value(sizes)
