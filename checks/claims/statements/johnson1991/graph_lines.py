"""Lines of the paper's graphs, joined on their axes, and judges of their relations, rankings, crossings and growth."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

import sympy

from netlemma.checks.claims.judgement import ClaimedValue, Judgement, fails, holds
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.formula.arithmetic import Enclosure, Value, add, divide, ends, logarithm, multiply, negate, order
from netlemma.checks.performance import ring_curves
from netlemma.checks.performance.ring_curves import FAMILIES, SHUFFLE, measurement, nodes, sizes_by_processors
from netlemma.derive.core.claim import Reading
from netlemma.derive.discovery import lemma
from netlemma.derive.performance.growth_limits import greatest_growth

# Lines of the paper's graphs: networks of one fanout, joined on the axes of the graph, and compared where either line
# bends.


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
        """The two points between which n nodes lie."""
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
        """The line of a family; it extends to the network after the last one."""
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
            mean = lemma("ring-butterfly.mean_queue")
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
    """The order of two lines at a number of nodes."""
    if one.around(n) == other.around(n):
        return 0
    found = order(one.at(n), other.at(n))
    if found is None:
        raise ArithmeticError(f"{one.family} and {other.family} at {n} nodes: too near to tell")
    return found


def bends(one: FanoutLine, other: FanoutLine, least: int = LEAST, most: int = MOST) -> Iterator[int]:
    """The numbers of nodes at which either line has a network, in the range of both.

    Between them the lines are straight.
    """
    low = max(one.points[0][0], other.points[0][0], least)
    high = min(one.points[-1][0], other.points[-1][0], most)
    yield from sorted(
        {n for line in (one, other) for n, _ in line.points if low <= n <= high}
        | ({low, high} if low <= high else set())
    )


def crossings(one: FanoutLine, other: FanoutLine) -> list[tuple[int, int]]:
    """The crossings of two lines."""
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


# Judges of relations between pairs of topologies, such as ``2-4: multicube < ring-shuffle``, at every size where lines
# bend.


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
    """The relations of a text such as ``2-4: multicube < ring-shuffle, deadfly @ 16-128; 3: ring-butterfly = deadfly @ 1024``.

    >>> [tuple(each)[1:] for each in read("2-4: multicube < ring-shuffle, deadfly @ 16-128")]
    [('multicube', '<', 'ring-shuffle', 16, 128), ('multicube', '<', 'deadfly', 16, 128)]
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
    """The value of a line at a number of nodes, as text."""
    value = line.at(n)
    if isinstance(value, Enclosure) or line.axes == LOGS:
        middle = float(sum(ends(value)) / 2)
        return f"about {sympy.exp(middle) if line.axes == LOGS else middle:.6g}"
    return str(value)


def both_heights(one: FanoutLine, other: FanoutLine, n: int) -> str:
    """The values of both lines at a number of nodes, as text."""
    return f"{one.family} {height(one, n)}, {other.family} {height(other, n)}"


def near(one: FanoutLine, other: FanoutLine, n: int) -> bool:
    """Whether one value is at most a quarter more than the other, so that the other is at most a fifth less."""
    if one.axes == LOGS:
        return abs(float(sum(ends(one.at(n))) / 2) - float(sum(ends(other.at(n))) / 2)) <= float(sympy.log(FIFTH))
    a, b = (sum(ends(line.at(n))) for line in (one, other))
    return max(a, b) <= FIFTH * min(a, b)


def violation(drawn: Graph, relation: NetworkOrder, f: int) -> int | None:
    """The smallest number of nodes at which a relation is false."""
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


# Judges of rankings of topologies: at every fanout, hop penalty or ratio as at another one.


KEYS_AT = 1024
Turned = tuple[dict[str, int], str, FanoutLine, FanoutLine]  # size, where, and two lines that are the other way around


def excepted(reading: Reading, f: int, one: str, other: str) -> bool:
    """Whether the caption excludes a pair at a fanout."""
    for part in filter(None, reading.says["excepted"].split(",")):
        fanout, *names = part.split()
        if int(fanout) == f and all(name == "*" or name in (one, other) for name in names):
            return True
    return False


def ordered(reading: Reading) -> Judgement:
    """Pairs at every fanout, in the order at the base fanout and 1024 nodes: there, or never in the reverse order."""
    drawn = graph(reading.says["metric"])
    like, wrong = _order(drawn.lines(int(reading.says["base"]))), list[Turned]()
    for f in range(2, 9):
        here = drawn.lines(f)
        for one, other in (pair for pair in combinations(here, 2) if not excepted(reading, f, *pair)):
            a, b = here[one], here[other]
            every = [KEYS_AT] if reading.says["order"] == "at 1024" else bends(a, b)
            turned = [n for n in every if sign(a, b, n) == -like[one, other]]
            wrong += [({"f": f, "nodes": n}, f"f = {f}", a, b) for n in turned[:1]]
    return _ranked(like, wrong, f"{COMPARED}, fanouts 2 to 8", [{"f": f} for f in range(2, 9)])


def penalties(reading: Reading) -> Judgement:
    """The order at 1024 nodes at every hop penalty."""
    f, every = int(reading.says["fanout"]), between(reading.says["penalties"])
    like, wrong = _order(graph(reading.says["metric"]).lines(f)), list[Turned]()
    for c in every:
        here = graph(f"latency c={c}").lines(f)
        turned = [(here[a], here[b]) for a, b in like if sign(here[a], here[b], KEYS_AT) == -like[a, b]]
        wrong += [({"f": f, "c": c, "nodes": KEYS_AT}, f"c = {c}", a, b) for a, b in turned]
    return _ranked(like, wrong, f"compared at {KEYS_AT} nodes at hop penalties {every[0]} to {every[-1]}", [{"f": f}])


def _order(lines: Mapping[str, FanoutLine]) -> dict[tuple[str, str], int]:
    """The order of each two lines at 1024 nodes."""
    return {(one, other): sign(lines[one], lines[other], KEYS_AT) for one, other in combinations(lines, 2)}


def _ranked(
    like: Mapping[tuple[str, str], int], wrong: list[Turned], proof: str, sizes: list[dict[str, int]]
) -> Judgement:
    """The verdict on an order: no two lines are the other way around."""
    if not wrong:
        return holds(proof, sizes)
    size, _, one, other = wrong[0]
    right = "the other way around: " + "; ".join(f"{a.family} and {b.family} at {where}" for _, where, a, b in wrong)
    claimed = f"{one.family} {SIGNS[like[one.family, other.family]]} {other.family}"
    return fails(size, claimed, both_heights(one, other, size["nodes"]), right)


def ratios(reading: Reading) -> Judgement:
    """Whether throughput of the named network over others falls when packets become larger, at 1024 nodes."""
    better, fanouts = reading.says["better"], between(reading.says["fanouts"])
    for f in fanouts:
        small, large = (_over(Fraction(reading.says[name]), better, f) for name in ("small", "large"))
        for other, value in small.items():
            if value <= large[other]:
                true = f"{value:.6g} and {large[other]:.6g} times it"
                return fails({"f": f, "nodes": KEYS_AT}, f"{better} gains on {other}", true)
    return holds(f"compared at {KEYS_AT} nodes", [{"f": f} for f in fanouts])


def _over(ratio: Fraction, better: str, f: int) -> dict[str, float]:
    lines = graph(f"throughput ratio={ratio}").lines(f)
    values = {family: float(sum(ends(line.at(KEYS_AT))) / 2) for family, line in lines.items()}
    return {other: values[better] / value for other, value in values.items() if other != better}


# Judges of crossings between lines of the paper's graphs: fanouts, numbers of nodes and hop penalties.


QUARTER = Fraction(1, 4)


def crossing_fanouts(reading: Reading) -> Judgement:
    """The fanouts at which a line crosses all of the others, or some."""
    drawn, one = graph(reading.says["metric"]), reading.says["crossing"]
    others, claimed = reading.says["others"].split(), set(map(int, reading.says["fanouts"].split()))
    combine = {"all": all, "some": any}[reading.says["each"]]
    found = {}
    for f in range(2, 9):
        here = drawn.lines(f)
        found[f] = {other: crossings(here[one], here[other]) for other in others if other in here}
    words = {f: ", ".join(f"{other} {_where(at[0])}" for other, at in each.items() if at) for f, each in found.items()}
    for f, each in found.items():
        if combine(map(bool, each.values())) != (f in claimed):
            right = "; ".join(f"f = {g}: {text}" for g, text in words.items() if text)
            said = f"crosses {reading.says['each']}" if f in claimed else f"does not cross {reading.says['each']}"
            return fails({"f": f}, said, f"crosses {words[f] or 'none'}", right)
    return holds(f"{COMPARED}, fanouts 2 to 8", [{"f": f} for f in range(2, 9)], crossings=words)


def _where(at: tuple[int, int]) -> str:
    return f"at {at[0]}" if at[0] == at[1] else f"between {at[0]} and {at[1]}"


def about(at: tuple[int, int], nodes: int) -> bool:
    """Whether lines cross within a quarter of a number of nodes."""
    return at[1] >= nodes * (1 - QUARTER) and at[0] <= nodes * (1 + QUARTER)


def crosses_near(reading: Reading) -> Judgement:
    """Whether two lines cross near the stated number of nodes."""
    f, wanted = int(reading.says["fanout"]), int(reading.says["about"])
    here = graph(reading.says["metric"]).lines(f)
    one, other = (here[family] for family in reading.says["pair"].split())
    found = crossings(one, other)
    if not any(about(at, wanted) for at in found):
        return fails({"f": f}, f"cross at about {wanted} nodes", ", ".join(map(_where, found)) or "no crossing")
    return holds(f"{COMPARED}: they cross {', '.join(map(_where, found))}", [{"f": f}])


def crossover(reading: Reading) -> Judgement:
    """Whether two lines cross once from some hop penalty on, near the same number of nodes, and not so below it."""
    f, wanted = int(reading.says["fanout"]), int(reading.says["about"])
    begins, last = int(reading.says["begins"]), int(reading.says["ends"])
    at: dict[int, dict[tuple[str, str], list[tuple[int, int]]]] = {}
    for c in range(begins - 1, last + 1):
        here = graph(f"latency c={c}").lines(f)
        at[c] = {pair: crossings(here[pair[0]], here[pair[1]]) for pair in combinations(here, 2)}
    single = [pair for pair in at[begins] if all(len(at[c][pair]) == 1 for c in range(begins, last + 1))]
    for pair in single:
        if len(at[begins - 1][pair]) != 1 and all(about(at[c][pair][0], wanted) for c in range(begins, last + 1)):
            return holds(f"{' and '.join(pair)} cross {_where(at[last][pair][0])} at every hop penalty", [{"f": f}])
    words = {
        c: "; ".join(f"{' and '.join(p)} {', '.join(map(_where, x))}" for p, x in each.items() if x)
        for c, each in at.items()
    }
    right = "once from there on: " + "; ".join(f"{' and '.join(pair)} {_where(at[last][pair][0])}" for pair in single)
    size = {"f": f, "c": begins}
    claimed = f"one crossover that stays at about {wanted} nodes"
    return fails(size, claimed, words[begins] or "no crossing", right, crossings=words)


# Judges of the growth of closed forms, the number of sizes of topologies, and the deviation of loads from their
# mean.


def choices(reading: Reading) -> Judgement:
    """The number of networks of a fanout with up to 4096 nodes."""
    more, fanouts = reading.says["more"], between(reading.says["fanouts"])
    counts = {f: {family: len(list(sizes_by_processors(family, f, 2, MOST))) for family in FAMILIES} for f in fanouts}
    wrong = [f for f in fanouts if any(n >= counts[f][more] for family, n in counts[f].items() if family != more)]
    if wrong:
        right = f"so at fanouts {', '.join(str(f) for f in fanouts if f not in wrong) or 'none'}"
        there = ", ".join(f"{family} {count}" for family, count in counts[wrong[0]].items())
        return fails({"f": wrong[0]}, f"most sizes for {more}", there, right)
    return holds(
        f"all sizes up to {MOST} nodes counted",
        [{"f": f} for f in fanouts],
        sizes_up_to={str(f): n for f, n in counts.items()},
    )


def growth(reading: Reading) -> Judgement:
    """The growth of closed forms with the number of nodes, at one fanout."""
    f, quantity, words = int(reading.says["fanout"]), reading.says["quantity"], {}
    for part in reading.says["growth"].split(","):
        family, power, logs = part.split()
        found = lemma(f"{family}.{quantity}")
        own = {p.name: p.symbol for p in found.domain.parameters}
        r = own.get("r") or sympy.Symbol("r", integer=True, positive=True)
        at = {own["f"]: sympy.Integer(f)}
        base = f - (family == "livefly")
        count = r**f if family == "multicube" else r * sympy.Integer(base) ** r
        if any(count.xreplace({r: sympy.Integer(n)}) != nodes(family, f, n) for n in (2, 3, 4)):
            raise ArithmeticError(f"the number of nodes of {family} is another")
        form = found.closed_form.xreplace(at)
        # cases at the smallest sizes do not matter for growth
        form = form.args[-1][0] if isinstance(form, sympy.Piecewise) else form
        (true,) = greatest_growth([form], count, r)
        words[family] = true.text()
        if (true.exponent, true.logs) != (Fraction(power), Fraction(logs)):
            return fails({"f": f}, f"N^{power} (log N)^{logs}", true.text(), None, (), family)
    return holds(
        f"growth of the closed forms of the lemmas: {', '.join(f'{x} {text}' for x, text in words.items())}", [{"f": f}]
    )


@by_cases
def farther(reading: Reading) -> Iterator[ClaimedValue]:
    """Whether the coldest link of shuffles is farther from the mean than the hottest one."""
    said = reading.says["farther"]
    for f in between(reading.says["fanouts"]):
        for r, _ in sizes_by_processors(SHUFFLE, f, 200, 1100):
            rows = [row for each in measurement(SHUFFLE, f, r).classes for row in each.loads]
            loads = [(send + Fraction(echo, 5), how_many) for send, echo, how_many in rows if send + echo]
            mean = sum((load * n for load, n in loads), Fraction(0)) / sum(n for _, n in loads)
            least, most = min(loads)[0], max(loads)[0]
            same = said == ("coldest" if mean - least > most - mean else "hottest")
            true = f"mean {float(mean):.6g}, coldest {least}, hottest {most}"
            yield ClaimedValue({"f": f, "r": r}, f"the {said} link is farther from the mean", true, same=same)
