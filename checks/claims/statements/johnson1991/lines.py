"""Lines of the paper's graphs: networks of one fanout, joined on the axes of the graph, and compared where either line
bends.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise

from netlemma.checks.formula.arithmetic import add, divide, multiply, negate
from netlemma.checks.formula.enclosure import Value, logarithm, order
from netlemma.checks.performance import ring_curves
from netlemma.derive.discovery import lemma

LEAST, MOST = 16, 4096  # nodes between which lines are compared
LEMMAS_TO = 5  # the r up to which shuffles have lemmas
LINEAR, SEMILOG, LOGS = "linear", "semilog", "logs"
ALL_LOGS = ("hot_link", "hot_bytes", "hot_queue")
SIGNS = {-1: "<", 0: "=", 1: ">"}


@dataclass(frozen=True)
class FanoutLine:
    """The networks of one family and fanout, as points (N, value)."""

    family: str
    points: tuple[tuple[int, Fraction], ...]
    axes: str

    def at(self, n: int) -> Value:
        """The height at n nodes; its logarithm on a logarithmic axis.

        >>> FanoutLine("x", ((4, Fraction(1)), (16, Fraction(3))), SEMILOG).at(8)
        Fraction(2, 1)
        """
        (before, low), (after, high) = self.around(n)
        if n in (before, after):
            return self._height(low if n == before else high)
        values = {"a": self._height(low), "b": self._height(high)}
        values |= {name: self._place(where) for name, where in (("s", before), ("t", n), ("u", after))}
        return _interpolated(values)

    def around(self, n: int) -> tuple[tuple[int, Fraction], tuple[int, Fraction]]:
        """The two points between which n nodes lie.

        Raises
        ------
        ValueError
            Outside the line.
        """
        for before, after in pairwise(self.points):
            if before[0] <= n <= after[0]:
                return before, after
        raise ValueError(f"{self.family} has no line at {n} nodes")

    def _height(self, value: Fraction) -> Value:
        return logarithm(value) if self.axes == LOGS else value

    def _place(self, n: int) -> Value:
        return Fraction(n) if self.axes == LINEAR else logarithm(n, 2)


def _interpolated(values: dict[str, Value]) -> Value:
    """The height between two points."""
    rise = multiply(add(values["b"], negate(values["a"])), add(values["t"], negate(values["s"])))
    return add(values["a"], divide(rise, add(values["u"], negate(values["s"]))))


@dataclass(frozen=True)
class Graph:
    """The lines of one metric."""

    metric: ring_curves.Metric
    axes: str
    butterfly_mean: bool = False

    def line(self, family: str, f: int) -> FanoutLine | None:
        """The line of a family; it extends to the network after the last one.

        Parameters
        ----------
        family : str
            Name of the family.
        f : int
            Fanout: links of each node.

        Returns
        -------
        FanoutLine or None
            The line, or None without networks of this fanout.
        """
        found = self._points(family, f)
        return FanoutLine(family, tuple(found), self.axes) if found else None

    def _points(self, family: str, f: int) -> list[tuple[int, Fraction]]:
        points = self.metric.line(family, f, 1, MOST)
        if not points:
            return []
        after = points[-1].r + 1
        if family != ring_curves.SHUFFLE or after <= LEMMAS_TO:
            value = self.metric.at(family, f, after)
            if value.known != ring_curves.MEASURED:
                points.append(points[0]._replace(r=after, nodes=ring_curves.nodes(family, f, after), value=value.value))
        if self.butterfly_mean and family == ring_curves.BUTTERFLY:
            mean = lemma("butterfly.mean_queue")
            return [(p.nodes, mean.value({"f": f, "r": p.r}) + p.r) for p in points]
        return [(p.nodes, p.value) for p in points]

    def lines(self, f: int) -> dict[str, FanoutLine]:
        """The lines of all families with this fanout."""
        found = {family: self.line(family, f) for family in ring_curves.FAMILIES}
        return {family: line for family, line in found.items() if line}


@cache
def graph(text: str) -> Graph:
    """The graph of a text such as ``latency c=4`` or ``throughput ratio=5``.

    >>> graph("latency c=4").metric.hop_penalty
    4
    """
    quantity, *options = text.split()
    given = dict(option.split("=") for option in options)
    hop_penalty, ratio = (
        int(given.get("c", ring_curves.HOP_PENALTY)),
        Fraction(given.get("ratio", ring_curves.SIZE_RATIO)),
    )
    metric = ring_curves.Metric(quantity, hop_penalty, ratio)
    axes = given.get("axes", LOGS if quantity in ALL_LOGS else SEMILOG)
    return Graph(metric, axes, given.get("butterfly") == "mean")


def sign(one: FanoutLine, other: FanoutLine, n: int) -> int:
    """The order of two lines at a number of nodes.

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
    int
        -1, 0 or 1 if the first line is below, on or above the other.

    Raises
    ------
    ArithmeticError
        If the lines are too close to decide.
    """
    if one.around(n) == other.around(n):
        return 0
    found = order(one.at(n), other.at(n))
    if found is None:
        raise ArithmeticError(f"{one.family} and {other.family} at {n} nodes: too near to tell")
    return found


def bends(one: FanoutLine, other: FanoutLine, least: int = LEAST, most: int = MOST) -> Iterator[int]:
    """The numbers of nodes at which either line has a network, in the range of both.

    Between them the lines are straight.

    Parameters
    ----------
    one : FanoutLine
        First line.
    other : FanoutLine
        Second line.
    least : int, default LEAST
        Least number of nodes.
    most : int, default MOST
        Greatest number of nodes.

    Yields
    ------
    int
        Number of nodes.
    """
    low = max(one.points[0][0], other.points[0][0], least)
    high = min(one.points[-1][0], other.points[-1][0], most)
    yield from sorted(
        {n for line in (one, other) for n, _ in line.points if low <= n <= high}
        | ({low, high} if low <= high else set())
    )


def crossings(one: FanoutLine, other: FanoutLine) -> list[tuple[int, int]]:
    """The crossings of two lines.

    Parameters
    ----------
    one : FanoutLine
        First line.
    other : FanoutLine
        Second line.

    Returns
    -------
    list of tuple of (int, int)
        Pairs of numbers of nodes between which they cross; twice the same number if they meet there.
    """
    found, last = [], (0, 0)  # where they were last apart, and on which side
    for n in bends(one, other):
        side = sign(one, other, n)
        if side and last[1] == -side:
            met = [m for m in bends(one, other, last[0], n) if sign(one, other, m) == 0]
            found.append((met[0], met[0]) if met else _between(one, other, last[0], n))
        if side:
            last = (n, side)
    return found


def _between(one: FanoutLine, other: FanoutLine, low: int, high: int) -> tuple[int, int]:
    """Two successive numbers of nodes between which lines cross that have no bend in between."""
    side = sign(one, other, low)
    while high - low > 1:
        middle = (low + high) // 2
        if sign(one, other, middle) == side:
            low = middle
        else:
            high = middle
    return low, high
