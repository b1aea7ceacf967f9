"""The worst case of dimension order on products of two factors, whatever their kinds and sizes.

In a channel's dimension n digits are met by messages from one source for each digit to m destinations for each, where the other
factor has m nodes; in the second dimension sources and destinations change places. On a line all messages cross that begin
before the channel and end behind it: p sources and (n - p) m destinations, so the least of both numbers is the load, and p is the
best one. In every other factor potentials of the n digits with one node each bound the load (:mod:`derive.networks.traffic.duality`),
and a matching of digits reaches them that sends at most two digits to the same one, whose m >= 2 nodes have room for both:
one to one, but half-way around an even ring, whose ties are split, where the digit with n/2 - 1 hops behind the channel joins the
one with n/2 - 2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import ClassVar

import sympy as sp

from derive.algebra.expressions.normal_form import equal
from derive.algebra.expressions.proof import ARGUED, Proof, require
from derive.networks.products.brute_force import Dimensions, nodes
from derive.networks.products.path_counting import Group, Groups
from derive.networks.traffic import brute_force_loads as brute_force
from derive.networks.traffic.duality import WORST, check_factor, largest_values
from derive.networks.traffic.factor_loads import n

MOST_CASES = 12  # sizes or remainders with a value of their own
SMALL = ((2, 2), (2, 3), (3, 2))  # sizes of products all of whose permutations are tried


def worst_of_two(groups: Groups, ties: str) -> sp.Expr | None:
    """The worst case on a product of two factors.

    Parameters
    ----------
    groups : Groups
        The dimensions.
    ties : str
        Way half around a ring.

    Returns
    -------
    Expr or None
        Closed form; None if there are not two dimensions of two factors, or none is known: of a line whose size, and that of the
        other factor, are two names or large numbers.
    """
    if len(groups) != 2 or any(each.count != 1 for each in groups):
        return None
    values = [_value(one, other.size, ties) for one, other in (groups, groups[::-1])]
    return None if None in values else sp.Max(*values)


def _value(group: Group, copies: sp.Expr, ties: str) -> sp.Expr | None:
    """The largest load of a channel of a factor, if the other factor has so many nodes."""
    size = group.size
    if group.kind.name != "line":
        return largest_values(group.kind.name, ties)[0].xreplace({n: size})
    if size == copies:
        return size - 1
    if size.is_Integer and copies.is_Integer:
        return sp.Integer(_of_line(int(size), int(copies)))
    if size.is_Integer and size <= MOST_CASES:
        few = [(sp.Integer(_of_line(int(size), m)), sp.Eq(copies, m)) for m in range(2, int(size) - 1)]
        return sp.Piecewise(*few, (size - 1, True))
    if copies.is_Integer and copies < MOST_CASES:
        rests = [
            (copies * (size - r) / (copies + 1) + max(r - 1, 0), sp.Eq(sp.Mod(size, copies + 1), r))
            for r in range(copies)
        ]
        return sp.Piecewise(*rests, (copies * (size - copies) / (copies + 1) + copies - 1, True))
    return None


def _of_line(size: int, copies: int) -> int:
    """The least of p sources and (n - p) m destinations, for the best p."""
    return max(min(p, copies * (size - p)) for p in range(1, size))


def worst_by_permutations(
    dimensions: Dimensions, share: Callable[[brute_force.Node, brute_force.Node], dict]
) -> Fraction:
    """The largest load of a channel over all permutations of the nodes, one by one.

    Parameters
    ----------
    dimensions : Dimensions
        Kind and number of nodes of each dimension's factor.
    share : callable
        Function from a source and a destination to the crossings of each channel by a message.

    Returns
    -------
    Fraction
        The load.
    """
    every = nodes(dimensions)
    shares = {(s, t): share(s, t) for s in every for t in every if s != t}
    worst = Fraction(0)
    for order in permutations(every):
        total: dict = {}
        for pair in zip(every, order, strict=True):
            for channel, load in shares.get(pair, {}).items():
                total[channel] = total.get(channel, 0) + load
        worst = max([worst, *total.values()])
    return worst


def in_order(dimensions: Dimensions, ties: str) -> Callable[..., dict]:
    """Crossings by a message under dimension order.

    Parameters
    ----------
    dimensions : Dimensions
        Kind and number of nodes of each dimension's factor.
    ties : str
        Way half around a ring.

    Returns
    -------
    callable
        Function for :func:`worst_by_permutations`.
    """
    return lambda s, t: brute_force.loads(dimensions, [(s, t, Fraction(1))], ties)


@dataclass(frozen=True)
class OfTwoFactors(Proof):
    """The worst case of dimension order on a product of two factors (see the module)."""

    groups: Groups
    ties: str
    kind: ClassVar[str] = "duality"
    strength: ClassVar[str] = ARGUED
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == WORST, "not a worst case")
        value = worst_of_two(self.groups, self.ties)
        require(value is not None and equal(after, value), f"the worst case is not {after}")
        for group in self.groups:
            check_factor(group.kind.name, self.ties)
        kinds = [group.kind for group in self.groups]
        for sizes in SMALL:
            small = [Group(kind, sp.Integer(size), sp.S.One) for kind, size in zip(kinds, sizes, strict=True)]
            dimensions = [(kind.name, size) for kind, size in zip(kinds, sizes, strict=True)]
            tried = worst_by_permutations(dimensions, in_order(dimensions, self.ties))
            require(worst_of_two(tuple(small), self.ties) == tried, f"another worst case on {dimensions}")

    def describe(self) -> list[str]:
        return [
            "potentials of the digits with one node each; a matching that sends at most two digits to one, or the nodes on both "
            f"sides of a channel of a line; compared with all permutations of {len(SMALL)} networks"
        ]
