"""Distances between switches and between terminals, compared with NetworkX on graphs without what is not asked for."""

from fractions import Fraction

import networkx as nx
import pytest

import netlemma as nl
from netlemma.checks import check
from netlemma.checks.judging.reference_values import ENDS, reference_values_of
from netlemma.derive import lemma
from netlemma.derive.discovery import keys
from netlemma.graphs import measure, network
from netlemma.graphs.sources import source

FAMILIES = [
    ("dragonfly", {"p": 2, "a": 4, "h": 2}),
    ("dragonfly", {"p": 1, "a": 1, "h": 3}),
    ("megafly", {"p": 1, "s": 2, "h": 2}),
    ("hyperx", {"S": (3, 4), "T": 2}),
    ("slim-fly", {"q": 5, "p": 1}),
    ("polarfly", {"q": 3, "p": 2}),
    ("fat-tree", {"k": 4}),
    ("fat-tree", {"k": 2}),
    ("k-ary-n-tree", {"k": 2, "n": 3}),
    ("xgft", {"m": (2, 3), "w": (1, 2)}),
    ("flattened-butterfly", {"k": 3, "n": 3}),
    ("concentrated-mesh", {"k": 3, "c": 2}),
]


def between(net, nodes):
    """Mean distance and diameter between some nodes, by searches of NetworkX in the graph of all links."""
    labels = {net.labels(node) for node in nodes}
    found = [
        far
        for one in labels
        for other, far in nx.single_source_shortest_path_length(net.graph, one).items()
        if other in labels and other != one
    ]
    return Fraction(sum(found), len(found)), max(found)


@pytest.mark.parametrize(("family", "sizes"), FAMILIES)
def test_both_distances_are_those_of_a_search(family, sizes):
    net = network(family, **sizes)
    found = measure(net)
    switches = [node for node in range(net.node_count) if not net.is_end[node]]
    assert (found.mean_distance, found.diameter) == between(net, net.ends)
    assert (found.switches.mean_distance, found.switches.diameter) == between(net, switches)
    assert found.as_json()["switches"] == {
        "mean_distance": str(found.switches.mean_distance),
        "diameter": found.switches.diameter,
    }
    size = {name: value for name, value in sizes.items() if not isinstance(value, tuple)}
    if len(size) < len(sizes):
        return
    for quantity in ("mean_distance", "diameter", "wiener_index"):
        for ends, nodes in zip(ENDS, (switches, net.ends), strict=True):
            mean, most = between(net, nodes)
            pairs = len(nodes) * (len(nodes) - 1)
            right = {"mean_distance": mean, "diameter": most, "wiener_index": mean * pairs / 2}[quantity]
            assert reference_values_of(source(family), quantity, None, ends).value(size) == right, (quantity, ends)


def test_networks_without_terminals_have_one_kind_of_ends():
    for text in ("mesh", "bcube", "dcell"):
        sizes = {"mesh": {"k": 3, "n": 2}, "bcube": {"n": 2, "k": 1}, "dcell": {"n": 3, "k": 1}}[text]
        assert measure(network(text, **sizes)).switches is None
    assert check("mesh", "diameter", "n*(k - 1)", ends="switches").verdict == "holds"
    with pytest.raises(ValueError, match="`ends=terminals` does not apply to diameter of mesh"):
        check("mesh", "diameter", "n*(k - 1)", ends="terminals")


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("family", "formula", "ends", "verdict"),
    [
        ("dragonfly", "3", "", "holds"),
        ("dragonfly", "3", "terminals", "fails"),
        ("dragonfly", "5", "terminals", "holds"),
        ("concentrated-mesh", "2*(k-1)", "", "holds"),
        ("concentrated-mesh", "2*k", "terminals", "holds"),
        ("fat-tree", "4", "switches", "holds"),
        ("k-ary-n-tree", "2*n", "terminals", "holds"),
    ],
)
def test_a_diameter_is_between_switches_unless_it_is_said_otherwise(family, formula, ends, verdict):
    where = "a >= 2" if family == "dragonfly" else ""
    assert check(family, "diameter", formula, where, ends=ends).verdict == verdict


def test_the_other_ends_are_tried_and_named():
    found = check("concentrated-mesh", "diameter", "2*k")
    assert found.verdict == "fails"
    assert found.evidence["other"]["text"] == "holds if distances are between terminals: 2*k (`ends=terminals`)"
    assert (
        "between switches" in check("dragonfly", "diameter", "3", "a >= 2", ends="terminals").evidence["other"]["text"]
    )


@pytest.mark.parametrize("key", [key for key in keys() if key.endswith(".terminals")])
def test_lemmas_between_terminals_say_so(key):
    assert "Between terminals." in lemma(key).statement


@pytest.mark.parametrize(
    ("family", "at", "between_switches", "between_terminals"),
    [
        ("dragonfly", "p=1 a=2 h=2 groups=3", "2", "4"),
        ("dragonfly", "p=1 a=2 h=2 arrangement=palmtree", "3", "5"),
        ("hyperx", "S=2,2,2,2,2 T=2", "5", "7"),
    ],
)
def test_networks_without_lemmas_are_measured_between_the_same_ends(family, at, between_switches, between_terminals):
    for ends, right, wrong in (
        ("", between_switches, between_terminals),
        ("terminals", between_terminals, between_switches),
    ):
        assert nl.check(family, "diameter", right, at=at, ends=ends).verdict == "holds"
        assert nl.check(family, "diameter", wrong, at=at, ends=ends).verdict == "fails"


def test_an_option_at_its_default_leaves_the_lemma():
    found = nl.check("dragonfly", "nodes", "p*a*(a*h + 1)", at="arrangement=consecutive")
    assert found.verdict == "holds" and found[0].key == "dragonfly.nodes"
    assert nl.bounds("dragonfly", p=1, a=2, h=2, groups=3).source == "measured"
