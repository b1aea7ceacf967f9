"""Judges of crossings between lines of the paper's graphs: fanouts, numbers of nodes and hop penalties."""

from fractions import Fraction
from itertools import combinations

from netlemma.checks.claims.judgement import Judgement, fails, holds
from netlemma.checks.claims.statements.johnson1991.lines import crossings, graph
from netlemma.checks.claims.statements.johnson1991.relations import COMPARED
from netlemma.derive.core.claim import Reading

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
    """Whether lines cross within a quarter of a number of nodes.

    Parameters
    ----------
    at : tuple of (int, int)
        Numbers of nodes between which they cross.
    nodes : int
        Stated number of nodes.

    Returns
    -------
    bool
        Whether they do.
    """
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
