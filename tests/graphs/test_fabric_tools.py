"""One fabric, as each program prints it, compressed or not: the same cables."""

import bz2
import gzip
import lzma
import re
from pathlib import Path

import pytest

from netlemma.errors import FormatError, InputError
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.fabrics.wiring import wiring_of
from netlemma.graphs.sources.network_sources import file_source

TOOLS = Path(__file__).parents[1] / "data" / "infiniband" / "tools"
NETWORKS = (
    "ibnetdiscover-p.txt",
    "ibnetdiscover-g.txt",
    "ibnetdiscover-before-sm.txt",
    "iblinkinfo.txt",
    "iblinkinfo-l.txt",
    "ibsim.net",
)
CABLES = {
    "L0[1]-H0_0[1]", "L0[2]-H0_1[1]", "L1[1]-H1_0[1]", "L1[2]-H1_1[1]",
    "L0[3]-R0[1]", "L0[4]-R1[1]", "L1[3]-R0[2]", "L1[4]-R1[2]",
}  # fmt: skip


def read(*paths, **options):
    return file_source(list(map(str, paths)), None, None, options).read


def cables(read):
    wiring = wiring_of(read.fabric)
    return {frozenset(wiring.cable_name(each).split("-")) for each in wiring.cables}


@pytest.mark.filterwarnings("ignore::netlemma.base.remarks.Remark")
@pytest.mark.parametrize("name", NETWORKS)
def test_cables_are_the_same_in_all_of_them(name):
    found = read(TOOLS / name)
    assert cables(found) == {frozenset(each.split("-")) for each in CABLES}
    assert [found.fabric.name(v)[0] for v in range(8) if found.fabric.forwards[v]].count("H") == 0


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_compressed_files(tmp_path, pack):
    data = pack((TOOLS / "ibnetdiscover-g.txt").read_bytes())
    (tmp_path / "packed").write_bytes(data)
    assert cables(read(tmp_path / "packed")) == cables(read(TOOLS / "ibnetdiscover-g.txt"))
    (tmp_path / "packed").write_bytes(data[: len(data) // 2])
    with pytest.raises(FormatError, match=r"packed: the file is (cut short|damaged)"):
        read(tmp_path / "packed")


@pytest.mark.parametrize(
    "network", ["ibnetdiscover-p.txt", "ibnetdiscover-g.txt", "iblinkinfo.txt", "iblinkinfo-l.txt"]
)
def test_tables_with_messages_of_the_program(network):
    routes = read(TOOLS / network, TOOLS / "dump_lfts.txt").routes
    assert decide(routes.routing("terminals")).verdict == "deadlock-free"
    with pytest.raises(FormatError, match="L1 has no table"):
        decide(read(TOOLS / network, TOOLS / "ibroute.txt").routes.routing("terminals"))  # of one switch


def test_before_a_subnet_manager_ran():
    with pytest.warns(match="8 ports have no LID"):
        found = read(TOOLS / "ibnetdiscover-before-sm.txt")
    assert not found.lids
    with pytest.raises(FormatError, match="no LIDs, to which tables lead"):
        read(TOOLS / "ibnetdiscover-before-sm.txt", TOOLS / "dump_lfts.txt")


def test_a_program_that_writes_no_lids(tmp_path):
    text = (TOOLS / "ibnetdiscover-g.txt").read_text()
    bare = re.sub(r"( base port 0)? lid \d+( lmc \d+)?", "", text)
    assert bare.count("lid ") == 0 < text.count("lid ")
    (tmp_path / "bare").write_text(bare)
    with pytest.warns(match="8 ports have no LID"):
        found = read(tmp_path / "bare")
    assert cables(found) == cables(read(TOOLS / "ibnetdiscover-g.txt")) and not found.lids


def test_noise_is_counted_wherever_it_is(tmp_path):
    text = (TOOLS / "ibnetdiscover-p.txt").read_text().splitlines(True)
    text.insert(3, "ibwarn: [17] mad_rpc: _do_madrpc failed; dport (Lid 8)\n")
    (tmp_path / "noisy").write_text(
        "".join(["src/query_smp.c:197; umad (DR path slid 0; dlid 0; 0,1) failed\n", *text])
    )
    with pytest.warns(match="2 messages of a program are left out"):
        found = read(tmp_path / "noisy")
    assert cables(found) == cables(read(TOOLS / "ibnetdiscover-g.txt"))
    (tmp_path / "noisy").write_text("".join([*text[:2], "what is this\n", *text]))
    with pytest.raises(FormatError, match="noisy:3: 'what is this' is no line"):
        read(tmp_path / "noisy")


def cable_rows():
    pairs = [(one.partition("["), other.partition("[")) for one, other in (each.split("-") for each in sorted(CABLES))]
    return [(a, f"swp{p[:-1]}", b, f"swp{q[:-1]}") for (a, _, p), (b, _, q) in pairs]


@pytest.mark.parametrize(
    "head", ["from,from_port,to,to_port", "switch1,port1,switch2,port2", "Source;Source Port;Target;Target Port"]
)
def test_a_list_of_cables_with_ports(tmp_path, head):
    part = ";" if ";" in head else ","
    (tmp_path / "cables.csv").write_text("\n".join([head, *(part.join(row) for row in cable_rows())]))
    assert cables(read(tmp_path / "cables.csv")) == {frozenset(each.split("-")) for each in CABLES}
    twice = "\n".join([head, *(part.join(row) for row in [*cable_rows(), ("L0", "swp3", "R1", "swp9")])])
    (tmp_path / "cables.csv").write_text(twice)
    with pytest.raises(
        FormatError, match=r"cables.csv:10: port 3 of L0 is joined to port 9 of R1, but in line 4 to port 1 of R0"
    ):
        read(tmp_path / "cables.csv")


def test_ibdiagnet_csv(tmp_path):
    """The sections of nodes, ports and links; ports and LIDs are those of ibnetdiscover."""
    names = {
        "L0": 0x200000,
        "R0": 0x200001,
        "R1": 0x200002,
        "L1": 0x200003,
        "H0_0": 0x100000,
        "H0_1": 0x100002,
        "H1_0": 0x100004,
        "H1_1": 0x100006,
    }
    nodes = [
        f'"{name}",{4 if name[0] in "LR" else 1},{2 if name[0] in "LR" else 1},0x{guid:016x}'
        for name, guid in names.items()
    ]
    links = [f"0x{names[a]:016x},{p[3:]},0x{names[b]:016x},{q[3:]}" for a, p, b, q in cable_rows()]
    ports = [
        f"0x{g:016x},0x{g + (n[0] == 'H'):016x},{int(n[0] == 'H')},{i}" for i, (n, g) in enumerate(names.items(), 1)
    ]
    sections = {"NODES": ["NodeDesc,NumPorts,NodeType,NodeGUID", *nodes], "LINKS": ["NodeGuid1,PortNum1,NodeGuid2,PortNum2", *links],
                "PORTS": ["NodeGuid,PortGuid,PortNum,LID", *ports], "OTHER": ["x,y", "1,2"]}  # fmt: skip
    text = "# by ibdiagnet\n" + "".join(
        f"START_{n}\n" + "\n".join(rows) + f"\nEND_{n}\n\n" for n, rows in sections.items()
    )
    (tmp_path / "found.db_csv").write_text(text)
    found = read(tmp_path / "found.db_csv")
    assert cables(found) == {frozenset(each.split("-")) for each in CABLES}
    assert {found.fabric.name(node): lid for lid, node in found.lids.items()} == {n: i for i, n in enumerate(names, 1)}
    for wrong, message in (
        (text.replace("END_LINKS", ""), "section LINKS has no end|the row has 1 cells"), (text.replace("PortNum2", "x"), "section LINKS has no column PortNum2"),
        (text.replace(f"0x{names['L0']:016x},3", "0x1,3"), "'0x1' is no node of section NODES"),
    ):  # fmt: skip
        (tmp_path / "found.db_csv").write_text(wrong)
        with pytest.raises(FormatError, match=message):
            read(tmp_path / "found.db_csv")


def test_topology_in_yaml(tmp_path):
    conf = "SwitchName=core Switches=tor[1-2]\nSwitchName=tor1 Nodes=n[1-2]\nSwitchName=tor2 Nodes=n[3-4]\n"
    yaml = "---\n- topology: t\n  cluster_default: true\n  tree:\n    switches:\n      - switch: core\n        children: tor[1-2]\n"
    yaml += "      - switch: tor1\n        nodes: n[1-2]\n      - switch: tor2\n        nodes: n[3-4]\n"
    (tmp_path / "topology.conf").write_text(conf)
    (tmp_path / "topology.yaml").write_text(yaml)
    assert cables(read(tmp_path / "topology.conf")) == cables(read(tmp_path / "topology.yaml"))
    (tmp_path / "topology.yaml").write_text(yaml.replace("        nodes: n[3-4]", "        block: b1"))
    with pytest.raises(FormatError, match="yaml:11: blocks of nodes say nothing of switches"):
        read(tmp_path / "topology.yaml")


def test_a_cable_from_host_to_host_and_ports_without_guids(tmp_path):
    text = 'Ca 1 "H-0000000000bb0000" # "b"\n[1] "H-0000000000aa0000"[1] # lid 2 lmc 0 "a" lid 1 4xEDR\n'
    text += 'Ca 1 "H-0000000000aa0000" # "a"\n[1] "H-0000000000bb0000"[1] # lid 1 lmc 0 "b" lid 2 4xEDR\n'
    (tmp_path / "old").write_text(text)
    assert cables(read(tmp_path / "old")) == {frozenset({"a[1]", "b[1]"})}


def test_two_networks_are_refused():
    with pytest.raises(InputError, match="are two networks: give one"):
        read(TOOLS / "ibnetdiscover-p.txt", TOOLS / "ibnetdiscover-g.txt")
