"""Estimates of work: what takes too long is refused before it begins, and the limit is the time that is left."""

import networkx as nx
import pytest

from netlemma.checks.judging.check import check
from netlemma.checks.lemmas.deadlock import deadlock
from netlemma.errors import SizeError
from netlemma.graphs import network
from netlemma.graphs.base.limits import forced, require, within
from netlemma.graphs.loads.distance_indices import all_distances, distances
from netlemma.graphs.routing.goal_graph import require_following
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.simulate.simulation import simulate
from netlemma.graphs.simulate.sweep import plan
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.named import traffic
from netlemma.graphs.traffic.worst.worst_case import worst_case


def test_worst_cases_are_refused_before_any_message_is_followed():
    with pytest.raises(SizeError, match=r"mesh k=200 n=2 has 40,000 nodes .* channels that packets .* or `force=True`"):
        worst_case(channel_routing(network("mesh", k=200, n=2), "dimension-order"))
    with pytest.raises(SizeError, match=r"for each of its class, .* and 1 GB: .* at most about 820 nodes"):
        worst_case(channel_routing(network("toroid", w=40, D=2), "valiant", ties="split"))


def test_loads_under_a_traffic_are_refused_unless_few_nodes_get_messages():
    net = network("mesh", k=130, n=2)
    routing, sent = channel_routing(net, "west-first"), traffic(net, "bit-complement")
    with within(10), pytest.raises(SizeError, match="the limit is 10 seconds"):
        traffic_loads(routing, sent)
    require_following(routing, lambda destination: [int(destination == 0)] * net.node_count)
    with forced(), within(10):
        require_following(routing)


def test_labels_multiply_the_work():
    net = network("mesh", k=16, n=2)
    with within(1):
        require_following(channel_routing(net, "west-first"))
        with pytest.raises(SizeError):
            require_following(channel_routing(net, "valiant"))


@pytest.mark.in_turn
@pytest.mark.parametrize("count", [all_distances, distances])
def test_distances_are_refused(count):
    with within(1), pytest.raises(SizeError, match="hops to follow from all sources"):
        count(network(nx.path_graph(12_000)))


@pytest.mark.parametrize(
    "load, cycles, engine", [(0.01, 3 * 10**7, "fast"), (0.001, 2 * 10**8, "fast"), (0.01, 10**6, "reference")]
)
def test_simulations_are_refused_before_a_message_is_generated(load, cycles, engine, monkeypatch):
    monkeypatch.setattr("netlemma.graphs.simulate.simulation.sources_in_words", None)
    with pytest.raises(SizeError, match=f"in {cycles:,} cycles at load .* or `force=True`"):
        simulate("mesh", k=16, flits=4, load=load, cycles=cycles, engine=engine)
    with pytest.raises(SizeError, match=f"in {cycles:,} cycles at load .* or `force=True`"):
        plan("mesh", k=(2, 16), flits=4, loads=[0.00001, load], cycles=cycles, engine=engine)


def test_a_sweep_is_refused_by_the_work_of_all_its_points():
    asked = {"k": 8, "flits": 4, "loads": 0.01, "cycles": 10**6}
    with within(30):
        assert len(plan("mesh", **asked, seeds=range(1, 4))) == 3
        with pytest.raises(SizeError, match=r"the sweep of 100 points has about .* channels that messages of all"):
            plan("mesh", **asked, seeds=range(1, 101))
    assert len(plan("mesh", **asked, seeds=range(1, 101))) == 100  # of a day of work


@pytest.mark.in_turn
def test_tables_of_a_file_are_made_if_asked_for_and_refused_if_many(tmp_path, monkeypatch):
    """A file of 20,000 routers is decided at once under a routing by name: its own shortest paths would take minutes."""
    path = tmp_path / "tree.anynet"
    path.write_text("".join(f"router {i} node {i} router {i // 2}\n" for i in range(1, 1_500)) + "router 0 node 0\n")
    with within(1), pytest.raises(SizeError, match=r"tree\.anynet has 1,500 nodes and about .* or `force=True`"):
        deadlock(str(path))
    monkeypatch.setattr("netlemma.graphs.formats.anynet._first_routers", None)
    assert deadlock(str(path), routing="up-down").verdict == "deadlock-free"


def test_within_keeps_the_limit_without_a_time():
    with within(float("inf")), pytest.raises(SizeError, match="the limit is 3 minutes"):
        require("ring routes", "a network", 1e12)
    with within(1000):
        require("ring routes", "a network", 1e7)


@pytest.mark.in_turn
def test_a_check_by_measurement_refuses_what_exceeds_its_time():
    verdict = check(nx.random_regular_graph(6, 9_000, seed=1), "mean_distance", "1", seconds=2)
    assert verdict.verdict == "unknown" and "the time ended" in verdict.remark
