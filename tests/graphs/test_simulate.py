"""The simulated model by hand: one worm, two worms, one queue; deadlock, stability, seeds, and what is refused."""

from fractions import Fraction
from functools import partial
from math import sqrt

import mpmath
import numpy as np
import pytest

import netlemma as nl
from netlemma.errors import SimulationError, SizeError
from netlemma.graphs import network
from netlemma.graphs.base import limits
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings.tables import from_routes
from netlemma.graphs.simulate import SimulationOptions, simulate
from netlemma.graphs.simulate.engines.flits import FlitSimulator
from netlemma.graphs.simulate.engines.worms import WormSimulator
from netlemma.graphs.simulate.layouts.layout import layout
from netlemma.graphs.simulate.messages import PoissonSources, written
from netlemma.graphs.simulate.statistics import mean_and_half_width, students_t
from netlemma.graphs.topology.structure import from_devices

options = partial(SimulationOptions, load=0.01)

ENGINES = (FlitSimulator, WormSimulator)
LINE = layout(channel_routing(network("mesh", k=4, n=1), "dimension-order"))
RING = layout(channel_routing(network("oneway-torus", k=4, n=1), "dimension-order", 2))


def delivered(where, rows, engine, **settings):
    run = engine(where, options(**settings))
    run.advance(written(rows), 1000)
    return run.delivered.tolist()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("flits, buffers", [(1, 2), (2, 2), (5, 2), (20, 2), (20, 3), (3, 9), (1, 1), (7, 1)])
@pytest.mark.parametrize("ejection", ["ideal", "single"])
def test_one_worm_alone_at_every_distance(engine, flits, buffers, ejection):
    """flits + D - 1 with D = hops + 2 channels; with one slot, every flit but the first comes two cycles after the one before."""
    where = layout(channel_routing(network("mesh", k=4, n=2), "dimension-order"))
    for node in range(1, 16):
        hops = node // 4 + node % 4
        latency = (flits - 1) * (1 if buffers > 1 else 2) + hops + 2
        found = delivered(where, [(9, 0, node)], engine, flits=flits, buffers=buffers, ejection=ejection)
        assert found == [9 + latency]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "rows, flits, ejection, want",
    [
        # 0 to 2 asks for the link 1->2 in cycle 3; 1 to 2 has it in cycles 2 to 6
        ([(1, 0, 2), (1, 1, 2)], 5, "ideal", [13, 8]),
        # both ask for 2->3 in cycle 4: the message generated first has it in cycles 4 to 7, the other one from 8 on
        ([(1, 0, 3), (3, 2, 3)], 4, "ideal", [9, 13]),
        # 2 to 3 asks a cycle earlier, though generated later
        ([(1, 0, 3), (2, 2, 3)], 4, "ideal", [12, 8]),
        # they meet at the ejection channel of node 1 in cycle 3
        ([(1, 0, 1), (1, 2, 1)], 4, "single", [7, 11]),
        ([(1, 0, 1), (1, 2, 1)], 4, "ideal", [7, 7]),
        # three of one source: each can enter when the one before has entered
        ([(1, 0, 1), (1, 0, 2), (2, 0, 1)], 4, "ideal", [7, 12, 15]),
    ],
)
def test_two_worms_by_hand(engine, rows, flits, ejection, want):
    assert delivered(LINE, rows, engine, flits=flits, ejection=ejection) == want


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("rule, want", [("shared", [11, 11]), ("private", [9, 8])])
def test_two_virtual_channels_of_one_link_by_hand(engine, rule, want):
    """From 0 to 2 and, on the upper channel since it has wrapped around, from 2 to 1: both cross 0->1 from cycle 4 on."""
    rows = [(1, 2, 1), (3, 0, 2)]
    assert delivered(RING, rows, engine, flits=3, vc_rule=rule) == want[::-1]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "engine, flits, cycles", [("fast", 10, 100_000), ("fast", 1, 30_000), ("reference", 10, 8_000)]
)
def test_a_single_queue_has_the_waiting_time_of_m_d_1(engine, flits, cycles):
    """Two nodes, each with a link of its own to the other: messages wait at their source only, in an M/D/1 queue with mean
    waiting time load * flits^2 / (2 (1 - load * flits)); then come flits + 2 cycles. Rounding to cycles does not change the mean."""
    busy = Fraction(3, 5)
    exact = busy * flits / (2 * (1 - busy)) + flits + 2
    inside = 0
    for seed in range(10):
        found = simulate(
            "oneway-torus", k=2, n=1, vcs=1, flits=flits, load=busy / flits, cycles=cycles, seed=seed, engine=engine
        )
        inside += abs(found.latency - exact) <= found.half_width
        assert abs(found.latency - exact) < 5 * found.half_width < exact and found.state == "stable"
    assert inside >= 7  # of 10 intervals at 95 %


@pytest.mark.in_turn
def test_both_engines_give_the_same_result():
    for vcs, family in ((1, "mesh"), (2, "oneway-torus")):
        options = {"k": 3, "flits": 6, "load": 0.02, "cycles": 1500, "seed": 4, "vcs": vcs}
        one, other = (simulate(family, engine=name, **options).as_json() for name in ("fast", "reference"))
        assert one.pop("engine") == "fast" and other.pop("engine") == "reference" and one == other


def test_a_torus_without_virtual_channels_deadlocks_and_names_the_worms():
    for engine in ("fast", "reference"):
        found = simulate("oneway-torus", k=4, vcs=1, flits=20, load=0.02, cycles=3000, engine=engine)
        assert found.state == "deadlock" and found.latency is None and found.half_width is None
        worms = found.deadlock.worms
        assert len(worms) > 1
        for worm, after in zip(worms, [*worms[1:], worms[0]], strict=True):
            assert worm.blocked_by == (after.message,) and set(worm.waits_for) <= set(after.holds)
            path = found.layout.channels_between(worm.source, worm.destination)
            assert set(worm.holds) < set(path) and worm.waits_for[0] in path
        told = found.as_json()["deadlock"]
        assert told["worms"][0]["waits_for"][0] in told["worms"][1]["holds"] and 0 < told["cycle"] <= 3000
        assert all("->" in worm["waits_for"][0] for worm in told["worms"])


@pytest.mark.parametrize("load", [0.02, 0.1])
def test_virtual_channels_and_meshes_keep_from_deadlock(load):
    assert simulate("oneway-torus", k=4, vcs=2, flits=20, load=load, cycles=20_000).state == "unstable"
    assert simulate("mesh", k=4, flits=20, load=5 * load, cycles=20_000).state == "unstable"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_unstable_beyond_saturation(engine):
    """The single queue has its saturation at load 1 / flits exactly."""
    for seed in range(4):
        options = {"k": 2, "n": 1, "vcs": 1, "flits": 5, "cycles": 20_000 if engine == "fast" else 6000, "seed": seed}
        below = simulate("oneway-torus", load=0.8 / 5, engine=engine, **options)
        above = simulate("oneway-torus", load=1.15 / 5, engine=engine, **options)
        assert below.state == "stable" and below.latency > 0 and abs(below.throughput - 0.16) < 0.01
        assert above.state == "unstable" and above.latency is None and above.half_width is None
        assert abs(above.throughput - 0.2) < 0.002 and "beyond saturation" in above.reason


def test_seeds_reproduce():
    def run(seed):
        return simulate("mesh", k=4, flits=8, load=0.02, cycles=5000, seed=seed).as_json()

    assert run(7) == run(7)
    assert len({run(seed)["latency"] for seed in range(5)}) == 5


@pytest.mark.in_turn
def test_measured_messages_are_those_after_the_warm_up():
    found = simulate("mesh", k=4, flits=8, load=0.02, cycles=5000, warmup=2000, seed=3)
    messages = PoissonSources(16, 0.02, 3).between(0, 5000)
    assert found.messages == (messages.cycle > 2000).sum() and found.options.warmup == 2000
    plain = FlitSimulator(found.layout, found.options)
    plain.advance(messages, 5200)  # no later message can change those of before
    times = (plain.delivered - messages.cycle)[messages.cycle > 2000]
    assert (times >= 8 + 2).all()
    late = simulate("mesh", k=4, flits=8, load=0.02, cycles=5000, warmup=2000, seed=3, engine="reference")
    assert found.latency == late.latency and abs(found.latency - times.mean()) < 0.5


def test_any_network_and_deterministic_routing():
    for name, sizes, by in (("cube-connected-cycles", {"D": 3}, "up-down"), ("hypercube", {"n": 3}, "dimension-order"),
                            ("line(3) x clique(4)", {}, "up-down"), ("spanning-bus-hypercube", {"w": 3, "D": 2}, "shortest-first")):  # fmt: skip
        assert simulate(name, by, flits=8, load=0.004, cycles=5000, **sizes).state == "stable"
    net = network("oneway-torus", k=3, n=1)
    routes = [(0, 1, [0]), (0, 2, [0, 1]), (1, 2, [1]), (1, 0, [1, 2]), (2, 0, [2]), (2, 1, [2, 0])]
    found = simulate(from_routes(net, routes), flits=4, load=0.01, cycles=5000)
    same = simulate("oneway-torus", k=3, n=1, vcs=1, flits=4, load=0.01, cycles=5000)
    assert found.latency == same.latency
    with pytest.raises(SimulationError, match=r"has no route from \(2\) to \(1\)"):
        simulate(from_routes(net, routes[:-1]), flits=4, load=0.01)


def test_the_order_of_dimensions_changes_routes_and_not_the_mesh():
    rising, falling = (
        simulate("mesh", k=4, flits=8, load=0.02, cycles=40_000, routing=f"dimension-order order={order}")
        for order in ("rising", "falling")
    )
    assert rising.latency != falling.latency
    assert abs(rising.latency - falling.latency) < rising.half_width + falling.half_width


@pytest.mark.parametrize(
    "wrong, says",
    [
        ({"load": 0}, "load=0: .* more than 0"), ({"load": -0.1}, "more than 0"), ({"load": float("nan")}, "more than 0"),
        ({"load": float("inf")}, "more than 0"), ({"load": 1e9}, "or `force=True`"), ({"flits": 0}, "flits=0"), ({"buffers": 0}, "buffers=0"),
        ({"vc_rule": "sharde"}, "did you mean shared"), ({"ejection": "none"}, "it is ideal or single"), ({"engine": "slow"}, "it is fast or reference"),
        ({"cycles": 0}, "cycles=0"), ({"warmup": 100_000}, "warmup=100000"), ({"seed": -1}, "seed=-1: .* from 0 on"), ({"confidence": 1}, "confidence=1"),
        ({"cycles": 2.5}, "cycles=2.5: give a whole number"), ({"cycles": 2, "load": 1e-6}, "no message"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_one_line(wrong, says):
    with pytest.raises(ValueError, match=says) as refused:
        simulate("mesh", k=4, **{"flits": 8, "load": 0.01, **wrong})
    assert "\n" not in str(refused.value)


def test_sizes_out_of_their_domain_are_refused():
    with pytest.raises(SizeError, match="k"):
        simulate("mesh", k=1, flits=8, load=0.01)
    with pytest.raises(SizeError, match="is a network of one size: it takes no k=3"):
        simulate(network("mesh", k=2, n=2), k=3, flits=8, load=0.01)
    with pytest.raises(SimulationError, match="1 nodes that send: at least 2 are simulated"):
        simulate(from_devices([(0,)], []), "up-down", flits=8, load=0.01)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["dimension-order", "odd-even"])
@pytest.mark.in_turn
def test_large_networks_are_simulated_without_following_all_pairs(name):
    found = simulate("mesh", name, k=96, flits=8, load=1e-6, cycles=4000, warmup=0)
    assert found.state == "stable" and found.messages > 20 and found.latency >= 8 + 1
    assert found.layout.tables.ready.sum() < 100


def test_sources_are_poisson_with_uniform_destinations():
    ends, load, span = 6, 0.3, 50_000
    found = PoissonSources(ends, load, 11).between(0, span)
    per_cycle = np.bincount(found.cycle, minlength=span + 1)[1:]
    mean = load * ends
    assert abs(per_cycle.mean() - mean) < 4 * sqrt(mean / span)
    assert abs(per_cycle.var() / mean - 1) < 0.03  # a Poisson number has the variance of its mean
    assert abs(np.corrcoef(per_cycle[1:], per_cycle[:-1])[0, 1]) < 0.02
    pairs = np.bincount(found.source * ends + found.destination, minlength=ends * ends).reshape(ends, ends)
    assert not pairs.diagonal().any()
    others = pairs[~np.eye(ends, dtype=bool)]
    expected = len(found) / len(others)
    assert (
        (others - expected) ** 2 / expected
    ).sum() < 60  # chi square with 29 degrees of freedom: less with probability 0.9994


def test_students_t_is_the_quantile():
    for freedom in (1, 2, 3, 7, 8, 29):
        for level in (0.5, 0.9, 0.95, 0.999):
            t = students_t(level, freedom)
            outside = mpmath.betainc(mpmath.mpf(freedom) / 2, 0.5, 0, freedom / (freedom + t * t), regularized=True)
            assert abs(1 - outside - level) < 1e-9


def test_the_interval_covers_the_mean_as_often_as_it_says():
    random = np.random.default_rng(5)
    inside = 0
    for _ in range(400):
        mean, half, batches = mean_and_half_width(random.exponential(size=301), 0.9)
        assert batches == 30
        inside += abs(mean - 1) < half
    assert 340 < inside < 380  # 360 expected
    assert mean_and_half_width(np.arange(19.0), 0.95) == (9.0, None, 1)


@pytest.mark.parametrize("routing", ["dimension-order", "west-first"])
def test_tables_of_paths_that_exceed_memory_are_refused_before_they_are_made(monkeypatch, routing):
    options = {"k": 6, "n": 2, "flits": 4, "load": 0.01, "cycles": 100, "routing": routing}
    monkeypatch.setattr(limits, "MOST_BYTES", 5000)
    with pytest.raises(SizeError, match=r"channels in the tables of paths of messages.* or `force=True`"):
        simulate("mesh", **options)
    with limits.forced():
        assert simulate("mesh", **options).messages >= 0


def test_progress_says_which_load_is_simulated():
    said = []
    nl.simulate("mesh", k=2, n=1, flits=2, load=[0.01, 0.02], cycles=400, progress=said.append)
    assert [each.partition(":")[0] for each in said if "simulating" in each] == ["load 0.01", "load 0.02"]
