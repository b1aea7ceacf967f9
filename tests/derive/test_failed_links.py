"""Distances after one link has failed: closed forms against plain removal with NetworkX, and proofs that refuse other values."""

from fractions import Fraction
from itertools import product

import networkx as nx
import pytest

import netlemma as nl
from netlemma.derive import lemma
from netlemma.derive.networks.products import failed_links
from netlemma.errors import DomainError, ProofError

QUANTITIES = ("diameter_after_failure", "mean_distance_after_failure", "detour_after_failure")


def grid(sides, doubled):
    """A product of rings; rings of two have two links if ``doubled``."""
    graph = nx.MultiGraph()
    for node in product(*map(range, sides)):
        for j, k in enumerate(sides):
            ahead = (*node[:j], (node[j] + 1) % k, *node[j + 1 :])
            if k > 2 or doubled or node[j] == 0:
                graph.add_edge(node, ahead)
    return graph


def without_each_link(graph):
    """Diameter, mean distance and distance of the ends, the greatest without any one link."""
    found = []
    for u, v, key in list(graph.edges(keys=True)):
        left = graph.copy()
        left.remove_edge(u, v, key)
        every = dict(nx.all_pairs_shortest_path_length(left))
        count = len(graph)
        mean = Fraction(sum(sum(row.values()) for row in every.values()), count * (count - 1))
        found.append((max(max(row.values()) for row in every.values()), mean, every[u][v]))
    return tuple(map(max, zip(*found, strict=True)))


CASES = [
    *[("ring", {"K": k}, (k,), True) for k in (2, 3, 4, 7)],
    *[("torus", {"k": k, "n": n}, (k,) * n, True) for k, n in ((2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (2, 3), (3, 3))],
    *[("hypercube", {"n": n}, (2,) * n, False) for n in (2, 3, 4)],
]


@pytest.mark.parametrize(("family", "size", "sides", "doubled"), CASES, ids=str)
def test_closed_forms_are_what_removal_of_each_link_leaves(family, size, sides, doubled):
    every = [lemma(f"{family}.{quantity}") for quantity in QUANTITIES]
    assert {found.strength for found in every} == {"proved"} == {lemma(f"{family}.load_growth_after_failure").strength}
    assert tuple(found.value(size) for found in every) == without_each_link(grid(sides, doubled))


def test_of_one_dimension_there_is_the_ring():
    assert lemma("ring(k).diameter_after_failure").at(k=6) == 5 and lemma("ring(4)^2.detour_after_failure").at() == 3
    for key in ("torus.diameter_after_failure", "hypercube.mean_distance_after_failure"):
        with pytest.raises(DomainError):
            lemma(key).at(**{"k": 4, "n": 1} if key.startswith("torus") else {"n": 1})
    known = lemma("torus.load_growth_after_failure").at(k=5, n=1)
    assert known == 2 == nl.measure("ring", failures=1, K=6).worst_load[1] / nl.measure("ring", failures=1, K=6).largest


@pytest.mark.parametrize(
    ("name", "part", "value"),
    [
        ("ring", "on", lambda l: failed_links._n - l + 1),  # as if beside the line were one hop away, there and back
        ("ring", "on", lambda l: failed_links._n - l + 3),
        ("ring", "on", lambda l: failed_links._n - l),
        ("clique", "on", lambda l: 2 * l),
        ("clique", "on", lambda l: 4 * l),
        ("ring", "beside", lambda l: l + failed_links._r),
        ("line", "on", lambda l: 2 * l),
    ],
)
def test_other_distances_are_refused(monkeypatch, name, part, value):
    line = failed_links.LINES[name]
    pieces = list(getattr(line, part))
    pieces[-1] = pieces[-1]._replace(value=value)
    monkeypatch.setitem(failed_links.LINES, name, line._replace(**{part: pieces}))
    with pytest.raises(ProofError):
        failed_links.certify.__wrapped__(name)


def test_other_results_are_refused():
    found = lemma("torus.diameter_after_failure").derivation.steps[0]
    with pytest.raises(ProofError):
        found.proof.check(found.before, found.after + 1)
    cut = lemma("torus.load_growth_after_failure").derivation.steps[0]
    with pytest.raises(ProofError):
        cut.proof.check(cut.before, cut.after / 2)


@pytest.mark.parametrize(
    ("family", "size"),
    [("ring", {"K": 5}), ("torus", {"k": 3, "n": 2}), ("torus", {"k": 4, "n": 2}), ("hypercube", {"n": 3})],
)
@pytest.mark.parametrize("routing", ["shortest", "up-down"])
def test_no_routing_has_a_smaller_growth(family, size, routing):
    bound = lemma(f"{family}.load_growth_after_failure").value(size)
    whole = nl.measure(family, failures=1, **size).largest
    after = nl.measure(family, routing, failures=1, **size).worst_load[1]
    assert 1 < bound <= after / whole


def test_the_best_routing_of_a_ring_without_a_link_reaches_the_bound():
    after = nl.measure("ring", "shortest", channels=True, without=["0-1"], K=6).largest
    assert after / nl.measure("ring", "shortest", channels=True, K=6).largest == lemma(
        "ring.load_growth_after_failure"
    ).at(K=6)


@pytest.mark.in_turn
def test_formulas_of_users_are_judged():
    assert nl.check("torus", "diameter_after_failure", "n*floor(k/2)").verdict == "holds"
    assert nl.check("hypercube", "diameter_after_failure", "n").verdict == "fails"
    assert nl.check("ring", "detour_after_failure", "K - 1").verdict == "holds"
    graph = nx.cycle_graph(5)
    graph.add_edge(0, 2)
    assert nl.check(graph, "diameter_after_failure", "3").verdict == "holds"
    with pytest.raises(nl.errors.NetworkError, match="ends are not connected"):
        nl.check(nx.path_graph(3), "diameter_after_failure", "2")
