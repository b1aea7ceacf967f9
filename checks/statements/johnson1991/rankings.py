"""Rankings of topologies in the paper's graphs: lines compared at every size where they bend."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import sympy

from checks.enclosure import Enclosure, ends
from checks.judgement import Judge, Judgement, fails, holds
from checks.ring_curves import FAMILIES, SHUFFLE, Metric, measurement, nodes, sizes
from checks.statements.johnson1991.lines import LEAST, LOGS, MOST, SIGNS, Graph, Line, bends, crossings, graph, sign
from derive.growth import greatest_growth
from derive.lemma import Statement, lemma

KEYS_AT = 1024
FIFTH, QUARTER = Fraction(5, 4), Fraction(1, 4)
HOLDS_FOR: dict[str, Callable[[int], bool]] = {
    "<": lambda s: s < 0,
    ">": lambda s: s > 0,
    "=": lambda s: s == 0,
    "<=": lambda s: s <= 0,
    ">=": lambda s: s >= 0,
}
COMPARED = "compared at all numbers of nodes where either line bends"


class Relation(NamedTuple):
    """``one sign other`` at some fanouts, from ``least`` to ``most`` nodes."""

    fanouts: range
    one: str
    sign: str
    other: str
    least: int
    most: int


def read(text: str) -> Iterator[Relation]:
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
            yield Relation(between(fanouts), one, how, other.strip(), int(low or LEAST), int(high or low or MOST))


def between(text: str) -> range:
    """Numbers from one to another, such as ``2-8``."""
    first, _, last = text.strip().replace(" ", "-").partition("-")
    return range(int(first), int(last or first) + 1)


def height(line: Line, n: int) -> str:
    """The value at n nodes, in words."""
    value = line.at(n)
    if isinstance(value, Enclosure) or line.axes == LOGS:
        middle = float(sum(ends(value)) / 2)
        return f"about {sympy.exp(middle) if line.axes == LOGS else middle:.6g}"
    return str(value)


def shown(one: Line, other: Line, n: int) -> str:
    """Both values at n nodes."""
    return f"{one.family} {height(one, n)}, {other.family} {height(other, n)}"


def near(one: Line, other: Line, n: int) -> bool:
    """Whether one value is at most a quarter more than the other, so that the other is at most a fifth less."""
    if one.axes == LOGS:
        return abs(float(sum(ends(one.at(n))) / 2) - float(sum(ends(other.at(n))) / 2)) <= float(sympy.log(FIFTH))
    a, b = (sum(ends(line.at(n))) for line in (one, other))
    return max(a, b) <= FIFTH * min(a, b)


def violation(drawn: Graph, relation: Relation, f: int) -> int | None:
    """The smallest number of nodes where the relation is not so; None if it is so wherever both lines are drawn."""
    one, other = (drawn.line(family, f) for family in (relation.one, relation.other))
    if one is None or other is None:
        return None
    for n in bends(one, other, relation.least, relation.most):
        true = near(one, other, n) if relation.sign == "~" else HOLDS_FOR[relation.sign](sign(one, other, n))
        if not true:
            return n
    return None


def related(statement: Statement) -> Judgement:
    """Every relation of the statement, at its fanouts; where it has hop penalties, those of ``penalty_relations`` too."""
    cases: list[tuple[Graph, Relation, dict[str, int]]]
    cases = [(graph(statement.says["metric"]), relation, {}) for relation in read(statement.says["relations"])]
    for c in map(int, statement.says.get("penalties", "").split()):
        relations = read(statement.says["penalty_relations"])
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
        return fails(size, f"{relation.one} {relation.sign} {relation.other}", shown(one, other, size["nodes"]), right)
    return holds(COMPARED, _once(compared))


def _once(sizes: list[dict[str, int]]) -> list[dict[str, int]]:
    return list({tuple(size.items()): size for size in sizes}.values())


def excepted(statement: Statement, f: int, one: str, other: str) -> bool:
    """Whether the caption leaves a pair out at this fanout."""
    for part in filter(None, statement.says["excepted"].split(",")):
        fanout, *names = part.split()
        if int(fanout) == f and all(name == "*" or name in (one, other) for name in names):
            return True
    return False


def ordered(statement: Statement) -> Judgement:
    """Pairs at every fanout as at the base fanout and 1024 nodes: there, or never the other way around."""
    drawn, base = graph(statement.says["metric"]), int(statement.says["base"])
    lines = drawn.lines(base)
    like = {pair: sign(lines[pair[0]], lines[pair[1]], KEYS_AT) for pair in combinations(lines, 2)}
    wrong = []
    for f in range(2, 9):
        here = drawn.lines(f)
        for one, other in combinations(here, 2):
            if not excepted(statement, f, one, other):
                every = [KEYS_AT] if statement.says["order"] == "at 1024" else bends(here[one], here[other])
                wrong += [(f, n, one, other) for n in every if sign(here[one], here[other], n) == -like[one, other]][:1]
    if not wrong:
        return holds(f"{COMPARED}, fanouts 2 to 8", [{"f": f} for f in range(2, 9)])
    f, n, one, other = wrong[0]
    here = drawn.lines(f)
    right = "the other way around: " + "; ".join(f"{a} and {b} at f = {g}" for g, _, a, b in wrong)
    return fails(
        {"f": f, "nodes": n}, f"{one} {SIGNS[like[one, other]]} {other}", shown(here[one], here[other], n), right
    )


def crossing_fanouts(statement: Statement) -> Judgement:
    """At which fanouts a line crosses all of the others, or some."""
    drawn, one = graph(statement.says["metric"]), statement.says["crossing"]
    others, claimed = statement.says["others"].split(), set(map(int, statement.says["fanouts"].split()))
    combine = {"all": all, "some": any}[statement.says["each"]]
    found = {}
    for f in range(2, 9):
        here = drawn.lines(f)
        found[f] = {other: crossings(here[one], here[other]) for other in others if other in here}
    words = {f: ", ".join(f"{other} {_where(at[0])}" for other, at in each.items() if at) for f, each in found.items()}
    for f, each in found.items():
        if combine(map(bool, each.values())) != (f in claimed):
            right = "; ".join(f"f = {g}: {text}" for g, text in words.items() if text)
            said = f"crosses {statement.says['each']}" if f in claimed else f"does not cross {statement.says['each']}"
            return fails({"f": f}, said, f"crosses {words[f] or 'none'}", right)
    return holds(f"{COMPARED}, fanouts 2 to 8", [{"f": f} for f in range(2, 9)], crossings=words)


def _where(at: tuple[int, int]) -> str:
    return f"at {at[0]}" if at[0] == at[1] else f"between {at[0]} and {at[1]}"


def about(at: tuple[int, int], nodes: int) -> bool:
    """Whether lines cross within a quarter of so many nodes."""
    return at[1] >= nodes * (1 - QUARTER) and at[0] <= nodes * (1 + QUARTER)


def crosses_near(statement: Statement) -> Judgement:
    """Whether two lines cross near the number of nodes that the statement says."""
    f, wanted = int(statement.says["fanout"]), int(statement.says["about"])
    here = graph(statement.says["metric"]).lines(f)
    one, other = (here[family] for family in statement.says["pair"].split())
    found = crossings(one, other)
    if not any(about(at, wanted) for at in found):
        return fails({"f": f}, f"cross at about {wanted} nodes", ", ".join(map(_where, found)) or "no crossing")
    return holds(f"{COMPARED}: they cross {', '.join(map(_where, found))}", [{"f": f}])


def crossover(statement: Statement) -> Judgement:
    """Whether two lines cross once from some hop penalty on, near the same number of nodes, and not so before."""
    f, wanted = int(statement.says["fanout"]), int(statement.says["about"])
    begins, last = int(statement.says["begins"]), int(statement.says["ends"])
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
    return fails(
        size,
        f"one crossover that stays at about {wanted} nodes",
        words[begins] or "no crossing",
        right,
        crossings=words,
    )


def penalties(statement: Statement) -> Judgement:
    """The order at 1024 nodes at every hop penalty."""
    f, every = int(statement.says["fanout"]), between(statement.says["penalties"])
    lines = graph(statement.says["metric"]).lines(f)
    like = {pair: sign(lines[pair[0]], lines[pair[1]], KEYS_AT) for pair in combinations(lines, 2)}
    wrong = []
    for c in every:
        here = graph(f"latency c={c}").lines(f)
        wrong += [(c, pair) for pair in like if sign(here[pair[0]], here[pair[1]], KEYS_AT) == -like[pair]]
    if not wrong:
        return holds(f"compared at {KEYS_AT} nodes at hop penalties {every[0]} to {every[-1]}", [{"f": f}])
    c, (one, other) = wrong[0]
    here = graph(f"latency c={c}").lines(f)
    right = "the other way around: " + "; ".join(f"{' and '.join(pair)} at c = {x}" for x, pair in wrong)
    claimed = f"{one} {SIGNS[like[one, other]]} {other}"
    return fails({"f": f, "c": c, "nodes": KEYS_AT}, claimed, shown(here[one], here[other], KEYS_AT), right)


def choices(statement: Statement) -> Judgement:
    """How many networks of a fanout there are up to 4096 nodes."""
    more, fanouts = statement.says["more"], between(statement.says["fanouts"])
    counts = {f: {family: len(list(sizes(family, f, 2, MOST))) for family in FAMILIES} for f in fanouts}
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


def growth(statement: Statement) -> Judgement:
    """How closed forms grow with the number of nodes, at one fanout."""
    f, quantity, words = int(statement.says["fanout"]), statement.says["quantity"], {}
    for part in statement.says["growth"].split(","):
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


def farther(statement: Statement) -> Judgement:
    """Whether the coldest link of shuffles is farther from the mean than the hottest one."""
    tried: list[dict[str, int]] = []
    for f in between(statement.says["fanouts"]):
        for r, _ in sizes(SHUFFLE, f, 200, 1100):
            found = [
                (send + Fraction(echo, 5), how_many)
                for c in measurement(SHUFFLE, f, r).classes
                for send, echo, how_many in c.loads
                if send + echo
            ]
            mean = sum((load * n for load, n in found), Fraction(0)) / sum(n for _, n in found)
            least, most = min(found)[0], max(found)[0]
            which = "coldest" if mean - least > most - mean else "hottest"
            if which != statement.says["farther"]:
                true = f"mean {float(mean):.6g}, coldest {least}, hottest {most}"
                return fails(
                    {"f": f, "r": r},
                    f"the {statement.says['farther']} link is farther from the mean",
                    true,
                    None,
                    tried,
                )
            tried.append({"f": f, "r": r})
    return holds(f"measured at all {len(tried)} sizes that it speaks of", tried)


def ratios(statement: Statement) -> Judgement:
    """Throughput of a topology over that of the others, at a small and a large ratio of packet sizes."""
    better, fanouts = statement.says["better"], between(statement.says["fanouts"])
    for f in fanouts:
        small, large = (
            _over(Metric("throughput", ratio=Fraction(statement.says[x])), better, f) for x in ("small", "large")
        )
        for other, value in small.items():
            if value <= large[other]:
                return fails(
                    {"f": f, "nodes": KEYS_AT},
                    f"{better} gains on {other}",
                    f"{value:.6g} and {large[other]:.6g} times it",
                )
    return holds(f"compared at {KEYS_AT} nodes", [{"f": f} for f in fanouts])


def _over(metric: Metric, better: str, f: int) -> dict[str, float]:
    lines = graph(f"throughput ratio={metric.ratio}").lines(f)
    values = {family: float(sum(ends(line.at(KEYS_AT))) / 2) for family, line in lines.items()}
    return {other: values[better] / value for other, value in values.items() if other != better}


_RELATED = (
    "butterfly.throughput.best",
    "butterfly.throughput.best.ratio-2",
    "figure-13.always",
    "figure-14.multicube",
    *(f"figure-15.{name}" for name in ("butterfly", "butterfly.every", "competitive", "multicube")),
    *(f"figure-16.{name}" for name in ("multicube", "multicube.always", "fanout-2", "butterfly")),
    *(f"figure-16.shuffle{name}" for name in ("", ".at", ".equal")),
    *(f"figure-17.{name}" for name in ("deadfly", "deadfly.equal", "multicube", "shuffle")),
    *(f"figure-17.{name}.lowest{ratio}" for name in ("multicube", "shuffle") for ratio in ("", ".ratio-5")),
    *(f"figure-18.{name}" for name in ("best", "best.mean", "livefly", "livefly.linear", "shuffle")),
)

JUDGES: dict[str, Judge] = {
    **dict.fromkeys(_RELATED, related),
    "ring-hops.shapes": growth,
    "distance.shapes": growth,
    "figure-13.multicube": crossing_fanouts,
    "figure-13.multicube.some": crossing_fanouts,
    "figure-13.shuffle": crosses_near,
    "figure-13.shuffle.only": crossing_fanouts,
    "figure-14.always": ordered,
    "multicube.choices": choices,
    "multicube.choices.small": choices,
    "figure-15.order": ordered,
    "figure-15.order.penalties": penalties,
    "figure-15.crossover": crossover,
    "figure-16.order": ordered,
    "shuffle.cold-links": farther,
    "figure-17.order": ordered,
    "figure-17.ratios": ratios,
    "figure-17.order.ratio-2": ordered,
    "figure-18.order": ordered,
}
