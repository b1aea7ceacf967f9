"""Modules decided apart: the verdict is that of the whole, and summaries are what packets do."""

import copy
import json
import random

import networkx as nx
import pytest

import netlemma as nl
from netlemma.checks.certificates.certification import check_certificate
from netlemma.errors import CertificateError, FormatError, InputError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.modules import decide_modules
from netlemma.graphs.routings import channel_routing

FREE, DEADLOCK = "deadlock-free", "deadlock"
SUBJECTS = [
    ("mesh", {"k": 3, "n": 2}, "dimension-order", {}),
    ("mesh", {"k": 3, "n": 2}, "shortest", {}),
    ("torus", {"k": 4, "n": 2}, "dimension-order", {}),
    ("torus", {"k": 4, "n": 2}, "dimension-order", {"vcs": 2}),
    ("ring(5)", {}, "shortest", {}),
]


def slow_pairs(routing, module_of):
    """Pairs of crossing channels that a packet's dependencies join by way of inner channels of one module, from single packets."""
    graph = nx.DiGraph()
    for s in routing.ends:
        for d in routing.ends:
            for label in routing.labels(s, d) if s != d else ():
                todo = [int(c) for c, _ in routing.next_channels(s, None, d, label)]
                while todo:
                    c = todo.pop()
                    if not routing.delivers(c, d, label):
                        later = [int(x) for x, _ in routing.next_channels(routing.end(c), c, d, label)]
                        graph.add_edges_from((c, x) for x in later)
                        todo += later
    crossing = {c for c in graph if module_of[routing.start(c)] != module_of[routing.end(c)]}
    count = dict.fromkeys(module_of.values(), 0)
    for c in crossing:
        inner = {x for x in graph if x not in crossing and module_of[routing.start(x)] == module_of[routing.end(c)]}
        reached = nx.descendants(graph.subgraph(inner | {c}), c) | {c}
        out = {x for r in reached for x in graph.successors(r) if x in crossing and x != c}
        count[module_of[routing.end(c)]] += len(out)
    return count


@pytest.mark.parametrize("seed", range(12))
def test_the_whole_follows_from_the_summaries(seed):
    rng = random.Random(seed)
    family, sizes, name, options = SUBJECTS[seed % len(SUBJECTS)]
    routing = channel_routing(network(family, **sizes), name, **options)
    module_of = {u: rng.choice("abc") for u in range(routing.network.node_count)}
    whole = decide(routing)
    found = decide_modules(routing, module_of, whole)
    assert found.verdict == whole.verdict
    listed = {each["module"]: each for each in found.modules["modules"]}
    free = all(each["free"] for each in listed.values()) and not found.modules["circle"]
    assert free == (whole.verdict == FREE)
    if free:
        assert nl.certify(found).accepted
    assert {name: each["summary"] for name, each in listed.items()} == slow_pairs(routing, module_of)


def written(tmp_path, text):
    file = tmp_path / "modules.csv"
    file.write_text(text)
    return file


def test_a_cycle_across_modules_that_are_free_by_themselves(tmp_path):
    halves = written(tmp_path, "node,module\n0,left\n1,left\n2,right\n3,right\n")
    found = nl.deadlock("oneway-torus", k=4, n=1, modules=halves)
    assert found.verdict == DEADLOCK and all(each["free"] for each in found.modules["modules"])
    assert found.modules["circle"] == ["(1)->(2)", "(3)->(0)"]
    assert nl.deadlock("oneway-torus", k=4, n=1, vcs=2, modules=halves).verdict == FREE


def test_a_certificate_has_a_part_for_each_module(tmp_path):
    rows = written(tmp_path, "".join(f'"{i},{j}",row{i}\n' for i in range(3) for j in range(3)))
    found = nl.deadlock("mesh", k=3, n=2, modules=rows)
    certificate = json.loads(json.dumps(found.certificate))
    assert [part["module"] for part in certificate["modules"]] == ["row0", "row1", "row2"]
    assert "3 modules are free by themselves" in check_certificate(certificate)
    lacking, flat, level, doubled, wide = (copy.deepcopy(certificate) for _ in range(5))
    del lacking["modules"][1]["summary"][0]
    flat["crossing"] = [[c, 0] for c, _ in flat["crossing"]]
    level["modules"][0]["numbers"] = [[c, 5] for c, _ in level["modules"][0]["numbers"]]
    doubled["modules"][0]["nodes"].append(2)
    wide["modules"][0]["summary"].append([10**6, 3])
    for changed, words in (
        (lacking, "may cross"), (flat, "does not rise"), (level, "does not rise"), (doubled, "in two modules"), (wide, "does not rise"),
    ):  # fmt: skip
        with pytest.raises(CertificateError, match=words):
            check_certificate(changed)


BAD = {"": "empty", "# nothing\n": "no modules", "9,a\n": "no node", "0\n": "no node", "0,a\n0,b\n": "modules a and b"}


@pytest.mark.parametrize("text", BAD)
def test_bad_files_are_refused_in_one_line(text, tmp_path):
    with pytest.raises(FormatError, match=BAD[text]) as caught:
        nl.deadlock("mesh", k=3, n=1, modules=written(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_adaptive_routings_are_refused(tmp_path):
    with pytest.raises(InputError, match="adaptive"):
        nl.deadlock("mesh", k=3, n=2, routing="west-first", modules=written(tmp_path, "0,a\n"))
