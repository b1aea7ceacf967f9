"""Judge of the number of nodes within k hops of a node, if every hop can be undone."""

from fractions import Fraction

import networkx as nx
import sympy

from netlemma.checks.claims.judgement import Judgement, fails, holds
from netlemma.checks.claims.statements.johnson1991.counts import on_node
from netlemma.checks.claims.statements.johnson1991.networks import explicit_rings
from netlemma.derive.algebra.expressions.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.performance.bounds.limits import limits
from netlemma.graphs import RingNetwork
from netlemma.graphs.rings.written import from_rings
from netlemma.graphs.topology.ring_structure import ABSENT


def reach(reading: Reading) -> Judgement:
    """The number of nodes within k hops of a node, if every hop can be undone: at most 1 + f (1 + (f-1) + ... ), over
    (f-1)^k.

    Two-way rings with f = 2 are lines and circles: a circle longer than 2k nodes attains the number.

    Raises
    ------
    ArithmeticError
        If an explicit network has more nodes within k hops.
    """
    k = parameter("k", 1)
    least, most = map(int, reading.says["fanouts"].split())
    bounds = {}
    for fanout in range(least, most + 1):
        nodes = 1 + 2 * k if fanout == 2 else 1 + sympy.Rational(fanout, fanout - 2) * ((fanout - 1) ** k - 1)
        (found,) = limits(nodes / sympy.Integer(fanout - 1) ** k, k)
        if not found.value.is_finite:
            circle = from_rings(
                "circle", [((i, (i + 1) % 9), i % 2 if i < 8 else 2) for i in range(9)], labels=[(i,) for i in range(9)]
            )
            within = {hops: _within(circle, hops) for hops in (1, 2, 3, 4)}
            shown = ", ".join(f"{count} nodes in {hops} hop{'s' if hops > 1 else ''}" for hops, count in within.items())
            return fails(
                {"f": fanout}, "a bound that does not depend on k", f"{shown} of a circle of nine", "O(k) for f = 2"
            )
        bounds[fanout] = found.value
    for size in ({"k": 5, "n": 2}, {"k": 3, "n": 3}):
        net = explicit_rings("ring-mesh", size)
        fanout = max(on_node(net))
        for hops in range(1, 5):
            limit = 1 + Fraction(fanout, fanout - 2) * ((fanout - 1) ** hops - 1)
            if _within(net, hops) > limit:
                raise ArithmeticError(f"{net.title}: more nodes than can be within {hops} hops")
    shown = ", ".join(f"{value} (f = {fanout})" for fanout, value in bounds.items())
    return holds(f"argued: at most f (f-1)^(i-1) nodes are i hops away; the sum over (f-1)^k tends to f/(f-2): {shown}")


def _within(net: RingNetwork, hops: int) -> int:
    """The most nodes that a node reaches in so many hops, itself among them."""
    graph = nx.DiGraph((u, v) for u, row in enumerate(net.successor.tolist()) for v in row if v not in (ABSENT, u))
    return max(len(nx.single_source_shortest_path_length(graph, u, hops)) for u in graph)
