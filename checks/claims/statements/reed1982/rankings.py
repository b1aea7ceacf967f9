"""Judges of rankings of the networks size by size, and of crossings of their bounds."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, takewhile
from operator import attrgetter, itemgetter

import sympy

from netlemma.checks.claims.evidence import ClaimedValue
from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds, unknown
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.claims.statements.reed1982.lines import (
    DRAWN,
    LARGEST,
    SMALLEST,
    NetworkPoint,
    common,
    line,
    ring_of,
)
from netlemma.checks.claims.statements.reed1982.networks import FAMILIES, RING, UNIT, bounds_of, sizes_of
from netlemma.checks.claims.theorems import Sample, Theorem, judge_relation, symbols
from netlemma.checks.performance.bounds import bounds_subject, links_at_node, visits
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.performance.bounds.asymptotic_bounds import PROCESSOR, stations
from netlemma.derive.performance.bounds.mva import exact_mva

UP_TO = f"from {SMALLEST} to {LARGEST}"
CROWD = 400  # messages, up to which rates are compared


def below(reading: Reading, quantity: str) -> Judgement:
    """Whether the named ``networks`` are below all others in a quantity, at each number of nodes that all five have.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    quantity : str
        Name of the quantity.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
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
