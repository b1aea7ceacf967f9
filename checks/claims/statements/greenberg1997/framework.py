"""Judges of equations 1 to 8 and 11: identities, and values counted on explicit networks."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import sympy

from netlemma.checks.claims.evidence import ClaimedValue, stated_number
from netlemma.checks.claims.judgement import Judgement, fails, holds
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases, read
from netlemma.checks.claims.statements.greenberg1997.figures import GRAPHS, sizes_of, words_of
from netlemma.checks.lemmas.measured_flows import channel_flows
from netlemma.checks.performance.latency_models import channel_graph
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.core.claim import Reading
from netlemma.derive.performance.latency.exact import exact_latency, exact_times
from netlemma.derive.performance.latency.framework import WormholeLatency
from netlemma.graphs.loads.flows import Flows

SIZES = range(2, 6)
FAMILIES = ("mesh", "oneway-torus")


@by_cases
def mean_over_sources(reading: Reading) -> Iterator[ClaimedValue]:
    """The mean of equation 1 over sources is equation 2, with D from all routes."""
    for k in range(2, 4):
        flows = channel_flows("mesh", k)
        graph = channel_graph(flows)
        load, flits = Fraction(1, 40 * k), 2 * k
        times = exact_times(graph, flits, load)
        each = [times.service[i] + times.waiting[i] for i in flows.injections]
        mean = sum(each, Fraction(0)) / len(each) + (flows.mean_distance + 2) - 1
        yield ClaimedValue({"k": k}, mean, exact_latency(graph, flits, load), "mesh")


def service(reading: Reading) -> Judgement:
    """Equation 7, compared with equations 5 and 6 in equation 3, all as printed."""
    terms = {name: read(text) for name, text in reading.says.items()}
    w, p = (sympy.Symbol(name, positive=True) for name in "wP")
    combined = terms["blocked"].subs(w, terms["wait"]).subs(p, terms["probability"])
    if equal(combined, terms["service"]):
        return holds("an identity, term by term: equation 5 for w and equation 6 for P in equation 3")
    return fails({}, terms["service"], combined)


@at_samples
def blocking() -> Iterator[FormulaSample]:
    """The share of the messages that enter a channel from other ones, counted for each pair of channels in a row."""
    for family in FAMILIES:
        for k in range(2, 5):
            flows, size = channel_flows(family, k), {"k": k}
            into = entering(flows)
            for i, row in enumerate(flows.branches):
                for j, share in row.items():
                    values = {"rate_i": flows.rates[i], "rate_j": flows.rates[j], "R": share}
                    others = (into[j] - flows.rates[i] * share) / into[j]
                    yield FormulaSample(size, values, others, f"{family}: {flows.names[i]}, {flows.names[j]}", size)


def entering(found: Flows) -> list[Fraction]:
    """The rate of messages that enter each channel from other channels."""
    into = [Fraction(0)] * len(found.names)
    for rate, row in zip(found.rates, found.branches, strict=True):
        for j, share in row.items():
            into[j] += rate * share
    return into


@at_samples
def ends() -> Iterator[FormulaSample]:
    """The rates of injection and ejection channels."""
    for family in FAMILIES:
        for k in SIZES:
            flows, size = channel_flows(family, k), {"k": k}
            rates = {flows.rates[i] for i in flows.injections} | {*entering(flows)[flows.ends : 2 * flows.ends]}
            yield from (FormulaSample(size, {}, rate, family, size) for rate in sorted(rates))


def ejection_waiting(reading: Reading) -> Judgement:
    """The change of latencies if equation 4 is also used for ejection channels."""
    share, part = stated_number(reading.says["share"]), stated_number(reading.says["load"])
    sizes, worst = sizes_of(reading.says["figures"]), []
    changes: dict[str, float] = {}
    for family, size in product(FAMILIES, sizes):
        graph = GRAPHS[family](size["k"])
        plain = WormholeLatency(graph, size["flits"])
        waits = WormholeLatency(replace(graph, ejection_waits=True), size["flits"])
        loads = np.array([float(part) * plain.saturation().load])
        change = float(waits.latency(loads)[0] / plain.latency(loads)[0] - 1)
        changes[f"{family} {words_of(size)}"] = round(change, 4)
        worst += [(size, f"less than {share}", f"{change:.4f}", family)] if change > share else []
    if not worst:
        return holds("computed for the networks of the figures", sizes, changes=changes)
    size, claimed, true, family = worst[0]
    right = f"latencies change by {min(changes.values()):.1%} to {max(changes.values()):.1%} there"
    return fails(size, claimed, true, right, (), family, changes=changes)


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


@by_cases
def order(reading: Reading) -> Iterator[ClaimedValue]:
    """No x channel is followed by a y channel."""
    for family, k in product(FAMILIES, SIZES):
        flows = channel_flows(family, k)
        turns = (
            i for i, row in enumerate(flows.branches) if axis(flows, i) == "x" and "y" in {axis(flows, j) for j in row}
        )
        yield ClaimedValue({"k": k}, "never", next((flows.names[i] for i in turns), "never"), family)
