"""Judges of statements on the networks of figures 5 and 6, their channels, bisection and deadlock, and of equations 1 to 8 and 11."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import sympy

from netlemma.checks.claims.judgement import ClaimedValue, Judgement, compare_formula, fails, holds, stated_number
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases, read
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.lemmas.measured_flows import ExplicitChannels, channel_flows, explicit_channels
from netlemma.checks.performance.latency_models import channel_graph
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.performance.latency.channel_graphs import ChannelGraph, WormholeLatency, exact_latency, exact_times
from netlemma.derive.performance.latency.models.mesh import mesh_graph
from netlemma.derive.performance.latency.models.oneway_torus import oneway_torus_graph
from netlemma.graphs import device_network, measure
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.loads.flows import Flows
from netlemma.graphs.routings import channel_routing

# The networks of figures 5 and 6, and their models.


GRAPHS: Mapping[str, Callable[[int], ChannelGraph]] = {"mesh": mesh_graph, "oneway-torus": oneway_torus_graph}


def sizes_of(text: str) -> list[dict[str, int]]:
    """The sizes in the text of a statement.

    >>> sizes_of("k=8 flits=20; k=8 flits=32")
    [{'k': 8, 'flits': 20}, {'k': 8, 'flits': 32}]
    """
    parts = (dict(word.split("=") for word in size.split()) for size in text.split(";"))
    return [{name: int(value) for name, value in part.items()} for part in parts]


def words_of(size: Mapping[str, int]) -> str:
    """A size as statements write it.

    >>> words_of({"k": 8, "flits": 20})
    'k=8 flits=20'
    """
    return f"k={size['k']} flits={size['flits']}"


# Judges of equations 1 to 8 and 11: identities, and values counted on explicit networks.


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
    """The dimension of a channel; an empty text for injection and ejection."""
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


# Judges of statements on the networks: reachability, bisection, deadlock, channels and their classes.


K = parameter("k")
DOMAIN = Domain((Parameter("k", 2),))
FEW = [{"k": k} for k in range(2, 6)]
BISECTED = range(2, 5)  # all halves of k^2 nodes are tried


def reachable(reading: Reading) -> Judgement:
    """All routes are followed; a measurement refuses networks in which a node is not reached."""
    for size in FEW:
        measure(device_network("oneway-torus", k=size["k"], n=2))
    return holds("argued: going round a ring reaches each of its nodes; all routes followed", FEW)


def bisection(family: str, k: int) -> int:
    """The fewest channels between two halves of the nodes, whose numbers differ by one at most; all halves are tried."""
    net = device_network(family, k=k, n=2)
    hops = [(1 << int(u)) | (1 << int(v)) for u, v in zip(net.origin.tolist(), net.target.tolist(), strict=True)]
    halves = (sum(1 << node for node in chosen) for chosen in combinations(range(k**2), k**2 // 2))
    return min(sum(0 < (hop & half) < hop for hop in hops) for half in halves)


@by_cases
def same_bisection(reading: Reading) -> Iterator[ClaimedValue]:
    """The bisection widths of both networks."""
    for k in BISECTED:
        found = {family: bisection(family, k) for family in ("mesh", "oneway-torus")}
        mesh, torus = found.values()
        told = {"widths": {f"k={k}": found}}
        yield ClaimedValue(
            {"k": k}, f"oneway-torus {mesh}, as the mesh", f"oneway-torus {torus}", same=mesh == torus, told=told
        )


@by_cases
def decided(reading: Reading, family: str, vcs: int = 0, least: int = 2) -> Iterator[ClaimedValue]:
    """Whether e-cube routing is free of deadlock, decided from ``least`` nodes per dimension on, with ``vcs`` virtual
    channels of each link (those of the network if 0).
    """
    said = reading.says["verdict"]
    for size in FEW[least - FEW[0]["k"] :]:
        verdict = decide(channel_routing(device_network(family, **size, n=2), "dimension-order", vcs or None))
        cycle = list(verdict.cycle or ())
        true = f"a cycle of {len(cycle)} channels" if cycle else verdict.verdict
        claimed, same = {"deadlock-free": "no deadlock"}.get(said, "deadlock"), verdict.verdict == said
        yield ClaimedValue(size, claimed, true, family, same=same, told={} if same else {"cycle": cycle})


def channels(reading: Reading) -> Judgement:
    """Hops of the explicit mesh along each dimension."""

    def along(size: Size) -> int:
        net = device_network("mesh", k=size["k"], n=2)
        counts = [0, 0]
        for u, v in zip(net.origin.tolist(), net.target.tolist(), strict=True):
            counts[int(net.labels(u)[0] == net.labels(v)[0])] += 1
        if counts[0] != counts[1]:
            raise ArithmeticError(f"dimensions differ: {counts}")
        return counts[0]

    because = "argued: k lines of k - 1 links in each dimension, two channels each"
    return compare_formula(reading.says["channels"], along, FEW, DOMAIN, 2 * K * (K - 1), because)


Behaviour = tuple[Fraction, Fraction]


@cache
def behaviours(k: int) -> dict[str, dict[tuple[int, int], Behaviour]]:
    """The rate and the exact service time of the channels of the mesh, by direction and node."""
    there: ExplicitChannels = explicit_channels("mesh", k)
    times = exact_times(channel_graph(there.flows), 2 * k, Fraction(1, 16 * k * k))
    found: dict[str, dict[tuple[int, int], Behaviour]] = {direction: {} for direction in "WESN"}
    for direction, x, y in product("WESN", range(k), range(k)):
        i = there.channel((x, y), direction)
        if i is not None:
            found[direction][x, y] = there.rate(i), times.service[i]
    return found


@by_cases
def mirror_classes(reading: Reading) -> Iterator[ClaimedValue]:
    """Channels and their mirror images have the same rates and exact service times; the pairs are counted."""
    formula = parse_formula(reading.says["classes"], ("k",))
    for k in range(2, 5):
        found, size = behaviours(k), {"k": k}
        pairs = [(found["E"][x, y], found["W"].get((k - 1 - x, y))) for x, y in found["E"]]
        pairs += [(found["N"][x, y], found["S"].get((x, k - 1 - y))) for x, y in found["N"]]
        yield from (ClaimedValue(size, one, other, of=size) for one, other in pairs)
        yield ClaimedValue(size, formula.evaluate(size), Fraction(len(pairs), 2), of=size)


@at_samples
def finest(directions: str) -> Iterator[FormulaSample]:
    """The number of different rates and exact service times of the channels in two directions."""
    for k in range(2, 5):
        different = {each for direction in directions for each in behaviours(k)[direction].values()}
        yield FormulaSample({"k": k}, {"k": k}, len(different), "mesh")


@by_cases
def columns(reading: Reading) -> Iterator[ClaimedValue]:
    """The y channels that lead alike in different columns: the same rates, different service times."""
    for k in range(3, 5):
        size = {"k": k}
        rows = [[at for (_, y), at in behaviours(k)["S"].items() if y == row] for row in range(1, k)]
        rates = "independent of" if all(len({rate for rate, _ in row}) == 1 for row in rows) else "that depend on"
        yield ClaimedValue(size, "rates independent of j0", f"rates {rates} j0", "mesh", size)
        times = "that depend on" if any(len({time for _, time in row}) > 1 for row in rows) else "independent of"
        yield ClaimedValue(size, "service times that depend on j0", f"service times {times} j0", "mesh", size)


def x_position(reading: Reading) -> Judgement:
    """Destinations of a node in another column."""

    def counted(size: Size) -> Fraction:
        net = device_network("mesh", k=size["k"], n=2)
        columns_of = [net.labels(node)[0] for node in range(net.node_count)]
        found = {
            Fraction(sum(c == column for c in columns_of), net.node_count - 1)
            for own in columns_of
            for column in range(size["k"])
            if column != own
        }
        if len(found) != 1:
            raise ArithmeticError(f"columns differ: {found}")
        return found.pop()

    because = "argued: k of the k^2 - 1 destinations are in a given other column"
    return compare_formula(reading.says["probability"], counted, FEW, DOMAIN, K / (K**2 - 1), because)
