"""Judges of the growth of closed forms, the number of sizes of topologies, and the deviation of loads from their
mean.
"""

from collections.abc import Iterator
from fractions import Fraction

import sympy

from netlemma.checks.claims.evidence import ClaimedValue
from netlemma.checks.claims.judgement import Judgement, fails, holds
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.claims.statements.johnson1991.lines import MOST
from netlemma.checks.claims.statements.johnson1991.relations import between
from netlemma.checks.performance.ring_curves import FAMILIES, SHUFFLE, measurement, nodes, sizes_by_processors
from netlemma.derive.core.claim import Reading
from netlemma.derive.discovery import lemma
from netlemma.derive.performance.bounds.growth import greatest_growth


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
    """The growth of closed forms with the number of nodes, at one fanout.

    Raises
    ------
    ArithmeticError
        If the number of nodes has another closed form.
    """
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
