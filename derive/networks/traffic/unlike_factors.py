"""The worst case of dimension order on products of any factors.

Of a channel of dimension j, each digit of its factor is met by messages from A sources and to B destinations, where A is the product
of the sizes before j and B of those behind it. Let M be the smaller of both numbers. On a line all messages cross that begin before
the channel and end behind it: A p sources and B (n - p) destinations for p digits before the channel, so the least of both numbers is
the load; it is largest where p is next to B n/(A + B). In every other factor potentials of the digits with one node each bound the
load by M times a value (:mod:`netlemma.derive.networks.traffic.duality`), and a matching of digits, one to one, reaches it, since M nodes of
each digit have room. The exception is an even ring of n = 2h >= 4 nodes whose ties are split, with A < B, say. Messages begin
h - 1 - i hops before the channel, 0 <= i < h, and end y hops behind it; they cross it with share 1 if y < i and 1/2 if y = i. The
digits i >= 1 send A (h - 1) messages to y = i - 1. Digit 0 sends to y = 0, with share 1/2, as many as have room there beside those of
digit 1, B - A, but at most A. The potentials 1 of i >= 1 and 1/2 of i = 0 add up to A (h - 1/2), the potentials 1 of i >= 2, 1/2 of
i = 1 and 1/2 of y = 0 to A (h - 3/2) + B/2: the smaller sum is reached.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import RangeMax
from netlemma.derive.algebra.expressions.proof import ARGUED, Proof, require
from netlemma.derive.networks.products.brute_force import Dimensions, nodes
from netlemma.derive.networks.products.path_counting import Group, Groups, node_count
from netlemma.derive.networks.traffic import brute_force_loads as brute_force
from netlemma.derive.networks.traffic.duality import WORST, check_factor
from netlemma.derive.networks.traffic.factor_loads import n
from netlemma.derive.networks.traffic.factor_worst import HALF, largest_values

MOST_CASES = 12  # sizes of a line with a value of their own
MOST_DIMENSIONS = 12
_i = sp.Symbol("i'", integer=True, nonnegative=True)  # a dimension of a group
SMALL = ((1, 1), (1, 2), (2, 1), (2, 3), (3, 2))  # numbers A and B of the factors of which all traffics are tried


def worst_of_product(groups: Groups, ties: str) -> sp.Expr:
    """The worst case on a product, the largest of the values of its dimensions.

    Parameters
    ----------
    groups : Groups
        The dimensions.
    ties : str
        Way half around a ring.

    Returns
    -------
    Expr
        Closed form; where a number of dimensions is a name, or there are more than 12, with the largest value over those of a group.
    """
    few = all(g.count.is_Integer for g in groups) and sum(g.count for g in groups) <= MOST_DIMENSIONS
    values = []
    for j, group in enumerate(groups):
        before, behind = node_count(groups[:j]), node_count(groups[j + 1 :])
        for i in range(int(group.count)) if few else ():
            others = before * group.size**i, behind * group.size ** (group.count - 1 - i)
            values.append(most_of_factor(group.kind.name, group.size, *others, ties))
        if not few:
            values.append(_most_of_group(group, before, behind, ties))
    return sp.Max(*values)


def _most_of_group(group: Group, before: sp.Expr, behind: sp.Expr, ties: str) -> sp.Expr:
    """The largest value of the dimensions of a group, with the numbers of nodes of those before and behind them."""
    sources, destinations = before * group.size**_i, behind * group.size ** (group.count - 1 - _i)
    if group.count == 1:
        return _of_factor(group.kind.name, group.size, before, behind, ties)
    value = _of_factor(group.kind.name, group.size, sources, destinations, ties)
    fewer = sp.Min(sources, destinations)
    scale = value / fewer if not (value / fewer).has(_i) else sp.S.One
    return scale * RangeMax(value / scale, sp.Tuple(_i, 0, group.count - 1))


def most_of_factor(name: str, size: sp.Expr, sources: sp.Expr, destinations: sp.Expr, ties: str) -> sp.Expr:
    """The largest load of a channel of a factor whose digits have so many sources and destinations each.

    Parameters
    ----------
    name : str
        Kind of the factor.
    size : Expr
        Number n of its nodes.
    sources, destinations : Expr
        A and B, products of sizes with numbers as exponents.
    ties : str
        Way half around a ring.

    Returns
    -------
    Expr
        Closed form.
    """
    one, other = sp.fraction(sp.cancel(sources / destinations))
    common = sp.cancel(sources / one)
    multiple = one if other == 1 else other if one == 1 else None
    unequal, same = (x.xreplace({n: size}) for x in largest_values(name, ties))
    if multiple == 1:
        return common * same
    if multiple is not None:
        return common * (_of_line(size, multiple) if name == "line" else unequal)
    return common * _of_factor(name, size, one, other, ties)


def _of_factor(name: str, size: sp.Expr, sources: sp.Expr, destinations: sp.Expr, ties: str) -> sp.Expr:
    """The largest load for any A and B."""
    if name == "line":
        return _most_before(size, sources, destinations)
    unequal, same = (x.xreplace({n: size}) for x in largest_values(name, ties))
    fewer = sp.Min(sources, destinations)
    if unequal == same:
        return fewer * unequal
    tied = sp.Min(fewer, sp.Max(sources, destinations) - fewer) / 2
    cases = ((fewer * HALF, sp.Eq(size, 2)), (fewer * (size / 2 - 1) + tied, sp.Eq(sp.Mod(size, 2), 0)))
    return sp.Piecewise(*cases, (fewer * unequal, True))


def _of_line(size: sp.Expr, multiple: sp.Expr) -> sp.Expr:
    """The least of p sources and (n - p) m destinations, for the best p."""
    if sp.cancel(multiple / size).is_integer:
        return size - 1
    if size.is_Integer and size <= MOST_CASES and not multiple.is_Integer:
        few = [(_most_before(size, sp.S.One, sp.Integer(m)), sp.Eq(multiple, m)) for m in range(2, int(size) - 1)]
        return sp.Piecewise(*few, (size - 1, True))
    return _most_before(size, sp.S.One, multiple)


def _most_before(size: sp.Expr, sources: sp.Expr, destinations: sp.Expr) -> sp.Expr:
    before = sp.floor(destinations * size / (sources + destinations))
    return sp.Max(sources * before, destinations * (size - 1 - before))


@cache
def try_factor(name: str, ties: str) -> None:
    """Compare the largest load of a channel of a factor with all traffics, one by one, at small sizes.

    Parameters
    ----------
    name : str
        Kind of the factor.
    ties : str
        Way half around a ring.

    Raises
    ------
    ProofError
        If another load is the largest.
    """
    for size in (2, 3, 4):
        for few, many in SMALL:
            value = most_of_factor(name, sp.Integer(size), sp.Integer(few), sp.Integer(many), ties)
            require(value == most_by_traffics(name, size, few, many, ties), f"another worst case of {name}({size})")


def most_by_traffics(name: str, size: int, sources: int, destinations: int, ties: str) -> Fraction:
    """The largest load of a channel of a factor, by all numbers of messages from each digit to each.

    Parameters
    ----------
    name : str
        Kind of the factor.
    size : int
        Number of its nodes.
    sources, destinations : int
        Messages from each digit, and to each, at most.
    ties : str
        Way half around a ring.

    Returns
    -------
    Fraction
        The load.
    """
    digits = range(size)
    share: dict[brute_force.Channel, dict[tuple[int, int], Fraction]] = {}
    for x in digits:
        for y in digits:
            for part, channels in brute_force.runs(name, size, x, y, ties):
                for channel in channels:
                    share.setdefault(channel, {})[x, y] = part
    worst = Fraction(0)
    for shares in share.values():
        loads = {(destinations,) * size: Fraction(0)}  # by the messages that each digit can still get
        for x in digits:
            for _ in range(sources):
                more = dict(loads)
                for room, load in loads.items():
                    for y in digits:
                        if room[y] and (x, y) in shares:
                            left = (*room[:y], room[y] - 1, *room[y + 1 :])
                            more[left] = max(more.get(left, Fraction(0)), load + shares[x, y])
                loads = more
        worst = max([worst, *loads.values()])
    return worst


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
class OfUnlikeFactors(Proof):
    """The worst case of dimension order on a product of any factors (see the module)."""

    groups: Groups
    ties: str
    kind: ClassVar[str] = "duality"
    strength: ClassVar[str] = ARGUED
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == WORST, "not a worst case")
        value = worst_of_product(self.groups, self.ties)
        require(equal(after, value), f"the worst case is not {after}")
        for name in {g.kind.name for g in self.groups}:
            check_factor(name, self.ties)
            try_factor(name, self.ties)

    def describe(self) -> list[str]:
        return [
            "potentials of the digits with one node each, and a matching of digits; or the nodes on both sides of a channel of a line; "
            "all traffics of small factors tried"
        ]
