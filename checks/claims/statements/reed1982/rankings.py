"""Judges of rankings of the networks along lines of sizes, of crossings of their bounds, and of their growth."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, count, permutations, takewhile
from operator import attrgetter, itemgetter
from typing import NamedTuple

import sympy

from netlemma.checks.claims.judgement import ClaimedValue, Judgement, agrees, fails, holds, unknown
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.claims.statements.reed1982.construction import ends_of
from netlemma.checks.claims.statements.reed1982.networks import (
    CUBE,
    CYCLES,
    DUAL,
    FAMILIES,
    RING,
    SPANNING,
    TOROID,
    UNIT,
    Sample,
    Theorem,
    bounds_of,
    judge_relation,
    lemmas_of,
    sizes_of,
    symbols,
)
from netlemma.checks.performance.bound_comparison import size_limits, symbolic_demands
from netlemma.checks.performance.bounds import bounds_subject, links_at_node, visits
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.discovery import lemma
from netlemma.derive.performance.growth_limits import Growth, greatest_growth, limits
from netlemma.derive.performance.throughput_bounds import PROCESSOR, bounds, exact_mva, stations

# Lines of sizes along which the networks are compared; only the captions of the paper's figures survive.
#
# Networks as in Figure I: grids with D = 3, which grow in width, and R-ary M-cubes with R = 2, which grow in M.


SMALLEST, LARGEST = 8, 2200  # nodes
DRAWN: Mapping[str, tuple[str, Size]] = {
    SPANNING: ("w", {"D": 3}),
    DUAL: ("w", {"D": 3}),
    TOROID: ("w", {"D": 3}),
    CYCLES: ("D", {}),
    CUBE: ("M", {"R": 2}),
}


class NetworkPoint(NamedTuple):
    """One network: its size and number of nodes, its X0 bounds without and with limited bandwidth, its mean path
    length.
    """

    size: Size
    nodes: int
    rate: Fraction
    limited: Fraction
    length: Fraction


@cache
def network_point(family: str, size: tuple[tuple[str, int], ...]) -> NetworkPoint:
    """The compared quantities of one network, for service times of one."""
    found, links = visits(bounds_subject(family), dict(size)), links_at_node(bounds_subject(family), dict(size))
    rate, limited = (bounds(found.demands(UNIT, shared)).X0_bound for shared in (None, links))
    return NetworkPoint(dict(size), found.nodes, rate, limited, lemmas_of(family).distance.value(dict(size)))


@cache
def line(family: str, most: int = LARGEST, D: int = 3) -> tuple[NetworkPoint, ...]:
    """The networks of a family with at least 8 nodes. The ring takes its number of nodes from the others."""
    free, fixed = DRAWN[family]
    found: list[NetworkPoint] = []
    for value in count(2):
        size = {**fixed, "D": D} | {free: value}
        exact = tuple((name, size[name]) for name in lemmas_of(family).distance.domain.names)
        nodes = lemmas_of(family).distance.definition.nodes(dict(exact))
        if nodes > most:
            return tuple(found)
        if nodes >= SMALLEST:
            found.append(network_point(family, exact))
    raise AssertionError("networks grow")


def ring_of(nodes: int) -> NetworkPoint:
    """The ring with a number of nodes."""
    return network_point(RING, (("K", nodes),))


def common(most: int = LARGEST) -> dict[int, dict[str, NetworkPoint]]:
    """The points of all drawn families by numbers of nodes that all of them have."""
    by_nodes = {family: {each.nodes: each for each in line(family, most)} for family in DRAWN}
    shared = set.intersection(*(set(found) for found in by_nodes.values()))
    return {nodes: {family: found[nodes] for family, found in by_nodes.items()} for nodes in sorted(shared)}


@cache
def demand_growth(family: str) -> tuple[Growth, bool]:
    """The growth of the greatest demand with the nodes, and whether it is exact: for sums it is that of an upper bound.

    In the dual bus hypercube, buses of dimension 0 are equivalent by symmetry, and the greatest other one has a lemma.
    """
    free, fixed = DRAWN[family]
    lemmas = lemmas_of(family)
    symbol, nodes = lemmas.symbols[free], lemmas.nodes()
    assert nodes is not None
    at = {lemmas.symbols[name]: sympy.Integer(value) for name, value in fixed.items()}
    remarks: list[str] = []
    if family == DUAL:
        keys = (f"{DUAL}.visit_ratio.bus-0", f"{DUAL}.max_visit_ratio.bus-other")
        demands = {key: lemma(key).closed_form.xreplace(at) for key in keys} | {PROCESSOR: 1 / nodes.xreplace(at)}
    else:
        demands, remarks = symbolic_demands(lemmas, fixed, UNIT, limited=False)
    return max(greatest_growth(demands.values(), nodes.xreplace(at), symbol)), not remarks


# Judges of rankings as the networks grow: by limits and orders of growth of closed forms.


BUSES = (SPANNING, DUAL)


def length_limit(family: str) -> sympy.Expr:
    """The limit of the mean path length along the family's line of sizes; oo if it grows without limit.

    If nodes are joined by links and the number of links at a node stays the same, it grows without limit.
    """
    free, fixed = DRAWN[family]
    lemmas = lemmas_of(family)
    at = {lemmas.symbols[name]: sympy.Integer(value) for name, value in fixed.items()}
    symbol = lemmas.symbols[free]
    if family not in BUSES:
        if ends_of(family).xreplace(at).has(symbol):
            raise ArithmeticError(f"the number of links at a node of {family} grows")
        return sympy.oo
    (value,) = {each.value for each in limits(lemmas.distance.closed_form.xreplace(at), symbol)}
    return value


def shorter(reading: Reading) -> Judgement:
    """Whether the mean path lengths of the named networks have a limit, and those of the others grow without limit."""
    named = reading.says["networks"].split()
    tends = {family: length_limit(family) for family in DRAWN}
    for family, value in tends.items():
        if (family in named) != bool(value.is_finite):
            largest = line(family)[-1]
            claimed = "stays small" if family in named else "grows without limit"
            return fails(largest.size, claimed, f"{largest.length}, and tends to {value}", None, (), family)
    return holds(
        "limits of the closed forms of the lemmas; argued: with c links at each node, at most c^d nodes are d links away, so that mean "
        "path lengths grow without limit where c stays the same",
        limits={family: str(value) for family, value in tends.items()},
    )


def slower(reading: Reading) -> Judgement:
    """Whether the X0 bounds of the named networks are below all others, by a lower order of growth or by at least a
    ``factor``.
    """
    named, factor = reading.says["networks"].split(), Fraction(reading.says["factor"])
    ratios = {}
    for one, other in ((a, b) for a in named for b in DRAWN if b not in named):
        (mine, exact), (theirs, _) = demand_growth(one), demand_growth(other)
        if not exact:
            return unknown(f"only an upper bound of the demands of {one} is known as a closed form")
        ratio = sympy.oo if mine.order > theirs.order else mine.constant / theirs.constant
        if mine.order < theirs.order or ratio < factor:
            a, b = line(one)[-1], line(other)[-1]
            true = f"{a.rate} with {a.nodes} nodes, {other} {b.rate} with {b.nodes}"
            grow = f"the greatest demands grow as {mine.text()} and {theirs.text()}"
            return fails(a.size, f"less than {other} by a factor of {factor}", true, grow, (), one)
        ratios[f"{other} / {one}"] = str(ratio)
    return holds(
        "growth of the greatest demand with the number of nodes, from the closed forms of the lemmas (upper bounds of the sums for CCC and "
        "R-ary M-cube); argued: devices of a class are alike by symmetry, or the greatest has a lemma",
        ratios=ratios,
    )


def slowest(reading: Reading) -> Judgement:
    """Whether the bound of the named network has a limit, and those of all others grow without limit."""
    ring = size_limits(RING, {"K": 2}, UNIT)["K"]
    limited = [RING] * (ring.limit != "none") + [family for family in DRAWN if demand_growth(family)[0].exponent >= 0]
    if limited != reading.says["networks"].split():
        true = f"{', '.join(limited)}: the bound of the ring tends to {ring.limit}"
        return fails({"K": 64}, reading.says["networks"], true, None, ())
    nodes, largest = max(common().items())
    over = {family: str(found.rate / ring_of(nodes).rate) for family, found in largest.items()}
    return holds(
        f"the ring's bound tends to {ring.limit} ({ring.strength} lemmas), those of the others grow as powers of the number of nodes",
        times_the_ring={f"at {nodes} nodes": over},
    )


# Judges of rankings of the networks size by size, and of crossings of their bounds.


UP_TO = f"from {SMALLEST} to {LARGEST}"
CROWD = 400  # messages, up to which rates are compared


def below(reading: Reading, quantity: str) -> Judgement:
    """Whether the named ``networks`` are below all others in a quantity, at each number of nodes that all five have."""
    value: Callable[[NetworkPoint], Fraction] = attrgetter(quantity)
    named = reading.says["networks"].split()
    sizes: list[Size] = []
    for found in common().values():
        for one, other in ((a, b) for a in named for b in DRAWN if b not in named):
            mine, theirs = value(found[one]), value(found[other])
            if mine >= theirs:
                ranked = {
                    n: sorted(((value(p), family) for family, p in each.items()), key=itemgetter(0))
                    for n, each in common().items()
                }
                words = {n: ", ".join(f"{family} {x}" for x, family in each) for n, each in ranked.items()}
                right = "; ".join(f"{nodes} nodes: {each}" for nodes, each in words.items())
                return fails(found[one].size, f"less than {theirs}, that of {other}", mine, right, sizes, one)
        sizes += [each.size for each in found.values()]
    return holds(f"compared at every number of nodes that all five networks have, {UP_TO}", sizes)


def ring_slowest(reading: Reading) -> Judgement:
    """Whether the bound of the ring, times a ``factor``, is below that of every network with as many nodes."""
    factor = Fraction(reading.says["factor"])
    others = sorted(((f, p) for f in DRAWN for p in line(f)), key=lambda pair: pair[1].nodes)
    not_less = [(f, p) for f, p in others if factor * ring_of(p.nodes).rate >= p.rate]
    sizes = [{"K": p.nodes} for f, p in others if (f, p) not in not_less]
    if not not_less:
        return agrees(f"less at the {len(sizes)} sizes compared; not shown for the others", sizes)
    (family, least), where = not_less[0], ", ".join(f"{f} with {p.nodes} nodes" for f, p in not_less)
    right = f"less than that of each at the {len(sizes)} other sizes; not less than that of {where}"
    ring = ring_of(least.nodes)
    return fails(ring.size, f"less than {least.rate / factor}, that of {family}", ring.rate, right, sizes, RING)


def crossing(reading: Reading) -> Judgement:
    """Of two networks, the one with the greater bound up to ``few`` nodes, and the one from ``many`` nodes on."""
    few, many = int(reading.says["few"]), int(reading.says["many"])
    lines = {(f, D): line(f, many, D) for f in DRAWN for D in ((2, 3) if "D" in DRAWN[f][1] else (3,))}
    ends = {key: [[p for p in points if p.nodes <= most][-1:] for most in (few, many)] for key, points in lines.items()}
    for one, other in permutations(lines, 2):
        if all((*ends[one], *ends[other])):
            ((a,), (b,)), ((c,), (d,)) = ends[one], ends[other]
            if a.rate > c.rate and b.rate < d.rate:
                drawn = ((a, one[0]), (c, other[0]), (b, one[0]), (d, other[0]))
                shown = [f"{name} {p.rate} with {p.nodes}" for p, name in drawn]
                proof = f"the largest of at most {few} and {many} nodes: {shown[0]}, {shown[1]}; {shown[2]}, {shown[3]}"
                return holds(proof, [p.size for p in (a, b, c, d)])
    return unknown(f"no two of the networks change places between {few} and {many} nodes")


def linear(reading: Reading) -> Judgement:
    """Whether the bound is proportional to the number of nodes: ``linear`` is yes or no."""
    bent, rates = {}, {}
    for family in DRAWN:
        first = line(family)[0]
        found = next((p for p in line(family) if p.rate * first.nodes != p.nodes * first.rate), None)
        if found:
            bent[family] = found.size
            rates[family] = f"{first.rate} with {first.nodes} nodes, {found.rate} with {found.nodes}"
    if (reading.says["linear"] == "no") == bool(bent):
        proof = f"not for {', '.join(bent)}" if bent else f"for all sizes up to {LARGEST} nodes"
        return holds(proof, bent.values(), rates=rates)
    family, size = next(iter(bent.items()))
    return fails(size, "a rate proportional to the number of nodes", rates[family], None, (), family)


def reversals(points: dict[str, NetworkPoint]) -> Iterator[tuple[str, str]]:
    """The pairs of networks whose bounds are in the reverse order with limited bandwidth."""
    for one, other in combinations(points, 2):
        a, b = points[one], points[other]
        if (a.rate - b.rate) * (a.limited - b.limited) < 0:
            yield one, other


@by_cases
def same_ranking(reading: Reading) -> Iterator[ClaimedValue]:
    """The number of pairs of networks that change places with limited bandwidth, at each number of nodes that all five
    have.
    """
    others = {(f, g, min(p.nodes, q.nodes)) for f, g, p, q in _near() if any(reversals({f: p, g: q}))}
    elsewhere = [f"{f} and {g} with about {nodes} nodes" for f, g, nodes in sorted(others, key=itemgetter(2))]
    for nodes, found in common().items():
        claimed, true = (
            f"{pairs} pairs change places" for pairs in (reading.says["reversed"], sum(1 for _ in reversals(found)))
        )
        orders = {nodes: {f: [str(p.rate), str(p.limited)] for f, p in found.items()}}
        told = {"orders": orders, "changes_places_elsewhere": elsewhere}
        yield ClaimedValue({"nodes": nodes}, claimed, true, told=told)


def _near() -> Iterator[tuple[str, str, NetworkPoint, NetworkPoint]]:
    """Networks of two families whose numbers of nodes differ by a tenth at most."""
    for one, other in combinations(DRAWN, 2):
        for p in line(one):
            for q in line(other):
                if 10 * abs(p.nodes - q.nodes) <= min(p.nodes, q.nodes):
                    yield one, other, p, q


def scaled(reading: Reading) -> Judgement:
    """Demands under limited bandwidth are those of visit ratios scaled by the number of links at a node."""
    C, V, S, demand = symbols("C", "V", "S", "demand")
    samples = []
    for family in FAMILIES:
        for size in sizes_of(family, 3):
            links = links_at_node(bounds_subject(family), size)
            before, after = (visits(bounds_subject(family), size).demands(UNIT, shared) for shared in (None, links))
            for old, new in zip(before, after, strict=True):
                if old.name != PROCESSOR:
                    values = {"C": Fraction(links), "V": old.visit_ratio, "S": old.service_time, "demand": new.demand}
                    samples.append(Sample(size, values, family))
    theorem = Theorem(sympy.Eq(demand, V * (C * S), evaluate=False), "V*(C*S) is (C*V)*S")
    return judge_relation(reading.says["relation"], theorem, samples)


def overtaken(reading: Reading) -> Judgement:
    """Whether a network with the lesser bound passes more messages than another up to some number of messages."""
    nodes = int(reading.says["nodes"])
    found = common().get(nodes, {})
    for one, other in permutations(found, 2):
        if found[one].rate > found[other].rate:
            first, second = (stations(bounds_of(family, found[family].size).demands) for family in (one, other))
            more = (exact_mva(first, n).throughput < exact_mva(second, n).throughput for n in range(1, CROWD + 1))
            until = sum(1 for _ in takewhile(bool, more))
            if until > 1:
                proof = f"{other} passes more than {one} with 1 to {until} messages (exact, exponential service)"
                bounds = f"but its bound {found[other].rate} is below {found[one].rate}"
                return holds(f"{proof}, {bounds}", [{**found[other].size, "N": until}])
    return unknown(f"no such pair of networks with {nodes} nodes was found")


def misleading(reading: Reading) -> Judgement:
    """Whether of two networks the one with the shorter mean path has the lesser bound."""
    nodes = int(reading.says["nodes"])
    found = common().get(nodes, {})
    pairs = [
        f"{one} (mean path {a.length}, bound {a.rate}) and {other} ({b.length}, {b.rate})"
        for (one, a), (other, b) in permutations(found.items(), 2)
        if a.length < b.length and a.rate < b.rate
    ]
    if not pairs:
        return unknown(f"no two networks with {nodes} nodes are ranked otherwise by mean path length")
    proof = f"{len(pairs)} pairs of networks with {nodes} nodes, such as {pairs[0]}"
    return holds(proof, [each.size for each in found.values()], pairs=pairs)
