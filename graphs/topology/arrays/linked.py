"""Families that are given by lists of links and by what follows from their definition: named graphs of graph theory."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from netlemma.graphs.topology.arrays.simple import Links, simple_network, sizes_by
from netlemma.graphs.topology.devices import Label
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.structure import Network

MOST_EXPONENT = 400  # of a number of nodes, beyond which nothing can be built


def linked_family(
    name: str,
    parameters: tuple[Parameter, ...],
    summary: str,
    links: Callable[..., Sequence[Links]],
    facts: Callable[..., Mapping[str, int]],
    sizes: Sequence[Any],
    *,
    labels: Callable[..., Callable[[int], Label]] = lambda **size: lambda u: (int(u),),
    symmetries: Callable[..., Sequence[np.ndarray]] | None = None,
    exponential: bool = False,
    **options: Any,
) -> Family[Network]:
    """A family of networks with at most one link between two nodes.

    Parameters
    ----------
    name : str
        Name of the family.
    parameters : tuple of Parameter
        Sizes.
    summary : str
        Description in one line.
    links : Callable
        Function from the sizes to the links.
    facts : Callable
        Function from the sizes to the numbers of the definition, among them ``nodes`` and ``links``.
    sizes : Sequence
        Sizes that are measured by default: numbers, or tuples of them, the smallest first.
    labels : Callable, optional
        Function from the sizes to the function from a node to its label; numbers if left out.
    symmetries : Callable, optional
        Function from the sizes to permutations of the nodes said to be symmetries.
    exponential : bool, default False
        Whether the number of nodes grows exponentially with the first size.
    **options : Any
        Further fields of the family: ``illegal``, ``other_name``.

    Returns
    -------
    Family of Network
        The family.
    """
    names = [p.name for p in parameters]
    largest = MOST_EXPONENT if exponential else HUGE

    def make(**size: int) -> Network:
        turns = None if symmetries is None else (lambda: symmetries(**size))
        return simple_network(facts(**size)["nodes"], links(**size), labels(**size), symmetries=turns)

    usual = [dict(zip(names, each if isinstance(each, tuple) else (each,), strict=True)) for each in sizes]
    return Family(
        name=name,
        parameters=parameters,
        classes=tuple(dict.fromkeys(re.sub(r"-[0-9]+$", "-i", each.name) for each in links(**usual[-1]))),
        summary=summary,
        make=make,
        log_sizes=sizes_by(facts, **dict.fromkeys(names, largest)),
        facts=facts,
        default_sizes=tuple(usual),
        kind="graph",
        **options,
    )


def closed(name: str, n: int, first: int = 0) -> Links:
    """The links of a ring of n nodes.

    Parameters
    ----------
    name : str
        Class of the links.
    n : int
        Nodes.
    first : int, default 0
        Number of its first node.

    Returns
    -------
    Links
        Each node and the next one.

    Examples
    --------
    >>> closed("rim", 3).head.tolist()
    [1, 2, 0]
    """
    i = np.arange(n)
    return Links(name, first + i, first + (i + 1) % n)


def turns(n: int, rings: int, others: int = 0) -> list[np.ndarray]:
    """Symmetries of nodes in rings, one after the other, and of others that stay: all rings turned, and all mirrored.

    Parameters
    ----------
    n : int
        Nodes of each ring.
    rings : int
        Number of rings.
    others : int, default 0
        Number of nodes behind them.

    Returns
    -------
    list of ndarray of int
        Image of each node.

    Examples
    --------
    >>> [each.tolist() for each in turns(3, 1, 1)]
    [[1, 2, 0, 3], [0, 2, 1, 3]]
    """
    i, ring = np.arange(n), n * np.arange(rings)[:, None]
    rest = n * rings + np.arange(others)
    return [np.concatenate([(ring + image % n).ravel(), rest]) for image in (i + 1, -i)]


def in_rings(n: int) -> Callable[[int], Label]:
    """Labels of nodes in rings of n: the ring, and the place in it.

    >>> in_rings(5)(7)
    (1, 2)
    """
    return lambda u: divmod(int(u), n)
