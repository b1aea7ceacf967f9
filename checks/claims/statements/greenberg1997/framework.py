"""Judges of equations 1 to 8 and 11: identities, and values counted on explicit networks."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import sympy

from checks.claims.evidence import ClaimedValue, agree, stated_number
from checks.claims.judgement import Judgement, fails, holds
from checks.claims.statements.greenberg1997.figures import GRAPHS, sizes_of
from checks.formula.formula import parse_formula
from checks.lemmas.measured_flows import channel_flows
from checks.performance.latency_models import channel_graph
from derive.algebra.expressions.normal_form import equal
from derive.core.claim import Statement
from derive.core.domain import Size
from derive.performance.latency.exact import exact_latency, exact_times
from derive.performance.latency.framework import WormholeLatency
from graphs.loads.flows import Flows

SIZES = range(2, 6)
FAMILIES = ("mesh", "oneway-torus")


def read(text: str, names: str) -> sympy.Expr:
    """A printed formula as an expression in positive quantities.

    Parameters
    ----------
    text : str
        Formula.
    names : str
        Names of the quantities, separated by blanks.

    Returns
    -------
    Expr
        SymPy expression.
    """
    symbols = {name: sympy.Symbol(name, positive=True) for name in names.split()}
    return parse_formula(text, symbols).to_sympy(symbols)


def unblocked_worm(flits: int, channels: int) -> int:
    """Steps until the last flit of an unblocked worm has crossed the last channel, simulated flit by flit.

    A flit that has crossed a channel waits behind it. In each step the one behind the last channel is consumed, the
    others cross one more channel, and one more flit enters.

    Parameters
    ----------
    flits : int
        Length of the worm.
    channels : int
        Number of channels on the route.

    Returns
    -------
    int
        Number of steps.
    """
    held = [False] * channels
    waiting, consumed, steps = flits, 0, 0
    while consumed < flits:
        steps += 1
        consumed += held[-1]
        held = [waiting > 0, *held[:-1]]
        waiting -= held[0]
    return steps - 1


def latency_of_a_worm(statement: Statement) -> Judgement:
    """The last flit leaves the source after s steps and is in the last channel D - 1 steps later."""
    formula = parse_formula(statement.says["latency"], ("s", "D"))
    sizes = ({"s": flits, "D": channels} for channels in range(2, 9) for flits in range(channels, 13))
    cases = (ClaimedValue(size, formula.evaluate(size), unblocked_worm(size["s"], size["D"])) for size in sizes)
    because = "argued: the last flit enters in step s and moves in every further step; moved flit by flit"
    return agree(cases, because, "s + D - 1")


def mean_over_sources(statement: Statement) -> Judgement:
    """The mean of equation 1 over sources is equation 2, with D from all routes."""

    def case(k: int) -> ClaimedValue:
        found = channel_flows("mesh", k)
        graph = channel_graph(found)
        load, flits = Fraction(1, 40 * k), 2 * k
        times = exact_times(graph, flits, load)
        each = [times.service[i] + times.waiting[i] for i in found.injections]
        mean = sum(each, Fraction(0)) / len(each) + (found.mean_distance + 2) - 1
        return ClaimedValue({"k": k}, mean, exact_latency(graph, flits, load), "mesh")

    because = "argued: the mean is linear, and D of a source averages to D over all routes; in exact numbers"
    return agree(map(case, range(2, 4)), because)


def waiting(statement: Statement) -> Judgement:
    """Pollaczek and Khinchine: W = rate E[x^2]/(2(1 - rate x)), and E[x^2] = x^2 + variance."""
    rate, x, s, variance = sympy.symbols("rate x s variance", positive=True)
    queue = rate * (x**2 + variance) / (2 * (1 - rate * x))
    printed = read(statement.says["waiting"], "rate x s")
    if equal(printed, queue.subs(variance, (x - s) ** 2)):
        return holds("identical to the Pollaczek-Khinchine formula with the variance (x - s)^2, for all values")
    point = {rate: sympy.Rational(1, 100), x: sympy.Integer(30), s: sympy.Integer(20), variance: sympy.Integer(100)}
    return fails({"rate": 1, "x": 30, "s": 20}, printed.subs(point), queue.subs(point))


def service(statement: Statement) -> Judgement:
    """Equation 3 with equations 5 and 6 substituted."""
    names = "x w R P W rate_i rate_j"
    terms = {name: read(text, names) for name, text in statement.says.items()}
    w, p = (sympy.Symbol(name, positive=True) for name in "wP")
    combined = terms["blocked"].subs(w, terms["wait"]).subs(p, terms["probability"])
    if equal(combined, terms["service"]):
        return holds("an identity, term by term: equation 5 for w and equation 6 for P in equation 3")
    return fails({}, terms["service"], combined)


def blocking(statement: Statement) -> Judgement:
    """Equation 6 compared with messages counted by the channel from which they come."""
    formula = read(statement.says["blocking"], "rate_i rate_j R")
    names = {symbol.name: symbol for symbol in formula.free_symbols}
    tried: list[Size] = []
    for family in FAMILIES:
        for k in range(2, 5):
            found = channel_flows(family, k)
            entering: dict[int, Fraction] = {}
            for i, row in enumerate(found.branches):
                for j, share in row.items():
                    entering[j] = entering.get(j, Fraction(0)) + found.rates[i] * share
            for i, row in enumerate(found.branches):
                for j, share in row.items():
                    others = (entering[j] - found.rates[i] * share) / entering[j]
                    point = {names["rate_i"]: found.rates[i], names["rate_j"]: found.rates[j], names["R"]: share}
                    claimed = formula.xreplace({name: sympy.Rational(value) for name, value in point.items()})
                    if claimed != sympy.Rational(others):
                        return fails(
                            {"k": k}, claimed, others, None, tried, f"{family}: {found.names[i]}, {found.names[j]}"
                        )
            tried.append({"k": k})
    return holds("argued: lambda_i R_i|j messages come from i, and all that enter j add up to lambda_j; counted", tried)


def ends(statement: Statement) -> Judgement:
    """Rates of all injection and ejection channels."""
    claimed = stated_number(statement.says["rate"])
    tried: list[Size] = []
    for family in FAMILIES:
        for k in SIZES:
            found = channel_flows(family, k)
            into = [Fraction(0)] * len(found.names)
            for rate, row in zip(found.rates, found.branches, strict=True):
                for j, share in row.items():
                    into[j] += rate * share
            out = range(found.ends, 2 * found.ends)
            wrong = {found.rates[i] for i in found.injections} | {into[i] for i in out}
            if wrong != {claimed}:
                return fails({"k": k}, claimed, max(wrong), None, tried, family)
            tried.append({"k": k})
    because = "argued: each node is the destination of N - 1 others, each of which sends it 1/(N - 1) of its messages; counted"
    return holds(because, tried)


def ejection(statement: Statement) -> Judgement:
    """The time that a worm holds a channel with no blocking after it, simulated flit by flit."""
    formula = parse_formula(statement.says["service"], ("s",))
    cases = (
        ClaimedValue({"s": flits}, formula.evaluate({"s": flits}), unblocked_worm(flits, 1)) for flits in range(1, 13)
    )
    return agree(cases, "argued: one flit is consumed in each step; moved flit by flit", "s")


def ejection_waiting(statement: Statement) -> Judgement:
    """The change of latencies if equation 4 is also used for ejection channels."""
    share, part = stated_number(statement.says["share"]), stated_number(statement.says["load"])
    changes: dict[str, float] = {}
    worst: tuple[float, dict[str, int], str] | None = None
    sizes = sizes_of(statement.says["figures"])
    for family, size in ((family, size) for family in FAMILIES for size in sizes):
        graph = GRAPHS[family](size["k"])
        plain = WormholeLatency(graph, size["flits"])
        waits = WormholeLatency(replace(graph, ejection_waits=True), size["flits"])
        loads = np.array([float(part) * plain.saturation().load])
        change = float(waits.latency(loads)[0] / plain.latency(loads)[0] - 1)
        changes[f"{family} k={size['k']} flits={size['flits']}"] = round(change, 4)
        if change > share and worst is None:
            worst = change, size, family
    if worst is None:
        return holds("computed for the networks of the figures", sizes, changes=changes)
    change, size, family = worst
    right = f"latencies change by {min(changes.values()):.1%} to {max(changes.values()):.1%} there"
    return fails(size, f"less than {share}", f"{change:.4f}", right, (), family, changes=changes)


def axis(found: Flows, number: int) -> str:
    """The dimension of a channel; an empty text for injection and ejection.

    Parameters
    ----------
    found : Flows
        Counted flows.
    number : int
        Number of the channel.

    Returns
    -------
    str
        ``x``, ``y`` or an empty text.
    """
    channel, routing = found.channels[number], found.routing
    if channel is None:
        return ""
    start, end = (routing.network.labels(node) for node in (routing.start(channel), routing.end(channel)))
    return "x" if start[1] == end[1] else "y"


def order(statement: Statement) -> Judgement:
    """No x channel is followed by a y channel."""
    tried: list[Size] = []
    for family in FAMILIES:
        for k in SIZES:
            found = channel_flows(family, k)

            for i, row in enumerate(found.branches):
                for j in row:
                    if axis(found, i) == "x" and axis(found, j) == "y":
                        return fails({"k": k}, "x before y", found.names[i], None, tried, family)
            tried.append({"k": k})
    return holds(
        "argued: e-cube routing never goes back to y, so x channels depend on x and ejection channels; followed", tried
    )
