"""The oblivious routing with the least largest load, against exact linear programs and all permutations of small networks."""

from fractions import Fraction
from itertools import permutations

import networkx as nx
import numpy as np
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.graphs import network
from netlemma.graphs.routing.routing_file import file_routing
from netlemma.graphs.sources import network as any_network
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.channels import channels_of
from netlemma.graphs.traffic.named import traffic
from netlemma.graphs.traffic.optimal.program import Program, fractions_near
from netlemma.graphs.traffic.optimal.routing import bound_by_lengths, optimal_routing
from netlemma.graphs.traffic.optimal.symmetries import symmetries
from netlemma.graphs.traffic.worst.worst_case import worst_case


def least(net, cases):
    """The least largest load over cases, each a mapping of pairs to rates: one exact program over all flows and cases."""
    opt, gamma, of_hops = z3.Optimize(), z3.Real("gamma"), channels_of(net).tolist()
    flow = {}
    for s in net.ends:
        for t in net.ends:
            if s != t:
                flow[s, t] = [z3.Real(f"x {s} {t} {h}") for h in range(net.hop_count)]
                opt.add(*(x >= 0 for x in flow[s, t]))
                for node in range(net.node_count):
                    out = z3.Sum([x for x, u in zip(flow[s, t], net.origin.tolist(), strict=True) if u == node])
                    into = z3.Sum([x for x, v in zip(flow[s, t], net.target.tolist(), strict=True) if v == node])
                    opt.add(out - into == (node == s) - (node == t))
    for case in cases:
        for channel in range(max(of_hops) + 1):
            own = [h for h, c in enumerate(of_hops) if c == channel]
            opt.add(
                z3.Sum([z3.Q(r.numerator, r.denominator) * flow[p][h] for p, r in case.items() for h in own]) <= gamma
            )
    opt.minimize(gamma)
    assert opt.check() == z3.sat
    return opt.model()[gamma].as_fraction()


def all_permutations(net):
    for goes in permutations(net.ends):
        yield {(s, t): Fraction(1) for s, t in zip(net.ends, goes, strict=True) if s != t}


def expanded(found):
    """Flows of all pairs of nodes, by the images of the first pair of each class."""
    best, symmetry, count = found.best, found.best.classes.symmetry, found.network.node_count
    flows = {}
    for key, row in zip(best.classes.first, best.flows, strict=True):
        for g in range(len(symmetry.nodes)):
            ends = [int(each[g]) for each in symmetry.pairs(*divmod(key, count))]
            moved = np.zeros_like(row)
            moved[symmetry.hops[g]] = row
            flows.setdefault(tuple(ends), [Fraction(int(v), best.scale) for v in moved])
    return flows


TINY = [
    ("ring", {"K": 3}), ("mesh", {"k": 4, "n": 1}), ("oneway-torus", {"k": 3, "n": 1}), ("mesh", {"k": 2, "n": 2}),
    ("spanning-bus-hypercube", {"w": 2, "D": 2}), ("line(2) x bus(2)", {}),
]  # fmt: skip


@pytest.mark.parametrize("family, sizes", TINY)
def test_the_least_worst_case_is_that_of_an_exact_program_over_all_permutations(family, sizes):
    net = network(family, **sizes)
    found = optimal_routing(net)
    assert found.gamma == found.lower == least(net, all_permutations(net))


@pytest.mark.parametrize("family, sizes", [*TINY, ("ring", {"K": 6}), ("line(2) x line(3)", {})])
def test_flows_are_conserved_and_no_permutation_loads_a_channel_more(family, sizes):
    net = network(family, **sizes)
    found, channels = optimal_routing(net), channels_of(net)
    flows = expanded(found)
    assert flows.keys() == {(s, t) for s in net.ends for t in net.ends if s != t}
    for (s, t), flow in flows.items():
        for node in range(net.node_count):
            out = sum(x for x, u in zip(flow, net.origin, strict=True) if u == node)
            assert out - sum(x for x, v in zip(flow, net.target, strict=True) if v == node) == (node == s) - (node == t)
    load = {pair: [sum(x for x, c in zip(flow, channels, strict=True) if c == channel) for channel in range(max(channels) + 1)]
            for pair, flow in flows.items()}  # fmt: skip
    most = max(
        max(map(sum, zip(*(load[pair] for pair in case), strict=True)), default=0)
        for case in all_permutations(net)
        if case
    )
    assert most == found.gamma
    assert sorted(found.permutation) == list(net.ends)


@pytest.mark.parametrize("words", ["uniform", "neighbor", "hotspot nodes=0 share=1/3", "bit-complement"])
@pytest.mark.parametrize(
    "family, sizes", [("mesh", {"k": 2, "n": 2}), ("ring", {"K": 4}), ("oneway-torus", {"k": 4, "n": 1})]
)
def test_the_least_load_of_a_traffic_is_that_of_an_exact_program(family, sizes, words):
    net = network(family, **sizes)
    sent = traffic(net, words)
    rates = {(s, t): sent.between(s, t) for s in net.ends for t in net.ends if s != t}
    found = optimal_routing(net, sent)
    assert found.gamma == found.lower == least(net, [rates])


@settings(max_examples=12, deadline=None)
@given(st.integers(4, 7), st.integers(0, 10**6))
def test_bounds_meet_on_networks_without_symmetry(count, seed):
    graph = nx.gnm_random_graph(count, count + 2, seed)
    for node in range(count - 1):
        graph.add_edge(node, node + 1)
    net = any_network(graph)
    found = optimal_routing(net)
    assert found.lower == found.gamma
    assert found.gamma >= optimal_routing(net, traffic(net, "uniform")).gamma
    assert optimal_routing(net, traffic(net, "ring-allreduce")).gamma <= found.gamma


def test_the_file_has_the_loads_of_the_flows(tmp_path):
    for family, sizes in (("mesh", {"k": 3, "n": 2}), ("ring", {"K": 5}), ("toroid", {"w": 2, "D": 2})):
        net = network(family, **sizes)
        found = optimal_routing(net)
        file = tmp_path / "best.py"
        file.write_text(found.file())
        assert worst_case(file_routing(net, file)).gamma == found.gamma
        sent = traffic(net, "hotspot nodes=0 share=1/2")
        given_one = optimal_routing(net, sent)
        file.write_text(given_one.file())
        assert (
            max(traffic_loads(file_routing(net, file), sent))
            == given_one.gamma
            <= worst_case(file_routing(net, file)).gamma
        )


@pytest.mark.in_turn
def test_known_optima_of_the_literature():
    """Half of the capacity on tori and meshes of even radix (Towles and Dally 2002; Seo and others 2005)."""
    for family, sizes in (
        ("toroid", {"w": 8, "D": 2}),
        ("toroid", {"w": 4, "D": 2}),
        ("mesh", {"k": 4, "n": 2}),
        ("mesh", {"k": 8, "n": 2}),
    ):
        found = optimal_routing(network(family, **sizes))
        assert found.lower == found.gamma
        # capacity of uniform traffic that counts messages of a node to itself
        nodes = found.network.node_count
        assert found.fraction_of_capacity == Fraction(1, 2) * Fraction(nodes, nodes - 1)
    odd = optimal_routing(network("mesh", k=5, n=2))
    assert odd.lower == odd.gamma == Fraction(11, 5)


def test_symmetries_are_groups_whose_elements_map_hops_to_hops():
    for family, sizes in (
        ("oneway-torus", {"k": 3, "n": 2}),
        ("mesh", {"k": 3, "n": 2}),
        ("cube-connected-cycles", {"D": 3}),
    ):
        net = network(family, **sizes)
        group = symmetries(net)
        known = {(p.tobytes(), bool(r)) for p, r in zip(group.nodes, group.reversing, strict=True)}
        for g in group.generators:
            assert {
                (p[group.nodes[g]].tobytes(), bool(r ^ group.reversing[g]))
                for p, r in zip(group.nodes, group.reversing, strict=True)
            } == known
        for image, reverse, hops in zip(group.nodes, group.reversing, group.hops, strict=True):
            ends = (net.target, net.origin) if reverse else (net.origin, net.target)
            assert (net.origin[hops] == image[ends[0]]).all() and (net.target[hops] == image[ends[1]]).all()


def test_a_bound_from_other_lengths_is_never_above_the_optimum():
    net = network("mesh", k=3, n=2)
    found = optimal_routing(net)
    rng = np.random.default_rng(1)
    for _ in range(20):
        lengths = found.best.lengths * rng.integers(0, 3, found.best.lengths.shape) + rng.integers(
            0, 2, found.best.lengths.shape
        )
        assert bound_by_lengths(found.best.classes, lengths) <= found.gamma
    assert bound_by_lengths(found.best.classes, found.best.lengths) == found.gamma


def test_solutions_that_cannot_be_made_exact_give_an_interval(monkeypatch):
    """With the values of a program disturbed, bounds are true and do not meet."""
    net = network("mesh", k=3, n=2)
    true = optimal_routing(net).gamma
    solve = Program.shortest

    def disturbed(self, load):
        values = solve(self, load)
        return values + 0.07 * np.sin(np.arange(len(values)) + 1) ** 2

    monkeypatch.setattr(Program, "shortest", disturbed)
    found = optimal_routing(net)
    assert found.lower == true < found.gamma < true + 1
    assert found.as_json()["upper"] == str(found.gamma) and found.as_json()["lower"] == str(true)


def test_fractions_near_values_rise_in_their_denominators():
    scales = [scale for _, scale in fractions_near(np.array([0.12345678, 0.5]))]
    assert scales == sorted(scales) and len(scales) > 2
