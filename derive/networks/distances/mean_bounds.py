"""Bounds of the mean distance for families of which no closed form is known."""

from collections.abc import Mapping
from fractions import Fraction

import sympy as sp

from derive.algebra.expressions.evaluate import evaluate
from derive.algebra.expressions.notation import parameter
from derive.core.lemma import Lemma

Bounds = tuple[Fraction, Fraction]
NEIGHBOURS = "at least 2 - Delta/(N - 1), as all but at most Delta nodes are two hops away or more"
d, L = parameter("d", 2), parameter("L", 1)
_l = sp.Symbol("l", integer=True)
_AWAY = 1 - 1 / d
_EVEN = 2 * _AWAY / d  # of two nodes one has a letter, and the other has not
_PAIRS = d**L / (d**L - 1)  # pairs of a node with itself have no distance
BY_A_CORNER = _PAIRS * _EVEN * (2**L - (1 - _EVEN) ** L) / (1 + _EVEN)
BY_THE_LINK = _PAIRS * sp.Sum(_AWAY * (2 * _AWAY * (2 ** (_l - 1) - 1) + 1) / d ** (L - _l), (_l, 1, L))
CORNERS = (
    "at least {}, the mean difference of the distances to one corner; at most {}, the mean length of the ways by the one link between "
    "the parts of both nodes"
)


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
    >>> from derive.discovery import lemma
    >>> found = (lemma(f"shuffle-exchange.{name}") for name in ("nodes", "max_degree", "diameter"))
    >>> from_neighbours({"n": 3}, *found)
    (Fraction(11, 7), Fraction(5, 1))
    """
    return 2 - degree.value(sizes) / (nodes.value(sizes) - 1), most.value(sizes)


def of_corners(sizes: Mapping[str, int]) -> Bounds:
    """Bounds for complete graphs of d parts of d parts, L deep, as WK-recursive networks and Sierpinski graphs are.

    A node is hops away from the corner j ... j by 2^i for each letter i that is not j. The distance of two nodes is at least the
    difference of these, whose mean over all pairs follows from its highest letter: where this one differs, it decides the sign.

    Parameters
    ----------
    sizes : mapping from str to int
        ``d`` and ``L``.

    Returns
    -------
    tuple of (Fraction, Fraction)
        Both bounds.

    Examples
    --------
    >>> of_corners({"d": 3, "L": 2})
    (Fraction(23, 18), Fraction(2, 1))
    """
    size = {d: sizes["d"], L: sizes["L"]}
    return Fraction(evaluate(BY_A_CORNER, size)), Fraction(evaluate(BY_THE_LINK, size))
