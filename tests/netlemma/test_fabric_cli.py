"""``netlemma deadlock`` on the files of a fabric, as a user runs it."""

import json
from pathlib import Path

import pytest

RING = Path(__file__).parents[1] / "data" / "infiniband" / "ring5-lash"
SUBNET = f"{RING}/opensm-subnet.lst {RING}/opensm.fdbs"
LEVELS = f"{RING}/paths.txt {RING}/opensm-sl2vl.dump"


@pytest.fixture
def run(run):
    return lambda line: run(*(() if line.startswith("certify") else ("deadlock",)), *line.split())


def test_verdicts_and_their_exit_status(run, tmp_path):
    code, said = run(f"{SUBNET} --json --certificate {tmp_path}/c.json")
    found = json.loads(said.out)
    assert code == 1 and found["verdict"] == "deadlock" and len(found["cycle"]) == 5
    assert found["cycle"][0] == {"source": "H0", "destination": "H2", "holds": "S0[1]->S1[2]", "wants": "S1[1]->S2[2]"}
    assert json.loads((tmp_path / "c.json").read_text())["network"]["fabric"]["scope"] == "terminals"
    code, said = run(f"{SUBNET} {LEVELS}")
    assert code == 0 and said.out.startswith("InfiniBand: 5 switches, 5 ends, 10 links: deadlock-free\n")


FAT, MESH = (RING.parent / name for name in ("fat-tree-ftree", "torus4x4-minhop"))


@pytest.mark.parametrize(
    "line, code",
    [
        (SUBNET, 1), (f"{SUBNET} --scope all", 1), (f"{SUBNET} {LEVELS}", 0), ("{}/ring", 1), ("{}/routes {}/net", 0),
        (f"{FAT}/opensm-subnet.lst {FAT}/opensm.fdbs", 0), (f"{MESH}/opensm-subnet.lst {MESH}/opensm.fdbs", 1),
    ],
)  # fmt: skip
def test_certificates_of_fabrics(run, tmp_path, line, code):
    (tmp_path / "ring").write_text("".join(f"router {i} node {i} router {(i + 1) % 5}\n" for i in range(5)))
    edges = "".join(f'<edge source="{a}" target="{b}"/>' for a, b in ("ab", "bc", "ca"))
    (tmp_path / "net").write_text(
        f'<graphml><graph edgedefault="directed"><node id="a"/><node id="b"/><node id="c"/>{edges}</graph></graphml>'
    )
    (tmp_path / "routes").write_text("source,destination,route,vcs\na,c,a;b;c,0;0\nb,a,b;c;a,0;1\nc,b,c;a;b,1;1\n")
    file = tmp_path / "c.json"
    assert run(f"{line.replace('{}', str(tmp_path))} --certificate {file}")[0] == code
    got, said = run(f"certify {file}")
    assert got == 0 and said.out.startswith("deadlock: " if code else "deadlock-free: ")
    right = json.loads(file.read_text())
    changed = right["moves"][-1] if code else right["numbers"]
    changed[-1] += 1
    file.write_text(json.dumps(right))
    got, said = run(f"certify {file}")
    assert got == 1 and said.out.startswith("refused: ") and said.out.count("\n") == 1


@pytest.mark.parametrize(
    "line, message",
    [
        ("", "no network is named: give a family with its sizes"),
        ("--scope all", "no network is named"),
        ("ring(4) --scope all", "scope applies to networks with terminals"),
        ("oneway-torus k=4 n=2 lmc=1", "oneway-torus has no parameter lmc"),
        (f"{SUBNET} --scope some", "it must be one of terminals, all"),
        (f"{SUBNET} lmc=8", "with lmc from 0 to 7"),
        (f"{SUBNET} lmc=x", "lmc=x: a whole number is expected"),
        (f"{SUBNET} --vcs 2", "the tables determine the virtual channels of packets"),
        (f"{SUBNET} {RING}/discovered.txt", "are two networks: give one"),
        (f"{SUBNET} {RING}/opensm-lfts.dump", "both give routes: give one"),
        (
            f"{RING}/opensm-subnet.lst {RING}/paths.txt",
            "this file needs forwarding tables: give the file of the tables, too",
        ),
        (f"{RING}/opensm.fdbs", "give the file of the network, too, in one of the formats that the command"),
        ("torus x.lst", "'torus' and 'x.lst' are two networks: give one"),
        ("none.txt", "none.txt: the file cannot be read: No such file or directory"),
        (f"{RING}/opensm.fdbs --read-as opensm-subnet", "opensm.fdbs:1: this is no line of opensm-subnet.lst"),
        (f"{RING}/opensm-subnet.lst {RING}/opensm-subnet.lst", "are two networks"),
        (f"{SUBNET} {LEVELS} --scope all", "have no service level: give one for every pair"),
    ],
)
def test_bad_input_is_one_line(run, line, message):
    code, said = run(line)
    assert code == 2 and said.out == "" and said.err.count("\n") == 1 and message in said.err
