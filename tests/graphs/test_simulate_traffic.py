"""Simulation under traffic that is not uniform, against exact loads and mean hops."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from netlemma.errors import SweepError, TrafficError
from netlemma.graphs import network
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.simulate import simulate
from netlemma.graphs.simulate.messages import ModulatedSources, Modulation, PoissonSources, TrafficPairs, pairs_of
from netlemma.graphs.simulate.sweep import plan
from netlemma.graphs.simulate.sweep.running import run_sweep, simulate_point
from netlemma.graphs.simulate.sweep.store import Store
from netlemma.graphs.traffic.measurement import measure_traffic
from netlemma.graphs.traffic.named import traffic

PATTERNS = ("tornado", "transpose", "hotspot nodes=0,5 share=1/4", "mix 3/4*uniform+1/4*transpose", "local radius=2")
NET = network("toroid", w=4, D=2)


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("bursty", [False, True])
def test_each_pair_comes_at_its_rate(name, bursty):
    asked, load, cycles = traffic(NET, name), 0.2, 20_000
    pairs = pairs_of(asked, NET.ends)
    how = (Modulation(0.3, 0.1, 0.5),) if bursty else ()
    found = (ModulatedSources if bursty else PoissonSources)(16, load, 3, *how, pairs=pairs).between(0, cycles)
    counts = np.zeros((16, 16))
    np.add.at(counts, (found.source, found.destination), 1)
    for source in range(16):
        for destination in range(16):
            mean = load * cycles * float(asked.between(source, destination))
            assert abs(counts[source, destination] - mean) <= 6 * sqrt(3 * mean), (source, destination)
    assert pairs.moving.sum() == pytest.approx(float(asked.moved))


@pytest.mark.parametrize("name", ("uniform", *PATTERNS))
def test_latency_of_few_messages_is_their_mean_hops_and_their_length(name):  # and a cycle to be ejected
    flits = 5
    routing, asked = channel_routing(NET, "dimension-order", 2), traffic(NET, name)
    found = simulate(routing, flits=flits, load=1e-5, cycles=8_000_000, traffic=name)
    hops = measure_traffic(routing, asked).mean_hops * asked.sent / asked.moved  # of the messages that move
    assert found.state == "stable"
    assert abs(found.network_latency - (float(hops) + 1 + flits)) < 4 * found.half_width + 0.01, (
        found.network_latency,
        hops,
    )


@pytest.mark.parametrize("name", ("tornado", "bit-complement", "neighbor"))
def test_no_network_carries_more_than_its_hottest_channel(name):
    net = network("mesh", k=4, n=2)
    gamma = measure_traffic(channel_routing(net, "dimension-order", 1), traffic(net, name)).largest
    flits, settings = 4, {"cycles": 20_000, "traffic": name, "buffers": 4}
    beyond = simulate(net, flits=flits, load=1.08 * float(1 / gamma) / flits, **settings)
    assert beyond.state == "unstable"
    below = simulate(net, flits=flits, load=0.2 * float(1 / gamma) / flits, **settings)
    assert below.state == "stable"


def test_both_engines_agree_under_traffic():
    runs = [
        simulate("mesh", k=4, flits=4, load=0.02, cycles=3000, traffic="transpose", engine=engine)
        for engine in ("fast", "reference")
    ]
    assert runs[0].latency == runs[1].latency and runs[0].messages == runs[1].messages


def test_rates_as_an_object_and_in_words():
    net = network("ring", K=5)
    rates = {(0, 2): Fraction(1, 2), (3, 1): 1}
    found = simulate(net, "dimension-order", vcs=2, flits=2, load=0.05, cycles=20_000, traffic=rates)
    assert found.options.traffic == "rates" and found.messages == pytest.approx(0.05 * 18_000 * 1.5, rel=0.15)
    uniform = simulate(net, "dimension-order", vcs=2, flits=2, load=0.05, cycles=2000)
    assert (
        uniform.as_json()
        == simulate(net, "dimension-order", vcs=2, flits=2, load=0.05, cycles=2000, traffic=" uniform ").as_json()
    )


def test_traffic_that_does_not_fit_is_refused():
    with pytest.raises(TrafficError, match="transpose"):
        simulate("mesh", k=3, n=3, flits=2, load=0.01, traffic="transpose")
    with pytest.raises(TrafficError, match="no message moves"):
        simulate("mesh", k=3, flits=2, load=0.01, traffic={(1, 1): 1})
    with pytest.raises(TrafficError):
        plan("mesh", k=(4, 5), n=3, flits=2, loads=0.01, traffic="transpose")


def test_a_sweep_under_a_file_of_rates_refuses_other_rates(tmp_path):
    file = tmp_path / "rates.csv"
    file.write_text("source,destination,rate\n0,5,1/2\n5,0,1\n")
    asked = {"flits": 3, "loads": (0.01, 0.02), "cycles": 5000, "traffic": f"matrix {file}"}
    points = plan("mesh", k=4, **asked)
    assert all(f"file={file} sha256=" in point.traffic for point in points)
    with Store(tmp_path / "store.sqlite") as store:
        rows = run_sweep(points, store, workers=1)
    alone = simulate("mesh", k=4, flits=3, load=0.01, cycles=5000, traffic=f"matrix {file}")
    assert [row.state for row in rows] == ["stable", "stable"] and rows[0].latency == alone.latency
    file.write_text("source,destination,rate\n0,5,1\n5,0,1\n")
    with pytest.raises((SweepError, ValueError), match="has changed"):
        simulate_point(points[0].key)
    assert plan("mesh", k=4, **asked)[0].key != points[0].key


def test_drawn_pairs_of_a_routing_with_few_ends():
    net = network("ring", K=4)
    asked = traffic(net, {(1, 3): Fraction(1, 3)})
    source, destination = TrafficPairs(asked, net.ends).drawn(np.random.default_rng(2), 50)
    assert set(zip(source.tolist(), destination.tolist(), strict=True)) == {(1, 3)}
    assert channel_routing(net, "dimension-order", 2).ends == net.ends
