"""Judges of rankings of topologies: at every fanout, hop penalty or ratio as at another one."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from netlemma.checks.claims.judgement import Judgement, fails, holds
from netlemma.checks.claims.statements.johnson1991.lines import SIGNS, FanoutLine, bends, graph, sign
from netlemma.checks.claims.statements.johnson1991.relations import COMPARED, between, both_heights
from netlemma.checks.formula.enclosure import ends
from netlemma.derive.core.claim import Reading

KEYS_AT = 1024
Turned = tuple[dict[str, int], str, FanoutLine, FanoutLine]  # size, where, and two lines that are the other way around


def excepted(reading: Reading, f: int, one: str, other: str) -> bool:
    """Whether the caption excludes a pair at a fanout.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    f : int
        Fanout: links of each node.
    one : str
        First family.
    other : str
        Second family.

    Returns
    -------
    bool
        Whether it does.
    """
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
