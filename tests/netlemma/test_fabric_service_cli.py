"""``netlemma fabric``, as an administrator runs it."""

import json
from pathlib import Path

import pytest

DATA = Path(__file__).parents[1] / "data" / "infiniband"
TREE, RING = DATA / "fat-tree-ftree", DATA / "ring5-lash"
KEYS = {"switches", "hosts", "cables", "switch_cables", "kind", "sizes", "levels", "deviations", "tables"}


@pytest.fixture
def fabric(run):
    return lambda *words: run("fabric", *words)


def test_identity(fabric):
    code, said = fabric(TREE / "opensm-subnet.lst", TREE / "opensm.fdbs", "--json")
    found = json.loads(said.out)
    assert code == 0 and found.keys() >= KEYS
    assert [found[n] for n in ("switches", "hosts", "cables", "switch_cables", "levels")] == [6, 8, 16, 8, [4, 2]]
    assert found["kind"] == "fat tree" and found["deviations"] == [] and found["tables"]["switches"] == 6
    assert found["rates"] == {"4x 2.5": 16}


def test_as_names_what_is_missing(fabric, tmp_path):
    text = (TREE / "opensm-subnet.lst").read_text()
    ends = ("{L0}", "{R0}")
    left = [line for line in text.splitlines(True) if not all(end in line for end in ends)]
    assert len(left) == len(text.splitlines()) - 2
    (tmp_path / "cut.lst").write_text("".join(left))
    code, said = fabric(tmp_path / "cut.lst", "--json")
    (found,) = json.loads(said.out)["deviations"]
    assert code == 1 and found["kind"] == "missing" and sorted(found["between"][0]) == ["L0", "R0"]
    code, said = fabric(TREE / "opensm-subnet.lst", "--as", "xgft m=2,4 w=1,3", "--json")
    words = [each["words"] for each in json.loads(said.out)["deviations"]]
    assert code == 1 and "switches: spines 2 instead of 3" in words


def test_safety_of_tables_and_of_an_assumed_routing(fabric):
    code, said = fabric(RING / "opensm-subnet.lst", RING / "opensm.fdbs", "safety", "--json")
    found = json.loads(said.out)
    assert code == 1 and found["verdict"] == "deadlock" and not found["assumed"]
    assert {each["holds"] for each in found["cycle"]} >= {"S0[1]->S1[2]"}
    lanes = RING / "opensm-sl2vl.dump", RING / "paths.txt"
    assert fabric(RING / "opensm-subnet.lst", RING / "opensm.fdbs", *lanes, "safety").status == 0
    code, said = fabric(RING / "opensm-subnet.lst", "safety", "--json")
    found = json.loads(said.out)
    assert code == 0 and found["assumed"] and found["routing"] == "up-down"


def test_node_names(fabric, tmp_path):
    (tmp_path / "map").write_text('# names\n0x0000000000200000 "leaf 0"\n')
    code, said = fabric(RING / "opensm-subnet.lst", "--node-names", tmp_path / "map", "--as", "ring K=6", "--json")
    (found,) = json.loads(said.out)["deviations"]
    assert (
        code == 1 and found["words"] == "switches: this is ring: switches 5, hosts per switch 1, not ring: switches 6"
    )
    (tmp_path / "map").write_text("leaf 0\n")
    code, said = fabric(RING / "opensm-subnet.lst", "--node-names", tmp_path / "map")
    assert code == 2 and "map:1: 'leaf 0' is no line of a map of names" in said.err


@pytest.mark.parametrize("words, message", [(["fat-tree", "k=4"], "cannot be read"), ([], "no file is named")])
def test_refusals(fabric, words, message):
    code, said = fabric(*words)
    assert code == 2 and message in said.err and said.err.count("\n") == 1
