"""``netlemma deadlock`` on the files of a fabric, as a user runs it."""

import json
import sys
from pathlib import Path

import pytest

from netlemma.cli import main

RING = Path(__file__).parents[1] / "data" / "infiniband" / "ring5-lash"
SUBNET = f"--infiniband {RING}/opensm-subnet.lst {RING}/opensm.fdbs"
LEVELS = f"--levels {RING}/paths.txt --lanes {RING}/opensm-sl2vl.dump"


@pytest.fixture
def run(capsys, monkeypatch):
    def status(line):
        monkeypatch.setattr(sys, "argv", ["netlemma", "deadlock", *line.split()])
        with pytest.raises(SystemExit) as stop:
            main()
        return stop.value.code, capsys.readouterr()

    return status


def test_verdicts_and_their_exit_status(run, tmp_path):
    code, said = run(f"{SUBNET} --json --certificate {tmp_path}/c.json")
    found = json.loads(said.out)
    assert code == 1 and found["verdict"] == "deadlock" and len(found["cycle"]) == 5
    assert found["cycle"][0] == {"source": "H0", "destination": "H2", "holds": "S0[1]->S1[2]", "wants": "S1[1]->S2[2]"}
    assert json.loads((tmp_path / "c.json").read_text())["network"]["fabric"]["scope"] == "adapters"
    code, said = run(f"{SUBNET} {LEVELS}")
    assert code == 0 and said.out.startswith("InfiniBand: 5 switches, 5 ends, 10 links: deadlock-free\n")


@pytest.mark.parametrize(
    "line, message",
    [
        ("", "name a family or a product, or the files of a fabric"),
        ("--scope all", "--scope goes with the files of a fabric"),
        ("torus k=4 n=2 --lmc 1", "--lmc goes with the files of a fabric"),
        (f"{SUBNET} --scope some", "it must be one of adapters, all"),
        (f"{SUBNET} --lmc 8", "from 0 to 7"),
        (f"{SUBNET} --vcs 2", "--vcs does not go with --infiniband"),
        (f"{SUBNET} --anynet x", "two fabrics"),
        (f"{SUBNET} --routes x", "--routes does not go with --infiniband"),
        ("torus --anynet x", "a family does not go with --anynet"),
        ("--graphml x", "--graphml needs its routes"),
        ("--anynet x --levels y", "--levels goes with --infiniband"),
        ("--anynet none.txt", "none.txt:1: the file cannot be read: No such file or directory"),
        (
            f"--infiniband {RING}/opensm.fdbs {RING}/opensm-subnet.lst",
            "opensm.fdbs:1: this is no line of ibnetdiscover",
        ),
        (
            f"--infiniband {RING}/opensm-subnet.lst {RING}/opensm-subnet.lst",
            "opensm-subnet.lst:1: the heading of a switch",
        ),
        (f"{SUBNET} {LEVELS} --scope all", "have no service level: give one for every pair"),
    ],
)
def test_bad_input_is_one_line(run, line, message):
    code, said = run(line)
    assert code == 2 and said.out == "" and said.err.count("\n") == 1 and message in said.err
