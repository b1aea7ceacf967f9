"""Groups joined two by two, by ports in the order of the other groups, as many on each node of a group.

Two links between groups join some nodes by way of a third group, where the link between their own groups takes a hop within both.

Ports are in blocks, those of a node, of which is used that they are in order. Which pairs there are is decided for all sizes.
"""

from collections.abc import Callable
from functools import cache
from itertools import permutations
from operator import ge
from typing import Any

import sympy as sp

from netlemma.derive.algebra import smt
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.proof import require
from netlemma.derive.algebra.summation.sums import close

AtLeast = Callable[[Any, Any], Any]


def partner(group: Any, port: Any, at_least: AtLeast = ge) -> Any:
    """The group to which a port of a group leads, if ports lead to all others in order."""
    return port + at_least(port, group)


def port_to(group: Any, other: Any, at_least: AtLeast = ge) -> Any:
    """The port of a group that leads to another one."""
    return other - at_least(other, group)


def certify_pairs() -> None:
    """Check that ports are joined in pairs, each with the one that leads back, and each to another group: decided by z3."""
    g, x, last = sp.symbols("g x last", integer=True)  # a group, one of its ports, and the last group
    step: AtLeast = lambda one, other: sp.Piecewise((1, one >= other), (0, True))  # noqa: E731
    to = partner(g, x, step)
    back = port_to(to, g, step)
    claim = sp.And(
        to >= 0, to <= last, sp.Ne(to, g), sp.Eq(port_to(g, to, step), x),
        back >= 0, back <= last - 1, sp.Eq(partner(to, back, step), g),
    )  # fmt: skip
    require(smt.always([g >= 0, g <= last, x >= 0, x <= last - 1], claim), "ports are not joined in pairs")


@cache
def certify_third_groups() -> None:
    """Check which nodes s and t of groups i < j two links join by way of a group k, neither being a gate to the other group.

    They have the same number: below that of ports i - 1 and j - 1, or above that of ports i and j, which are on one node. Each such
    pair is joined.

    Raises
    ------
    ProofError
        If there may be others, or fewer.
    """
    z3 = smt.z3()
    i, j, k, x, last = z3.Ints("i j k x last")  # three groups, a port, and the last port
    block = z3.Function("node", z3.IntSort(), z3.IntSort())

    def port(group: Any, other: Any) -> Any:
        return port_to(group, other, lambda one, two: z3.If(one >= two, 1, 0))

    def joined(by: Any) -> tuple[Any, Any, Any]:
        """That a third group joins nodes that are no gates to each other's groups, and these nodes."""
        s, t = block(port(i, by)), block(port(j, by))
        gates = z3.And(s != block(port(i, j)), t != block(port(j, i)))
        return z3.And(by != i, by != j, block(port(by, i)) == block(port(by, j)), gates), s, t

    groups = [i >= 0, i < j, j <= last + 1, last >= 0]
    shown, s, t = joined(k)
    below = z3.And(i >= 1, block(i - 1) == block(j - 1), s < block(i - 1))
    above = z3.And(j <= last, block(i) == block(j), s > block(i))
    ports = [port(k, i), port(k, j), port(i, k), port(j, k), port(i, j), port(j, i), i - 1, j - 1, i, j]
    known = [*groups, k >= 0, k <= last + 1, *_in_order(block, ports)]
    other = z3.Not(z3.And(s == t, z3.Or(below, above)))
    require(smt.solution([*known, shown, other]) is None, "a third group joins other nodes")
    for by, conditions in (
        (x, [i >= 1, block(i - 1) == block(j - 1), block(x) < block(i - 1)]),
        (x + 1, [j <= last, block(i) == block(j), block(x) > block(i)]),
    ):
        ports = [port(by, i), port(by, j), port(i, by), port(j, by), port(i, j), port(j, i), i - 1, j - 1, i, j, x]
        known = [*groups, x >= 0, x <= last, *conditions, *_in_order(block, ports)]
        shown, s, t = joined(by)
        same = z3.And(s == block(x), t == block(x), by >= 0, by <= last + 1)
        require(smt.solution([*known, z3.Not(z3.And(shown, same))]) is None, "no third group joins some of them")
    both = [*groups, i >= 1, *_in_order(block, [i - 1, i]), block(x) < block(i - 1), block(x) > block(i)]
    require(smt.solution(both) is None, "a pair is counted twice")


def _in_order(block: Any, ports: list[Any]) -> list[Any]:
    """A port is on no earlier node than those before it."""
    z3 = smt.z3()
    return [z3.Implies(one <= two, block(one) <= block(two)) for one, two in permutations(ports, 2)]


@cache
def joined_by_third_groups(nodes: sp.Expr, ports: sp.Expr) -> sp.Expr:
    """The number of ordered pairs of nodes that a third group joins, where a group has so many nodes with so many ports each.

    For any two ports of a node there are as many pairs of each two groups as nodes below, and as nodes above.

    >>> a, h = sp.symbols("a h", integer=True, positive=True)
    >>> sp.factor(joined_by_third_groups(a, h))
    a*h*(a - 1)*(h - 1)
    """
    certify_third_groups()
    number = sp.Symbol("b'", integer=True)
    below, above = number, nodes - 1 - number
    closed = close(sp.Sum(below + above, (number, 0, nodes - 1)), [nodes >= 1])
    closed.check()
    total = 2 * ports * (ports - 1) / 2 * closed.expression
    require(equal(total, nodes * (nodes - 1) * ports * (ports - 1)), "another number of pairs")
    return total
