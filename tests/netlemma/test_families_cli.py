"""Commands on every family of links at two sizes, families by discovery: a sample usually, all of them in the long run."""

import json
import xml.etree.ElementTree as tree
from functools import wraps

import networkx as nx
import pytest

from netlemma.api.verdicts import verify
from netlemma.graphs import RingFamily, families, network
from netlemma.reporting.shown_sizes import shown_size
from tests.turns import drawn


def sizes():
    """The smallest size of every family, and that which reports show."""
    for name, family in families().items():
        if not isinstance(family, RingFamily):
            for size in (dict(family.default_sizes[0]), shown_size(name)):
                net = network(name, **size)
                if "bus" not in {each.kind for each in net.device_classes}:
                    yield name, tuple(size.items())


CASES = sorted(set(sizes()))
SAMPLE = drawn("families", CASES, 12)


def words(name, size):
    typed = (f"{key}={','.join(map(str, value)) if isinstance(value, tuple) else value}" for key, value in size)
    return [name, *typed]


def obeyed(run, tmp_path, name, size):
    """Measured, decided, drawn and simulated: each answer beside what the network says."""
    net = network(name, **dict(size))
    asked, graph = words(name, size), nx.DiGraph(net.graph) if net.graph.is_directed() else nx.Graph(net.graph)
    ends = [net.labels(u) for u in net.ends]
    one_way = any((v, u) not in graph.edges for u, v in graph.edges)

    measured = json.loads(run("measure", *asked, "--json").out)
    far = {u: nx.single_source_shortest_path_length(graph, u) for u in ends}
    assert measured["nodes"] == net.node_count
    assert measured["diameter"] == max(far[u][v] for u in ends for v in ends)

    status, said = run("deadlock", *asked, "--routing", "up-down", "--json")
    assert status == (2 if one_way else 0), said.err
    assert one_way or json.loads(said.out)["verdict"] == "deadlock-free"

    status, said = run("deadlock", *asked, "--json")  # by the usual routing
    assert status == {"deadlock-free": 0, "deadlock": 1}[json.loads(said.out)["verdict"]]

    certificate = tmp_path / "certificate.json"
    status, said = run("deadlock", *asked, "--routing", "shortest", "--json", "--certificate", certificate)
    verdict = json.loads(said.out)["verdict"]
    assert status == {"deadlock-free": 0, "deadlock": 1}[verdict]
    assert run("certify", certificate).status == 0

    picture = tmp_path / "drawing.svg"
    assert run("draw", *asked, "-o", picture).status == 0
    assert tree.parse(picture).getroot().tag.endswith("svg")

    routing = "shortest" if one_way else "up-down"
    status, said = run("simulate", *asked, "--routing", routing, "flits=2", "--load", "0.01", "--cycles", 400, "--json")
    point = json.loads(said.out)
    assert status == 0 and point["state"] == "stable", (said.out, said.err)


@pytest.mark.parametrize("name, size", SAMPLE, ids=str)
def test_commands_on_some_families(run, tmp_path, name, size):
    obeyed(run, tmp_path, name, size)


@pytest.mark.long
@pytest.mark.parametrize("name, size", CASES, ids=str)
def test_commands_on_every_family(run, tmp_path, name, size):
    obeyed(run, tmp_path, name, size)


def test_all_families_are_verified_if_none_is_named(run, monkeypatch):
    asked = []

    @wraps(verify)  # options of the command come from it
    def verified(subjects, **given):
        asked.append(subjects)
        return verify(["ring.diameter"], **given)

    monkeypatch.setattr("netlemma.verify", verified)
    assert run("verify", "--all").out == run("verify").out and asked == [[], []]
    ended = run("verify", "ring", "torus", "--all")
    assert ended.status == 2
    assert ended.err.strip() == "netlemma: --all verifies all families: leave out ring torus, or --all"
