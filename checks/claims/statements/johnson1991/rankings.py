"""Judges of rankings of topologies: at every fanout, hop penalty or ratio as at another one."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from checks.claims.judgement import Judgement, fails, holds
from checks.claims.statements.johnson1991.lines import SIGNS, bends, graph, sign
from checks.claims.statements.johnson1991.relations import COMPARED, between, both_heights
from checks.formula.enclosure import ends
from derive.core.claim import Reading

KEYS_AT = 1024


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
    drawn, base = graph(reading.says["metric"]), int(reading.says["base"])
    lines = drawn.lines(base)
    like = {pair: sign(lines[pair[0]], lines[pair[1]], KEYS_AT) for pair in combinations(lines, 2)}
    wrong = []
    for f in range(2, 9):
        here = drawn.lines(f)
        for one, other in combinations(here, 2):
            if not excepted(reading, f, one, other):
                every = [KEYS_AT] if reading.says["order"] == "at 1024" else bends(here[one], here[other])
                wrong += [(f, n, one, other) for n in every if sign(here[one], here[other], n) == -like[one, other]][:1]
    if not wrong:
        return holds(f"{COMPARED}, fanouts 2 to 8", [{"f": f} for f in range(2, 9)])
    f, n, one, other = wrong[0]
    here = drawn.lines(f)
    right = "the other way around: " + "; ".join(f"{a} and {b} at f = {g}" for g, _, a, b in wrong)
    return fails(
        {"f": f, "nodes": n}, f"{one} {SIGNS[like[one, other]]} {other}", both_heights(here[one], here[other], n), right
    )


def penalties(reading: Reading) -> Judgement:
    """The order at 1024 nodes at every hop penalty."""
    f, every = int(reading.says["fanout"]), between(reading.says["penalties"])
    lines = graph(reading.says["metric"]).lines(f)
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
    return fails({"f": f, "c": c, "nodes": KEYS_AT}, claimed, both_heights(here[one], here[other], KEYS_AT), right)


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
