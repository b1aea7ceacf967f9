"""What Johnson and Goodman 1991 say in words: each judge computes, so that it refutes a statement that says something else."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from netlemma.checks.claims.claims import entry_of
from netlemma.checks.claims.papers import papers
from netlemma.checks.claims.statements.johnson1991.graph_lines import (
    LINEAR,
    LOGS,
    SEMILOG,
    FanoutLine,
    bends,
    crossings,
    graph,
    sign,
)
from netlemma.checks.claims.statements.johnson1991.networks import two_rounds
from netlemma.checks.judging.judge import judge
from netlemma.checks.performance.ring_curves import FAMILIES, MEASURED, Metric, nodes, sizes_by_processors
from netlemma.graphs import measure, ring_network

from .stated import Stated

PAPER = papers()["johnson1991"]
STATED = Stated(PAPER.readings)
STATEMENTS, judged = STATED.statements, STATED.judged
LETTERS = ("input-output", "output", "input")

# What each statement is made to say instead, and what its judge must then find.
PLANTED = {
    "figures.summary": ({"place": "Figure 12"}, "holds"),
    "figures.summary.twelve": ({"place": "Figure 11"}, "fails"),
    "mesh.figure-1": ({"rings": "32"}, "fails"),
    "mesh.link-numbers": ({"other": "5 7"}, "fails"),
    "ring-complete.figure-2": ({"rings_of_two": "10"}, "fails"),
    "ring-complete.link-numbers": ({"other": "0 2"}, "fails"),
    "ring-complete.rings": ({"rings": "(f + 1)*f/2"}, "holds"),
    "ring-complete.rings.duplicated": ({"rings": "(f + 1)*f/2"}, "fails"),
    "ring-complete.rings-of-two": ({"on_node": "f - 1"}, "holds"),
    "naive.reach": ({"fanouts": "3 8"}, "holds"),
    "naive.reach.three": ({"fanouts": "2 8"}, "fails"),
    "four-rings.figure-3": ({"center_on_one_ring": "1"}, "fails"),
    "torus.figure-4": ({"rings": "r^2"}, "fails"),
    "torus.route": ({"queues": "3 2"}, "fails"),
    "torus.changes": ({"changes": "0"}, "fails"),
    "clock.figure-5": ({"rings": "3"}, "fails"),
    "clock.twice": ({"entries": "2"}, "fails"),
    "general-router": ({"visits": "2"}, "fails"),
    "general-router.plain": ({"detour": "1"}, "fails"),
    "multicube.nodes": ({"nodes": "f^r"}, "fails"),
    "multicube.unequal": ({"nodes": "sum"}, "fails"),
    "torus.figure-6": ({"rings": "3*r^3"}, "fails"),
    "ring-shuffle.figure-7": ({"greatest_ring": "r"}, "fails"),
    "ring-shuffle.figure-7.needed": ({"least_needed": "f - 1"}, "holds"),
    "ring-butterfly.ratio": ({"processors_per_node": "2"}, "fails"),
    "ring-butterfly.ring-sizes": ({"greatest_ring": "r"}, "fails"),
    "ring-butterfly.omega": ({"digit": "first"}, "unknown"),
    "ring-butterfly.figure-8": ({"rings": "f*f^r"}, "fails"),
    "livefly.figure-9": ({"rings": "(f + 1)/2*(f - 1)^r"}, "fails"),
    "rings.once": ({"visits": "2"}, "fails"),
    "livefly.fanout-2": ({"rings_used": "2"}, "fails"),
    "four-rings.no-routing": ({"exists": "yes"}, "holds"),
    "four-rings.no-routing.shortest": ({"exists": "yes"}, "fails"),
    "four-rings.cycles": ({"verdict": "deadlock-free"}, "fails"),
    "torus.deadlock-1": ({"verdict": "deadlock"}, "fails"),
    "torus.deadlock-1.node-queues": ({"queues": "output"}, "holds"),
    "multicube.deadlock-1": ({"verdict": "deadlock"}, "fails"),
    "ring-butterfly.deadlock-1": ({"networks": "deadfly f=2 r=2"}, "fails"),
    "livefly.deadlock-1": ({"networks": "deadfly f=3 r=2"}, "fails"),
    "deadfly.deadlock": ({"networks": "deadfly f=2 r=2"}, "holds"),
    "deadfly.deadlock.stages": ({"networks": "livefly f=3 r=2"}, "fails"),
    "deadfly.needs-partitions": ({"exists": "yes"}, "holds"),
    "deadfly.needs-partitions.shortest": ({"exists": "yes"}, "fails"),
    "ring-shuffle.needs-partitions": ({"networks": "ring-shuffle f=2 r=3"}, "holds"),
    "ring-shuffle.needs-partitions.large": ({"networks": "ring-shuffle f=2 r=2"}, "fails"),
    "ring-shuffle.no-routing": ({"exists": "yes"}, "holds"),
    "ring-shuffle.no-routing.shortest": ({"networks": "ring-shuffle f=2 r=3"}, "holds"),
    "ring-shuffle.no-routing.shortest.large": ({"exists": "yes"}, "fails"),
    "deadfly.deadlock-2": ({"partitions": "1"}, "fails"),
    "general-router.deadlock-constant": ({"partitions": "1"}, "fails"),
    "partitions.ring-hops": ({"networks": "ring-shuffle f=3 r=2"}, "holds"),
    "partitions.ring-hops.enough": ({"networks": "deadfly f=2 r=2", "partitions": "1"}, "fails"),
    "latency.weights": ({"weight": "4"}, "fails"),
    "latency.one-packet": ({"families": "multicube ring-shuffle"}, "fails"),
    "latency.one-packet.shuffle": ({"families": "deadfly"}, "agrees"),
    "distance.nodes": ({"visited": "ring_hops"}, "fails"),
    "distance.nodes.source": ({"visited": "ring_hops"}, "fails"),
    "throughput.inverse": ({"product": "N - 1"}, "fails"),
    "packets.send-bytes": ({"bytes": "48"}, "fails"),
    "packets.ratio": ({"ratio": "1/5"}, "fails"),
    "packets.ratio.formulas": ({"ratio": "1/5"}, "holds"),
    "packets.ratio.fifth": ({"ratio": "5"}, "fails"),
    "packets.ratio.lower": ({"ratio": "1.6"}, "fails"),
    "packets.ratio.upper": ({"ratio": "4"}, "fails"),
    "packets.ratio.upper.any": ({"ratio": "8.2"}, "holds"),
    "throughput": ({"rate": "(N - 1)/hot"}, "fails"),
    "throughput.bytes": ({"rate": "48*(N - 1)/hot"}, "holds"),
    "ring-shuffle.ring-size": ({"r": "log(f^r, r + 1)"}, "fails"),
    "multicube.ring-size": ({"nodes": "f^r"}, "fails"),
    "multicube.ring-size.small": ({"where": "r <= f and r > 2"}, "holds"),
    "multicube.ring-size.small.others": ({"where": "r <= f + 1"}, "fails"),
    "ring-butterfly.ring-size.approximation": ({"limit": "1"}, "fails"),
    "ring-butterfly.ring-size.third-term": ({"coefficient": "2"}, "fails"),
    "ring-butterfly.ring-size.third-term.better": ({"most": "4"}, "holds"),
    "livefly.ring-size.approximation": ({"limit": "1"}, "fails"),
    "livefly.ring-size.third-term": ({"coefficient": "2"}, "fails"),
    "livefly.ring-size.third-term.better": ({"most": "5"}, "holds"),
    "ring-butterfly.throughput.best": ({"metric": "throughput ratio=2"}, "fails"),
    "ring-butterfly.throughput.best.ratio-2": ({"metric": "throughput ratio=5"}, "holds"),
    "ring-hops.shapes": ({"growth": "multicube 1/5 0"}, "fails"),
    "distance.shapes": ({"growth": "multicube 1/3 0"}, "fails"),
    "figure-13.always": ({"relations": "3-8: deadfly > livefly"}, "fails"),
    "figure-13.multicube": ({"others": "ring-shuffle deadfly ring-butterfly"}, "holds"),
    "figure-13.multicube.some": ({"fanouts": "3 4 5 6"}, "holds"),
    "figure-13.shuffle": ({"about": "200"}, "fails"),
    "figure-13.shuffle.only": ({"fanouts": "3 4"}, "holds"),
    "figure-14.always": ({"excepted": ""}, "fails"),
    "figure-14.multicube": ({"relations": "3: multicube < livefly @ 16-200"}, "fails"),
    "figure-15.butterfly": ({"penalty_relations": "2: ring-butterfly < multicube"}, "fails"),
    "figure-15.butterfly.every": ({"penalties": ""}, "holds"),
    "figure-15.competitive": ({"relations": "3: multicube < ring-shuffle @ 16-100"}, "fails"),
    "multicube.choices": ({"fanouts": "2 4"}, "holds"),
    "multicube.choices.small": ({"more": "ring-shuffle"}, "fails"),
    "figure-15.order": ({"excepted": "2 *, 3 multicube livefly, 3 ring-shuffle deadfly, 4 multicube livefly"}, "holds"),
    "figure-15.multicube": ({"relations": "4: multicube < livefly"}, "fails"),
    "figure-15.order.penalties": ({"penalties": "4 12"}, "holds"),
    "figure-15.crossover": ({"about": "20"}, "holds"),
    "figure-16.order": ({"metric": "distance", "excepted": "3 multicube livefly"}, "holds"),
    "figure-16.multicube": ({"relations": "5: multicube > deadfly @ 1024"}, "fails"),
    "figure-16.multicube.always": ({"relations": "2-3: multicube > deadfly @ 36-4096"}, "holds"),
    "figure-16.fanout-2": ({"relations": "3: deadfly = ring-butterfly"}, "fails"),
    "figure-16.shuffle": ({"relations": "6-8: ring-shuffle < multicube"}, "holds"),
    "figure-16.shuffle.at": ({"relations": "2-8: ring-shuffle < multicube @ 256"}, "fails"),
    "figure-16.shuffle.equal": ({"relations": "4: ring-shuffle ~ ring-butterfly @ 1024"}, "fails"),
    "figure-16.butterfly": ({"relations": "2-8: ring-butterfly < deadfly @ 1024"}, "fails"),
    "ring-shuffle.cold-links": ({"farther": "hottest"}, "fails"),
    "figure-17.order": ({"metric": "throughput ratio=2", "excepted": "2 *, 3 *, 6 *, 7 *, 8 *"}, "holds"),
    "figure-17.deadfly": ({"relations": "2-3: deadfly > multicube @ 16-4096"}, "fails"),
    "figure-17.deadfly.equal": ({"relations": "3: deadfly ~ multicube @ 64-4096"}, "fails"),
    "figure-17.multicube": ({"relations": "2: multicube > deadfly @ 16-64"}, "fails"),
    "figure-17.ratios": ({"better": "ring-shuffle"}, "fails"),
    "figure-17.order.ratio-2": ({"excepted": ""}, "fails"),
    "figure-17.multicube.lowest": ({"metric": "throughput ratio=5", "relations": "2: multicube < ring-shuffle @ 125-4096"}, "holds"),
    "figure-17.multicube.lowest.ratio-5": ({"metric": "throughput ratio=2"}, "fails"),
    "figure-17.shuffle": ({"relations": "5-8: ring-shuffle > deadfly @ 1024"}, "fails"),
    "figure-17.shuffle.lowest": ({"relations": "2: ring-shuffle < multicube, deadfly, ring-butterfly @ 16-400"}, "holds"),
    "figure-17.shuffle.lowest.ratio-5": ({"metric": "throughput ratio=2"}, "fails"),
    "figure-18.order": ({"metric": "distance", "excepted": "3 multicube livefly"}, "holds"),
    "figure-18.best": ({"metric": "hot_queue butterfly=mean"}, "holds"),
    "figure-18.best.mean": ({"metric": "hot_queue"}, "fails"),
    "figure-18.livefly": ({"relations": "8: livefly > multicube @ 1024"}, "holds"),
    "figure-18.livefly.linear": ({"relations": "8: livefly < multicube @ 512-4096"}, "fails"),
    "figure-18.shuffle": ({"relations": "6: ring-shuffle > deadfly @ 1024"}, "fails"),
    "multicube.mean.links": ({"value": "r/2"}, "fails"),
    "multicube.total.send": ({"value": "(r^f)^2*r/2*f"}, "fails"),
    "multicube.links": ({"value": "r^f"}, "fails"),
    "multicube.mean.links.echo": ({"value": "r"}, "fails"),
    "multicube.total.both": ({"value": "(r^f)^2*r*f"}, "fails"),
    "multicube.link.both": ({"value": "r*r^f"}, "fails"),
    "multicube.link": ({"value": "(1 + 2*e)*(r - 1)/2*r^f"}, "fails"),
    "multicube.rings.mean": ({"value": "f"}, "fails"),
    "deadfly.links": ({"long": "f"}, "fails"),
    "deadfly.first-round.long": ({"value": "r*f^r"}, "fails"),
    "deadfly.first-round.chance.long": ({"value": "(f - 1)/f"}, "fails"),
    "deadfly.rings.long": ({"value": "(f - 1)/f*r"}, "fails"),
    "deadfly.link.long.both": ({"value": "r*(r*f^r)*(2/f)"}, "fails"),
    "deadfly.link.long": ({"figure": "r*(r*f^r)/f*(1 + e)"}, "fails"),
    "deadfly.first-round.short": ({"value": "r*f^r"}, "fails"),
    "deadfly.second-round.total": ({"value": "(r*f^r)^2*sum(k/r, k, 1, r)"}, "fails"),
    "deadfly.second-round.link": ({"value": "(r*f^r)*r/2"}, "fails"),
    "deadfly.erroneous-targets": ({"value": "sum(f^k, k, 1, r)"}, "fails"),
    "deadfly.error.links": ({"value": "-r*f^r"}, "fails"),
    "deadfly.link.short.send": ({"simplified": "r*(r*f^r)/(f - 1)*((r - 1)*(f + 1)/(2*r) - 1/f)"}, "fails"),
    "deadfly.first-round.chance.short": ({"value": "(f - 1)/f^2"}, "holds"),
    "deadfly.first-round.chance.short.zero": ({"value": "1/f + (f - 1)/f*1/f"}, "fails"),
    "deadfly.first-round.rings.short": ({"value": "r/f"}, "fails"),
    "deadfly.first-round.short.both": ({"value": "r*(r*f^r)*r/f"}, "fails"),
    "deadfly.second-round.chance": ({"value": "1/f"}, "fails"),
    "deadfly.second-round.both": ({"value": "r*(r*f^r)/f"}, "fails"),
    "deadfly.erroneous-targets.rings": ({"value": "sum(f^k*(f - 1)/f, k, 1, r)"}, "fails"),
    "deadfly.error.rings": ({"value": "-(r*f^r)*r"}, "fails"),
    "deadfly.link.short.both": ({"simplified": "r*(r*f^r)*r*((f - 1)/f^2 + 1/r)"}, "fails"),
    "deadfly.link.short": ({"value": "r*(r*f^r)*(r - 1)*((f - 1)/f^2 + 1/r)*e"}, "fails"),
    "deadfly.rings.short": ({"value": "1/f + (r - 1)*(f - 1)/f^2"}, "fails"),
    "deadfly.queue.mean": ({"value": "(1 + r*(f - 1)/f)*(r*f^r)"}, "fails"),
    "ring-butterfly.sends.alike": ({"value": "r^2*f^(r - 1) - r^2"}, "holds"),
    "ring-butterfly.sends.alike.once-around": ({"value": "r^2*f^(r - 1) - r^2"}, "fails"),
    "ring-butterfly.hot-links": ({"echo": "long < short"}, "fails"),
    "ring-butterfly.rings.long": ({"value": "(f - 1)/f*r"}, "fails"),
    "ring-butterfly.rings": ({"value": "1 + (r - 1)*(f - 1)/f - 1/f^r"}, "holds"),
    "ring-butterfly.rings.once-around": ({"value": "1 + (r - 1)*(f - 1)/f - 1/f^r"}, "fails"),
    "ring-butterfly.queue.once-around": ({"value": "r*f^r"}, "fails"),
    "ring-butterfly.queue.once-around.most": ({"value": "r^2*f^r"}, "holds"),
}  # fmt: skip

FAIL = {
    "ring-complete.rings", "ring-complete.rings-of-two", "naive.reach", "general-router.plain", "ring-shuffle.figure-7.needed", "four-rings.no-routing",
    "torus.deadlock-1.node-queues", "deadfly.deadlock", "deadfly.needs-partitions", "ring-shuffle.needs-partitions", "ring-shuffle.no-routing",
    "ring-shuffle.no-routing.shortest", "partitions.ring-hops", "latency.one-packet.shuffle", "distance.nodes", "packets.ratio.formulas",
    "packets.ratio.upper.any", "throughput.bytes", "multicube.ring-size.small", "ring-butterfly.ring-size.third-term",
    "ring-butterfly.ring-size.third-term.better", "livefly.ring-size.third-term", "livefly.ring-size.third-term.better",
    "ring-butterfly.throughput.best.ratio-2", "figure-13.multicube", "figure-13.multicube.some", "figure-13.shuffle.only",
    "figure-15.butterfly.every", "multicube.choices", "figure-15.order", "figure-15.order.penalties", "figure-15.crossover",
    "figure-16.order", "figure-16.multicube.always", "figure-16.shuffle", "figure-17.order", "figure-17.multicube.lowest",
    "figure-17.shuffle.lowest", "figure-18.order", "figure-18.best", "figure-18.livefly", "deadfly.first-round.chance.short",
    "ring-butterfly.sends.alike", "ring-butterfly.rings", "ring-butterfly.queue.once-around.most", "figures.summary",
}  # fmt: skip
AGREES = {"general-router.deadlock-constant"}


def test_a_fault_is_planted_in_every_statement():
    assert set(PLANTED) == set(STATEMENTS)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("key", STATEMENTS)
def test_what_is_printed(key):
    found = judged(key)
    assert found.verdict == ("fails" if key in FAIL else "agrees" if key in AGREES else "holds"), found


@pytest.mark.sampled(8)
@pytest.mark.parametrize("key, says, verdict", [(key, *planted) for key, planted in PLANTED.items()])
def test_what_is_planted(key, says, verdict):
    found = judged(key, **says)
    assert found.verdict == verdict, found
    if key not in FAIL:
        assert verdict != "holds"


FORMULAS_THAT_FAIL = {
    ("deadfly.ring_hops", ""), ("deadfly.latency", ""), ("livefly.ring_hops", ""), ("livefly.latency", ""), ("ring-shuffle.ring_hops", ""),
    ("ring-shuffle.distance", ""), ("ring-shuffle.latency", "r >= 6"), ("ring-butterfly.hot_queue", ""), ("ring-butterfly.mean_queue", ""),
}  # fmt: skip


@pytest.mark.sampled(6)
@pytest.mark.parametrize("claim", PAPER.claims, ids=lambda claim: f"{claim.key} {claim.where}")
def test_formulas_of_figures_11_and_12(claim):
    expected = "fails" if (claim.key, claim.where) in FORMULAS_THAT_FAIL else "holds"
    assert judge(entry_of(claim)).verdict == expected
    if expected == "holds":
        assert judge(entry_of(replace(claim, formula=f"({claim.formula}) + 1"))).verdict == "fails"


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("f", [3, 4, 7])
def test_lines_are_those_of_explicit_networks(family, f):
    for r, n in sizes_by_processors(family, f, 2, 300):
        found = measure(ring_network(family, f=f, r=r))
        assert n == found.nodes == nodes(family, f, r)
        hops = found.ring_hops if family in ("ring-shuffle", "deadfly") else 1
        expected = {
            Metric("ring_hops"): found.ring_hops,
            Metric("distance"): found.diameter,
            Metric("latency", hop_penalty=7): 6 * found.ring_hops + found.diameter,
            Metric("hot_link"): found.hot_link(Fraction(1, 5)),
            Metric("hot_link", ratio=Fraction(2)): found.hot_link(Fraction(1, 2)),
            Metric("hot_bytes"): 50 * found.hot_link(Fraction(1, 5)),
            Metric("throughput"): found.throughput(),
            Metric("throughput", ratio=Fraction(2)): found.throughput(Fraction(1, 2), 20, 2),
            Metric("hot_queue"): hops * found.hot_queue,
            Metric("hot_queue", partitioned=False): found.hot_queue,
        }
        for metric, value in expected.items():
            assert metric.at(family, f, r).value == value, metric
            assert metric.at(family, f, r).known in ("proved", "argued", MEASURED)


def test_lines_between_networks():
    rising, falling = (
        FanoutLine("a", ((4, Fraction(1)), (16, Fraction(3))), SEMILOG),
        FanoutLine("b", ((4, Fraction(3)), (16, Fraction(1))), SEMILOG),
    )
    assert (rising.at(8), falling.at(8)) == (2, 2) and sign(rising, falling, 8) == 0
    assert (
        list(bends(rising, falling, 1, 100)) == [4, 16]
        and crossings(rising, replace(falling, points=((16, Fraction(3)), (64, Fraction(1))))) == []
    )
    wide = [replace(line, points=tuple((8 * n, y) for n, y in line.points)) for line in (rising, falling)]
    assert crossings(*wide) == [(63, 64)]
    assert replace(rising, axes=LINEAR).at(10) == 2
    assert sign(replace(rising, axes=LOGS), FanoutLine("c", ((4, Fraction(1)), (16, Fraction(4))), LOGS), 8) == -1
    with pytest.raises(ValueError, match="no line at 17 nodes"):
        rising.at(17)


def test_crossings_are_those_seen_by_decimals():
    lines = graph("throughput ratio=5").lines(3)
    for one, other in combinations(lines.values(), 2):
        for low, high in crossings(one, other):
            sides = [
                float(one.at(n).lo if hasattr(one.at(n), "lo") else one.at(n))
                - float(other.at(n).lo if hasattr(other.at(n), "lo") else other.at(n))
                for n in (low, high)
            ]
            assert low == high or sides[0] * sides[1] <= 0


def test_rounds_are_longer_than_routes_by_what_the_paper_says():
    """Two rounds less the routes themselves: one short ring too many for f^r targets, f^k targets met after k links."""
    for f, r in ((2, 2), (3, 2), (2, 3)):
        found = two_rounds("deadfly", f, r)
        true = measure(ring_network("deadfly", f=f, r=r))
        sent = sum(count * found.links[name] for name, count in found.first_send.items()) + found.second_links
        assert sent - true.total_distance == r * found.met * true.nodes
        rings = sum(found.first_rings.values()) + found.second_rings
        assert rings - int(true.counts.entries.sum()) == found.too_many * true.nodes


@pytest.mark.in_turn
def test_verdicts_on_deadlock_name_the_queue_models():
    for key in ("torus.deadlock-1", "four-rings.no-routing.shortest", "deadfly.deadlock-2"):
        proof = judged(key).proof
        assert all(model in proof for model in LETTERS)


@pytest.mark.parametrize(
    "key, size, claimed, true",
    [
        (
            "partitions.ring-hops",
            {"f": 2, "r": 2},
            "at least 3 partitions",
            "2 needed, 2 enough (queue model input-output)",
        ),
        ("general-router.plain", {"f": 2, "r": 6}, "0 links more than the distance", "1"),
        ("ring-butterfly.sends.alike", {"f": 2, "r": 1}, "1", "0"),
        ("ring-butterfly.queue.once-around.most", {"f": 2, "r": 2}, "12", "16"),
        ("deadfly.first-round.chance.short", {"f": 2, "r": 2}, "3/4", "1/4"),
        ("ring-complete.rings", {"f": 2}, "5", "3"),
        ("packets.ratio.formulas", {}, "5", "1/5"),
    ],
)
def test_the_smallest_counterexample(key, size, claimed, true):
    found = judged(key).counterexample
    assert (found["size"], found["claimed"], found["true"]) == (size, claimed, true)
