"""``netlemma fabric``, as an administrator runs it."""

import json
import re
from fractions import Fraction
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
    assert code == 0 and found["assumed"] and found["routing"].startswith("up-down from S")


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


def test_load_names_cables_and_has_a_bound(fabric):
    code, said = fabric(TREE / "opensm-subnet.lst", TREE / "opensm.fdbs", "load", "--json")
    found = json.loads(said.out)
    assert code == 0 and (found["max"], found["bound"], found["hosts"]) == ("6", "6", 8)
    assert {"cable": "L0[3]->R0[1]", "load": "6"} in found["worst"] and found["histogram"] == [["6", 16]]
    code, said = fabric(TREE / "opensm-subnet.lst", TREE / "opensm.fdbs", "load", "--job", "H0_[0-1],H1_0", "--json")
    assert json.loads(said.out)["hosts"] == 3
    code, said = fabric(TREE / "opensm-subnet.lst", "load", "--job", "H0_0", "--traffic", "uniform")
    assert code == 2 and "give one of them" in said.err


def test_loads_are_those_of_measure(fabric, run):
    files = DATA / "torus4x4-minhop" / "opensm-subnet.lst", DATA / "torus4x4-minhop" / "opensm.fdbs"
    found = json.loads(fabric(*files, "load", "--json").said.out)
    measured = json.loads(
        run("measure", *files, "--routing", "tables", "--traffic", "uniform", "--channels", "--json").said.out
    )
    assert Fraction(found["max"]) == Fraction(measured["channel_loads"]["max"]) * 15  # messages to each of 15 others


def test_loads_of_tables_with_virtual_channels(fabric, tmp_path):
    """Both channels of a cable are one load: of a star, each cable has two messages in each direction."""
    (tmp_path / "links.csv").write_text("from,to\nc,x\nc,y\nc,z\ny,w\n")
    nodes = {"x": "c", "z": "c", "w": "y"}
    rows = [f"{one},{other},{nodes[one]},1" for one in "xzw" for other in "xzwcy" if one != other]
    rows += ["c,x,x,2", "c,z,z,1", "c,w,y,2", "c,y,y,0", "y,w,w,0", "y,x,c,2", "y,z,c,0", "y,c,c,1"]
    (tmp_path / "routes.csv").write_text("node,destination,next,vc\n" + "\n".join(rows))
    files = tmp_path / "links.csv", tmp_path / "routes.csv"
    found = json.loads(fabric(*files, "load", "--hosts", "x,z,w", "--json").said.out)
    assert found["max"] == "2" and found["histogram"] == [["2", 2]]


@pytest.mark.parametrize("engine, verdict", [("minhop", "deadlock"), ("up-down", "deadlock-free")])
def test_tables_are_written_and_read_back(fabric, tmp_path, engine, verdict):
    code, said = fabric(RING / "opensm-subnet.lst", "route", "--engine", engine, "-o", tmp_path / "out", "--json")
    found = json.loads(said.out)
    assert code == (verdict == "deadlock") and found["verdict"] == verdict
    files = RING / "opensm-subnet.lst", tmp_path / "out" / "opensm-lfts.dump"
    again = json.loads(fabric(*files, "load", "--json").said.out)
    assert (again["max"], again["bound"]) == (found["max"], found["bound"])
    assumed = json.loads(fabric(RING / "opensm-subnet.lst", "load", "--engine", engine, "--json").said.out)
    assert assumed["worst"] == again["worst"] and assumed["histogram"] == again["histogram"]
    assert fabric(*files, "safety").status == code


def test_routes_of_a_table_of_links(fabric, tmp_path):
    rows = [f"{leaf},{other}" for leaf in ("l1", "l2") for other in ("s1", "s2", f"{leaf}a", f"{leaf}b")]
    (tmp_path / "links.csv").write_text("from,to\n" + "\n".join(rows))
    code, said = fabric(tmp_path / "links.csv", "--hosts", "l??", "--json")
    found = json.loads(said.out)
    assert (found["hosts"], found["kind"], found["levels"]) == (4, "fat tree", [2, 2])
    code, said = fabric(tmp_path / "links.csv", "route", "--engine", "ftree", "-o", tmp_path, "--json")
    assert (
        code == 0
        and json.loads(said.out)["max"] == "2"
        and "l1,l2a" in (tmp_path / "routes.csv").read_text().replace('"', "")
    )


def test_slurm_topology_is_read_back(fabric, tmp_path):
    code, said = fabric(TREE / "opensm-subnet.lst", "topology")
    assert code == 0 and "SwitchName=L0 Nodes=H0_[0-1]" in said.out
    (tmp_path / "topology.conf").write_text(said.out)
    found = json.loads(fabric(tmp_path / "topology.conf", "--json").said.out)
    assert (found["hosts"], found["kind"]) == (8, "star")


def expanded(text):
    """The names of a host list such as ``H0_[0-1],x``."""
    names = []
    for part in re.findall(r"[^,\[]+(?:\[[^\]]*\])?", text):
        head, _, rest = part.partition("[")
        for run in filter(None, rest.rstrip("]").split(",")):
            first, _, last = run.partition("-")
            names += [f"{head}{n:0{len(first)}}" for n in range(int(first), int(last or first) + 1)]
        names += [] if rest else [head]
    return frozenset(names)


def test_slurm_topology_is_that_of_slurmibtopology(fabric):
    """The rules of the script (O. H. Nielsen), whose input is ``ibnetdiscover -p``: for each switch with hosts the first word
    of their descriptions, each once; for a switch without, the switches beside it. Of two levels both are the same tree.
    """
    file = DATA / "tools" / "ibnetdiscover-p.txt"
    hosts, beside = {}, {}
    for row in map(str.split, file.read_text().splitlines()):
        if row[0] == "SW" and row[7:8] in (["CA"], ["SW"]):
            name, other = row[12].strip("'"), row[14].strip("'")
            (hosts if row[7] == "CA" else beside).setdefault(name, set()).add(other)
    lines = fabric(file, "topology").said.out.splitlines()
    ours = {
        (n, kind): expanded(rest)
        for n, kind, rest in (re.match(r"SwitchName=(\S+) (\w+)=(\S+)", x).groups() for x in lines)
    }
    assert ours == {
        **{(leaf, "Nodes"): frozenset(names) for leaf, names in hosts.items()},
        ("top", "Switches"): frozenset().union(*(names for spine, names in beside.items() if spine not in hosts)),
    }


def test_report_is_a_page_and_json(fabric, tmp_path):
    code, _ = fabric(RING / "opensm-subnet.lst", RING / "opensm.fdbs", "report", "-o", tmp_path)
    found = json.loads((tmp_path / "fabric.json").read_text())
    assert code == 1 and not found["well"] and found["safety"]["verdict"] == "deadlock" and found.keys() >= KEYS
    assert "S0[1]-&gt;S1[2]" in (tmp_path / "index.html").read_text()


@pytest.mark.parametrize(
    "words, message",
    [
        (["route"], "route needs --output: a folder"), (["draw"], "draw needs --output: a file"),
        (["--engine", "minhop"], "--engine applies to safety, load, what-if, route"),
        (["route", "--engine", "best", "-o", "x"], "no engine is called 'best': engines are minhop, up-down, ftree"),
        (["load", "--job", "H0"], "has 1 host: at least two"), (["load", "--job", "x,y"], "no node of"),
    ],
)  # fmt: skip
def test_options_and_actions(fabric, words, message):
    code, said = fabric(RING / "opensm-subnet.lst", *words)
    assert code == 2 and message in said.err and said.err.count("\n") == 1


def test_nue_on_one_lane_and_on_two(fabric, tmp_path):
    """The tables and service levels that are written, read back by ``netlemma deadlock``."""
    for layers in (1, 2):
        out = tmp_path / str(layers)
        code, said = fabric(
            RING / "opensm-subnet.lst", "route", "--engine", "nue", "--layers", layers, "-o", out, "--json"
        )
        found = json.loads(said.out)
        assert code == 0 and found["verdict"] == "deadlock-free" and found["lanes"] == layers
        assert (out / "path-levels.txt").exists() == (layers == 2)
    code, said = fabric(RING / "opensm-subnet.lst", "safety", "--layers", "2")
    assert code == 2 and "--layers goes with --engine dfsssp" in said.err
    code, said = fabric(RING / "opensm-subnet.lst", "safety", "--layers", "2", "--engine", "minhop")
    assert code == 2 and "minhop uses one" in said.err


def test_what_files_contradict_is_named_with_both_places(fabric, tmp_path):
    """ibnetdiscover against iblinkinfo and a list of cables: a cable that is missing, one that leads elsewhere, a LID, a rate."""
    tools = DATA / "tools"
    first = tools / "ibnetdiscover-p.txt"

    def said(*files):
        code, out = fabric(*files, "--json")
        words = [each["words"] for each in json.loads(out.out)["deviations"] if each["kind"] == "contradiction"]
        assert code == bool(words)
        return words

    assert said(first, tools / "iblinkinfo.txt") == said(first, tools / "ibnetdiscover-g.txt") == []
    text = first.read_text()
    cut = tmp_path / "cut"
    cut.write_text("".join(line for line in text.splitlines(True) if not ("'L1'" in line and "'R1'" in line)))
    (words,) = said(first, cut)
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "'L1' - 'R1'" in row or "'R1' - 'L1'" in row)
    assert re.fullmatch(
        rf"contradiction: cable (L1\[4\]-R1\[2\]|R1\[2\]-L1\[4\]) is in {first}:\d+, but not in {cut}", words
    )
    assert f"{first}:{line}" in words or "R1[2]-L1[4]" in words
    cut.write_text(re.sub(r"(SW +)6 ", r"\g<1>9 ", text))
    (words,) = said(first, cut)
    assert re.fullmatch(rf"contradiction: L1 has LID 6 in {first}:\d+, but 9 in {cut}:\d+", words)
    cut.write_text("\n".join(row.replace("4x SDR", "4x QDR") if "'H0_0'" in row else row for row in text.splitlines()))
    (words,) = said(first, cut)
    assert "has the rate 4x SDR in" in words and "but 4x QDR in" in words and "H0_0" in words
    rows = [
        "L0,1,H0_0,1",
        "L0,2,H0_1,1",
        "L1,1,H1_0,1",
        "L1,2,H1_1,1",
        "L0,3,R0,1",
        "L0,4,R1,1",
        "L1,3,R0,2",
        "L1,4,R1,3",
    ]
    (tmp_path / "ordered.csv").write_text("from,from_port,to,to_port\n" + "\n".join(rows))
    (words,) = said(tmp_path / "ordered.csv", first)
    assert (
        words.startswith("contradiction: port 4 of L1 is joined to port 3 of R1 in")
        and "ordered.csv:9, but to port 2 of R1 in" in words
    )
    (tmp_path / "pairs.csv").write_text("from,to\n" + "\n".join(",".join(row.split(",")[::2]) for row in rows[:-1]))
    (words,) = said(first, tmp_path / "pairs.csv")
    assert re.search(r"1 cables join L1 and R1 in .*ibnetdiscover-p.txt:\d+, but 0 in .*pairs.csv", words)


@pytest.mark.parametrize(
    "words, message",
    [
        (("safe",), "'safe' is no file and no action; did you mean safety?"),
        (("loda",), "'loda' is no file and no action; did you mean load?"),
        (("hot",), "did you mean load?"),
        (("what-if", "L0-R0"), "what fails is said by --without, a new cable by --add"),
        (("what-if", "--without", "L0:3"), "one port is written L0[3]"),
        (("what-if", "--without", "L0 port 3"), "one port is written L0[3]"),
        (("route",), "route needs --output: a folder such as tables"),
    ],
)
def test_what_an_administrator_types_first(fabric, words, message):
    code, said = fabric(DATA / "tools" / "ibnetdiscover-p.txt", *words)
    assert code == 2 and message in said.err and said.err.count("\n") == 1


def test_an_action_stands_before_or_behind_the_files(fabric):
    files = RING / "opensm-subnet.lst", RING / "opensm.fdbs"
    assert fabric("safety", *files, "--json").out == fabric(*files, "safety", "--json").out


def test_lists_of_nodes_have_no_cables(fabric, tmp_path):
    (tmp_path / "hosts").write_text('Ca\t: 0x0000000000100000 ports 1 "H0"\n')
    (tmp_path / "switches").write_text('Switch\t: 0x0000000000200000 ports 8 "S0" base port 0 lid 2 lmc 0\n')
    for name in ("hosts", "switches"):
        code, said = fabric(tmp_path / name)
        assert code == 2 and "list nodes without cables: give the output of ibnetdiscover" in said.err


def test_rates_and_messages_of_iblinkinfo(fabric, tmp_path):
    text = (DATA / "tools" / "iblinkinfo.txt").read_text()
    (tmp_path / "info").write_text("ibwarn: [12] mad_rpc: _do_madrpc failed\n" + text)
    code, said = fabric(tmp_path / "info", "--json")
    found = json.loads(said.out)
    assert code == 0 and found["rates"] == {"4X 2.5 Gbps": 8} and len(found["remarks"]) == 1
    (tmp_path / "info").write_text(text.replace("2.5 Gbps", "10.0 Gbps (FDR10)", 1))
    assert "4X FDR10 and 4X 2.5 Gbps" in json.loads(fabric(tmp_path / "info", "--json")[1].out)["rates"]


def test_aggregation_nodes_within_switches_are_no_hosts(fabric, tmp_path):
    """One in each switch of a tree, as ibnetdiscover -p lists them: spines stay above leaves, and loads are those without."""
    text = (DATA / "tools" / "ibnetdiscover-p.txt").read_text()
    plain = json.loads(fabric(DATA / "tools" / "ibnetdiscover-p.txt", "load", "--json")[1].out)
    lines = []
    for number, (lid, guid, name) in enumerate(
        sorted(set(re.findall(r"^SW +(\d+) +\d+ (0x\w+) .*\( '(\w+)' -", text, re.M))), 50
    ):
        ends = f"SW {lid} 9 {guid}", f"CA {number} 1 0x{number:016x}"
        names = name, "Mellanox Technologies Aggregation Node"
        lines += [f"{ends[i]} 4x SDR - {ends[1 - i]} ( '{names[i]}' - '{names[1 - i]}' )\n" for i in (0, 1)]
    assert len(lines) == 8
    (tmp_path / "sharp").write_text(text + "".join(lines))
    found = json.loads(fabric(tmp_path / "sharp", "--json")[1].out)
    assert (found["hosts"], found["cables"], found["levels"], found["deviations"]) == (4, 8, [2, 2], [])
    assert found["remarks"] == ["4 aggregation nodes within switches (SHARP) are no hosts"]
    assert json.loads(fabric(tmp_path / "sharp", "load", "--json")[1].out) == plain
    code, said = fabric(tmp_path / "sharp", "route", "-o", tmp_path / "out", "--json")
    assert code == 0 and json.loads(said.out)["max"] == plain["max"]
