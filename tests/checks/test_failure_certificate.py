"""Certificates of all failures: accepted as they are written, refused after each kind of forgery."""

import json
from copy import deepcopy
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import netlemma as nl
from netlemma.errors import InputError

LINES = "from,to\na,b\na,b\nb,c\nc,a\nc,d\nc,d\n"


@pytest.fixture(scope="module")
def proof(tmp_path_factory):
    """Of a triangle with parallel links, where four pairs of links disconnect an end."""
    file = tmp_path_factory.mktemp("links") / "links.csv"
    file.write_text(LINES)
    return nl.deadlock(str(file), "up-down", failures=2).failures.certificate


def test_it_says_what_holds_after_all_of_them(proof):
    found = nl.certify(json.loads(json.dumps(proof)))
    assert found.accepted
    assert (
        "routing 'up-down'; all 15 sets of 2 of the 6 links: deadlock-free after 13; 2 disconnect ends" in found.words
    )
    assert (
        sorted(each["failed"] for each in proof["after"] if "apart" in each)
        == [["c-d", "c-d #2"], ["a-c", "b-c"]][::-1]
    )


def without_one(data):
    del data["after"][3]


def one_twice(data):
    data["after"][3] = data["after"][4]


def other_certificate(data):
    """Of another set, whose links have other numbers."""
    at = [each for each in data["after"] if "certificate" in each]
    at[0]["certificate"] = next(each["certificate"] for each in at if each["certificate"] != at[0]["certificate"])


def said_to_be_apart(data):
    data["after"][0] = {"failed": data["after"][0]["failed"], "apart": ["a", "b"]}


def joined_again(data):
    next(each for each in data["after"] if "apart" in each)["apart"] = ["a", "b"]


def neither(data):
    del data["after"][0]["certificate"]


def other_routing(data):
    data["after"][0]["certificate"]["routing"]["name"] = "shortest"


def unknown_link(data):
    data["after"][0]["failed"][0] = "a-x"


def a_node(data):
    data["after"][0]["failed"][0] = "a"


def larger_sets(data):
    data["together"] = 3


def other_kind(data):
    data["of"] = "both"


def fewer_numbers(data):
    data["after"][0]["certificate"]["numbers"].pop()


def equal_numbers(data):
    numbers = data["after"][0]["certificate"]["numbers"]
    numbers[:] = [0] * len(numbers)


def network_inside(data):
    data["after"][0]["certificate"]["network"] = data["network"]


def of_no_verdict(data):
    data["whole"] = {"kind": "bisection"}


FORGERIES = [without_one, one_twice, other_certificate, said_to_be_apart, joined_again, neither, other_routing, unknown_link, a_node, larger_sets,
             other_kind, fewer_numbers, equal_numbers, network_inside, of_no_verdict]  # fmt: skip


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda each: each.__name__)
def test_forgeries_are_refused(proof, forge):
    forged = deepcopy(proof)
    forge(forged)
    assert forged != proof and not nl.certify(forged).accepted


@settings(max_examples=12)
@given(st.integers(0, 10**6), st.sampled_from(["links", "switches", "both"]), st.sampled_from(["up-down", "shortest"]))
def test_of_random_graphs(seed, of, routing):
    """Accepted with the verdicts of each graph without its links and nodes, and refused without one of them."""
    graph = nx.gnm_random_graph(5, 6, seed=seed)
    if not nx.is_connected(graph):
        graph = nx.cycle_graph(5)
    data = nl.deadlock(graph, routing, failures=1, of=of).failures.certificate
    found = nl.certify(data, network=graph)
    parts = [*(graph.edges if of != "switches" else []), *(graph.nodes if of != "links" else [])]
    kinds = []
    for (part,) in combinations(parts, 1):
        left = graph.copy()
        left.remove_edges_from([part]) if isinstance(part, tuple) else left.remove_node(part)
        kinds.append(nl.deadlock(left, routing).verdict if nx.is_connected(left) else "apart")
    said = [f"{kind} after {kinds.count(kind)}" for kind in ("deadlock", "deadlock-free") if kind in kinds]
    said += [f"{kinds.count('apart')} disconnect ends"] * ("apart" in kinds)
    assert found.accepted and found.words.endswith(f"{of.replace('both', 'links and switches')}: {'; '.join(said)}")
    assert not nl.certify({**data, "after": data["after"][1:]}, network=graph).accepted


def test_of_symmetric_networks_every_failure_is_there():
    found = nl.deadlock("ring", "shortest", failures=1, K=5)
    assert len(found.failures.failed.sets) == 1 and len(found.failures.certificate["after"]) == 5
    assert (
        nl.certify(found.failures).words
        == "deadlock: ring K=5, routing 'shortest'; all 5 sets of 1 of the 5 links: deadlock-free after 5"
    )


def test_drawn_failures_are_said_to_be_some():
    found = nl.deadlock("torus", "up-down", failures=2, sample=5, seed=3, k=3, n=2).failures.certificate
    assert "; 5 of 153 sets of 2 of the 18 links: deadlock-free after 5" in nl.certify(found).words
    del found["seed"]
    assert not nl.certify(found).accepted


def test_a_parallel_link_after_one_that_is_left_out_is_refused(tmp_path):
    (tmp_path / "links.csv").write_text(LINES)
    found = nl.deadlock(str(tmp_path / "links.csv"), "up-down", failures=1, without=["a-b"])
    with pytest.raises(InputError, match="one of several links in parallel"):
        _ = found.failures.certificate
    left = nl.deadlock(str(tmp_path / "links.csv"), "up-down", failures=1, without=["b-c"]).failures.certificate
    assert nl.certify(left).accepted and left["network"]["without"] == ["b-c"]
