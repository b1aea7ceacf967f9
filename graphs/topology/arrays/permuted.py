"""Families of permutations: a link rearranges the places of the symbols (Cayley graphs of the symmetric groups)."""

from collections.abc import Callable, Mapping, Sequence
from math import factorial

import numpy as np

from netlemma.graphs.topology.arrays.simple import Links, simple_network
from netlemma.graphs.topology.arrays.words import log_factorials, permutations, rank, renamings, symbols
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.structure import Network


def permutation_family(
    name: str,
    moves: Callable[[int], Mapping[str, Sequence[Sequence[int]]]],
    degree: Callable[[int], int],
    classes: tuple[str, ...],
    summary: str,
    largest: int = 6,
) -> Family[Network]:
    """A family whose nodes are the permutations of n symbols.

    Parameters
    ----------
    name : str
        Name of the family.
    moves : Callable
        Function from n to the moves of each class: for each new place the old place of its symbol, from 0 on. The
        inverse of a move has to be a move.
    degree : Callable
        Function from n to the number of moves.
    classes : tuple of str
        Names of the classes.
    summary : str
        Description in one line.
    largest : int, default 6
        Largest n that is measured by default.

    Returns
    -------
    Family of Network
        The family, of one parameter n.
    """

    def make(n: int) -> Network:
        words = permutations(n)
        node = np.arange(len(words))
        return simple_network(
            len(words),
            [Links(kind, node, np.array([rank(words[:, m]) for m in orders])) for kind, orders in moves(n).items()],
            symbols(n),
            symmetries=lambda: renamings(n),
        )

    def facts(n: int) -> dict[str, int]:
        return {
            "nodes": factorial(n),
            "degree": degree(n),
            "least_degree": degree(n),
            "links": factorial(n) * degree(n) // 2,
        }

    return Family(
        name=name,
        parameters=(Parameter("n", 2, "symbols"),),
        classes=classes,
        summary=summary,
        make=make,
        log_sizes=lambda n: log_factorials(n, degree(n)),
        facts=facts,
        default_sizes=tuple({"n": n} for n in range(2, largest + 1)),
    )


def exchanged(n: int, i: int, j: int) -> list[int]:
    """The move that exchanges two places.

    Parameters
    ----------
    n : int
        Symbols.
    i, j : int
        The places, from 0 on.

    Returns
    -------
    list of int
        For each new place the old place of its symbol.

    Examples
    --------
    >>> exchanged(4, 0, 2)
    [2, 1, 0, 3]
    """
    order = list(range(n))
    order[i], order[j] = j, i
    return order
