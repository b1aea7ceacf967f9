"""``netlemma fabric FILES what-if`` against edited files, and against messages followed by hand."""

import json
import re
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

DATA = Path(__file__).parents[1] / "data" / "infiniband"
TREE, RING = DATA / "fat-tree-ftree", DATA / "ring5-lash"
TORUS = DATA / "torus4x4-minhop"


@pytest.fixture
def what_if(run):
    def answered(*words):
        code, said = run("fabric", *words, "--json")
        return code, json.loads(said.out)

    return answered


def subnet(folder):
    """Cables, hosts by LID and tables of OpenSM's files, read apart from the program."""
    end = r"\{ (CA|SW)\S* .*? NodeGUID:(\w+) .*?\{([^{}]*)\} LID:(\w+) PN:(\w+) \}"
    far, names, lids = {}, {}, {}
    for line in (folder / "opensm-subnet.lst").read_text().splitlines():
        (kind, one, name, lid, port), (_, other, away, _, to) = re.findall(end, line)
        far[one, int(port, 16)] = (other, int(to, 16))
        names[one], names[other] = name, away
        if kind == "CA":
            lids[one] = int(lid, 16)
        far[other, int(to, 16)] = (one, int(port, 16))
    tables = {}
    for line in (folder / "opensm.fdbs").read_text().splitlines():
        if (head := re.search(r"0x(\w{16})", line)) and "Switch" in line:
            table = tables.setdefault(head[1], {})
            continue
        if row := re.match(r"0x(\w+)\s*:\s*(\d+)", line):
            table[int(row[1], 16)] = int(row[2])
    return far, names, lids, tables


def crossing(folder):
    """The pairs of hosts whose messages cross each cable, by the tables."""
    far, names, lids, tables = subnet(folder)
    found = {}
    for source, goal in permutations(lids, 2):
        at, port = source, 1
        while True:
            to = far[at, port]
            found.setdefault(frozenset([(names[at], port), (names[to[0]], to[1])]), set()).add((source, goal))
            at = to[0]
            if at == goal:
                break
            port = tables[at][lids[goal]]
    return found


@pytest.mark.parametrize("folder", [TREE, TORUS])
def test_each_cable_loses_the_messages_that_cross_it(what_if, folder):
    expected = crossing(folder)
    code, found = what_if(folder / "opensm-subnet.lst", folder / "opensm.fdbs", "what-if", "--failures", 1)
    assert code == 0 and len(found["failures"]) == sum(
        all(name[:1] not in "H" for name, _ in cable) for cable in expected
    )
    for each in found["failures"]:
        ends = frozenset((name, int(port)) for name, port in re.findall(r"(?:^|(?<=\]-))(.+?)\[(\d+)\]", each["name"]))
        assert each["unreached"] == len(expected[ends])


@pytest.mark.parametrize("name", ["L0[3]-R0[1]", "R0[1]-L0[3]", "L0[3]", "R0-L0"])
def test_a_cut_cable_is_a_file_without_it(what_if, tmp_path, name):
    text = (TREE / "opensm-subnet.lst").read_text()
    left = [line for line in text.splitlines(True) if not ("{L0}" in line and "{R0}" in line)]
    (tmp_path / "cut.lst").write_text("".join(left))
    files = TREE / "opensm-subnet.lst", TREE / "opensm.fdbs"
    code, found = what_if(*files, "what-if", "--without", name, "--engine", "minhop")
    assert code == 0 and found["without"] == ["L0[3]-R0[1]"] and found["configured"]["unreached"] == 12
    expected = what_if(tmp_path / "cut.lst", "load", "--engine", "minhop")[1]
    assert str(found["rerouted"]["max"]) == expected["max"]
    assert found["rerouted"]["worst"] == expected["worst"][0]["cable"]


def test_an_added_cable_is_a_file_with_it(what_if, tmp_path):
    rows = [f"s{i},{i + 1},h{i},1" for i in range(6)] + [f"s{i},20,s{(i + 1) % 6},21" for i in range(6)]
    (tmp_path / "ring.csv").write_text("from,from_port,to,to_port\n" + "\n".join(rows))
    (tmp_path / "chord.csv").write_text("from,from_port,to,to_port\n" + "\n".join([*rows, "s0,2,s3,1"]))
    code, found = what_if(tmp_path / "ring.csv", "what-if", "--add", "s0-s3", "--engine", "minhop")
    assert found["added"] == ["s0[2]-s3[1]"] and code == 1 and found["before"]["verdict"] == "deadlock"
    expected = what_if(tmp_path / "chord.csv", "load", "--engine", "minhop")[1]
    assert str(found["rerouted"]["max"]) == expected["max"] and found["rerouted"]["verdict"] == "deadlock"
    assert found["rerouted"]["diameter"] == 5  # from s1 to s4


def test_what_is_cut_off(what_if):
    lst, fdbs = RING / "opensm-subnet.lst", RING / "opensm.fdbs"
    code, found = what_if(lst, fdbs, "what-if", "--without", "S0-S1", "--without", "S2-S3")
    assert code == 1 and found["disconnected"]["switches"] == ["S1", "S2"] and len(found["cut_off"]) == 2
    code, found = what_if(lst, "what-if", "--without", "S3")
    assert code == 0 and not found["cut_off"] and found["disconnected"]["switches"] == ["S3"]
    assert found["rerouted"]["diameter"] == 5 and found["configured"] is None
    code, found = what_if(lst, fdbs, "what-if", "--without", "S0-S1")
    assert found["before"]["verdict"] == "deadlock" and found["configured"]["verdict"] == "deadlock-free" and code == 0


@pytest.mark.parametrize(
    "words, message",
    [
        ([], "what changes"),
        (["--failures", "2"], "one at a time"),
        (["--failures", "1", "--without", "S0"], "leave out"),
        (["--without", "S9"], "no node or link called"),
        (["--add", "S0-S9"], "a cable is written"),
        (["--add", "S0[1]-S2"], "has a cable already"),
        (["--add", "S0-S0"], "both its ends"),
        (["--of", "switches", "--without", "S0"], "goes with"),
        (["--traffic", "tornado", "--without", "S0"], "applies to load"),
    ],
)
def test_refusals(run, words, message):
    code, said = run("fabric", RING / "opensm-subnet.lst", "what-if", *words)
    assert code == 2 and message in said.err and said.err.count("\n") == 1


def test_the_worst_cable_is_the_most_utilised_one(what_if, run, tmp_path):
    """Two leaves with two hosts each, joined by a cable of rate 1 and one of rate 4: as many messages cross both."""
    cables = [("h1", "a", 4), ("h2", "a", 4), ("h3", "b", 4), ("h4", "b", 4), ("a", "b", 4), ("a", "b", 1)]
    file = tmp_path / "leaves.csv"
    file.write_text("from,to,capacity\n" + "".join(f"{one},{other},{rate}\n" for one, other, rate in cables))
    _, said = run("fabric", str(file), "load", "--json")
    found = json.loads(said.out)
    crossing = {row["cable"]: (int(row["load"]), int(row["capacity"])) for row in found["worst"]}
    assert sum(load for load, _ in crossing.values()) == 8
    assert found["utilisation"] == str(max(Fraction(*each) for each in crossing.values()))
    assert next(iter(crossing.values()))[1] == 1
    assert [row["utilisation"] for row in found["worst"]] == [str(Fraction(*each)) for each in crossing.values()]
    _, after = what_if(str(file), "what-if", "--failures", "1")
    assert [each["utilisation"] for each in after["failures"]] == [
        "4",
        "1",
    ]  # without the fast cable, without the slow one
    file.write_text(file.read_text().replace(",1\n", ",4\n"))
    _, said = run("fabric", str(file), "load", "--json")
    assert json.loads(said.out)["utilisation"] is None


@pytest.mark.parametrize(
    "name, full",
    [("node1", "node1 mlx5_0"), ("node1[1]", "node1 mlx5_0[1]-leaf1[1]"), ("leaf1-node1", "node1 mlx5_0[1]-leaf1[1]"),
     ("leaf1[1]-node1[1]", "node1 mlx5_0[1]-leaf1[1]")],
)  # fmt: skip
def test_the_first_word_of_a_host(what_if, run, tmp_path, name, full):
    rows = ["node1 mlx5_0,1,leaf1,1", "node2 mlx5_0,1,leaf1,2", "node3 mlx5_0,1,leaf1,3", "node3 mlx5_1,1,leaf1,4"]
    (tmp_path / "leaf.csv").write_text("from,from_port,to,to_port\n" + "\n".join(rows))
    code, found = what_if(tmp_path / "leaf.csv", "what-if", "--without", name)
    assert found["without"] == [full] and found["disconnected"]["hosts"] == ["node1 mlx5_0"]
    code, said = run("fabric", tmp_path / "leaf.csv", "what-if", "--without", name.replace("node1", "node3"))
    assert code == 2 and "node3 mlx5_0 or node3 mlx5_1" in said.err.splitlines()[-1]
