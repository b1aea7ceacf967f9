"""Judges of relations between pairs of topologies, such as ``2-4: multicube < shuffle``, at every size where lines
bend.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

import sympy

from netlemma.checks.claims.judgement import Judgement, fails, holds
from netlemma.checks.claims.statements.johnson1991.lines import LEAST, LOGS, MOST, FanoutLine, Graph, bends, graph, sign
from netlemma.checks.formula.enclosure import Enclosure, ends
from netlemma.derive.core.claim import Reading

FIFTH = Fraction(5, 4)
HOLDS_FOR: dict[str, Callable[[int], bool]] = {
    "<": lambda s: s < 0,
    ">": lambda s: s > 0,
    "=": lambda s: s == 0,
    "<=": lambda s: s <= 0,
    ">=": lambda s: s >= 0,
}
COMPARED = "compared at all numbers of nodes where either line bends"


class NetworkOrder(NamedTuple):
    """``one sign other`` at some fanouts, from ``least`` to ``most`` nodes."""

    fanouts: range
    one: str
    sign: str
    other: str
    least: int
    most: int


def read(text: str) -> Iterator[NetworkOrder]:
    """The relations of a text such as ``2-4: multicube < shuffle, deadfly @ 16-128; 3: butterfly = deadfly @ 1024``.

    >>> [tuple(each)[1:] for each in read("2-4: multicube < shuffle, deadfly @ 16-128")]
    [('multicube', '<', 'shuffle', 16, 128), ('multicube', '<', 'deadfly', 16, 128)]
    """
    for part in text.split(";"):
        fanouts, rest = part.split(":")
        names, _, where = rest.partition("@")
        low, _, high = where.strip().partition("-")
        one, how, others = names.strip().split(maxsplit=2)
        for other in others.split(","):
            yield NetworkOrder(between(fanouts), one, how, other.strip(), int(low or LEAST), int(high or low or MOST))


def between(text: str) -> range:
    """The numbers of a range such as ``2-8``."""
    first, _, last = text.strip().replace(" ", "-").partition("-")
    return range(int(first), int(last or first) + 1)


def height(line: FanoutLine, n: int) -> str:
    """The value of a line at a number of nodes, as text.

    Parameters
    ----------
    line : FanoutLine
        Line of a graph.
    n : int
        Number of nodes.

    Returns
    -------
    str
        Value, approximate on a logarithmic axis.
    """
    value = line.at(n)
    if isinstance(value, Enclosure) or line.axes == LOGS:
        middle = float(sum(ends(value)) / 2)
        return f"about {sympy.exp(middle) if line.axes == LOGS else middle:.6g}"
    return str(value)


def both_heights(one: FanoutLine, other: FanoutLine, n: int) -> str:
    """The values of both lines at a number of nodes, as text.

    Parameters
    ----------
    one : FanoutLine
        First line.
    other : FanoutLine
        Second line.
    n : int
        Number of nodes.

    Returns
    -------
    str
        Text such as ``shuffle 3, deadfly 4``.
    """
    return f"{one.family} {height(one, n)}, {other.family} {height(other, n)}"


def near(one: FanoutLine, other: FanoutLine, n: int) -> bool:
    """Whether one value is at most a quarter more than the other, so that the other is at most a fifth less.

    Parameters
    ----------
    one : FanoutLine
        First line.
    other : FanoutLine
        Second line.
    n : int
        Number of nodes.

    Returns
    -------
    bool
        Whether it is.
    """
    if one.axes == LOGS:
        return abs(float(sum(ends(one.at(n))) / 2) - float(sum(ends(other.at(n))) / 2)) <= float(sympy.log(FIFTH))
    a, b = (sum(ends(line.at(n))) for line in (one, other))
    return max(a, b) <= FIFTH * min(a, b)


def violation(drawn: Graph, relation: NetworkOrder, f: int) -> int | None:
    """The smallest number of nodes at which a relation is false.

    Parameters
    ----------
    drawn : Graph
        Graph.
    relation : NetworkOrder
        Relation between two families.
    f : int
        Fanout: links of each node.

    Returns
    -------
    int or None
        Number of nodes, or None if the relation is true wherever both lines are drawn.
    """
    one, other = (drawn.line(family, f) for family in (relation.one, relation.other))
    if one is None or other is None:
        return None
    for n in bends(one, other, relation.least, relation.most):
        true = near(one, other, n) if relation.sign == "~" else HOLDS_FOR[relation.sign](sign(one, other, n))
        if not true:
            return n
    return None


def related(reading: Reading) -> Judgement:
    """Every relation of the statement, at its fanouts; with hop penalties, also those of ``penalty_relations``."""
    cases: list[tuple[Graph, NetworkOrder, dict[str, int]]]
    cases = [(graph(reading.says["metric"]), relation, {}) for relation in read(reading.says["relations"])]
    for c in map(int, reading.says.get("penalties", "").split()):
        relations = read(reading.says["penalty_relations"])
        cases += [(graph(f"latency c={c}"), relation, {"c": c}) for relation in relations]
    found, compared = [], []
    for drawn, relation, about in cases:
        for f in relation.fanouts:
            n = violation(drawn, relation, f)
            if n is not None:
                found.append(({"f": f, "nodes": n, **about}, drawn, relation))
            compared.append({"f": f, **about})
    if found:
        size, drawn, relation = min(found, key=lambda each: (each[0].get("c", 0), each[0]["f"], each[0]["nodes"]))
        one, other = (drawn.line(family, size["f"]) for family in (relation.one, relation.other))
        assert one and other
        more = sorted({(each[0]["f"], each[2].one, each[2].sign, each[2].other) for each in found})
        right = "not so: " + "; ".join(f"{a} {how} {b} at f = {f}" for f, a, how, b in more)
        return fails(
            size, f"{relation.one} {relation.sign} {relation.other}", both_heights(one, other, size["nodes"]), right
        )
    return holds(COMPARED, _once(compared))


def _once(sizes: list[dict[str, int]]) -> list[dict[str, int]]:
    return list({tuple(size.items()): size for size in sizes}.values())
