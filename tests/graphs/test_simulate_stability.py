"""The verdict on stability: what chance explains, by random walks; one source that overflows; the saturation of the paper's networks."""

from fractions import Fraction
from math import exp, sqrt

import numpy as np
import pytest

import netlemma as nl
from netlemma.graphs import network
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.simulate import simulate
from netlemma.graphs.simulate.layouts.layout import layout
from netlemma.graphs.simulate.messages import written
from netlemma.graphs.simulate.options import SimulationOptions
from netlemma.graphs.simulate.saturation import SaturationLimit, saturation_limit
from netlemma.graphs.simulate.statistics import ALARM, backlogs, by_chance, overflow
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.named import traffic

MESH = layout(channel_routing(network("mesh", k=8, n=2), "dimension-order"))
ALIKE = np.full(64, 1 / 64)


@pytest.mark.in_turn
@pytest.mark.parametrize("mean, cluster", [(400, 1), (40, 1), (400, 3)])
@pytest.mark.parametrize("probability", [0.3, 0.05])
def test_critical_queues_gain_more_by_chance_as_rarely_as_said(mean, cluster, probability):
    """Queues that are empty at first, with Poisson arrivals (in clusters: of dispersion so many) and a service as fast, in many steps."""
    random, steps, runs = np.random.default_rng(7), 2000, 4000
    queue = np.zeros(runs)
    for _ in range(steps):
        queue = np.maximum(0, queue + cluster * random.poisson(mean / cluster / steps, runs) - mean / steps)
    share = (queue > by_chance(mean, cluster, probability)).mean()
    deviation = sqrt(probability * (1 - probability) / runs)
    assert 0.6 * probability - 3 * deviation < share < probability + 3 * deviation


@pytest.mark.parametrize("mean", [5, 40, 400])
@pytest.mark.parametrize("probability", [0.02, 4e-4])
def test_the_bound_is_the_quantile_of_a_poisson_number_to_one_message(mean, probability):
    term, tail, number = exp(-mean), 1 - exp(-mean), 0
    while tail > probability:
        number += 1
        term *= mean / number
        tail -= term
    assert abs(number - mean - by_chance(mean, 1, 2 * probability)) < 1


@pytest.mark.in_turn
def test_the_greatest_of_many_critical_queues_exceeds_its_bound_as_rarely_as_said():
    """Bonferroni's correction costs little: the bound of a source is not much too wide either."""
    random, mean, steps, runs = np.random.default_rng(3), 300, 300, 1500
    queue = np.zeros((runs, 64))
    for _ in range(steps):
        queue = np.maximum(0, queue + random.poisson(mean / steps, queue.shape) - mean / steps)
    growth = queue.astype(np.int64)
    growth[:, :2] -= (growth.sum(axis=1) // 2)[:, None]  # two sources catch up, so that the total does not grow
    share = np.mean([overflow(MESH, each, ALIKE, 64 * mean, 1) is not None for each in growth])
    deviation = sqrt(ALARM / 2 / runs)
    assert 0.4 * ALARM / 2 < share < ALARM / 2 + 3 * deviation


def test_one_source_that_overflows_is_found_and_named():
    growth = np.zeros(64, dtype=np.int64)
    assert overflow(MESH, growth, ALIKE, 64 * 400, 1) is None
    growth[9] = 120  # 6 standard deviations of 400 messages, 0.75 of all messages
    assert "from node (1,1) grew by 120 while 400 were" in overflow(MESH, growth, ALIKE, 64 * 400, 1)
    assert overflow(MESH, growth, ALIKE, 64 * 400, 10) is None  # bursts explain it
    growth[:] = 8  # no source by itself
    assert "of undelivered messages grew by 512 while 25600" in overflow(MESH, growth, ALIKE, 64 * 400, 1)
    assert overflow(MESH, -growth, ALIKE, 64 * 400, 1) is None


def test_backlogs_by_hand():
    messages = written([(1, 0, 2), (2, 0, 2), (4, 1, 2), (9, 2, 1)])
    delivered = np.array([8, -1, 5, 20])
    assert [backlogs(3, messages, delivered, t).tolist() for t in (0, 1, 4, 8, 9, 30)] == [
        [0, 0, 0], [1, 0, 0], [2, 1, 0], [1, 0, 0], [1, 0, 1], [1, 0, 0],
    ]  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.parametrize("family, vcs, saturation", [("mesh", 1, 0.0116), ("oneway-torus", 2, 0.00495)])
def test_short_runs_below_saturation_and_longer_ones_above(family, vcs, saturation):
    routing = channel_routing(network(family, k=8, n=2), "dimension-order", vcs)
    for seed in range(3):
        for share in (0.8, 0.9):
            assert simulate(routing, flits=20, load=share * saturation, cycles=20_000, seed=seed).state == "stable"
        above = simulate(routing, flits=20, load=1.08 * saturation, cycles=100_000, seed=seed)
        assert above.state == "unstable" and "the backlog of undelivered messages" in above.reason


def test_bursts_that_a_network_keeps_up_with_are_no_alarm():
    for seed in range(5):
        options = {"k": 8, "flits": 20, "load": 0.0104, "cycles": 20_000, "seed": seed}
        assert simulate("mesh", sources="mmpp sigma1=0.02 sigma2=0.005", **options).state == "stable"


@pytest.mark.parametrize("load", [0.05, 0.12])
def test_both_engines_say_the_same_words(load):
    one, other = (
        simulate("mesh", k=3, flits=6, load=load, cycles=1500, seed=4, engine=name) for name in ("fast", "reference")
    )
    assert (one.state, one.reason) == (other.state, other.reason)
    assert one.state == ("stable" if load == 0.05 else "unstable")


def limit_of(routing, pattern="uniform", **options):
    asked = SimulationOptions(**{"flits": 5, "load": 0.1, **options}).under(routing)
    return saturation_limit(layout(routing, asked.injection_vcs), asked, traffic(routing.network, pattern))


@pytest.mark.parametrize(
    "ties, most", [("split", Fraction(99, 125)), ("plus", Fraction(33, 50))]
)  # k/8 and 3k/20 of N/(N - 1) messages
def test_the_limit_is_that_of_the_busiest_channel(ties, most):
    routing = channel_routing(network("torus", k=10, n=2), "dimension-order", 2, ties=ties)
    found = limit_of(routing)
    assert (found.load * 5, found.flits) == (most, 5)
    assert found.exceeded(float(most / 5)) is None
    assert f"passes at most {most} = {float(most):g}" in found.exceeded(0.2)


@pytest.mark.parametrize("pattern", ["uniform", "transpose", "bit-complement"])
@pytest.mark.parametrize("name", ["dimension-order", "o1turn", "valiant"])
def test_limits_of_oblivious_routings_are_those_of_their_loads(name, pattern):
    net = network("mesh", k=4, n=2)
    routing = channel_routing(net, name)
    load = traffic_loads(routing, traffic(net, pattern)).largest
    assert limit_of(routing, pattern).load == 1 / (5 * max(load, 1))


@pytest.mark.parametrize(
    "options, most",
    [
        ({}, Fraction(1)),
        ({"injection_vcs": 1, "buffers": 1}, Fraction(1, 2)),
        ({"injection_vcs": 1, "buffers": 1, "vc_rule": "private"}, Fraction(1, 2)),
        ({"injection_vcs": 2, "buffers": 1}, Fraction(1)),
        ({"injection_vcs": 2, "vc_rule": "private"}, Fraction(2)),
    ],
)
def test_injection_limits_where_links_do_not(options, most):
    """On a full mesh of 5 nodes a link carries a quarter of a message."""
    found = limit_of(channel_routing(network("clique(5)"), "shortest", 4), **options)
    assert (found.load * 5, found.channel) == (most, "injection at (0)")


def test_one_worm_at_a_time_is_ejected_at_a_hot_node():
    routing = channel_routing(network("clique(5)"), "shortest", 1)
    hot = "hotspot nodes=0 share=1"
    assert limit_of(routing, hot, ejection="single").load * 5 == Fraction(1, 4)
    assert limit_of(routing, hot).load * 5 == 1


def test_adaptive_routings_have_the_bound_of_every_routing():
    """Half of the messages cross the middle of a mesh, whichever way they take: 4 x 4 x 8 / 15 of them over 8 channels."""
    routing = channel_routing(network("mesh", k=4, n=2), "duato", 3)
    assert limit_of(routing).load * 5 == Fraction(15, 16)


def test_a_run_beyond_the_limit_is_never_stable(monkeypatch):
    """A hundred cycles of a full mesh at 1.04 times what its nodes inject: no backlog shows that yet."""
    routing = channel_routing(network("clique(5)"), "shortest", 4)
    asked = {"flits": 5, "cycles": 100, "buffers": 8}
    assert simulate(routing, load=0.05, **asked).state == "stable"
    found = simulate(routing, load=0.208, **asked)
    assert (found.state, found.latency) == ("unstable", None) and found.reason.startswith(
        "beyond saturation: 1.04 flits"
    )
    assert found.as_json()["saturation"] == {"load": "1/5", "channel": "injection at (0)"}
    monkeypatch.setattr(SaturationLimit, "exceeded", lambda limit, load: None)
    assert simulate(routing, load=0.208, **asked).state == "stable"  # by backlogs alone


def test_saturation_is_an_interval_below_the_exact_limit():
    found = nl.saturation("mesh", k=4, n=2, flits=5, cycles=6000, tolerance=0.2)
    assert found.limit == limit_of(channel_routing(network("mesh", k=4, n=2), "dimension-order"))
    assert 0 < found.stable < found.unstable < found.limit.load
    assert found.unstable - found.stable <= 0.2 * found.limit.load
    states = {run.options.load: run.state for run in found.runs}
    assert states[found.stable] == "stable" and states[found.unstable] == "unstable" and len(states) == 3
    again = nl.simulate("mesh", k=4, n=2, flits=5, cycles=6000, load=[found.stable, found.unstable])
    assert [run.state for run in again] == ["stable", "unstable"]
    assert found.as_json()["exact"] == found.limit.as_json()


def test_the_interval_may_end_at_the_exact_limit():
    """Two nodes with a link each way and long buffers: all of the limit is carried."""
    found = nl.saturation("mesh", k=2, n=1, flits=4, buffers=8, cycles=20_000, tolerance=0.4)
    assert found.unstable == found.limit.load == 0.25 and found.share[1] == 1


@pytest.mark.parametrize("tolerance", [0, 1, 1e-9])
def test_a_tolerance_is_a_part_of_the_limit(tolerance):
    with pytest.raises(nl.InputError, match="give a part of the exact limit"):
        nl.saturation("mesh", k=2, n=1, flits=4, tolerance=tolerance)
