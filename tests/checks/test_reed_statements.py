"""What Reed 1982 says in words: each judge computes, so that it refutes a statement that says something else."""

from fractions import Fraction
from itertools import product

import pytest

from netlemma.checks.claims.papers import papers
from netlemma.checks.claims.statements.reed1982 import queueing
from netlemma.checks.claims.statements.reed1982.networks import SPANNING, bounds_of
from netlemma.derive.performance.throughput_bounds import exact_mva, stations
from netlemma.graphs import network

from .stated import Stated

PAPER = papers()["reed1982"]
STATED = Stated(PAPER.readings)
STATEMENTS, judged = STATED.statements, STATED.judged
GRIDS = "spanning-bus-hypercube dual-bus-hypercube"

# What each statement is made to say instead, and what its judge must then find.
PLANTED = {
    "ring.neighbours": ({"after": "mod(k + 2, K)"}, "fails"),
    "dual-bus-hypercube.hyperplanes": ({"dimensions": "2"}, "fails"),
    "dual-bus-hypercube.repeats": ({"condition": "w > D - 1"}, "holds"),
    "dual-bus-hypercube.paths": ({"condition": "w > D - 1"}, "fails"),
    "cube-connected-cycles.neighbours": ({"cube": "mod(p + 1, D)"}, "fails"),
    "r-ary-m-cube.indirect-binary-cube": ({"R": "3"}, "fails"),
    "r-ary-m-cube.rows": ({"digit": "mod(i + 1, M)"}, "fails"),
    "ring.devices": ({"link": "K - 1"}, "fails"),
    "spanning-bus-hypercube.devices": ({"bus": "D*w^D"}, "fails"),
    "dual-bus-hypercube.devices": ({"bus-other": "w^D"}, "fails"),
    "toroid.devices": ({"link": "2*D*w^D"}, "fails"),
    "cube-connected-cycles.devices": ({"cube": "D*2^D"}, "fails"),
    "r-ary-m-cube.devices": ({"cylinder": "M*R^(M + 1)"}, "fails"),
    "spanning-bus-hypercube.connections": ({"connections": "2*D"}, "fails"),
    "spanning-bus-hypercube.bus": ({"nodes": "w + 1"}, "fails"),
    "dual-bus-hypercube.connections": ({"connections": "D"}, "fails"),
    "dual-bus-hypercube.pruned": ({"pruned": "D - 1"}, "fails"),
    "toroid.connections": ({"before": "2*D"}, "fails"),
    "toroid.links-for-buses": ({"ratio": "2*w"}, "fails"),
    "cube-connected-cycles.connections": ({"where": "D >= 1"}, "fails"),
    "r-ary-m-cube.connections": ({"connections": "R + 2"}, "fails"),
    "r-ary-m-cube.neighbours": ({"where": "M >= 3"}, "holds"),
    "figure-1.networks": ({"dual-bus-hypercube": "w=2 D=4"}, "fails"),
    "networks.equal-size": ({"nodes": "60"}, "fails"),
    "mean-path-length": ({"relation": "L = 2*V_sum"}, "fails"),
    "V_PE": ({"V_PE": "1/(K - 1)"}, "fails"),
    "spanning-bus-hypercube.more-dimensions": ({"relation": "after > before"}, "agrees"),
    "spanning-bus-hypercube.more-dimensions.same-nodes": ({"relation": "after > before"}, "agrees"),
    "dual-bus-hypercube.longer": ({"where": "D >= 2"}, "fails"),
    "dual-bus-hypercube.busier": ({"relation": "after < before"}, "fails"),
    "dual-bus-hypercube.unequal": ({"visit_ratios": "agree"}, "fails"),
    "toroid.one-dimension": ({"odd": "w/4"}, "fails"),
    "toroid.links-alike": ({"greatest_over_mean": "2"}, "fails"),
    "toroid.longer": ({"where": "w >= 4"}, "agrees"),
    "toroid.longer.wide": ({"where": "w >= 3"}, "fails"),
    "toroid.crossings-for-a-bus.one-way": ({"crossings": "w/4"}, "fails"),
    "cube-connected-cycles.unequal": ({"visit_ratios": "agree"}, "fails"),
    "r-ary-m-cube.unequal": ({"visit_ratios": "agree"}, "fails"),
    "r-ary-m-cube.path.cylinder": ({"L": "M*(R - 1)"}, "fails"),
    "r-ary-m-cube.path.cylinder.digits-first": ({"L": "M*((R - 1)/R)"}, "fails"),
    "r-ary-m-cube.path.column": ({"L": "M"}, "fails"),
    "r-ary-m-cube.path.column.digits-first": ({"L": "M/4"}, "fails"),
    "quantum": ({"product": "2*K*V_CL"}, "fails"),
    "rates.linear.condition": ({"condition": "V_CL*S_CL <= S_PE"}, "fails"),
    "ring.quantum.linear": ({"exponent": "2"}, "fails"),
    "toroid.four-times": ({"ratio": "2"}, "fails"),
    "ring.limit": ({"limit": "2/S_CL"}, "fails"),
    "ring.limit.bound": ({"rate": "3/S_CL"}, "fails"),
    "limit.which": ({"limited": "ring toroid"}, "fails"),
    "ring.locality": ({"hops": "20"}, "unknown"),
    "bound.X0": ({"relation": "X0 <= 1/(2*V_b*S_b)"}, "fails"),
    "bound.X0.strict": ({"relation": "X0 <= 1/(V_b*S_b)"}, "holds"),
    "bound.X0.strict.exponential": ({"relation": "X0 > 1/(V_b*S_b)"}, "fails"),
    "bottleneck.utilization": ({"utilization": "1/2"}, "fails"),
    "bound.X0.classes": ({"relation": "X0 <= max(V_PE*S_PE, V_CL*S_CL)"}, "fails"),
    "R0": ({"relation": "response = 2*R0"}, "fails"),
    "X0.one-message": ({"relation": "X0 = R0"}, "fails"),
    "bound.population": ({"relation": "X0 <= 1/R0"}, "fails"),
    "bound.asymptotic": ({"relation": "X0 >= min(N/R0, 1/(V_b*S_b))"}, "fails"),
    "N_star": ({"N_star": "R0*V_b*S_b"}, "fails"),
    "N_star.devices": ({"relation": "N_star <= devices/2"}, "fails"),
    "N_star.queueing": ({"populations": "N > N_star"}, "holds"),
    "N_star.queueing.beyond": ({"populations": "N >= 2"}, "fails"),
    "X0.monotone": ({"relation": "X0 < X0_before"}, "fails"),
    "X0.both-ends": ({"heavy": "2"}, "fails"),
    "ring.slowest": ({"factor": "1/2"}, "agrees"),
    "ring.slowest.growing": ({"networks": "toroid"}, "fails"),
    "hypercubes.shorter": ({"networks": "cube-connected-cycles"}, "fails"),
    "hypercubes.shorter.growing": ({"networks": f"{GRIDS} toroid"}, "fails"),
    "hypercubes.slower": ({"networks": "toroid"}, "fails"),
    "hypercubes.slower.growing": ({"factor": "5"}, "fails"),
    "length.misleading": ({"nodes": "60"}, "unknown"),
    "rates.linear": ({"linear": "yes"}, "fails"),
    "rates.crossing": ({"many": "10"}, "unknown"),
    "limited.scale": ({"relation": "demand = (C + V)*S"}, "fails"),
    "limited.ranking": ({"reversed": "1"}, "fails"),
    "workloads": ({"nodes": "60"}, "unknown"),
}  # fmt: skip

FAIL = {
    "dual-bus-hypercube.repeats",
    "r-ary-m-cube.neighbours",
    "spanning-bus-hypercube.more-dimensions",
    "spanning-bus-hypercube.more-dimensions.same-nodes",
    "toroid.longer",
    "r-ary-m-cube.path.cylinder",
    "r-ary-m-cube.path.column",
    "bound.X0.strict",
    "N_star.queueing",
    "ring.slowest",
    "hypercubes.shorter",
    "hypercubes.slower",
}


def test_a_fault_is_planted_in_every_statement():
    assert set(PLANTED) == set(STATEMENTS)


@pytest.mark.sampled(15)
@pytest.mark.parametrize("key", STATEMENTS)
def test_what_is_printed(key):
    found = judged(key)
    assert found.verdict == ("fails" if key in FAIL else "holds"), found


@pytest.mark.sampled(30)
@pytest.mark.parametrize("key, says, verdict", [(key, *planted) for key, planted in PLANTED.items()])
def test_what_is_planted(key, says, verdict):
    found = judged(key, **says)
    assert found.verdict == verdict, found
    if key not in FAIL:
        assert verdict != "holds"


@pytest.mark.parametrize(
    "key, says",
    [
        ("bound.X0", {"relation": "X0 <= 2/(V_b*S_b)"}),
        ("N_star.devices", {"relation": "N_star <= 2*devices"}),
        ("bound.population", {"relation": "X0 <= N/R0 + 1"}),
        ("dual-bus-hypercube.paths", {"condition": "w >= D - 1 or w > 100"}),
    ],
)
def test_a_proof_is_of_what_is_said(key, says):
    """What is true at all sizes computed, but is not what the argument shows, is not known to hold."""
    found = judged(key, **says)
    assert (found.verdict, found.proof) == ("agrees", None)


def test_what_is_weaker_by_equality_alone_follows():
    assert judged("dual-bus-hypercube.busier", relation="after >= before").verdict == "holds"
    assert judged("bound.X0.strict.exponential", relation="X0 <= 1/(V_b*S_b)").verdict == "holds"


def walk_with_constant_service(population, processor, bus, steps):
    """Messages moved one unit of time at a time; the completions in the second half."""
    service = {0: processor, 1: bus, 2: processor, 3: bus}
    queues = {device: [] for device in (0, 1, 2)}  # node 0, bus, node 1
    queues[0] += [[0, processor] for _ in range(population)]
    done = 0
    for step in range(steps):
        moved = []
        for device, queue in queues.items():
            if queue:
                queue[0][1] -= 1
                if queue[0][1] == 0:
                    place, _ = queue.pop(0)
                    done += step >= steps // 2 and device != 1
                    moved.append((place + 1) % 4)
        for place in moved:
            queues[1 if place % 2 else place].append([place, service[place]])
    return Fraction(done, steps - steps // 2)


@pytest.mark.parametrize("population, processor, bus", list(product(range(1, 5), (1, 2), (1, 3))))
def test_constant_service_moved_step_by_step(population, processor, bus):
    """Over a whole number of rounds, both ways count the same messages."""
    exact = queueing.run(population, processor, bus).throughput
    steps = 2 * 2520
    assert walk_with_constant_service(population, processor, bus, steps) == exact


def test_one_message_alone_is_the_same_with_any_service():
    served = stations(bounds_of(SPANNING, queueing.SIZE).demands)
    assert queueing.run(1).throughput == exact_mva(served, 1).throughput
    assert network("spanning-bus-hypercube", **queueing.SIZE).classes == [("bus", 1)]
