"""Judges of statements on bisection, capacity, and the worst case of routings; shared by the papers on traffic."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import numpy as np
import sympy

from netlemma.checks.claims.judgement import ClaimedValue, Judgement, agree, compare_formula
from netlemma.checks.formula.formula import parse_condition, parse_formula
from netlemma.derive import lemma
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Domain
from netlemma.derive.discovery import keys
from netlemma.graphs import device_network
from netlemma.graphs.loads.bisection import bisection
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.building import permutation, uniform
from netlemma.graphs.traffic.channel_loads import reference_routing, traffic_loads
from netlemma.graphs.traffic.named import traffic
from netlemma.graphs.traffic.optimal.routing import optimal_routing
from netlemma.graphs.traffic.worst.worst_case import worst_case

MOST_NODES = 40
MOST_SOLVED, FEW = 9, 4  # nodes of networks whose best routing is found, and sizes of each family
ARGUED = "argued: "


def _domain(family: str) -> Domain:
    return lemma(f"{family}.diameter").domain


def _nodes(family: str) -> sympy.Expr:
    found = lemma(f"{family}.diameter").definition.node_count
    assert found is not None
    return found


def _sizes(reading: Reading, domain: Domain, most: int = MOST_NODES, count: int = 12) -> list[dict[str, int]]:
    """The smallest sizes that a statement is about; ``says.where`` is its condition."""
    where = parse_condition(reading.says["where"]) if "where" in reading.says else None
    few = domain.sizes(400, lambda size: size["k"] ** size["n"] <= most)
    return [size for size in few if where is None or where.holds(size)][:count]


def _compared(
    reading: Reading, family: str, true: Callable[[Network], Fraction], closed: sympy.Expr | None, because: str
) -> Judgement:
    """The printed formula against counted values and a closed form."""
    domain, condition = _domain(family), sympy.true
    symbols = {p.name: p.symbol for p in domain.parameters}
    if "where" in reading.says:
        condition = parse_condition(reading.says["where"]).to_sympy(symbols)
    return compare_formula(
        reading.says["formula"], lambda size: true(device_network(family, **size)), _sizes(reading, domain), domain,
        closed, ARGUED + because, condition,
    )  # fmt: skip


def hops(reading: Reading, family: str) -> Judgement:
    """The mean distance over all pairs, those of a node with itself included."""
    n = _nodes(family)
    closed = lemma(f"{family}.mean_distance").closed_form * (n - 1) / n

    def counted(net: Network) -> Fraction:
        loads = traffic_loads(reference_routing(net), uniform(net, everybody=True))
        return sum(loads, Fraction(0)) / net.node_count

    return _compared(reading, family, counted, closed, f"the lemma {family}.mean_distance, for N^2 pairs")


def capacity(reading: Reading, family: str) -> Judgement:
    """The largest channel load of uniform traffic, messages of a node to itself included."""
    closed = lemma(f"{family}.edge_forwarding_index").closed_form / (2 * _nodes(family))
    because = f"half of {family}.edge_forwarding_index over N: both directions of a link are loaded alike by symmetry"
    return _compared(reading, family, _capacity_load, closed, because)


def _capacity_load(net: Network) -> Fraction:
    return max(traffic_loads(reference_routing(net), uniform(net, everybody=True)))


def bisected(reading: Reading, families: str) -> Judgement:
    """Whether uniform traffic loads a channel with N/(2B) or more, where B channels join two halves."""

    def cases() -> list[ClaimedValue]:
        found = []
        for family in families.split():
            for size in _sizes(reading, _domain(family), 27):
                net = device_network(family, **size)
                bound = Fraction(net.node_count, 2 * bisection(net).channels)
                load = _capacity_load(net)
                found.append(
                    ClaimedValue(size, f"at least {bound}", f"at least {bound}" if load >= bound else str(load), family)
                )
        return sorted(found, key=lambda case: sum(case.size.values()))

    even = "argued: with an even number of nodes half of all messages cross the cut, so its channels carry N/2 in all"
    right = "(N^2 - 1)/(2 N B) for odd N: fewer than half of the messages cross the cut"
    return agree(cases(), even if reading.says.get("where") else "", right)


def worst(reading: Reading, family: str, routing: str, closed: str = "", because: str = "") -> Judgement:
    """The largest channel load of a routing under the worst admissible traffic."""
    symbols = {p.name: p.symbol for p in _domain(family).parameters}
    key = f"{family}.worst_case.{routing.replace(' ties=', '.')}"
    right = parse_formula(closed).to_sympy(symbols) if closed else None
    if right is None and key in keys():
        right, because = lemma(key).closed_form, f"the lemma {key}"
    return _compared(reading, family, lambda net: _worst(net, routing), right, because)


def _worst(net: Network, name: str) -> Fraction:
    return worst_case(routing_of(net, name) if " " in name else routing_of(net, name, ties="split")).gamma


def no_worse(reading: Reading, families: str, routing: str, than: str) -> Judgement:
    """Whether the worst case of a routing is at most that of another one."""
    cases = []
    for family in families.split():
        for size in _sizes(reading, _domain(family)):
            net = device_network(family, **size)
            one, other = _worst(net, routing), _worst(net, than)
            claimed = f"at most {other}"
            cases.append(ClaimedValue(size, claimed, claimed if one <= other else str(one), family))
    return agree(cases, remark=f"at {len(cases)} sizes")


def minimal(reading: Reading, families: str, routing: str) -> Judgement:
    """Whether all messages take shortest paths: their hops are as many as the distances."""
    cases = []
    for family in families.split():
        for size in _sizes(reading, _domain(family), 27):
            net = device_network(family, **size)
            made = [sum(traffic_loads(channel_routing(net, name), uniform(net))) for name in (routing, "shortest")]
            cases.append(ClaimedValue(size, str(made[1]), str(made[0]), family))
    return agree(cases, "argued: a shortest path by way of a node of a shortest path; hops of all pairs counted")


def matching(reading: Reading, routing: str) -> Judgement:
    """Whether the worst case by matchings is the largest load of all permutations, each tried, and of no other traffic."""
    cases = []
    for family, size in (
        ("torus", {"k": 3, "n": 1}),
        ("mesh", {"k": 2, "n": 2}),
        ("torus", {"k": 5, "n": 1}),
        ("mesh", {"k": 6, "n": 1}),
    ):
        net = device_network(family, **size)
        by = routing_of(net, routing, ties="split")
        every = [p for p in permutations(range(net.node_count)) if any(i != node for i, node in enumerate(p))]
        most = max(max(traffic_loads(by, permutation(net, np.array(p)))) for p in every)
        cases.append(ClaimedValue(size, str(worst_case(by).gamma), str(most), family))
    reason = "argued: loads are linear in the rates, and admissible rates are mixtures of permutations (Birkhoff); all permutations tried"
    return agree(cases, reason)


def best(reading: Reading, family: str, closed: str, because: str) -> Judgement:
    """The least worst case of all oblivious routings."""
    symbols = {p.name: p.symbol for p in _domain(family).parameters}
    right = parse_formula(closed).to_sympy(symbols)
    return _compared(reading, family, lambda net: optimal_routing(net).gamma, right, because)


def optimal(reading: Reading, family: str, routing: str) -> Judgement:
    """Whether a routing has the least worst case of all oblivious routings."""
    nets = [(size, device_network(family, **size)) for size in _sizes(reading, _domain(family), 25)]
    cases = (
        ClaimedValue(size, str(_worst(net, routing)), str(optimal_routing(net).lower), family) for size, net in nets
    )
    return agree(
        cases, remark="the best routing by a linear program, with a lower bound in rationals, at {sizes} sizes"
    )


def decided(reading: Reading, families: str) -> Judgement:
    """Whether a linear program finds the routing with the least worst case, with a lower bound that it meets."""
    cases = []
    for family in families.split():
        for size in _sizes(reading, _domain(family), MOST_SOLVED, FEW):
            routing = optimal_routing(device_network(family, **size))
            cases.append(ClaimedValue(size, str(routing.gamma), str(routing.lower), family))
    return agree(
        cases, remark="the largest load of the routing found and a lower bound, both in rationals, at {sizes} sizes"
    )


def overestimated(reading: Reading, routing: str, patterns: str) -> Judgement:
    """Whether the least throughput under usual patterns exceeds that of the worst case by a share on the 8-ary 2-cube."""
    size = {"k": 8, "n": 2}
    net = device_network("torus", **size)
    by = routing_of(net, routing, ties="split")
    usual = max(max(traffic_loads(by, traffic(net, name.strip()))) for name in patterns.split(","))
    more, claimed = worst_case(by).gamma / usual - 1, Fraction(reading.says["formula"])
    words = f"at least {claimed}"
    return agree([ClaimedValue(size, words, words if more >= claimed else str(more), "torus")], f"counted: by {more}")
